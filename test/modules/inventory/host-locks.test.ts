// A report takes all of its locks before it sets the time of its changes in the history. So readers of the history
// never wait for a report that itself waits for a lock.
import { dbFor, type ScopedDb } from '../../../src/data/tenancy/scoped-db';
import { lockHostWrites, lockNetwork, lockToReport } from '../../../src/modules/inventory/shared/host-locks.sql';
import type { Db } from '../../../src/data/tenancy/rows';
import { eventually } from '../../support/eventually';
import { createMigratedDatabase, type OwnDatabase } from '../../support/own-database';
import { createViewer } from '../../support/viewers';
import { createWorld, type World } from '../../support/world';

// A separate database, because the suite counts the transactions that write to it.
let database: OwnDatabase;
let world: World;
let db: ScopedDb;
beforeAll(async () => {
  database = await createMigratedDatabase();
  world = await createWorld({ DATABASE_URL: database.url });
  db = dbFor(world.prisma, createViewer(world));
});
afterAll(async () => {
  await world.close();
  await database.drop();
});

const one = async (sql: string) => (await world.prisma.$queryRawUnsafe<{ value: unknown }[]>(sql))[0]!.value;
const waitingSql = `SELECT count(*)::int AS value FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%OF networks%'`;
const writers = 'SELECT count(*)::int AS value FROM history_writers()';
const now = `SELECT date_trunc('milliseconds', clock_timestamp()) AS value`;
const report = () => db.$transaction((tx) => lockToReport(tx, world.networkId));

test.each<[string, (tx: Db) => Promise<void>]>([
  ['hosts that are merged', (tx) => lockHostWrites(tx, world.networkId, { isAlone: true })],
  ['a host that is made', (tx) => lockNetwork(tx, world.networkId)],
])('the lock waits for %s', async (_for, lock) => {
  let release = (): void => undefined;
  const whenReleased = new Promise<void>((resolve) => (release = resolve));
  let isHeld = false;
  const holder = db.$transaction(async (tx) => {
    await lock(tx);
    isHeld = true;
    await whenReleased;
  });
  await eventually(async () => isHeld);
  const reporting = report();
  await eventually(async () => (await one(waitingSql)) === 1);
  expect(await one(writers)).toBe(0);
  const releasedInstant = (await one(now)) as Date;
  release();
  await holder;
  expect((await reporting).getTime()).toBeGreaterThanOrEqual(releasedInstant.getTime());
});

test('two writers of one network run in turn; a deleted network is not locked, but a time is returned', async () => {
  const [first, second] = await Promise.all([report(), report()]);
  expect(first).toBeInstanceOf(Date);
  expect(second).toBeInstanceOf(Date);
  const removedInstant = await db.$transaction((tx) => lockToReport(tx, '00000000-0000-4000-8000-00000000dead'));
  expect(removedInstant).toBeInstanceOf(Date);
});
