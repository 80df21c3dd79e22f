// Finds the ports to which a machine may be connected, according to the forwarding tables of bridges.
import { isVirtualRouter } from '../../../platform/text/addresses';
import { aggregateType, virtualTypes, wirelessType } from '../../../platform/text/interface-types';
import type { Inventory, Link, PortRow, StoredLink } from './inventory';
import { only, type NetworkIndex } from './network-index';

/**
 * The MAC addresses that a bridge has learned at a port. MAC addresses of the bridge itself, and those that cannot
 * belong to a single machine, are left out.
 */
export interface Table {
  readonly port: PortRow;
  readonly readAt: Date;
  readonly macs: readonly string[];
  /** Ids of other bridges whose MAC addresses were learned at the port. */
  readonly bridges: ReadonlySet<string>;
}

/** Whether the port is not exactly one physical port: an aggregate, a wireless interface or a virtual interface. */
export const isVirtual = ({ ifType, isAggregate }: PortRow): boolean =>
  isAggregate || ifType === aggregateType || ifType === wirelessType || virtualTypes.has(ifType);

/**
 * Whether the MAC address can belong to a single machine: it is no group address, not the address of a virtual router,
 * and not all zeros.
 */
export const isStation = (mac: string): boolean =>
  (parseInt(mac.slice(0, 2), 16) & 1) === 0 && mac !== '00:00:00:00:00:00' && !isVirtualRouter(mac);

const hostOf = ({ remoteInterfaceId, remoteHostId }: Link, index: NetworkIndex): string | undefined =>
  remoteHostId ?? index.ports.get(remoteInterfaceId!)?.hostId;

export class ForwardingTables {
  /** The forwarding tables that are not stale, one for each port. */
  readonly tables: readonly Table[];
  /** Ids of hosts that have a forwarding table, stale or not. */
  readonly bridges: ReadonlySet<string>;
  private readonly learning = new Map<string, Table[]>();
  /**
   * Cache: the id of the host that has a MAC address. Empty text: no host or several hosts have it. Null: no single
   * machine can have it.
   */
  private readonly owners = new Map<string, string | null>();
  private readonly macs = new Map<string, Set<string>>();
  private readonly claims = new Map<string, StoredLink[]>();
  private readonly linkedTo = new Map<string, Set<string | undefined>>();
  private readonly transit: ReadonlySet<string>;
  private readonly places = new Map<string, readonly Table[]>();
  private readonly towards = new Map<string, ReadonlySet<string>>();

  /** `reportedLinks` are links from LLDP, CDP and users' decisions. */
  constructor(
    private readonly index: NetworkIndex,
    { ports, addresses, stored, staleBefore }: Inventory,
    reportedLinks: readonly Link[],
  ) {
    const read = ports.flatMap((port) => (port.fdbReadAt ? [{ port, readAt: port.fdbReadAt }] : []));
    this.bridges = new Set(read.map(({ port }) => port.hostId));
    this.transit = this.portsBetweenBridges(reportedLinks);
    for (const { hostId, macAddress } of [...ports, ...addresses])
      if (macAddress !== null && isStation(macAddress)) entryOf(this.macs, hostId, () => new Set()).add(macAddress);
    this.tables = read
      .filter(({ readAt }) => readAt >= staleBefore)
      .map(({ port, readAt }) => ({ port, readAt, ...this.stationsOn(port) }));
    for (const table of this.tables) for (const mac of table.macs) entryOf(this.learning, mac, () => []).push(table);
    for (const link of stored) {
      for (const mac of this.macsBehind(link)) entryOf(this.claims, mac, () => []).push(link);
      entryOf(this.linkedTo, link.interfaceId, () => new Set()).add(hostOf(link, this.index));
    }
  }

  /**
   * Whether the port is an edge port: no aggregate, no virtual port, and no port to another bridge. A machine that is
   * learned at any other port may be anywhere behind the port.
   */
  isEdge = (port: PortRow): boolean => !isVirtual(port) && !this.transit.has(port.id);

  macsOf = (hostId: string): ReadonlySet<string> => this.macs.get(hostId) ?? new Set();

  /**
   * Returns the MAC addresses from which the far end of a link may send: the MAC address of the remote port, otherwise
   * all MAC addresses of the remote host.
   */
  macsBehind(link: Link): readonly string[] {
    const mac = this.index.ports.get(link.remoteInterfaceId ?? '')?.macAddress;
    return mac && isStation(mac) ? [mac] : [...this.macsOf(hostOf(link, this.index) ?? '')];
  }

  /** Whether a forwarding table that is not stale contains the MAC address. */
  hasLearned = (mac: string): boolean => this.learning.has(mac);

  /** Returns the tables of the host's ports that contain the MAC address. */
  portsOf = (hostId: string, mac: string): readonly Table[] =>
    (this.learning.get(mac) ?? []).filter(({ port }) => port.hostId === hostId);

  /**
   * Returns the ports, with their tables, at which the machine with this MAC address may be connected: edge ports that
   * have learned it, with no other bridge in between. If the tables are from different discovery runs, only the latest
   * run counts.
   */
  placesOf = (mac: string): readonly Table[] => entryOf(this.places, mac, () => this.placesNow(mac));

  private placesNow(mac: string): readonly Table[] {
    const owner = only(this.index.hostsWithMac(mac));
    const hypervisorId = this.index.hosts.get(owner ?? '')?.hypervisorId;
    // A guest's MAC address is learned by its hypervisor and by switches outside. The hypervisor's own port takes
    // precedence.
    const inside = (this.learning.get(mac) ?? []).filter(
      ({ port }) => port.hostId === hypervisorId && this.isEdge(port),
    );
    return inside.length > 0 ? inside : this.placesOutside(mac, (id) => id === owner);
  }

  /**
   * Like `placesOf`, for a machine that consists of several hosts, such as a hypervisor with its guests. `isPart` is
   * true for these hosts. Their own tables are ignored.
   */
  placesOutside(mac: string, isPart: (hostId: string) => boolean): readonly Table[] {
    const near = (this.learning.get(mac) ?? []).filter(
      (table) =>
        this.isEdge(table.port) &&
        !isPart(table.port.hostId) &&
        [...table.bridges].every(isPart) &&
        !this.isSettled(table, mac, isPart) &&
        !this.isBeyondAnother(table, mac, isPart),
    );
    return near.filter((table) => !near.some((other) => isOfLaterRun(other, table)));
  }

  /**
   * Returns the physical port at which a bridge has learned MAC addresses of the host; undefined if there is none or
   * several.
   */
  portBack(bridgeId: string, hostId: string): string | undefined {
    const ports = [...this.portsTowards(bridgeId, hostId)].filter((id) => !isVirtual(this.index.ports.get(id)!));
    return only(new Set(ports));
  }

  private portsBetweenBridges(links: readonly Link[]): ReadonlySet<string> {
    const between = links.filter(
      (link) =>
        this.bridges.has(this.index.ports.get(link.interfaceId)?.hostId ?? '') &&
        this.bridges.has(hostOf(link, this.index) ?? ''),
    );
    return new Set(between.flatMap(({ interfaceId, remoteInterfaceId }) => [interfaceId, remoteInterfaceId ?? '']));
  }

  private stationsOn({ hostId, fdbMacs }: PortRow): Pick<Table, 'macs' | 'bridges'> {
    const macs: string[] = [];
    const bridges = new Set<string>();
    for (const mac of new Set(fdbMacs)) {
      const owner = entryOf(this.owners, mac, () =>
        isStation(mac) ? (only(this.index.hostsWithMac(mac)) ?? '') : null,
      );
      if (owner === null || owner === hostId) continue;
      macs.push(mac);
      if (this.bridges.has(owner)) bridges.add(owner);
    }
    return { macs, bridges };
  }

  /**
   * Whether the machine has moved since the table was read: a link from another port to the machine is newer than the
   * table.
   */
  private isSettled({ port, readAt }: Table, mac: string, isPart: (hostId: string) => boolean): boolean {
    if ([...(this.linkedTo.get(port.id) ?? [])].some((id) => id !== undefined && isPart(id))) return false;
    const links = this.claims.get(mac) ?? [];
    return links.some(
      ({ interfaceId, createdAt }) =>
        interfaceId !== port.id && createdAt > readAt && !isPart(this.index.ports.get(interfaceId)?.hostId ?? ''),
    );
  }

  /**
   * Whether another bridge is between the port and the machine. Such a bridge has learned the MAC addresses of the
   * machine and of the port's host at two different ports.
   */
  private isBeyondAnother({ port }: Table, mac: string, isPart: (hostId: string) => boolean): boolean {
    const between = new Set<string>();
    const beside = new Set<string>();
    for (const { port: seenPort } of this.learning.get(mac) ?? []) {
      if (isPart(seenPort.hostId)) continue;
      const returnPorts = this.portsTowards(seenPort.hostId, port.hostId);
      if (returnPorts.has(seenPort.id)) beside.add(seenPort.hostId);
      else if (returnPorts.size > 0) between.add(seenPort.hostId);
    }
    return [...between].some((id) => !beside.has(id));
  }

  /** Returns the ports of a bridge that have learned a MAC address of the host. */
  private portsTowards(bridgeId: string, hostId: string): ReadonlySet<string> {
    return entryOf(this.towards, `${bridgeId} ${hostId}`, () => {
      const tables = [...this.macsOf(hostId)].flatMap((mac) => this.portsOf(bridgeId, mac));
      return new Set(tables.map(({ port }) => port.id));
    });
  }
}

/** Whether the table `one` is from a later discovery run than `other`. Tables of the same run are equally recent. */
const isOfLaterRun = (one: Table, other: Table): boolean =>
  one.readAt > other.readAt &&
  one.port.lastRunId !== null &&
  other.port.lastRunId !== null &&
  one.port.lastRunId !== other.port.lastRunId;

function entryOf<T>(map: Map<string, T>, key: string, make: () => T): T {
  const existingEntry = map.get(key);
  if (existingEntry !== undefined) return existingEntry;
  const newEntry = make();
  map.set(key, newEntry);
  return newEntry;
}
