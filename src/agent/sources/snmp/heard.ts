// Collects a device's LLDP and CDP neighbors by port, without duplicates. Rows that identify neither a device nor a
// port are left out, and mentioned in `notes`.
import type { InterfaceFacts, NeighborFacts, PortFacts } from './facts';
import type { PortPlacer } from './ports';
import { listSome } from './tables/bridge';
import type { HeardByIfIndex } from './tables/cdp';
import type { HeardNeighbor } from './tables/lldp';
import type { Device } from './walk';

/** Key of a neighbor record; undefined if the record identifies neither a device nor a port. */
function identityOf({ chassisId, portId, systemName }: Omit<NeighborFacts, 'localPort'>): string | undefined {
  if (!chassisId && !portId && systemName === undefined) return undefined;
  return JSON.stringify([chassisId, portId, chassisId ? null : systemName]);
}

/** Whether a row of a vendor's table repeats a neighbor that LLDP or CDP has reported on the port. */
const saysNoMore = (facts: NeighborFacts, knownNeighbor: NeighborFacts): boolean =>
  facts.protocol === 'CDP'
    ? knownNeighbor.protocol === 'CDP' && identityOf(knownNeighbor) === identityOf(facts)
    : knownNeighbor.protocol !== 'CDP' &&
      facts.chassisId !== undefined &&
      knownNeighbor.chassisId?.value === facts.chassisId?.value &&
      (!facts.portId || knownNeighbor.portId?.value === facts.portId.value);

const tableOf: Readonly<Record<NeighborFacts['protocol'], string>> = {
  LLDP: 'lldpRemTable',
  'LLDP-V2': 'lldpV2RemTable',
  CDP: 'cdpCacheTable',
};

export class HeardNeighbors {
  private readonly byIndex = new Map<number, InterfaceFacts>();

  constructor(
    private readonly device: Device,
    private readonly facts: PortFacts,
  ) {}

  /**
   * Adds LLDP neighbors to the device's ports. Returns false if a row names no neighbor, or if its local port is
   * unknown.
   */
  placeLldp(heard: readonly HeardNeighbor[], placer: PortPlacer): boolean {
    const keyed = heard.filter(({ facts }) => identityOf(facts) !== undefined);
    this.tellUnkeyed(heard.length - keyed.length, 'lldpRemTable');
    const placed = new Map<string, { port: InterfaceFacts; neighbor: NeighborFacts }>();
    const unplaced: HeardNeighbor[] = [];
    const protocols = new Map<string, NeighborFacts['protocol']>();
    for (const one of keyed) {
      const placedPort = this.placeOf(one, placer);
      if (!placedPort) {
        unplaced.push(one);
        continue;
      }
      const { port, how } = placedPort;
      const key = `${port.ifIndex} ${identityOf(one.facts)}`;
      protocols.set(identityOf(one.facts)!, one.facts.protocol);
      const before = placed.get(key);
      // A neighbor can be in two MIBs, or several times in one, for instance while an old entry ages out. The last row
      // of the first MIB is used.
      if (!before || before.neighbor.protocol === one.facts.protocol)
        placed.set(key, { port, neighbor: { ...one.facts, localPort: how } });
    }
    for (const { port, neighbor } of placed.values()) port.neighbors.push(neighbor);
    // Whether the other LLDP MIB lists the same neighbor with its local port. Then the entry without a port is dropped.
    const isPlaced = (facts: HeardNeighbor['facts']): boolean =>
      (protocols.get(identityOf(facts)!) ?? facts.protocol) !== facts.protocol;
    const missing = unplaced.filter(({ facts }) => !isPlaced(facts));
    this.facts.unplacedNeighbors.push(...missing.map(({ facts }) => ({ ...facts, localPort: 'assumed' as const })));
    for (const [protocol, table] of Object.entries(tableOf))
      this.tellUnplaced(
        table,
        missing.filter(({ facts }) => facts.protocol === protocol).map(({ port }) => port),
      );
    return keyed.length === heard.length && missing.length === 0;
  }

  /**
   * Adds neighbors of a table that names local ports by ifIndex. Returns false if a row names no neighbor, or if its
   * local port is unknown.
   */
  placeByIfIndex(table: string, heard: readonly HeardByIfIndex[]): boolean {
    const keyed = heard.filter(({ facts }) => identityOf(facts) !== undefined);
    this.tellUnkeyed(heard.length - keyed.length, table);
    const missing = keyed.filter(({ ifIndex, facts }) => {
      const port = this.withIndex(ifIndex);
      if (!port?.neighbors.some((knownNeighbor) => saysNoMore(facts, knownNeighbor)))
        (port?.neighbors ?? this.facts.unplacedNeighbors).push(facts);
      return !port;
    });
    this.tellUnplaced(
      table,
      missing.map(({ ifIndex }) => ifIndex),
    );
    return keyed.length === heard.length && missing.length === 0;
  }

  private placeOf({ port, byIfIndex }: HeardNeighbor, placer: PortPlacer): ReturnType<PortPlacer['lldpPort']> {
    if (port === undefined) return undefined;
    if (!byIfIndex) return placer.lldpPort(port);
    const portFacts = this.withIndex(port);
    return portFacts && { port: portFacts, how: 'resolved' };
  }

  private withIndex(ifIndex: number): InterfaceFacts | undefined {
    if (this.byIndex.size === 0) for (const port of this.facts.interfaces) this.byIndex.set(port.ifIndex, port);
    return this.byIndex.get(ifIndex);
  }

  private tellUnkeyed(count: number, table: string): void {
    if (count > 0) this.device.note(`${table}: ${count} rows have neither a chassis id, a port id nor a name`);
  }

  private tellUnplaced(table: string, ports: readonly (number | undefined)[]): void {
    if (ports.length === 0) return;
    const numbers = new Set(ports.map((port) => port ?? 'none in its index'));
    this.device.note(
      `${table}: ${ports.length} neighbours are on ports that are no known interface (${listSome(numbers)})`,
    );
  }
}
