// The test cases that `npm run attack` generates: the same seed generates the same cases, and most GraphQL documents
// are valid.
import { parse, validate } from 'graphql';
import { bodyKinds } from '../../attack/bodies';
import { fuses } from '../../attack/bombs';
import { Canaries } from '../../attack/canaries';
import { Dice } from '../../attack/dice';
import { drawDocument, publishedSchema } from '../../attack/documents';
import { operations } from '../../attack/openapi';
import { hostWithForeignIds, pickMutation } from '../../attack/foreign';
import { listQuestions, restLists } from '../../attack/lists';
import { messages } from '../../attack/mcp';
import { readOptions } from '../../attack/options';
import { pickRestRequest } from '../../attack/rest';
import type { World } from '../../attack/world';
import { modelNames } from '../../src/data/model/model-fields';

/** The tests generate documents but send none, so the rows with these ids need not exist. */
const world = {
  canaries: new Canaries(),
  ids: new Map(modelNames.map((model, at) => [model, [`00000000-0000-4000-8000-${String(at).padStart(12, '0')}`]])),
  instants: ['2026-01-01T00:00:00Z'],
  shareIds: [],
} as unknown as World;
const numbers = Array.from({ length: 200 }, (_, number) => number);
const documentOf = (seed: string, number: number) => drawDocument(new Dice(seed, 'documents', number), world);

test('the same seed and number give the same case, and others give other cases', () => {
  const texts = numbers.map((number) => JSON.stringify(documentOf('seed', number)));
  expect(numbers.map((number) => JSON.stringify(documentOf('seed', number)))).toEqual(texts);
  expect(new Set(texts).size).toBeGreaterThan(190);
  expect(numbers.filter((number) => JSON.stringify(documentOf('other', number)) === texts[number])).toEqual([]);
  const requests = (seed: string) =>
    operations.map((operation, at) => pickRestRequest(new Dice(seed, 'rest', at), world, operation).path);
  expect(requests('seed')).toEqual(requests('seed'));
  expect(requests('seed')).not.toEqual(requests('other'));
});

test('documents are mostly valid, read at instants, and use every list at the root', () => {
  const documents = Array.from({ length: 600 }, (_, number) => documentOf('seed', number));
  const isValid = (query: string) => {
    try {
      return validate(publishedSchema, parse(query)).length === 0;
    } catch {
      // `parse` throws if a string in the document contains half of a surrogate pair, which GraphQL does not allow.
      return false;
    }
  };
  const valid = documents.filter(({ query }) => isValid(query));
  expect(valid.length).toBeGreaterThan(documents.length * 0.9);
  expect(documents.filter(({ query }) => query.includes('@at(')).length).toBeGreaterThan(documents.length / 3);
  const allQueries = documents.map(({ query }) => query).join(' ');
  const lists = Object.values(publishedSchema.getQueryType()!.getFields()).filter(({ type }) =>
    /Connection!?$/.test(String(type)),
  );
  expect(lists.filter(({ name }) => !new RegExp(`: ${name}\\b`).test(allQueries))).toEqual([]);
});

test('filters have empty quantifiers and are nested', () => {
  const filters = Array.from({ length: 600 }, (_, number) => documentOf('seed', number)).map((drawnDocument) =>
    JSON.stringify(drawnDocument).replaceAll('\\"', '"'),
  );
  expect(filters.filter((text) => /(some|every|none)"?: ?\{\}/.test(text)).length).toBeGreaterThan(0);
  expect(filters.filter((text) => /(and|or)"?: ?\[\{.*?not"?: ?\{/.test(text)).length).toBeGreaterThan(0);
});

test.each(Object.keys(fuses))('the bomb "%s" is made for every root', (kind) => {
  for (const root of ['publicShare(id: "x")', 'organization'])
    expect(
      fuses[kind]!({ field: root, type: 'PublicShare', leaf: 'id', kind: 'query' }, new Dice('seed', kind)).query,
    ).not.toBe('');
});

test.each(Object.keys(bodyKinds))('the body "%s" can be sent', (kind) => {
  for (let number = 0; number < 5; number += 1)
    expect(Buffer.byteLength(bodyKinds[kind]!(new Dice('seed', kind, number)).body ?? '')).toBeLessThan(8 * 2 ** 20);
});

test('arguments are parsed, and invalid ones are refused with a message', () => {
  expect(readOptions(['--minutes', '10', '--seed', '123', '--case', 'bombs:7'])).toMatchObject({
    ...{ seconds: 600, seed: '123', only: { phase: 'bombs', number: 7 } },
  });
  expect(readOptions([]).seed).toMatch(/^[0-9a-f]{8}$/);
  for (const wrong of [
    ['--minutes', 'x'],
    ['--minutes', '0'],
    ['--phases', 'none'],
    ['--case', 'bombs'],
    ['--what'],
    ['x'],
  ])
    expect(() => readOptions(wrong)).toThrow('Usage:');
});

test.each(Object.entries(messages))('messages for MCP can be generated and replayed: %s', (_kind, make) => {
  for (let number = 0; number < 40; number += 1) {
    const createRequest = () => make(new Dice('seed', 'mcp', number), world);
    expect(createRequest()).toEqual(createRequest());
    expect(createRequest()).toMatchObject({ path: '/mcp', body: expect.any(String) });
  }
});

test('each list of the schema has a valid document within the allowed cost', () => {
  const names = listQuestions.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['hosts', 'hosts.tags', 'hosts.services', 'savedViews.positions', 'savedViews.routes']),
  );
  expect(names).toEqual(expect.arrayContaining(['hosts by name', 'vlans by vlanNumber']));
  const faults = listQuestions.flatMap(({ document }) => validate(publishedSchema, parse(document(3))));
  expect(faults).toEqual([]);
});

test('each list of REST is read as a whole and in every order', () => {
  const paths = restLists.map(({ request }) => request(1000).path);
  expect(paths).toEqual(
    expect.arrayContaining([
      ...['/api/v1/hosts?limit=0', '/api/v1/hosts/export/csv?limit=0', '/api/v1/ports?limit=0'],
      '/api/v1/vlans?limit=1000&order_by=vlan_number&order_direction=desc',
    ]),
  );
});

test('mutations with ids of another tenant are mostly valid', () => {
  const caller = { name: 'a key of A', headers: {}, reach: new Set(['A']) };
  const networkOf = (id: string) => ({ id, ids: Object.fromEntries(world.ids) });
  const organizations = [{ networks: [networkOf('own')] }, { networks: [networkOf('other')] }];
  const attacked = { ...world, callers: [caller], ownerKey: caller, organizations } as unknown as World;
  const queryOf = ({ body }: { body?: unknown }) => (JSON.parse(String(body)) as { query: string }).query;
  for (const number of numbers) {
    const dice = new Dice('seed', 'foreign', number);
    const { request } = number % 2 ? pickMutation(dice, attacked) : hostWithForeignIds(dice, attacked);
    expect(validate(publishedSchema, parse(queryOf(request)))).toEqual([]);
  }
});
