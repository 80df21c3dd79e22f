// Queries on the VLANs of a graph in GraphQL: where a VLAN is carried, and which VLANs are partitioned.
import { holds, integer } from '../../../graphql/plugin/bounds';
import { builder } from '../../../graphql/builder';
import { rowField } from '../../../graphql/row-field';
import { requireVisible } from '../../../data/tenancy/rows';
import type { VlanGap, VlanLink, VlanPort, VlanSummary, VlanUnknownEnd } from '../graph/questions/vlan-path';
import { mostFirstHosts } from '../graph/questions/vlan-segments';
import type { AnswerTo } from '../answers/graph-answers';
import { graphRef } from './topology-graph.schema';
import { someRows, stopRef } from './topology-questions.schema';

const maximumSummaries = 1000;

const portModeEnum = builder.enumType('VlanPortMode', {
  description: 'How a port carries a VLAN.',
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
  description:
    'A cable that carries the VLAN at one end only, while VLANs of the other end are known, or tagged at one end (`carryingInterface`) and untagged at the other.',
  fields: (t) => ({
    carryingInterfaceId: t.expose('carryingInterfaceId', { type: 'UUID' }),
    carryingInterface: rowField<VlanGap>(t, 'Interface', (gap) => gap.carryingInterfaceId),
    lackingInterfaceId: t.expose('lackingInterfaceId', { type: 'UUID' }),
    lackingInterface: rowField<VlanGap>(t, 'Interface', (gap) => gap.lackingInterfaceId),
  }),
});
const vlanUnknownEndRef = builder.objectRef<VlanUnknownEnd>('VlanPathUnknownEnd').implement({
  description: 'A port that carries the VLAN tagged, and its far end, of which no VLAN is known.',
  fields: (t) => ({
    carryingInterfaceId: t.expose('carryingInterfaceId', { type: 'UUID' }),
    carryingInterface: rowField<VlanUnknownEnd>(t, 'Interface', (end) => end.carryingInterfaceId),
    hostId: t.expose('hostId', { type: 'UUID', description: 'Id of the host at the far end.' }),
    host: rowField<VlanUnknownEnd>(t, 'Host', (end) => end.hostId, 'The host at the far end.'),
    interfaceId: t.expose('interfaceId', {
      type: 'UUID',
      nullable: true,
      description: 'Id of the port at the far end; null if only the host is known.',
    }),
    interface: rowField<VlanUnknownEnd>(t, 'Interface', (end) => end.interfaceId),
  }),
});
type Segment = AnswerTo<'vlanPath'>['segmentDetails'][number];
const vlanSegmentRef = builder.objectRef<Segment>('VlanSegment').implement({
  description: 'A segment of a VLAN: no known cable carries the VLAN between two segments.',
  fields: (t) => ({
    hostIds: t.field({
      type: ['UUID'],
      description:
        'Ids of the hosts of the segment: the hosts of its ports, and hosts without known VLANs at a port that sends the VLAN untagged.',
      resolve: ({ hostIds }) => [...hostIds],
    }),
    hostCount: t.int({ description: 'Number of hosts of the segment.', resolve: ({ hostIds }) => hostIds.length }),
    portCount: t.exposeInt('portCount', { description: 'Number of ports of the segment that carry the VLAN.' }),
    firstHosts: t.field({
      type: [stopRef],
      ...holds(mostFirstHosts, 1),
      description: `The first hosts of the segment by name, at most ${mostFirstHosts}.`,
      resolve: ({ firstHosts }) => [...firstHosts],
    }),
  }),
});
const vlanPathRef = builder.objectRef<AnswerTo<'vlanPath'>>('VlanPath').implement({
  description: 'Ports and cables that carry a VLAN (IEEE 802.1Q).',
  fields: (t) => ({
    ports: t.field({ type: [vlanPortRef], complexity: someRows, resolve: ({ ports }) => [...ports] }),
    links: t.field({
      type: [vlanLinkRef],
      complexity: someRows,
      description: 'Cables that carry the VLAN: untagged at both ends, or tagged at both.',
      resolve: ({ links }) => [...links],
    }),
    gaps: t.field({ type: [vlanGapRef], complexity: someRows, resolve: ({ gaps }) => [...gaps] }),
    unknownEnds: t.field({
      type: [vlanUnknownEndRef],
      complexity: someRows,
      description: 'Ports that carry the VLAN tagged, to an end of which no VLAN is known: neither a gap nor a link.',
      resolve: ({ unknownEnds }) => [...unknownEnds],
    }),
    hosts: t.field({
      type: [stopRef],
      complexity: someRows,
      description:
        'Hosts in the VLAN: the hosts of its ports, and hosts without known VLANs at a port that sends it untagged.',
      resolve: ({ hosts }) => [...hosts],
    }),
    segments: t.field({
      type: t.listRef(['UUID']),
      description:
        'Ids of the hosts of each segment of the VLAN. More than one segment means that the VLAN is partitioned, unless cables with an end of which no VLAN is known connect the segments.',
      resolve: ({ segments }) => segments.map((segment) => [...segment]),
    }),
    segmentDetails: t.field({
      type: [vlanSegmentRef],
      complexity: someRows,
      description: 'The segments of the VLAN with their numbers of hosts and ports, the largest first.',
      resolve: ({ segmentDetails }) => [...segmentDetails],
    }),
  }),
});

const vlanSummaryRef = builder.objectRef<VlanSummary>('VlanSummary').implement({
  description: 'How far a VLAN (IEEE 802.1Q) reaches, in numbers. `vlanPath` has the ports and cables.',
  fields: (t) => ({
    vlanId: t.expose('vlanId', { type: 'UUID', description: 'Id of the VLAN.' }),
    vlan: rowField<VlanSummary>(t, 'Vlan', ({ vlanId }) => vlanId),
    portCount: t.exposeInt('portCount', { description: 'Number of ports that carry the VLAN.' }),
    gapCount: t.exposeInt('gapCount', {
      description:
        'Number of cables that carry the VLAN at one end only, while VLANs of the other end are known, or untagged at one end and tagged at the other.',
    }),
    unknownEndCount: t.exposeInt('unknownEndCount', {
      description: 'Number of ports that carry the VLAN tagged, to an end of which no VLAN is known.',
    }),
    segmentCount: t.exposeInt('segmentCount', {
      description:
        'Number of parts that are not connected with each other. More than one part: the VLAN is partitioned, unless ends of which no VLAN is known connect the parts.',
    }),
  }),
});

builder.objectFields(graphRef, (t) => ({
  vlanPath: t.field({
    type: vlanPathRef,
    description:
      'Ports and cables of the network that carry a VLAN, drawn in this view or not, and the gaps. VLAN missing or not accessible: `entity_not_found`.',
    args: { vlanId: t.arg({ type: 'UUID', required: true }) },
    resolve: async ({ network, drawing }, { vlanId }, { db }) => {
      await requireVisible(db, 'Vlan', vlanId, { select: { id: true } });
      return network.ask('vlanPath', { ...drawing, vlanId });
    },
  }),
  vlanSummaries: t.field({
    type: [vlanSummaryRef],
    complexity: someRows,
    description:
      'How far each VLAN of the network reaches. First those with gaps, then those with several segments, each by VLAN ID.',
    args: {
      first: t.arg.int({ defaultValue: 100, ...integer(1, maximumSummaries, 'Maximum number of VLANs.') }),
    },
    resolve: ({ network, drawing }, { first }) =>
      network.ask('vlanSummaries', { ...drawing, first: first ?? 100 }),
  }),
}));
