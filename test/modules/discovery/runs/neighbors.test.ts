// When a discovery run completes, its LLDP and CDP records become links between ports. Tests which links REST and
// GraphQL return.
import { RowsAside } from '../../../../src/platform/process/rows-aside';
import { randomUUID } from 'node:crypto';
import { resolveNeighborsOfFinishedRuns } from '../../../../src/modules/jobs';
import { resolvePendingNeighbors } from '../../../../src/modules/discovery/runs/neighbors.sql';
import type { Viewer } from '../../../../src/data/tenancy/viewer';
import { createPrismaClient } from '../../../../src/data/client';
import type { Prisma, PrismaClient } from '../../../../src/generated/prisma/client';
import { dbFor, type ScopedDb } from '../../../../src/data/tenancy/scoped-db';
import { addDiscovery, addSession } from '../../../support/discovery-rows';
import { createWorld, type DaemonCaller, type World } from '../../../support/world';

let world: World;
let replica: PrismaClient;
let ownDb: ScopedDb;
let foreignDb: ScopedDb;
/** Each test has its own network. */
let networkId: string;
let daemon: DaemonCaller;
beforeAll(async () => {
  world = await createWorld();
  replica = createPrismaClient(process.env.TEST_DATABASE_URL!, { poolSize: 3 });
});
beforeEach(async () => {
  const { id } = await world.prisma.network.create({ data: { name: 'N', organizationId: world.organizationId } });
  networkId = id;
  daemon = await world.addDaemon({ networkId });
  const viewer: Viewer = {
    via: 'session',
    userId: world.owner.userId,
    organizationId: world.organizationId,
    permissions: 'Owner',
    isNarrowed: false,
    networkIds: [networkId],
    credentialId: world.owner.userId,
  };
  ownDb = dbFor(world.prisma, viewer);
  foreignDb = dbFor(replica, viewer);
});
afterAll(async () => {
  await replica.$disconnect();
  await world.close();
});

const rethrow = (error: unknown) => {
  throw error;
};
const resolve = (db = ownDb) => resolveNeighborsOfFinishedRuns(db, new Date(), new RowsAside(rethrow));

async function addPort(name: string, fields: Partial<Prisma.HostUncheckedCreateInput> = {}, inNetwork = networkId) {
  const { prisma } = world;
  const host = await prisma.host.create({ data: { networkId: inNetwork, name, sysName: name, ...fields } });
  const data = { networkId: inNetwork, hostId: host.id, ifIndex: 1, ifDescr: 'Port 1', ifName: 'Gi1' };
  const { id } = await prisma.interface.create({ data });
  return { id, hostId: host.id };
}
const tell = (interfaceId: string, fields: Partial<Prisma.NeighborEvidenceUncheckedCreateInput>) =>
  world.prisma.neighborEvidence.create({ data: { networkId, interfaceId, protocol: 'LLDP', ...fields } });

/** A discovery run whose end the daemon reports. Returns the session's id. */
async function finishRun(phase = 'Complete', warnings?: string[]): Promise<string> {
  const job = await addDiscovery(world, daemon.daemonId, networkId);
  const id = await addSession(world, job, { phase: 'Scanning' });
  const body = { session_id: id, phase, ...(warnings && { warnings }) };
  const reply = await daemon.send('POST', `/api/v1/discovery/${id}/update`, { body });
  expect(reply.status).toBe(200);
  return id;
}
const record = (sessionId: string) => world.prisma.discovery.findFirstOrThrow({ where: { sessionId } });
const warningsOf = async (sessionId: string) => ((await record(sessionId)).results as { warnings: string[] }).warnings;

/** A port's neighbours as REST and GraphQL return them. */
async function neighborsOf(portId: string) {
  const { body } = await world.owner.rest.get(`/interfaces/${portId}`);
  const document = `query($id: UUID!) { interface(id: $id) { neighbors { type neighborId protocol } } }`;
  const data = await world.owner.query(document, { id: portId });
  const nodes = data.interface.neighbors.map((one: { type: string; neighborId: string; protocol: string }) => ({
    ...{ type: one.type, id: one.neighborId, protocol: one.protocol },
  }));
  expect(body.data.neighbors).toEqual(nodes);
  return nodes;
}
const allLinks = () => world.prisma.interfaceNeighbor.findMany({ where: { networkId }, orderBy: { id: 'asc' } });
const allHosts = () => world.prisma.host.findMany({ where: { networkId }, orderBy: { id: 'asc' } });

test('a complete run resolves neighbours: to ports if reported, else to hosts', async () => {
  const [core, edge, phone] = [await addPort('core'), await addPort('edge'), await addPort('phone')];
  await tell(core.id, { lldpSysName: 'edge', lldpPortIdSubtype: 'InterfaceName', lldpPortIdValue: 'Gi1' });
  await tell(edge.id, { protocol: 'CDP', cdpDeviceId: 'phone' });
  const run = await finishRun();
  expect(await neighborsOf(core.id)).toEqual([]);
  expect(await resolve()).toBe(1);
  expect(await neighborsOf(core.id)).toEqual([{ type: 'Interface', id: edge.id, protocol: 'LLDP' }]);
  expect(await neighborsOf(edge.id)).toEqual([{ type: 'Host', id: phone.hostId, protocol: 'CDP' }]);
  expect(await warningsOf(run)).toEqual([]);
  expect(await resolve()).toBe(0);
});

/** The neighbor records of a port, read by GraphQL. */
async function evidenceOf(portId: string) {
  const document = `query($id: UUID!) { interface(id: $id) { neighborEvidence {
    observedAt reason resolvedTo { type id: neighborId interface { id host { id } } host { id } }
  } } }`;
  return (await world.owner.query(document, { id: portId })).interface.neighborEvidence;
}

test('for every record its host and the reason for a missing or one-sided link are stored', async () => {
  const [core, edge, other] = [await addPort('core'), await addPort('edge'), await addPort('other')];
  const toPort = { lldpPortIdSubtype: 'InterfaceName' as const, lldpPortIdValue: 'Gi1' };
  const { updatedAt } = await tell(core.id, { lldpSysName: 'edge', ...toPort });
  await tell(edge.id, { lldpSysName: 'core' });
  await tell(other.id, { protocol: 'CDP', cdpDeviceId: 'core', cdpPortId: 'Gi7' });
  const pending = { observedAt: updatedAt.toISOString(), reason: 'Pending', resolvedTo: null };
  expect(await evidenceOf(core.id)).toEqual([pending]);
  await finishRun();
  await resolve();
  const interfaceTo = ({ id, hostId }: typeof edge) => ({
    ...{ type: 'Interface', id, interface: { id, host: { id: hostId } }, host: null },
  });
  expect(await evidenceOf(core.id)).toEqual([{ ...pending, reason: null, resolvedTo: interfaceTo(edge) }]);
  expect(await evidenceOf(edge.id)).toMatchObject([{ reason: null, resolvedTo: interfaceTo(core) }]);
  const toHost = { type: 'Host', id: core.hostId, interface: null, host: { id: core.hostId } };
  expect(await evidenceOf(other.id)).toMatchObject([{ reason: 'UnknownPort', resolvedTo: toHost }]);

  // When the port at the other end of a link is deleted, the neighbor record waits for the next run to be resolved
  // again.
  await world.prisma.interface.delete({ where: { id: edge.id } });
  expect(await evidenceOf(core.id)).toEqual([pending]);
  await finishRun();
  await resolve();
  expect(await evidenceOf(core.id)).toMatchObject([
    { observedAt: updatedAt.toISOString(), reason: 'UnknownPort', resolvedTo: { type: 'Host', id: edge.hostId } },
  ]);
});

test("a record is stale if it is older than the network's limit", async () => {
  const [core] = [await addPort('core'), await addPort('edge')];
  const updatedAt = new Date(Date.now() - 50 * 3_600_000);
  await tell(core.id, { lldpSysName: 'edge', updatedAt });
  const reason = async () => {
    await finishRun();
    await resolve();
    return (await evidenceOf(core.id))[0].reason;
  };
  expect(await reason()).toBe('UnknownPort');
  await world.prisma.network.update({ where: { id: networkId }, data: { staleAfterHours: 48 } });
  expect(await reason()).toBe('Stale');
  expect(await allLinks()).toHaveLength(1);
});

test('a port that moved to another network is no longer the target of records here', async () => {
  const [core, edge] = [await addPort('core'), await addPort('edge')];
  const otherPort = await addPort('there', {}, world.otherNetworkId);
  const toPort = { lldpPortIdSubtype: 'InterfaceName' as const, lldpPortIdValue: 'Gi1' };
  const { updatedAt } = await tell(core.id, { lldpSysName: 'edge', ...toPort });
  await finishRun();
  await resolve();
  const input = { networkId: world.otherNetworkId, hostId: otherPort.hostId, ifName: 'Gi2' };
  const document = `mutation($id: UUID!, $input: UpdateInterfaceInput!) { updateInterface(id: $id, input: $input) { networkId } }`;
  await world.owner.query(document, { id: edge.id, input });
  expect(await evidenceOf(core.id)).toEqual([
    { observedAt: updatedAt.toISOString(), reason: 'Pending', resolvedTo: null },
  ]);
});

test('records of many ports take as many statements as those of one', async () => {
  const document = `query($ids: [UUID!]) { interfaces(ids: $ids, first: 1000) { nodes {
    neighborEvidence { reason resolvedTo { type id: neighborId interface { displayName host { displayName } } host { displayName } } }
  } } }`;
  const far = [await addPort('far 0'), await addPort('far 1')];
  const statements = async (count: number) => {
    const ids: string[] = [];
    for (let at = 0; at < count; at += 1) {
      const { id } = await addPort(`near ${count} ${at}`);
      ids.push(id);
      await tell(id, { resolvedInterfaceId: far[at % 2]!.id, reason: 'OneSided' });
      await tell(id, { resolvedHostId: far[at % 2]!.hostId, reason: 'UnknownPort' });
    }
    const ask = async () => {
      const { nodes } = (await world.owner.query(document, { ids })).interfaces;
      expect(nodes.map((port: { neighborEvidence: unknown[] }) => port.neighborEvidence.length)).toEqual(
        ids.map(() => 2),
      );
    };
    // GraphQL compiles a document at its third use. Compiled documents send other statements, and only those are
    // counted.
    for (let time = 0; time < 3; time += 1) await ask();
    return world.queries.countNeeded(ask);
  };
  const [few, many] = [await statements(2), await statements(20)];
  expect(many).toBe(few);
  expect(many).toBeLessThanOrEqual(6);
});

test('links name the run from which they follow', async () => {
  const [core] = [await addPort('core'), await addPort('edge')];
  await tell(core.id, { lldpSysName: 'edge' });
  const run = await record(await finishRun());
  // Resolves links as the background job does, without a user.
  expect(await resolvePendingNeighbors(world.prisma, networkId)).toBe(true);
  const [link] = await allLinks();
  expect(await world.prisma.auditEvent.findUnique({ where: { id: link!.auditEventId! } })).toMatchObject({
    ...{ actorType: 'Discovery', discoveryId: run.id, actorName: run.name },
    ...{ organizationId: world.organizationId, userId: null, daemonId: null },
  });
});

test.each(['Failed', 'Cancelled'])('a run that is %s resolves nothing', async (phase) => {
  const [core] = [await addPort('core'), await addPort('edge')];
  await tell(core.id, { lldpSysName: 'edge' });
  await finishRun(phase);
  expect(await resolve()).toBe(0);
  expect(await allLinks()).toEqual([]);
});

test.each([
  ['MacAddress', '001B.2100.0002'],
  ['MacAddress', '00-1b-21-00-00-02'],
  ['NetworkAddress', '2001:DB8:0::2'],
] as const)('%s %s: addresses match in any notation', async (lldpChassisIdSubtype, lldpChassisIdValue) => {
  const [core, edge] = [await addPort('core'), await addPort('edge')];
  const subnet = await world.prisma.subnet.create({
    data: { networkId, name: 'six', cidr: '2001:db8::/64', subnetType: 'Lan' },
  });
  await world.prisma.ipAddress.create({
    data: {
      ...{ networkId, hostId: edge.hostId, subnetId: subnet.id, subnetCidr: subnet.cidr },
      ...{ ipAddress: '2001:db8::2', macAddress: '00:1b:21:00:00:02' },
    },
  });
  await tell(core.id, { lldpChassisIdSubtype, lldpChassisIdValue });
  await finishRun();
  await resolve();
  expect(await neighborsOf(core.id)).toEqual([{ type: 'Host', id: edge.hostId, protocol: 'LLDP' }]);
});

test('an unknown neighbour becomes an inferred host, with a warning; the next run only sees it again', async () => {
  const core = await addPort('core');
  const first = await tell(core.id, {
    ...{ lldpChassisIdSubtype: 'MacAddress', lldpChassisIdValue: '00:1B:21:00:00:09', lldpSysName: 'ap-9' },
  });
  const run = await finishRun('Complete', ['slow']);
  await resolve();
  const [inferredRows, ...others] = await world.prisma.host.findMany({ where: { networkId, sourceType: 'Inferred' } });
  expect(others).toEqual([]);
  const { id: runId } = await record(run);
  expect(inferredRows).toMatchObject({
    ...{ name: 'ap-9', nameSource: 'lldp', sysName: 'ap-9', sysNameSource: 'lldp', chassisId: '00:1b:21:00:00:09' },
    ...{ firstDiscoveryId: runId, lastDiscoveryId: runId, lastSeenAt: first.updatedAt },
  });
  expect(await neighborsOf(core.id)).toEqual([{ type: 'Host', id: inferredRows!.id, protocol: 'LLDP' }]);
  expect(await warningsOf(run)).toEqual(['slow', expect.stringMatching(/"ap-9" of port "Gi1" of host "core"/)]);

  const again = await finishRun();
  await resolve();
  expect(await warningsOf(again)).toEqual([]);
  expect((await allHosts()).find(({ id }) => id === inferredRows!.id)).toEqual(inferredRows);

  const later = new Date(first.updatedAt.getTime() + 60_000);
  await world.prisma.neighborEvidence.update({ where: { id: first.id }, data: { updatedAt: later } });
  const last = await finishRun();
  await resolve();
  const seenRows = (await allHosts()).filter(({ sourceType }) => sourceType === 'Inferred');
  const { id: lastRunId } = await record(last);
  expect(seenRows).toMatchObject([
    { id: inferredRows!.id, lastSeenAt: later, lastDiscoveryId: lastRunId, firstDiscoveryId: runId },
  ]);
});

test('two cables to an unknown device are links to inferred ports, which discovered ones replace', async () => {
  const [core, edge] = [await addPort('core'), await addPort('edge')];
  const branch = { lldpChassisIdSubtype: 'MacAddress' as const, lldpChassisIdValue: '00:1B:21:00:00:09' };
  const tellPort = (port: string, name: string) =>
    tell(port, { ...branch, lldpSysName: 'branch', lldpPortIdSubtype: 'InterfaceName', lldpPortIdValue: name });
  const first = await tellPort(core.id, 'Gi1/0/1');
  await tellPort(edge.id, 'Gi1/0/2');
  const { id: runId } = await record(await finishRun());
  await resolve();
  const inferredHost = await world.prisma.host.findFirstOrThrow({ where: { networkId, sourceType: 'Inferred' } });
  const portsOf = () =>
    world.prisma.interface.findMany({ where: { hostId: inferredHost.id }, orderBy: { ifName: 'asc' } });
  const [one, two, ...others] = await portsOf();
  expect([one, two]).toMatchObject(
    ['Gi1/0/1', 'Gi1/0/2'].map((ifName) => ({ ifName, firstDiscoveryId: runId, lastDiscoveryId: runId })),
  );
  expect([others, one!.lastSeenAt]).toEqual([[], first.updatedAt]);
  expect(await neighborsOf(core.id)).toEqual([{ type: 'Interface', id: one!.id, protocol: 'LLDP' }]);
  expect(await neighborsOf(edge.id)).toEqual([{ type: 'Interface', id: two!.id, protocol: 'LLDP' }]);

  await finishRun();
  await resolve();
  expect(await portsOf()).toEqual([one, two]);
  const later = new Date(first.updatedAt.getTime() + 60_000);
  await world.prisma.neighborEvidence.update({ where: { id: first.id }, data: { updatedAt: later } });
  const { id: laterId } = await record(await finishRun());
  await resolve();
  expect(await portsOf()).toMatchObject([{ lastSeenAt: later, lastDiscoveryId: laterId }, two!]);

  const report = await daemon.send('POST', '/api/v1/hosts/discovery', {
    body: {
      host: { name: 'branch', chassis_id: '00:1b:21:00:00:09', source: { type: 'Discovery', metadata: [] } },
      ...{ ip_addresses: [], ports: [], services: [], subnets: [], interfaces_complete: true },
      interfaces: [1, 2, 3].map((number) => ({ if_index: number, if_name: `GigabitEthernet1/0/${number}` })),
    },
  });
  expect(report).toMatchObject({ status: 200, body: { data: { id: inferredHost.id } } });
  await finishRun();
  await resolve();
  const read = await portsOf();
  expect(read.map(({ ifName }) => ifName)).toEqual([1, 2, 3].map((number) => `GigabitEthernet1/0/${number}`));
  expect(await neighborsOf(core.id)).toEqual([{ type: 'Interface', id: read[0]!.id, protocol: 'LLDP' }]);
  expect(await neighborsOf(edge.id)).toEqual([{ type: 'Interface', id: read[1]!.id, protocol: 'LLDP' }]);
});

test('a run without changes writes nothing; one changed link leaves the others unwritten', async () => {
  const [core, edge, third] = [await addPort('core'), await addPort('edge'), await addPort('third')];
  await tell(core.id, { lldpSysName: 'edge', lldpPortIdSubtype: 'InterfaceName', lldpPortIdValue: 'Gi1' });
  const movedEvidence = await tell(edge.id, { lldpSysName: 'core' });
  await finishRun();
  await resolve();
  const [links, hosts] = [await allLinks(), await allHosts()];
  expect(links).toHaveLength(2);
  await finishRun();
  const sentTexts = await world.queries.during(() => resolve());
  expect(
    sentTexts.filter((sql) =>
      /(UPDATE|INSERT INTO|DELETE FROM) "?(\w+"?\.")?(neighbor_evidence|interface_neighbors|hosts)/.test(sql),
    ),
  ).toEqual([]);
  expect([await allLinks(), await allHosts()]).toEqual([links, hosts]);

  await world.prisma.neighborEvidence.update({ where: { id: movedEvidence.id }, data: { lldpSysName: 'third' } });
  await finishRun();
  await resolve();
  const now = await allLinks();
  expect(now.filter(({ interfaceId }) => interfaceId === core.id)).toEqual(
    links.filter(({ interfaceId }) => interfaceId === core.id),
  );
  expect(await neighborsOf(edge.id)).toEqual([{ type: 'Host', id: third.hostId, protocol: 'LLDP' }]);

  // If no record reports a link any more, the link stays, because nothing contradicts it.
  await world.prisma.neighborEvidence.deleteMany({ where: { networkId } });
  await finishRun();
  await resolve();
  expect(await allLinks()).toEqual(now);
});

test('the protocol of a link is changed in place', async () => {
  const [core] = [await addPort('core'), await addPort('edge')];
  const evidence = await tell(core.id, { protocol: 'CDP', cdpDeviceId: 'edge' });
  await finishRun();
  await resolve();
  const [link] = await allLinks();
  const lldp = { protocol: 'LLDP' as const, cdpDeviceId: null, lldpSysName: 'edge' };
  await world.prisma.neighborEvidence.update({ where: { id: evidence.id }, data: lldp });
  await finishRun();
  await resolve();
  const [changedRows, ...others] = await allLinks();
  const { updatedAt, validFrom, auditEventId } = changedRows!;
  expect([changedRows, others]).toEqual([{ ...link, protocol: 'LLDP', updatedAt, validFrom, auditEventId }, []]);
  expect(validFrom > link!.validFrom).toBe(true);
});

test('hosts of other networks and organizations are never matched', async () => {
  const core = await addPort('core');
  for (const elsewhere of [world.strangerNetworkId, world.otherNetworkId])
    await addPort('edge', { chassisId: 'FOC1' }, elsewhere);
  await tell(core.id, { lldpSysName: 'edge', lldpChassisIdSubtype: 'LocallyAssigned', lldpChassisIdValue: 'FOC1' });
  await finishRun();
  await resolvePendingNeighbors(world.prisma, networkId);
  const [neighbor] = await neighborsOf(core.id);
  expect(await world.prisma.host.findUniqueOrThrow({ where: { id: neighbor.id } })).toMatchObject({
    networkId,
    sourceType: 'Inferred',
  });
  for (const elsewhere of [world.strangerNetworkId, world.otherNetworkId])
    expect(await world.prisma.host.count({ where: { networkId: elsewhere, sourceType: 'Inferred' } })).toBe(0);
});

test('of many replicas one resolves a run, also with several runs of the network', async () => {
  const core = await addPort('core');
  await tell(core.id, { lldpSysName: 'unheard of' });
  const runs = [await finishRun(), await finishRun()];
  const counts = await Promise.all([resolve(), resolve(foreignDb), resolve(), resolve(foreignDb)]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await allLinks()).toHaveLength(1);
  const warnings = await Promise.all(runs.map(warningsOf));
  expect(warnings.map(({ length }) => length)).toEqual([0, 1]);
  expect((await allHosts()).filter(({ sourceType }) => sourceType === 'Inferred')).toHaveLength(1);
});

test('a failed resolution is logged, rolled back and tried again', async () => {
  const core = await addPort('core');
  await tell(core.id, { lldpSysName: 'unheard of' });
  const run = await finishRun();
  const failing = new Error('refused');
  const db = new Proxy(ownDb, {
    get: (target, name) => {
      if (name !== '$transaction') return Reflect.get(target, name) as unknown;
      return (steps: (tx: ScopedDb) => Promise<unknown>) =>
        ownDb.$transaction(async (tx) => {
          await steps(tx as never);
          throw failing;
        });
    },
  });
  const errors: unknown[] = [];
  expect(await resolveNeighborsOfFinishedRuns(db, new Date(), new RowsAside((error) => errors.push(error)))).toBe(0);
  expect(errors).toEqual([failing]);
  expect([await allLinks(), await warningsOf(run)]).toEqual([[], []]);
  expect((await record(run)).neighborsPending).toBe(true);
  expect(await resolve(foreignDb)).toBe(1);
  expect([(await allLinks()).length, (await warningsOf(run)).length]).toEqual([1, 1]);
});

test('a host deleted meanwhile gets no link, and others get theirs', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await addPort(`one ${round}`), await addPort(`other ${round}`)];
    const far = await addPort(`far ${round}`);
    await tell(one.id, { lldpSysName: `other ${round}` });
    await tell(far.id, { lldpSysName: `one ${round}` });
    await finishRun();
    const [, { status }] = await Promise.all([resolve(), world.owner.rest.delete(`/hosts/${other.hostId}`)]);
    expect(status).toBe(200);
    expect((await neighborsOf(far.id)).map(({ id }: { id: string }) => id)).toEqual([one.hostId]);
    const links = await world.prisma.interfaceNeighbor.findMany({ where: { interfaceId: one.id } });
    const ends = links.map(({ remoteHostId, remoteInterfaceId }) => remoteHostId ?? remoteInterfaceId);
    expect(ends).not.toContain(other.hostId);
    expect(ends).not.toContain(other.id);
  }
});

describe('forwarding tables', () => {
  const subnets = new Map<string, { id: string; cidr: string }>();
  /** Adds a host as a sweep finds it: with an IP address and a MAC address. */
  async function addMachine(name: string, macAddress: string) {
    const { prisma } = world;
    const subnet =
      subnets.get(networkId) ??
      (await prisma.subnet.create({ data: { networkId, name: 'lan', cidr: '10.66.0.0/16', subnetType: 'Lan' } }));
    subnets.set(networkId, subnet);
    const host = await prisma.host.create({ data: { networkId, name } });
    const at = { networkId, hostId: host.id, subnetId: subnet.id, subnetCidr: subnet.cidr };
    const bytes = macAddress.split(':').map((byte) => parseInt(byte, 16));
    await prisma.ipAddress.create({ data: { ...at, macAddress, ipAddress: `10.66.${bytes[4]}.${bytes[5]}` } });
    return host.id;
  }
  /** A switch reports the MAC addresses that each of its ports has learned. */
  async function report(name: string, learnedMacs: Record<string, readonly string[]>, fdb = true) {
    const body = {
      host: { name, network_id: networkId, chassis_id: name, source: { type: 'Discovery' } },
      ...{ ip_addresses: [], ports: [], services: [], subnets: [] },
      interfaces: Object.entries(learnedMacs).map(([if_name, fdb_macs], at) => ({
        if_index: at + 1,
        if_name,
        fdb_macs,
      })),
      ...{ interfaces_complete: true, interface_data_complete: { fdb } },
    };
    const { status, body: answer } = await daemon.send('POST', '/api/v1/hosts/discovery', { body });
    expect([status, answer.error]).toEqual([200, undefined]);
    const ports = await world.prisma.interface.findMany({ where: { host: { networkId, chassisId: name } } });
    return Object.fromEntries(ports.map(({ ifName, id }) => [ifName!, id]));
  }
  const macs = (...numbers: number[]) => numbers.map((one) => `02:66:00:00:00:${one.toString(16).padStart(2, '0')}`);
  const run = async () => {
    await finishRun();
    await resolve();
  };
  async function portOf(id: string) {
    const document = `query($id: UUID!) { interface(id: $id) {
      neighbors { neighborId basis protocol } forwardingEvidence { observedAt reason message }
    } }`;
    return (await world.owner.query(document, { id })).interface;
  }
  const linkTo = (neighborId: string) => [{ neighborId, basis: 'FDB', protocol: 'CDP' }];

  test('a port that has learned one machine is linked to it; others report a reason', async () => {
    const [one, other] = [await addMachine('one', macs(1)[0]!), await addMachine('other', macs(2)[0]!)];
    await addMachine('third', macs(3)[0]!);
    const ports = await report('sw', { p1: macs(1), p2: macs(2, 3), p3: macs(9), p4: [] });
    const pending = { observedAt: expect.any(String) as string, reason: 'Pending' };
    expect((await portOf(ports.p1!)).forwardingEvidence).toMatchObject(pending);
    await run();
    expect(await portOf(ports.p1!)).toMatchObject({
      neighbors: linkTo(one),
      forwardingEvidence: { reason: null, message: null },
    });
    expect(await neighborsOf(ports.p1!)).toEqual([{ type: 'Host', id: one, protocol: 'CDP' }]);
    expect(await portOf(ports.p2!)).toMatchObject({
      neighbors: [],
      forwardingEvidence: { reason: 'SeveralMachines', message: expect.stringMatching(/^Several machines/) as string },
    });
    expect((await portOf(ports.p3!)).forwardingEvidence).toMatchObject({ reason: 'UnknownMac' });
    expect((await portOf(ports.p4!)).forwardingEvidence).toBeNull();

    const by = `query($basis: NeighborBasis!, $network: UUID!) { interfaces(networkId: $network, filter: { neighbors: { some: { basis: $basis } } }) { nodes { id } } }`;
    const standingOn = async (basis: string) =>
      (await world.owner.query(by, { basis, network: networkId })).interfaces.nodes.map(({ id }: { id: string }) => id);
    expect([await standingOn('FDB'), await standingOn('CDP'), await standingOn('LLDP')]).toEqual([[ports.p1], [], []]);

    // Sending the same report again changes nothing.
    const links = await allLinks();
    await report('sw', { p1: macs(1), p2: macs(2, 3), p3: macs(9), p4: [] });
    await run();
    expect(await allLinks()).toEqual(links);
    // Moving a cable removes one link and adds another.
    await report('sw', { p1: [], p2: macs(3), p3: macs(9), p4: macs(1) });
    await run();
    expect([await portOf(ports.p1!), await portOf(ports.p4!)]).toMatchObject([
      { neighbors: [], forwardingEvidence: null },
      { neighbors: linkTo(one) },
    ]);
    expect((await allLinks()).map(({ remoteHostId }) => remoteHostId)).not.toContain(other);
  });

  test('an incomplete table adds no links and removes none', async () => {
    const one = await addMachine('one', macs(1)[0]!);
    const ports = await report('sw', { p1: macs(1), p2: [] }, false);
    await run();
    expect(await portOf(ports.p1!)).toEqual({ neighbors: [], forwardingEvidence: null });
    await report('sw', { p1: macs(1), p2: [] });
    await run();
    await report('sw', { p1: [], p2: macs(1) }, false);
    await run();
    expect(await portOf(ports.p1!)).toMatchObject({ neighbors: linkTo(one), forwardingEvidence: { reason: null } });
    expect(await portOf(ports.p2!)).toEqual({ neighbors: [], forwardingEvidence: null });
  });

  test('of switches read in different runs, the later reading locates a machine', async () => {
    const one = await addMachine('one', macs(1)[0]!);
    const job = await addDiscovery(world, daemon.daemonId, networkId);
    const runOf = async (ids: string[]) => {
      const id = await addSession(world, job, { phase: 'Scanning' });
      const body = { session_id: id, phase: 'Complete', scanned: { interface_ids: ids } };
      expect((await daemon.send('POST', `/api/v1/discovery/${id}/update`, { body })).status).toBe(200);
      await resolve();
    };
    const hereHost = await report('here', { p1: macs(1) });
    await runOf([hereHost.p1!]);
    expect(await portOf(hereHost.p1!)).toMatchObject({ neighbors: linkTo(one) });
    const thereHost = await report('there', { p1: macs(1) });
    await runOf([thereHost.p1!]);
    expect(await portOf(thereHost.p1!)).toMatchObject({ neighbors: linkTo(one) });
    expect(await portOf(hereHost.p1!)).toMatchObject({
      neighbors: [],
      forwardingEvidence: { reason: 'LearnedElsewhere' },
    });
  });

  test('many tables take as many statements as one', async () => {
    const statements = async (first: number, count: number) => {
      const learnedMacs: Record<string, string[]> = {};
      for (let at = first; at < first + count; at += 1) {
        await addMachine(`m${at}`, macs(at)[0]!);
        learnedMacs[`p${at}`] = macs(at);
      }
      const reportStatements = (await world.queries.during(() => report(`sw${first}`, learnedMacs))).length;
      await finishRun();
      return [reportStatements, (await world.queries.during(() => resolve())).length];
    };
    const few = await statements(1, 2);
    expect(await statements(10, 40)).toEqual(few);
    expect(await allLinks()).toHaveLength(42);
  });

  test('a port that moves to another network leaves its table behind', async () => {
    const otherPort = await addPort('there', {}, world.otherNetworkId);
    const ports = await report('sw', { p1: macs(1) });
    const input = { networkId: world.otherNetworkId, hostId: otherPort.hostId, ifName: 'Gi2' };
    const document = `mutation($id: UUID!, $input: UpdateInterfaceInput!) { updateInterface(id: $id, input: $input) { forwardingEvidence { reason } } }`;
    expect(await world.owner.query(document, { id: ports.p1, input })).toEqual({
      updateInterface: { forwardingEvidence: null },
    });
    expect(await world.prisma.forwardingEvidence.count({ where: { networkId } })).toBe(0);
  });
});

test('many links take as many statements as one', async () => {
  const statements = async (count: number) => {
    const hosts = Array.from({ length: count }, (_, at) => ({ id: randomUUID(), networkId, name: `${count} ${at}` }));
    await world.prisma.host.createMany({ data: hosts.map((host) => ({ ...host, sysName: host.name })) });
    const ports = hosts.map(({ id: hostId }) => ({ id: randomUUID(), networkId, hostId, ifName: 'Gi1' }));
    await world.prisma.interface.createMany({ data: ports });
    await world.prisma.neighborEvidence.createMany({
      data: ports.flatMap(({ id: interfaceId }, at) => [
        { networkId, interfaceId, protocol: 'LLDP' as const, lldpSysName: hosts[(at + 1) % count]!.name },
        { networkId, interfaceId, protocol: 'LLDP' as const, lldpSysName: `unheard of ${count} ${at}` },
      ]),
    });
    await finishRun();
    return (await world.queries.during(() => resolve())).length;
  };
  expect(await statements(500)).toBe(await statements(3));
  expect(await allLinks()).toHaveLength(2 * 503);
});
