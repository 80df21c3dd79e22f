// Names in REST. Members of objects in a body are the fields of GraphQL inputs, in snake_case.
import {
  getNullableType,
  isInputObjectType,
  isListType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql';
import { snakeCase } from '../../platform/text/names';

/** `bundleEdges` → `bundle_edges`; names that begin with a capital (`L3Logical`) are not changed. */
export const wireName = (name: string): string => (/^[a-z]/.test(name) ? snakeCase(name) : name);

const fieldsByName = new WeakMap<GraphQLInputObjectType, ReadonlyMap<string, GraphQLInputField>>();

/** The fields of an input by their names in REST. */
export function wireFields(type: GraphQLInputObjectType): ReadonlyMap<string, GraphQLInputField> {
  const fields =
    fieldsByName.get(type) ?? new Map(Object.values(type.getFields()).map((field) => [wireName(field.name), field]));
  fieldsByName.set(type, fields);
  return fields;
}

/**
 * Renames the members of a body's value to GraphQL names. Unknown members are kept so that a later check rejects them;
 * read-only members are removed.
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
      // A member in GraphQL's spelling is not a valid REST name. The dot prevents it from matching the GraphQL field.
      return [[key in inner.getFields() ? `.${key}` : key, member]];
    }),
  );
}

/** Converts a field path from GraphQL's spelling to that of REST. */
export const wirePath = (path: string): string => path.split('.').map(wireName).join('.');
