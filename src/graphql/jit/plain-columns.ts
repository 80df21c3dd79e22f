// Resolves a field directly from its row if the row has all columns that the field needs, without the lookups of
// Pothos.
import {
  isObjectType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';
import { columnsOf } from '../../data/model/model-fields';
import { exposedColumn, fieldOptions, modelOfType, prismaSelection } from '../pothos-extensions';

type Field = GraphQLField<unknown, unknown>;

const isGuarded = (one: GraphQLObjectType | Field): boolean => {
  const { authScopes, grantScopes } = fieldOptions(one);
  return authScopes !== undefined || grantScopes !== undefined;
};

/** Whether a field shows the column of the same name to everyone who may read the row. */
const isPlainColumn = (field: Field): boolean => exposedColumn(field) === field.name && !isGuarded(field);

/** The columns from which a field is resolved; undefined if it needs anything else, such as related rows. */
function columnsIn(model: string | undefined, field: Field): string[] | undefined {
  const selection = prismaSelection(field);
  if (model === undefined || typeof selection !== 'object' || selection === null) return undefined;
  const names = Object.keys(selection);
  return names.length > 0 && names.every((name) => columnsOf(model).has(name)) ? names : undefined;
}

type Resolver = GraphQLFieldResolver<unknown, unknown>;

/**
 * Returns a resolver that calls `resolver` if the row contains all columns in `names`. Otherwise it calls the resolver
 * of Pothos, which loads the missing columns.
 */
const fromRow = (names: readonly string[], resolver: Resolver, pothos: Resolver): Resolver =>
  function resolveFromRow(row, args, context, info) {
    for (const name of names)
      if ((row as Record<string, unknown>)[name] === undefined) return pothos(row, args, context, info);
    return resolver(row, args, context, info);
  };

/**
 * Removes the resolvers of fields that only return a column, which makes reads faster: executors then read the property
 * of the row, in which Pothos has loaded every requested column.
 */
export function readPlainColumns(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isGuarded(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (isPlainColumn(field)) {
        field.resolve = undefined;
        continue;
      }
      const { resolve: resolver } = fieldOptions(field);
      const names = columnsIn(modelOfType(type), field);
      if (names && resolver && field.resolve && !isGuarded(field))
        field.resolve = fromRow(names, resolver, field.resolve);
    }
  }
  return schema;
}
