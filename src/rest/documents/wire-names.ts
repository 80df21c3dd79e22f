// Spelling on the wire: members of objects inside a body are the fields of GraphQL inputs in snake_case.
import {
  getNullableType,
  isInputObjectType,
  isListType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql';
import { snakeCase } from '../../platform/text/names';

/** `bundleEdges` → `bundle_edges`; names that begin with a capital (`L3Logical`) are the same in both. */
export const wireName = (name: string): string => (/^[a-z]/.test(name) ? snakeCase(name) : name);

const fieldsByName = new WeakMap<GraphQLInputObjectType, ReadonlyMap<string, GraphQLInputField>>();

/** The fields of an input by their names on the wire. */
export function wireFields(type: GraphQLInputObjectType): ReadonlyMap<string, GraphQLInputField> {
  const fields =
    fieldsByName.get(type) ?? new Map(Object.values(type.getFields()).map((field) => [wireName(field.name), field]));
  fieldsByName.set(type, fields);
  return fields;
}

/**
 * A body's value with its members named as GraphQL names them; members that no input knows stay, to be refused, unless
 * they are among the read-only ones.
 */
export function fromWire(type: GraphQLInputType, value: unknown, readOnly: readonly string[] = []): unknown {
  const inner = getNullableType(type);
  if (isListType(inner))
    return Array.isArray(value) ? value.map((item) => fromWire(inner.ofType, item, readOnly)) : value;
  if (!isInputObjectType(inner) || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = wireFields(inner);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      const field = fields.get(key);
      if (field) return [[field.name, fromWire(field.type, member, readOnly)]];
      if (readOnly.includes(key)) return [];
      // A member in GraphQL's own spelling is no name on the wire; a dot keeps it from being taken for one.
      return [[key in inner.getFields() ? `.${key}` : key, member]];
    }),
  );
}

/** A field path as GraphQL spells it, in wire spelling. */
export const wirePath = (path: string): string => path.split('.').map(wireName).join('.');
