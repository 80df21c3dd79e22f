// Tests the cost of searches: PostgreSQL scans only rows of the caller's own networks, for every search filter, in the
// generic and the custom plan mode.
import { columnsOf } from '../../src/data/model/model-fields';
import { plannings, collectStatements, explainSteps } from '../support/explained-statements';
import { columnConditions, computedConditions } from './filter-paths';
import { createLargeNeighbor, type LargeNeighbor } from './large-neighbor';
import { rootLists } from './schema-shape';

let neighbor: LargeNeighbor;
beforeAll(async () => {
  neighbor = await createLargeNeighbor();
});
afterAll(() => neighbor?.close());

const isContains = (condition: object): boolean => 'contains' in (Object.values(condition)[0] as object);
/** Conditions on the texts of a list: a word of the large tenant in each column, and search texts of several kinds. */
const conditionsOf = (model: string): object[] => [
  ...columnConditions(model, (_model, column) => (column.kind === 'text' ? 'elsewhere-77' : undefined)).filter(
    isContains,
  ),
  ...['elsewhere-77', 'nobody-has-this', '10.0.0.0/8', '02:ab:cd', 'el', 'x'.repeat(200)]
    .flatMap((text) => computedConditions(model, [], text))
    .filter((condition) => 'search' in condition),
];
/** The column by which clients usually sort the list. */
const timeOf = (model: string) => (columnsOf(model).has('createdAt') ? 'createdAt' : 'position');
const lists = rootLists.filter(({ model }) => conditionsOf(model).length > 0);

describe.each(['now', 'then'])('%s', (when) => {
  test.each(lists)(
    '$field read no rows but the caller’s own for a text',
    async ({ field, model }) => {
      const directive = when === 'now' ? '' : `@at(instant: "${neighbor.past.toISOString()}")`;
      const wideSteps: string[] = [];
      for (const filter of conditionsOf(model))
        for (const order of [timeOf(model), 'id']) {
          const page = `filter: $filter, orderBy: [{ field: ${order} }]`;
          const document = `query ($filter: ${model}Filter) ${directive} { ${field}(${page}) { totalCount nodes { id } } }`;
          const statements = await collectStatements(/LIKE/, () => neighbor.world.owner.query(document, { filter }));
          expect(statements.length).toBeGreaterThan(0);
          const wide = await neighbor.tooWide(statements);
          wideSteps.push(...wide.map((step) => `${JSON.stringify(filter)} by ${order}, ${step}`));
        }
      expect(wideSteps).toEqual([]);
    },
    120_000,
  );
});

test.each(['now', 'then'])('a search over all kinds reads no rows but the caller’s own, %s', async (when) => {
  const directive = when === 'now' ? '' : `@at(instant: "${neighbor.past.toISOString()}")`;
  const query = `query ($text: String!) ${directive} { search(text: $text) { totalCount } }`;
  const wideSteps: string[] = [];
  for (const text of [
    'elsewhere-77',
    'el',
    'e',
    '10.0.0.0/8',
    '10.0.0.77',
    '10.0.',
    '02:ab:cd',
    '02:ab:cd:00:00:4d',
    '77',
  ]) {
    const statements = await collectStatements(/ AS kind/, () => neighbor.world.owner.query(query, { text }));
    expect(statements).toHaveLength(1);
    wideSteps.push(...(await neighbor.tooWide(statements)).map((step) => `${text}, ${step}`));
  }
  expect(wideSteps).toEqual([]);
});

describe('many networks', () => {
  const networks = 320;
  const title = 'Rack 7 of aisle';
  const query = `query ($text: String, $offset: Int) {
    hosts(filter: { search: $text }, first: 5, offset: $offset) { totalCount nodes { name } }
  }`;
  const search = async (text: string, offset = 0) => (await neighbor.world.owner.query(query, { text, offset })).hosts;
  beforeAll(async () => {
    await neighbor.client.query(
      `WITH added AS (INSERT INTO networks (organization_id, name)
         SELECT $1, 'Aisle ' || i FROM generate_series(1, ${networks}) i RETURNING id, name)
       INSERT INTO hosts (network_id, name, source_type) SELECT id, '${title} ' || name, 'Manual' FROM added`,
      [neighbor.world.organizationId],
    );
  });

  test('a scan of an index looks for a text in many of them at once', async () => {
    const [statement, ...others] = await collectStatements(/search_keys/, () => search(title));
    expect(others).toEqual([]);
    const steps = await explainSteps(neighbor.client, statement!);
    for (const planning of plannings) {
      const scans = steps[planning].filter((step) => /_search_idx$/.test(step['Index Name'] ?? ''));
      expect(scans.map((step) => step['Index Name']).sort()).toEqual(['hosts_search_idx', 'services_search_idx']);
      for (const scan of scans) expect(scan['Actual Loops']).toBeLessThanOrEqual(networks / 20);
    }
  });

  test('matches in all networks are counted, and their pages are the same', async () => {
    expect(await search(title)).toMatchObject({ totalCount: networks, nodes: { length: 5 } });
    expect(await search(title, networks - 2)).toMatchObject({ totalCount: networks, nodes: { length: 2 } });
    expect(await search(title, networks)).toEqual({ totalCount: networks, nodes: [] });
    expect(await search(`${title} Aisle 77`)).toEqual({ totalCount: 1, nodes: [{ name: `${title} Aisle 77` }] });
    // The text consists of trigrams that occur in a name, but is not part of the name.
    expect(await search(`${title} Aisle 7 of aisle 77`)).toEqual({ totalCount: 0, nodes: [] });
  });
});

test('a text has at most 16 keys in the index, each once, and they are those of the network', async () => {
  const keysOf = async (network: string, text: string) => {
    const { rows } = await neighbor.client.query<{ keys: string[] }>('SELECT searched_keys($1, $2) AS keys', [
      network,
      text,
    ]);
    return rows[0]!.keys;
  };
  const { networkId, otherNetworkId } = neighbor.world;
  const long = Array.from({ length: 200 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
  for (const text of ['abc', 'abcdefgh', 'a'.repeat(200), long]) {
    const keys = await keysOf(networkId, text);
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.length).toBeLessThanOrEqual(16);
    expect(new Set(keys).size).toBe(keys.length);
    const elsewhere = await keysOf(otherNetworkId, text);
    expect(elsewhere.filter((key) => keys.includes(key))).toEqual([]);
  }
});

test.each(lists.filter(({ model }) => computedConditions(model, [], 'x').some((one) => 'search' in one)))(
  '$field take a search of 200 characters and no more, through both doors',
  async ({ field, model }) => {
    const query = `query ($filter: ${model}Filter) { ${field}(filter: $filter) { totalCount } }`;
    const refusal = { code: 'validation_max_length', params: { field: 'search', max: 200 } };
    const ask = (search: string) =>
      neighbor.world.key.send('POST', '/graphql', { body: { query, variables: { filter: { search } } } });
    expect((await ask('\u{1F600}'.repeat(200))).body.errors).toBeUndefined();
    expect((await ask('x'.repeat(201))).body.errors[0].extensions).toMatchObject(refusal);
    const path = { hosts: '/hosts', subnets: '/subnets', discoveries: '/discovery', services: '/services' }[field];
    expect(path).toBeDefined();
    const reply = await neighbor.world.key.rest.get(`${path}?search=${'x'.repeat(201)}`);
    expect([reply.status, reply.body]).toEqual([400, expect.objectContaining(refusal)]);
  },
);
