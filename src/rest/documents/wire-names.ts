// Converts names between GraphQL and REST. The members of a request body are the fields of GraphQL inputs, in
// snake_case.
import {
  getNullableType,
  isInputObjectType,
  isListType,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql';
import { capitalize, snakeCase } from '../../platform/text/names';

/**
 * Converts a GraphQL name to its name in REST: `bundleEdges` → `bundle_edges`. Names that begin with a capital
 * (`L3Logical`) are not changed.
 */
export const wireName = (name: string): string => (/^[a-z]/.test(name) ? snakeCase(name) : name);

const fieldsByName = new WeakMap<GraphQLInputObjectType, ReadonlyMap<string, GraphQLInputField>>();

/** The fields of a GraphQL input type, by their names in REST. */
export function wireFields(type: GraphQLInputObjectType): ReadonlyMap<string, GraphQLInputField> {
  const fields =
    fieldsByName.get(type) ?? new Map(Object.values(type.getFields()).map((field) => [wireName(field.name), field]));
  fieldsByName.set(type, fields);
  return fields;
}

/**
 * Renames the members of a value in a request body to their GraphQL names. Unknown members stay, and a later check
 * rejects them. Read-only members are removed.
 */
export function fromWire(type: GraphQLInputType, value: unknown, readOnly: readonly string[] = []): unknown {
  const inner = getNullableType(type);
  if (isListType(inner))
    return Array.isArray(value) ? value.map((item) => fromWire(inner.ofType, item, readOnly)) : value;
  if (!isInputObjectType(inner) || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (inner.isOneOf) return fromTyped(inner, value as Members, readOnly);
  const fields = wireFields(inner);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      const field = fields.get(key);
      if (field) return [[field.name, fromWire(field.type, member, readOnly)]];
      if (readOnly.includes(key)) return [];
      // REST uses snake_case. A member in GraphQL's camelCase must be refused, so a dot is put before its name to keep
      // GraphQL from accepting it.
      return [[key in inner.getFields() ? `.${key}` : key, member]];
    }),
  );
}

type Members = Readonly<Record<string, unknown>>;

/** The value of `type` in REST that stands for a member of a GraphQL input with `@oneOf`: `noWay` → `NoWay`. */
export const typeOfMember = (name: string): string => capitalize(name);

/**
 * Converts a REST object with `type` to a GraphQL input with `@oneOf`: `{ type: 'A', b }` → `{ a: { b } }`. Members of
 * other types are ignored if they are null, so that clients may send back an object from a response.
 */
function fromTyped(input: GraphQLInputObjectType, { type, ...members }: Members, readOnly: readonly string[]): unknown {
  const field = Object.values(input.getFields()).find(({ name }) => typeOfMember(name) === type);
  // Without a valid `type`, the object has no member that GraphQL knows, so checking the variables rejects it.
  if (!field) return type === undefined ? {} : { type };
  const inner = getNullableType(field.type);
  const fields = isInputObjectType(inner) ? wireFields(inner) : new Map<string, never>();
  const presentMembers = Object.fromEntries(
    Object.entries(members).filter(([name, member]) => member !== null || fields.has(name)),
  );
  if (isInputObjectType(inner)) return { [field.name]: fromWire(inner, presentMembers, readOnly) };
  // A field that is not an input object has no members of its own. A dot before the name of a member keeps GraphQL from
  // accepting the member.
  const unknown = Object.entries(presentMembers).map(([name, member]) => [`.${name}`, member]);
  return { [field.name]: true, ...Object.fromEntries(unknown) };
}

/** Converts a field path from GraphQL's spelling to that of REST. */
export const wirePath = (path: string): string => path.split('.').map(wireName).join('.');
