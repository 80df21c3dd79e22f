// The estimated cost of a document in points, with example values for the variables that the document requires.
import {
  getNullableType,
  getOperationAST,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  typeFromAST,
  type DocumentNode,
  type GraphQLInputType,
} from 'graphql';
import { documentCost } from '../../src/graphql/documents/cost';
import { schema } from '../../src/modules/types';

/** An example value of the type: an empty list for a list type, and only the required fields for an input object. */
export function exampleOf(type: GraphQLInputType): unknown {
  const bare = getNullableType(type);
  if (isListType(bare)) return [];
  if (isEnumType(bare)) return bare.getValues()[0]!.name;
  if (isInputObjectType(bare)) {
    const fields = Object.values(bare.getFields());
    const requiredFields = bare.isOneOf ? fields.slice(0, 1) : fields.filter((field) => isNonNullType(field.type));
    return Object.fromEntries(requiredFields.map((field) => [field.name, exampleOf(field.type)]));
  }
  const values: Readonly<Record<string, unknown>> = {
    Int: 7,
    Float: 7,
    Boolean: true,
    DateTime: '2026-01-01T00:00:00Z',
  };
  return values[(bare as { name: string }).name] ?? '6f2b5c1e-0000-4000-8000-000000000001';
}

/** The document's estimated cost in points, with values only for the variables that the document requires. */
export function pointsOf(
  document: DocumentNode,
  name?: string,
  givenVariables: Readonly<Record<string, unknown>> = {},
): number {
  const operation = getOperationAST(document, name)!;
  const requiredVariables = (operation.variableDefinitions ?? []).filter(
    ({ type }) => type.kind === Kind.NON_NULL_TYPE,
  );
  const values = requiredVariables.map(({ variable, type }) => [
    variable.name.value,
    exampleOf(typeFromAST(schema, type as never) as unknown as GraphQLInputType),
  ]);
  const variables = { ...Object.fromEntries(values), ...givenVariables } as Record<string, unknown>;
  return documentCost(schema, document, operation, variables, Number.MAX_SAFE_INTEGER);
}
