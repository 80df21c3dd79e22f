// Snapshots over REST and GraphQL: a snapshot shows a network at one instant, whatever happens later. Also tests who
// may take snapshots and when.
import { randomUUID } from 'node:crypto';
import { resolvePendingNeighbors } from '../../../src/modules/discovery/runs/neighbors.sql';
import { settledInstant } from '../../../src/data/tenancy/change-times';
import { dbFor } from '../../../src/data/tenancy/scoped-db';
import { sqlFor } from '../../../src/data/tenancy/scoped-sql';
import { anonymousViewer } from '../../../src/auth/public-operations';
import { addDiscovery } from '../../support/discovery-rows';
import { addInventory, type Inventory } from '../../support/inventory';
import { createMigratedDatabase, type OwnDatabase } from '../../support/own-database';
import { createWorld, planningOnce, type Caller, type World } from '../../support/world';
import { keptAnswer as withoutObservations } from '../../tenancy/past-answers';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

// A separate database, because a snapshot waits for all open writes in the database. If a write takes too long, the
// snapshot shows the time before this write.
let database: OwnDatabase;
let world: World;
let networkId: string;
let inventory: Inventory;
beforeAll(async () => {
  database = await createMigratedDatabase();
  world = await createWorld({ DATABASE_URL: planningOnce(database.url), QUERY_COST_MAXIMUM: '100000000' });
});
beforeEach(async () => {
  const { organizationId, owner, prisma } = world;
  const { body } = await owner.rest.post('/networks', { name: 'Kept', organization_id: organizationId, tags: [] });
  networkId = body.data.id;
  inventory = await addInventory(prisma, { networkId, organizationId }, 5);
  await prisma.tag.update({ where: { id: inventory.tagId }, data: { isApplication: true } });
  // Reads of a past instant return a host's present credentials. The hosts have none, so that comparisons with the past
  // are not affected.
  await prisma.hostCredential.deleteMany({ where: { networkId } });
});
afterAll(async () => {
  await world.stop();
  await database.drop();
});

const errorFacts = ({ status, body }: { status: number; body: Json }) => [status, body.code, body.params];

async function take(caller: Caller = world.owner) {
  const { status, body, story } = await caller.rest.post('/snapshots', { network_id: networkId });
  if (status !== 200) throw new Error(story);
  const pinnedTopology = await world.prisma.topology.findFirstOrThrow({ where: { snapshotId: body.data.id } });
  return {
    id: body.data.id as string,
    takenAt: body.data.taken_at as string,
    topologyId: pinnedTopology.id,
    row: body.data,
  };
}

/**
 * Selects many kinds of rows, and some rows twice with different fields, so that the response takes several reads.
 */
const deep = `view availableViews filteredOut { entity filter count }
  nodes { id: elementId header
    ... on GraphElement { host { id name displayName updatedAt tags { name }
      one: ipAddresses { ipAddress updatedAt subnet { name vlans { name } } } two: ipAddresses { id interfaces { ifName } }
      services { name tagIds bindings { id port { number } groups { totalCount nodes { name } } } }
      interfaces { displayName taggedVlans { name } neighbors { protocol remoteInterface { ifName host { name } } } } } }
    ... on SubnetContainer { subnet { name cidr tags { name } few: ipAddresses(first: 1) { totalCount nodes { id } }
      all: ipAddresses { nodes { host { name } } } } }
    ... on ApplicationContainer { tag { name isApplication hosts { totalCount } } }
    ... on ServiceElement { service { name host { displayName } groups { nodes { name members { position } } } } } }
  edges { id: elementId label ... on PhysicalLinkEdge { sourceInterface { ifName host { name } } }
    ... on HubAndSpokeEdge { group { name } } }
  singlePointsOfFailure { id: stopId host { displayName } }
  components { size stops { host { displayName } } }
  shortestPath(from: $from, to: $to) { hops { host { name } outInterface { ifName } } }
  vlanPath(vlanId: $vlan) { ports { interface { ifName host { name } } } gaps { lackingInterfaceId } }
  whyHidden(entityId: $from) { reason } search(text: "host") { id: elementId header }`;
const views = ['L2Physical', 'L3Logical', 'Workloads', 'Application'];

const graphs = (caller: Caller, id: string) =>
  caller.query(
    `query ($id: UUID!, $from: UUID!, $to: UUID!, $vlan: UUID!) { topology(id: $id) {
      ${views.map((view) => `${view}: graph(view: ${view}) { ${deep} }`).join(' ')} } }`,
    { id, from: inventory.hostIds[0], to: inventory.hostIds[2], vlan: inventory.vlanIds[0] },
  );

const lists = ['hosts', 'services', 'subnets', 'groups', 'vlans', 'ip-addresses', 'interfaces', 'ports', 'bindings'];

/** All data of a snapshot that can be read, over every API. */
async function everythingOf({ id, takenAt, topologyId }: { id: string; takenAt: string; topologyId: string }) {
  const { owner } = world;
  const at = `network_id=${networkId}&at=${takenAt}`;
  const paths = [
    `/topology/data?network_id=${networkId}&snapshot_id=${id}`,
    `/topology/data?network_id=${networkId}&snapshot_id=${id}&at=2020-01-01T00:00:00Z`,
    ...['mermaid', 'confluence', 'dot', 'graphml', 'cytoscape', 'csv', 'svg', 'drawio'].flatMap((format) =>
      views.map((view) => `/topology/${topologyId}/export/${format}?view=${view}`),
    ),
    ...lists.flatMap((list) => [`/${list}?limit=0&${at}`, `/${list}/export/csv?${at}`]),
    ...[`/hosts?limit=0&include_children=true&${at}`, `/hosts/export/zip?${at}`, `/tags?limit=0&at=${takenAt}`],
    ...inventory.hostIds.map((host) => `/hosts/${host}?at=${takenAt}`),
  ];
  const answers: [string, number, string][] = [];
  const answerTo = async (path: string): Promise<(typeof answers)[0]> => {
    const { status, body } = await owner.rest.get(path);
    return [path, status, JSON.stringify(body)];
  };
  for (let at = 0; at < paths.length; at += 6)
    answers.push(...(await Promise.all(paths.slice(at, at + 6).map(answerTo))));
  answers.push(['graphs', 200, JSON.stringify(await graphs(owner, topologyId))]);
  return answers;
}

const run = (sql: string) => world.prisma.$executeRawUnsafe(sql.replaceAll('$network', `'${networkId}'`));
const inNetwork = 'WHERE network_id = $network';
const seenTables = ['hosts', 'services', 'subnets', 'vlans', 'ip_addresses', 'interfaces', 'ports', 'bindings'];

async function observeEverything() {
  for (const table of seenTables)
    await run(`UPDATE ${table} SET updated_at = now(), last_seen_at = now() ${inNetwork}`);
}

async function changeEverything() {
  const { prisma, organizationId } = world;
  for (const table of ['hosts', 'services', 'subnets', 'vlans', 'groups'])
    await run(`UPDATE ${table} SET name = name || ' now' ${inNetwork}`);
  await run(`UPDATE interfaces SET if_alias = 'now', native_vlan_id = NULL ${inNetwork}`);
  await run(`UPDATE ip_addresses SET position = position + 7, mac_address = NULL ${inNetwork}`);
  await run(`UPDATE ports SET number = number + 1 ${inNetwork}`);
  await run(`UPDATE networks SET name = 'Renamed' WHERE id = '${networkId}'`);
  await run(`UPDATE tags SET name = name || ' now', is_application = false WHERE id = '${inventory.tagId}'`);
  await run(`DELETE FROM interface_vlans ${inNetwork}`);
  await run(`DELETE FROM tag_assignments ${inNetwork} AND service_id IS NOT NULL`);
  await run(`DELETE FROM bindings ${inNetwork} AND ip_address_id IS NULL`);
  await addInventory(prisma, { networkId: world.otherNetworkId, organizationId }, 1);
  await run(`DELETE FROM hosts WHERE id = '${inventory.hostIds[1]}'`);
}

async function resolveNeighbours() {
  const { prisma, organizationId, owner } = world;
  const daemon = await world.addDaemon({ networkId });
  await addDiscovery(world, daemon.daemonId, networkId, {
    runType: 'Historical',
    sessionId: randomUUID(),
    neighborsPending: true,
    results: {},
  });
  const viewer = {
    via: 'session',
    userId: owner.userId,
    organizationId,
    permissions: 'Owner',
    isNarrowed: false,
  } as const;
  const db = dbFor(prisma, { ...viewer, networkIds: [networkId], credentialId: owner.userId });
  expect(await resolvePendingNeighbors(db, networkId)).toBe(true);
}

async function deleteEverything() {
  await world.prisma.daemon.deleteMany({ where: { networkId } });
  for (const table of ['groups', 'vlans', 'hosts', 'subnets']) await run(`DELETE FROM ${table} ${inNetwork}`);
  await run(`DELETE FROM tags WHERE id = '${inventory.tagId}'`);
}

test('a snapshot returns the same bytes whatever has happened since', async () => {
  await run(`UPDATE hosts SET hostname = 'before' ${inNetwork}`);
  const snapshot = await take();
  const then = await everythingOf(snapshot);
  expect(then.filter(([, status]) => status !== 200)).toEqual([]);
  expect(then[0]![2].length).toBeGreaterThan(10_000);
  for (const happen of [observeEverything, changeEverything, resolveNeighbours, deleteEverything]) {
    await happen();
    expect(await everythingOf(snapshot)).toEqual(then);
  }
});

test('the graph of a snapshot is the live graph of its instant, with the options of that instant', async () => {
  const { owner, member, viewer } = world;
  const live = await world.prisma.topology.findFirstOrThrow({ where: { networkId } });
  await owner.rest.put(`/topology/${live.id}`, { options: { local: { show_minimap: false } } });
  const before = (await owner.rest.get(`/topology/data?network_id=${networkId}`)).body.data;
  const narrow = await world.addUser('Member', [networkId]);
  const snapshot = await take(narrow);
  expect(snapshot.row).toEqual({
    ...{ id: snapshot.id, network_id: networkId, created_by_user_id: narrow.userId, taken_at: snapshot.takenAt },
    ...{ created_at: expect.any(String), updated_at: expect.any(String), name: null },
  });
  await run(`DELETE FROM hosts ${inNetwork}`);
  await owner.rest.put(`/topology/${live.id}`, { options: null });
  const { topology, ...kept } = (
    await owner.rest.get(`/topology/data?network_id=${networkId}&snapshot_id=${snapshot.id}`)
  ).body.data;
  expect(topology).toMatchObject({ id: snapshot.topologyId, snapshot_id: snapshot.id, network_id: networkId });
  expect(topology.options.local.show_minimap).toBe(false);
  const { topology: _live, ...drawn } = before;
  // A snapshot contains neither times of observation nor neighbor records, so the comparison leaves them out.
  expect(withoutObservations(kept)).toEqual(withoutObservations(drawn));
  expect([kept.neighbours, drawn.neighbours.length > 0]).toEqual([null, true]);
  expect((await owner.rest.get(`/snapshots/${snapshot.id}`)).body.data).toEqual(snapshot.row);
  expect((await owner.rest.get(`/snapshots?network_id=${networkId}`)).body.data).toEqual([snapshot.row]);
  const hiddenReply = await viewer.rest.get(`/snapshots?network_id=${networkId}`);
  expect([hiddenReply.status, hiddenReply.body.data]).toEqual([200, []]);
  expect((await member.rest.get(`/snapshots/${snapshot.id}`)).status).toBe(404);
});

test('live graphs and snapshots in one query each have their own instant, including nested rows', async () => {
  const { owner } = world;
  const first = await take();
  await run(`UPDATE hosts SET name = name || ' second' ${inNetwork}`);
  const second = await take();
  await run(`UPDATE hosts SET name = name || ' third' ${inNetwork}`);
  await run(`DELETE FROM hosts WHERE id = '${inventory.hostIds[4]}'`);
  const graph = `graph(view: L3Logical) { elements { host {
    name again: ipAddresses { host { name } } more: ipAddresses { id host { name } } } } }`;
  const query = (more = '', at = '') => `query ($ids: [UUID!]) ${at} {
    topologies(networkId: "${networkId}", ids: $ids, first: 5) { nodes { snapshotId ${graph} network { ${more} hosts(first: 9) { totalCount } } } } }`;
  const namesIn = (answer: Json) =>
    Object.fromEntries(
      answer.topologies.nodes.map(({ snapshotId, graph: { elements } }: Json) => {
        const names = elements.flatMap(({ host }: Json) =>
          [host, ...host.again.map((one: Json) => one.host), ...host.more.map((one: Json) => one.host)].map(
            ({ name }) => name,
          ),
        );
        return [snapshotId ?? 'live', [...new Set(names)].sort()];
      }),
    );
  const hosts = (ending: string, count: number) =>
    Array.from({ length: count }, (_, index) => `host-${index}${ending}`);
  const keptHosts = { [first.id]: hosts('', 5), [second.id]: hosts(' second', 5) };
  const now = await owner.query(query());
  expect(namesIn(now)).toEqual({ ...keptHosts, live: hosts(' second third', 4) });
  expect(now.topologies.nodes.map(({ network }: Json) => network.hosts.totalCount)).toEqual([4, 4, 4]);
  const past = await owner.query(query('', `@at(instant: "${first.takenAt}")`));
  expect(namesIn(past)).toEqual({ ...keptHosts, live: hosts('', 5) });
  // Each document is compiled when it is used for the third time, so it is sent three times.
  for (const _ of [1, 2, 3]) expect(namesIn(await owner.query(query('id')))).toEqual(namesIn(now));
});

describe('the instant of a snapshot', () => {
  /** Starts a transaction that runs `before`, then changes rows, and stays open until `end` is called. */
  async function writeSlowly(before?: () => Promise<unknown>) {
    let end!: () => void;
    const whenTold = new Promise<void>((resolve) => (end = resolve));
    let onBegun!: () => void;
    const isBegun = new Promise<void>((resolve) => (onBegun = resolve));
    const slowWrite = world.prisma.$transaction(async (tx) => {
      await tx.$executeRawUnsafe('SELECT now()');
      await before?.();
      await tx.$executeRawUnsafe(`UPDATE hosts SET name = 'slow' WHERE id = '${inventory.hostIds[0]}'`);
      onBegun();
      await whenTold;
    });
    await isBegun;
    return { end: () => (end(), slowWrite) };
  }
  const nameAt = async (at: string, index = 0) =>
    (await world.owner.rest.get(`/hosts/${inventory.hostIds[index]}?at=${at}`)).body.data.name;

  test('waits for running writers, delays no other requests, and includes all their writes', async () => {
    const writer = await writeSlowly();
    let isTaken = false;
    const taking = take().finally(() => (isTaken = true));
    // The snapshot neither waits for nor blocks writers that begin after it has looked for open transactions.
    const [otherId] = inventory.hostIds.slice(2);
    for (let turn = 0; turn < 150; turn += 1) await run(`UPDATE hosts SET name = '${turn}' WHERE id = '${otherId}'`);
    expect(isTaken).toBe(false);
    await writer.end();
    const { takenAt } = await taking;
    expect(await nameAt(takenAt)).toBe('slow');
  });

  test('excludes the writes of a long transaction, also after it has ended', async () => {
    const writer = await writeSlowly();
    const before = await settledInstant(sqlFor(world.prisma, anonymousViewer), networkId, { waitMs: 30 });
    expect(await nameAt(before.toISOString())).toBe('host-0');
    await writer.end();
    expect(await nameAt(before.toISOString())).toBe('host-0');
    const after = await settledInstant(sqlFor(world.prisma, anonymousViewer), networkId);
    expect(after.getTime()).toBeGreaterThan(before.getTime());
    expect(await nameAt(after.toISOString())).toBe('slow');
  });

  test('includes what others wrote while a long transaction only read', async () => {
    const others = () => run(`UPDATE hosts SET name = 'meanwhile' WHERE id = '${inventory.hostIds[2]}'`);
    const writer = await writeSlowly(async () => {
      await others();
      // A pause, so that the transaction's first change is in a later millisecond than earlier changes.
      await run('SELECT pg_sleep(0.002)');
    });
    const before = await settledInstant(sqlFor(world.prisma, anonymousViewer), networkId, { waitMs: 30 });
    await writer.end();
    const at = before.toISOString();
    expect([await nameAt(at), await nameAt(at, 2)]).toEqual(['host-0', 'meanwhile']);
  });

  test('is final: a snapshot never changes, however many writers are active', async () => {
    let isOver = false;
    const write = async (index: number) => {
      for (let turn = 0; !isOver; turn += 1) {
        await world.prisma.$transaction(async (tx) => {
          for (const table of ['hosts', 'services', 'ports']) {
            const column = table === 'ports' ? `number = 1000 + ${turn}` : `name = 'turn ${turn}'`;
            const ids = { hosts: inventory.hostIds, services: inventory.serviceIds, ports: inventory.portIds }[table]!;
            await tx.$executeRawUnsafe(`UPDATE ${table} SET ${column} WHERE id = '${ids[index]}'`);
            // Keeps each write transaction open for longer than it takes to read a snapshot.
            await tx.$executeRawUnsafe('SELECT pg_sleep(0.02)');
          }
        });
      }
    };
    const writers = [0, 1, 2, 3].map(write);
    const data = async (id: string) =>
      JSON.stringify((await world.owner.rest.get(`/topology/data?network_id=${networkId}&snapshot_id=${id}`)).body);
    const seenEvents: [string, string][] = [];
    for (let count = 0; count < 12; count += 1) {
      const { id } = await take();
      seenEvents.push([id, await data(id)]);
    }
    isOver = true;
    await Promise.all(writers);
    for (const [id, text] of seenEvents) expect(await data(id)).toBe(text);
    expect(new Set(seenEvents.map(([, text]) => text)).size).toBeGreaterThan(1);
  });
});

describe('concurrent changes', () => {
  test('two simultaneous snapshots are separate rows', async () => {
    const takenReplies = await Promise.all([take(), take(), take()]);
    expect(new Set(takenReplies.flatMap(({ id, topologyId }) => [id, topologyId])).size).toBe(6);
  });

  test('a network deleted meanwhile leaves no rows and is reported as inaccessible', async () => {
    const { owner, prisma } = world;
    const [deletedReply, ...takenReplies] = await Promise.all([
      owner.rest.delete(`/networks/${networkId}`),
      ...Array.from({ length: 5 }, () => owner.rest.post('/snapshots', { network_id: networkId })),
    ]);
    expect(deletedReply.status).toBe(200);
    for (const reply of takenReplies)
      if (reply.status !== 200)
        expect(errorFacts(reply)).toEqual([403, 'entity_access_denied', { entity: 'Network', id: networkId }]);
    expect(await prisma.snapshot.count({ where: { networkId } })).toBe(0);
    // The topologies of the snapshots are deleted at once. A job removes the live topology of the network later.
    expect(await prisma.topology.count({ where: { networkId, snapshotId: { not: null } } })).toBe(0);
  });

  test('a snapshot read while it is deleted is complete or missing', async () => {
    const { owner } = world;
    const { id, topologyId } = await take();
    const paths = [`/topology/data?network_id=${networkId}&snapshot_id=${id}`, `/topology/${topologyId}/export/dot`];
    const whole = await Promise.all(paths.map(async (path) => (await owner.rest.get(path)).body));
    const reads = Array.from({ length: 10 }, (_, index) => owner.rest.get(paths[index % 2]!));
    const [deletedReply, ...replies] = await Promise.all([owner.rest.delete(`/snapshots/${id}`), ...reads]);
    expect(deletedReply.status).toBe(200);
    replies.forEach(({ status, body }, index) => {
      if (status === 200) expect(body).toEqual(whole[index % 2]);
      else expect([status, body.code]).toEqual([404, 'entity_not_found']);
    });
    expect((await owner.rest.get(paths[0]!)).status).toBe(404);
  });
});

describe('deleting a snapshot', () => {
  test('deletes its topology row and shares; the live row stays', async () => {
    const { member, owner, prisma, anonymous } = world;
    const snapshot = await take();
    const { body } = await owner.rest.post('/shares', {
      ...{ name: 'Kept', network_id: networkId, topology_id: snapshot.topologyId },
    });
    const showReply = () => anonymous.send('POST', `/api/v1/shares/public/${body.data.id}/topology`);
    const before = (await showReply()).body.data;
    expect(before.graph.nodes.L3Logical.length).toBeGreaterThan(5);
    await run(`UPDATE hosts SET name = 'other' ${inNetwork}`);
    expect((await showReply()).body.data).toEqual(before);
    expect((await member.rest.delete(`/snapshots/${snapshot.id}`)).status).toBe(404);
    expect((await owner.rest.delete(`/snapshots/${snapshot.id}`)).status).toBe(200);
    expect((await showReply()).status).toBe(404);
    expect(await prisma.topology.findMany({ where: { networkId } })).toMatchObject([{ snapshotId: null }]);
    expect(errorFacts(await owner.rest.delete(`/snapshots/${snapshot.id}`))).toEqual([
      404,
      'entity_not_found',
      { entity: 'Snapshot', id: snapshot.id },
    ]);
  });

  test('in bulk skips missing rows', async () => {
    const [one, two] = [await take(), await take()];
    const { body } = await world.owner.rest.post('/snapshots/bulk-delete', [one.id, two.id, randomUUID(), one.id]);
    expect(body.data).toEqual({ deleted_count: 2, requested_count: 4 });
  });
});

describe('names of snapshots', () => {
  const rename = (caller: Pick<Caller, 'rest'>, id: string, name: string | null) =>
    caller.rest.post(`/snapshots/${id}/rename`, { name });

  test('a snapshot gets a name, is renamed, found by name, and can lose it; its instant stays', async () => {
    const { owner, prisma } = world;
    const { body } = await owner.rest.post('/snapshots', { network_id: networkId, name: 'Before the move' });
    const { id, taken_at } = body.data;
    expect(body.data.name).toBe('Before the move');
    const find = async (name: string) =>
      (await owner.query(`{ snapshots(first: 9, filter: { name: { contains: "${name}" } }) { nodes { id name } } }`))
        .snapshots.nodes;
    expect(await find('the mo')).toEqual([{ id, name: 'Before the move' }]);
    expect((await rename(owner, id, 'After it')).body.data).toMatchObject({ id, name: 'After it', taken_at });
    expect(await find('the mo')).toEqual([]);
    expect((await rename(owner, id, null)).body.data).toMatchObject({ name: null, taken_at });
    const events = await prisma.auditEvent.findMany({
      where: { subjectId: id, eventType: 'SnapshotRenamed' },
      orderBy: { createdAt: 'asc' },
    });
    expect(events).toHaveLength(2);
  });

  test('an outdated state, a name that is too long, and an unknown id are refused', async () => {
    const { owner } = world;
    const { id } = await take();
    const document = `mutation($id: UUID!, $at: DateTime) { updateSnapshot(id: $id, input: { name: "x", expectedUpdatedAt: $at }) { id } }`;
    const stale = await owner.graphql(document, { id, at: '2020-01-01T00:00:00Z' });
    expect(stale.body.errors[0].extensions.code).toBe('entity_changed');
    expect(errorFacts(await rename(owner, id, 'x'.repeat(101)))[0]).toBe(400);
    expect(errorFacts(await rename(owner, id, ''))[0]).toBe(400);
    expect(errorFacts(await rename(owner, randomUUID(), 'x'))[0]).toBe(404);
  });

  test('Viewers and Members of other networks cannot rename a snapshot', async () => {
    const { id } = await take();
    const viewer = await world.addUser('Viewer', [networkId]);
    expect((await rename(viewer, id, 'mine')).status).toBe(403);
    expect((await rename(world.member, id, 'mine')).status).toBe(404);
    expect((await rename(world.anonymous, id, 'mine')).status).toBe(401);
    expect((await world.prisma.snapshot.findUniqueOrThrow({ where: { id } })).name).toBeNull();
  });
});

test('401, 403, 400: anonymous callers, Viewers, networks out of reach, no network', async () => {
  const { anonymous, narrowKey, owner, strangerNetworkId } = world;
  const post = (caller: Pick<Caller, 'rest'>, body: object) => caller.rest.post('/snapshots', body);
  expect((await post(anonymous, { network_id: networkId })).status).toBe(401);
  const viewer = await world.addUser('Viewer', [networkId]);
  expect(errorFacts(await post(viewer, { network_id: networkId }))).toEqual([
    403,
    'auth_permission_denied',
    { action: 'createSnapshot', required: 'Member' },
  ]);
  const { id } = await take();
  expect((await viewer.rest.delete(`/snapshots/${id}`)).status).toBe(403);
  for (const [caller, network] of [
    [owner, strangerNetworkId],
    [owner, randomUUID()],
    [narrowKey, world.otherNetworkId],
  ] as const)
    expect(errorFacts(await post(caller, { network_id: network }))).toEqual([
      403,
      'entity_access_denied',
      { entity: 'Network', id: network },
    ]);
  expect(errorFacts(await post(owner, {}))).toEqual([400, 'validation_required', { field: 'network_id' }]);
});

test('a snapshot takes as many statements for a large network as for a small one', async () => {
  const { owner, queries, prisma } = world;
  const countStatements = () => queries.countNeeded(() => owner.rest.post('/snapshots', { network_id: networkId }));
  const small = await countStatements();
  await prisma.host.createMany({
    data: Array.from({ length: 3_000 }, (_, index) => ({ networkId, name: `more-${index}` })),
  });
  expect(await countStatements()).toBe(small);
});
