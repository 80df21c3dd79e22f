// What a check is judged by: the inventory of a network at one instant, with facts that no graph needs.
import type { Inventory } from '../graph/inventory';
import type { HostRole } from './vocabulary';

export interface HostFacts {
  readonly id: string;
  readonly role: HostRole | null;
  readonly manufacturer: string | null;
  readonly model: string | null;
  readonly softwareRevision: string | null;
  /** When the row, in any of its past states, was first stored. Entered by hand or by a scan. */
  readonly createdAt: string;
  /** When the host last answered a scan; null for hosts that no scan has seen. */
  readonly lastSeenAt: string | null;
  /** Whether a working default community (`public`, `private`) is known; null if none was tried. */
  readonly answersDefaultCommunity: boolean | null;
}

export interface PortFacts {
  readonly id: string;
  readonly adminStatus: string | null;
  readonly speedBps: string | null;
  readonly duplex: string | null;
  readonly mtu: number | null;
  /**
   * Input and output errors per hour between the last two readings of the counters; null if there is no rate (one
   * reading, a restart between them, a past instant).
   */
  readonly errorsPerHour: number | null;
}

export interface SubnetFacts {
  readonly id: string;
  /** Name of the address space (VRF, tenant); empty for the usual one. */
  readonly namespace: string;
  /** Whether the row is one of the network's own (source type System), which stands for all external addresses. */
  readonly isSystem: boolean;
}

export interface VirtualAddress {
  readonly ipAddress: string;
  readonly namespace: string;
  /** Ids of the members of the group. */
  readonly hostIds: readonly string[];
}

/** The next hop of a route. Each pair of host and address is listed once. */
export interface NextHop {
  /** Id of the host that has the route. */
  readonly hostId: string;
  readonly ipAddress: string;
}

/** A range of addresses of a subnet that people have reserved. */
export interface ReservationFacts {
  readonly subnetId: string;
  readonly firstAddress: string;
  readonly lastAddress: string;
  /** When the reservation expires; null for never. Expired reservations may be listed or not. */
  readonly until: string | null;
}

export interface CableFacts {
  readonly interfaceId: string;
  readonly hostId: string;
  /** Null if only the other host is known. */
  readonly otherInterfaceId: string | null;
  readonly otherHostId: string;
  /** Whether a port at one end was down (`downSince` of the neighbor). */
  readonly isDown: boolean;
}

/** The TLS certificate that was read at an open port. */
export interface CertificateFacts {
  readonly portId: string;
  readonly subject: string;
  readonly notBefore: string;
  readonly notAfter: string;
}

/** State of one network at one instant. Lists are in any order; each id is unique in its list. */
export interface NetworkFacts {
  /** Instant of the state; ages are computed to it, never to the clock. */
  readonly at: string;
  readonly inventory: Inventory;
  readonly hosts: readonly HostFacts[];
  readonly ports: readonly PortFacts[];
  readonly subnets: readonly SubnetFacts[];
  /** Addresses of VRRP and HSRP groups. */
  readonly virtualAddresses: readonly VirtualAddress[];
  readonly nextHops: readonly NextHop[];
  readonly reservations: readonly ReservationFacts[];
  /** Ids of IP addresses whose MAC address answers for many machines (proxy ARP): it identifies none of them. */
  readonly answeringForOthersIds: readonly string[];
  readonly certificates: readonly CertificateFacts[];
  /** The cables at the instants that rules name as baselines, by instant; absent where history does not reach. */
  readonly baselines: ReadonlyMap<string, readonly CableFacts[]>;
  /** Ids of hosts whose cables are known although none may be left, because supposed changes took them away. */
  readonly formerlyCabledIds?: ReadonlySet<string>;
}
