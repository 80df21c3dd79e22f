// Queries on a graph in GraphQL: neighbors, paths, impact of failures, and why something is missing.
import { integer, list, text } from '../../../graphql/plugin/bounds';
import { builder } from '../../../graphql/builder';
import type { GraphqlContext } from '../../../graphql/context';
import { enumRef } from '../../../graphql/enums';
import { rowField } from '../../../graphql/row-field';
import { longestSearch } from '../../../graphql/lists/search-filter';
import type { OptionalEdgeType } from '../graph/options';
import type { Neighbourhood } from '../graph/questions/neighbours';
import type { Hop } from '../graph/questions/paths';
import { hiddenReasons, type Explanation, type HiddenReason } from '../graph/questions/why-hidden';
import type { AnswerTo, StopRow } from '../answers/graph-answers';
import { toMembers } from '../answers/graph-keys';
import { edgeRef } from './topology-edges.schema';
import { presentIds } from './merged-ids';
import type { DrawnGraph } from '../answers/draw-topology';
import { graphRef } from './topology-graph.schema';
import { nodeRef } from './topology-nodes.schema';
import { edgeTypeEnum, followedEdgesArg } from './topology.schema';
import { unlinkedEvidenceFilter, whyUnlinked } from './unlinked-records';

const maximumDepth = 10;
const maximumPaths = 100;
const maximumFound = 1000;
const maximumFailing = 1000;
/** Expected number of rows in a result, for estimating the cost of a query. */
export const someRows = { field: 5, multiplier: 20 };

const stopKindEnum = builder.enumType('GraphStopKind', { values: ['Host', 'Subnet', 'Node'] as const });
const idIf = (kind: StopRow['kind']) => (stop: StopRow) => (stop.kind === kind ? stop.id : null);

export const stopRef = builder.objectRef<StopRow>('GraphStop').implement({
  description: 'A stop of a path: a device in L2Physical, a host or subnet in L3Logical, a node in the other views.',
  fields: (t) => ({
    kind: t.expose('kind', { type: stopKindEnum }),
    stopId: t.expose('id', { type: 'UUID', description: 'Id of the host, subnet or node.' }),
    host: rowField<StopRow>(t, 'Host', idIf('Host'), 'The host; null for a stop of another kind.'),
    subnet: rowField<StopRow>(t, 'Subnet', idIf('Subnet'), 'The subnet; null for a stop of another kind.'),
  }),
});

export const hopRef = builder.objectRef<Hop>('GraphHop').implement({
  description: 'A hop of a path, with its ingress and egress: a device in L2Physical, a host or subnet in L3Logical, a node in the other views.',
  fields: (t) => ({
    kind: t.expose('kind', { type: stopKindEnum }),
    stopId: t.expose('id', { type: 'UUID', description: 'Id of the host, subnet or node.' }),
    host: rowField<Hop>(t, 'Host', idIf('Host')),
    subnet: rowField<Hop>(t, 'Subnet', idIf('Subnet')),
    inInterfaceId: t.expose('inInterfaceId', { type: 'UUID', nullable: true }),
    inInterface: rowField<Hop>(t, 'Interface', (hop) => hop.inInterfaceId),
    outInterfaceId: t.expose('outInterfaceId', { type: 'UUID', nullable: true }),
    outInterface: rowField<Hop>(t, 'Interface', (hop) => hop.outInterfaceId),
    inIpAddress: rowField<Hop>(t, 'IpAddress', (hop) => hop.inIpAddressId, 'IP address by which the path enters the hop.'),
    outIpAddress: rowField<Hop>(
      t,
      'IpAddress',
      (hop) => hop.outIpAddressId,
      'IP address by which the path leaves the hop.',
    ),
    fhrpState: t.expose('fhrpState', {
      type: enumRef('FhrpState'),
      nullable: true,
      description:
        'State of the host in the VRRP or HSRP group of the subnet from which the path enters; null if there is none.',
    }),
    outEdgeId: t.expose('outEdgeId', { type: 'UUID', nullable: true, description: 'Id of the edge to the next hop.' }),
    vlanIds: t.field({
      type: ['UUID'],
      description: 'Ids of the VLANs that the cable to the next hop carries, untagged at both ends or tagged at both, by VLAN ID.',
      resolve: ({ vlanIds }) => [...vlanIds],
    }),
    isOutBlocked: t.exposeBoolean('isOutBlocked', {
      description: 'Whether the spanning tree (IEEE 802.1D) blocks the link to the next hop.',
    }),
  }),
});
const pathRef = builder.objectRef<NonNullable<AnswerTo<'shortestPath'>>>('GraphPath').implement({
  description: 'A shortest path.',
  fields: (t) => ({
    length: t.exposeInt('length', { description: 'Number of steps: one less than the number of hops.' }),
    hops: t.field({ type: [hopRef], resolve: ({ hops }) => [...hops] }),
    isBlocked: t.boolean({
      description:
        'Whether the path follows a link that the spanning tree (IEEE 802.1D) blocks. Such a path is returned only if there is no other.',
      resolve: ({ hops }) => hops.some(({ isOutBlocked }) => isOutBlocked),
    }),
    isRouted: t.exposeBoolean('isRouted', {
      nullable: true,
      description:
        'In L2Physical: whether the ends have neither a subnet nor a VLAN in common, so that packets between them pass a router, which need not be on the path. Null if that is unknown, and in other views.',
    }),
  }),
});

const neighborhoodRef = builder.objectRef<Neighbourhood>('GraphNeighborhood').implement({
  description: 'Nodes and edges around a node.',
  fields: (t) => ({
    nodes: t.field({ type: [nodeRef], complexity: someRows, resolve: ({ nodes }) => [...nodes] }),
    edges: t.field({ type: [edgeRef], complexity: someRows, resolve: ({ edges }) => [...edges] }),
  }),
});

export const impactRef = builder.objectRef<AnswerTo<'impactOf'>>('GraphImpact').implement({
  description: 'Hosts, subnets and other nodes that a root cannot reach after a failure.',
  fields: (t) => ({
    unreachable: t.field({
      type: [stopRef],
      complexity: someRows,
      description: 'Stops that are no longer reachable, without the failed ones.',
      resolve: ({ unreachable }) => unreachable,
    }),
    unreachableCount: t.int({ resolve: ({ unreachable }) => unreachable.length }),
    stillReachable: t.exposeInt('stillReachable', { description: 'Number of stops that are still reachable, the root included.' }),
  }),
});

const componentRef = builder.objectRef<readonly StopRow[]>('GraphComponent').implement({
  description: 'A connected component: stops that are connected with each other and with no other stop.',
  fields: (t) => ({
    size: t.int({ resolve: (stops) => stops.length }),
    stops: t.field({
      type: [stopRef],
      complexity: someRows,
      resolve: (stops) => stops,
    }),
  }),
});

const reasonEnum = builder.enumType('HiddenReason', {
  description: 'Reasons why an entity is not in a view.',
  values: Object.fromEntries(
    Object.entries(hiddenReasons).map(([name, description]) => [name, { description }]),
  ) as Record<HiddenReason, { description: string }>,
});
/** Maximum number of neighbor records in an explanation. */
const maximumRecords = 100;
interface Explained extends Explanation {
  readonly entityId: string;
}
export const whyRef = builder.objectRef<Explained>('HiddenExplanation').implement({
  fields: (t) => ({
    reason: t.expose('reason', { type: reasonEnum }),
    message: t.exposeString('message', { description: 'Reason as a sentence for people.' }),
    tag: rowField<Explanation>(t, 'Tag', ({ tagId }) => tagId, 'The tag that hides it, if any.'),
    unlinkedRecords: t.prismaField({
      type: ['NeighborEvidence'],
      complexity: someRows,
      description: `LLDP and CDP records of the port, or of the ports of the host, that gave no link, oldest first, at most ${maximumRecords}. Records have no history: empty in the past.`,
      resolve: async (query, { entityId }, _args, { db, at }) => {
        const request = {
          ...query,
          where: unlinkedEvidenceFilter(entityId),
          orderBy: [{ createdAt: 'asc' as const }, { id: 'asc' as const }],
          take: maximumRecords,
        };
        return at ? [] : db.neighborEvidence.findMany(request);
      },
    }),
  }),
});

/** The id under which the graph contains the entity. It differs from `id` if a host was merged into another host. */
export const presentId = async (graph: DrawnGraph, context: GraphqlContext, id: string): Promise<string> =>
  ((await presentIds(graph, context, [id])) as [string])[0];

async function presentEnds(graph: DrawnGraph, context: GraphqlContext, ends: { from: string; to: string }) {
  const [from, to] = (await presentIds(graph, context, [ends.from, ends.to])) as [string, string];
  return { from, to };
}

/** The argument `followedEdgeTypes` as a question takes it; nothing if it is left out or empty. */
export const followedArgs = (followedEdgeTypes: readonly OptionalEdgeType[] | null | undefined) =>
  followedEdgeTypes && followedEdgeTypes.length > 0 ? { followedEdgeTypes } : {};

/** See docs/graph-questions.md for the ids that each view accepts. */
const nodeId =
  'Id of a node of the view, or of an entity drawn in one. In a folded graph also of a fold, which represents its members.';

// eslint-disable-next-line max-lines-per-function -- a table of fields
builder.objectFields(graphRef, (t) => ({
  neighbors: t.field({
    type: neighborhoodRef,
    description:
      'Nodes and edges within a number of steps; empty for an id that is not in the graph. If hosts are boxes, steps lead from host to host. Of bundled edges the one that represents them is returned.',
    args: {
      of: t.arg({ type: 'UUID', required: true, description: nodeId }),
      depth: t.arg.int({ defaultValue: 1, ...integer(1, maximumDepth, 'Number of steps.') }),
      edgeTypes: t.arg({ type: [edgeTypeEnum], description: 'Only along edges of these kinds; left out: all.' }),
    },
    resolve: async (graph, { of: startIds, depth, edgeTypes }, context) => {
      const { key, network, drawing } = graph;
      const [of] = (await presentIds(graph, context, [startIds])) as [string];
      const question = { ...drawing, of, depth: depth ?? 1, edgeTypes: edgeTypes ?? undefined };
      const { nodes, edges } = await network.ask('neighbours', question);
      return { nodes: toMembers(key, nodes), edges: toMembers(key, edges) };
    },
  }),
  shortestPath: t.field({
    type: pathRef,
    nullable: true,
    description:
      'A shortest path: by ports and cables in L2Physical, by subnets and gateways in L3Logical. Null if there is none. If an id stands for several nodes, from any or to any of them. Over links that the spanning tree blocks only if there is no other path.',
    args: {
      from: t.arg({ type: 'UUID', required: true, description: nodeId }),
      to: t.arg({ type: 'UUID', required: true, description: nodeId }),
    },
    resolve: async (graph, ends, context) =>
      graph.network.ask('shortestPath', { ...graph.drawing, ...(await presentEnds(graph, context, ends)) }),
  }),
  allShortestPaths: t.field({
    type: [pathRef],
    complexity: someRows,
    description:
      'All shortest paths, in a fixed order. If an id stands for several nodes, from any or to any of them. Over links that the spanning tree blocks only if there is no other path.',
    args: {
      from: t.arg({ type: 'UUID', required: true, description: nodeId }),
      to: t.arg({ type: 'UUID', required: true, description: nodeId }),
      first: t.arg.int({ defaultValue: 10, ...integer(1, maximumPaths, 'Maximum number of paths.') }),
    },
    resolve: async (graph, { first, ...ends }, context) => {
      const { network, drawing } = graph;
      return network.ask('allShortestPaths', {
        ...{ ...drawing, ...(await presentEnds(graph, context, ends)), first: first ?? 10 },
      });
    },
  }),
  impactOf: t.field({
    type: impactRef,
    description:
      'Hosts, subnets and other nodes that the root cannot reach when all of `ids` fail at once. Empty if the root is not in the view.',
    args: {
      ids: t.arg({ type: ['UUID'], required: true, ...list(maximumFailing), description: `Ids of the nodes that fail, or of entities drawn in them, at most ${maximumFailing}; of a fold in a folded graph, whose members fail. Others have no effect.` }),
      root: t.arg({
        type: 'UUID',
        required: true,
        description: `${nodeId} Usually the gateway.`,
      }),
      followedEdgeTypes: t.arg(followedEdgesArg),
    },
    resolve: async (graph, { ids, root, followedEdgeTypes }, context) => {
      const [presentRoot, ...failing] = (await presentIds(graph, context, [root, ...ids])) as [string, ...string[]];
      const question = { ...graph.drawing, root: presentRoot, ids: failing };
      return graph.network.ask('impactOf', { ...question, ...followedArgs(followedEdgeTypes) });
    },
  }),
  singlePointsOfFailure: t.field({
    type: [stopRef],
    complexity: someRows,
    description: 'Stops whose failure alone disconnects other stops (articulation points).',
    args: { followedEdgeTypes: t.arg(followedEdgesArg) },
    resolve: ({ network, drawing }, { followedEdgeTypes }) =>
      network.ask('singlePointsOfFailure', { ...drawing, ...followedArgs(followedEdgeTypes) }),
  }),
  components: t.field({
    type: [componentRef],
    complexity: someRows,
    description:
      'Connected components, the largest first. In L3Logical a host connects all its subnets, even if it does not route between them.',
    resolve: ({ network, drawing }) => network.ask('components', drawing),
  }),
  whyHidden: t.field({
    type: whyRef,
    description: 'Explains why an entity, or the link between two, is not in the view: rule, filter or missing data.',
    args: {
      entityId: t.arg({ type: 'UUID', required: true }),
      otherId: t.arg({
        type: 'UUID',
        description: 'Why is there no link between the entity and this one, each a port or a host?',
      }),
    },
    resolve: async (graph, { entityId: requestedIds, otherId: other }, context) => {
      const { network, drawing } = graph;
      const ids = await presentIds(graph, context, other == null ? [requestedIds] : [requestedIds, other]);
      const [entityId, otherId = null] = ids as [string, string?];
      const unlinkedReasons = drawing.view === 'L2Physical' ? await whyUnlinked(ids, context) : [];
      return { ...(await network.ask('whyHidden', { ...drawing, entityId, otherId, unlinkedReasons })), entityId };
    },
  }),
  search: t.field({
    type: [nodeRef],
    complexity: someRows,
    description:
      'Nodes whose name, address, CIDR or software contains the text, or whose VLAN ID or id equals it; exact matches first. Hosts match by all their addresses, services by those that they listen on.',
    args: {
      text: t.arg.string({ required: true, ...text(0, longestSearch) }),
      first: t.arg.int({ defaultValue: 20, ...integer(1, maximumFound, 'Maximum number of nodes.') }),
    },
    resolve: async ({ key, network, drawing }, { text: searchText, first }) =>
      toMembers(key, await network.ask('search', { ...drawing, text: searchText, first: first ?? 20 })),
  }),
}));
