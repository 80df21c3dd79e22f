// Answers fields that use only columns of a loaded row from the row, without Pothos's lookups.
import { isObjectType, type GraphQLField, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import { columnsOf } from '../../data/model/model-fields';

interface Guards {
  authScopes?: unknown;
  grantScopes?: unknown;
}
const isGuarded = (options: unknown): boolean => {
  const { authScopes, grantScopes } = (options ?? {}) as Guards;
  return authScopes !== undefined || grantScopes !== undefined;
};

/** Whether the field is the column of its own name, readable by everyone who sees the row. */
const isPlainColumn = ({ name, extensions }: GraphQLField<unknown, unknown>): boolean =>
  extensions.pothosExposedField === name && !isGuarded(extensions.pothosOptions);

/** The columns that a field is computed from; undefined if it needs more than columns. */
function columnsIn(model: unknown, { extensions }: GraphQLField<unknown, unknown>): string[] | undefined {
  const selection = extensions.pothosPrismaSelect;
  if (typeof model !== 'string' || typeof selection !== 'object' || selection === null) return undefined;
  const names = Object.keys(selection);
  return names.length > 0 && names.every((name) => columnsOf(model).has(name)) ? names : undefined;
}

type Resolver = GraphQLFieldResolver<unknown, unknown>;

/** Calls the field's own resolver if the row has all its columns, else Pothos, which loads them. */
const fromRow = (names: readonly string[], own: Resolver, pothos: Resolver): Resolver =>
  function resolveFromRow(row, args, context, info) {
    for (const name of names)
      if ((row as Record<string, unknown>)[name] === undefined) return pothos(row, args, context, info);
    return own(row, args, context, info);
  };

/**
 * Removes the resolvers of plain columns, so that executors read the property directly. Rows come from Pothos's plans,
 * which load each requested column.
 */
export function readPlainColumns(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isGuarded(type.extensions.pothosOptions)) continue;
    for (const field of Object.values(type.getFields())) {
      if (isPlainColumn(field)) {
        field.resolve = undefined;
        continue;
      }
      const { resolve: own } = (field.extensions.pothosOptions ?? {}) as { resolve?: Resolver };
      const names = columnsIn(type.extensions.pothosPrismaModel, field);
      if (names && own && field.resolve && !isGuarded(field.extensions.pothosOptions))
        field.resolve = fromRow(names, own, field.resolve);
    }
  }
  return schema;
}
