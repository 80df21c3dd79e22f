// Tests of topology graphs over REST and GraphQL, grouped by HTTP status: a graph takes a fixed number of SQL
// statements, and is never older than the last change.
import type { ForwardingReason } from '../../../src/generated/prisma/enums';
import { randomUUID } from 'node:crypto';
import { topologyViews } from '../../../src/modules/topology/graph/options';
import { addInventory, type Inventory } from '../../support/inventory';
import { createWorld, type World } from '../../support/world';

let world: World;
let rows: Inventory;
let liveId: string;
let largeId: string;

const topologyOf = async (networkId: string) =>
  (await world.prisma.topology.findFirstOrThrow({ where: { networkId, snapshotId: null } })).id;

beforeAll(async () => {
  world = await createWorld();
  const { prisma, networkId, otherNetworkId, organizationId } = world;
  rows = await addInventory(prisma, { networkId, organizationId }, 4);
  await addInventory(prisma, { networkId: otherNetworkId, organizationId }, 60);
  [liveId, largeId] = [await topologyOf(networkId), await topologyOf(otherNetworkId)];
});
afterAll(() => world.close());

const document = `query($id: UUID!, $view: TopologyView!, $options: TopologyRequestOptionsInput, $display: Boolean) {
  topology(id: $id) { graph(view: $view, options: $options, display: $display) {
    nodes { id: elementId header ... on GraphContainer { color } ... on GraphElement { containerId inlineGroups { entityId } } }
    edges { id: elementId label } availableViews filteredOut { entity filter count }
  } }
}`;
const ask = (variables: object, caller = world.member) =>
  caller.graphql(document, { id: liveId, view: 'L3Logical', ...variables });
const graph = async (variables: object = {}) => {
  const reply = await ask(variables);
  expect([reply.status, reply.body.errors]).toEqual([200, undefined]);
  return reply.body.data.topology.graph;
};

describe('200', () => {
  test.each(topologyViews)('%s has boxes and elements, and is the same every time', async (view) => {
    const first = await graph({ view });
    expect(first.nodes.length).toBeGreaterThan(1);
    expect(await graph({ view })).toEqual(first);
  });

  test('options of a query apply to its answer only; display options apply the saved ones', async () => {
    const hiddenGraph = await graph({ options: { hideEntities: { L3Logical: ['IPAddress'] } } });
    const usual = await graph();
    expect(hiddenGraph.nodes.length).toBeLessThan(usual.nodes.length);
    const physical = await graph({ view: 'L2Physical' });
    expect(physical.edges.length).toBeGreaterThan(0);
    const options = { local: { hide_edge_types: ['PhysicalLink', 'NeighborLink'] } };
    expect((await world.member.rest.put(`/topology/${liveId}`, { options })).status).toBe(200);
    expect(await graph({ view: 'L2Physical' })).toEqual(physical);
    expect((await graph({ view: 'L2Physical', display: true })).edges).toEqual([]);
    await world.member.rest.put(`/topology/${liveId}`, { options: null });
  });

  test('questions about a port do not concern its whole device', async () => {
    const cables = `query($id: UUID!) { topology(id: $id) { graph(view: L2Physical) { edges {
      id: elementId source target ... on PhysicalLinkEdge { sourceInterface { id host { id } } } } } } }`;
    const reply = await world.member.graphql(cables, { id: liveId });
    const edges: {
      id: string;
      source: string;
      target: string;
      sourceInterface?: { id: string; host: { id: string } };
    }[] = reply.body.data.topology.graph.edges;
    const { id: port, host } = edges.find(({ sourceInterface }) => sourceInterface)!.sourceInterface!;
    const ownRows = edges.filter(({ source, target }) => [source, target].includes(port)).map(({ id }) => ({ id }));
    const questions = `query($id: UUID!, $port: UUID!, $host: UUID!) { topology(id: $id) { graph(view: L2Physical) {
      neighbors(of: $port, edgeTypes: [PhysicalLink]) { edges { id: elementId } }
      whole: impactOf(ids: [$host], root: $port) { stillReachable }
      part: impactOf(ids: [$port], root: $port) { stillReachable } } } }`;
    const answers = await world.member.graphql(questions, { id: liveId, port, host: host.id });
    const { neighbors, whole, part } = answers.body.data.topology.graph;
    expect(neighbors.edges).toEqual(ownRows);
    expect(whole.stillReachable).toBe(0);
    expect(part.stillReachable).toBeGreaterThan(0);
  });

  test('an entity hidden by the saved tag filter is explained with its tag, if display options apply', async () => {
    const requestedQuery = `query($id: UUID!, $entityId: UUID!, $display: Boolean) { topology(id: $id) {
      graph(view: L2Physical, display: $display) { whyHidden(entityId: $entityId) { reason message tag { id name } } } } }`;
    const why = async (display: boolean) => {
      const variables = { id: liveId, entityId: rows.hostIds[0], display };
      return (await world.member.query(requestedQuery, variables)).topology.graph.whyHidden;
    };
    const options = { local: { tag_filter: { hidden_host_tag_ids: [rows.tagId] } } };
    expect((await world.member.rest.put(`/topology/${liveId}`, { options })).status).toBe(200);
    const name = `Tag ${rows.tagId}`;
    expect(await why(true)).toEqual({
      reason: 'TagFilter',
      message: expect.stringContaining(name),
      tag: { id: rows.tagId, name },
    });
    expect(await why(false)).toMatchObject({ reason: 'Shown', tag: null });
    await world.member.rest.put(`/topology/${liveId}`, { options: null });
  });

  test('a machine in forwarding tables without a link is explained', async () => {
    const { prisma, networkId } = world;
    const [mac, other] = ['02:00:5e:10:00:01', '02:00:5e:10:00:02'];
    const silent = await prisma.host.create({ data: { networkId, name: 'silent' } });
    await prisma.interface.create({ data: { networkId, hostId: silent.id, ifName: 'eth0', macAddress: mac } });
    const bridge = await prisma.host.create({ data: { networkId, name: 'bridge' } });
    const learn = async (ifName: string, fdbMacs: string[], reason: ForwardingReason | null) => {
      const { id } = await prisma.interface.create({ data: { networkId, hostId: bridge.id, ifName, fdbMacs } });
      await prisma.forwardingEvidence.create({ data: { networkId, interfaceId: id, readAt: new Date(), reason } });
      return id;
    };
    const port = await learn('p1', [mac, other], 'SeveralMachines');
    await learn('p2', [mac], 'NotEdgePort');
    await learn('p3', [other], 'UnknownMac');
    const why = async (entityId: string) => {
      const requestedQuery = `query($id: UUID!, $entityId: UUID!) { topology(id: $id) { graph(view: L2Physical) {
        whyHidden(entityId: $entityId) { reason message } } } }`;
      return (await world.member.query(requestedQuery, { id: liveId, entityId })).topology.graph.whyHidden;
    };
    for (const id of [silent.id, port])
      expect(await why(id)).toEqual({
        reason: 'UnresolvedNeighbour',
        message: expect.stringMatching(/tables\. Several machines are behind the port[^.]*\.$/) as unknown,
      });
    expect((await why(bridge.id)).message).toMatch(/No host has one of the MAC addresses.*Several machines/);
    await prisma.host.deleteMany({ where: { id: { in: [silent.id, bridge.id] } } });
  });

  test('a port with neighbour records but no link is explained; past instants have no records', async () => {
    const { prisma, networkId } = world;
    const at = new Date().toISOString();
    const host = await prisma.host.create({ data: { networkId, name: 'lonely' } });
    const data = { networkId, hostId: host.id, ifIndex: 1, ifDescr: 'Port 1' };
    const port = await prisma.interface.create({ data });
    const record = { networkId, interfaceId: port.id, protocol: 'LLDP' as const };
    const [ambiguous] = [
      await prisma.neighborEvidence.create({ data: { ...record, lldpSysName: 'twin', reason: 'AmbiguousName' } }),
      await prisma.neighborEvidence.create({ data: { ...record, lldpSysName: 'self', reason: 'OwnHost' } }),
    ];
    const linkedColumns = { resolvedHostId: rows.hostIds[0]!, reason: 'UnknownPort' as const };
    await prisma.neighborEvidence.create({ data: { ...record, lldpSysName: 'known', ...linkedColumns } });
    const why = async (entityId: string, view = 'L2Physical') => {
      const requestedQuery = `query($id: UUID!, $entityId: UUID!, $view: TopologyView!) { topology(id: $id) { graph(view: $view) {
        whyHidden(entityId: $entityId) { reason message unlinkedRecords { id reason message } } } } }`;
      return (await world.member.query(requestedQuery, { id: liveId, entityId, view })).topology.graph.whyHidden;
    };
    for (const id of [port.id, host.id]) {
      const answer = await why(id);
      expect(answer.reason).toBe('UnresolvedNeighbour');
      expect(answer.message).toMatch(/several hosts have the name.*the host that reports it/);
      expect(answer.unlinkedRecords.map(({ reason }: { reason: string }) => reason).sort()).toEqual([
        ...['AmbiguousName', 'OwnHost'],
      ]);
    }
    expect(await why(port.id, 'L3Logical')).toMatchObject({ reason: 'NotDrawnInView' });
    await prisma.neighborEvidence.deleteMany({ where: { interfaceId: port.id, reason: 'OwnHost' } });
    expect((await why(port.id)).unlinkedRecords).toEqual([
      { id: ambiguous.id, reason: 'AmbiguousName', message: 'No link: several hosts have the name.' },
    ]);
    const past = `query($id: UUID!, $entityId: UUID!, $at: DateTime!) @at(instant: $at) { topology(id: $id) {
      graph(view: L2Physical) { whyHidden(entityId: $entityId) { reason unlinkedRecords { id } } } } }`;
    const now = new Date().toISOString();
    const then = await world.member.query(past, { id: liveId, entityId: port.id, at: now });
    expect(then.topology.graph.whyHidden).toEqual({ reason: 'NoNeighbour', unlinkedRecords: [] });
    const before = await world.member.query(past, { id: liveId, entityId: port.id, at });
    expect(before.topology.graph.whyHidden).toEqual({ reason: 'NotInNetwork', unlinkedRecords: [] });
    await prisma.host.delete({ where: { id: host.id } });
  });

  test('headers are the display names of the rows', async () => {
    const namedQuery = `query($id: UUID!) { topology(id: $id) { graph(view: L2Physical, options: { elementRules: [] }) {
      containers { header ... on HostContainer { host { displayName } } }
      elements { header ... on InterfaceElement { interface { displayName } } } } } }`;
    const { prisma, networkId } = world;
    const [one, two, three] = rows.hostIds as [string, string, string];
    await prisma.host.update({ where: { id: one }, data: { name: '', hostname: 'one.example' } });
    await prisma.host.update({ where: { id: two }, data: { name: '', sysName: 'two-sys' } });
    await prisma.host.update({ where: { id: three }, data: { name: '' } });
    await prisma.interface.updateMany({ where: { networkId, hostId: one }, data: { ifAlias: 'uplink' } });
    const { containers, elements } = (await world.member.query(namedQuery, { id: liveId })).topology.graph;
    const headers = containers.map(({ header }: { header: string }) => header);
    expect(headers).toEqual(expect.arrayContaining(['one.example', 'two-sys', '10.40.0.2']));
    expect(headers).toEqual(containers.map(({ host }: { host: { displayName: string } }) => host.displayName));
    expect(elements.length).toBeGreaterThan(0);
    for (const element of elements) expect(element.header).toBe(element.interface.displayName);
    expect(elements.map(({ header }: { header: string }) => header)).toContain('uplink');
  });
});

describe('400', () => {
  const id = randomUUID();
  test.each([
    ['an unknown rule', 'options.request.elementRules.0.rule', { elementRules: [{ id, rule: 'ByColour' }] }],
    [
      'an id that occurs twice',
      'options.request.elementRules.1.id',
      {
        elementRules: [
          { id, rule: 'ByVLAN' },
          { id, rule: 'ByStack' },
        ],
      },
    ],
    [
      'a rule where it does not apply',
      'options.request.containerRules.Workloads.0.rule',
      { containerRules: { Workloads: [{ id, rule: 'BySubnet' }] } },
    ],
  ])('%s is reported with its path', async (_what, field, options) => {
    const reply = await ask({ options });
    expect(reply.body.errors[0].extensions).toMatchObject({
      code: 'validation_invalid_format',
      params: { field },
    });
  });
});

test('401 without a credential', async () => {
  const reply = await world.anonymous.graphql(document, { id: liveId, view: 'L3Logical' });
  expect(reply.body.errors[0].extensions).toMatchObject({ code: 'auth_not_authenticated' });
});

test('404 for a missing topology and for one of another organization or of a network out of reach', async () => {
  for (const [caller, id] of [
    [world.stranger, liveId],
    [world.narrowKey, largeId],
    [world.member, randomUUID()],
  ] as const) {
    const reply = await ask({ id }, caller as typeof world.member);
    expect(reply.body.errors[0].extensions).toMatchObject({ code: 'entity_not_found' });
  }
});

test('the number of statements does not grow with the network, neither after a change nor from the cache', async () => {
  const touch = (networkId: string) =>
    world.prisma.vlan.updateMany({ where: { networkId }, data: { description: null } });
  const count = async (id: string, networkId: string) => {
    const loadStatements = await world.queries.countNeeded(async () => {
      await touch(networkId);
      await graph({ id });
    });
    return { loaded: loadStatements, cached: await world.queries.countNeeded(() => graph({ id })) };
  };
  const small = await count(liveId, world.networkId);
  expect(await count(largeId, world.otherNetworkId)).toEqual(small);
});

describe('a change is part of the next answer', () => {
  const readAllViews = () => Promise.all(topologyViews.map((view) => graph({ view, options: { elementRules: [] } })));
  const changes: [string, () => Promise<unknown>][] = [
    ['an address is added', () => world.prisma.ipAddress.create({ data: { ...address(), ipAddress: '10.40.9.9' } })],
    [
      'a host is renamed',
      () => world.prisma.host.update({ where: { id: rows.hostIds[3]! }, data: { name: 'renamed' } }),
    ],
    ['a host is hidden', () => world.prisma.host.update({ where: { id: rows.hostIds[3]! }, data: { hidden: true } })],
    ['and shown', () => world.prisma.host.update({ where: { id: rows.hostIds[3]! }, data: { hidden: false } })],
    [
      'a subnet is renamed',
      () => world.prisma.subnet.update({ where: { id: rows.subnetId }, data: { name: 'Renamed' } }),
    ],
    [
      'a service is renamed',
      () => world.prisma.service.update({ where: { id: rows.serviceIds[0]! }, data: { name: 'renamed' } }),
    ],
    [
      'an interface is renamed',
      () => world.prisma.interface.update({ where: { id: rows.interfaceIds[3]! }, data: { ifAlias: 'renamed' } }),
    ],
    [
      'a group is renamed',
      () => world.prisma.group.update({ where: { id: rows.serviceGroupId }, data: { name: 'renamed' } }),
    ],
    [
      'a tag becomes an application',
      () => world.prisma.tag.update({ where: { id: rows.tagId }, data: { isApplication: true } }),
    ],
    [
      'tags are taken off',
      () =>
        world.prisma.tagAssignment.deleteMany({
          where: { OR: [{ serviceId: rows.serviceIds[1]! }, { hostId: rows.hostIds[1]! }] },
        }),
    ],
    [
      'a member leaves a group',
      () =>
        world.prisma.groupMember.deleteMany({
          where: { groupId: rows.serviceGroupId, serviceId: rows.serviceIds[3]! },
        }),
    ],
    [
      'a neighbour is forgotten',
      () => world.prisma.interfaceNeighbor.deleteMany({ where: { networkId: world.networkId } }),
    ],
    ['a binding goes', () => world.prisma.binding.delete({ where: { id: rows.bindingIds[2]! } })],
    ['a port goes with its bindings', () => world.prisma.port.delete({ where: { id: rows.portIds[1]! } })],
    ['a host goes with all that hangs on it', () => world.member.rest.delete(`/hosts/${rows.hostIds[3]!}`)],
    ['a tag goes from all rows', () => world.admin.rest.delete(`/tags/${rows.tagId}`)],
    ['a subnet goes with its addresses', () => world.prisma.subnet.delete({ where: { id: rows.subnetId } })],
  ];
  const address = () => ({
    networkId: world.networkId,
    hostId: rows.hostIds[0]!,
    subnetId: rows.subnetId,
    subnetCidr: '10.40.0.0/16',
    macAddress: '02:00:00:99:99:99',
  });

  test.each(changes)('%s', async (_what, change) => {
    const before = await readAllViews();
    await change();
    expect(await readAllViews()).not.toEqual(before);
  });
});
