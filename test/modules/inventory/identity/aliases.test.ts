// When two hosts were merged, clients may still send the id of the host that is gone. Tests what each argument of the
// schema that takes a host id does with such an id. A new argument must be added to the list here.
import { randomUUID } from 'node:crypto';
import { getNamedType, isObjectType, type GraphQLField, type GraphQLObjectType } from 'graphql';
import { schema } from '../../../../src/modules/types';
import { leaveAll, followChanges } from '../../../support/change-follower';
import { addDiscovery, addSession } from '../../../support/discovery-rows';
import { databaseInstant } from '../../../support/instants';
import { addInventory, type Inventory } from '../../../support/inventory';
import { createWorld, type DaemonCaller, type World } from '../../../support/world';
import { idPlaces, findOwner, buildValues, type IdPlace } from '../../../tenancy/id-places';

let world: World;
let rows: Inventory;
let daemon: DaemonCaller;
/** The id of the host into which the host `merged` was merged. */
let survivor: string;
let mergedId: string;
let checkId: string;

const host = async (name: string): Promise<string> =>
  (await world.prisma.host.create({ data: { networkId: world.networkId, name } })).id;
const consolidate = async (destination: string, other: string): Promise<void> =>
  expect((await world.member.rest.put(`/hosts/${destination}/consolidate/${other}`)).status).toBe(200);

beforeAll(async () => {
  world = await createWorld();
  rows = await addInventory(world.prisma, world, 2);
  daemon = await world.addDaemon({ networkId: world.networkId });
  await world.prisma.daemon.update({ where: { id: daemon.daemonId }, data: { version: '0.17.22' } });
  await world.prisma.daemonSubnet.create({
    data: { daemonId: daemon.daemonId, subnetId: rows.subnetId, networkId: world.networkId },
  });
  survivor = rows.hostIds[0]!;
  mergedId = await host('merged');
  await consolidate(survivor, mergedId);
  const { createCheck } = await world.member.query(
    `mutation($networkIds: [UUID!]) { createCheck(input: {
      name: "names hosts", networkIds: $networkIds, rule: { aggregateMembersUp: true } }) { id } }`,
    { networkIds: [world.networkId] },
  );
  checkId = createCheck.id;
});
afterEach(leaveAll);
afterAll(() => world.close());

type Root = 'query' | 'mutation' | 'subscription';
interface Place {
  readonly root: Root;
  readonly field: GraphQLField<unknown, unknown>;
  readonly place: IdPlace;
}
const roots: readonly (readonly [Root, GraphQLObjectType])[] = [
  ['query', schema.getQueryType()!],
  ['mutation', schema.getMutationType()!],
  ['subscription', schema.getSubscriptionType()!],
];
const inputsOf = ({ args }: GraphQLField<unknown, unknown>) => new Map(args.map(({ name, type }) => [name, type]));
const ownerOfField = ({ name, type }: GraphQLField<unknown, unknown>) => findOwner(name, getNamedType(type).name);
const places = new Map<string, Place>(
  roots.flatMap(([root, type]) =>
    Object.values(type.getFields()).flatMap((field) =>
      idPlaces(inputsOf(field), ownerOfField(field))
        .filter(({ model }) => model === 'Host')
        .map((place) => [`${field.name} ${place.path.join('.')}`, { root, field, place }] as const),
    ),
  ),
);

/** Ids of rows in the caller's network, for all arguments of a call except the tested one. */
const home = () => ({
  ...{ Network: [world.networkId], Host: [rows.hostIds[1]!], Subnet: [rows.subnetId], Tag: [rows.tagId] },
  ...{ Service: [rows.serviceIds[1]!], Port: [rows.portIds[1]!], IpAddress: [rows.addressIds[1]!] },
  ...{
    Interface: [rows.interfaceIds[1]!],
    Credential: [rows.credentialId],
    Daemon: [daemon.daemonId],
    Vlan: [...rows.vlanIds],
    Check: [checkId],
  },
});
function call({ root, field, place }: Place, caller = world.member) {
  const owner = ownerOfField(field);
  const variables = buildValues(inputsOf(field), owner, home(), { place, value: place.isList ? [mergedId] : mergedId });
  const givenArguments = field.args.filter(({ name }) => name in variables);
  const selection = isObjectType(getNamedType(field.type)) ? '{ __typename }' : '';
  return caller.graphql(
    `${root}(${givenArguments.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ')}) {
      ${field.name}(${givenArguments.map(({ name }) => `${name}: $${name}`).join(', ')}) ${selection} }`,
    variables,
  );
}
async function expectRefused(place: Place, caller = world.member): Promise<void> {
  const { body } = await call(place, caller);
  expect(body.errors?.[0].extensions).toEqual({ code: 'entity_not_found', params: { entity: 'Host', id: mergedId } });
}
/** Expects that the argument `place` ignores the id of the merged host, like an id that no row has. */
async function passedOver(place: Place, answer?: unknown): Promise<void> {
  const { body } = await call(place);
  expect(body.errors).toBeUndefined();
  if (answer !== undefined) expect(body.data).toEqual(answer);
}

const endSession = async (sessionId: string): Promise<void> => {
  const { status } = await world.member.rest.post(`/discovery/${sessionId}/cancel`);
  expect(status).toBe(200);
};
const sessionOfSurvivor = async (document: string, field: string): Promise<void> => {
  const answer = (await world.member.query(document, { id: mergedId }))[field];
  const [{ id }] = [answer].flat();
  const session = await world.prisma.discoverySession.findUniqueOrThrow({ where: { id } });
  expect(session.discoveryDetails).toMatchObject({ target_host_ids: [survivor], ips: ['10.40.0.0'] });
  await endSession(id);
};
const sameAs = async (document: string): Promise<void> => {
  const ask = (id: string) => world.viewer.query(document, { id, other: rows.hostIds[1]! });
  expect(await ask(mergedId)).toEqual(await ask(survivor));
};
const jobOf = async (hostId: string) => ({
  ...{ type: 'Unified', hostId, hostNamingFallback: 'Ip' },
});

/** Arguments inside of the rules and selections of checks that take host ids. */
const placesOfChecks = [
  ...['noWay.fromHostId', 'noWay.toHostId', 'survivesAnyFailure.rootHostIds', 'wayExists.fromHostId'].map(ofRule),
  ...['wayExists.toHostId', 'wayExists.throughHostIds', 'wayExists.notThroughHostIds'].map(ofRule),
  'selection.hostIds',
];
function ofRule(place: string): string {
  return `rule.${place}`;
}

/** For each argument that takes a host id: the expected effect of the id of a merged host. */
const lines: Readonly<Record<string, (place: Place) => Promise<void>>> = {
  'host id': expectRefused,
  'updateHost id': expectRefused,
  'deleteHost id': expectRefused,
  'consolidateHosts destinationHostId': expectRefused,
  'consolidateHosts otherHostId': expectRefused,
  'createCredential input.hostAssignments.hostId': (place) => expectRefused(place, world.admin),
  'createCredentials inputs.hostAssignments.hostId': (place) => expectRefused(place, world.admin),
  'createInterface input.hostId': expectRefused,
  'createIpAddress input.hostId': expectRefused,
  'createLinkDecision input.remoteHostId': expectRefused,
  'createPort input.hostId': expectRefused,
  'createService input.hostId': expectRefused,
  'updateCredential input.hostAssignments.hostId': (place) => expectRefused(place, world.admin),
  'updateInterface input.hostId': expectRefused,
  'updateIpAddress input.hostId': expectRefused,
  'updatePort input.hostId': expectRefused,
  'updateService input.hostId': expectRefused,
  'setEntityTags input.entityId': expectRefused,
  'restoreRevision input.id': expectRefused,
  ...Object.fromEntries(
    ['createCheck input.', 'updateCheck input.', 'testCheck '].flatMap((writer) =>
      placesOfChecks.map((place) => [`${writer}${place}`, expectRefused]),
    ),
  ),

  'hosts ids': (place) => passedOver(place),
  'deleteHosts ids': (place) => passedOver(place),
  'addTagToEntities input.entityIds': (place) => passedOver(place),
  'removeTagFromEntities input.entityIds': (place) => passedOver(place),
  'topologyDiff detail.collapsed': async () => foldsPassedOver(),
  'topologyDiff detail.expanded': async () => foldsPassedOver(),
  'topologyDiff detail.reveal': async () => foldsPassedOver(),
  'topologyGraphChanges detail.collapsed': async () => foldsPassedOver(),
  'topologyGraphChanges detail.expanded': async () => foldsPassedOver(),
  'topologyGraphChanges detail.reveal': async () => foldsPassedOver(),

  'history id': async () => {
    const document = 'query($id: UUID!) { history(kind: Host, id: $id) { nodes { entityId changeType } } }';
    const { history } = await world.viewer.query(document, { id: mergedId });
    expect(history.nodes[0]).toEqual({ entityId: mergedId, changeType: 'Deleted' });
  },
  'inventoryChanges hostId': async () => {
    const [keptHost, goneHost] = [await host('kept'), await host('gone')];
    const client = await followChanges(world.url, world.key, { networkId: world.networkId, hostId: goneHost });
    await client.receive();
    await consolidate(keptHost, goneHost);
    const [removedChange] = await client.until(
      ({ entityId, changeType }) => entityId === goneHost && changeType === 'Removed',
    );
    expect(removedChange).toMatchObject({ name: 'gone', event: { operation: 'consolidateHosts' } });
  },

  'hostAliases ids': async () => {
    const ids = [randomUUID(), mergedId, survivor, mergedId.toUpperCase()];
    const document = 'query($ids: [UUID!]!) { hostAliases(ids: $ids) { mergedHostId hostId host { id } } }';
    const { hostAliases } = await world.viewer.query(document, { ids });
    expect(hostAliases).toEqual([{ mergedHostId: mergedId, hostId: survivor, host: { id: survivor } }]);
  },
  'whySameHost a': () =>
    sameAs('query($id: UUID!, $other: UUID!) { whySameHost(a: $id, b: $other) { verdict reasons { text } } }'),
  'whySameHost b': () =>
    sameAs('query($id: UUID!, $other: UUID!) { whySameHost(a: $other, b: $id) { verdict reasons { text } } }'),
  'rescanHost id': () => sessionOfSurvivor('mutation($id: UUID!) { rescanHost(id: $id) { id } }', 'rescanHost'),
  'rescanHosts ids': () =>
    sessionOfSurvivor(`mutation($id: UUID!) { rescanHosts(ids: [$id, "${rows.hostIds[0]}"]) { id } }`, 'rescanHosts'),
  'createDiscovery input.discoveryType.hostId': async () => {
    const goneId = await mergedIntoDaemonsHost();
    const input = { name: 'job', networkId: world.networkId, daemonId: daemon.daemonId };
    const document = `mutation($input: CreateDiscoveryInput!) { createDiscovery(input: $input) {
      discoveryType { hostId } } }`;
    const { createDiscovery } = await world.member.query(document, {
      input: { ...input, discoveryType: await jobOf(goneId), runType: { type: 'AdHoc' } },
    });
    expect(createDiscovery.discoveryType.hostId).toBe(daemon.hostId);
  },
  'updateDiscovery input.discoveryType.hostId': async () => {
    const [goneId, id] = [await mergedIntoDaemonsHost(), await addDiscovery(world, daemon.daemonId, world.networkId)];
    const document = `mutation($id: UUID!, $input: UpdateDiscoveryInput!) { updateDiscovery(id: $id, input: $input) {
      discoveryType { hostId } } }`;
    const { updateDiscovery } = await world.member.query(document, {
      ...{ id, input: { discoveryType: await jobOf(goneId) } },
    });
    expect(updateDiscovery.discoveryType.hostId).toBe(daemon.hostId);
  },
  'reportDiscoverySession input.scanned.hostIds': async () => {
    const job = await addDiscovery(world, daemon.daemonId, world.networkId);
    const session_id = await addSession(world, job, { phase: 'Scanning' });
    const body = { session_id, phase: 'Complete', scanned: { host_ids: [mergedId] } };
    expect((await daemon.send('POST', `/api/v1/discovery/${session_id}/update`, { body })).status).toBe(200);
    const run = await world.prisma.discovery.findFirstOrThrow({ where: { sessionId: session_id } });
    const { lastDiscoveryId } = await world.prisma.host.findUniqueOrThrow({ where: { id: survivor } });
    expect(lastDiscoveryId).toBe(run.id);
  },
  'splitHost mergedHostId': async () => {
    const [keptHost, goneHost] = [await host('kept'), await host('gone')];
    await consolidate(keptHost, goneHost);
    const { splitHost } = await world.member.query('mutation($id: UUID!) { splitHost(mergedHostId: $id) { id } }', {
      id: goneHost,
    });
    expect(splitHost).toEqual({ id: goneHost });
  },
};

const mergedIntoDaemonsHost = async (): Promise<string> => {
  const goneId = await host('former');
  await consolidate(daemon.hostId!, goneId);
  return goneId;
};

async function foldsPassedOver(): Promise<void> {
  const document = `query($network: UUID!, $ids: [UUID!]) { topologies(filter: { network: { id: { eq: $network } } }) {
    nodes { graph(view: L3Logical, detail: { expanded: $ids, collapsed: $ids, reveal: $ids }) { nodes { __typename } } } } }`;
  const { topologies } = await world.viewer.query(document, { network: world.networkId, ids: [mergedId] });
  expect(topologies.nodes.length).toBeGreaterThan(0);
}

test('every place that accepts the id of a host is listed', () => {
  expect(Object.keys(lines).sort()).toEqual([...places.keys()].sort());
});

test.each([...places])('%s', async (name, place) => {
  await lines[name]!(place);
  // The call has not recreated the merged host, and the remaining host still exists.
  expect(await world.prisma.host.count({ where: { id: mergedId } })).toBe(0);
  expect((await world.viewer.rest.get(`/hosts/${mergedId}`)).status).toBe(404);
  expect((await world.viewer.rest.get(`/hosts/${survivor}`)).status).toBe(200);
});

test('a daemon that reports a merged id updates the remaining host', async () => {
  const body = { host: { id: mergedId, network_id: world.networkId, name: 'seen again' }, ip_addresses: [], ports: [] };
  const reply = await daemon.send('POST', '/api/v1/hosts/discovery', {
    body: { ...body, services: [], interfaces: [], subnets: [] },
  });
  expect([reply.status, reply.body.data?.id]).toEqual([200, survivor]);
  expect(await world.prisma.host.count({ where: { id: mergedId } })).toBe(0);
});

test('a rescan of a merged id by REST is one of the remaining host', async () => {
  const reply = await world.member.rest.post(`/hosts/${mergedId}/rescan`);
  expect(reply.status).toBe(200);
  await endSession(reply.body.data.session_id);
});

describe('questions on a graph', () => {
  const requestedId = `shortestPath(from: $id, to: $other) { length hops { stopId } }
    back: shortestPath(from: $other, to: $id) { length }
    allShortestPaths(from: $other, to: $id) { length hops { stopId } }
    neighbors(of: $id) { nodes { elementId } edges { elementId } }
    impactOf(ids: [$id], root: $other) { unreachable { stopId } stillReachable }
    root: impactOf(ids: [$other], root: $id) { unreachable { stopId } stillReachable }
    whyHidden(entityId: $id) { reason unlinkedRecords { id } }
    whyNoLink: whyHidden(entityId: $other, otherId: $id) { reason }`;
  const document = `query($network: UUID!, $id: UUID!, $other: UUID!) {
    topologies(filter: { network: { id: { eq: $network } } }) { nodes {
      l2: graph(view: L2Physical) { ${requestedId} } l3: graph(view: L3Logical) { ${requestedId} } workloads: graph(view: Workloads) { ${requestedId} } } } }`;
  const variables = (id: string) => ({ network: world.networkId, id, other: rows.hostIds[1]! });
  const answer = async (id: string) => (await world.viewer.query(document, variables(id))).topologies.nodes[0];

  test('answer for the remaining host, in every view', async () => {
    const [ofMerged, ofSurvivor] = [await answer(mergedId), await answer(survivor)];
    expect(ofMerged).toEqual(ofSurvivor);
    expect(ofSurvivor.l2.shortestPath.hops[0]).toEqual({ stopId: survivor });
    expect(ofSurvivor.l2.neighbors.nodes).not.toEqual([]);
    expect(ofSurvivor.l2.root.stillReachable).toBeGreaterThan(0);
  });

  test('look up all ids of a document in one statement, and merged hosts in a second one', async () => {
    await answer(survivor);
    const countSent = (id: string) => world.queries.countNeeded(() => answer(id));
    const lookups = (await world.queries.during(() => answer(survivor))).filter((text) => /host_merges/.test(text));
    expect(lookups).toHaveLength(1);
    expect(await countSent(mergedId)).toBe((await countSent(survivor)) + 1);
  });

  test("use the hosts of the graph's instant: merged ids are resolved only after the merge", async () => {
    const { prisma, networkId } = world;
    const part = { networkId, subnetId: rows.subnetId, subnetCidr: '10.40.0.0/16' };
    const [goneHost, keptHost] = [await host('gone then'), await host('kept then')];
    await prisma.ipAddress.create({ data: { ...part, hostId: goneHost, ipAddress: '10.40.9.1' } });
    await prisma.ipAddress.create({ data: { ...part, hostId: keptHost, ipAddress: '10.40.9.2' } });
    const before = await databaseInstant(prisma);
    await consolidate(keptHost, goneHost);
    const after = await databaseInstant(prisma);
    const past = `query($at: DateTime!, $network: UUID!, $id: UUID!, $other: UUID!) @at(instant: $at) {
      topologies(filter: { network: { id: { eq: $network } } }) { nodes { graph(view: L3Logical) {
        shortestPath(from: $id, to: $other) { hops { stopId } } } } } }`;
    const pathAt = async (at: Date) =>
      (await world.viewer.query(past, { at, ...variables(goneHost) })).topologies.nodes[0].graph.shortestPath;
    expect((await pathAt(before)).hops[0]).toEqual({ stopId: goneHost });
    expect(await pathAt(after)).toBeNull();
  });
});

test('an id merged in two networks is ambiguous, and an id of a live host means that host', async () => {
  const [keptHost, goneHost] = [await host('kept'), await host('gone')];
  await consolidate(keptHost, goneHost);
  const {
    networkId: _own,
    id: _id,
    reasons,
    taken,
    ...merge
  } = await world.prisma.hostMerge.findFirstOrThrow({
    where: { mergedHostId: goneHost },
  });
  const remoteHost = await world.prisma.host.create({ data: { networkId: world.otherNetworkId, name: 'there' } });
  const elsewhere = { ...merge, networkId: world.otherNetworkId, hostId: remoteHost.id, intoHostId: remoteHost.id };
  await world.prisma.hostMerge.create({
    data: { ...elsewhere, reasons: reasons as object, taken: taken as object },
  });
  const document = 'query($ids: [UUID!]!) { hostAliases(ids: $ids) { hostId } }';
  const aliases = async (caller: Pick<World['member'], 'query'>, id: string) =>
    (await caller.query(document, { ids: [id] })).hostAliases;
  expect(await aliases(world.viewer, goneHost)).toEqual([]);
  const split = await world.owner.graphql('mutation($id: UUID!) { splitHost(mergedHostId: $id) { id } }', {
    id: goneHost,
  });
  expect(split.body.errors).toMatchObject([{ extensions: { code: 'entity_not_found' } }]);
  expect(await world.prisma.host.count({ where: { id: goneHost } })).toBe(0);
  // The same host id was merged into other hosts in two networks. A caller gets only the host in a network that the
  // caller can access.
  expect(await aliases(world.narrowKey, goneHost)).toEqual([{ hostId: keptHost }]);
  await world.prisma.hostMerge.create({
    data: { ...elsewhere, mergedHostId: keptHost, reasons: reasons as object, taken: taken as object },
  });
  expect(await aliases(world.viewer, keptHost)).toEqual([]);
});

test.each<[string, () => string]>([
  ['of the network', () => world.networkId],
  ['within reach', () => world.otherNetworkId],
  ['of a stranger', () => world.strangerNetworkId],
])('a merged host whose id another host %s now has is split off under a new id', async (_whose, elsewhere) => {
  const [keptHost, goneHost] = [await host('kept'), await host('gone')];
  await consolidate(keptHost, goneHost);
  const { prisma } = world;
  await prisma.host.create({ data: { id: goneHost, networkId: elsewhere(), name: 'newer' } });
  const other = await prisma.host.findUniqueOrThrow({ where: { id: goneHost } });
  const { splitHost } = await world.owner.query('mutation($id: UUID!) { splitHost(mergedHostId: $id) { id name } }', {
    id: goneHost,
  });
  expect(splitHost).toEqual({ id: expect.not.stringContaining(goneHost), name: 'gone' });
  expect(await prisma.host.findUniqueOrThrow({ where: { id: goneHost } })).toEqual(other);
  expect(await prisma.hostMerge.count({ where: { hostId: keptHost } })).toBe(0);
  const pair = { hostId: splitHost.id as string, otherHostId: keptHost };
  expect(await prisma.identitySuggestion.count({ where: { ...pair, state: 'Refused' } })).toBe(1);
});
