// Tests the removal of change marks, the rows of `network_changes` that record when a network changed. Old marks are
// removed, except for the last mark of each existing network.
import { RowsAside } from '../../../src/platform/process/rows-aside';
import { sweepNetworkChanges } from '../../../src/data/tenancy/network-changes';
import { createMigratedDatabase, type OwnDatabase } from '../../support/own-database';
import { createWorld, type World } from '../../support/world';

const rethrow = (error: unknown) => {
  throw error;
};

let database: OwnDatabase;
let world: World;
beforeAll(async () => {
  database = await createMigratedDatabase();
  world = await createWorld({ DATABASE_URL: database.url });
});
afterAll(async () => {
  await world.stop();
  await database.drop();
});

const rename = (name: string) =>
  world.prisma.subnet.updateMany({ where: { networkId: world.networkId }, data: { description: name } });
const marks = (networkId: string) => world.prisma.networkChange.count({ where: { networkId } });
/** Makes the rows that record the network's changes two hours old, and runs the cleanup, which removes old rows. */
async function sweepLater(networkId: string): Promise<void> {
  const changedAt = new Date(Date.now() - 2 * 3_600_000);
  await world.prisma.networkChange.updateMany({ where: { networkId }, data: { changedAt } });
  await sweepNetworkChanges(world.prisma, new Date(), new RowsAside(rethrow));
}

test('old marks are removed, the last of a network stays, and the next change is distinguished from it', async () => {
  for (const name of ['one', 'two', 'three']) await rename(name);
  expect(await marks(world.networkId)).toBeGreaterThanOrEqual(3);
  await sweepNetworkChanges(world.prisma, new Date(), new RowsAside(rethrow));
  expect(await marks(world.networkId)).toBeGreaterThanOrEqual(3);
  // The cleanup keeps rows that are newer than the oldest running transaction. Other test suites may have long
  // transactions on the same server, so the cleanup is repeated until it has removed the rows.
  while ((await marks(world.networkId)) > 1) await sweepLater(world.networkId);
  const { transactionId } = await world.prisma.networkChange.findFirstOrThrow({
    where: { networkId: world.networkId },
  });
  await rename('four');
  const [, latest] = await world.prisma.networkChange.findMany({
    where: { networkId: world.networkId },
    orderBy: { transactionId: 'asc' },
  });
  expect(latest!.transactionId).toBeGreaterThan(transactionId);
});

test('the marks of a deleted network are removed soon', async () => {
  const { id } = await world.prisma.network.create({
    data: { name: 'gone', organizationId: world.organizationId },
  });
  await world.prisma.host.create({ data: { networkId: id, name: 'host' } });
  await world.prisma.network.delete({ where: { id } });
  expect(await marks(id)).toBeGreaterThan(0);
  while ((await marks(id)) > 0) await sweepLater(id);
});
