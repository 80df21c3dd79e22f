// Questions on a graph in GraphQL: what is around, how one gets there, what breaks, and why something is missing.
import { integer, list, text } from '../../../graphql/plugin/bounds';
import { builder } from '../../../graphql/builder';
import { rowField } from '../../../graphql/row-field';
import { longestSearch } from '../../../graphql/lists/search-filter';
import { requireVisible } from '../../../data/tenancy/rows';
import type { Neighbourhood } from '../graph/questions/neighbours';
import type { Hop, Path } from '../graph/questions/paths';
import type { VlanGap, VlanLink, VlanPath, VlanPort } from '../graph/questions/vlan-path';
import { hiddenReasons, type Explanation, type HiddenReason } from '../graph/questions/why-hidden';
import type { AnswerTo, StopRow } from '../answers/graph-answers';
import { edgeRef } from './topology-edges.schema';
import { graphRef } from './topology-graph.schema';
import { nodeRef } from './topology-nodes.schema';
import { edgeTypeEnum } from './topology.schema';

const maximumDepth = 10;
const maximumPaths = 100;
const maximumFound = 1000;
const maximumFailing = 1000;
/** Rows that an answer is expected to have when the cost of a query is estimated. */
const someRows = { field: 5, multiplier: 20 };

const stopKindEnum = builder.enumType('GraphStopKind', { values: ['Host', 'Subnet', 'Node'] as const });
const idIf = (kind: StopRow['kind']) => (stop: StopRow) => (stop.kind === kind ? stop.id : null);

const stopRef = builder.objectRef<StopRow>('GraphStop').implement({
  description: 'Where one can be: a device in L2, a device or a subnet in L3, a node in the other views.',
  fields: (t) => ({
    kind: t.expose('kind', { type: stopKindEnum }),
    id: t.expose('id', { type: 'UUID' }),
    host: rowField<StopRow>(t, 'Host', idIf('Host')),
    subnet: rowField<StopRow>(t, 'Subnet', idIf('Subnet')),
  }),
});

const hopRef = builder.objectRef<Hop>('GraphHop').implement({
  description: 'One stop of a path, with what one comes in and goes out by.',
  fields: (t) => ({
    kind: t.expose('kind', { type: stopKindEnum }),
    id: t.expose('id', { type: 'UUID', description: 'Of the host, the subnet, or the node of the view.' }),
    host: rowField<Hop>(t, 'Host', idIf('Host')),
    subnet: rowField<Hop>(t, 'Subnet', idIf('Subnet')),
    inInterfaceId: t.expose('inInterfaceId', { type: 'UUID', nullable: true }),
    inInterface: rowField<Hop>(t, 'Interface', (hop) => hop.inInterfaceId),
    outInterfaceId: t.expose('outInterfaceId', { type: 'UUID', nullable: true }),
    outInterface: rowField<Hop>(t, 'Interface', (hop) => hop.outInterfaceId),
    inIpAddress: rowField<Hop>(t, 'IpAddress', (hop) => hop.inIpAddressId, 'The address in the subnet before or here.'),
    outIpAddress: rowField<Hop>(
      t,
      'IpAddress',
      (hop) => hop.outIpAddressId,
      'The address in the subnet after or here.',
    ),
    outEdgeId: t.expose('outEdgeId', { type: 'UUID', nullable: true, description: 'The edge to the next hop.' }),
    vlanIds: t.field({
      type: ['UUID'],
      description: 'VLANs that both ends of the cable to the next hop carry, by number.',
      resolve: ({ vlanIds }) => [...vlanIds],
    }),
  }),
});
const pathRef = builder.objectRef<Path>('GraphPath').implement({
  description: 'A path with as few steps as possible.',
  fields: (t) => ({
    length: t.exposeInt('length', { description: 'Steps: one less than there are hops.' }),
    hops: t.field({ type: [hopRef], resolve: ({ hops }) => [...hops] }),
  }),
});

const neighbourhoodRef = builder.objectRef<Neighbourhood>('GraphNeighbourhood').implement({
  description: 'What is around a node.',
  fields: (t) => ({
    nodes: t.field({ type: [nodeRef], complexity: someRows, resolve: ({ nodes }) => [...nodes] }),
    edges: t.field({ type: [edgeRef], complexity: someRows, resolve: ({ edges }) => [...edges] }),
  }),
});

const impactRef = builder.objectRef<AnswerTo<'impactOf'>>('GraphImpact').implement({
  description: 'What a root no longer reaches when something fails.',
  fields: (t) => ({
    unreachable: t.field({
      type: [stopRef],
      complexity: someRows,
      description: 'Reached before and not now; without what failed itself.',
      resolve: ({ unreachable }) => unreachable,
    }),
    unreachableCount: t.int({ resolve: ({ unreachable }) => unreachable.length }),
    stillReachable: t.exposeInt('stillReachable', { description: 'Stops that are still reached, the root included.' }),
  }),
});

const componentRef = builder.objectRef<readonly StopRow[]>('GraphComponent').implement({
  description: 'Stops that are joined with each other, directly or by others of them, and with nothing else.',
  fields: (t) => ({
    size: t.int({ resolve: (stops) => stops.length }),
    stops: t.field({
      type: [stopRef],
      complexity: someRows,
      resolve: (stops) => stops,
    }),
  }),
});

const portModeEnum = builder.enumType('VlanPortMode', {
  description: 'Native: untagged; Tagged: with an 802.1Q tag.',
  values: ['Native', 'Tagged'] as const,
});
const vlanPortRef = builder.objectRef<VlanPort>('VlanPathPort').implement({
  fields: (t) => ({
    interfaceId: t.expose('interfaceId', { type: 'UUID' }),
    interface: rowField<VlanPort>(t, 'Interface', ({ interfaceId }) => interfaceId),
    mode: t.expose('mode', { type: portModeEnum }),
  }),
});
const vlanLinkRef = builder.objectRef<VlanLink>('VlanPathLink').implement({
  fields: (t) => ({
    sourceInterfaceId: t.expose('sourceInterfaceId', { type: 'UUID' }),
    sourceInterface: rowField<VlanLink>(t, 'Interface', (link) => link.sourceInterfaceId),
    targetInterfaceId: t.expose('targetInterfaceId', { type: 'UUID' }),
    targetInterface: rowField<VlanLink>(t, 'Interface', (link) => link.targetInterfaceId),
  }),
});
const vlanGapRef = builder.objectRef<VlanGap>('VlanPathGap').implement({
  description: 'A cable that carries the VLAN at one end only.',
  fields: (t) => ({
    carryingInterfaceId: t.expose('carryingInterfaceId', { type: 'UUID' }),
    carryingInterface: rowField<VlanGap>(t, 'Interface', (gap) => gap.carryingInterfaceId),
    lackingInterfaceId: t.expose('lackingInterfaceId', { type: 'UUID' }),
    lackingInterface: rowField<VlanGap>(t, 'Interface', (gap) => gap.lackingInterfaceId),
  }),
});
const vlanPathRef = builder.objectRef<VlanPath>('VlanPath').implement({
  description: 'Where a VLAN (IEEE 802.1Q) goes.',
  fields: (t) => ({
    ports: t.field({ type: [vlanPortRef], complexity: someRows, resolve: ({ ports }) => [...ports] }),
    links: t.field({
      type: [vlanLinkRef],
      complexity: someRows,
      description: 'Cables that carry it at both ends.',
      resolve: ({ links }) => [...links],
    }),
    gaps: t.field({ type: [vlanGapRef], complexity: someRows, resolve: ({ gaps }) => [...gaps] }),
    segments: t.field({
      type: t.listRef(['UUID']),
      description: 'Ids of the hosts that the VLAN joins, part by part: more than one part means that it is torn.',
      resolve: ({ segments }) => segments.map((segment) => [...segment]),
    }),
  }),
});

const reasonEnum = builder.enumType('HiddenReason', {
  description: 'Why something is not in a view.',
  values: Object.fromEntries(
    Object.entries(hiddenReasons).map(([name, description]) => [name, { description }]),
  ) as Record<HiddenReason, { description: string }>,
});
const whyRef = builder.objectRef<Explanation>('HiddenExplanation').implement({
  fields: (t) => ({
    reason: t.expose('reason', { type: reasonEnum }),
    message: t.exposeString('message', { description: 'The reason as a sentence.' }),
    tag: rowField<Explanation>(t, 'Tag', ({ tagId }) => tagId, 'The hidden tag, if the reason is one.'),
  }),
});

const placeId = [
  'L2: a device, or a port, box of ports, address or service for its device.',
  'L3: a host or subnet, or a port, address or service for its host, a box of addresses for their hosts; a box of merged',
  'bridges has the id of its first subnet and is that.',
  'Workloads, Application: a node; a host for its box and elements, or what a box stands for, such as a hypervisor or an',
  'application tag, for the box; a service inside an element for the element; a box for itself and all in it; a port,',
  'address or service that is not shown for its host.',
].join(' ');
const failingIds = [
  `What fails, at most ${maximumFailing}.`,
  'L2: a device; a port fails with its cables, a box of ports with those of all in it. A neighbour whose port is not',
  'known is lost with the last port of one device that tells of the other.',
  'L3: a host or subnet; an address fails with its way into its subnet, a box of addresses with those of all in it; a',
  'gateway service, if no other of its host is left, so that nobody passes through the host. A box of merged bridges has',
  'the id of its first subnet and is that.',
  'Workloads, Application: a node; a host with its box and elements, a box with all in it, what a box stands for with',
  'the box, a service inside an element with the element; in Workloads a port with its cables.',
  'Anything else takes nothing with it.',
].join(' ');
const aroundId = [
  'A node; or the box of a row, such as a device, hypervisor or VLAN; or a host for its elements, or a service or port',
  'inside elements for those. A box begins with the edges of all that is in it, an element with its own; a port also',
  'with the neighbours that it tells of.',
].join(' ');

builder.objectFields(graphRef, (t) => ({
  neighbours: t.field({
    type: neighbourhoodRef,
    description:
      'Nodes within some steps; empty for an id that is not in the graph. The first step follows the edges of the node ' +
      'itself; where hosts are boxes, further ones follow those of every host reached, its own included. Of bundled edges ' +
      'the one is told that stands for all.',
    args: {
      of: t.arg({ type: 'UUID', required: true, description: aroundId }),
      depth: t.arg.int({ defaultValue: 1, ...integer(1, maximumDepth, 'Steps.') }),
      edgeTypes: t.arg({ type: [edgeTypeEnum], description: 'Only along these; all if left out.' }),
    },
    resolve: ({ network, drawing }, { of, depth, edgeTypes }) =>
      network.ask('neighbours', { ...drawing, of, depth: depth ?? 1, edgeTypes: edgeTypes ?? undefined }),
  }),
  shortestPath: t.field({
    type: pathRef,
    nullable: true,
    description:
      'By ports and cables in L2, by subnets and gateways in L3. Null where there is no path. Where an id stands for ' +
      'several nodes, from any or to any of them.',
    args: {
      from: t.arg({ type: 'UUID', required: true, description: placeId }),
      to: t.arg({ type: 'UUID', required: true, description: placeId }),
    },
    resolve: ({ network, drawing: { view } }, ends) => network.ask('shortestPath', { view, ...ends }),
  }),
  allShortestPaths: t.field({
    type: [pathRef],
    complexity: someRows,
    description:
      'Every path with as few steps as possible, in a fixed order. Where an id stands for several nodes, from any or ' +
      'to any of them.',
    args: {
      from: t.arg({ type: 'UUID', required: true, description: placeId }),
      to: t.arg({ type: 'UUID', required: true, description: placeId }),
      first: t.arg.int({ defaultValue: 10, ...integer(1, maximumPaths, 'At most so many.') }),
    },
    resolve: ({ network, drawing: { view } }, { from, to, first }) =>
      network.ask('allShortestPaths', { view, from, to, first: first ?? 10 }),
  }),
  impactOf: t.field({
    type: impactRef,
    description:
      'What the root no longer reaches when these fail, all at once. An id that the view does not know as a root reaches nothing.',
    args: {
      ids: t.arg({ type: ['UUID'], required: true, ...list(maximumFailing), description: failingIds }),
      root: t.arg({
        type: 'UUID',
        required: true,
        description: `From where one looks, such as the gateway; from all of its nodes at once where it stands for several. ${placeId}`,
      }),
    },
    resolve: ({ network, drawing: { view } }, { ids, root }) => network.ask('impactOf', { view, root, ids }),
  }),
  singlePointsOfFailure: t.field({
    type: [stopRef],
    complexity: someRows,
    description: 'Stops whose failure alone parts others that are joined now.',
    resolve: ({ network, drawing: { view } }) => network.ask('singlePointsOfFailure', { view }),
  }),
  components: t.field({
    type: [componentRef],
    complexity: someRows,
    description:
      'The parts that nothing joins, the largest first. In L3 a host joins all its subnets, even one that routes ' +
      'nothing: two stops of one component need not have a path between them.',
    resolve: ({ network, drawing: { view } }) => network.ask('components', { view }),
  }),
  vlanPath: t.field({
    type: vlanPathRef,
    description:
      'Every port and cable of the network that carries a VLAN, in this view or not, and the gaps. Missing or out of ' +
      'reach: `entity_not_found`.',
    args: { vlanId: t.arg({ type: 'UUID', required: true }) },
    resolve: async ({ network }, { vlanId }, { db }) => {
      await requireVisible(db, 'Vlan', vlanId, { select: { id: true } });
      return network.ask('vlanPath', { vlanId });
    },
  }),
  whyHidden: t.field({
    type: whyRef,
    description: 'Which rule, filter or missing fact keeps something out of this view.',
    args: { entityId: t.arg({ type: 'UUID', required: true }) },
    resolve: ({ network, drawing }, { entityId }) => network.ask('whyHidden', { ...drawing, entityId }),
  }),
  search: t.field({
    type: [nodeRef],
    complexity: someRows,
    description:
      'Nodes by any part of a name, address, CIDR or software, by VLAN number, or by id: exact matches first. Machines are ' +
      'found by all of their addresses, services by those that they listen on.',
    args: {
      text: t.arg.string({ required: true, ...text(0, longestSearch) }),
      first: t.arg.int({ defaultValue: 20, ...integer(1, maximumFound, 'At most so many.') }),
    },
    resolve: ({ network, drawing }, { text: wanted, first }) =>
      network.ask('search', { ...drawing, text: wanted, first: first ?? 20 }),
  }),
}));
