// Tests GraphiQL's example tabs: the examples are valid for the schema, have the names of their tabs, and cost one to
// five tokens of the rate limit.
import { getOperationAST, parse, validate, type DocumentNode, type OperationDefinitionNode } from 'graphql';
import { documentCost, costInTokens } from '../../src/graphql/documents/cost';
import { schema } from '../../src/modules/types';
import { examples, startingPoint } from '../../src/pages/graphiql-files';

const uuid = '6f2b5c1e-0000-4000-8000-000000000001';
const variables = { input: { tagId: uuid, entityType: 'Host', entityIds: Array(5).fill(uuid) } };

const exampleCases = [...examples, startingPoint].map((text) => {
  const document = parse(text);
  const operation = getOperationAST(document)!;
  return [operation.name?.value ?? 'no name', document, operation] as [string, DocumentNode, OperationDefinitionNode];
});

test('GraphiQL has five example tabs, each with its own name', () => {
  expect(exampleCases.map(([name]) => name)).toEqual([
    'VlansWithPorts',
    'HostsWithServices',
    'TopologyGraph',
    'TagManyHosts',
    'WhoAmI',
    'StartingPoint',
  ]);
});

test.each(exampleCases)('%s is valid against the schema', (_name, document) => {
  expect(validate(schema, document)).toEqual([]);
});

test.each(exampleCases)('%s costs one to five tokens', (_name, document, operation) => {
  const tokens = costInTokens(documentCost(schema, document, operation, variables, Number.MAX_SAFE_INTEGER));
  expect(tokens).toBeGreaterThanOrEqual(1);
  expect(tokens).toBeLessThanOrEqual(5);
});
