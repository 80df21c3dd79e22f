// The data by which checks are judged: the inventory of a network at one instant, and further data of its rows.
import type { Inventory } from '../graph/inventory';
import type { HostRole } from './vocabulary';

export interface HostFacts {
  readonly id: string;
  readonly role: HostRole | null;
  readonly manufacturer: string | null;
  readonly model: string | null;
  readonly softwareRevision: string | null;
  /** When the host was first stored, by a user or by a scan. */
  readonly createdAt: string;
  /** When the host last answered a scan; null for hosts that no scan has seen. */
  readonly lastSeenAt: string | null;
  /** Whether the host answers a default community (`public`, `private`); null if none was tried. */
  readonly answersDefaultCommunity: boolean | null;
}

export interface PortFacts {
  readonly id: string;
  readonly adminStatus: string | null;
  readonly speedBps: string | null;
  readonly duplex: string | null;
  readonly mtu: number | null;
  /**
   * Input and output errors per hour between the last two readings of the counters. Null after a single reading, if the
   * device restarted between the readings, and for a past instant.
   */
  readonly errorsPerHour: number | null;
}

export interface SubnetFacts {
  readonly id: string;
  /** Name of the address space (VRF, tenant); empty for the default address space. */
  readonly namespace: string;
  /** Whether the subnet is a System subnet, which stands for all external addresses. */
  readonly isSystem: boolean;
}

export interface VirtualAddress {
  readonly ipAddress: string;
  readonly namespace: string;
  /** Ids of the hosts that share the address. */
  readonly hostIds: readonly string[];
}

/** The next hop of a route. Each pair of host and address is listed once. */
export interface NextHop {
  /** Id of the host that has the route. */
  readonly hostId: string;
  readonly ipAddress: string;
}

/** A range of addresses that a user has reserved in a subnet. */
export interface ReservationFacts {
  readonly subnetId: string;
  readonly firstAddress: string;
  readonly lastAddress: string;
  /** When the reservation expires; null if it never expires. Expired reservations may still be listed. */
  readonly until: string | null;
}

export interface CableFacts {
  readonly interfaceId: string;
  readonly hostId: string;
  /** Null if only the host at the other end is known. */
  readonly otherInterfaceId: string | null;
  readonly otherHostId: string;
  /** Whether the port at one end is down (`downSince` of the neighbor). */
  readonly isDown: boolean;
}

/** The TLS certificate that was read at an open port. */
export interface CertificateFacts {
  readonly portId: string;
  readonly subject: string;
  readonly notBefore: string;
  readonly notAfter: string;
}

/** The state of one network at one instant. Lists may have any order; ids are unique in their list. */
export interface NetworkFacts {
  /** Instant of the state. Ages are computed up to this instant, not up to the present. */
  readonly at: string;
  readonly inventory: Inventory;
  readonly hosts: readonly HostFacts[];
  readonly ports: readonly PortFacts[];
  readonly subnets: readonly SubnetFacts[];
  /** Addresses of VRRP and HSRP groups. */
  readonly virtualAddresses: readonly VirtualAddress[];
  readonly nextHops: readonly NextHop[];
  readonly reservations: readonly ReservationFacts[];
  /**
   * Ids of IP addresses whose stored MAC address does not identify a machine, because a router answers ARP for them
   * (proxy ARP).
   */
  readonly answeringForOthersIds: readonly string[];
  readonly certificates: readonly CertificateFacts[];
  /**
   * By instant: the cables at the baseline instants that rules name. An instant before the start of the stored history
   * has no entry.
   */
  readonly baselines: ReadonlyMap<string, readonly CableFacts[]>;
  /** Ids of the hosts that had a cable before supposed (what-if) changes, which may have removed their last cable. */
  readonly formerlyCabledIds?: ReadonlySet<string>;
}
