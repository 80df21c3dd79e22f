// Links for which an ARP table is the only evidence. A router's port leads to a machine if this machine is the only
// machine of the port's subnet, and no switch is between them.
import type { Decisions } from './decisions';
import { isStation, isVirtual, type ForwardingTables } from './forwarding-tables';
import type { Ends, ForwardingReason, Inventory, Link, PortRow, StoredLink } from './inventory';
import {
  Cables,
  toFarEnd,
  isCabledOtherwise,
  onlyMachine,
  portOfMachine,
  linkPorts,
  type FarEnd,
} from './machine-ends';
import type { NetworkIndex } from './network-index';

/**
 * Evidence that takes precedence over ARP tables. An ARP table shows that a machine is reached through a port, but not
 * which devices are between them.
 */
interface PrecedingEvidence {
  readonly tables: ForwardingTables;
  /** Links from LLDP and CDP, users' decisions and forwarding tables. */
  readonly cables: readonly Link[];
  /** Ids of ports that receive usable LLDP or CDP data. */
  readonly reportingPorts: ReadonlySet<string>;
  readonly decidedPorts: ReadonlySet<string>;
  readonly decisions: Decisions;
  /** Stored links about which no user has decided, so that new evidence may replace them. */
  readonly others: readonly StoredLink[];
}

interface FromArp {
  readonly links: readonly (Ends & { readonly basis: 'ARP' })[];
  /** For each port with an ARP table, the reason why the table gave no link; null if the table gave a link. */
  readonly reasons: ReadonlyMap<string, ForwardingReason | null>;
  /** Ids of stored links that came from ARP tables and must be deleted. */
  readonly outdatedIds: readonly string[];
}

/**
 * Reasons why a port's ARP table gives no link now. They do not contradict an earlier link of the port, so such a link
 * stays.
 */
const silent: ReadonlySet<ForwardingReason> = new Set(['NoMachine', 'UnknownMac', 'AmbiguousMac', 'Stale']);

export function arpLinks(index: NetworkIndex, inventory: Inventory, knownLinks: PrecedingEvidence): FromArp {
  const { tables, cables, reportingPorts, decidedPorts, decisions } = knownLinks;
  const cabledPorts = new Set([...reportingPorts, ...linkPorts(cables)]);
  const segments = new Segments(inventory);
  const cablesByHost = new Cables(index, cables);
  const links: (Ends & { basis: 'ARP' })[] = [];
  const reasons = new Map<string, ForwardingReason | null>();
  const linkOf = (port: PortRow): FarEnd | ForwardingReason => {
    if (decidedPorts.has(port.id) && !reportingPorts.has(port.id)) return 'Decided';
    if (cabledPorts.has(port.id)) return 'NeighborReported';
    if (port.arpReadAt! < inventory.staleBefore) return 'Stale';
    const machine = machineBehind(index, port, segments, tables, cablesByHost);
    if (typeof machine === 'string') return machine;
    return decisions.isRefuted({ interfaceId: port.id, ...machine }) ? 'Refuted' : machine;
  };
  for (const port of inventory.ports) {
    if (port.arpReadAt === null) continue;
    const link = linkOf(port);
    reasons.set(port.id, typeof link === 'string' ? link : null);
    if (typeof link !== 'string') links.push({ interfaceId: port.id, ...link, basis: 'ARP' });
  }
  return { links, reasons, outdatedIds: outdatedAmong(knownLinks.others, links, reasons, cabledPorts) };
}

function machineBehind(
  index: NetworkIndex,
  port: PortRow,
  segments: Segments,
  tables: ForwardingTables,
  cables: Cables,
): FarEnd | ForwardingReason {
  const segment = segments.of(port);
  if (isVirtual(port) || port.fdbReadAt !== null || segment === undefined) return 'NotEdgePort';
  const ownMacs = tables.macsOf(port.hostId);
  const macs = [...new Set(port.arpMacs)].filter((mac) => isStation(mac) && !ownMacs.has(mac));
  const machine = onlyMachine(index, macs);
  if (typeof machine === 'string') return machine;
  const { hostId } = machine;
  // A machine that sends nothing is in no ARP table, although it may be connected to the same segment. So if the
  // segment has a further host, the table gives no link.
  if ([...segment].some((id) => id !== hostId && id !== port.hostId)) return 'SeveralMachines';
  const isSwitched = [...macs, port.macAddress ?? ''].some(tables.hasLearned);
  if (isSwitched || tables.bridges.has(hostId) || macs.some((mac) => segments.isElsewhere(mac, port)))
    return 'LearnedElsewhere';
  const far = portOfMachine(index, hostId, macs);
  if (isCabledOtherwise(index, cables, { hostId, far, macs, isBridge: false })) return 'LearnedElsewhere';
  return toFarEnd(hostId, far);
}

/**
 * Finds the hosts in the subnet of a port, and the ports whose ARP tables contain a MAC address. Data that are stale
 * are ignored.
 */
class Segments {
  private readonly subnets = new Map<string, string>();
  private readonly hosts = new Map<string, Set<string>>();
  private readonly ports = new Map<string, Set<string>>();

  constructor({ addresses, ports, staleBefore }: Inventory) {
    for (const { id, hostId, subnetId, seenAt } of addresses) {
      if (subnetId === null) continue;
      this.subnets.set(id, subnetId);
      if (seenAt !== null && seenAt >= staleBefore) addTo(this.hosts, subnetId, hostId);
    }
    for (const { id, arpMacs, arpReadAt } of ports)
      if (arpReadAt !== null && arpReadAt >= staleBefore) for (const mac of arpMacs) addTo(this.ports, mac, id);
  }

  /** Returns the ids of the hosts in the subnet of the port; undefined if the subnet is unknown. */
  of({ ipAddressId }: PortRow): ReadonlySet<string> | undefined {
    const subnetId = this.subnets.get(ipAddressId ?? '');
    return subnetId === undefined ? undefined : (this.hosts.get(subnetId) ?? new Set());
  }

  isElsewhere = (mac: string, { id }: PortRow): boolean => [...this.ports.get(mac)!].some((other) => other !== id);
}

function addTo(sets: Map<string, Set<string>>, key: string, id: string): void {
  const existingSet = sets.get(key);
  if (existingSet) existingSet.add(id);
  else sets.set(key, new Set([id]));
}

/**
 * Returns the ids of stored links from ARP tables that must be deleted: LLDP, CDP or a forwarding table shows another
 * link of the port, the port no longer leads to exactly one machine, or the machine is at another port.
 */
function outdatedAmong(
  storedLinks: readonly StoredLink[],
  links: readonly Ends[],
  reasons: FromArp['reasons'],
  cabledPorts: ReadonlySet<string>,
): string[] {
  const farEnds = new Set(links.map(({ remoteInterfaceId, remoteHostId }) => remoteInterfaceId ?? remoteHostId));
  const isOutdated = ({ interfaceId, remoteInterfaceId, remoteHostId }: StoredLink): boolean => {
    const reason = reasons.get(interfaceId);
    if (cabledPorts.has(interfaceId) || cabledPorts.has(remoteInterfaceId ?? '')) return true;
    return reason ? !silent.has(reason) : reason === undefined && farEnds.has(remoteInterfaceId ?? remoteHostId);
  };
  return storedLinks.filter((link) => link.basis === 'ARP' && isOutdated(link)).map(({ id }) => id);
}
