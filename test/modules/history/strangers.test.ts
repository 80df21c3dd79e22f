// Nobody waits for unrelated transactions: changes arrive and snapshots show the present while other callers keep
// transactions open.
import { Client } from 'pg';
import { settledInstant } from '../../../src/data/tenancy/change-times';
import { sqlFor } from '../../../src/data/tenancy/scoped-sql';
import { followChanges, leaveAll } from '../../support/change-follower';
import { createMigratedDatabase, type OwnDatabase } from '../../support/own-database';
import { createViewer } from '../../support/viewers';
import { createWorld, type World } from '../../support/world';

let database: OwnDatabase;
let world: World;
let stranger: Client;
beforeAll(async () => {
  database = await createMigratedDatabase();
  world = await createWorld({ DATABASE_URL: database.url });
  stranger = new Client({ connectionString: database.url });
  await stranger.connect();
});
afterAll(async () => {
  leaveAll();
  await stranger.end();
  await world.close();
  await database.drop();
});

/** Creates another network, in the world's organization or in another organization. */
async function otherNetwork(isOfOrganization: boolean): Promise<{ id: string; organizationId: string }> {
  const { prisma } = world;
  const { id: organizationId } = isOfOrganization
    ? { id: world.organizationId }
    : await prisma.organization.create({ data: { name: 'Strangers' }, select: { id: true } });
  const { id } = await prisma.network.create({ data: { organizationId, name: 'Elsewhere' }, select: { id: true } });
  return { id, organizationId };
}
const nowOf = async (): Promise<Date> =>
  (await database.query<{ at: Date }>(`SELECT date_trunc('milliseconds', clock_timestamp()) AS at`))[0]!.at;
const addHost = (name: string) =>
  world.prisma.host.create({ data: { networkId: world.networkId, name }, select: { id: true } });

test.each([
  ['another organization', false],
  ['another network of the organization', true],
])('changes, instants and snapshots do not wait for an open transaction in %s', async (_whose, isOfOrganization) => {
  const { networkId } = world;
  const other = await otherNetwork(isOfOrganization);
  await stranger.query('BEGIN');
  try {
    await stranger.query(`INSERT INTO hosts (network_id, name) VALUES ($1, 'held')`, [other.id]);
    // An open transaction that wrote a tag delays the changes of all networks of its organization. This test expects no
    // delay, so it writes a tag only if the other network belongs to another organization.
    if (!isOfOrganization)
      await stranger.query(`INSERT INTO tags (organization_id, name) VALUES ($1, 'held')`, [other.organizationId]);
    const follower = await followChanges(world.url, world.owner, { networkId });
    const { cursor } = await follower.receive();
    const { id } = await addHost('beside a stranger');
    await follower.until(({ entityId }) => entityId === id);
    // A client that continues from the cursor before the change also receives the change.
    const again = await followChanges(world.url, world.owner, { networkId, since: cursor });
    await again.until(({ entityId }) => entityId === id);

    const askedAt = await nowOf();
    const settledAt = await settledInstant(sqlFor(world.prisma, createViewer(world)), networkId, { waitMs: 0 });
    expect(settledAt.getTime()).toBeGreaterThanOrEqual(askedAt.getTime());
    const { status, body } = await world.owner.rest.post('/snapshots', { network_id: networkId });
    expect(status).toBe(200);
    expect(new Date(body.data.taken_at).getTime()).toBeGreaterThanOrEqual(settledAt.getTime());
    const seenReply = await world.owner.rest.get(`/hosts/${id}?at=${body.data.taken_at}`);
    expect(seenReply.body.data.name).toBe('beside a stranger');
  } finally {
    await stranger.query('ROLLBACK');
    leaveAll();
  }
});

test('a transaction in the network, or on tags of its organization, delays the answer', async () => {
  const { networkId, organizationId } = world;
  for (const [sql, id] of [
    [`INSERT INTO hosts (network_id, name) VALUES ($1, 'held')`, networkId],
    [`INSERT INTO tags (organization_id, name) VALUES ($1, 'held')`, organizationId],
  ] as const) {
    await stranger.query('BEGIN');
    await stranger.query(sql, [id]);
    const askedAt = await nowOf();
    const settledAt = await settledInstant(sqlFor(world.prisma, createViewer(world)), networkId, { waitMs: 0 });
    expect(settledAt.getTime()).toBeLessThan(askedAt.getTime());
    await stranger.query('ROLLBACK');
  }
});
