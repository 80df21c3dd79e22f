// Tests the deletion of a tag: no row shows the tag any more, and a job removes its assignments in batches. In the
// history, the assignments end at the time at which the tag was deleted.
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { createPrismaClient } from '../../src/data/client';
import { sqlFor } from '../../src/data/tenancy/scoped-sql';
import { emptyDeletedTags } from '../../src/modules/history/deleted-owners.sql';
import type { PrismaClient } from '../../src/generated/prisma/client';
import { readInventory } from '../../src/modules/topology/answers/network-inventory.sql';
import { readPatch } from '../../src/modules/topology/answers/network-patch.sql';
import { RowsAside } from '../../src/platform/process/rows-aside';
import { followChanges, leaveAll } from '../support/change-follower';
import { inventoryDiff } from '../support/inventory-diff';
import { databaseInstant } from '../support/instants';
import { createMigratedDatabase, type OwnDatabase } from '../support/own-database';
import { createWorld, type World } from '../support/world';

let database: OwnDatabase;
let client: Client;
let replica: PrismaClient;
let world: World;
beforeAll(async () => {
  database = await createMigratedDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  replica = createPrismaClient(database.url, { poolSize: 2 });
  world = await createWorld({ DATABASE_URL: database.url });
});
afterEach(leaveAll);
afterAll(async () => {
  await world.close();
  await replica.$disconnect();
  await client.end();
  await database.drop();
});

const rethrow = (error: unknown) => {
  throw error;
};
const empty = (bounds?: Parameters<typeof emptyDeletedTags>[3], db = replica) =>
  emptyDeletedTags(db, new Date(), new RowsAside(rethrow), bounds);
const rowsOf = async <Row extends object>(sql: string, values: unknown[] = []) =>
  (await client.query<Row>(sql, values)).rows;
const countOf = async (from: string) =>
  (await rowsOf<{ count: number }>(`SELECT count(*)::int AS count FROM ${from}`))[0]!.count;

/** Creates tags and hosts, and assigns every tag to every host. */
async function tagHosts(tags: number, hosts: number, networkId = world.networkId) {
  const { prisma, organizationId } = world;
  const tagInput = {
    tags: Array.from({ length: tags }, () => randomUUID() as string),
    hosts: Array.from({ length: hosts }, () => randomUUID() as string).sort(),
  };
  await prisma.tag.createMany({ data: tagInput.tags.map((id) => ({ id, organizationId, name: `tag ${id}` })) });
  await prisma.host.createMany({ data: tagInput.hosts.map((id) => ({ id, networkId, name: 'tagged' })) });
  await client.query(
    `INSERT INTO tag_assignments (organization_id, network_id, tag_id, host_id)
     SELECT $1, $2, tag, host FROM unnest($3::uuid[]) tag, unnest($4::uuid[]) host`,
    [organizationId, networkId, tagInput.tags, tagInput.hosts],
  );
  return tagInput;
}
const remove = (tagIds: readonly string[]) => world.owner.rest.post('/tags/bulk-delete', tagIds);

/**
 * Reads the tags of the hosts by every API and by the topology's SQL: at present, at the instants `from` and `to`, and
 * as changes between these instants.
 */
async function answers(from: Date, to: Date, hosts: readonly string[], tagIds: readonly string[]) {
  const { owner, networkId, organizationId } = world;
  const document = `($network: UUID!, $tags: [UUID!]) {
    hosts(networkId: $network, first: 50) { nodes { id tagIds tags { id } tagsConnection { totalCount nodes { id } } } }
    by: hosts(networkId: $network, filter: { tagIds: $tags }) { totalCount }
    with: hosts(networkId: $network, filter: { tags: { some: {} } }) { totalCount }
    tags { totalCount nodes { id name hosts { totalCount } } }
  }`;
  const variables = { network: networkId, tags: tagIds };
  const at = async (instant?: Date) => {
    const datedQuery = instant
      ? `query ${document.replace(') {', `) @at(instant: "${instant.toISOString()}") {`)}`
      : `query ${document}`;
    const sql = sqlFor(replica, { organizationId, networkIds: [networkId] } as never, instant);
    const inventory = await readInventory(sql, networkId);
    const { hosts, tags } = JSON.parse(Buffer.from(inventory!.rows).toString()) as Record<string, object>;
    return [(await owner.graphql(datedQuery, variables)).body, hosts, tags];
  };
  return {
    present: await at(),
    before: await at(from),
    after: await at(to),
    rest: (await owner.rest.get(`/hosts?network_id=${networkId}`)).body.data,
    diff: (await inventoryDiff(world, from, to, { first: 300 })).nodes,
    history: await owner.query(
      `query ($host: UUID!) { history(kind: Host, id: $host) {
        nodes { changeType validFrom validTo fields { field from to } event { eventId } } } }`,
      { host: hosts[0]! },
    ),
  };
}

test('deleting a tag writes none of its 4,000 assignments; answers stay the same until they are removed', async () => {
  const { networkId, organizationId } = world;
  const { tags, hosts } = await tagHosts(20, 200);
  const [keptTags] = (await tagHosts(1, 0)).tags;
  await client.query(
    'INSERT INTO tag_assignments (organization_id, network_id, tag_id, host_id) VALUES ($1, $2, $3, $4)',
    [organizationId, networkId, keptTags, hosts[0]],
  );
  const follower = await followChanges(world.url, world.key, { networkId });
  await follower.receive();
  const startedCursor = follower.cursor;
  const sql = sqlFor(replica, { organizationId, networkIds: [networkId] } as never);
  const [{ at: closedInstant }] = (await rowsOf<{ at: Date }>('SELECT at FROM closed_instants(ARRAY[$1]::uuid[])', [
    networkId,
  ])) as [{ at: Date }];
  const { mark } = (await readInventory(sql, networkId, { closed: closedInstant }))!;
  const from = await databaseInstant(world.prisma);
  const states = await countOf('tag_assignments_revisions');
  expect((await remove(tags)).status).toBe(200);
  expect(await countOf('tag_assignments')).toBe(4_001);
  expect(await countOf('tag_assignments_revisions')).toBe(states);
  const to = await databaseInstant(world.prisma);

  const events = await rowsOf('SELECT id, event_type, operation FROM audit_events ORDER BY created_at, id');
  const marks = await rowsOf('SELECT network_id, transaction_id::text FROM network_changes ORDER BY 1, 2');
  const answersBetween = await answers(from, to, hosts, tags);
  const namedIn = (answer: unknown) => [...tags, keptTags!].filter((id) => JSON.stringify(answer).includes(id));
  for (const answer of [answersBetween.present, answersBetween.after, answersBetween.rest])
    expect(namedIn(answer)).toEqual([keptTags]);
  for (const answer of [answersBetween.before, answersBetween.diff, answersBetween.history])
    expect(namedIn(answer)).toEqual([...tags, keptTags]);
  const changedEntries = answersBetween.diff.filter(({ kind }: { kind: string }) => kind === 'Host');
  expect(changedEntries.map(({ entityId }: { entityId: string }) => entityId).sort()).toEqual(hosts);
  const { patch } = (await readPatch(sql, networkId, mark!, closedInstant))!;
  expect(patch.hosts.map(([id, row]) => [id, row?.tagIds])).toEqual(
    hosts.map((id, at) => [id, at === 0 ? [keptTags] : []]),
  );

  const receiveUntil = async (isAll: (changes: typeof follower.receivedChanges) => boolean, since: string) => {
    const one = await followChanges(world.url, world.key, { networkId, since });
    while (!isAll(one.receivedChanges)) await one.receive();
    one.leave();
    return one.receivedChanges;
  };
  const isAll = (changes: typeof follower.receivedChanges) => changes.length >= 220;
  const live = await receiveUntil(isAll, startedCursor);
  expect(live).toHaveLength(220);
  expect(live.filter(({ kind }) => kind === 'Host')).toHaveLength(200);
  expect(live.filter(({ kind, changeType }) => kind === 'Tag' && changeType === 'Removed')).toHaveLength(20);
  expect(new Set(live.map(({ event }) => event?.eventId)).size).toBe(1);

  // The job removes whole batches of 30 rows: four batches, because three have fewer rows than `most`.
  expect(await empty({ batch: 30, most: 100 })).toBe(120);
  expect(await countOf('tag_assignments')).toBe(3_881);
  expect(await answers(from, to, hosts, tags)).toEqual(answersBetween);
  expect(await receiveUntil(isAll, startedCursor)).toEqual(live);
  expect(await empty()).toBe(3_880);
  expect(await countOf('tag_assignments')).toBe(1);
  expect(await countOf('tag_assignments_revisions')).toBe(states + 4_000);
  expect(await countOf('deleted_tags')).toBe(0);
  expect(await answers(from, to, hosts, tags)).toEqual(answersBetween);
  expect(await receiveUntil(isAll, startedCursor)).toEqual(live);
  // The job that removes the assignments writes no audit event, and no row that records a change of the network.
  expect(await rowsOf('SELECT id, event_type, operation FROM audit_events ORDER BY created_at, id')).toEqual(events);
  expect(await rowsOf('SELECT network_id, transaction_id::text FROM network_changes ORDER BY 1, 2')).toEqual(marks);
  await world.prisma.host.create({ data: { networkId, name: 'the next' } });
  expect((await follower.until(({ name }) => name === 'the next')).length).toBe(1);
  expect(follower.receivedChanges.slice(0, -1)).toEqual(live);
}, 60_000);

test('the name of the tag can be used again at once, also for a tag of the same id', async () => {
  const { owner, prisma, organizationId, networkId } = world;
  const { tags, hosts } = await tagHosts(2, 3);
  const [first, second] = tags as [string, string];
  const { name } = await prisma.tag.findUniqueOrThrow({ where: { id: first } });
  expect((await remove(tags)).status).toBe(200);
  const createdReply = await owner.rest.post('/tags', { organization_id: organizationId, name });
  expect(createdReply.status).toBe(200);
  await prisma.tag.create({ data: { id: second, organizationId, name: 'again' } });
  const add = (tag_id: string) =>
    owner.rest.post('/tags/assign/bulk-add', { entity_ids: hosts, entity_type: 'Host', tag_id });
  for (const id of [createdReply.body.data.id, second]) expect((await add(id)).body.data.affected_count).toBe(3);
  expect((await add(first)).status).toBe(404);
  await empty();
  const { body } = await owner.rest.get(`/hosts?network_id=${networkId}`);
  const listedHosts = body.data.filter(({ id }: { id: string }) => hosts.includes(id));
  for (const host of listedHosts) expect(host.tags.toSorted()).toEqual([createdReply.body.data.id, second].sort());
});

test('an assignment that is removed with its host after the deletion has ended with the tag', async () => {
  const { tags, hosts } = await tagHosts(1, 2);
  await remove(tags);
  const [tag] = await rowsOf('SELECT valid_to, ended_by FROM tags_revisions WHERE id = $1', [tags[0]]);
  await databaseInstant(world.prisma);
  await world.owner.rest.delete(`/hosts/${hosts[0]}`);
  await empty();
  const endedRows = await rowsOf('SELECT valid_to, ended_by FROM tag_assignments_revisions WHERE tag_id = $1', [
    tags[0],
  ]);
  expect(endedRows).toEqual([tag, tag]);
});

/**
 * Deletes the tags while a transaction of `client` is open that blocks the deletion. Commits the transaction once the
 * deletion waits for it.
 */
async function removeBeside(tagIds: readonly string[]): Promise<void> {
  const removing = remove(tagIds);
  const waits = `pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await countOf(waits)) === 0) await new Promise(setImmediate);
  await client.query('COMMIT');
  expect((await removing).status).toBe(200);
}

test('nobody can assign a deleted tag, and the deletion waits for a transaction that is assigning it', async () => {
  const { tags, hosts } = await tagHosts(1, 2);
  const [{ id: hostId }] = (await rowsOf<{ id: string }>(
    'INSERT INTO hosts (network_id, name) VALUES ($1, $2) RETURNING id',
    [world.networkId, 'late'],
  )) as [{ id: string }];
  const insert = () =>
    client.query('INSERT INTO tag_assignments (organization_id, network_id, tag_id, host_id) VALUES ($1, $2, $3, $4)', [
      ...[world.organizationId, world.networkId, tags[0], hostId],
    ]);
  await client.query('BEGIN');
  await insert();
  await removeBeside(tags);
  await client.query('DELETE FROM hosts WHERE id = $1', [hosts[0]]);
  await client.query('UPDATE tag_assignments SET tag_id = tag_id WHERE tag_id = $1', [tags[0]]);
  const [other] = (await tagHosts(1, 1)).tags;
  const refusedError = { code: '23503', constraint: 'tag_assignments_tag_id_fkey', table: 'tag_assignments' };
  await expect(
    client.query('UPDATE tag_assignments SET tag_id = $1 WHERE tag_id = $2', [tags[0], other]),
  ).rejects.toMatchObject(refusedError);
  await empty();
  await expect(insert()).rejects.toMatchObject(refusedError);
});

test('the deletion waits for a transaction that is removing an assignment, which has ended at that time', async () => {
  const { tags } = await tagHosts(1, 2);
  await client.query('BEGIN');
  await client.query('DELETE FROM tag_assignments WHERE tag_id = $1', tags);
  await removeBeside(tags);
  const [endedCount] = await rowsOf<{ before: boolean }>(
    `SELECT bool_and(a.valid_to < t.valid_to AND a.ended_by <> t.ended_by) AS before
     FROM tag_assignments_revisions a JOIN tags_revisions t ON t.id = a.tag_id WHERE t.id = $1`,
    tags,
  );
  expect(endedCount!.before).toBe(true);
});

test('two replicas at once remove each assignment once, and an interrupted one leaves the rest to the next', async () => {
  const { tags } = await tagHosts(6, 50);
  await remove(tags);
  const other = createPrismaClient(database.url, { poolSize: 2 });
  try {
    const counts = await Promise.all([empty({ batch: 7 }), empty({ batch: 7 }, other)]);
    expect(counts[0]! + counts[1]! + (await empty())).toBe(300);
    expect(await countOf(`tag_assignments WHERE tag_id IN ('${tags.join("','")}')`)).toBe(0);
  } finally {
    await other.$disconnect();
  }
});

test('a reset leaves the assignments to the same batches', async () => {
  const { tags } = await tagHosts(3, 20);
  expect((await world.owner.rest.post(`/organizations/${world.organizationId}/reset`)).status).toBe(200);
  const remainingSql = `tag_assignments WHERE tag_id IN ('${tags.join("','")}')`;
  expect(await countOf(remainingSql)).toBe(60);
  expect((await world.owner.rest.get('/tags')).body.data).toEqual([]);
  await empty();
  expect(await countOf(remainingSql)).toBe(0);
});
