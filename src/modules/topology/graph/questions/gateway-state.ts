// The state of a router in the first hop redundancy group (VRRP, HSRP) of a subnet: whether hosts send packets to it.
import { isPrefixInside } from '../../../../platform/text/addresses';
import type { InventoryFhrpState } from '../inventory';
import type { Lookup } from '../lookup';

export type FhrpState = InventoryFhrpState['state'];

/** Whether the router receives the packets that hosts send to the virtual addresses of the group. */
const forwards = (state: FhrpState): boolean => state === 'Master' || state === 'Active';

/**
 * The state of the router with this IP address in the redundancy groups (VRRP, HSRP) of the address's subnet. A group
 * belongs to the most specific of the router's subnets that contain a virtual address of the group. An active state
 * takes precedence if the router is in several groups; null if it is in none.
 */
export function gatewayState(ipAddressId: string, lookup: Lookup): FhrpState | null {
  const address = lookup.ipAddresses.get(ipAddressId);
  const subnet = address && lookup.subnets.get(address.subnetId);
  if (!subnet) return null;
  const { fhrpStates = [] } = lookup.hosts.get(address.hostId) ?? {};
  if (fhrpStates.length === 0) return null;
  // The subnet of all Internet addresses, 0.0.0.0/0, contains the groups of all other subnets too.
  const narrower = lookup
    .addressesOf(address.hostId)
    .flatMap(({ subnetId }) => lookup.subnets.get(subnetId)?.cidr ?? [])
    .filter((cidr) => isPrefixInside(cidr, subnet.cidr) && !isPrefixInside(subnet.cidr, cidr));
  const isInNarrower = (virtual: string): boolean => narrower.some((cidr) => isPrefixInside(virtual, cidr));
  const states = fhrpStates.flatMap(({ state, virtualAddresses }) =>
    virtualAddresses.some((virtual) => isPrefixInside(virtual, subnet.cidr) && !isInNarrower(virtual)) ? state : [],
  );
  return states.find(forwards) ?? states[0] ?? null;
}

/** Rank of a router in the order of paths: those that forward, then those in no group, then those that stand by. */
export const rankOfGateway = (state: FhrpState | null): number => (state === null ? 1 : forwards(state) ? 0 : 2);
