// Tests reading whole lists, as streams and as files. The number of rows that PostgreSQL scans grows in proportion to
// the list, and the result equals that of the list's pages.
import { Client } from 'pg';
import { plannings, rowsSeen, collectStatements, explainSteps } from '../support/explained-statements';
import { csvRows } from '../support/files';
import { databaseInstant } from '../support/instants';
import { createMigratedDatabase, type OwnDatabase } from '../support/own-database';
import { createWorld, type World } from '../support/world';

/** Lists are measured with 200 hosts (two pages) and with four times as many hosts (eight pages). */
const few = 200;
const growth = 4;

let database: OwnDatabase;
let world: World;
let client: Client;
let past: Date;
/** The number of rows that PostgreSQL reads for each list while there are few hosts. */
let before: Map<string, number>;
beforeAll(async () => {
  database = await createMigratedDatabase();
  world = await createWorld({ DATABASE_URL: database.url });
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('SET enable_seqscan = off');
  await addHosts(1, few);
  before = await lookedAt();
  await addHosts(few + 1, few * growth);
});
afterAll(async () => {
  await client?.end();
  await world?.stop();
  await database?.drop();
});

/**
 * Adds hosts with a service and a tag each to the two networks. The columns that sort the hosts have equal and missing
 * values.
 */
async function addHosts(from: number, to: number): Promise<void> {
  const { networkId, otherNetworkId, organizationId, prisma } = world;
  await database.query(`
    WITH made AS (
      INSERT INTO hosts (network_id, name, hostname, model, sys_descr, source_type)
      SELECT CASE i % 2 WHEN 0 THEN '${networkId}'::uuid ELSE '${otherNetworkId}' END, 'host-' || i % 300,
        CASE WHEN i % 3 > 0 THEN 'host-' || i || '.example.net' END, 'Model ' || i % 50, 'Switch software', 'Manual'
      FROM generate_series(${from}, ${to}) i RETURNING id, network_id
    ), tag AS (
      INSERT INTO tags (organization_id, name) VALUES ('${organizationId}', 'Tag ${from}') RETURNING id
    ), tagged AS (
      INSERT INTO tag_assignments (organization_id, network_id, tag_id, host_id)
      SELECT '${organizationId}', made.network_id, tag.id, made.id FROM made, tag
    )
    INSERT INTO services (network_id, host_id, name, service_definition)
    SELECT network_id, id, 'SSH of a model', 'SSH' FROM made`);
  await database.query('VACUUM ANALYZE');
  past = await databaseInstant(prisma);
  // Creates past states, so that reads of the past have rows to scan.
  await database.query(`UPDATE hosts SET description = 'changed ' || id`);
}

const lists = [
  '/hosts?limit=0&include_children=false',
  '/hosts?limit=0&include_children=false&search=model',
  '/hosts?limit=0&include_children=false&search=switch+software&order_by=name&order_direction=desc',
  '/hosts?limit=0&include_children=false&order_by=hostname',
  '/hosts?limit=0&include_children=false&order_by=virtualized_by',
  '/hosts/export/csv?search=model',
  '/hosts/export/csv?search=ssh',
  '/services?limit=0&order_by=service_definition',
];
const requests = lists.flatMap((path) => [
  { path, isPast: false },
  { path, isPast: true },
]);
const pathOf = ({ path, isPast }: (typeof requests)[number]) => (isPast ? `${path}&at=${past.toISOString()}` : path);
const titleOf = ({ path, isPast }: (typeof requests)[number]) => `${path}${isPast ? ' then' : ''}`;

async function get(path: string) {
  const { status, body, story } = await world.key.rest.get(path);
  if (status !== 200) throw new Error(story);
  return body;
}

/**
 * The number of rows that PostgreSQL reads for each list: the sum over the steps of all query plans, for generic and
 * for custom plans.
 */
async function lookedAt(): Promise<Map<string, number>> {
  const rowCounts = new Map<string, number>();
  for (const one of requests) {
    const statements = await collectStatements(/FROM/, () => get(pathOf(one)));
    const rows = { force_generic_plan: 0, force_custom_plan: 0 };
    for (const statement of statements) {
      const steps = await explainSteps(client, statement);
      for (const planning of plannings)
        rows[planning] += steps[planning].reduce((sum, step) => sum + rowsSeen(step), 0);
    }
    for (const planning of plannings) rowCounts.set(`${titleOf(one)}, ${planning}`, rows[planning]);
  }
  return rowCounts;
}

test('the cost of reading a whole list is proportional to its length, whatever plan PostgreSQL chooses', async () => {
  const after = await lookedAt();
  const grown = [...after].map(([title, rows]) => ({ title, growth: rows / before.get(title)!, rows }));
  // There are now four times as many pages. If each page were read from the beginning of the list, PostgreSQL would
  // read sixteen times as many rows.
  expect(grown.filter((one) => !(one.growth < growth * 1.5))).toEqual([]);
});

describe('rows of whole lists', () => {
  const fields = ['name', 'hostname', 'virtualized_by'];
  const directions = ['asc', 'desc'];
  const searches = ['', '&search=model', '&search=no-such-text'];

  test.each(searches)(
    'a whole list has the rows of its pages, in the same order: %s',
    async (searched) => {
      for (const [turn, instant] of ['', `&at=${past.toISOString()}`].entries())
        for (const [at, field] of fields.entries()) {
          // Alternates the direction, so that each field is sorted both ways, at present and in the past, with and
          // without a search.
          const direction = directions[(turn + at + searches.indexOf(searched)) % directions.length];
          const order = `order_by=${field}&order_direction=${direction}`;
          const question = `include_children=false&${order}${searched}${instant}`;
          const { data: whole, meta } = await get(`/hosts?limit=0&${question}`);
          const paged: unknown[] = [];
          for (let offset = 0; offset < whole.length; offset += 300)
            paged.push(...(await get(`/hosts?limit=300&offset=${offset}&${question}`)).data);
          expect([question, whole.length]).toEqual([question, searched.includes('no-such') ? 0 : few * growth]);
          expect(meta.pagination.total_count).toBe(whole.length);
          expect(whole).toEqual(paged);
          const file = csvRows(await get(`/hosts/export/csv?${order}${searched}${instant}`));
          expect(file.map(({ id }) => id)).toEqual((whole as { id: string }[]).map(({ id }) => id));
        }
    },
    120_000,
  );

  test('an offset skips exactly that many rows', async () => {
    const { data: whole } = await get('/hosts?limit=0&include_children=false&search=model&order_by=name');
    const { data: rest } = await get('/hosts?limit=0&include_children=false&search=model&order_by=name&offset=333');
    expect(rest).toEqual(whole.slice(333));
  });
});
