// Edges of a graph in GraphQL: one type per edge type, with its payload and the rows to which it refers.
import type { FieldMap } from '@pothos/core';
import type { RoutingNeighborState } from '../../../generated/prisma/enums';
import { builder } from '../../../graphql/builder';
import { enumRef } from '../../../graphql/enums';
import { heavyWork } from '../../../graphql/heavy-work/heavy-operations';
import { rowField } from '../../../graphql/row-field';
import { neighborProtocolText } from '../../inventory';
import type { Edge, EdgeAppearance, EdgePayloads } from '../graph/graph';
import type { EdgeType } from '../graph/options';
import { edgeTypeEnum } from './topology.schema';

const handleEnum = builder.enumType('GraphEdgeHandle', {
  description: 'Sides of a node where edges begin and end.',
  values: ['Top', 'Bottom', 'Left', 'Right'] as const,
});
const visibilityEnum = builder.enumType('GraphEdgeVisibility', { values: ['Visible', 'Hidden'] as const });
const strokeEnum = builder.enumType('GraphEdgeStroke', { values: ['Solid', 'Dashed', 'Dotted'] as const });
const highlightEnum = builder.enumType('GraphEdgeHighlight', { values: ['WhenSelected', 'Always'] as const });

const appearanceRef = builder.objectRef<EdgeAppearance>('GraphEdgeViewConfig').implement({
  description: 'How the view draws edges of this kind by default.',
  fields: (t) => ({
    type: t.string({
      description: 'Always "active": a view contains no edges of kinds that are disabled in it.',
      resolve: () => 'active',
    }),
    affectsLayout: t.exposeBoolean('affectsLayout', { description: 'Whether the edge counts in the layout.' }),
    defaultVisibility: t.expose('defaultVisibility', { type: visibilityEnum }),
    stroke: t.expose('stroke', { type: strokeEnum }),
    highlightBehavior: t.expose('highlightBehavior', { type: highlightEnum }),
    willTargetContainer: t.exposeBoolean('willTargetContainer', {
      description: 'Whether the edge may end at a box instead of the element inside it.',
    }),
    showDirectionality: t.exposeBoolean('showDirectionality'),
  }),
});

/**
 * The GraphQL type of an edge is `<EdgeType>Edge`, except where a Relay connection already has an edge type of that
 * name.
 */
const ownNames: Partial<Record<EdgeType, string>> = {
  RoutingNeighbor: 'RoutingAdjacencyEdge',
  WirelessAssociation: 'WirelessLinkEdge',
};
const typeNameOf = (edgeType: EdgeType) => ownNames[edgeType] ?? `${edgeType}Edge`;
export const edgeTypeName = ({ edgeType }: Edge): string => typeNameOf(edgeType);

export const edgeRef = builder.interfaceRef<Edge>('GraphEdge').implement({
  description: 'A relation between two nodes of the graph.',
  extensions: heavyWork,
  resolveType: edgeTypeName,
  fields: (t) => ({
    elementId: t.expose('id', { type: 'UUID', description: 'Id that is the same in every build of the graph.' }),
    edgeType: t.expose('edgeType', { type: edgeTypeEnum }),
    source: t.expose('source', { type: 'UUID', description: 'Id of the node where the edge begins.' }),
    target: t.expose('target', { type: 'UUID', description: 'Id of the node where the edge ends.' }),
    sourceHandle: t.field({ type: handleEnum, resolve: () => 'Bottom' as const }),
    targetHandle: t.field({ type: handleEnum, resolve: () => 'Top' as const }),
    label: t.exposeString('label', { nullable: true }),
    isMultiHop: t.exposeBoolean('isMultiHop', { description: 'Whether the edge skips a layer of the network, such as from a LAN to the Internet past the border.' }),
    relationKey: t.exposeString('relationKey', {
      nullable: true,
      description: 'Edges between two boxes may be drawn as one if their keys are equal or null.',
    }),
    viewConfig: t.expose('appearance', { type: appearanceRef }),
  }),
});

/** Defines the GraphQL type of one edge type, with fields derived from its payload. */
function defineEdge<T extends EdgeType>(
  edgeType: T,
  description: string,
  fieldsOf: (t: PayloadFields<T>) => object,
): void {
  builder.objectType(builder.objectRef<Edge>(typeNameOf(edgeType)), {
    description,
    interfaces: [edgeRef],
    isTypeOf: (edge) => (edge as Edge).edgeType === edgeType,
    fields: (t) =>
      fieldsOf({
        id: (name, text) =>
          t.field({ type: 'UUID', description: text, resolve: (edge) => payloadOf<T>(edge)[name] as string }),
        ids: (name) => t.field({ type: ['UUID'], resolve: (edge) => payloadOf<T>(edge)[name] as string[] }),
        texts: (name, text) =>
          t.stringList({ description: text, resolve: (edge) => payloadOf<T>(edge)[name] as string[] }),
        row: (model, name) => rowField<Edge>(t, model, (edge) => payloadOf<T>(edge)[name] as string),
        protocol: () =>
          t.field({
            type: enumRef('NeighborProtocol'),
            description: neighborProtocolText,
            resolve: (edge) => payloadOf<'PhysicalLink'>(edge).protocol,
          }),
        basis: () =>
          t.field({
            type: enumRef('NeighborBasis'),
            description: 'Evidence that the link is based on; the more reliable one if both ends report it.',
            resolve: (edge) => payloadOf<'PhysicalLink'>(edge).basis,
          }),
        isBlocked: () =>
          t.boolean({
            description: 'Whether the spanning tree (IEEE 802.1D) blocks a port at one of its ends.',
            resolve: (edge) => payloadOf<'PhysicalLink'>(edge).isBlocked ?? false,
          }),
        routingProtocol: () =>
          t.field({
            type: enumRef('RoutingProtocol'),
            description: 'Routing protocol.',
            resolve: (edge) => payloadOf<'RoutingNeighbor'>(edge).routingProtocol,
          }),
        routingStates: (name, text) =>
          t.field({
            type: [enumRef('RoutingNeighborState')],
            description: text,
            resolve: (edge) => [...payloadOf<'RoutingNeighbor'>(edge)[name]] as RoutingNeighborState[],
          }),
        idOrNull: (name, text) =>
          t.field({
            ...{ type: 'UUID', nullable: true, description: text },
            resolve: (edge) => (payloadOf<T>(edge)[name] as string | null | undefined) ?? null,
          }),
        rowOrNull: (model, name, text) =>
          rowField<Edge>(t, model, (edge) => (payloadOf<T>(edge)[name] as string | null | undefined) ?? null, text),
      }) as FieldMap,
  });
}
interface PayloadFields<T extends EdgeType> {
  id(name: keyof EdgePayloads[T], text?: string): unknown;
  ids(name: keyof EdgePayloads[T]): unknown;
  texts(name: keyof EdgePayloads[T], text: string): unknown;
  row(model: Parameters<typeof rowField>[1], name: keyof EdgePayloads[T]): unknown;
  protocol(): unknown;
  basis(): unknown;
  isBlocked(): unknown;
  routingProtocol(): unknown;
  routingStates(name: 'states' | 'neighborStates', text: string): unknown;
  idOrNull(name: keyof EdgePayloads[T], text: string): unknown;
  rowOrNull(model: Parameters<typeof rowField>[1], name: keyof EdgePayloads[T], text: string): unknown;
}
const payloadOf = <T extends EdgeType>({ payload }: Edge): EdgePayloads[T] => payload as EdgePayloads[T];

defineEdge('SameHost', 'Between two addresses of one host.', (t) => ({
  hostId: t.id('hostId'),
  host: t.row('Host', 'hostId'),
}));
defineEdge('Hypervisor', 'From a hypervisor to an address of one of its virtual machines.', (t) => ({
  hypervisorServiceId: t.id('hypervisorServiceId'),
  hypervisorService: t.row('Service', 'hypervisorServiceId'),
}));
defineEdge('ContainerRuntime', 'From a container runtime to the networks or services of its containers.', (t) => ({
  hostId: t.id('hostId'),
  host: t.row('Host', 'hostId'),
  serviceId: t.id('serviceId'),
  service: t.row('Service', 'serviceId'),
  subnetIds: t.ids('subnetIds'),
  containerizedServiceIds: t.ids('containerizedServiceIds'),
}));
defineEdge('SameContainer', 'Between two addresses of one container.', (t) => ({
  serviceId: t.id('serviceId'),
  service: t.row('Service', 'serviceId'),
}));
for (const [edgeType, description] of [
  ['RequestPath', 'From one member of a request path to the next.'],
  ['HubAndSpoke', 'From the hub of a group to one of its spokes.'],
] as const)
  defineEdge(edgeType, description, (t) => ({
    groupId: t.id('groupId'),
    group: t.row('Group', 'groupId'),
    sourceId: t.id('sourceId'),
    targetId: t.id('targetId'),
  }));
defineEdge('PhysicalLink', 'A cable between two ports, as reported by LLDP or CDP or learned from forwarding tables.', (t) => ({
  sourceEntityId: t.id('sourceEntityId'),
  sourceInterface: t.row('Interface', 'sourceEntityId'),
  targetEntityId: t.id('targetEntityId'),
  targetInterface: t.row('Interface', 'targetEntityId'),
  protocol: t.protocol(),
  basis: t.basis(),
  isBlocked: t.isBlocked(),
  sourceAggregateId: t.idOrNull('sourceAggregateId', 'Id of the aggregate that the source is a member of.'),
  sourceAggregate: t.rowOrNull('Interface', 'sourceAggregateId', 'The aggregate that the source is a member of.'),
  targetAggregateId: t.idOrNull('targetAggregateId', 'Id of the aggregate that the target is a member of.'),
  targetAggregate: t.rowOrNull('Interface', 'targetAggregateId', 'The aggregate that the target is a member of.'),
}));
defineEdge('NeighborLink', 'Two devices of which one reports or has learned the other as its neighbour, without the port.', (t) => ({
  sourceHostId: t.id('sourceHostId'),
  sourceHost: t.row('Host', 'sourceHostId'),
  targetHostId: t.id('targetHostId'),
  targetHost: t.row('Host', 'targetHostId'),
  protocol: t.protocol(),
  basis: t.basis(),
  isBlocked: t.isBlocked(),
}));
defineEdge('AggregateLink', 'Several cables that are one link (IEEE 802.1AX): from an aggregate to another one, or to a host whose aggregate is unknown.', (t) => ({
  sourceEntityId: t.id('sourceEntityId'),
  sourceInterface: t.row('Interface', 'sourceEntityId'),
  targetAggregateId: t.idOrNull('targetAggregateId', 'Id of the aggregate at the target; null if it is unknown.'),
  targetAggregate: t.rowOrNull('Interface', 'targetAggregateId', 'The aggregate at the target; null if it is unknown.'),
  targetHostId: t.id('targetHostId'),
  targetHost: t.row('Host', 'targetHostId'),
  sourceMemberIds: t.ids('sourceMemberIds'),
  targetMemberIds: t.ids('targetMemberIds'),
  isBlocked: t.isBlocked(),
}));
defineEdge(
  'RoutingNeighbor',
  'Two hosts of which at least one has the other as a neighbour by a routing protocol (OSPF, BGP, IS-IS).',
  (t) => ({
    hostId: t.id('hostId'),
    host: t.row('Host', 'hostId'),
    neighborHostId: t.id('neighborHostId', 'Id of the other host.'),
    neighborHost: t.row('Host', 'neighborHostId'),
    routingProtocol: t.routingProtocol(),
    states: t.routingStates('states', 'States in which the host has the other; empty if it does not have it.'),
    neighborStates: t.routingStates('neighborStates', 'States in which the other has it; empty if it does not have it.'),
  }),
);
defineEdge('WirelessAssociation', 'A wireless client and its access point (IEEE 802.11).', (t) => ({
  clientHostId: t.id('clientHostId', 'Id of the host that is the wireless client.'),
  clientHost: t.row('Host', 'clientHostId'),
  accessPointHostId: t.id('accessPointHostId', 'Id of the host that is the access point.'),
  accessPointHost: t.row('Host', 'accessPointHostId'),
  ssids: t.texts('ssids', 'Names of the wireless networks (SSID).'),
  interfaceIds: t.ids('interfaceIds'),
}));
defineEdge('LearnedMachine', 'A machine without a known cable, and a port whose forwarding table leads to it.', (t) => ({
  hostId: t.id('hostId', 'Id of the host that is the machine.'),
  host: t.row('Host', 'hostId'),
  interfaceId: t.id('interfaceId', 'Id of the port.'),
  interface: t.row('Interface', 'interfaceId'),
}));
