// Tests that the responses shown in README and docs/ equal the responses of a service with the demo, apart from times.
// Also tests the documented SQL statement that removes the demo.
import { createPrismaClient } from '../../src/data/client';
import { ensureDemo } from '../../src/demo/load';
import { createMigratedDatabase, type OwnDatabase } from '../support/own-database';
import { type Child, service } from './child';
import { blocks, curls } from './documentation';

let database: OwnDatabase;
let child: Child;
let address: string;

beforeAll(async () => {
  database = await createMigratedDatabase();
  const { url } = database;
  child = service({
    DATABASE_URL: url,
    HOST: '127.0.0.1',
    DEMO: 'off',
    HISTORY_RETENTION_DAYS: 'off',
    LOG_LEVEL: 'warn',
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  const [, port] = await child.waitFor(/REST {7}http:\/\/localhost:(\d+)\/api\/v1/);
  address = `http://127.0.0.1:${port}`;
  const prisma = createPrismaClient(url);
  // The documented responses are those of a demo that was created in the week of this date.
  await ensureDemo(prisma, { now: new Date('2026-11-20T10:00:00Z') });
  await prisma.$disconnect();
});

afterAll(async () => {
  child?.send('SIGTERM');
  await child?.ended;
  await database?.drop();
});

/** Replaces times in a value, because the times of a demo depend on the moment at which the demo was created. */
const withoutTimes = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"a time"'));

test('some commands in the docs are followed by their answers', () => {
  expect(curls.filter(({ answer }) => answer !== undefined).length).toBeGreaterThan(3);
});

test.each(curls.map((curl) => [`${curl.page}: ${curl.body ?? curl.url.pathname}`, curl] as const))(
  '%s',
  async (_name, { url, headers, body, answer }) => {
    const response = await fetch(`${address}${url.pathname}${url.search}`, {
      headers,
      ...(body !== undefined && { method: 'POST', body }),
    });
    expect(response.status).toBe(200);
    const text = await response.text();
    if (!response.headers.get('content-type')!.startsWith('application/json')) return expect(text).not.toBe('');
    const actualAnswer = JSON.parse(text) as { errors?: unknown };
    expect(actualAnswer.errors).toBeUndefined();
    if (answer !== undefined) expect(withoutTimes(actualAnswer)).toEqual(withoutTimes(answer));
  },
);

test('the documented statement that removes the demo removes all its rows', async () => {
  const [statement] = blocks.filter(({ page, language }) => page === 'docs/operating.md' && language === 'sql');
  const countOf = async (table: string) =>
    Number((await database.query<{ count: string }>(`SELECT count(*) FROM ${table}`))[0]!.count);
  // The statement deletes networks, and a background job removes their rows later. So only rows of existing networks
  // are counted.
  const within = (table: string) => `${table} WHERE network_id IN (SELECT id FROM networks)`;
  const tables = ['organizations', 'users', 'networks', ...['hosts', 'ip_addresses', 'topologies'].map(within)];
  for (const table of tables) expect(await countOf(table)).toBeGreaterThan(0);
  await database.query(statement!.text);
  for (const table of tables) expect([table, await countOf(table)]).toEqual([table, 0]);
});
