// Imports to one network are applied one after the other, and no other work waits for an import.
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { settledInstant } from '../../../../../src/data/tenancy/change-times';
import { dbFor } from '../../../../../src/data/tenancy/scoped-db';
import { sqlFor } from '../../../../../src/data/tenancy/scoped-sql';
import { applyImport } from '../../../../../src/modules/discovery/importing/plan/import-plan.actions';
import { resolveNeighborsOfFinishedRuns } from '../../../../../src/modules/jobs';
import { RowsAside } from '../../../../../src/platform/process/rows-aside';
import { followChanges, leaveAll } from '../../../../support/change-follower';
import { addDaemon, addDiscovery } from '../../../../support/discovery-rows';
import { eventually } from '../../../../support/eventually';
import { sentDuring } from '../../../../support/sent-statements';
import { createMigratedDatabase, type OwnDatabase } from '../../../../support/own-database';
import { createViewer } from '../../../../support/viewers';
import { createWorld, type World } from '../../../../support/world';

let database: OwnDatabase;
let world: World;
let other: Client;
beforeAll(async () => {
  database = await createMigratedDatabase();
  world = await createWorld({ DATABASE_URL: database.url });
  other = new Client({ connectionString: database.url });
  await other.connect();
});
afterEach(async () => {
  leaveAll();
  await other.query('ROLLBACK');
});
afterAll(async () => {
  await other.end();
  await world.close();
  await database.drop();
});

/** Number of lease files so far. Each file has hosts in subnets that no other file has. */
let files = 0;
function leases(hosts: number): string {
  files += 1;
  return Array.from(
    { length: hosts },
    (_one, at) =>
      `0 02:00:00:${String(10 + files)}:${String(10 + Math.floor(at / 80))}:${String(10 + (at % 80))} 10.${files}.${at >> 7}.${(at & 127) + 1} host-${files}-${at} *\n`,
  ).join('');
}
async function plan(hosts: number): Promise<string> {
  const { status, body, story } = await world.owner.send('POST', `/api/v1/imports?network_id=${world.networkId}`, {
    rawBody: leases(hosts),
    headers: { 'content-type': 'application/octet-stream' },
  });
  if (status !== 200) throw new Error(story);
  return body.data.id;
}
const apply = async (id: string) => (await world.owner.rest.post(`/imports/${id}/apply`)).status;
const countHosts = () => world.prisma.host.count({ where: { networkId: world.networkId } });
/** Takes the advisory lock that another replica would hold while it applies an import to the network. */
const holdImports = (networkId: string) =>
  other.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('imports of ${networkId}', 0))`);

test('simultaneous imports are applied one after the other', async () => {
  const before = await countHosts();
  const plans = [await plan(30), await plan(30), await plan(30)];
  expect(await Promise.all(plans.map(apply))).toEqual([200, 200, 200]);
  expect(await countHosts()).toBe(before + 90);
});

test('an import waits for one of another replica without holding a connection', async () => {
  const [before, id] = [await countHosts(), await plan(3)];
  await holdImports(world.networkId);
  await sentDuring(async (sentStatements) => {
    const looks = () => sentStatements().filter(({ text }) => text.includes('pg_try_advisory_xact_lock(')).length;
    const applying = apply(id);
    await eventually(() => Promise.resolve(looks() >= 3));
    expect(await countHosts()).toBe(before);
    await other.query('COMMIT');
    expect(await applying).toBe(200);
    expect(await countHosts()).toBe(before + 3);
  });
});

test('an import that waits too long gets import_in_progress, writes nothing, and can be applied later', async () => {
  const [before, id] = [await countHosts(), await plan(3)];
  await holdImports(world.networkId);
  const viewer = createViewer(world);
  const context = { db: dbFor(world.prisma, viewer), viewer, requestedAt: new Date() };
  await expect(applyImport(context, id, { waitMs: 0 })).rejects.toMatchObject({ code: 'import_in_progress' });
  expect(await countHosts()).toBe(before);
  await other.query('ROLLBACK');
  await applyImport(context, id, { waitMs: 0 });
  expect(await countHosts()).toBe(before + 3);
});

test('nothing is written if the second group of 500 hosts fails', async () => {
  const [before, id] = [await countHosts(), await plan(502)];
  // The trigger's error contains the number of hosts so far, which shows that the first 500 hosts were written before
  // the next group failed.
  await other.query(`
    CREATE FUNCTION refuse_host() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'refused beside % hosts', (SELECT count(*) FROM hosts WHERE network_id = NEW.network_id);
    END $$;
    CREATE TRIGGER zz_refuse BEFORE INSERT ON hosts FOR EACH ROW WHEN (NEW.hostname LIKE '%-500') EXECUTE FUNCTION refuse_host()`);
  const viewer = createViewer(world);
  const context = { db: dbFor(world.prisma, viewer), viewer, requestedAt: new Date() };
  try {
    await expect(applyImport(context, id)).rejects.toThrow(`refused beside ${before + 500} hosts`);
  } finally {
    await other.query('DROP TRIGGER zz_refuse ON hosts; DROP FUNCTION refuse_host');
  }
  expect(await countHosts()).toBe(before);
  const where = { networkId: world.networkId, hostname: { startsWith: `host-${files}-` } };
  expect(await world.prisma.host.count({ where })).toBe(0);
  expect((await world.prisma.importPlan.findUniqueOrThrow({ where: { id } })).appliedAt).toBeNull();
  await applyImport(context, id);
  expect(await countHosts()).toBe(before + 502);
});

test('during an import, changes elsewhere arrive and are resolved', async () => {
  const { networkId, otherNetworkId, prisma } = world;
  const stranger = await prisma.organization.create({ data: { name: 'Stranger' } });
  const { id: strangersId } = await prisma.network.create({ data: { organizationId: stranger.id, name: 'Elsewhere' } });
  const daemons = new Map(
    await Promise.all([networkId, otherNetworkId].map(async (one) => [one, await addDaemon(world, one)] as const)),
  );
  const runOf = (id: string) => ({
    runType: 'Historical' as const,
    sessionId: id,
    neighborsPending: true,
    results: {},
  });
  const [id, cidr] = [await plan(3), `10.${files}.0.0/24`];
  // The import needs this subnet, so it waits until this transaction is committed. Meanwhile, `history_writers` lists
  // the import as a writer of the network.
  await other.query('BEGIN');
  await other.query(`INSERT INTO subnets (network_id, name, cidr, subnet_type) VALUES ($1, 'held', $2, 'Lan')`, [
    networkId,
    cidr,
  ]);
  const applying = apply(id);
  const writers = () =>
    database.query('SELECT FROM history_writers() WHERE clock = change_clock($1::uuid)', [networkId]);
  await eventually(async () => (await writers()).length === 2);

  const sql = sqlFor(prisma, createViewer(world));
  for (const elsewhere of [otherNetworkId, strangersId]) {
    const askedAt = Date.now();
    const settledAt = await settledInstant(sql, elsewhere, { waitMs: 0 });
    expect(settledAt.getTime()).toBeGreaterThanOrEqual(askedAt);
  }
  const follower = await followChanges(world.url, world.owner, { networkId: otherNetworkId });
  await follower.receive();
  const { id: hostId } = await prisma.host.create({ data: { networkId: otherNetworkId, name: 'meanwhile' } });
  await follower.until(({ entityId }) => entityId === hostId);

  // The job that resolves neighbors skips the network of the running import, and resolves the other network.
  for (const [one, { id: daemonId }] of daemons) await addDiscovery(world, daemonId, one, runOf(randomUUID()));
  const failures: unknown[] = [];
  const db = dbFor(prisma, createViewer(world));
  const skippedAside = new RowsAside((error) => failures.push(error));
  expect(await resolveNeighborsOfFinishedRuns(db, new Date(), skippedAside)).toBe(1);
  expect(failures).toEqual([]);
  await other.query('ROLLBACK');
  expect(await applying).toBe(200);
});
