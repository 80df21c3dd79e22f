// Tests that a database client calls its commit listeners once after each committed transaction that wrote rows, and
// after no other transaction. The method that sent the statements makes no difference.
import { randomUUID } from 'node:crypto';
import { createPrismaClient, directSqlOf } from '../../src/data/client';
import { dbFor } from '../../src/data/tenancy/scoped-db';
import type { PrismaClient } from '../../src/generated/prisma/client';
import { createWorld, type World } from '../support/world';
import { createViewer } from '../support/viewers';

let world: World;
let prisma: PrismaClient;
let committedCount = 0;
let stop: () => void;
beforeAll(async () => {
  world = await createWorld();
  // The suite counts the commits of a separate client, because the test server also writes with `world.prisma`.
  prisma = createPrismaClient(process.env.TEST_DATABASE_URL!, { poolSize: 2 });
  stop = directSqlOf(prisma).onCommit(() => (committedCount += 1));
});
afterAll(async () => {
  await prisma.$disconnect();
  await world.close();
});

/** Runs the work, and returns how often the commit listener was called while the work ran. */
async function toldOf(work: () => Promise<unknown>): Promise<number> {
  const before = committedCount;
  await work();
  return committedCount - before;
}
const host = () => ({ id: randomUUID(), networkId: world.networkId, name: 'written' });
const insert = `INSERT INTO hosts (id, network_id, name, updated_at) SELECT gen_random_uuid(), id, 'written', now() FROM networks WHERE id = $1::uuid`;
const refuse = () => {
  throw new Error('no');
};

test('a single write reports a commit: through the scoped client, through Prisma, and by hand', async () => {
  const scopedDb = dbFor(prisma, createViewer(world));
  const { id } = host();
  expect(await toldOf(() => scopedDb.host.create({ data: { ...host(), id } }))).toBe(1);
  expect(await toldOf(() => scopedDb.host.update({ where: { id }, data: { name: 'again' } }))).toBe(1);
  expect(await toldOf(() => prisma.host.updateMany({ where: { id }, data: { name: 'and again' } }))).toBe(1);
  expect(await toldOf(() => prisma.$executeRawUnsafe(insert, world.networkId))).toBe(1);
  expect(await toldOf(() => directSqlOf(prisma).execute(insert, [world.networkId]))).toBe(1);
  expect(await toldOf(() => scopedDb.host.delete({ where: { id } }))).toBe(1);
});

test('a transaction reports one commit, when it has ended, whatever it has rolled back to a savepoint', async () => {
  const scopedDb = dbFor(prisma, createViewer(world));
  const inside: number[] = [];
  const notifications = await toldOf(() =>
    scopedDb.$transaction(async (tx) => {
      const before = committedCount;
      await tx.host.create({ data: host() });
      await tx.host.create({ data: host() });
      inside.push(committedCount - before);
    }),
  );
  expect([notifications, inside]).toEqual([1, [0]]);
  const undoing = () =>
    prisma.$transaction(async (tx) => {
      await tx.host.create({ data: host() });
      await tx.$executeRawUnsafe('SAVEPOINT before');
      await tx.host.create({ data: host() });
      await tx.$executeRawUnsafe('ROLLBACK TO SAVEPOINT before');
    });
  expect(await toldOf(undoing)).toBe(1);
});

test('when a commit is reported, other connections see its rows', async () => {
  const { id } = host();
  const seenValues: unknown[] = [];
  const look = directSqlOf(prisma).onCommit(() => {
    seenValues.push(world.prisma.host.findUnique({ where: { id }, select: { id: true } }));
  });
  await prisma.$transaction((tx) => tx.host.create({ data: { ...host(), id } }));
  look();
  expect(await Promise.all(seenValues)).toEqual([{ id }]);
});

test('reads, failures, writes without a row and rolled back transactions report no commit', async () => {
  const scopedDb = dbFor(prisma, createViewer(world));
  const { id } = await scopedDb.host.create({ data: host() });
  const takenHost = { ...host(), id };
  const failing = (work: Promise<unknown>) => expect(work).rejects.toThrow();
  const reportedCount = await toldOf(async () => {
    await scopedDb.host.findMany({ take: 1 });
    await prisma.$transaction((tx) => tx.host.count());
    await scopedDb.host.updateMany({ where: { id: randomUUID() }, data: { name: 'nobody' } });
    await failing(scopedDb.host.create({ data: takenHost }));
    await failing(scopedDb.$transaction(async (tx) => (await tx.host.create({ data: host() }), refuse())));
    await failing(
      prisma.$transaction(async (tx) => {
        await tx.host.create({ data: host() });
        await tx.host.create({ data: takenHost });
      }),
    );
    // The deferred constraint is violated, so this transaction fails at COMMIT.
    await failing(
      prisma.$transaction(async (tx) => {
        await tx.$executeRawUnsafe(
          'CREATE TEMP TABLE late (id int UNIQUE DEFERRABLE INITIALLY DEFERRED) ON COMMIT DROP',
        );
        await tx.$executeRawUnsafe('INSERT INTO late VALUES (1), (1)');
      }),
    );
  });
  expect(reportedCount).toBe(0);
});

test('a listener that was removed is not called', async () => {
  stop();
  expect(await toldOf(() => prisma.host.create({ data: host() }))).toBe(0);
});
