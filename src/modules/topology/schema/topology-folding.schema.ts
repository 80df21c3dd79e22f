// Folded graphs in GraphQL: folds, the edges between them, the folds that contain results, and changes that folds hide.
import type { IfOperStatus } from '../../../generated/prisma/enums';
import { builder } from '../../../graphql/builder';
import { enumRef } from '../../../graphql/enums';
import { heavyWork } from '../../../graphql/heavy-work/heavy-operations';
import { changeTypeEnum } from '../../history';
import type { Fold, FoldBasis, FoldedEdge, FoldedEdgeKind } from '../graph/folding/detail';
import type { FoldChange, FoldedDiff, FoldedEdgeChange } from '../graph/folded-changes';
import { countsInWords, nameOfKind, type FoldCount, type FoldedKind } from '../graph/folding/kinds';
import { foldNetworks } from '../answers/graph-diffs';
import { countsRef, diffRef, heavy } from './topology-diff.schema';
import { graphRef, graphList } from './topology-graph.schema';
import { nodeRef } from './topology-nodes.schema';
import { hopRef, stopRef, whyRef } from './topology-questions.schema';
import { edgeTypeEnum } from './topology.schema';

/** Expected number of folds in a graph, for estimating the cost of a query. */
export const manyFolds = { field: 1, multiplier: 50 };

const basisEnum = builder.enumType('GraphFoldBasis', {
  description: 'What the members of a fold have in common.',
  values: {
    Contents: { description: 'The box that contains them.' },
    Endpoints: { description: 'The devices or routers that connect them, while nothing is connected through them.' },
    LearnedEndpoints: {
      description:
        'The device whose forwarding table leads to them. They are machines without a known cable, and their fold is never expanded automatically.',
    },
    Uplink: { description: 'The devices or routers through which they are connected.' },
    Location: { description: 'The first part of their location.' },
    Tag: { description: 'A tag.' },
    Kind: { description: 'The kind of device, or the type of subnet.' },
    Subnet: { description: 'The subnet of their first IP address.' },
    Vlan: { description: 'The native VLAN of their ports.' },
    Name: { description: 'The beginning of their names, or a range of numbers or addresses.' },
    Software: { description: 'The software of the services.' },
    Others: { description: 'No value of the property that determines the other folds.' },
  } satisfies Record<FoldBasis, object>,
});
const kindEnum = builder.enumType('GraphFoldedKind', {
  description: 'Kinds by which folds count their members: hosts by their services, other nodes by their type.',
  values: {
    Router: { description: 'Hosts with a gateway service.' },
    Firewall: { description: 'Hosts with firewall software that routes.' },
    Switch: { description: 'Hosts with the software of a switch.' },
    AccessPoint: { description: 'Wireless access points and repeaters.' },
    NetworkAppliance: { description: 'Hosts with other network appliance software, such as load balancers.' },
    Hypervisor: { description: 'Hosts with hypervisor software.' },
    VirtualMachine: { description: 'Virtual hosts.' },
    ContainerHost: { description: 'Hosts with a container runtime and no other characteristic software.' },
    StorageSystem: { description: 'Hosts with storage or backup software.' },
    Server: { description: 'Hosts with other software than that of the kinds above and below.' },
    Phone: { description: 'Hosts with telephony software.' },
    Printer: { description: 'Hosts with the software of a printer.' },
    Workstation: { description: 'Hosts with the software of a workstation.' },
    MobileDevice: { description: 'Hosts with the software of a mobile device.' },
    IotDevice: { description: 'Hosts with IoT or home automation software.' },
    IndustrialDevice: { description: 'Hosts with industrial software.' },
    MediaDevice: { description: 'Hosts with media software.' },
    OtherHost: { description: 'Hosts without characteristic software.' },
    Subnet: { description: 'Boxes of subnets.' },
    Application: { description: 'Boxes of applications.' },
    Group: { description: 'Boxes inside other boxes.' },
    Service: { description: 'Services.' },
    IpAddress: { description: 'IP addresses.' },
    Port: { description: 'Ports of devices.' },
  } satisfies Record<FoldedKind, object>,
});

const countRef = builder.objectRef<FoldCount>('GraphFoldCount').implement({
  description: 'Number of members of one kind in a fold.',
  fields: (t) => ({
    kind: t.expose('kind', { type: kindEnum }),
    count: t.exposeInt('count'),
    text: t.string({
      description: 'Number and kind as text, such as "12 phones".',
      resolve: ({ kind, count }) => `${count} ${nameOfKind(kind, count)}`,
    }),
  }),
});

export const foldRef = builder.objectRef<Fold>('GraphFold').implement({
  description:
    'Nodes of a graph that are drawn as one. Every node and edge of the whole graph is either shown or counted in exactly one collapsed fold or folded edge.',
  extensions: heavyWork,
  fields: (t) => ({
    foldId: t.expose('id', { type: 'UUID', description: 'Id that is the same in every build with the same view and grouping.' }),
    basis: t.expose('basis', { type: basisEnum, description: 'Property that its members have in common.' }),
    label: t.exposeString('label', { description: 'Title of the fold.' }),
    summary: t.string({
      description: 'Content of the fold as text, such as "12 phones, 3 printers".',
      resolve: ({ counts }) => countsInWords(counts),
    }),
    reason: t.exposeString('reason', { description: 'Reason why the members are folded together, as a sentence.' }),
    isExpanded: t.exposeBoolean('isExpanded', { description: 'Whether its members are shown.' }),
    depth: t.exposeInt('depth', { description: 'Number of folds around it.' }),
    parentFoldId: t.expose('parentFoldId', { type: 'UUID', nullable: true, description: 'Id of the enclosing fold; null for none.' }),
    containerId: t.expose('containerId', {
      type: 'UUID',
      nullable: true,
      description: 'Id of the enclosing box; null at the top level. Folds with the basis `Contents` are drawn as that box, without a node of their own.',
    }),
    anchorIds: t.field({
      type: ['UUID'],
      description: 'Ids of the hosts or subnets that the members depend on or belong to; empty for none.',
      resolve: ({ anchorIds }) => [...anchorIds],
    }),
    memberIds: t.field({
      type: ['UUID'],
      description: 'Ids of the shown nodes in it that are in no expanded fold inside it; empty for a collapsed fold.',
      resolve: ({ memberIds }) => [...memberIds],
    }),
    counts: t.field({
      type: [countRef],
      description: 'Content by kind, the most frequent first: the hidden part of a collapsed fold, or everything in an expanded fold.',
      resolve: ({ counts }) => [...counts],
    }),
    nodeCount: t.exposeInt('nodeCount', { description: 'Number of boxes and elements in `counts`.' }),
    edgeCount: t.exposeInt('edgeCount', { description: 'Number of edges between its members, none of which is shown if the fold is collapsed.' }),
  }),
});

const edgeKindRef = builder.objectRef<FoldedEdgeKind>('GraphFoldedEdgeKind').implement({
  description: 'Number of edges of one kind in a folded edge.',
  fields: (t) => ({
    edgeType: t.expose('edgeType', { type: edgeTypeEnum }),
    count: t.exposeInt('count'),
    reversedCount: t.exposeInt('reversedCount', {
      description: 'Number of those of these edges that lead from `target` to `source` of the folded edge.',
    }),
  }),
});
const endTexts = {
  source: 'Id of a node or fold.',
  target: 'Id of another node or fold. The edges may lead in either direction.',
};
export const foldedEdgeRef = builder.objectRef<FoldedEdge>('GraphFoldedEdge').implement({
  description: 'All edges between two shown nodes or folds that are not shown themselves because a fold contains an end of them.',
  extensions: heavyWork,
  fields: (t) => ({
    elementId: t.expose('id', { type: 'UUID', description: 'Id that is the same for the same ends.' }),
    source: t.expose('source', { type: 'UUID', description: endTexts.source }),
    target: t.expose('target', { type: 'UUID', description: endTexts.target }),
    count: t.exposeInt('count', { description: 'Number of edges.' }),
    kinds: t.field({ type: [edgeKindRef], description: 'Number of edges by kind, the most frequent first.', resolve: ({ kinds }) => [...kinds] }),
    worstState: t.field({
      type: enumRef('IfOperStatus'),
      nullable: true,
      description: 'Worst ifOperStatus (RFC 2863) of the ports at their ends; null if no state of a port is known.',
      resolve: ({ worstState }) => worstState as IfOperStatus | null,
    }),
  }),
});

builder.objectFields(graphRef, (t) => ({
  folds: t.field({
    type: [foldRef],
    complexity: manyFolds,
    description: 'Collapsed folds, and the expanded folds around shown nodes, outer folds first; empty without `detail`.',
    resolve: graphList('folds'),
  }),
  foldedEdges: t.field({
    type: [foldedEdgeRef],
    complexity: manyFolds,
    description: 'Edges that are not shown, by the shown nodes and folds that contain their ends; empty without `detail`.',
    resolve: graphList('foldedEdges'),
  }),
}));

const foldedIn = {
  type: ['UUID'] as ['UUID'],
  description: 'Ids of the collapsed folds around it, the outermost first; empty if it is shown, if its parts are in several folds, or without `detail`.',
};
const foldsAround = (row: object): string[] => [...((row as { foldedIn?: readonly string[] }).foldedIn ?? [])];
builder.interfaceFields(nodeRef, (t) => ({ foldedIn: t.field({ ...foldedIn, resolve: foldsAround }) }));
builder.objectFields(stopRef, (t) => ({ foldedIn: t.field({ ...foldedIn, resolve: foldsAround }) }));
builder.objectFields(hopRef, (t) => ({ foldedIn: t.field({ ...foldedIn, resolve: foldsAround }) }));
builder.objectFields(whyRef, (t) => ({ foldedIn: t.field({ ...foldedIn, resolve: foldsAround }) }));

const foldChangeRef = builder.objectRef<FoldChange>('GraphFoldChange').implement({
  description: 'Numbers of changes that a collapsed fold contains.',
  fields: (t) => ({
    foldId: t.expose('id', { type: 'UUID', description: 'Id of the fold in both graphs.' }),
    changeType: t.expose('changeType', { type: changeTypeEnum, description: 'Change of the fold itself; Changed if both graphs have it.' }),
    basis: t.expose('basis', { type: basisEnum, description: 'Property that its members have in common.' }),
    label: t.exposeString('label', { description: 'Title of the fold.' }),
    containerId: t.expose('containerId', { type: 'UUID', nullable: true, description: 'Id of the enclosing box; null at the top level.' }),
    nodeCounts: t.field({ type: countsRef, description: 'Numbers of changed boxes and elements in it.', resolve: (fold) => fold.nodeCounts }),
    edgeCounts: t.field({ type: countsRef, description: 'Numbers of changed edges between its members.', resolve: (fold) => fold.edgeCounts }),
  }),
});
const edgeChangeRef = builder.objectRef<FoldedEdgeChange>('GraphFoldedEdgeChange').implement({
  description: 'Numbers of changes that a folded edge contains.',
  fields: (t) => ({
    elementId: t.expose('id', { type: 'UUID', description: 'Id of the folded edge in both graphs.' }),
    source: t.expose('source', { type: 'UUID', description: endTexts.source }),
    target: t.expose('target', { type: 'UUID', description: endTexts.target }),
    counts: t.field({ type: countsRef, description: 'Numbers of changed edges.', resolve: ({ counts }) => counts }),
  }),
});
const foldedDiffRef = builder.objectRef<FoldedDiff>('TopologyFoldedDiff').implement({
  description: 'Differences that folds of the later graph contain. All other differences are of nodes and edges that are shown.',
  fields: (t) => ({
    folds: t.field({ type: [foldChangeRef], complexity: manyFolds, description: 'Folds with changes, by id.', resolve: ({ folds }) => [...folds] }),
    foldedEdges: t.field({
      type: [edgeChangeRef],
      complexity: manyFolds,
      description: 'Folded edges with changes, by their ends.',
      resolve: ({ foldedEdges }) => [...foldedEdges],
    }),
  }),
});

builder.objectField(diffRef, 'folded', (t) =>
  t.field({
    type: foldedDiffRef,
    nullable: true,
    description: 'Numbers of differences by the folds that contain them; null without `detail`.',
    complexity: heavy,
    resolve: ({ view, detail, states: [before, after] }, _args, context) =>
      detail ? foldNetworks(before, after, { view, detail }, context) : null,
  }),
);
