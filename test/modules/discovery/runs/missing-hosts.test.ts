// Hosts that a complete run did not find: which hosts are marked as missing, since when, and what removes the mark.
import type { IfOperStatus } from '../../../../src/generated/prisma/enums';
import { addDiscovery, addSession } from '../../../support/discovery-rows';
import { createWorld, type DaemonCaller, type World } from '../../../support/world';

let world: World;
/** Each test has its own network. */
let networkId: string;
let subnetId: string;
let subnet6Id: string;
let daemon: DaemonCaller;
const lastYear = new Date(Date.now() - 365 * 24 * 3_600_000);
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  const { prisma, organizationId } = world;
  networkId = (await prisma.network.create({ data: { name: 'N', organizationId } })).id;
  await prisma.topology.create({ data: { networkId } });
  const subnet = { networkId, name: 'LAN', cidr: '10.0.0.0/16', subnetType: 'Lan' as const };
  subnetId = (await prisma.subnet.create({ data: subnet })).id;
  subnet6Id = (await prisma.subnet.create({ data: { ...subnet, cidr: 'fe80::/64' } })).id;
  daemon = await world.addDaemon({ networkId });
});
afterAll(() => world.close());

interface Facts {
  readonly addresses?: readonly string[];
  readonly sourceType?: 'Manual' | 'Discovery' | 'DiscoveryWithMatch' | 'Inferred';
  readonly lastSeenAt?: Date;
}
async function addHost(name: string, facts: Facts = {}): Promise<string> {
  const { addresses = ['10.0.0.5'], sourceType = 'Discovery', lastSeenAt = lastYear } = facts;
  const { id } = await world.prisma.host.create({
    data: { networkId, name, sourceType, lastSeenAt, createdAt: lastYear },
  });
  for (const ipAddress of addresses) {
    const subnet = ipAddress.includes(':')
      ? { subnetId: subnet6Id, subnetCidr: 'fe80::/64' }
      : { subnetId, subnetCidr: '10.0.0.0/16' };
    const data = { networkId, hostId: id, ...subnet, ipAddress };
    await world.prisma.ipAddress.create({ data: { ...data, lastSeenAt: lastYear, createdAt: lastYear } });
  }
  return id;
}

/**
 * Runs a discovery until it ends as complete. The run has swept 10.0.0.0/24 unless `report` says otherwise. `during` is
 * called before the end.
 */
async function run(report: object = {}, during?: () => Promise<unknown>): Promise<void> {
  const job = await addDiscovery(world, daemon.daemonId, networkId);
  const id = await addSession(world, job, { phase: 'Scanning' });
  await during?.();
  const body = { session_id: id, phase: 'Complete', swept: ['10.0.0.0/24'], ...report };
  const reply = await daemon.send('POST', `/api/v1/discovery/${id}/update`, { body });
  expect(reply.status).toBe(200);
}
async function missing(): Promise<string[]> {
  const document = `query($network: UUID!) { hosts(
    filter: { networkId: { eq: $network }, missingSince: { isNull: false } }, orderBy: [{ field: name }]
  ) { nodes { name missingSince } } }`;
  const { hosts } = await world.owner.query(document, { network: networkId });
  return (hosts.nodes as { name: string }[]).map(({ name }) => name);
}

test("a host is missing if a run scanned all its addresses and nothing has seen it since the run's start", async () => {
  await addHost('gone');
  await addHost('gone from two', { addresses: ['10.0.0.6', '10.0.0.7'], sourceType: 'DiscoveryWithMatch' });
  await addHost('gone, of both families', { addresses: ['10.0.0.8', 'fe80::8'] });
  await addHost('entered by hand', { addresses: ['10.0.0.9'], sourceType: 'Manual' });
  await addHost('elsewhere as well', { addresses: ['10.0.0.10', '10.0.1.10'] });
  await addHost('elsewhere', { addresses: ['10.0.1.11'] });
  await addHost('without an address', { addresses: [] });
  await addHost('of IPv6 alone', { addresses: ['fe80::9'] });
  const foundHost = await addHost('found', { addresses: ['10.0.0.12'] });
  await run({ scanned: { host_ids: [foundHost] } });
  expect(await missing()).toEqual(['gone', 'gone from two', 'gone, of both families']);
});

test.each([
  ['the run was not complete', { phase: 'Failed' }],
  ['the run does not say what it asked', { swept: null }],
  ['it asked nothing', { swept: [] }],
])('no host is missing if %s', async (_what, report) => {
  await addHost('gone');
  await run(report);
  expect(await missing()).toEqual([]);
});

test('a host seen by anything during the run is present', async () => {
  // Neighbors by name, with the `ifOperStatus` of the port on which each neighbor was reported.
  const heardOn: Record<string, IfOperStatus | null> = {
    ...{ neighbour: 'Up', unread: null, dormant: 'Dormant' },
    ...{ unplugged: 'Down', absent: 'NotPresent', below: 'LowerLayerDown' },
  };
  const ids: Record<string, string> = {};
  for (const [at, name] of ['host', 'address', 'port', 'daemon', ...Object.keys(heardOn)].entries())
    ids[name] = await addHost(name, { addresses: [`10.0.0.${at + 1}`] });
  const { prisma } = world;
  const switchId = await addHost('switch', { addresses: [] });
  const portOf = (hostId: string, ifIndex: number, operStatus: IfOperStatus | null) =>
    prisma.interface.create({
      data: { networkId, hostId, ifIndex, ifDescr: `${ifIndex}`, operStatus, lastSeenAt: lastYear },
    });
  await run({}, async () => {
    const now = { lastSeenAt: new Date() };
    await prisma.host.update({ where: { id: ids.host! }, data: now });
    await prisma.ipAddress.updateMany({ where: { hostId: ids.address! }, data: now });
    const { id } = await portOf(ids.port!, 1, 'Up');
    await prisma.interface.update({ where: { id }, data: now });
    const data = { networkId, organizationId: world.organizationId, hostId: ids.daemon!, mode: 'daemon_poll' as const };
    await prisma.daemon.create({ data: { ...data, name: 'daemon', url: '', lastSeen: new Date() } });
    for (const [at, [name, operStatus]] of Object.entries(heardOn).entries()) {
      const port = await portOf(switchId, at + 1, operStatus);
      const link = { networkId, interfaceId: port.id, remoteHostId: ids[name]!, protocol: 'LLDP' as const };
      await prisma.interfaceNeighbor.create({ data: link });
      await prisma.neighborEvidence.create({
        data: { networkId, interfaceId: port.id, protocol: 'LLDP', lldpSysName: name },
      });
    }
  });
  expect((await missing()).sort()).toEqual(['absent', 'below', 'unplugged']);
});

test('a host is missing since the first run without it, until a report; the history has both', async () => {
  const id = await addHost('pc');
  const since = async () => (await world.prisma.host.findUniqueOrThrow({ where: { id } })).missingSince;
  await run();
  const first = await since();
  expect(first).not.toBeNull();
  await run();
  expect(await since()).toEqual(first);
  const body = {
    host: { name: 'pc', network_id: networkId },
    ip_addresses: [{ subnet_id: subnetId, ip_address: '10.0.0.5' }],
    ports: [],
    services: [],
    interfaces: [],
  };
  expect((await daemon.send('POST', '/api/v1/hosts/discovery', { body })).status).toBe(200);
  expect(await since()).toBeNull();
  const { body: history } = await world.owner.rest.get(`/hosts/${id}/history`);
  const fields = (history.data as { fields: { field: string; from: unknown; to: unknown }[] }[])
    .flatMap((revision) => revision.fields)
    .filter(({ field }) => field === 'missing_since' || field === 'missingSince')
    .map(({ from, to }) => [from === null, to === null]);
  expect(fields.sort()).toEqual([
    [false, true],
    [true, false],
  ]);
});

test('graphs omit and count a missing host, past graphs and a saved option show it', async () => {
  const id = await addHost('pc');
  const before = new Date();
  await run();
  const document = (at = '') => `query($network: UUID!, $id: UUID!) ${at} {
    topologies(filter: { network: { id: { eq: $network } } }) { nodes { id graph(view: L3Logical) {
      elements { header } filteredOut { entity filter count } whyHidden(entityId: $id) { reason message }
    } } } }`;
  const graph = async (at?: string) => {
    const { topologies } = await world.owner.query(document(at), { network: networkId, id });
    return topologies.nodes[0];
  };
  const missingSince = (await world.prisma.host.findUniqueOrThrow({ where: { id } })).missingSince!;
  const { id: topologyId, graph: now } = await graph();
  expect(now.elements).toEqual([]);
  expect(now.filteredOut).toEqual([{ entity: 'Host', filter: 'Staleness', count: 1 }]);
  expect(now.whyHidden.reason).toBe('MissingHost');
  expect(now.whyHidden.message).toContain(missingSince.toISOString());
  const then = (await graph(`@at(instant: "${before.toISOString()}")`)).graph;
  expect([then.elements.length, then.filteredOut, then.whyHidden.reason]).toEqual([1, [], 'ShownByParts']);
  const options = { request: { hide_metadata_values: { L3Logical: { Host: { Staleness: [] } } } } };
  const { status } = await world.owner.rest.put(`/topology/${topologyId}`, { options });
  expect(status).toBe(200);
  expect((await graph()).graph.elements).toHaveLength(1);
});

test('invalid networks are refused in GraphQL, and ignored in REST, which deployed daemons use', async () => {
  const job = await addDiscovery(world, daemon.daemonId, networkId);
  const id = await addSession(world, job, { phase: 'Scanning' });
  const swept = ['10.0.0.0/24', '10.0.0.1-10.0.0.9'];
  const query =
    'mutation ($id: UUID!, $input: DiscoverySessionReportInput!) { reportDiscoverySession(id: $id, input: $input) }';
  const variables = { id, input: { phase: 'Complete', swept } };
  const refusedReply = await daemon.send('POST', '/graphql', { body: { query, variables } });
  const extensions = { code: 'validation_invalid_ip', params: { field: 'swept' } };
  expect(refusedReply.body.errors).toMatchObject([{ extensions }]);
  const body = { session_id: id, phase: 'Complete', swept };
  expect((await daemon.send('POST', `/api/v1/discovery/${id}/update`, { body })).status).toBe(200);
});
