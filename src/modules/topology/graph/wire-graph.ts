// Converts nodes and edges to objects with the field names of the REST API. Responses contain these objects as a whole,
// because resolving each of their fields by GraphQL would take longer.
import type { Container, Edge, EdgePayloads, Element, Graph, Node } from './graph';
import type { EdgeType } from './options';

export interface WireGraph {
  readonly nodes: readonly object[];
  readonly edges: readonly object[];
}

const wireGraphs = new WeakMap<Graph['nodes'], WireGraph>();

/** Converts a graph to REST objects, once per graph. Callers share the result, so they must not modify it. */
export function wireGraph({ nodes, edges }: Pick<Graph, 'nodes' | 'edges'>): WireGraph {
  const newWireGraph = wireGraphs.get(nodes) ?? { nodes: nodes.map(wireNode), edges: edges.map(wireEdge) };
  wireGraphs.set(nodes, newWireGraph);
  return newWireGraph;
}

/** The position and size in REST. They are always zero, because clients compute the layout. */
const originPlace = { position: { x: 0, y: 0 }, size: { x: 0, y: 0 } };

const wireNode = (node: Node): object => ({
  id: node.id,
  node_type: node.nodeType,
  ...originPlace,
  header: node.header,
  ...(node.nodeType === 'Container' ? containerMembers(node) : elementMembers(node)),
});

const containerMembers = (box: Container) => ({
  container_type: box.containerType,
  parent_container_id: box.parentContainerId,
  entity_id: box.entityId,
  icon: box.icon,
  color: box.color,
  associated_service_definition: box.associatedServiceDefinition,
  element_rule_id: box.elementRuleId,
  will_accept_edges: box.willAcceptEdges,
  is_collapsed_by_default: box.isCollapsedByDefault,
});

const elementMembers = (element: Element) => ({
  element_type: element.elementType,
  container_id: element.containerId,
  host_id: element.hostId,
  ...(element.elementType === 'IPAddress' && { subnet_id: element.subnetId, ip_address_id: element.ipAddressId }),
  ...(element.elementType === 'Interface' && { interface_id: element.interfaceId }),
  inline_groups: element.inlineGroups.map(({ entityId, entityType, groupId, role }) => ({
    entity_id: entityId,
    entity_type: entityType,
    group_id: groupId,
    role,
  })),
});

const payloads: { readonly [T in EdgeType]: (payload: EdgePayloads[T]) => object } = {
  SameHost: ({ hostId }) => ({ host_id: hostId }),
  Hypervisor: ({ hypervisorServiceId }) => ({ hypervisor_service_id: hypervisorServiceId }),
  ContainerRuntime: ({ hostId, serviceId, subnetIds, containerizedServiceIds }) => ({
    host_id: hostId,
    service_id: serviceId,
    subnet_ids: subnetIds,
    containerized_service_ids: containerizedServiceIds,
  }),
  SameContainer: ({ serviceId }) => ({ service_id: serviceId }),
  RequestPath: (payload) => groupMembers(payload),
  HubAndSpoke: (payload) => groupMembers(payload),
  PhysicalLink: ({ sourceEntityId, targetEntityId, protocol }) => ({
    source_entity_id: sourceEntityId,
    target_entity_id: targetEntityId,
    protocol,
  }),
  NeighborLink: ({ sourceHostId, targetHostId, protocol }) => ({
    source_host_id: sourceHostId,
    target_host_id: targetHostId,
    protocol,
  }),
  AggregateLink: ({
    sourceEntityId,
    targetAggregateId,
    targetHostId,
    sourceMemberIds,
    targetMemberIds,
    isBlocked,
  }) => ({
    source_entity_id: sourceEntityId,
    target_aggregate_id: targetAggregateId,
    target_host_id: targetHostId,
    source_member_ids: sourceMemberIds,
    target_member_ids: targetMemberIds,
    is_blocked: isBlocked ?? false,
  }),
  RoutingNeighbor: ({ hostId, neighborHostId, routingProtocol, states, neighborStates }) => ({
    host_id: hostId,
    neighbor_host_id: neighborHostId,
    routing_protocol: routingProtocol,
    states,
    neighbor_states: neighborStates,
  }),
  WirelessAssociation: ({ clientHostId, accessPointHostId, ssids, interfaceIds }) => ({
    client_host_id: clientHostId,
    access_point_host_id: accessPointHostId,
    ssids,
    interface_ids: interfaceIds,
  }),
  LearnedMachine: ({ hostId, interfaceId }) => ({ host_id: hostId, interface_id: interfaceId }),
};
const groupMembers = ({ groupId, sourceId, targetId }: EdgePayloads['RequestPath']) => ({
  group_id: groupId,
  source_id: sourceId,
  target_id: targetId,
});

function wireEdge({ appearance, ...edge }: Edge): object {
  const payloadOf = payloads[edge.edgeType] as (payload: Edge['payload']) => object;
  return {
    id: edge.id,
    source: edge.source,
    target: edge.target,
    edge_type: edge.edgeType,
    ...payloadOf(edge.payload),
    label: edge.label,
    source_handle: 'Bottom',
    target_handle: 'Top',
    is_multi_hop: edge.isMultiHop,
    relation_key: edge.relationKey,
    view_config: {
      type: 'active',
      affects_layout: appearance.affectsLayout,
      default_visibility: appearance.defaultVisibility,
      stroke: appearance.stroke,
      highlight_behavior: appearance.highlightBehavior,
      will_target_container: appearance.willTargetContainer,
      show_directionality: appearance.showDirectionality,
    },
  };
}
