// Questions on a graph in GraphQL: what is around, how one gets there, what breaks, and why something is missing.
import { builder } from '../../graphql/builder';
import { rowField } from '../../graphql/row-field';
import { requireVisible } from '../../tenancy/rows';
import { componentsOf, impactOf, singlePointsOfFailure, type Impact } from '../../topology-graph/questions/impact';
import { neighboursOf, type Neighbourhood } from '../../topology-graph/questions/neighbours';
import { allShortestPaths, shortestPath, type Hop, type Path } from '../../topology-graph/questions/paths';
import { searchNodes } from '../../topology-graph/questions/search';
import { stopsOf, type Stops } from '../../topology-graph/questions/stops';
import {
  vlanPath,
  type VlanGap,
  type VlanLink,
  type VlanPath,
  type VlanPort,
} from '../../topology-graph/questions/vlan-path';
import { hiddenReasons, whyHidden, type HiddenReason } from '../../topology-graph/questions/why-hidden';
import { assertRange } from '../../validation';
import { edgeRef } from './topology-edges.schema';
import { graphRef, type DrawnGraph } from './topology-graph.schema';
import { nodeRef } from './topology-nodes.schema';
import { edgeTypeEnum } from './topology.schema';

const maximumDepth = 10;
const maximumPaths = 100;
const maximumFound = 1000;
const maximumFailing = 1000;
/** Rows that an answer is expected to have when the cost of a query is estimated. */
const someRows = { field: 5, multiplier: 20 };
const bounds = (minimum: number, maximum: number) => ({ extensions: { jsonSchema: { minimum, maximum } } });

const stopsByGraph = new WeakMap<object, Stops>();

/** Made once for each graph, since one query may ask several questions. */
function stopsIn(drawn: DrawnGraph): Stops {
  const graph = drawn.network.graph(drawn.view);
  const known = stopsByGraph.get(graph) ?? stopsOf(drawn.view, drawn.network.prepared.lookup, graph);
  stopsByGraph.set(graph, known);
  return known;
}

/** One stop: a device, a subnet, or a node of the view. */
interface StopRow {
  readonly kind: 'Host' | 'Subnet' | 'Node';
  readonly id: string;
}
const stopRow = (drawn: DrawnGraph, id: string): StopRow => ({
  id,
  kind: stopsIn(drawn).graph.getNodeAttribute(id, 'kind'),
});
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

const impactRef = builder.objectRef<Impact & { drawn: DrawnGraph }>('GraphImpact').implement({
  description: 'What a root no longer reaches when something fails.',
  fields: (t) => ({
    unreachable: t.field({
      type: [stopRef],
      complexity: someRows,
      description: 'Reached before and not now; without what failed itself.',
      resolve: ({ drawn, unreachable }) => unreachable.map((id) => stopRow(drawn, id)),
    }),
    unreachableCount: t.int({ resolve: ({ unreachable }) => unreachable.length }),
    stillReachable: t.exposeInt('stillReachable', { description: 'Stops that are still reached, the root included.' }),
  }),
});

interface Component {
  readonly drawn: DrawnGraph;
  readonly ids: readonly string[];
}
const componentRef = builder.objectRef<Component>('GraphComponent').implement({
  description: 'Stops that are joined with each other and with nothing else.',
  fields: (t) => ({
    size: t.int({ resolve: ({ ids }) => ids.length }),
    stops: t.field({
      type: [stopRef],
      complexity: someRows,
      resolve: ({ drawn, ids }) => ids.map((id) => stopRow(drawn, id)),
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
const whyRef = builder.objectRef<HiddenReason>('HiddenExplanation').implement({
  fields: (t) => ({
    reason: t.field({ type: reasonEnum, resolve: (reason) => reason }),
    message: t.string({ description: 'The reason as a sentence.', resolve: (reason) => hiddenReasons[reason] }),
  }),
});

const lookupOf = ({ network }: DrawnGraph) => network.prepared.lookup;
const anyId = 'Id of a node, or of a host, subnet, service, port or address that belongs to one.';

builder.objectFields(graphRef, (t) => ({
  neighbours: t.field({
    type: neighbourhoodRef,
    description: 'Nodes within some steps; empty for an id that is not in the graph.',
    args: {
      of: t.arg({ type: 'UUID', required: true, description: anyId }),
      depth: t.arg.int({ defaultValue: 1, description: 'Steps, 1 to 10.', ...bounds(1, maximumDepth) }),
      edgeTypes: t.arg({ type: [edgeTypeEnum], description: 'Only along these; all if left out.' }),
    },
    resolve: (graph, { of, depth, edgeTypes }) => {
      assertRange('depth', depth ?? 1, 1, maximumDepth);
      return neighboursOf(graph, of, depth ?? 1, edgeTypes ?? undefined);
    },
  }),
  shortestPath: t.field({
    type: pathRef,
    nullable: true,
    description: 'By ports and cables in L2, by subnets and gateways in L3. Null where there is no path.',
    args: {
      from: t.arg({ type: 'UUID', required: true, description: anyId }),
      to: t.arg({ type: 'UUID', required: true, description: anyId }),
    },
    resolve: (drawn, { from, to }) => shortestPath(stopsIn(drawn), lookupOf(drawn), from, to) ?? null,
  }),
  allShortestPaths: t.field({
    type: [pathRef],
    complexity: someRows,
    description: 'Every path with as few steps as possible, in a fixed order.',
    args: {
      from: t.arg({ type: 'UUID', required: true, description: anyId }),
      to: t.arg({ type: 'UUID', required: true, description: anyId }),
      first: t.arg.int({ defaultValue: 10, description: 'At most so many, 1 to 100.', ...bounds(1, maximumPaths) }),
    },
    resolve: (drawn, { from, to, first }) => {
      assertRange('first', first ?? 10, 1, maximumPaths);
      return allShortestPaths(stopsIn(drawn), lookupOf(drawn), from, to, first ?? 10);
    },
  }),
  impactOf: t.field({
    type: impactRef,
    description: 'What the root no longer reaches when these fail, all at once.',
    args: {
      ids: t.arg({ type: ['UUID'], required: true, description: `What fails, at most ${maximumFailing}. ${anyId}` }),
      root: t.arg({ type: 'UUID', required: true, description: 'From where one looks, such as the gateway.' }),
    },
    resolve: (drawn, { ids, root }) => {
      assertRange('ids', ids.length, 0, maximumFailing);
      return { ...impactOf(stopsIn(drawn), root, ids), drawn };
    },
  }),
  singlePointsOfFailure: t.field({
    type: [stopRef],
    complexity: someRows,
    description: 'Stops whose failure alone parts others that are joined now.',
    resolve: (drawn) => singlePointsOfFailure(stopsIn(drawn)).map((id) => stopRow(drawn, id)),
  }),
  components: t.field({
    type: [componentRef],
    complexity: someRows,
    description: 'The parts that nothing joins, the largest first.',
    resolve: (drawn) => componentsOf(stopsIn(drawn)).map((ids) => ({ drawn, ids })),
  }),
  vlanPath: t.field({
    type: vlanPathRef,
    description: 'Every port and cable that carries a VLAN, and the gaps. Missing or out of reach: `entity_not_found`.',
    args: { vlanId: t.arg({ type: 'UUID', required: true }) },
    resolve: async (drawn, { vlanId }, { db }) => {
      await requireVisible(db, 'Vlan', vlanId, { select: { id: true } });
      return vlanPath(vlanId, lookupOf(drawn));
    },
  }),
  whyHidden: t.field({
    type: whyRef,
    description: 'Which rule, filter or missing fact keeps something out of this view.',
    args: { entityId: t.arg({ type: 'UUID', required: true }) },
    resolve: (drawn, { entityId }) => whyHidden(entityId, drawn, drawn.network.prepared, drawn.network.inventory),
  }),
  search: t.field({
    type: [nodeRef],
    complexity: someRows,
    description: 'Nodes by name, address, CIDR, software or VLAN number; exact matches first.',
    args: {
      text: t.arg.string({ required: true }),
      first: t.arg.int({ defaultValue: 20, description: 'At most so many, 1 to 1000.', ...bounds(1, maximumFound) }),
    },
    resolve: (drawn, { text, first }) => {
      assertRange('first', first ?? 20, 1, maximumFound);
      return searchNodes(drawn, lookupOf(drawn), text, first ?? 20);
    },
  }),
}));
