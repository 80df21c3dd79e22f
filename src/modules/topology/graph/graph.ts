// The types of a graph: boxes (`Container`), elements and edges. They refer to rows of the inventory by id.
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
  /** Id of the element rule that created the box; null if no element rule created the box. */
  readonly elementRuleId: string | null;
  /** Whether edges to elements in the box may end at the box instead. */
  readonly willAcceptEdges: boolean;
  readonly isCollapsedByDefault: boolean;
}

/** A row that is listed inside an element: a service, a port of a service, or a container of a container runtime. */
export interface InlineEntity {
  readonly entityId: string;
  readonly entityType: 'Service' | 'Port';
  /**
   * Rows that are listed under a heading have the id of the heading, which is the row with the `role` `Header`. A
   * service without a heading has its own id.
   */
  readonly groupId: string;
  readonly role: 'Header' | 'Member';
}

interface ElementBase {
  readonly nodeType: 'Element';
  /** Id of the element. It equals the id of the row that the element represents. */
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

/** Additional data of an edge, by edge type. The nodes at its ends are not included. */
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
/** Ids of a host without a known cable, and of a switch port whose forwarding table lists a MAC address of the host. */
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
   * The neighbor states that the host `hostId` reports; `neighborStates` has those that the other host reports. Empty
   * if a host does not report the other one.
   */
  readonly states: readonly string[];
  readonly neighborStates: readonly string[];
}
/** Properties that few links have. A property is absent if it does not apply to the link. */
export interface LinkMarks {
  /** Present if the spanning tree blocks the port at one end of the link (IEEE 802.1D). */
  readonly isBlocked?: true;
  /** Ids of the aggregates (IEEE 802.1AX) of which the ports at the two ends are members. */
  readonly sourceAggregateId?: string;
  readonly targetAggregateId?: string;
}
/**
 * The ends of an aggregate edge, which combines several cables: two aggregates, or an aggregate and a host whose
 * aggregate is unknown.
 */
export interface AggregateEnds {
  readonly sourceEntityId: string;
  readonly targetAggregateId: string | null;
  readonly targetHostId: string;
  /**
   * Ids of the member ports, ordered by id: in `sourceMemberIds` those of the source, in `targetMemberIds` those of the
   * target.
   */
  readonly sourceMemberIds: readonly string[];
  readonly targetMemberIds: readonly string[];
}
/**
 * How a link is known. `basis`: LLDP or CDP reports it, a forwarding table (FDB) or an ARP table implies it, or a
 * document or a user states it. `protocol` only matters if `basis` is LLDP or CDP.
 */
export interface LinkReport {
  readonly protocol: 'LLDP' | 'CDP';
  readonly basis: 'LLDP' | 'CDP' | 'FDB' | 'ARP' | 'Documented' | 'Manual';
}

/** How a view draws the edges of a type by default. */
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
  /** Parallel edges are bundled only if their relation keys are equal. */
  readonly relationKey: string | null;
  readonly appearance: EdgeAppearance;
}
export type Edge = { [T in EdgeType]: EdgeOf<T> }[EdgeType];

/** Numbers of rows that filters removed, by entity (such as `Interface`), then by filter (such as `LinkState`). */
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
