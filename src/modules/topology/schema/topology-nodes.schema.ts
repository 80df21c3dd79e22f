// Boxes and elements of a graph in GraphQL, each linked to the row that it represents.
import type { Color } from '../../../generated/prisma/enums';
import { builder } from '../../../graphql/builder';
import { enumRef } from '../../../graphql/enums';
import { heavyWork } from '../../../graphql/heavy-work/heavy-operations';
import { rowField } from '../../../graphql/row-field';
import { containerTypes, elementTypes } from '../graph/graph';
import type { Container, Element, InlineEntity, Node } from '../graph/graph';

export const containerTypeEnum = builder.enumType('GraphContainerType', { values: containerTypes });
export const elementTypeEnum = builder.enumType('GraphElementType', { values: elementTypes });
const nodeTypeEnum = builder.enumType('GraphNodeType', { values: ['Container', 'Element'] as const });
const roleEnum = builder.enumType('GraphInlineRole', { values: ['Header', 'Member'] as const });

interface Point {
  readonly x: number;
  readonly y: number;
}
const pointRef = builder.objectRef<Point>('GraphPoint').implement({
  description: 'A position or size.',
  fields: (t) => ({ x: t.exposeFloat('x'), y: t.exposeFloat('y') }),
});
const origin: Point = { x: 0, y: 0 };

export const nodeRef = builder.interfaceRef<Node>('GraphNode').implement({
  description: 'A box or an element of a graph.',
  extensions: heavyWork,
  resolveType: nodeTypeName,
  fields: (t) => ({
    elementId: t.expose('id', {
      type: 'UUID',
      description: 'Id of the entity for an element; for a box an id that is the same in every build.',
    }),
    nodeType: t.expose('nodeType', { type: nodeTypeEnum }),
    header: t.exposeString('header', { nullable: true, description: 'Title of the node.' }),
    position: t.field({ type: pointRef, resolve: () => origin }),
    size: t.field({ type: pointRef, resolve: () => origin }),
  }),
});

export function nodeTypeName(node: Node): string {
  return node.nodeType === 'Container' ? containerTypeName(node) : `${elementName(node)}Element`;
}

/**
 * The name of the GraphQL type of a box, which depends on what the box represents. Boxes that group elements by a rule,
 * for example by VLAN or tag, share the type RuleContainer.
 */
function containerTypeName({ containerType }: Container): string {
  if (containerType === 'Subnet' || containerType === 'Host') return `${containerType}Container`;
  return containerType.startsWith('Application') ? 'ApplicationContainer' : 'RuleContainer';
}
const elementName = ({ elementType }: Element) => (elementType === 'IPAddress' ? 'IpAddress' : elementType);

export const containerRef = builder.interfaceRef<Container>('GraphContainer').implement({
  description: 'A box that groups other nodes.',
  interfaces: [nodeRef],
  resolveType: containerTypeName,
  fields: (t) => ({
    containerType: t.expose('containerType', { type: containerTypeEnum }),
    parentContainerId: t.expose('parentContainerId', { type: 'UUID', nullable: true }),
    entityId: t.expose('entityId', { type: 'UUID', nullable: true, description: 'Id of the entity that the box represents; null for none.' }),
    icon: t.exposeString('icon', { nullable: true }),
    color: t.field({ type: enumRef('Color'), nullable: true, resolve: ({ color }) => color as Color | null }),
    associatedServiceDefinition: t.exposeString('associatedServiceDefinition', {
      nullable: true,
      description: 'Id of the software whose logo represents the box.',
    }),
    elementRuleId: t.expose('elementRuleId', {
      type: 'UUID',
      nullable: true,
      description: 'Id of the element rule that created the box; null at the top level.',
    }),
    willAcceptEdges: t.exposeBoolean('willAcceptEdges', {
      description: 'Whether edges to its elements may end at the box.',
    }),
    isCollapsedByDefault: t.exposeBoolean('isCollapsedByDefault'),
  }),
});
const isContainer = (name: string) => (node: unknown) =>
  (node as Node).nodeType === 'Container' && containerTypeName(node as Container) === name;

builder.objectType(builder.objectRef<Container>('SubnetContainer'), {
  description: 'A subnet, or all bridges of a container runtime under the id of the first.',
  interfaces: [nodeRef, containerRef],
  isTypeOf: isContainer('SubnetContainer'),
  fields: (t) => ({ subnet: rowField<Container>(t, 'Subnet', ({ entityId }) => entityId) }),
});
builder.objectType(builder.objectRef<Container>('HostContainer'), {
  description: 'A host with its ports or its workloads.',
  interfaces: [nodeRef, containerRef],
  isTypeOf: isContainer('HostContainer'),
  fields: (t) => ({ host: rowField<Container>(t, 'Host', ({ entityId }) => entityId) }),
});
builder.objectType(builder.objectRef<Container>('ApplicationContainer'), {
  description: 'The services of one application, or those without an application.',
  interfaces: [nodeRef, containerRef],
  isTypeOf: isContainer('ApplicationContainer'),
  fields: (t) => ({
    tag: rowField<Container>(t, 'Tag', ({ entityId }) => entityId, 'Tag of the application; null for services without an application.'),
  }),
});
builder.objectType(builder.objectRef<Container>('RuleContainer'), {
  description: 'Elements grouped by an element rule, inside another box.',
  interfaces: [nodeRef, containerRef],
  isTypeOf: isContainer('RuleContainer'),
  fields: (t) => ({
    vlan: rowField<Container>(t, 'Vlan', ({ containerType, entityId }) => (containerType === 'VLAN' ? entityId : null)),
    service: rowField<Container>(
      t,
      'Service',
      ({ containerType, entityId }) => (containerType === 'VLAN' ? null : entityId),
      'The hypervisor or container runtime.',
    ),
  }),
});

const inlineRef = builder.objectRef<InlineEntity>('GraphInlineEntity').implement({
  description: 'A row shown inside an element.',
  fields: (t) => ({
    entityId: t.expose('entityId', { type: 'UUID' }),
    entityType: t.exposeString('entityType', { description: 'Service or Port.' }),
    groupId: t.expose('groupId', { type: 'UUID', description: 'Key shared by the rows of one group.' }),
    role: t.expose('role', { type: roleEnum }),
    service: rowField<InlineEntity>(t, 'Service', ({ entityType, entityId }) =>
      entityType === 'Service' ? entityId : null,
    ),
    port: rowField<InlineEntity>(t, 'Port', ({ entityType, entityId }) => (entityType === 'Port' ? entityId : null)),
  }),
});
export const elementRef = builder.interfaceRef<Element>('GraphElement').implement({
  description: 'An IP address, port, virtual machine or service.',
  interfaces: [nodeRef],
  resolveType: (element) => `${elementName(element)}Element`,
  fields: (t) => ({
    elementType: t.expose('elementType', { type: elementTypeEnum }),
    containerId: t.expose('containerId', { type: 'UUID', description: 'Id of the enclosing box.' }),
    hostId: t.expose('hostId', { type: 'UUID' }),
    host: rowField<Element>(t, 'Host', ({ hostId }) => hostId),
    inlineGroups: t.expose('inlineGroups', { type: [inlineRef] }),
  }),
});
const isElement = (elementType: Element['elementType']) => (node: unknown) => {
  const nodeRow = node as Node;
  return nodeRow.nodeType === 'Element' && nodeRow.elementType === elementType;
};
const ownId = ({ id }: Element) => id;

builder.objectType(builder.objectRef<Extract<Element, { elementType: 'IPAddress' }>>('IpAddressElement'), {
  description: 'An IP address in its subnet.',
  interfaces: [nodeRef, elementRef],
  isTypeOf: isElement('IPAddress'),
  fields: (t) => ({
    subnetId: t.expose('subnetId', { type: 'UUID' }),
    ipAddressId: t.expose('ipAddressId', { type: 'UUID' }),
    ipAddress: rowField<Element>(t, 'IpAddress', ownId),
    subnet: rowField<{ subnetId: string }>(t, 'Subnet', ({ subnetId }) => subnetId),
  }),
});
builder.objectType(builder.objectRef<Extract<Element, { elementType: 'Interface' }>>('InterfaceElement'), {
  description: 'A port of a device.',
  interfaces: [nodeRef, elementRef],
  isTypeOf: isElement('Interface'),
  fields: (t) => ({
    interfaceId: t.expose('interfaceId', { type: 'UUID' }),
    interface: rowField<Element>(t, 'Interface', ownId),
  }),
});
builder.objectType(builder.objectRef<Element>('HostElement'), {
  description: 'A virtual machine on its hypervisor.',
  interfaces: [nodeRef, elementRef],
  isTypeOf: isElement('Host'),
});
builder.objectType(builder.objectRef<Element>('ServiceElement'), {
  description: 'A service.',
  interfaces: [nodeRef, elementRef],
  isTypeOf: isElement('Service'),
  fields: (t) => ({ service: rowField<Element>(t, 'Service', ownId) }),
});
