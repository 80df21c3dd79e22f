// Decisions on links: they take effect immediately and for all later runs, are audited, are deleted with the linked
// ports or hosts, and need rights like other writes.
import { RowsAside } from '../../../src/platform/process/rows-aside';
import { dbFor } from '../../../src/data/tenancy/scoped-db';
import { resolveNeighborsOfFinishedRuns } from '../../../src/modules/jobs';
import type { Prisma } from '../../../src/generated/prisma/client';
import { addDiscovery, addSession } from '../../support/discovery-rows';
import { createViewer } from '../../support/viewers';
import { createWorld, type Caller, type DaemonCaller, type World } from '../../support/world';

let world: World;
/** Each test has its own network. */
let networkId: string;
let daemon: DaemonCaller;
let member: Caller;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  const { id } = await world.prisma.network.create({ data: { name: 'N', organizationId: world.organizationId } });
  await world.prisma.topology.create({ data: { networkId: id } });
  networkId = id;
  daemon = await world.addDaemon({ networkId });
  member = await world.addUser('Member', [networkId, world.networkId]);
});
afterAll(() => world.close());

async function addPort(name: string, ifName = 'Gi1', hostId?: string, fields: object = {}) {
  const { prisma } = world;
  const host = hostId ?? (await prisma.host.create({ data: { networkId, name, sysName: name } })).id;
  const data = { networkId, hostId: host, ifIndex: 1, ifDescr: ifName, ifName, ...fields };
  const { id } = await prisma.interface.create({ data });
  return { id, hostId: host };
}
type Port = Awaited<ReturnType<typeof addPort>>;
const tell = (interfaceId: string, fields: Partial<Prisma.NeighborEvidenceUncheckedCreateInput>) =>
  world.prisma.neighborEvidence.create({ data: { networkId, interfaceId, protocol: 'LLDP', ...fields } });
const tellOf = (port: Port, sysName: string) =>
  tell(port.id, { lldpSysName: sysName, lldpPortIdSubtype: 'InterfaceName', lldpPortIdValue: 'Gi1' });

async function finishRun(): Promise<void> {
  const job = await addDiscovery(world, daemon.daemonId, networkId);
  const id = await addSession(world, job, { phase: 'Scanning' });
  const body = { session_id: id, phase: 'Complete' };
  expect((await daemon.send('POST', `/api/v1/discovery/${id}/update`, { body })).status).toBe(200);
  const scopedDb = dbFor(world.prisma, { ...createViewer(world), networkIds: [networkId] });
  await resolveNeighborsOfFinishedRuns(
    scopedDb,
    new Date(),
    new RowsAside((error) => {
      throw error;
    }),
  );
}

const create = `mutation($input: CreateLinkDecisionInput!) { createLinkDecision(input: $input) { id verdict } }`;
async function decide(verdict: string, port: Port, far: { port?: Port; hostId?: string }): Promise<string> {
  const ends = { interfaceId: port.id, remoteInterfaceId: far.port?.id, remoteHostId: far.hostId };
  const { createLinkDecision } = await member.query(create, { input: { networkId, verdict, ...ends } });
  expect(createLinkDecision.verdict).toBe(verdict);
  return createLinkDecision.id;
}
const takeBack = (id: string) => member.query(`mutation($id: UUID!) { deleteLinkDecision(id: $id) }`, { id });

/** The links that the topology graph shows, each with its two hosts and its basis. */
async function drawnLinks(): Promise<string[]> {
  const document = `query($network: UUID!) { topologies(filter: { network: { id: { eq: $network } } }) { nodes {
    graph(view: L2Physical) { edges {
      ... on PhysicalLinkEdge { basis sourceInterface { host { name } } targetInterface { host { name } } }
      ... on NeighborLinkEdge { basis sourceHost { name } targetHost { name } }
    } }
  } } }`;
  const { topologies } = await world.owner.query(document, { network: networkId });
  type EdgeHost = { name: string };
  type Edge = { basis: string; sourceInterface?: { host: EdgeHost }; targetInterface?: { host: EdgeHost } } & {
    sourceHost?: EdgeHost;
    targetHost?: EdgeHost;
  };
  return (topologies.nodes[0].graph.edges as Edge[])
    .map(({ basis, sourceInterface, targetInterface, sourceHost, targetHost }) => {
      const ends = [sourceInterface?.host ?? sourceHost!, targetInterface?.host ?? targetHost!];
      return `${ends
        .map(({ name }) => name)
        .sort()
        .join('–')} ${basis}`;
    })
    .sort();
}
const reasonsOf = async (port: Port): Promise<(string | null)[]> => {
  const document = `query($id: UUID!) { interface(id: $id) { neighborEvidence { reason message } } }`;
  return (await world.owner.query(document, { id: port.id })).interface.neighborEvidence;
};

test('a proposed link is drawn at once, removed with its decision, and replaced by reported evidence', async () => {
  const [core, edge] = [await addPort('core'), await addPort('edge')];
  expect(await drawnLinks()).toEqual([]);
  const id = await decide('Proposed', core, { port: edge });
  expect(await drawnLinks()).toEqual(['core–edge Manual']);
  await finishRun();
  expect(await drawnLinks()).toEqual(['core–edge Manual']);
  await takeBack(id);
  expect(await drawnLinks()).toEqual([]);

  const toHost = await decide('Proposed', core, { hostId: edge.hostId });
  expect(await drawnLinks()).toEqual(['core–edge Manual']);
  await tellOf(core, 'edge');
  await finishRun();
  expect(await drawnLinks()).toEqual(['core–edge LLDP']);
  await takeBack(toHost);
  expect(await drawnLinks()).toEqual(['core–edge LLDP']);
});

test('a refuted link is not drawn from either end, and its records say why; without the decision it is drawn at once', async () => {
  const [core, edge] = [await addPort('core'), await addPort('edge')];
  await tellOf(core, 'edge');
  await tellOf(edge, 'core');
  await finishRun();
  expect(await drawnLinks()).toEqual(['core–edge LLDP']);
  const id = await decide('Refuted', edge, { port: core });
  expect(await drawnLinks()).toEqual([]);
  const refutedOutcome = [{ reason: 'Refuted', message: 'No link: refuted by hand.' }];
  expect([await reasonsOf(core), await reasonsOf(edge)]).toEqual([refutedOutcome, refutedOutcome]);
  await finishRun();
  expect(await drawnLinks()).toEqual([]);
  const why = `query($network: UUID!, $port: UUID!, $other: UUID!) { topologies(filter: { network: { id: { eq: $network } } }) { nodes {
    graph(view: L2Physical) { whyHidden(entityId: $port) { reason message } pair: whyHidden(entityId: $port, otherId: $other) { reason message } }
  } } }`;
  const { topologies } = await world.owner.query(why, { network: networkId, port: core.id, other: edge.hostId });
  expect(topologies.nodes[0].graph.whyHidden.message).toContain('refuted by hand');
  expect(topologies.nodes[0].graph.pair).toEqual({
    reason: 'NoLink',
    message: 'No link between the two follows from records, tables or decisions. No link: refuted by hand.',
  });
  await takeBack(id);
  expect(await drawnLinks()).toEqual(['core–edge LLDP']);
  expect(await reasonsOf(core)).toEqual([{ reason: null, message: null }]);
});

test('a confirmed link stays whatever is reported since, until the decision is taken back', async () => {
  const [core, edge] = [await addPort('core'), await addPort('edge')];
  await addPort('other');
  await tellOf(core, 'edge');
  await finishRun();
  const id = await decide('Confirmed', core, { port: edge });
  await world.prisma.neighborEvidence.deleteMany({ where: { networkId } });
  await tellOf(core, 'other');
  await finishRun();
  expect(await drawnLinks()).toEqual(['core–edge LLDP', 'core–other LLDP']);
  await takeBack(id);
  expect(await drawnLinks()).toEqual(['core–other LLDP']);
});

test('a link whose port is down is drawn only if it was decided by hand', async () => {
  const [core, edge] = [await addPort('core'), await addPort('edge')];
  await tellOf(core, 'edge');
  await finishRun();
  expect(await drawnLinks()).toEqual(['core–edge LLDP']);
  const before = new Date();
  await world.prisma.neighborEvidence.deleteMany({ where: { networkId } });
  const where = { id: core.id };
  await world.prisma.interface.update({ where, data: { operStatus: 'Down', lastSeenAt: new Date() } });
  await finishRun();
  expect(await drawnLinks()).toEqual([]);
  const document = `query($id: UUID!) { interface(id: $id) { neighbors { downSince } } }`;
  const { neighbors } = (await world.owner.query(document, { id: core.id })).interface;
  expect(Date.parse(neighbors[0].downSince)).toBeGreaterThanOrEqual(before.getTime());
  const id = await decide('Confirmed', core, { port: edge });
  expect(await drawnLinks()).toEqual(['core–edge LLDP']);
  await takeBack(id);
  expect(await drawnLinks()).toEqual([]);
  await world.prisma.interface.update({ where, data: { operStatus: 'Up', lastSeenAt: new Date() } });
  await finishRun();
  expect(await drawnLinks()).toEqual(['core–edge LLDP']);
});

test('before a run is complete, a decision creates no inferred host from its reports', async () => {
  const [core, edge] = [await addPort('core'), await addPort('edge')];
  await tell(core.id, { lldpSysName: 'not read yet' });
  await decide('Proposed', core, { port: edge });
  expect(await world.prisma.host.count({ where: { networkId, sourceType: 'Inferred' } })).toBe(0);
  expect(await drawnLinks()).toEqual(['core–edge Manual']);
  await finishRun();
  expect(await world.prisma.host.count({ where: { networkId, sourceType: 'Inferred' } })).toBe(1);
});

test('the audit names who decided and who deleted the decision, and the history of the link who created it', async () => {
  const [core, edge] = [await addPort('core'), await addPort('edge')];
  const id = await decide('Proposed', core, { port: edge });
  await takeBack(id);
  const events = await world.prisma.auditEvent.findMany({
    where: { subjectId: { in: [id, networkId] }, eventType: { in: ['LinkDecided', 'LinkDecisionDeleted', 'Change'] } },
    orderBy: [{ createdAt: 'asc' }, { eventType: 'desc' }],
  });
  const createdEvents = events.filter(({ operation }) => /LinkDecision$/.test(operation ?? ''));
  const { userId } = member;
  expect(createdEvents.map(({ eventType, operation, userId: by }) => [eventType, operation, by]).sort()).toEqual([
    ['Change', 'createLinkDecision', userId],
    ['Change', 'deleteLinkDecision', userId],
    ['LinkDecided', 'createLinkDecision', userId],
    ['LinkDecisionDeleted', 'deleteLinkDecision', userId],
  ]);
  expect(createdEvents.find(({ eventType }) => eventType === 'LinkDecided')!.details).toMatchObject({
    ...{ interface_id: core.id, remote_interface_id: edge.id, verdict: 'Proposed', network_id: networkId },
  });
});

test('a decision is deleted with either of its ends', async () => {
  const [core, edge, other] = [await addPort('core'), await addPort('edge'), await addPort('other')];
  await decide('Proposed', core, { port: edge });
  await decide('Refuted', other, { hostId: edge.hostId });
  await decide('Refuted', other, { port: core });
  await world.prisma.host.delete({ where: { id: edge.hostId } });
  expect(await world.prisma.linkDecision.count({ where: { networkId } })).toBe(1);
  await world.prisma.interface.delete({ where: { id: other.id } });
  expect(await world.prisma.linkDecision.count({ where: { networkId } })).toBe(0);
  expect(await drawnLinks()).toEqual([]);
});

test('merged hosts keep the decisions of both; of two for one pair, that of the remaining host stays', async () => {
  const [core, edge, twin] = [await addPort('core'), await addPort('edge'), await addPort('twin')];
  const alone = await addPort('twin', 'Gi2', twin.hostId, { ifIndex: 2 });
  const keptDecision = await decide('Refuted', core, { port: edge });
  await decide('Proposed', twin, { port: core });
  const movedDecision = await decide('Proposed', alone, { port: core });
  const toHost = await decide('Confirmed', core, { hostId: twin.hostId });
  await decide('Proposed', twin, { port: edge });
  const { status } = await member.rest.put(`/hosts/${edge.hostId}/consolidate/${twin.hostId}`, {});
  expect(status).toBe(200);
  const remainingLinkDecisions = await world.prisma.linkDecision.findMany({
    where: { networkId },
    orderBy: { createdAt: 'asc' },
  });
  expect(remainingLinkDecisions).toMatchObject([
    { id: keptDecision, interfaceId: core.id, remoteInterfaceId: edge.id, verdict: 'Refuted' },
    { id: movedDecision, interfaceId: alone.id, remoteInterfaceId: core.id, verdict: 'Proposed' },
    { id: toHost, interfaceId: core.id, remoteHostId: edge.hostId, verdict: 'Confirmed' },
  ]);
});

describe('refusals', () => {
  const refusalOf = async (input: object, caller = member) => {
    const { status, body } = await caller.rest.post('/link-decisions', input);
    return [status, body.code, body.params];
  };
  const decision = (port: Port, ends: object) => ({
    ...{ network_id: networkId, interface_id: port.id, verdict: 'Proposed' },
    ...ends,
  });

  test('for no other end, for two of them, and for two ends of one host', async () => {
    const [core, edge] = [await addPort('core'), await addPort('edge')];
    const second = await addPort('core', 'Gi2', core.hostId, { ifIndex: 2 });
    const both = { remote_interface_id: edge.id, remote_host_id: edge.hostId };
    expect(await refusalOf(decision(core, {}))).toEqual([
      ...[400, 'validation_required', { field: 'remote_interface_id' }],
    ]);
    expect(await refusalOf(decision(core, both))).toEqual([
      ...[400, 'entity_reference_invalid', { entity: 'Host', field: 'remote_host_id' }],
    ]);
    for (const port of [core, second])
      expect(await refusalOf(decision(core, { remote_interface_id: port.id }))).toEqual([
        ...[400, 'entity_reference_invalid', { entity: 'Interface', field: 'remote_interface_id' }],
      ]);
    expect(await refusalOf(decision(core, { remote_host_id: core.hostId }))).toEqual([
      ...[400, 'entity_reference_invalid', { entity: 'Host', field: 'remote_host_id' }],
    ]);
  });

  test('for a second decision on the pair, from either end', async () => {
    const [core, edge] = [await addPort('core'), await addPort('edge')];
    await decide('Proposed', core, { port: edge });
    await decide('Refuted', core, { hostId: edge.hostId });
    expect(await refusalOf(decision(edge, { remote_interface_id: core.id }))).toEqual([
      ...[409, 'entity_already_exists'],
      { entity: 'LinkDecision', field: 'remote_interface_id', value: core.id },
    ]);
    expect(await refusalOf(decision(core, { remote_host_id: edge.hostId }))).toEqual([
      ...[409, 'entity_already_exists'],
      { entity: 'LinkDecision', field: 'remote_host_id', value: edge.hostId },
    ]);
  });

  test('for missing rights, rows out of reach and other networks', async () => {
    const [core, edge] = [await addPort('core'), await addPort('edge')];
    const input = decision(core, { remote_interface_id: edge.id });
    expect(await refusalOf(input, world.viewer)).toEqual([
      ...[403, 'auth_permission_denied', { action: 'createLinkDecision', required: 'Member' }],
    ]);
    expect(await refusalOf({ ...input, network_id: world.networkId })).toEqual([
      ...[400, 'entity_network_mismatch', { entity: 'Interface' }],
    ]);
    const missing = '00000000-0000-4000-8000-000000000000';
    expect(await refusalOf({ ...input, remote_interface_id: missing })).toEqual([
      ...[404, 'entity_not_found', { entity: 'Interface', id: missing }],
    ]);
    expect(await refusalOf({ ...input, network_id: missing })).toEqual([
      ...[403, 'entity_access_denied', { entity: 'Network', id: missing }],
    ]);
  });
});

test('REST lists, gets, exports and deletes them', async () => {
  const [core, edge, other] = [await addPort('core'), await addPort('edge'), await addPort('other')];
  const [one, two] = [await decide('Proposed', core, { port: edge }), await decide('Proposed', other, { port: edge })];
  const { rest } = member;
  const list = await rest.get(`/link-decisions?network_id=${networkId}`);
  expect(list.body.data).toMatchObject([
    { id: one, interface_id: core.id, remote_interface_id: edge.id, remote_host_id: null, verdict: 'Proposed' },
    { id: two, created_by_user_id: member.userId },
  ]);
  expect((await rest.get(`/link-decisions?interface_id=${other.id}`)).body.data).toMatchObject([{ id: two }]);
  expect((await rest.get(`/link-decisions/${one}`)).body.data).toMatchObject({ id: one });
  expect((await rest.delete(`/link-decisions/${one}`)).status).toBe(200);
  expect(await drawnLinks()).toEqual(['edge–other Manual']);
  const { body } = await rest.post('/link-decisions/bulk-delete', [one, two]);
  expect(body.data).toEqual({ deleted_count: 1, requested_count: 2 });
  expect(await drawnLinks()).toEqual([]);
});
