// What looking for a text costs: PostgreSQL reads rows of the caller's own networks alone, whatever the filter, however it plans.
import { Client } from 'pg';
import { plannings, rowsSeen, statementsOf, stepsOf, type Statement } from '../support/explained-statements';
import { createMigratedDatabase, type OwnDatabase } from '../support/own-database';
import { instantOf } from '../support/instants';
import { addInventory } from '../support/inventory';
import { createWorld, type World } from '../support/world';
import { columnConditions, computedConditions } from './filter-paths';
import { rootLists } from './schema-shape';

/** Rows of each kind in the network that is not the caller's. */
const others = 4_000;
/** More than the caller has of any kind, and a small part of what others have. */
const own = 200;

let database: OwnDatabase;
let world: World;
let past: Date;
let client: Client;
beforeAll(async () => {
  database = await createMigratedDatabase();
  world = await createWorld({ DATABASE_URL: database.url });
  await addInventory(world.prisma, world, 3);
  const { strangerNetworkId: network } = world;
  await database.query(`
    INSERT INTO hosts (network_id, name, hostname, sys_descr, source_type)
    SELECT '${network}', 'elsewhere-' || i, 'elsewhere-' || i || '.example', 'Software of elsewhere', 'Manual'
    FROM generate_series(1, ${others}) i`);
  await database.query(`
    WITH subnet AS (INSERT INTO subnets (network_id, name, cidr, subnet_type) VALUES ('${network}', 'All', '10.0.0.0/8', 'Lan')
      RETURNING id, cidr),
    addresses AS (INSERT INTO ip_addresses (network_id, host_id, subnet_id, subnet_cidr, ip_address)
      SELECT '${network}', h.id, s.id, s.cidr, '10.0.0.0'::inet + substr(h.name, 11)::int
      FROM hosts h, subnet s WHERE h.network_id = '${network}'),
    interfaces AS (INSERT INTO interfaces (network_id, host_id, if_index, if_name, if_descr, mac_address)
      SELECT network_id, id, 1, 'elsewhere', 'elsewhere', '02:ab:cd:' || regexp_replace(lpad(to_hex(substr(name, 11)::int), 6, '0'), '(..)(..)(..)', '\\1:\\2:\\3')
      FROM hosts WHERE network_id = '${network}')
    INSERT INTO services (network_id, host_id, name, service_definition)
    SELECT network_id, id, 'elsewhere', 'elsewhere' FROM hosts WHERE network_id = '${network}'`);
  past = await instantOf(world.prisma);
  await database.query('VACUUM ANALYZE');
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('SET enable_seqscan = off');
}, 120_000);
afterAll(async () => {
  await client?.end();
  await world?.stop();
  await database?.drop();
});

/** The most rows that any reading step of the statement looks at. */
async function rowsRead(statement: Statement, planning: (typeof plannings)[number]) {
  const reading = (await stepsOf(client, statement, planning)).filter(
    (step) => step['Relation Name'] !== undefined || step['Index Name'] !== undefined,
  );
  return reading
    .map((step) => ({
      rows: rowsSeen(step),
      at: `${step['Node Type']} ${step['Relation Name'] ?? ''} ${step['Index Name'] ?? ''}`,
    }))
    .reduce((most, one) => (one.rows > most.rows ? one : most));
}

const isContains = (condition: object): boolean => 'contains' in (Object.values(condition)[0] as object);
/** Conditions on texts that a list offers: a word of somebody else's in each column, and everything that a search takes. */
const conditionsOf = (model: string): object[] => [
  ...columnConditions(model, (_model, column) => (column.kind === 'text' ? 'elsewhere-77' : undefined)).filter(
    isContains,
  ),
  ...['elsewhere-77', 'nobody-has-this', '10.0.0.0/8', '02:ab:cd', 'el', 'x'.repeat(200)]
    .flatMap((text) => computedConditions(model, [], text))
    .filter((condition) => 'search' in condition),
];
const lists = rootLists.filter(({ model }) => conditionsOf(model).length > 0);

describe.each(['now', 'then'])('%s', (when) => {
  test.each(lists)(
    '$field read no rows but the caller’s own for a text',
    async ({ field, model }) => {
      const directive = when === 'now' ? '' : `@at(instant: "${past.toISOString()}")`;
      const found: string[] = [];
      for (const filter of conditionsOf(model))
        for (const order of ['createdAt', 'id']) {
          const page = `filter: $filter, orderBy: [{ field: ${order} }]`;
          const document = `query ($filter: ${model}Filter) ${directive} { ${field}(${page}) { totalCount nodes { id } } }`;
          const statements = await statementsOf(/LIKE/, () => world.owner.query(document, { filter }));
          expect(statements.length).toBeGreaterThan(0);
          for (const statement of statements)
            for (const planning of plannings) {
              const most = await rowsRead(statement, planning);
              if (most.rows > own)
                found.push(`${JSON.stringify(filter)} by ${order}, ${planning}: ${most.at} ${most.rows}`);
            }
        }
      expect(found).toEqual([]);
    },
    120_000,
  );
});

test('a text has at most 16 keys in the index, each once, and they are those of the network', async () => {
  const keysOf = async (network: string, text: string) => {
    const { rows } = await client.query<{ keys: string[] }>('SELECT searched_keys($1, $2) AS keys', [network, text]);
    return rows[0]!.keys;
  };
  const { networkId, otherNetworkId } = world;
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
      world.key.send('POST', '/graphql', { body: { query, variables: { filter: { search } } } });
    expect((await ask('\u{1F600}'.repeat(200))).body.errors).toBeUndefined();
    expect((await ask('x'.repeat(201))).body.errors[0].extensions).toMatchObject(refusal);
    const path = { hosts: '/hosts', subnets: '/subnets', discoveries: '/discovery' }[field];
    expect(path).toBeDefined();
    const reply = await world.key.rest.get(`${path}?search=${'x'.repeat(201)}`);
    expect([reply.status, reply.body]).toEqual([400, expect.objectContaining(refusal)]);
  },
);
