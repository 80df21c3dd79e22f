// Tests the change token of a network, and the removal of change marks, the rows of `network_changes` that record when a
// network changed. Old marks are removed, except for the last mark of each existing network.
import { Client } from 'pg';
import { Prisma } from '../../../src/generated/prisma/client';
import { RowsAside } from '../../../src/platform/process/rows-aside';
import { changeTokenSql, sweepNetworkChanges } from '../../../src/data/tenancy/network-changes';
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

describe('the change token', () => {
  let networkId: string;
  const clients: Client[] = [];
  beforeAll(async () => {
    ({ id: networkId } = await world.prisma.network.create({
      data: { name: 'followed', organizationId: world.organizationId },
    }));
    for (let index = 0; index < 3; index += 1) {
      const client = new Client({ connectionString: database.url });
      await client.connect();
      clients.push(client);
    }
  });
  afterAll(() => Promise.all(clients.map((client) => client.end())));

  /** The change token, and the names of all hosts that the same statement sees. */
  async function readState(): Promise<{ token: string; hosts: string }> {
    const [state] = await world.prisma.$queryRaw<{ token: string; hosts: string }[]>(Prisma.sql`
      SELECT ${changeTokenSql} AS token,
        (SELECT coalesce(string_agg(name, ' ' ORDER BY name), '') FROM hosts WHERE network_id = n.id) AS hosts
      FROM networks n WHERE n.id = ${networkId}::uuid`);
    return state!;
  }
  const begin = async (client: Client, host: string) => {
    await client.query('BEGIN');
    await client.query('INSERT INTO hosts (network_id, name, updated_at) VALUES ($1, $2, now())', [networkId, host]);
  };
  const sweep = () => sweepNetworkChanges(world.prisma, new Date(), new RowsAside(rethrow));
  const makeMarksOld = async () => {
    const changedAt = new Date(Date.now() - 2 * 3_600_000);
    await world.prisma.networkChange.updateMany({ where: { networkId }, data: { changedAt } });
  };
  const sweepToOne = async () => {
    while ((await marks(networkId)) > 1) await sweepLater(networkId);
  };

  test('does not repeat when a sweep follows a transaction that ends late', async () => {
    const [early, late] = clients as [Client, Client];
    await world.prisma.host.create({ data: { networkId, name: 'long idle' } });
    await makeMarksOld();
    await begin(early, 'begun first');
    await begin(late, 'begun second');
    await late.query('COMMIT');
    const before = await readState();
    await early.query('COMMIT');
    // Until the cleanup has removed the old mark: long transactions of other test suites delay it.
    while ((await marks(networkId)) > 2) await sweep();
    const after = await readState();
    expect(after.hosts).not.toBe(before.hosts);
    expect(after.token).not.toBe(before.token);
  });

  test('is not changed by a sweep', async () => {
    await world.prisma.host.create({ data: { networkId, name: 'one more' } });
    const before = await readState();
    await sweepToOne();
    expect(await readState()).toEqual(before);
  });

  test('differs for different rows, in whatever order transactions begin and end and marks are removed', async () => {
    const hostsByToken = new Map<string, string>();
    let state = 20_261_130;
    const random = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
    let hostCount = 0;
    for (let run = 0; run < 60; run += 1) {
      const idle = [...clients];
      const open: Client[] = [];
      const steps = [
        async () => {
          const client = idle.pop();
          if (!client) return;
          await begin(client, `h${String((hostCount += 1)).padStart(5, '0')}`);
          open.push(client);
        },
        async () => {
          const [client] = open.splice(random(open.length), 1);
          if (!client) return;
          await client.query(random(10) === 0 ? 'ROLLBACK' : 'COMMIT');
          idle.push(client);
        },
        sweep,
        // A transaction lasts less than an hour, so no mark is old while the transactions of its time are open.
        async () => void (open.length === 0 && (await makeMarksOld())),
      ];
      await makeMarksOld();
      for (let step = 0; step < 14; step += 1) {
        await steps[random(steps.length)]!();
        const { token, hosts } = await readState();
        expect([run, token, hostsByToken.get(token) ?? hosts]).toEqual([run, token, hosts]);
        hostsByToken.set(token, hosts);
      }
      for (const client of open) await client.query('COMMIT');
    }
  });

  test('needs no row of its own after the network is deleted', async () => {
    await world.prisma.network.delete({ where: { id: networkId } });
    while ((await marks(networkId)) > 0) await sweepLater(networkId);
    await sweep();
    expect(await database.query('SELECT FROM swept_changes WHERE network_id = $1', [networkId])).toEqual([]);
  });
});
