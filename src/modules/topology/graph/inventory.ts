// The types of an inventory, the input for building a graph: rows of one network at one instant, in any order.

export interface InventoryHost {
  readonly id: string;
  /** The name to show for the host: its name, hostname, sysName, chassis id or an address, whichever is known first. */
  readonly displayName: string;
  /** DNS name of the host; null if unknown. */
  readonly hostname?: string | null;
  /** Name of the virtual machine in its hypervisor; null if the hypervisor reports none. */
  readonly vmName: string | null;
  readonly hidden: boolean;
  /** Time since which no complete discovery run has seen the host; null if the host is not missing. */
  readonly missingSince?: string | null;
  /** Location that the host reports (SNMPv2-MIB sysLocation). */
  readonly location?: string | null;
  /** Whether the host is a virtual machine, even if its hypervisor is unknown. */
  readonly isVirtual: boolean;
  /**
   * Id of the hypervisor service on which the host runs; null if it is unknown or the host is not a virtual machine.
   */
  readonly virtualizationServiceId: string | null;
  readonly tagIds: readonly string[];
  /** Hosts that the host reports as neighbors in routing protocols. */
  readonly routingNeighbors?: readonly InventoryRoutingNeighbor[];
  /** The host's states in first hop redundancy groups (VRRP, HSRP). */
  readonly fhrpStates?: readonly InventoryFhrpState[];
  /** Access points with which the host is associated as a wireless client. */
  readonly accessPoints?: readonly InventoryAccessPoint[];
}

export interface InventoryAccessPoint {
  readonly hostId: string;
  readonly ssid: string | null;
  /** Id of the access point's radio interface; null if the radio is not stored as an interface. */
  readonly interfaceId: string | null;
}

export interface InventoryFhrpState {
  readonly state: 'Initialize' | 'Backup' | 'Master' | 'Learn' | 'Listen' | 'Speak' | 'Standby' | 'Active';
  /** The virtual IP addresses of the group that the host reports. */
  readonly virtualAddresses: readonly string[];
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
  /** Id of the container runtime to which the subnet belongs; null if the subnet is not a container network. */
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
  /** Id of the port at the far end of the link; null if only the host at the far end is known. */
  readonly interfaceId: string | null;
  readonly hostId: string;
  readonly protocol: 'LLDP' | 'CDP';
  /**
   * How the link is known: from a forwarding table (FDB), an ARP table, a document, or a decision of a user. Null if
   * LLDP or CDP (see `protocol`) reports it.
   */
  readonly basis: 'FDB' | 'ARP' | 'Documented' | 'Manual' | null;
  /** Instant since which a port of the link is down; null or absent if neither port is down. */
  readonly downSince?: string | null;
}

export interface InventoryInterface {
  readonly id: string;
  readonly hostId: string;
  /** The name of the port on its device (ifName, IF-MIB); null or absent if unknown. */
  readonly ifName?: string | null;
  /** Alias of the port, else its description, its MAC address or "Interface". Often the alias names the far device. */
  readonly displayName: string;
  /** Type of the interface (IANA ifType); null if unknown. */
  readonly ifType: number | null;
  /** ifOperStatus (RFC 2863) of the interface; null if the status was never read. */
  readonly operStatus: string | null;
  readonly ipAddressId: string | null;
  readonly nativeVlanId: string | null;
  readonly taggedVlanIds: readonly string[];
  /** Id of the link aggregate of which the port is a member (IEEE 802.1AX). The aggregate belongs to the same host. */
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
  /** MAC addresses, separated by spaces. A string is parsed faster than a list, and few graphs need the addresses. */
  readonly macs: string;
  /**
   * When the table was read; null if unknown, and always null at past instants. `runId` is the discovery run that read
   * the table.
   */
  readonly readAt: string | null;
  readonly runId: string | null;
}

/** The switch ports to which hosts without a known cable are connected, according to forwarding tables. */
export interface MachinePlaces {
  /** Ids of the ports to which a host may be connected, by host id. Several if the forwarding tables do not decide. */
  readonly portsOf: ReadonlyMap<string, readonly string[]>;
  /** Ids of all ports in `portsOf`. */
  readonly portIds: ReadonlySet<string>;
  /** Ids of hosts without a known cable that no forwarding table lists. */
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
  /** Id of the address on which the service listens; null if the service listens on all addresses of its host. */
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
  /** Whether the service runs in a container. */
  readonly isContainer: boolean;
  readonly composeProject: string | null;
  /** Id of the container runtime service that runs this service; null if unknown or none. */
  readonly virtualizationServiceId: string | null;
  readonly tagIds: readonly string[];
}

export interface InventoryGroup {
  readonly id: string;
  readonly name: string;
  readonly groupType: 'RequestPath' | 'HubAndSpoke';
  readonly memberType: 'Services' | 'Bindings';
  /** Ids of the members, services or bindings, in the order of the group. */
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
