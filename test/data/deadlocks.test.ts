// Tests that the service repeats a write that PostgreSQL aborted because of a deadlock. The caller gets the response of
// the successful write.
import { randomUUID } from 'node:crypto';
import { openConnection } from '../../src/platform/postgres/connect';
import type { Reply } from '../support/client';
import { someoneWaitsFor } from '../support/row-queue';
import { createWorld, type World } from '../support/world';

let world: World;
let other: Awaited<ReturnType<typeof openConnection>>;
beforeAll(async () => {
  world = await createWorld();
  other = await openConnection(process.env.TEST_DATABASE_URL!);
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

const lock = (id: string, table: string) => other.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);

/**
 * Sends a request that locks two rows in the order of their ids, while the connection `other` locks the rows in the
 * opposite order. Repeats this with new rows until PostgreSQL aborts the transaction of the request, not that of
 * `other`.
 */
async function askAndLose(table: string, makeIds: () => Promise<string[]>, ask: (ids: string[]) => Promise<Reply>) {
  for (;;) {
    const [first, second] = (await makeIds()).sort() as [string, string];
    await other.query('BEGIN');
    await lock(second, table);
    const reply = ask([first, second]);
    await someoneWaitsFor(other, world.prisma);
    const hasWon = await lock(first, table).then(
      () => true,
      () => false,
    );
    await other.query(hasWon ? 'COMMIT' : 'ROLLBACK');
    const answer = await reply;
    if (hasWon) return answer;
  }
}

test('a bulk delete that meets a deadlock is repeated and deletes its rows', async () => {
  let number = 0;
  const { status, body } = await askAndLose(
    'vlans',
    async () => [await vlan((number += 1)), await vlan((number += 1))],
    (ids) => world.owner.rest.post('/vlans/bulk-delete', ids),
  );
  expect([status, body.data]).toEqual([200, { deleted_count: 2, requested_count: 2 }]);
});

test('a tag that is added in bulk is repeated too, by a statement of its own', async () => {
  const { organizationId, networkId } = world;
  const tag = await world.prisma.tag.create({ data: { name: randomUUID(), organizationId } });
  const { status, body } = await askAndLose(
    'hosts',
    async () => {
      const ids = [randomUUID(), randomUUID()];
      await world.prisma.host.createMany({ data: ids.map((id) => ({ id, name: 'host', networkId })) });
      return ids;
    },
    (ids) => world.owner.rest.post('/tags/assign/bulk-add', { entity_ids: ids, entity_type: 'Host', tag_id: tag.id }),
  );
  expect([status, body.data]).toEqual([200, { affected_count: 2 }]);
});
