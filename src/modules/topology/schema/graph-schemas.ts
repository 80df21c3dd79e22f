// JSON Schemas of graphs with the field names of the REST API, for values that GraphQL types as plain JSON. The schemas
// are components of the OpenAPI document.
import { registerJsonSchemas } from '../../../graphql/descriptions/json-schemas';
import { containerTypes, elementTypes } from '../graph/graph';
import { edgeTypes, topologyViews, type EdgeType } from '../graph/options';
import { memberTexts } from '../answers/graph-member-texts';

type Schema = Readonly<Record<string, unknown>>;
const object = (properties: Record<string, Schema>, description?: string): Schema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, { description: memberTexts[name], ...schema }]),
  ),
  required: Object.keys(properties),
  ...(description && { description }),
});
const listOf = (items: Schema): Schema => ({ type: 'array', items });
const oneOf = (values: readonly string[]): Schema => ({ type: 'string', enum: values });
const orNull = ({ type, ...schema }: Schema): Schema => ({ ...schema, type: [type, 'null'] });
/** A JSON Schema reference (`$ref`) to one of the components of `graphSchemas`. */
export const graphSchemaRef = (name: keyof typeof graphSchemas): Schema => ({ $ref: `#/components/schemas/${name}` });

const text: Schema = { type: 'string' };
const flag: Schema = { type: 'boolean' };
const id: Schema = { type: 'string', format: 'uuid' };
const noId = orNull(id);
const noText = orNull(text);
const protocol = oneOf(['LLDP', 'CDP']);
const point = object({ x: { type: 'number' }, y: { type: 'number' } });

const nodeBase = (nodeType: string) => ({
  id,
  node_type: { type: 'string', const: nodeType },
  position: { ...point, description: 'Position: (0, 0), because clients lay out the graph.' },
  size: { ...point, description: 'Size: (0, 0), because clients lay out the graph.' },
  header: { ...noText, description: 'Title of the node.' },
});
const container = object({
  ...nodeBase('Container'),
  container_type: oneOf(containerTypes),
  parent_container_id: noId,
  entity_id: { ...noId, description: 'Id of the entity that the box represents; null for none.' },
  icon: noText,
  color: noText,
  associated_service_definition: noText,
  element_rule_id: { ...noId, description: 'Id of the element rule that created the box; null at the top level.' },
  will_accept_edges: flag,
  is_collapsed_by_default: flag,
});
const inlineGroup = object({
  entity_id: id,
  entity_type: oneOf(['Service', 'Port']),
  group_id: id,
  role: oneOf(['Header', 'Member']),
});
const elementMembers: Readonly<Record<string, Record<string, Schema>>> = {
  IPAddress: { subnet_id: id, ip_address_id: id },
  Interface: { interface_id: id },
};
const elements = elementTypes.map((elementType) => ({
  ...object({
    ...nodeBase('Element'),
    element_type: { type: 'string', const: elementType },
    container_id: id,
    host_id: id,
    ...elementMembers[elementType],
    inline_groups: listOf(inlineGroup),
  }),
  title: elementType,
}));

const ofGroup = { group_id: id, source_id: id, target_id: id };
const payloads: Readonly<Record<EdgeType, Record<string, Schema>>> = {
  SameHost: { host_id: id },
  Hypervisor: { hypervisor_service_id: id },
  ContainerRuntime: { host_id: id, service_id: id, subnet_ids: listOf(id), containerized_service_ids: listOf(id) },
  SameContainer: { service_id: id },
  RequestPath: ofGroup,
  HubAndSpoke: ofGroup,
  PhysicalLink: { source_entity_id: id, target_entity_id: id, protocol },
  NeighborLink: { source_host_id: id, target_host_id: id, protocol },
  AggregateLink: {
    source_entity_id: id,
    target_aggregate_id: { ...noId, description: 'Id of the aggregate at the target; null if it is unknown.' },
    target_host_id: id,
    source_member_ids: listOf(id),
    target_member_ids: listOf(id),
    is_blocked: flag,
  },
  RoutingNeighbor: {
    host_id: id,
    neighbor_host_id: id,
    routing_protocol: oneOf(['Ospf', 'Ospfv3', 'Bgp', 'IsIs']),
    states: listOf(text),
    neighbor_states: listOf(text),
  },
  WirelessAssociation: {
    client_host_id: id,
    access_point_host_id: id,
    ssids: listOf(text),
    interface_ids: listOf(id),
  },
  LearnedMachine: { host_id: id, interface_id: id },
};
const viewConfig = object({
  type: { type: 'string', const: 'active', description: 'Always "active": a view contains no edges of kinds that are disabled in it.' },
  affects_layout: flag,
  default_visibility: oneOf(['Visible', 'Hidden']),
  stroke: oneOf(['Solid', 'Dashed', 'Dotted']),
  highlight_behavior: oneOf(['WhenSelected', 'Always']),
  will_target_container: flag,
  show_directionality: flag,
});
const edge = (edgeType: EdgeType): Schema => ({
  ...object({
    id,
    source: id,
    target: id,
    edge_type: { type: 'string', const: edgeType },
    ...payloads[edgeType],
    label: noText,
    source_handle: oneOf(['Bottom']),
    target_handle: oneOf(['Top']),
    is_multi_hop: flag,
    relation_key: noText,
    view_config: viewConfig,
  }),
  title: edgeType,
});

const byView = (items: 'GraphNode' | 'GraphEdge'): Schema => ({
  type: 'object',
  description: 'View → the complete list; only requested views.',
  properties: Object.fromEntries(
    topologyViews.map((view) => [view, { ...listOf(graphSchemaRef(items)), description: `Of ${view}.` }]),
  ),
  additionalProperties: false,
});

/** JSON Schemas of graphs, by the name of their component in the OpenAPI document. */
export const graphSchemas = {
  GraphNode: { anyOf: [{ ...container, title: 'Container' }, ...elements], description: 'A box or an element of a graph.' },
  GraphEdge: { anyOf: edgeTypes.map(edge), description: 'A relation between two nodes of the graph, with the members of its kind.' },
  GraphNodesByView: byView('GraphNode'),
  GraphEdgesByView: byView('GraphEdge'),
  GraphFilteredOut: {
    type: 'object',
    description: 'Entity type → filter → number of rows that the filter left out.',
    additionalProperties: { type: 'object', additionalProperties: { type: 'integer', minimum: 1 } },
  },
} satisfies Record<string, Schema>;
registerJsonSchemas(graphSchemas);
