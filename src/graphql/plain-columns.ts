// Fields that are just a column of a loaded row need no resolver: without one, executors read the property directly.
import { isObjectType, type GraphQLField, type GraphQLSchema } from 'graphql';

interface Guards {
  authScopes?: unknown;
  grantScopes?: unknown;
}
const isGuarded = (options: unknown): boolean => {
  const { authScopes, grantScopes } = (options ?? {}) as Guards;
  return authScopes !== undefined || grantScopes !== undefined;
};

/** Whether the field is the column of its own name, open to whoever sees the row. */
const isPlainColumn = ({ name, extensions }: GraphQLField<unknown, unknown>): boolean =>
  extensions.pothosExposedField === name && !isGuarded(extensions.pothosOptions);

/** Takes the resolvers off plain columns. Rows come from Pothos's plans, which load each column that is asked for. */
export function readPlainColumns(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isGuarded(type.extensions.pothosOptions)) continue;
    for (const field of Object.values(type.getFields())) if (isPlainColumn(field)) field.resolve = undefined;
  }
  return schema;
}
