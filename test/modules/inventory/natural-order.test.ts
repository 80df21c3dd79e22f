// Lists in natural order of names over REST and GraphQL: "switch-2" comes before "switch-10", now and in the past.
// Reading them costs as much as ordering by name.
import { Client } from 'pg';
import { modelNames, columnsOf } from '../../../src/data/model/model-fields';
import { plannings, collectStatements, explainSteps } from '../../support/explained-statements';
import { databaseInstant } from '../../support/instants';
import { createWorld, type World } from '../../support/world';

const names = [
  'AP-9',
  'ap-10',
  'core',
  'Switch-1',
  'switch-2',
  'switch-2',
  'SWITCH-02',
  'switch-10',
  'zürich-1',
  'Zürich-2',
];

let world: World;
let hostId: string;
beforeAll(async () => {
  world = await createWorld();
  const { prisma, networkId, otherNetworkId, organizationId } = world;
  // The names are in neither chronological nor alphabetical order, and alternate between two networks.
  const mixedRows = names.map((name, at) => ({ name, networkId: at % 2 ? networkId : otherNetworkId })).reverse();
  await prisma.host.createMany({ data: mixedRows });
  hostId = (await prisma.host.create({ data: { networkId, name: 'of the ports' } })).id;
  const ports = ['Gi1/0/10', 'Gi1/0/2', null, 'gi1/0/1'];
  await prisma.interface.createMany({
    data: ports.map((ifName, at) => ({ networkId, hostId, ifIndex: at + 1, ifName })),
  });
  await prisma.vlan.createMany({
    data: ['v10', 'V9', 'v1'].map((name, at) => ({ networkId, organizationId, name, vlanNumber: at + 1 })),
  });
});
afterAll(() => world.close());

type NamedRow = { readonly id: string; readonly name: string };
/**
 * A name as its sort key compares it: without differences in case and in leading zeros. Rows with equal keys are
 * ordered by their random ids.
 */
const foldedName = (name: string) => name.toLowerCase().replace('02', '2');
const foldNames = (rows: readonly NamedRow[]) => rows.map(({ name }) => foldedName(name));
const expectedTexts = names.map(foldedName);
const without = (rows: readonly NamedRow[]) => rows.filter(({ name }) => name !== 'of the ports');
const idsOf = (rows: readonly NamedRow[]) => rows.map(({ id }) => id);
const rest = async (path: string) => {
  const { status, body, story } = await world.key.rest.get(path);
  if (status !== 200) throw new Error(story);
  return body.data as NamedRow[];
};

test('REST lists hosts of several networks in natural order, by pages and at once, in both directions', async () => {
  const whole = await rest('/hosts?limit=0&order_by=natural_name');
  expect(foldNames(without(whole))).toEqual(expectedTexts);
  const pagedRows: NamedRow[] = [];
  for (let offset = 0; offset < whole.length; offset += 3)
    pagedRows.push(...(await rest(`/hosts?limit=3&offset=${offset}&order_by=natural_name`)));
  expect(idsOf(pagedRows)).toEqual(idsOf(whole));
  const turnedReply = await rest('/hosts?limit=0&order_by=natural_name&order_direction=desc');
  expect(foldNames(without(turnedReply))).toEqual([...expectedTexts].reverse());
  const searchReply = await rest('/hosts?limit=0&search=switch&order_by=natural_name');
  expect(foldNames(searchReply)).toEqual(expectedTexts.filter((name) => name.startsWith('switch')));
});

test('GraphQL pages through the natural order by cursor from both ends, with ties by id', async () => {
  const page = async (range: string) => {
    const { hosts } = await world.key.query(
      `{ hosts(${range}, orderBy: [{ field: naturalName }]) { nodes { id name } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } }`,
    );
    return hosts as { nodes: NamedRow[]; pageInfo: Record<string, string | boolean> };
  };
  const { nodes: whole } = await page('first: 100');
  expect(foldNames(without(whole))).toEqual(expectedTexts);
  const ties = whole.filter(({ name }) => /^switch-0?2$/i.test(name)).map(({ id }) => id);
  expect(ties).toEqual([...ties].sort());
  const forwards: NamedRow[] = [];
  for (let range = 'first: 2'; ;) {
    const { nodes, pageInfo } = await page(range);
    forwards.push(...nodes);
    if (!pageInfo.hasNextPage) break;
    range = `first: 2, after: "${pageInfo.endCursor}"`;
  }
  expect(idsOf(forwards)).toEqual(idsOf(whole));
  const backwards: NamedRow[] = [];
  for (let range = 'last: 2'; ;) {
    const { nodes, pageInfo } = await page(range);
    backwards.unshift(...nodes);
    if (!pageInfo.hasPreviousPage) break;
    range = `last: 2, before: "${pageInfo.startCursor}"`;
  }
  expect(idsOf(backwards)).toEqual(idsOf(whole));
});

test('nested lists have the natural order too; interfaces by ifName, unnamed ones last', async () => {
  const pagesOf = async (list: (range: string) => string, read: (data: never) => Page, size: number) => {
    const visitedRows: unknown[] = [];
    for (let after = ''; ;) {
      const order = `first: ${size}, ${after} orderBy: [{ field: naturalName }]`;
      const { nodes, pageInfo } = read((await world.key.query(list(order))) as never);
      visitedRows.push(...nodes.map(({ called }) => called));
      if (!pageInfo.hasNextPage) return visitedRows;
      after = `after: "${pageInfo.endCursor}",`;
    }
  };
  type Page = { nodes: { called: string | null }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
  const members = (field: string) => `nodes { called: ${field} } pageInfo { hasNextPage endCursor }`;
  const ports = await pagesOf(
    (range) => `{ list: interfaces(filter: { hostId: { eq: "${hostId}" } }, ${range}) { ${members('ifName')} } }`,
    ({ list }: { list: Page }) => list,
    3,
  );
  expect(ports).toEqual(['gi1/0/1', 'Gi1/0/2', 'Gi1/0/10', null]);
  const hosts = await pagesOf(
    (range) => `{ network(id: "${world.otherNetworkId}") { hosts(${range}) { ${members('name')} } } }`,
    ({ network }: { network: { hosts: Page } }) => network.hosts,
    2,
  );
  expect((hosts as string[]).map(foldedName)).toEqual(expectedTexts.filter((_name, at) => at % 2 === 0));
});

test('past lists are ordered by the names of that time', async () => {
  const { prisma, networkId } = world;
  const then = await databaseInstant(prisma);
  const renamedVlan = await prisma.vlan.findFirstOrThrow({ where: { networkId, name: 'v10' } });
  await prisma.vlan.update({ where: { id: renamedVlan.id }, data: { name: 'v0' } });
  const vlans = async (at: string) =>
    (await rest(`/vlans?network_id=${networkId}&order_by=natural_name${at}`)).map(({ name }) => name);
  expect(await vlans('')).toEqual(['v0', 'v1', 'V9']);
  expect(await vlans(`&at=${then.toISOString()}`)).toEqual(['v1', 'V9', 'v10']);
  const hosts = await rest(`/hosts?limit=0&order_by=natural_name&at=${then.toISOString()}`);
  expect(foldNames(without(hosts))).toEqual(expectedTexts);
  const { vlans: page } = await world.key.query(
    `query ($at: DateTime!) @at(instant: $at) { vlans(networkId: "${networkId}", first: 1, orderBy: [{ field: naturalName }]) {
       nodes { name } pageInfo { endCursor } } }`,
    { at: then },
  );
  const { vlans: next } = await world.key.query(
    `query ($at: DateTime!, $after: String!) @at(instant: $at) { vlans(networkId: "${networkId}", after: $after, orderBy: [{ field: naturalName }]) {
       nodes { name } } }`,
    { at: then, after: page.pageInfo.endCursor },
  );
  expect([page.nodes, next.nodes]).toEqual([[{ name: 'v1' }], [{ name: 'V9' }, { name: 'v10' }]]);
});

test('every list and route that can be ordered by a name has the natural order', async () => {
  const { __schema } = await world.key.query('{ __schema { types { name enumValues { name } } } }');
  const types = __schema.types as { name: string; enumValues: { name: string }[] | null }[];
  const orders = types.filter(({ name }) => name.endsWith('OrderField'));
  const by = (name: string) =>
    orders.filter(({ enumValues }) => enumValues!.some((value) => value.name === name)).map((order) => order.name);
  expect(by('naturalName')).toEqual([...by('name'), ...by('ifName')].sort());
  expect(by('naturalName')).toContain('HostOrderField');
  expect(
    modelNames
      .filter((model) => columnsOf(model).has('naturalName'))
      .map((model) => `${model}OrderField`)
      .sort(),
  ).toEqual(by('naturalName'));
  const { body } = await world.anonymous.send('GET', '/openapi.json');
  const parameters = Object.values(body.paths as Record<string, Record<string, { parameters?: object[] }>>)
    .flatMap((path) => Object.values(path))
    .flatMap((operation) => (operation.parameters ?? []) as { name: string; schema: { enum?: string[] } }[])
    .filter(({ name }) => name === 'order_by');
  expect(parameters).not.toEqual([]);
  for (const { schema } of parameters)
    expect(schema.enum!.includes('natural_name')).toBe(schema.enum!.includes('name'));
});

test('rows cannot be grouped by the natural order', async () => {
  expect((await world.key.rest.get('/hosts?group_by=natural_name')).body).toMatchObject({
    code: 'validation_invalid_format',
    params: { field: 'group_by' },
  });
  expect(await world.key.refusal('{ hosts { groupCounts(by: naturalName) { count } } }')).toMatchObject({
    code: 'validation_invalid_format',
    params: { field: 'by' },
  });
  const rows = await rest('/hosts?limit=0&group_by=network_id&order_by=natural_name');
  expect(rows).toHaveLength(names.length + 1);
});

describe('cost', () => {
  const statements = (path: string) => world.queries.countNeeded(() => rest(path));

  test('a list in natural order takes as many statements as one by name', async () => {
    await rest('/hosts?order_by=name');
    expect(await statements('/hosts?order_by=natural_name')).toBe(await statements('/hosts?order_by=name'));
  });

  test.each(['hosts', 'services'])(
    'pages of %s in natural order come from an index, like those by name',
    async (path) => {
      const client = new Client({ connectionString: process.env.TEST_DATABASE_URL });
      await client.connect();
      // Without these settings, PostgreSQL would scan the small tables of the test completely instead of using indexes.
      await client.query('SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off');
      try {
        for (const order of ['name', 'natural_name']) {
          const page = () => rest(`/${path}?limit=2&order_by=${order}`);
          const sentStatements = await collectStatements(
            new RegExp(`ORDER BY t\\.${order} ASC, t\\.id ASC LIMIT`),
            page,
          );
          expect(sentStatements).not.toEqual([]);
          for (const statement of sentStatements) {
            const steps = await explainSteps(client, statement);
            for (const planning of plannings)
              expect(steps[planning].map((step) => step['Index Name'])).toContain(`${path}_network_id_${order}_id_idx`);
          }
        }
      } finally {
        await client.end();
      }
    },
  );
});
