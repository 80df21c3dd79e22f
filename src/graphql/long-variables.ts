// Coerces long variables in several turns of the event loop, and declares the results as JSON, so that the executor
// does not coerce them again.
import { Kind, typeFromAST, type DocumentNode, type GraphQLInputType, type GraphQLSchema } from 'graphql';
import type { OperationDefinitionNode, VariableDefinitionNode } from 'graphql';
import { coerceInTurns } from './jit/nested-variables';

/** A variable is long if converting it to its type takes more steps than this, which is several milliseconds. */
export const longSteps = 5_000;

interface Request {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Returns the request with the values of the variables `names` converted to their types. The document then declares
 * these variables as JSON, so that the executor does not convert them again. `checkVariable` must have checked them.
 */
export async function withLongCoerced(
  schema: GraphQLSchema,
  { document, operation, variables }: Request,
  names: ReadonlySet<string>,
): Promise<Request> {
  if (names.size === 0) return { document, operation, variables };
  const coercedValues: Record<string, unknown> = {};
  const definitions: VariableDefinitionNode[] = [];
  for (const definition of operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value;
    if (names.has(name)) {
      const type = typeFromAST(schema, definition.type) as GraphQLInputType;
      coercedValues[name] = await coerceInTurns(variables[name], type, name);
    }
    definitions.push(names.has(name) ? { ...definition, type: json, defaultValue: undefined } : definition);
  }
  const shortOperation: OperationDefinitionNode = { ...operation, variableDefinitions: definitions };
  return {
    document: {
      ...document,
      definitions: document.definitions.map((one) => (one === operation ? shortOperation : one)),
    },
    operation: shortOperation,
    variables: { ...variables, ...coercedValues },
  };
}

const json = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'JSON' } } as const;
