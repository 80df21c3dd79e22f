// Tests handwritten SQL. A statement of `tenantSafeSql` runs only on the client of the viewer for whom it was built,
// and only by `querySql` and `executeSql`.
import { Prisma } from '../../../src/generated/prisma/client';
import { dbFor, type ScopedDb } from '../../../src/data/tenancy/scoped-db';
import { sqlFor } from '../../../src/data/tenancy/scoped-sql';
import { systemScope, executeSql, querySql, tenantSafeSql, viewerOf } from '../../../src/data/tenancy/tenant-sql';
import { changeTime } from '../../../src/data/tenancy/change-times';
import { lockNetwork } from '../../../src/modules/inventory/shared/host-locks.sql';
import type { Viewer } from '../../../src/data/tenancy/viewer';
import { createWorld, type World } from '../../support/world';
import { createViewer } from '../../support/viewers';

type Raw = Record<
  '$queryRaw' | '$queryRawUnsafe' | '$executeRaw' | '$executeRawUnsafe',
  (...sql: unknown[]) => unknown
>;
type Client = Parameters<typeof querySql>[0];

let world: World;
let viewer: Viewer;
let other: Viewer;
let db: ScopedDb;
beforeAll(async () => {
  world = await createWorld();
  viewer = createViewer(world);
  // A second viewer object with the same rights. A client accepts only statements that were built for its own viewer
  // object.
  other = { ...viewer };
  db = dbFor(world.prisma, viewer);
});
afterAll(() => world.close());

const one = Prisma.sql`SELECT ${1}::int AS one`;
const createSql = () => tenantSafeSql(viewer, one);
/** The two ways to run the work: on the client itself, and in a transaction of the client. */
const bothWays: readonly (readonly [string, <T>(work: (on: Client) => Promise<T>) => Promise<T>])[] = [
  ['outside of a transaction', (work) => work(db)],
  ['inside of a transaction', (work) => db.$transaction((tx) => work(tx))],
];
const noWay = /raw SQL bypasses the tenancy rule/;
const notIts = /a statement of one viewer goes through no client of another one/;

describe.each(bothWays)('%s', (_name, on) => {
  test('statements of the viewer return rows, and the number of affected rows', async () => {
    expect(await on((client) => querySql(client, createSql()))).toEqual([{ one: 1 }]);
    const touch = Prisma.sql`UPDATE networks SET name = name WHERE id = ANY(${[...viewer.networkIds]}::uuid[])`;
    expect(await on((client) => executeSql(client, tenantSafeSql(viewer, touch)))).toBe(2);
    const numberedQuery = { text: 'SELECT $1::int + $1::int AS two', values: [1] };
    expect(await on((client) => querySql(client, tenantSafeSql(viewer, numberedQuery)))).toEqual([{ two: 2 }]);
  });

  test.each<[string, () => unknown]>([
    ['of another viewer', () => tenantSafeSql(other, one)],
    ['of everyone', () => tenantSafeSql(systemScope, one)],
  ])('a statement %s is refused', async (_of, statement) => {
    await expect(on((client) => querySql(client, statement() as never))).rejects.toThrow(notIts);
    await expect(on((client) => executeSql(client, statement() as never))).rejects.toThrow(notIts);
  });

  test.each<[string, () => unknown]>([
    ['a text', () => 'SELECT 1'],
    ['SQL of nobody', () => one],
    ['what only looks like a statement', () => ({ viewer, sql: one, isSafe: true })],
    ['nothing', () => null],
  ])('%s is refused', async (_what, statement) => {
    await expect(on((client) => querySql(client, statement() as never))).rejects.toThrow(noWay);
    await expect(on((client) => executeSql(client, statement() as never))).rejects.toThrow(noWay);
  });

  test('a statement is refused while another one runs on the same transaction', async () => {
    const slow = tenantSafeSql(viewer, Prisma.sql`SELECT pg_sleep(0.1)::text AS slept`);
    const [admittedTables, direct, foreign] = await on((client) =>
      Promise.allSettled([
        querySql(client, slow),
        (async () => (client as unknown as Raw).$queryRawUnsafe('SELECT 1'))(),
        querySql(client, tenantSafeSql(other, one)),
      ]),
    );
    expect([admittedTables.status, direct.status, foreign.status]).toEqual(['fulfilled', 'rejected', 'rejected']);
  });
});

test.each<[string, (tx: Raw) => unknown]>([
  ['$queryRaw', (tx) => tx.$queryRaw(one)],
  ['$queryRaw of a statement', (tx) => tx.$queryRaw(createSql().sql)],
  ['$queryRawUnsafe', (tx) => tx.$queryRawUnsafe('SELECT 1')],
  ['$executeRaw', (tx) => tx.$executeRaw(one)],
  ['$executeRawUnsafe', (tx) => tx.$executeRawUnsafe('SELECT 1')],
])('%s is not available on a scoped client, nor inside its transactions', async (_name, ask) => {
  const raw = (client: object) => (async () => ask(client as Raw))();
  await expect(raw(db)).rejects.toThrow(/not a function/);
  await expect(db.$transaction((tx) => raw(tx))).rejects.toThrow(/not a function/);
});

test('the raw client accepts only statements for everyone', async () => {
  const { prisma } = world;
  expect(viewerOf(prisma)).toBe(systemScope);
  expect(await querySql(prisma, tenantSafeSql(systemScope, one))).toEqual([{ one: 1 }]);
  await expect(querySql(prisma, createSql())).rejects.toThrow(notIts);
  const inTransaction = (statement: ReturnType<typeof createSql>) =>
    prisma.$transaction((tx) => querySql(tx, statement));
  expect(await inTransaction(tenantSafeSql(systemScope, one))).toEqual([{ one: 1 }]);
  await expect(inTransaction(createSql())).rejects.toThrow(notIts);
});

test('locks and times belong to the client that requests them, scoped or raw', async () => {
  for (const client of [db, world.prisma])
    await client.$transaction(async (tx) => {
      await lockNetwork(tx, world.networkId);
      expect(await changeTime(tx, world.networkId)).toBeInstanceOf(Date);
    });
});

test('reads outside of Prisma are limited to their viewer, and reads of the past never go through Prisma', async () => {
  const sql = sqlFor(world.prisma, viewer);
  expect(await sql.query(createSql())).toEqual([{ one: 1 }]);
  expect(await sql.queryTexts(createSql())).toEqual([{ one: '1' }]);
  const rows: object[] = [];
  expect(await sql.queryTexts(createSql(), (row) => void rows.push(row))).toEqual([]);
  expect(rows).toEqual([{ one: '1' }]);
  for (const send of [sql.query, sql.queryTexts]) {
    await expect(send(tenantSafeSql(other, one))).rejects.toThrow(notIts);
    await expect(send(tenantSafeSql(systemScope, one))).rejects.toThrow(notIts);
    await expect(send(one as never)).rejects.toThrow(noWay);
  }
  await expect(querySql(dbFor(world.prisma, viewer, new Date()), createSql())).rejects.toThrow(/the past is only read/);
});
