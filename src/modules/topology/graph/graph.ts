// The types of a graph: containers, elements and edges, which refer to entities by the ids of their live rows.
import type { EdgeType, View } from './options';

export const containerTypes = [
  'Subnet',
  'ServiceCategory',
  'Application',
  'ApplicationUngrouped',
  'Root',
  'Host',
  'NestedTag',
  'NestedServiceCategory',
  'Hypervisor',
  'ContainerRuntime',
  'Stack',
  'TrunkPort',
  'VLAN',
  'PortOpStatus',
] as const;
export type ContainerType = (typeof containerTypes)[number];

export const elementTypes = ['IPAddress', 'Interface', 'Host', 'Service'] as const;

/** A box: at the top level, or one level inside another box. */
export interface Container {
  readonly nodeType: 'Container';
  readonly id: string;
  readonly containerType: ContainerType;
  readonly header: string | null;
  readonly parentContainerId: string | null;
  /** Id of the row that the box represents: a subnet, host, tag, service or VLAN; null if there is none. */
  readonly entityId: string | null;
  readonly icon: string | null;
  readonly color: string | null;
  readonly associatedServiceDefinition: string | null;
  /** The element rule that created it; null at the top level. */
  readonly elementRuleId: string | null;
  /** Whether edges to its elements may be drawn to the box instead. */
  readonly willAcceptEdges: boolean;
  readonly isCollapsedByDefault: boolean;
}

/** A row shown inside an element: a service with its ports, or a container runtime with its containers. */
export interface InlineEntity {
  readonly entityId: string;
  readonly entityType: 'Service' | 'Port';
  /** Id of the group; all rows of a group have the same. */
  readonly groupId: string;
  readonly role: 'Header' | 'Member';
}

interface ElementBase {
  readonly nodeType: 'Element';
  /** Id of the entity. */
  readonly id: string;
  readonly header: string | null;
  readonly containerId: string;
  readonly hostId: string;
  readonly inlineGroups: readonly InlineEntity[];
}
export interface IpAddressElement extends ElementBase {
  readonly elementType: 'IPAddress';
  readonly subnetId: string;
  readonly ipAddressId: string;
}
export interface InterfaceElement extends ElementBase {
  readonly elementType: 'Interface';
  readonly interfaceId: string;
}
export interface HostElement extends ElementBase {
  readonly elementType: 'Host';
}
export interface ServiceElement extends ElementBase {
  readonly elementType: 'Service';
}
export type Element = IpAddressElement | InterfaceElement | HostElement | ServiceElement;
export type Node = Container | Element;

/** Data of an edge besides its ends, by type. */
export interface EdgePayloads {
  SameHost: { hostId: string };
  Hypervisor: { hypervisorServiceId: string };
  ContainerRuntime: { hostId: string; serviceId: string; subnetIds: string[]; containerizedServiceIds: string[] };
  SameContainer: { serviceId: string };
  RequestPath: { groupId: string; sourceId: string; targetId: string };
  HubAndSpoke: { groupId: string; sourceId: string; targetId: string };
  PhysicalLink: { sourceEntityId: string; targetEntityId: string } & LinkReport & LinkMarks;
  NeighborLink: { sourceHostId: string; targetHostId: string } & LinkReport & Pick<LinkMarks, 'isBlocked'>;
  AggregateLink: AggregateEnds & Pick<LinkMarks, 'isBlocked'>;
  RoutingNeighbor: RoutingEnds;
  WirelessAssociation: WirelessEnds;
}
/** Ids of a wireless client and its access point. */
export interface WirelessEnds {
  readonly clientHostId: string;
  readonly accessPointHostId: string;
  /** Names of the wireless networks (SSID), each once. */
  readonly ssids: readonly string[];
  /** Ids of the access point's radios, if it has them as interfaces. */
  readonly interfaceIds: readonly string[];
}
/** Two hosts, in the order of their ids, of which at least one has the other as a routing neighbor. */
export interface RoutingEnds {
  readonly hostId: string;
  readonly neighborHostId: string;
  readonly routingProtocol: 'Ospf' | 'Ospfv3' | 'Bgp' | 'IsIs';
  /** The neighbor states that each end reports, without duplicates; empty if it does not list the other. */
  readonly states: readonly string[];
  readonly neighborStates: readonly string[];
}
/** Properties that few links have; absent on others. */
export interface LinkMarks {
  /** Set if the spanning tree blocks a port at one of the ends (IEEE 802.1D). */
  readonly isBlocked?: true;
  /** Ids of the aggregates whose members the ports at the ends are (IEEE 802.1AX). */
  readonly sourceAggregateId?: string;
  readonly targetAggregateId?: string;
}
/** Several cables as one link: between two aggregates, or from one to a host whose aggregate is unknown. */
export interface AggregateEnds {
  readonly sourceEntityId: string;
  readonly targetAggregateId: string | null;
  readonly targetHostId: string;
  /** The member ports of both ends, in the order of their ids. */
  readonly sourceMemberIds: readonly string[];
  readonly targetMemberIds: readonly string[];
}
/** Evidence of a link. FDB and ARP: only those tables; Manual: only a decision, without a report by `protocol`. */
export interface LinkReport {
  readonly protocol: 'LLDP' | 'CDP';
  readonly basis: 'LLDP' | 'CDP' | 'FDB' | 'ARP' | 'Documented' | 'Manual';
}

/** How a view draws edges of a type unless the reader chooses otherwise. */
export interface EdgeAppearance {
  readonly affectsLayout: boolean;
  readonly defaultVisibility: 'Visible' | 'Hidden';
  readonly stroke: 'Solid' | 'Dashed' | 'Dotted';
  readonly highlightBehavior: 'WhenSelected' | 'Always';
  readonly willTargetContainer: boolean;
  readonly showDirectionality: boolean;
}

interface EdgeOf<T extends EdgeType> {
  readonly id: string;
  readonly edgeType: T;
  /** Ids of nodes of the same graph. */
  readonly source: string;
  readonly target: string;
  readonly payload: EdgePayloads[T];
  readonly label: string | null;
  readonly isMultiHop: boolean;
  /** Edges between two boxes with equal or absent keys may be bundled. */
  readonly relationKey: string | null;
  readonly appearance: EdgeAppearance;
}
export type Edge = { [T in EdgeType]: EdgeOf<T> }[EdgeType];

/** Numbers of removed rows, by kind of entity and by filter. */
export type FilteredOut = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface Graph {
  readonly view: View;
  /** Boxes first, each before its contents. The order does not depend on the order of the inventory's rows. */
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
  readonly availableViews: readonly View[];
  readonly filteredOut: FilteredOut;
}
