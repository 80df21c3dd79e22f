// The types of a graph: containers, elements and edges. They refer to entities by the ids of the entities' rows.
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
  'UnlocatedMachines',
] as const;
export type ContainerType = (typeof containerTypes)[number];

export const elementTypes = ['IPAddress', 'Interface', 'Host', 'Service'] as const;

/** A box, either at the top level or one level inside another box. */
export interface Container {
  readonly nodeType: 'Container';
  readonly id: string;
  readonly containerType: ContainerType;
  readonly header: string | null;
  readonly parentContainerId: string | null;
  /** Id of the row that the box represents: a subnet, host, tag, service or VLAN; null if the box represents no row. */
  readonly entityId: string | null;
  readonly icon: string | null;
  readonly color: string | null;
  readonly associatedServiceDefinition: string | null;
  /** Id of the element rule that created the box; null at the top level. */
  readonly elementRuleId: string | null;
  /** Whether edges to elements in the box may be drawn to the box instead. */
  readonly willAcceptEdges: boolean;
  readonly isCollapsedByDefault: boolean;
}

/** A row that is shown inside an element: a service with its ports, or a container runtime with its containers. */
export interface InlineEntity {
  readonly entityId: string;
  readonly entityType: 'Service' | 'Port';
  /**
   * Id of the service that heads a group of embedded rows (`role`: `Header`), to which this row belongs. For a service
   * outside of such a group, the id of the service itself.
   */
  readonly groupId: string;
  readonly role: 'Header' | 'Member';
}

interface ElementBase {
  readonly nodeType: 'Element';
  /** Id of the entity that the element represents, and of the element itself. */
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

/** Data of an edge besides its ends, by edge type. */
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
  LearnedMachine: LearnedEnds;
}
/** Ids of a machine without a known cable, and of a port whose forwarding table leads to it. */
export interface LearnedEnds {
  readonly hostId: string;
  readonly interfaceId: string;
}
/** Ids of a wireless client and its access point. */
export interface WirelessEnds {
  readonly clientHostId: string;
  readonly accessPointHostId: string;
  /** Names of the wireless networks (SSID), each once. */
  readonly ssids: readonly string[];
  /** Ids of the access point's radio interfaces; empty if the access point's radios are not stored as interfaces. */
  readonly interfaceIds: readonly string[];
}
/** Two hosts, ordered by id, of which at least one lists the other as a routing neighbor. */
export interface RoutingEnds {
  readonly hostId: string;
  readonly neighborHostId: string;
  readonly routingProtocol: 'Ospf' | 'Ospfv3' | 'Bgp' | 'IsIs';
  /**
   * The neighbor states that host `hostId` reports, without duplicates; empty if this host does not list the other.
   * `neighborStates` are those that `neighborHostId` reports.
   */
  readonly states: readonly string[];
  readonly neighborStates: readonly string[];
}
/** Properties that only few links have. A link without such a property lacks the member. */
export interface LinkMarks {
  /** Set if the spanning tree blocks a port at one end (IEEE 802.1D). */
  readonly isBlocked?: true;
  /** Ids of the aggregates (IEEE 802.1AX) to which the ports at the ends belong. */
  readonly sourceAggregateId?: string;
  readonly targetAggregateId?: string;
}
/** Ends of several cables that are one link: two aggregates, or an aggregate and a host whose aggregate is unknown. */
export interface AggregateEnds {
  readonly sourceEntityId: string;
  readonly targetAggregateId: string | null;
  readonly targetHostId: string;
  /** Ids of the member ports at the source. `targetMemberIds` are those at the target. Both lists are ordered by id. */
  readonly sourceMemberIds: readonly string[];
  readonly targetMemberIds: readonly string[];
}
/**
 * The evidence of a link. `basis` is FDB or ARP if only such a table gave the link, and Manual if only a user's
 * decision did. In these cases, `protocol` has no meaning.
 */
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
  /** Ids of two nodes of the same graph, at which the edge starts and ends. */
  readonly source: string;
  readonly target: string;
  readonly payload: EdgePayloads[T];
  readonly label: string | null;
  readonly isMultiHop: boolean;
  /** Key for bundling: edges between the same two boxes may be bundled if their keys are equal or null. */
  readonly relationKey: string | null;
  readonly appearance: EdgeAppearance;
}
export type Edge = { [T in EdgeType]: EdgeOf<T> }[EdgeType];

/** Numbers of rows that filters removed, by entity and by filter. */
export type FilteredOut = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface Graph {
  readonly view: View;
  /**
   * The nodes of the graph, boxes first and each box before its contents. The order does not depend on the order of
   * rows in the inventory.
   */
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
  readonly availableViews: readonly View[];
  readonly filteredOut: FilteredOut;
}
