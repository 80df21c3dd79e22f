// The types of an inventory, the input for building a graph: rows of one network at one instant, in any order.

export interface InventoryHost {
  readonly id: string;
  /** The displayed name: name, hostname, sysName, chassis id or an address. */
  readonly displayName: string;
  /** DNS name of the host; null if unknown. */
  readonly hostname?: string | null;
  /** The host's name in its hypervisor; null if the hypervisor reports none. */
  readonly vmName: string | null;
  readonly hidden: boolean;
  /** Since when complete discovery runs have not seen the host; null if it is not missing. */
  readonly missingSince?: string | null;
  /** Location that the host reports (SNMPv2-MIB sysLocation). */
  readonly location?: string | null;
  /** Whether the host is a virtual machine. Its hypervisor may be unknown. */
  readonly isVirtual: boolean;
  /**
   * Id of the hypervisor service on which the host runs; null if it is unknown or the host is not a virtual machine.
   */
  readonly virtualizationServiceId: string | null;
  readonly tagIds: readonly string[];
  /** Other hosts that are neighbors by routing protocols. */
  readonly routingNeighbors?: readonly InventoryRoutingNeighbor[];
  /** Access points with which the host is associated as a wireless client. */
  readonly accessPoints?: readonly InventoryAccessPoint[];
}

export interface InventoryAccessPoint {
  readonly hostId: string;
  readonly ssid: string | null;
  /** The access point's radio; null if it is not a known interface. */
  readonly interfaceId: string | null;
}

export interface InventoryRoutingNeighbor {
  readonly hostId: string;
  readonly protocol: 'Ospf' | 'Ospfv3' | 'Bgp' | 'IsIs';
  readonly state: string;
}

export interface InventorySubnet {
  readonly id: string;
  readonly name: string;
  readonly cidr: string;
  readonly subnetType: string;
  /** The container runtime that owns the subnet; null if it is not a container network. */
  readonly virtualizationServiceId: string | null;
  readonly tagIds: readonly string[];
}

export interface InventoryIpAddress {
  readonly id: string;
  readonly hostId: string;
  readonly subnetId: string;
  readonly ipAddress: string;
  /** Position in the host's list of addresses. */
  readonly position: number;
  readonly macAddress?: string | null;
}

export interface InventoryNeighbor {
  /** Id of the port at the other end; null if only the host is known. */
  readonly interfaceId: string | null;
  readonly hostId: string;
  readonly protocol: 'LLDP' | 'CDP';
  /**
   * Evidence of the link. FDB, ARP: the link follows from such a table only. Documented, Manual: from documentation or
   * a user's decision only. Null: `protocol` reports the link.
   */
  readonly basis: 'FDB' | 'ARP' | 'Documented' | 'Manual' | null;
  /** Instant since which a port at one end is down; null or absent if no port at an end is down. */
  readonly downSince?: string | null;
}

export interface InventoryInterface {
  readonly id: string;
  readonly hostId: string;
  readonly displayName: string;
  /** IANA ifType. */
  readonly ifType: number | null;
  /** ifOperStatus of RFC 2863; null if it was never read. */
  readonly operStatus: string | null;
  readonly ipAddressId: string | null;
  readonly nativeVlanId: string | null;
  readonly taggedVlanIds: readonly string[];
  /** Id of the aggregate on the same host whose member the port is (IEEE 802.1AX). */
  readonly aggregateId?: string | null;
  /** Whether the spanning tree blocks the port (IEEE 802.1D). */
  readonly isStpBlocked?: boolean;
  readonly neighbors: readonly InventoryNeighbor[];
  readonly macAddress?: string | null;
  /** The port's forwarding table; null or absent if it is empty or was never read. */
  readonly learned?: InventoryForwardingTable | null;
}

/** The MAC addresses that a port has learned (BRIDGE-MIB dot1dTpFdbTable, RFC 4188). */
export interface InventoryForwardingTable {
  /** The addresses, separated by spaces: one text is parsed faster than a list, and few graphs need it. */
  readonly macs: string;
  /**
   * When the forwarding table was read. Null if unknown, and at past instants. `runId` is the discovery run that read
   * it.
   */
  readonly readAt: string | null;
  readonly runId: string | null;
}

/** The ports at which machines without a known cable are, according to forwarding tables. */
export interface MachinePlaces {
  /**
   * Ids of the ports at which a machine is, by host id. There are several ports if the tables do not decide between
   * them.
   */
  readonly portsOf: ReadonlyMap<string, readonly string[]>;
  /** Ids of all ports in `portsOf`. */
  readonly portIds: ReadonlySet<string>;
  /** Ids of hosts of which no forwarding table shows the port. */
  readonly withoutPort: readonly string[];
}

export interface InventoryPort {
  readonly id: string;
  readonly hostId: string;
  readonly number: number;
  readonly protocol: 'Tcp' | 'Udp';
}

export interface InventoryBinding {
  readonly id: string;
  readonly serviceId: string;
  /** Id of the address on which the service listens; null if it listens on all addresses of the host. */
  readonly ipAddressId: string | null;
  readonly portId: string | null;
}

/** Facts about the software of a service, taken from its service definition. */
export interface Software {
  readonly definition: string;
  readonly name: string;
  readonly category: string;
  readonly icon: string | null;
  readonly isHypervisor: boolean;
  readonly isContainerRuntime: boolean;
  readonly isGateway: boolean;
}

export interface InventoryService {
  readonly id: string;
  readonly hostId: string;
  readonly name: string;
  readonly position: number;
  readonly software: Software;
  /** Whether the service is a container. */
  readonly isContainer: boolean;
  readonly composeProject: string | null;
  /** Id of the container runtime in which the service runs. */
  readonly virtualizationServiceId: string | null;
  readonly tagIds: readonly string[];
}

export interface InventoryGroup {
  readonly id: string;
  readonly name: string;
  readonly groupType: 'RequestPath' | 'HubAndSpoke';
  readonly memberType: 'Services' | 'Bindings';
  /** Ids of services or bindings, in the order of the group. */
  readonly memberIds: readonly string[];
}

export interface InventoryVlan {
  readonly id: string;
  /** IEEE 802.1Q VLAN number. */
  readonly vlanNumber: number;
  readonly name: string;
}

export interface InventoryTag {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly isApplication: boolean;
}

export interface Inventory {
  readonly hosts: readonly InventoryHost[];
  readonly subnets: readonly InventorySubnet[];
  readonly ipAddresses: readonly InventoryIpAddress[];
  readonly interfaces: readonly InventoryInterface[];
  readonly ports: readonly InventoryPort[];
  readonly bindings: readonly InventoryBinding[];
  readonly services: readonly InventoryService[];
  readonly groups: readonly InventoryGroup[];
  readonly vlans: readonly InventoryVlan[];
  readonly tags: readonly InventoryTag[];
}
