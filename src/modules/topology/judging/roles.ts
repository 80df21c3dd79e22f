// Decides whether hosts forward frames and packets, by their data and their role. For a host without a role the answer
// is often unknown.
import type { Inventory, InventoryHost } from '../graph/inventory';
import { lastMade, memoizeByIdentity } from '../graph/remembered';
import { virtualTypes } from '../../../platform/text/interface-types';
import { cabling } from './cabling';
import { isMissing, type FactsIndex } from './facts-index';
import type { HostRole } from './vocabulary';

/** Whether a host does something: yes, no, or unknown (`Maybe`). */
export type Certainty = 'Yes' | 'Maybe' | 'No';

/** Whether hosts of a role forward frames or packets between their cables. */
const forwardsByCable: Readonly<Record<HostRole, Certainty>> = {
  ...{ Router: 'Yes', Switch: 'Yes', Firewall: 'Yes', AccessPoint: 'Yes', Phone: 'Yes' },
  ...{ Controller: 'Maybe', Hypervisor: 'Maybe' },
  ...{ Server: 'No', Storage: 'No', Printer: 'No', Camera: 'No', Ups: 'No', Pc: 'No' },
};
/** Whether a cable to a host of this role counts as an uplink. */
const isUplinkDevice: Readonly<Record<HostRole, Certainty>> = {
  ...{ Router: 'Yes', Switch: 'Yes', Firewall: 'Yes', Controller: 'Maybe' },
  ...{ AccessPoint: 'No', Phone: 'No', Hypervisor: 'No' },
  ...{ Server: 'No', Storage: 'No', Printer: 'No', Camera: 'No', Ups: 'No', Pc: 'No' },
};
/** Whether hosts of a role forward packets between their subnets. */
const forwardsPackets: Readonly<Record<HostRole, Certainty>> = {
  ...{ Router: 'Yes', Firewall: 'Yes' },
  ...{ Switch: 'Maybe', AccessPoint: 'Maybe', Controller: 'Maybe', Hypervisor: 'Maybe' },
  ...{ Server: 'No', Storage: 'No', Printer: 'No', Phone: 'No', Camera: 'No', Ups: 'No', Pc: 'No' },
};

export interface Forwarding {
  byCable(hostId: string): Certainty;
  asUplink(hostId: string): Certainty;
  ofPackets(hostId: string): Certainty;
}

/**
 * Whether the hosts of a network forward. A host certainly forwards if gateway services, redundancy groups, routes or
 * forwarding tables show it. Otherwise its role decides.
 */
export const forwardingOf = memoizeByIdentity((index: FactsIndex): Forwarding => {
  const { facts, lookup, present } = index;
  const { services, ipAddresses, hosts } = lookup.inventory;
  const read = [cabling(present.interfaces), ipAddresses, hosts, facts.hosts, facts.virtualAddresses, facts.nextHops];
  return lastForwarding(services, read, () => computeForwarding(index));
});

const lastForwarding = lastMade<Inventory['services'], Forwarding>();

function computeForwarding(index: FactsIndex): Forwarding {
  const { facts, lookup, hostFacts } = index;
  const bridgeIds = bridgesAmong(cabling(index.present.interfaces));
  const routerIds = new Set([
    ...lookup.inventory.services.flatMap(({ hostId, software }) => (software.isGateway ? hostId : [])),
    ...facts.virtualAddresses.flatMap(({ hostIds }) => hostIds),
    ...nextHopHosts(index),
  ]);
  const byRole = (hostId: string, table: Readonly<Record<HostRole, Certainty>>): Certainty => {
    const role = hostFacts.get(hostId)?.role ?? null;
    return role === null ? 'Maybe' : table[role];
  };
  return {
    byCable: (hostId) => (routerIds.has(hostId) || bridgeIds.has(hostId) ? 'Yes' : byRole(hostId, forwardsByCable)),
    asUplink: (hostId) => (routerIds.has(hostId) ? 'Yes' : byRole(hostId, isUplinkDevice)),
    ofPackets: (hostId) => (routerIds.has(hostId) ? 'Yes' : byRole(hostId, forwardsPackets)),
  };
}

/**
 * Ids of hosts that are bridges: several of their physical ports have a forwarding table, or the spanning tree blocks a
 * port.
 */
const bridgesAmong = memoizeByIdentity((interfaces: Inventory['interfaces']): ReadonlySet<string> => {
  const [learning, bridges] = [new Set<string>(), new Set<string>()];
  for (const { hostId, ifType, learned, isStpBlocked } of interfaces) {
    if (isStpBlocked) bridges.add(hostId);
    // Only physical ports count: a server with virtual machines or containers has a virtual bridge, whose ports learn
    // MAC addresses too, but the server is not a switch.
    if (!learned || virtualTypes.has(ifType)) continue;
    if (learning.has(hostId)) bridges.add(hostId);
    learning.add(hostId);
  }
  return bridges;
});

/** Ids of hosts that route: another host in the same subnet has a route with one of their addresses as the next hop. */
function nextHopHosts({ facts, lookup }: FactsIndex): string[] {
  const askedBy = new Map<string, Set<string>>();
  for (const { hostId, ipAddress } of facts.nextHops)
    askedBy.set(ipAddress, (askedBy.get(ipAddress) ?? new Set<string>()).add(hostId));
  if (askedBy.size === 0) return [];
  const isPresent = (host: InventoryHost | undefined): boolean => host !== undefined && !isMissing(host);
  return lookup.inventory.ipAddresses.flatMap(({ hostId, subnetId, ipAddress }) => {
    const routeHosts = askedBy.get(ipAddress);
    if (!routeHosts || !isPresent(lookup.hosts.get(hostId))) return [];
    const isNeighbor = [...routeHosts].some(
      (other) => other !== hostId && lookup.addressesOf(other).some((address) => address.subnetId === subnetId),
    );
    return isNeighbor ? hostId : [];
  });
}
