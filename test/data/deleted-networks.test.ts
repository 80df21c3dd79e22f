// Tests the deletion of a network: no caller can read the network any more, and a job removes its rows from all tables
// in batches. The removal completes even if the job is interrupted or other transactions write at the same time.
import { Client } from 'pg';
import { tableOf } from '../../src/data/model/model-fields';
import { emptiedModels, emptyDeletedNetworks } from '../../src/modules/history/deleted-owners.sql';
import { createPrismaClient } from '../../src/data/client';
import type { PrismaClient } from '../../src/generated/prisma/client';
import { failSilentSessions, resolveNeighborsOfFinishedRuns, startDueRuns, sweepHistory } from '../../src/modules/jobs';
import { recordSilences } from '../../src/modules/discovery/daemon/silences.sql';
import { claimDue } from '../../src/modules/discovery/server-poll/polls.sql';
import { RowsAside } from '../../src/platform/process/rows-aside';
import { createMigratedDatabase, type OwnDatabase } from '../support/own-database';
import { fillOrganization, type Populated } from '../support/populate';
import { createWorld, type Caller, type World } from '../support/world';
import { rowsFingerprint } from '../tenancy/fingerprint';
import { findLeaks } from '../tenancy/leaks';
import { endpoints, sendRequest } from '../tenancy/rest-endpoints';
import { getterDocument, getters, listDocument, rootLists } from '../tenancy/schema-shape';

let database: OwnDatabase;
let client: Client;
let replica: PrismaClient;
beforeAll(async () => {
  database = await createMigratedDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  replica = createPrismaClient(database.url, { poolSize: 2 });
});
afterAll(async () => {
  await replica.$disconnect();
  await client.end();
  await database.drop();
});

const rethrow = (error: unknown) => {
  throw error;
};
const setAsideAside = () => new RowsAside(rethrow);
const empty = (
  db: Parameters<typeof emptyDeletedNetworks>[0],
  bounds?: { readonly batch?: number; readonly most?: number },
) => emptyDeletedNetworks(db, new Date(), setAsideAside(), bounds);

let world: World;
let removedRows: Populated;
let keptRows: Populated;
let elsewhere: Populated;
beforeEach(async () => {
  world = await createWorld({ DATABASE_URL: database.url });
  const ownOrganization = await fillOrganization(world.prisma, world.organizationId);
  removedRows = await ownOrganization.fillNetwork(world.networkId);
  keptRows = await ownOrganization.fillNetwork(world.otherNetworkId);
  const foreignOrganization = await fillOrganization(world.prisma, world.stranger.organizationId);
  elsewhere = await foreignOrganization.fillNetwork(world.strangerNetworkId);
});
afterEach(async () => {
  await world.close();
  await empty(replica);
});

const rowsOf = async <Row extends object>(sql: string, values: unknown[] = []) =>
  (await client.query<Row>(sql, values)).rows;

const tablesOfNetworks = async () =>
  (
    await rowsOf<{ name: string }>(
      `SELECT relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'network_id'
       WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY relname`,
    )
  ).map(({ name }) => name);
/** The number of the network's rows in each table. Tables without such rows are left out. */
async function countsOf(networkId: string): Promise<Record<string, number>> {
  const parts = (await tablesOfNetworks()).map(
    (table) => `SELECT '${table}' AS name, count(*)::int AS count FROM ${table} WHERE network_id = $1`,
  );
  const rows = await rowsOf<{ name: string; count: number }>(parts.join(' UNION ALL '), [networkId]);
  return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ name, count }) => [name, count]));
}
const emptiedCounts = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).filter(([table]) => emptiedTables.has(table)));
const emptiedTables = new Set([...emptiedModels].map(tableOf));
const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0);

const remove = (networkId = world.networkId) => world.owner.rest.delete(`/networks/${networkId}`);
const eventsOf = (organizationId: string) =>
  rowsOf(
    `SELECT event_type, subject_type, subject_id, operation FROM audit_events WHERE organization_id = $1
    ORDER BY created_at, id`,
    [organizationId],
  );

/**
 * Reads every list by REST and by GraphQL, and each row of `removedRows` by GraphQL by its id, as each caller. Returns
 * one text per response.
 */
async function answersTo(callers: readonly Caller[]): Promise<string[]> {
  const answers: string[] = [];
  for (const caller of callers) {
    for (const { field, model } of rootLists) {
      const { body } = await caller.graphql(listDocument(field, model));
      answers.push(`${field} ${JSON.stringify(body)}`);
    }
    for (const { field, model } of getters)
      for (const id of (removedRows.ids as Partial<Record<string, readonly string[]>>)[model] ?? []) {
        const { body } = await caller.graphql(getterDocument(field, model), { id });
        answers.push(`${field} ${JSON.stringify(body)}`);
      }
    for (const endpoint of endpoints.filter(({ isList, route }) => isList && !route.path.includes(':'))) {
      const { status, body } = await sendRequest(caller, endpoint, {});
      answers.push(`${endpoint.title} ${status} ${JSON.stringify(body)}`);
    }
  }
  return answers;
}

test('a deleted network is invisible at once: both doors answer the same before and after its rows are removed', async () => {
  const { owner, member } = world;
  const ids = [...Object.values(removedRows.ids).flat()];
  const callers = [owner, member];
  const before = (await answersTo([owner])).join('\n');
  expect(findLeaks({ forbidden: ids, audited: [] }, before).length).toBeGreaterThan(20);
  const rows = emptiedCounts(await countsOf(world.networkId));
  expect((await remove()).status).toBe(200);
  // The DELETE request leaves the network's rows to a background job, except for the tag assignments of the network
  // itself. So the number of tag assignments is not compared.
  const { tag_assignments: tags } = rows;
  expect({ ...emptiedCounts(await countsOf(world.networkId)), tag_assignments: tags }).toEqual(rows);

  // Responses about audit events are left out, because audit events outlive the rows that they describe.
  const readable = async (): Promise<string[]> =>
    (await answersTo(callers))
      .filter((answer) => !/audit/i.test(answer.slice(0, 60)))
      // Error texts are removed, because they contain the id that the caller sent. Times of a key's last use are
      // removed, because requests of this test change these times.
      .map((answer) =>
        answer.replaceAll(/"(params":\{[^}]*\}|(message|error)":"[^"]*"|last_?used(_?at)?":("[^"]*"|null))/gi, ''),
      );
  const between = await readable();
  const judgedWords = { forbidden: [...ids, removedRows.secret], audited: [] };
  expect(between.filter((answer) => findLeaks(judgedWords, answer).length > 0)).toEqual([]);
  await empty(replica);
  expect(emptiedCounts(await countsOf(world.networkId))).toEqual({});
  expect(await readable()).toEqual(between);
  expect((await remove()).status).toBe(404);
}, 300_000);

test('shares, keys of daemons, invites and keys of users of the network are refused at once', async () => {
  const daemon = await world.addDaemon();
  const share = removedRows.ids.Share![0]!;
  const ask = () => daemon.rest.get('/daemons');
  expect([(await ask()).status, (await world.anonymous.rest.get(`/shares/public/${share}`)).status]).not.toContain(401);
  await remove();
  expect((await ask()).status).toBe(401);
  expect((await world.anonymous.rest.get(`/shares/public/${share}`)).status).toBe(404);
  expect((await world.narrowKey.rest.get('/networks')).body.data).toEqual([]);
  const counts = await countsOf(world.networkId);
  for (const table of ['user_networks', 'user_api_key_networks', 'invite_networks', 'network_credentials', 'shares'])
    expect(counts[table]).toBeUndefined();
});

test('names and ids can be used again at once: the name of a network, its id, and the id of a daemon', async () => {
  const { owner, organizationId } = world;
  const moving = await world.addDaemon();
  const { name } = await world.prisma.network.findUniqueOrThrow({ where: { id: world.networkId } });
  await remove();
  const createdReply = await owner.rest.post('/networks', { name, organization_id: organizationId, tags: [] });
  expect(createdReply.status).toBe(200);
  const host = await world.prisma.host.create({ data: { networkId: world.otherNetworkId, name: 'new place' } });
  const place = { networkId: world.otherNetworkId, organizationId, hostId: host.id };
  await world.prisma.daemon.create({
    data: { id: moving.daemonId, ...place, name: 'moved', mode: 'daemon_poll', url: '' },
  });
  await world.prisma.network.create({ data: { id: world.networkId, organizationId, name: 'Again' } });
  expect(emptiedCounts(await countsOf(world.networkId))).toEqual({});
  await empty(replica);
  expect(await world.prisma.daemon.count({ where: { id: moving.daemonId } })).toBe(1);
});

test('all rows of the network are removed from all tables, and none of other networks; no event reports it', async () => {
  const { organizationId, stranger } = world;
  const ofOthers = () => rowsFingerprint(world.prisma, [stranger.organizationId]);
  const [foreignNetwork, ownNetwork] = [await ofOthers(), await countsOf(world.otherNetworkId)];
  expect(Object.keys(emptiedCounts(await countsOf(world.networkId))).sort()).toEqual([...emptiedTables].sort());
  await remove();
  const events = await eventsOf(organizationId);
  await empty(replica);
  await sweepHistory(replica, { historyRetentionDays: 0, auditRetentionDays: 0 }, new Date(), setAsideAside());
  // Rows of two tables keep the id of the network: `network_changes`, whose rows are stored for an hour, and past tag
  // assignments, which belong to the history of the organization.
  const { network_changes: marks, tag_assignments_revisions: tags, ...rest } = await countsOf(world.networkId);
  expect([rest, marks! > 0, tags! > 0]).toEqual([{}, true, true]);
  expect(await rowsOf('SELECT FROM deleted_networks')).toEqual([]);
  expect([await ofOthers(), await countsOf(world.otherNetworkId)]).toEqual([foreignNetwork, ownNetwork]);
  expect(await eventsOf(organizationId)).toEqual(events);
  expect([keptRows, elsewhere].every(({ ids }) => ids.Host!.length > 0)).toBe(true);
});

test('a call removes a bounded number of rows, in batches; an interrupted removal continues, and replicas share it', async () => {
  await remove();
  await remove(world.otherNetworkId);
  const readRemainingCount = async () =>
    sum(emptiedCounts(await countsOf(world.networkId))) + sum(emptiedCounts(await countsOf(world.otherNetworkId)));
  const all = await readRemainingCount();
  // A batch has one or two rows, and no batch follows once six rows are removed. So six or seven rows are removed.
  const removedCount = await empty(world.prisma, { batch: 2, most: 6 });
  expect([6, 7]).toContain(removedCount);
  expect(await readRemainingCount()).toBe(all - removedCount);

  // Ending the database session of a running removal rolls back its current batch. Earlier batches are committed.
  const dying = empty(replica, { batch: 1 }).catch(() => 0);
  await rowsOf(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE '%deleted_networks%' AND pid <> pg_backend_pid()`);
  await dying;

  const counts = await Promise.all([empty(world.prisma, { batch: 2 }), empty(replica, { batch: 2 })]);
  await empty(replica, { batch: 2 });
  expect(await readRemainingCount()).toBe(0);
  expect(Math.max(...counts)).toBeLessThanOrEqual(all - removedCount);
});

test('a row that another transaction locks is left to the next call, and delays no other row', async () => {
  await remove();
  const [host] = removedRows.ids.Host!;
  await client.query('BEGIN');
  await client.query('SELECT FROM hosts WHERE id = $1 FOR KEY SHARE', [host]);
  await empty(replica);
  expect(await rowsOf('SELECT network_id FROM deleted_networks')).toEqual([{ network_id: world.networkId }]);
  await client.query('COMMIT');
  await empty(replica);
  expect(await rowsOf('SELECT FROM deleted_networks')).toEqual([]);
});

test('nobody can write a row into it any more: each table refuses as its foreign key would', async () => {
  await remove();
  const guardedTables = await rowsOf<{ name: string }>(
    `SELECT relname AS name FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
     WHERE tgname = relname || '_network_id_fkey_insert' ORDER BY relname`,
  );
  expect(guardedTables.length).toBeGreaterThan(15);
  for (const { name } of guardedTables) {
    const columns = await rowsOf<{ list: string }>(
      `SELECT string_agg(quote_ident(attname), ', ') AS list FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname <> 'id'`,
      [name],
    );
    const { list } = columns[0]!;
    const copiedColumns = list
      .replace(/\bkey_hash\b/, 'md5(random()::text) || md5(random()::text)')
      .replace(/\bvalid_to\b/, 'NULL');
    const write = async (sql: string, values: unknown[]) => {
      await client.query('BEGIN');
      const failure = await client.query(sql, values).then(
        () => undefined,
        (error: { constraint?: string }) => error.constraint,
      );
      await client.query('ROLLBACK');
      return failure;
    };
    // The copied row may also violate a unique constraint, which PostgreSQL checks before the foreign key of the
    // network. So any violated constraint counts as a refusal.
    const insertedId = await write(
      `INSERT INTO ${name} (${list}) SELECT ${copiedColumns} FROM ${name} WHERE network_id = $1 LIMIT 1`,
      [world.networkId],
    );
    expect([name, insertedId]).toEqual([name, expect.any(String)]);
  }
  for (const [name, row] of [
    ['hosts', keptRows.ids.Host![1]],
    ['vlans', keptRows.ids.Vlan![0]],
    ['groups', keptRows.ids.Group![0]],
  ] as const) {
    const movedId = await client.query(`UPDATE ${name} SET network_id = $1 WHERE id = $2`, [world.networkId, row]).then(
      () => undefined,
      (error: { constraint?: string }) => error.constraint,
    );
    expect(movedId).toMatch(new RegExp(`_fkey$`));
  }
  for (const [name, columns] of [
    ['hosts', { name: 'late' }],
    ['vlans', { name: 'late', vlan_number: 7, organization_id: world.organizationId }],
    ['groups', { name: 'late', color: 'Red', group_type: 'RequestPath', member_type: 'Services' }],
  ] as const) {
    const names = Object.keys(columns);
    const insert = client.query(
      `INSERT INTO ${name} (network_id, ${names.join(', ')}) VALUES ($1, ${names.map((_, at) => `$${at + 2}`).join(', ')})`,
      [world.networkId, ...Object.values(columns)],
    );
    await expect(insert).rejects.toMatchObject({ code: '23503', constraint: `${name}_network_id_fkey`, table: name });
  }
});

test('the deletion waits for a transaction that is writing into the network', async () => {
  await client.query('BEGIN');
  await client.query(`INSERT INTO hosts (network_id, name) VALUES ($1, 'in time')`, [world.networkId]);
  let isAnswered = false;
  const removing = remove().then(({ status }) => ((isAnswered = true), status));
  await rowsOf('SELECT pg_sleep(0.5)');
  expect(isAnswered).toBe(false);
  await client.query('COMMIT');
  expect(await removing).toBe(200);
  await empty(replica);
  expect(emptiedCounts(await countsOf(world.networkId))).toEqual({});
});

test('background jobs leave it alone: schedules, silent runs, neighbours, silences and calls', async () => {
  const { prisma, networkId } = world;
  const now = new Date();
  const longAgo = new Date(now.getTime() - 3_600_000);
  await prisma.discovery.updateMany({ where: { networkId, runType: 'Scheduled' }, data: { nextRun: longAgo } });
  await prisma.discovery.updateMany({ where: { networkId, runType: 'Historical' }, data: { neighborsPending: true } });
  await prisma.daemon.updateMany({
    where: { networkId },
    data: { lastSeen: longAgo, mode: 'server_poll', standby: false },
  });
  await prisma.daemonPoll.updateMany({ where: { networkId }, data: { dueAt: longAgo } });
  await remove();
  const rows = () =>
    rowsOf(
      `SELECT to_jsonb(d) AS row, xmin FROM discoveries d WHERE network_id = $1 UNION ALL
    SELECT to_jsonb(d), xmin FROM daemons d WHERE network_id = $1`,
      [networkId],
    );
  const before = await rows();
  expect(before.length).toBeGreaterThan(2);
  await startDueRuns(replica as never, now, setAsideAside());
  await failSilentSessions(replica as never, now, setAsideAside());
  await resolveNeighborsOfFinishedRuns(replica as never, now, setAsideAside());
  await recordSilences(replica as never, now, new Date(0), setAsideAside());
  expect((await claimDue(replica, now, { except: [] })).map((claim) => claim.networkId)).not.toContain(networkId);
  expect(await rows()).toEqual(before);
});

test('a reset leaves its networks to the same batches, and they remove no network that was created afterwards', async () => {
  const { owner, organizationId } = world;
  const old = [world.networkId, world.otherNetworkId];
  const rows = await Promise.all(old.map(async (id) => emptiedCounts(await countsOf(id))));
  expect((await owner.rest.post(`/organizations/${organizationId}/reset`)).status).toBe(200);
  const [{ id: fresh }] = (await owner.rest.get('/networks')).body.data;
  await world.prisma.host.create({ data: { networkId: fresh, name: 'after' } });
  const still = await Promise.all(old.map(async (id) => emptiedCounts(await countsOf(id))));
  expect(sum(still[0]!)).toBeGreaterThan(sum(rows[0]!) / 2);
  const createdCounts = await countsOf(fresh);
  await empty(replica);
  for (const id of old) expect(emptiedCounts(await countsOf(id))).toEqual({});
  expect(await countsOf(fresh)).toEqual(createdCounts);
});
