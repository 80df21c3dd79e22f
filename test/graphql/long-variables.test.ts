// Tests that long GraphQL variables are coerced in several turns of the event loop, with the same result as coercion by
// the executors graphql-js and graphql-jit.
import { getOperationAST, parse, type GraphQLInputObjectType } from 'graphql';
import { getVariableValues } from 'graphql/execution/values';
import { longSteps, withLongCoerced } from '../../src/graphql/long-variables';
import { assertBounded } from '../../src/graphql/documents/variables';
import { schema } from '../../src/modules/types';
import { countTurns } from '../support/turns';
import { createWorld, type World } from '../support/world';

const document = parse(`mutation Make($input: CreateHostInput!, $ids: [UUID!] = [], $first: Int = 5) {
  createHost(input: $input) { id history(first: $first) { totalCount } }
  updateHost(id: "7d0f6b3e-0000-4000-8000-000000000001", input: { tagIds: $ids }) { id }
}`);
const operation = getOperationAST(document)!;
const valuesOf = (of: typeof operation, variables: Record<string, unknown>) => {
  const values = getVariableValues(schema, of.variableDefinitions!, variables);
  if (values.errors) throw values.errors[0]!;
  return values.coerced;
};
const uuid = (at: number) => `7D0F6B3E-0000-4000-8000-${at.toString(16).padStart(12, '0')}`;
const services = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ id: uuid(at), name: `service ${at}`, serviceDefinition: 'Custom', tags: [] },
    ...(at % 2 === 0 && { bindings: [{ type: 'Port', portId: uuid(at) }] }),
  }));
const inputOf = (count: number) => ({ networkId: uuid(1), name: 'host', role: null, services: services(count) });

test('have the values, defaults and missing members that graphql-js gives, and are not coerced again', async () => {
  const variables = { input: inputOf(1000), ids: Array.from({ length: 500 }, (_, at) => uuid(at)) };
  const { turns, answer } = await countTurns(() =>
    withLongCoerced(schema, { document, operation, variables }, new Set(['input', 'ids'])),
  );
  expect(turns).toBeGreaterThan(50);
  const coercedValues = valuesOf(answer.operation, answer.variables);
  expect(coercedValues).toEqual(valuesOf(operation, variables));
  expect(coercedValues.input).toBe(answer.variables.input);
  expect(coercedValues.ids).toBe(answer.variables.ids);
  expect(answer.document.definitions).toEqual([answer.operation]);
});

test('are left to graphql-js if they are short', async () => {
  const request = { document, operation, variables: { input: inputOf(3) } };
  expect(await withLongCoerced(schema, request, new Set())).toEqual(request);
});

describe('at the door', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());
  const mutation = `mutation ($input: CreateHostInput!) { createHost(input: $input) { name services { name bindings { port { number } } } } }`;

  test('in a mutation write what short ones write, and are refused alike', async () => {
    const ports = Array.from({ length: 400 }, (_, at) => ({ id: uuid(at), number: at + 1, protocol: 'Tcp' }));
    const input = { ...inputOf(400), networkId: world.networkId, ports };
    const type = schema.getType('CreateHostInput') as GraphQLInputObjectType;
    expect(assertBounded({ name: 'input', type }, input)).toBeGreaterThan(longSteps);
    const { createHost } = await world.key.query(mutation, { input });
    expect(createHost.services).toEqual(
      input.services.map((one, at) => ({
        name: one.name,
        bindings: at % 2 === 0 ? [{ port: { number: at + 1 } }] : [],
      })),
    );
    const wrong = { ...input, services: [...input.services, { name: 'x', serviceDefinition: 'Custom', position: -1 }] };
    const { body } = await world.key.send('POST', '/graphql', {
      body: { query: mutation, variables: { input: wrong } },
    });
    expect(body.errors[0].extensions).toMatchObject({ code: 'validation_out_of_range' });
    const odd = { ...input, services: [...input.services, { name: 'x', serviceDefinition: 'Custom', odd: 1 }] };
    const refusedReply = await world.key.send('POST', '/graphql', {
      body: { query: mutation, variables: { input: odd } },
    });
    expect([refusedReply.status, refusedReply.body.errors[0].extensions]).toEqual([
      400,
      expect.objectContaining({ code: 'validation_invalid_format', params: { field: 'input.services.odd' } }),
    ]);
  });
});
