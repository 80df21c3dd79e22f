// Computes node ids of database rows, and finds rows by node id. The key of a row is its id and the instant at which it
// is read.
import { queryFromInfo } from '@pothos/plugin-prisma';
import { getNamedType, type GraphQLSchema } from 'graphql';
import { delegateOf } from '../../data/model/delegate';
import { assertWithinRetention } from '../../data/tenancy/kept';
import { entityName } from '../../data/tenancy/visible-rows';
import { AppError } from '../../errors';
import { isUuid, lastStorableTime, nilId } from '../../platform/text/validation';
import type { Prisma } from '../../generated/prisma/client';
import type { GraphqlContext } from '../context';
import { modelOfType } from '../pothos-extensions';
import { assertMayReadField } from '../plugin/guarded-fields';
import {
  invalid,
  rowKey,
  parseRowName,
  type ObjectsOrErrors,
  type Identity,
  type RowName,
  type Sought,
} from './node-ids';

export const rows: Identity = {
  keyOf(row, { at }, type) {
    const { id } = row as { readonly id?: string };
    if (id === undefined) throw new Error(`a ${type} was read without its id`);
    return rowKey(id, at);
  },

  keyOfId: (id, { at }) => (isUuid(id) ? rowKey(id.toLowerCase(), at) : undefined),

  async find(sought) {
    const { keys, info, context, type, field } = sought;
    if (!isStoredAs(info.schema, type))
      return keys.map(() => new AppError('entity_not_found', { entity: type, id: nilId }));
    assertMayReach(info.schema, type, context);
    const names = keys.map((key) => parseRowName(key) ?? invalid(field));
    const validNames = names.filter((name): name is RowName => !(name instanceof Error));
    const instants = new Map(validNames.map((name) => [name.at?.getTime(), name.at]));
    const objectsByName = new Map<string, object | Error>();
    for (const at of instants.values()) {
      const ids = validNames.filter((name) => name.at?.getTime() === at?.getTime()).map(({ id }) => id);
      await readRows(sought, { at, ids }, (id, one) => objectsByName.set(rowKey(id, at), one));
    }
    return names.map((name) =>
      name instanceof Error ? name : objectsByName.get(rowKey(name.id, name.at))!,
    ) satisfies ObjectsOrErrors;
  },
};

async function readRows(
  { type, context, info, field }: Sought,
  { at, ids }: { at: Date | undefined; ids: readonly string[] },
  answer: (id: string, row: object | Error) => void,
): Promise<void> {
  const model = modelOf(info.schema, type);
  const missing = (id: string) => new AppError('entity_not_found', { entity: entityName(model), id });
  try {
    const subjects = ids.map((id) => ({ model, id }));
    const contextAtInstant = await contextOfKey(context, { at, field, subjects });
    const query = contextAtInstant && (queryFromInfo({ context: contextAtInstant, info, typeName: type }) as object);
    const read = contextAtInstant
      ? await delegateOf(contextAtInstant.db, model).findMany({ ...query, where: { id: { in: [...ids] } } })
      : [];
    const byId = new Map(read.map((row) => [row.id, row]));
    for (const id of ids) {
      const row = byId.get(id);
      if (row && contextAtInstant && contextAtInstant !== context) context.instants.pin(row, contextAtInstant);
      answer(id, row ?? missing(id));
    }
  } catch (error) {
    for (const id of ids) answer(id, error as Error);
  }
}

/**
 * Returns the request's context for reading an object at the instant that the object's key names (`at`); undefined for
 * a future instant. A key without an instant means the present. Throws if the history of that instant is not stored any
 * more.
 */
export async function contextOfKey(
  context: GraphqlContext,
  {
    at,
    field,
    subjects,
  }: { at: Date | undefined; field: string; subjects: Parameters<typeof assertWithinRetention>[2] },
): Promise<GraphqlContext | undefined> {
  const { instants, sql } = context;
  if (at?.getTime() === context.at?.getTime()) return context;
  // The request reads the past, but a key without an instant means the present. For any future instant, `asOf` returns
  // the context of the present.
  if (!at) return instants.contextOf(lastStorableTime, () => context.asOf(lastStorableTime));
  if (at.getTime() >= Date.now()) return undefined;
  instants.admit(at);
  await assertWithinRetention(sql, { [field]: at }, subjects);
  return instants.contextOf(at, () => context.asOf(at));
}

/**
 * Several GraphQL types may show rows of one model. Returns whether the type has the name of the model: only rows of
 * such a type can be found by id.
 */
export const isStoredAs = (schema: GraphQLSchema, type: string): boolean => modelOf(schema, type) === type;

const modelOf = (schema: GraphQLSchema, type: string): Prisma.ModelName =>
  modelOfType(schema.getType(type)!) as Prisma.ModelName;

/**
 * Throws unless the caller may use the query field that returns one row of this type or, if there is no such field, the
 * query field that lists the rows.
 */
function assertMayReach(schema: GraphQLSchema, type: string, { viewer }: GraphqlContext): void {
  const fields = Object.values(schema.getQueryType()!.getFields());
  const answers = (name: string) => fields.find((field) => getNamedType(field.type).name === name);
  const field = answers(type) ?? answers(`${type}Connection`);
  if (field) assertMayReadField(viewer, field);
}
