// Coerces long variables once, in several turns of the event loop, and declares them as JSON so that they are not
// coerced again.
import { Kind, typeFromAST, type DocumentNode, type GraphQLInputType, type GraphQLSchema } from 'graphql';
import type { OperationDefinitionNode, VariableDefinitionNode } from 'graphql';
import { coerceInTurns } from './jit/nested-variables';

/** Variables with more steps are long: coercing them takes several milliseconds. */
export const longSteps = 5_000;

interface Request {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * The request with these variables coerced and declared as JSON, which is not coerced again. `checkVariable` has
 * checked their types.
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
