// Links for which a forwarding or ARP table is the only evidence. A port leads to a machine if the port has learned
// only this machine and receives no usable LLDP or CDP data.
import { arpLinks } from './arp-links';
import type { Decisions } from './decisions';
import { ForwardingTables, type Table } from './forwarding-tables';
import {
  isDerived,
  type EvidenceRow,
  type ForwardingReason,
  type Inventory,
  type Link,
  type Outcome,
  type PortRow,
  type Protocol,
  type StoredLink,
} from './inventory';
import {
  Cables,
  toFarEnd,
  isCabledOtherwise,
  hypervisorBehind,
  onlyMachine,
  portOfMachine,
  linkPorts,
  type FarEnd,
} from './machine-ends';
import { only, type NetworkIndex } from './network-index';

export interface Learned {
  /** Links that are not stored yet, including those for which a user's decision is the only evidence. */
  readonly links: readonly Link[];
  /** For each port with a forwarding table, the reason why the table gave no link; null if the table gave a link. */
  readonly forwarding: ReadonlyMap<string, ForwardingReason | null>;
  /** For each port with an ARP table, the reason why the table gave no link; null if the table gave a link. */
  readonly arp: ReadonlyMap<string, ForwardingReason | null>;
  /**
   * Ids of stored links to delete, because a user has refuted them, newer tables show the machine at another port, or
   * LLDP or CDP now report a neighbor at the port.
   */
  readonly outdatedIds: ReadonlySet<string>;
  /** Ids of stored links that stay, because a user has decided that the link exists. */
  readonly keptIds: ReadonlySet<string>;
}

/** Results of LLDP and CDP: the links, and the outcome of each row. */
interface Reported {
  readonly links: readonly Link[];
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

export function learnedLinks(
  index: NetworkIndex,
  inventory: Inventory,
  reportedLinks: Reported,
  decisions: Decisions,
): Learned & { readonly settledPorts: readonly string[] } {
  // Links that exist only because of a user's decision or a documented link are no evidence, because the decision or
  // documentation may have been deleted.
  const storedLinks = inventory.stored.filter((link) => !isDerived(link) && !decisions.isRefuted(link));
  const standing = decisions.standing(reportedLinks.links, storedLinks);
  const keptIds = new Set(standing.keptLinks.map(({ id }) => id));
  const protocolOf = protocols(inventory.evidence);
  const decidedLinks = standing.missing.map(({ interfaceId, remoteInterfaceId, remoteHostId }): Link => {
    const ends = { interfaceId, remoteInterfaceId, remoteHostId };
    return { ...ends, protocol: protocolOf(interfaceId), basis: 'Manual' };
  });
  const knownLinks = [...reportedLinks.links, ...decidedLinks];
  const tables = new ForwardingTables(index, { ...inventory, stored: storedLinks }, [
    ...knownLinks,
    ...storedLinks.filter(({ basis }) => basis === null),
  ]);
  const reportingPorts = portsWithRecords(inventory, reportedLinks);
  const isMoved = (link: StoredLink) =>
    !reportingPorts.has(link.interfaceId) && !keptIds.has(link.id) && hasMoved(index, tables, link);
  const goneIds = new Set(storedLinks.filter(isMoved).map(({ id }) => id));
  const keptLinks = storedLinks.filter(({ id, basis }) => keptIds.has(id) || (basis === null && !goneIds.has(id)));
  const cables = [...knownLinks, ...keptLinks];
  const cabledPorts = new Set([...reportingPorts, ...linkPorts(cables)]);
  const decidedPorts = linkPorts([...decidedLinks, ...standing.keptLinks]);

  const fresh = new Map(tables.tables.map((table) => [table.port.id, table]));
  const links: Link[] = [];
  const forwarding = new Map<string, ForwardingReason | null>();
  const cablesByHost = new Cables(index, cables);
  const linkOf = (port: PortRow): Link | ForwardingReason => {
    if (decidedPorts.has(port.id) && !reportingPorts.has(port.id)) return 'Decided';
    if (cabledPorts.has(port.id)) return 'NeighborReported';
    const table = fresh.get(port.id);
    const machine = table ? machineAt(index, tables, table, cablesByHost) : 'Stale';
    if (typeof machine === 'string') return machine;
    const link: Link = { interfaceId: port.id, ...machine, protocol: protocolOf(port.id), basis: 'FDB' };
    return decisions.isRefuted(link) ? 'Refuted' : link;
  };
  for (const port of inventory.ports) {
    if (port.fdbReadAt === null) continue;
    const link = linkOf(port);
    forwarding.set(port.id, typeof link === 'string' ? link : null);
    if (typeof link !== 'string') links.push(link);
  }
  for (const { id, interfaceId, basis } of storedLinks)
    if (
      basis === 'FDB' &&
      !keptIds.has(id) &&
      (cabledPorts.has(interfaceId) || index.ports.get(interfaceId)?.isAggregate)
    )
      goneIds.add(id);
  for (const { id } of inventory.stored.filter((link) => decisions.isRefuted(link))) goneIds.add(id);
  const others = storedLinks.filter(({ id }) => !keptIds.has(id));
  const settledPorts = new Set(links.map(({ interfaceId }) => interfaceId));
  const staying = storedLinks.filter(
    (link) => link.basis === 'FDB' && !goneIds.has(link.id) && !settledPorts.has(link.interfaceId),
  );
  const before = { tables, cables: [...cables, ...links, ...staying], reportingPorts, decidedPorts, decisions, others };
  const arp = arpLinks(index, inventory, before);
  for (const id of arp.outdatedIds) goneIds.add(id);
  const foundLinks = [
    ...links,
    ...arp.links.map((link): Link => ({ ...link, protocol: protocolOf(link.interfaceId) })),
  ];
  return {
    links: [...decidedLinks, ...foundLinks],
    forwarding,
    arp: arp.reasons,
    outdatedIds: goneIds,
    settledPorts: foundLinks.map(({ interfaceId }) => interfaceId),
    keptIds,
  };
}

/** Returns the ids of ports with usable LLDP or CDP rows: rows that are not stale and identify a neighbor. */
function portsWithRecords({ evidence, staleBefore }: Inventory, { outcomes }: Reported): Set<string> {
  const counts = ({ id, observedAt }: EvidenceRow) =>
    observedAt >= staleBefore && outcomes.get(id)?.reason !== 'NoIdentity';
  return new Set(evidence.filter(counts).map(({ interfaceId }) => interfaceId));
}

/**
 * For links that neither LLDP nor CDP reports, but whose column `protocol` allows no null: returns a function that
 * gives the protocol for a port id. It is LLDP if the port has an LLDP row, otherwise CDP.
 */
export function protocols(evidence: readonly EvidenceRow[]): (portId: string) => Protocol {
  const lldp = new Set(evidence.filter(({ protocol }) => protocol === 'LLDP').map(({ interfaceId }) => interfaceId));
  return (portId) => (lldp.has(portId) ? 'LLDP' : 'CDP');
}

function machineAt(
  index: NetworkIndex,
  tables: ForwardingTables,
  { port, macs }: Table,
  cables: Cables,
): FarEnd | ForwardingReason {
  if (!tables.isEdge(port)) return 'NotEdgePort';
  const hypervisorId = hypervisorBehind(index, port.hostId, macs);
  if (hypervisorId !== undefined) {
    const hypervisor = hypervisorAt(index, tables, { port, macs }, cables, hypervisorId);
    if (hypervisor) return hypervisor;
  }
  const machine = onlyMachine(index, macs);
  if (typeof machine === 'string') return machine;
  const { hostId } = machine;
  const isHere = (mac: string) => only(new Set(tables.placesOf(mac).map((table) => table.port.id))) === port.id;
  if (!macs.every(isHere)) return 'LearnedElsewhere';
  const isBridge = tables.bridges.has(hostId);
  const far = isBridge ? tables.portBack(hostId, port.hostId) : portOfMachine(index, hostId, macs);
  if (isCabledOtherwise(index, cables, { hostId, far, macs, isBridge })) return 'LearnedElsewhere';
  return toFarEnd(hostId, far);
}

/**
 * Finds the far end of a port that has learned MAC addresses of a hypervisor or its guests: the hypervisor, or the
 * reason why there is no link. Undefined if the port has learned only one of these machines, and the hypervisor is at
 * another port.
 */
function hypervisorAt(
  index: NetworkIndex,
  tables: ForwardingTables,
  { port, macs }: Pick<Table, 'port' | 'macs'>,
  cables: Cables,
  hostId: string,
): FarEnd | ForwardingReason | undefined {
  const isPart = (id: string): boolean => index.isRunBy(id, hostId);
  const ownMacs = macs.filter((mac) => only(index.hostsWithMac(mac)) === hostId);
  const isAlone = new Set(macs.map((mac) => only(index.hostsWithMac(mac)))).size === 1;
  const isElsewhere = () => [...tables.macsOf(hostId)].some((mac) => tables.placesOutside(mac, isPart).length > 0);
  if (isAlone && isElsewhere()) return undefined;
  const isHere = (mac: string) =>
    only(new Set(tables.placesOutside(mac, isPart).map((table) => table.port.id))) === port.id;
  if (!macs.every(isHere)) return 'LearnedElsewhere';
  const isBridge = tables.bridges.has(hostId);
  const far = tables.portBack(hostId, port.hostId) ?? portOfMachine(index, hostId, ownMacs);
  if (isCabledOtherwise(index, cables, { hostId, far, macs, isBridge })) return 'LearnedElsewhere';
  return toFarEnd(hostId, far);
}

/** Whether other ports have learned all MAC addresses of the link's far end since the link was created. */
function hasMoved(index: NetworkIndex, tables: ForwardingTables, link: StoredLink): boolean {
  const farHost = link.remoteHostId ?? index.ports.get(link.remoteInterfaceId!)?.hostId;
  const near = index.ports.get(link.interfaceId);
  if (near === undefined || farHost === undefined || tables.bridges.has(farHost)) return false;
  const isElsewhere = (tablesOfMac: readonly Table[]): boolean =>
    tablesOfMac.some(({ readAt }) => readAt > link.createdAt) && tablesOfMac.every(({ port }) => port.id !== near.id);
  const macs = tables.macsBehind(link);
  return (
    macs.length > 0 &&
    macs.every((mac) => isElsewhere(tables.portsOf(near.hostId, mac)) || isElsewhere(tables.placesOf(mac)))
  );
}
