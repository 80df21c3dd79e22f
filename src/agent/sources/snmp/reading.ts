// Reads all tables of one device, one after the other. A table is read after the tables on which it depends.
import { isContainerBridgeName } from '../../evidence/container-bridges';
import type { InterfaceFacts, SystemFacts } from './facts';
import { HeardNeighbors } from './heard';
import { PortPlacer, type BasePorts } from './ports';
import { deviceTables, noRows, rowTables, type DeviceFacts, type DeviceTable } from './row-tables';
import { SnmpFailure, type SnmpSession } from './session';
import { readAddresses } from './tables/addresses';
import { lagTable, placeAggregates, stackTable } from './tables/aggregates';
import { isAlcatel, readAlcatelVlans } from './tables/alcatel';
import { readArp } from './tables/arp';
import { readBasePorts, readPlainFdb, readVlanFdb, type Learned } from './tables/bridge';
import { hasCdp, readCdp } from './tables/cdp';
import { isCisco, readCiscoVlans, readFdbByVlan } from './tables/cisco';
import { readCounters } from './tables/counters';
import { readEntity } from './tables/entity';
import { ethernetTable, placeDuplex } from './tables/ethernet';
import { withMakersHardware } from './tables/hardware';
import { readInterfaces } from './tables/interfaces';
import { isTimos, readLldp, readOwnIds, type HeardNeighbor } from './tables/lldp';
import { readMakerNeighbors, type MakerReading } from './tables/makers';
import { ciscoPoeTable, placePower, poeTable } from './tables/power';
import { leaveBlockedUndecided, mstpPortTable, placeSpanningTree, stpPortTable } from './tables/spanning-tree';
import { readVlans } from './tables/vlans';
import { createDevice, readTables, type Device } from './walk';

/** The result for a device of which nothing could be read. */
export const unreadFacts = (): DeviceFacts => ({
  system: {},
  interfaces: [],
  addresses: [],
  arp: [],
  vlans: [],
  ...noRows(),
  unplacedNeighbors: [],
  incomplete: deviceTables,
  notes: [],
  hasNeighborTable: false,
});

/** Tables whose rows refer to interfaces, and are useless without the interface table. */
const placedTables = [
  ...(['lldp', 'cdp', 'fdb', 'vlans', 'arp'] as const),
  ...(['aggregates', 'stp', 'duplex', 'poe'] as const),
] as const;

/** Reads all tables of the device. `system` is the first response of the device. */
export function readAll(session: SnmpSession, system: SystemFacts): Promise<DeviceFacts> {
  const notes: string[] = [];
  const device = createDevice(session, (text) => notes.push(text));
  return new Reading(device, { ...unreadFacts(), system, notes }).run();
}

class Reading {
  private readonly incomplete = new Set<DeviceTable>();
  private byIndex: ReadonlyMap<number, InterfaceFacts> = new Map();
  private basePorts: BasePorts = new Map();
  private readonly heard: HeardNeighbors;
  private makerReadings: readonly MakerReading[] = [];

  /** Whether a row is not on the bridge of a container runtime. Unknown interfaces count as no bridges. */
  private readonly isOnNetwork = ({ ifIndex }: { readonly ifIndex?: number | undefined }): boolean => {
    const port = this.byIndex.get(ifIndex ?? -1);
    return ![port?.name, port?.descr].some((one) => one !== undefined && isContainerBridgeName(one));
  };

  constructor(
    private readonly device: Device,
    private readonly facts: DeviceFacts,
  ) {
    this.heard = new HeardNeighbors(device, facts);
  }

  async run(): Promise<DeviceFacts> {
    await this.read('interfaces', () => this.interfaces());
    await this.read('addresses', async () => {
      const { addresses, isComplete } = await readAddresses(this.device);
      this.facts.addresses = addresses.filter(this.isOnNetwork);
      return isComplete;
    });
    await this.read('fdb', () => this.ports());
    // LLDP usually names ports by their numbers in the table of bridge ports. If that table is incomplete, neighbors
    // may be at wrong ports. So all tables that use these numbers count as incomplete too.
    const arePortsKnown = !this.incomplete.has('fdb');
    await this.read('lldp', async () => (await this.lldp()) && arePortsKnown);
    await this.read('cdp', () => this.cdp());
    await this.makers();
    await this.read('vlans', async () => (await this.vlans()) && arePortsKnown);
    await this.portFacts(arePortsKnown);
    await this.read('fdb', () => this.fdb());
    await this.read('arp', async () => {
      const { arp, isComplete } = await readArp(this.device);
      this.facts.arp = arp.filter(this.isOnNetwork);
      return isComplete;
    });
    await this.read('entity', async () => {
      const { entity, isComplete } = await readEntity(this.device);
      this.facts.entity = entity;
      this.facts.entity = await withMakersHardware(this.device, this.facts.system, entity);
      return isComplete;
    });
    for (const { name, facts, read } of rowTables)
      await this.read(name, async () => {
        const { rows, isComplete } = await read(this.device, this.facts);
        Object.assign(this.facts, { [facts]: rows });
        return isComplete;
      });
    this.facts.routes = this.facts.routes.filter(this.isOnNetwork);
    await this.counters();
    // If the interfaces are unknown, tables whose rows refer to interfaces count as incomplete.
    if (this.incomplete.has('interfaces')) for (const table of placedTables) this.incomplete.add(table);
    if (this.device.pace.gone) this.device.note('it stopped answering, or took too long');
    return { ...this.facts, incomplete: [...this.incomplete] };
  }

  /**
   * Reads a table. `read` resolves with whether the table was read completely; if not, the table is marked as
   * incomplete.
   */
  private async read(table: DeviceTable, read: () => Promise<boolean>): Promise<void> {
    try {
      if (!(await read())) this.incomplete.add(table);
    } catch (error) {
      if (!(error instanceof SnmpFailure)) throw error;
      if (error.kind === 'overtime') this.device.pace.gone = true;
      if (!this.device.pace.gone) this.device.note(`${table}: ${error.message}`);
      this.incomplete.add(table);
    }
  }

  private async interfaces(): Promise<boolean> {
    const { interfaces, isComplete } = await readInterfaces(this.device);
    this.facts.interfaces = interfaces;
    this.byIndex = new Map(interfaces.map((port) => [port.ifIndex, port]));
    return isComplete;
  }

  private async ports(): Promise<boolean> {
    const { basePorts, isComplete } = await readBasePorts(this.device);
    this.basePorts = basePorts;
    return isComplete;
  }

  private async lldp(): Promise<boolean> {
    const { chassisId, bridgeAddress } = await readOwnIds(this.device);
    Object.assign(this.facts, { chassisId, bridgeAddress });
    const lldp = await readLldp(this.device, isTimos(this.facts.system.objectId));
    this.facts.hasNeighborTable = chassisId !== undefined || lldp.neighbors.length > 0;
    const placer = new PortPlacer(this.facts.interfaces, this.basePorts, lldp.localPorts);
    this.makerReadings = await readMakerNeighbors(this.device, this.facts.system.objectId);
    const areAllPlaced = this.heard.placeLldp(this.withMakersPorts(lldp.neighbors), placer);
    return lldp.isComplete && areAllPlaced;
  }

  /**
   * Adds the local ports to LLDP neighbors of RouterOS devices. RouterOS indexes lldpRemTable only by the neighbor's
   * number; the local port of each neighbor is in a table of MIKROTIK-MIB.
   */
  private withMakersPorts(neighbors: readonly HeardNeighbor[]): HeardNeighbor[] {
    const ofMaker = new Map(
      this.makerReadings
        .filter(({ like }) => like === 'lldp')
        .flatMap((reading) => reading.neighbors.map((one) => [one.number, one] as const)),
    );
    return neighbors.map((one) => {
      const same = one.port === undefined ? ofMaker.get(one.number) : undefined;
      return same ? { ...one, port: same.ifIndex, byIfIndex: true } : one;
    });
  }

  private async cdp(): Promise<boolean> {
    const { neighbors, isComplete } = await readCdp(this.device);
    if (!this.facts.hasNeighborTable) this.facts.hasNeighborTable = neighbors.length > 0 || (await hasCdp(this.device));
    const areAllPlaced = this.heard.placeByIfIndex('cdpCacheTable', neighbors);
    return isComplete && areAllPlaced;
  }

  private async makers(): Promise<void> {
    for (const like of ['lldp', 'cdp'] as const)
      await this.read(like, async () => {
        const readings = this.makerReadings.filter((one) => one.like === like);
        const placed = readings.map(({ table, neighbors }) => this.heard.placeByIfIndex(table, neighbors));
        this.facts.hasNeighborTable ||= readings.some(({ neighbors }) => neighbors.length > 0);
        return readings.every(({ isComplete }) => isComplete) && !placed.includes(false);
      });
  }

  /** Reads the VLANs of the device and of its ports. Vendor tables are read if the standard tables are empty. */
  private async vlans(): Promise<boolean> {
    const { objectId } = this.facts.system;
    const q = await readVlans(this.device, new PortPlacer(this.facts.interfaces, this.basePorts));
    this.facts.vlans = q.vlans;
    const readOwn = isCisco(objectId) ? readCiscoVlans : isAlcatel(objectId) ? readAlcatelVlans : undefined;
    if (q.vlans.length > 0 || !readOwn) return q.isComplete;
    const vendorVlans = await readOwn(this.device, this.byIndex);
    this.facts.vlans = vendorVlans.vlans;
    return q.isComplete && vendorVlans.isComplete;
  }

  /**
   * Reads the counters of ports last. Missing counters do not make a table incomplete, because the server keeps the
   * stored counters of a port whose report contains none.
   */
  private async counters(): Promise<void> {
    try {
      await readCounters(this.device, this.facts.interfaces);
    } catch (error) {
      if (!(error instanceof SnmpFailure)) throw error;
      if (error.kind === 'overtime') this.device.pace.gone = true;
    }
  }

  /** Reads several small tables with shared requests. A device that has none of these tables gets a single request. */
  private async portFacts(arePortsKnown: boolean): Promise<void> {
    const { device, facts, byIndex } = this;
    const placer = new PortPlacer(facts.interfaces, this.basePorts);
    let reading: ReturnType<typeof readPortTables> | undefined;
    const tables = () => (reading ??= readPortTables(device));
    await this.read('duplex', async () => placeDuplex((await tables())[0], byIndex));
    await this.read('aggregates', async () =>
      placeAggregates(device, (await tables())[1], (await tables())[2], byIndex),
    );
    await this.read('stp', async () => {
      const [, , , ports, , instances] = await tables();
      const areAllPlaced = await placeSpanningTree(device, facts, { ports, instances }, placer);
      return areAllPlaced && arePortsKnown;
    });
    await this.read('poe', async () => {
      const [, , , , ports, , consumption] = await tables();
      return placePower(device, ports, consumption, facts.interfaces, placer) && arePortsKnown;
    });
  }

  private async fdb(): Promise<boolean> {
    const { vlans, system, interfaces } = this.facts;
    const learned: Learned = new Map();
    let areTreesKnown = !isCisco(system.objectId) || vlans.length === 0;
    try {
      const read = await this.learn(learned);
      areTreesKnown = read.areTreesKnown;
      return read.isComplete;
    } finally {
      const ownMacs = new Set(interfaces.map(({ mac }) => mac));
      for (const [port, macs] of learned) port.fdbMacs = [...macs].filter((mac) => !ownMacs.has(mac));
      // Without all spanning trees, a port that looks blocked may forward in a tree that was not read. If no port has a
      // spanning tree state, the device probably has no spanning tree, and nothing is missing.
      if (!areTreesKnown && interfaces.some(({ stpState }) => stpState !== undefined)) {
        leaveBlockedUndecided(interfaces);
        this.incomplete.add('stp');
      }
    }
  }

  /**
   * Reads the learned MAC addresses. dot1dTpFdbTable has the same entries as dot1qTpFdbTable, so it is read only if
   * dot1qTpFdbTable is empty.
   */
  private async learn(learned: Learned): Promise<{ isComplete: boolean; areTreesKnown: boolean }> {
    const { vlans, system, interfaces } = this.facts;
    const hasOwnTables = isCisco(system.objectId) && vlans.length > 0;
    const placer = new PortPlacer(interfaces, this.basePorts);
    const all = await readVlanFdb(this.device, placer, learned);
    if (!all.isComplete) return { isComplete: false, areTreesKnown: !hasOwnTables };
    if (all.rows > 0) return { isComplete: true, areTreesKnown: true };
    const plain = await readPlainFdb(this.device, placer, learned);
    if (!hasOwnTables) return { isComplete: plain.isComplete, areTreesKnown: true };
    const byVlan = await readFdbByVlan(this.device, vlans, interfaces, learned);
    return { ...byVlan, isComplete: plain.isComplete && byVlan.isComplete };
  }
}

const readPortTables = (device: Device) =>
  readTables(device, [
    ...([ethernetTable, lagTable, stackTable, stpPortTable, poeTable] as const),
    ...([mstpPortTable, ciscoPoeTable] as const),
  ] as const);
