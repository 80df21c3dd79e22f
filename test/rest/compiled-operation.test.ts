// Tests that REST documents are validated when their routes are mounted, and compiled once, at their first use or ahead
// of it.
import {
  buildSchema,
  getNamedType,
  parse,
  print,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
} from 'graphql';
import { schema } from '../../src/modules/types';
import { routes } from '../../src/modules/routes';
import { createRequestReader } from '../../src/rest/call-route';
import { compileAhead, compileOperation } from '../../src/rest/documents/compiled-operation';
import type { Dialect } from '../../src/rest/route';
import { restRouter } from '../../src/rest/router';
import { countTurns } from '../support/turns';

/**
 * A schema with one field. `lookups` counts how often the field's resolver is looked up, which graphql-jit does
 * whenever it compiles a query.
 */
function watchedSchema() {
  const toy = buildSchema('type Query { word: String }');
  const watched = { toy, lookups: 0 };
  Object.defineProperty((toy.getQueryType() as GraphQLObjectType).getFields().word!, 'resolve', {
    get: () => {
      watched.lookups += 1;
      return () => 'here';
    },
  });
  return watched;
}
const document = parse('query Word { data: word }');

test('a document is compiled at its first use only', async () => {
  const watched = watchedSchema();
  const operation = compileOperation(watched.toy, document);
  expect(watched.lookups).toBe(0);
  expect(await operation.execute({}, {} as never)).toEqual({ data: { data: 'here' } });
  const { lookups } = watched;
  expect(lookups).toBeGreaterThan(0);
  expect(await compileOperation(watched.toy, document).execute({}, {} as never)).toEqual({ data: { data: 'here' } });
  await compileAhead(watched.toy);
  expect(watched.lookups).toBe(lookups);
});

test('a document compiled ahead is not compiled again', async () => {
  const watched = watchedSchema();
  const operation = compileOperation(watched.toy, document);
  await compileAhead(watched.toy);
  const { lookups } = watched;
  expect(lookups).toBeGreaterThan(0);
  expect(await operation.execute({}, {} as never)).toEqual({ data: { data: 'here' } });
  expect(watched.lookups).toBe(lookups);
});

test('a document that does not match the schema is refused before any use', () => {
  expect(() => compileOperation(watchedSchema().toy, parse('query Word { data: words }'))).toThrow(
    'Cannot query field',
  );
});

test('every document of every route compiles', async () => {
  restRouter({ schema, routes }, 1_000);
  await expect(compileAhead(schema)).resolves.toBeUndefined();
});

/**
 * Counts the turns of the event loop that reading a request body takes, if each read of the clock advances it by
 * `stepMs`.
 */
async function turnsOfReading(path: string, body: object, stepMs: number, dialect?: Dialect): Promise<number> {
  const route = routes.find((one) => one.method === 'post' && one.path === path)!;
  const read = createRequestReader(schema, route, compileOperation(schema, route.document));
  const { turns } = await countTurns(() => read({ params: {}, query: {}, body }, dialect), stepMs);
  return turns;
}
const networkId = '7d0f6b3e-0000-4000-8000-000000000001';
const services = Array.from({ length: 3000 }, (_, at) => ({
  ...{ name: `service ${at}`, service_definition: 'SSH', bindings: [] },
}));

test('a large body is read, validated and executed in several turns of the event loop, a small one at once', async () => {
  const body = { network_id: networkId, name: 'host', tags: [] };
  expect(await turnsOfReading('/hosts', body, 0)).toBe(0);
  // If every read of the clock takes 20 ms, the reader yields to the event loop before each variable and before the
  // operation.
  expect(await turnsOfReading('/hosts', body, 20)).toBeGreaterThanOrEqual(2);
});

test("thousands of items in one body are read a few per turn, in the API's format and in that of daemons", async () => {
  const host = { network_id: networkId, name: 'host' };
  expect(await turnsOfReading('/hosts', { ...host, tags: [], services }, 1)).toBeGreaterThan(500);
  const dialect = { readBody: (input: object) => input, readParameters: (input: object) => input } as Dialect;
  expect(await turnsOfReading('/hosts/discovery', { host, services }, 1, dialect)).toBeGreaterThan(500);
});

test('every order that a list offers is an order field of its rows', () => {
  const unknownOrders = routes.flatMap(({ path, order = {}, document }) => {
    const [type] = /(?<=\$order: \[)\w+(?=!\])/.exec(print(document)) ?? [];
    if (type === undefined) return [];
    const { field } = (schema.getType(type) as GraphQLInputObjectType).getFields();
    const orderNames = (getNamedType(field!.type) as GraphQLEnumType).getValues().map(({ name }) => name);
    return Object.values(order).flatMap((name) => (orderNames.includes(name) ? [] : `${path} ${name}`));
  });
  expect(unknownOrders).toEqual([]);
});
