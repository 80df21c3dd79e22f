// Links that follow from ARP tables alone: a router's port leads to a machine if that machine is the only one behind
// the port, and no switch is in between.
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
 * Evidence that takes precedence over ARP tables, which show that a machine is behind a port but not what is in
 * between.
 */
interface Known {
  readonly tables: ForwardingTables;
  /** Links from neighbor records, decisions and forwarding tables. */
  readonly cables: readonly Link[];
  /** Ids of ports that have usable neighbour records. */
  readonly reportingPorts: ReadonlySet<string>;
  readonly decidedPorts: ReadonlySet<string>;
  readonly decisions: Decisions;
  /** Stored links that no decision keeps. */
  readonly others: readonly StoredLink[];
}

interface FromArp {
  readonly links: readonly (Ends & { readonly basis: 'ARP' })[];
  /** For each port with an ARP table: why the table gave no link; null if it gave one. */
  readonly reasons: ReadonlyMap<string, ForwardingReason | null>;
  /** Ids of stored links that came from ARP tables and must be deleted. */
  readonly outdatedIds: readonly string[];
}

/** Reasons that leave a stored link as it is, because they do not contradict it. */
const silent: ReadonlySet<ForwardingReason> = new Set(['NoMachine', 'UnknownMac', 'AmbiguousMac', 'Stale']);

export function arpLinks(index: NetworkIndex, inventory: Inventory, knownLinks: Known): FromArp {
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
  // A machine that sent nothing is in no ARP table, although it may be connected to the same segment. So any further
  // host of the segment makes the link uncertain.
  if ([...segment].some((id) => id !== hostId && id !== port.hostId)) return 'SeveralMachines';
  const isSwitched = [...macs, port.macAddress ?? ''].some(tables.hasLearned);
  if (isSwitched || tables.bridges.has(hostId) || macs.some((mac) => segments.isElsewhere(mac, port)))
    return 'LearnedElsewhere';
  const far = portOfMachine(index, hostId, macs);
  if (isCabledOtherwise(index, cables, { hostId, far, macs, isBridge: false })) return 'LearnedElsewhere';
  return toFarEnd(hostId, far);
}

/**
 * For each port, the hosts with addresses in its subnet; for each address, the ports whose fresh ARP tables contain it.
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

  /** Ids of the hosts in the subnet of the port; undefined if the subnet is unknown. */
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
 * Ids of stored ARP links that are outdated: the port has a cable by better evidence, or not exactly one machine behind
 * it any more, or the machine is at another port.
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
