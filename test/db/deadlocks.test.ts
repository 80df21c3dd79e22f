// Proves that a write which loses a deadlock is tried again and the caller never hears of it.
import { randomUUID } from 'node:crypto';
import { openConnection } from '../../src/db/connect';
import { createWorld, type World } from '../support/world';

let world: World;
let other: Awaited<ReturnType<typeof openConnection>>;
beforeAll(async () => {
  world = await createWorld();
  other = await openConnection(process.env.TEST_DATABASE_URL!);
  // The other one never finds the deadlock first, so the service's transaction is the one that is ended.
  await other.query(`SET deadlock_timeout = '60s'`);
});
afterAll(async () => {
  await other.end();
  await world.close();
});

async function vlan(vlanNumber: number): Promise<string> {
  const { body } = await world.owner.rest.post('/vlans', {
    name: randomUUID(),
    organization_id: world.organizationId,
    network_id: world.networkId,
    vlan_number: vlanNumber,
  });
  return body.data.id;
}

const lock = (id: string, table = 'vlans') => other.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);

/** Until a session waits for a lock that the other connection holds. */
async function someoneWaits(): Promise<void> {
  const { rows: mine } = await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  for (;;) {
    const waiting = await world.prisma.$queryRaw<unknown[]>`
      SELECT pid FROM pg_stat_activity WHERE ${mine[0]!.pid}::int = ANY(pg_blocking_pids(pid))`;
    if (waiting.length > 0) return;
  }
}

test('a bulk delete that meets a deadlock deletes its rows all the same', async () => {
  const ids = [await vlan(1), await vlan(2)].sort() as [string, string];
  await other.query('BEGIN');
  // The delete takes its rows in the order of the index: it holds the first when it meets this one.
  await lock(ids[1]);
  const reply = world.owner.rest.post('/vlans/bulk-delete', ids);
  await someoneWaits();
  await lock(ids[0]);
  await other.query('COMMIT');
  const { status, body } = await reply;
  expect([status, body.data]).toEqual([200, { deleted_count: 2, requested_count: 2 }]);
});

test('so does a tag that is added in bulk, by a statement of its own', async () => {
  const ids = [randomUUID(), randomUUID()].sort() as [string, string];
  const { organizationId, networkId } = world;
  await world.prisma.host.createMany({ data: ids.map((id) => ({ id, name: 'host', networkId })) });
  const tag = await world.prisma.tag.create({ data: { name: randomUUID(), organizationId } });
  await other.query('BEGIN');
  await lock(ids[1], 'hosts');
  const body = { entity_ids: ids, entity_type: 'Host', tag_id: tag.id };
  const reply = world.owner.rest.post('/tags/assign/bulk-add', body);
  await someoneWaits();
  await lock(ids[0], 'hosts');
  await other.query('COMMIT');
  const { status, body: answer } = await reply;
  expect([status, answer.data]).toEqual([200, { affected_count: 2 }]);
});
