// Reads LLDP-MIB, LLDP-V2-MIB and TIMETRA-LLDP-MIB: the device's chassis ID and the neighbors on each port.
import { ipFromIndex } from '../../../evidence/addresses';
import { parseChassisId, isPortSubtype, parsePortId } from '../../../evidence/lldp-ids';
import type { NeighborFacts } from '../facts';
import type { LocalPort } from '../ports';
import { toBytes, toMac, toSubtype, toText } from '../values';
import { readTable, type Device, type Row, type Table } from '../walk';
import { enterpriseNumber } from './makers';
import { getValues } from './system';

/** The properties by which LLDP-MIB, LLDP-V2-MIB and TIMETRA-LLDP-MIB differ. */
interface Mib {
  readonly protocol: 'LLDP' | 'LLDP-V2';
  readonly root: string;
  readonly name: string;
  /**
   * First column of the MIB's neighbor table (lldpRemTable). The seven columns from chassis id subtype to system
   * description follow in order.
   */
  readonly firstColumn: number;
  /**
   * Length of the neighbor table's index: time, port, destination address (newer MIBs only), number of the neighbor.
   */
  readonly indexLength: 3 | 4;
  /** Whether the MIB numbers ports by ifIndex. */
  readonly byIfIndex: boolean;
}
const lldp: Mib = {
  protocol: 'LLDP',
  root: '1.0.8802.1.1.2.1',
  name: 'lldpRem',
  firstColumn: 4,
  indexLength: 3,
  byIfIndex: false,
};
const lldpV2: Mib = {
  protocol: 'LLDP-V2',
  root: '1.3.111.2.802.1.1.13.1',
  name: 'lldpV2Rem',
  firstColumn: 5,
  indexLength: 4,
  byIfIndex: true,
};
/** TIMETRA-LLDP-MIB of Nokia SR OS. */
const timetra: Mib = {
  protocol: 'LLDP-V2',
  root: '1.3.6.1.4.1.6527.3.1.2.59',
  name: 'tmnxLldpRem',
  firstColumn: 4,
  indexLength: 4,
  byIfIndex: true,
};

/** Whether the object id is below the enterprise number 6527 (Timetra), as on every device with Nokia SR OS. */
export const isTimos = (objectId: string | undefined): boolean => enterpriseNumber(objectId) === '6527';

export interface HeardNeighbor {
  /**
   * The port number of lldpLocPortTable, or an ifIndex if `byIfIndex` is set; undefined if the row's index contains no
   * port.
   */
  readonly port: number | undefined;
  readonly byIfIndex: boolean;
  /** The neighbor's number on the local port: the last number of the row's index. */
  readonly number: number | undefined;
  readonly facts: Omit<NeighborFacts, 'localPort'>;
}
export interface LldpFacts {
  localPorts: ReadonlyMap<number, LocalPort>;
  neighbors: HeardNeighbor[];
  isComplete: boolean;
}

/**
 * Reads the neighbors from all MIBs for LLDP and merges them, because some devices have different neighbors in each
 * MIB.
 */
export async function readLldp(device: Device, isTimos: boolean): Promise<LldpFacts> {
  const mibs = isTimos ? [lldp, lldpV2, timetra] : [lldp, lldpV2];
  const neighbors: HeardNeighbor[] = [];
  let isComplete = true;
  for (const mib of mibs) {
    const heard = await readRemote(device, mib);
    neighbors.push(...heard.neighbors);
    isComplete &&= heard.isComplete;
  }
  const hasLocal = neighbors.some(({ byIfIndex }) => !byIfIndex);
  const local = hasLocal ? await readLocalPorts(device) : { ports: new Map<number, LocalPort>(), isComplete: true };
  return {
    localPorts: local.ports,
    neighbors,
    isComplete: isComplete && local.isComplete,
  };
}

async function readRemote(device: Device, mib: Mib): Promise<{ neighbors: HeardNeighbor[]; isComplete: boolean }> {
  const [chassisSubtype, chassisId, portSubtype, portId, portDesc, sysName, sysDesc] = Array.from(
    { length: 7 },
    (_empty, at) => mib.firstColumn + at,
  ) as [number, number, number, number, number, number, number];
  const columns = { chassisSubtype, chassisId, portSubtype, portId, portDesc, sysName, sysDesc };
  const table: Table = {
    name: `${mib.name}Table`,
    entry: `${mib.root}.4.1.1`,
    columns,
    optional: [chassisSubtype, portSubtype, portDesc, sysDesc],
  };
  const { rows, isComplete } = await readTable(device, table);
  if (rows.length === 0) return { neighbors: [], isComplete };
  const managed = await readManagementAddresses(device, mib, rows);
  const neighbors = rows.map((row): HeardNeighbor => ({
    port: portIn(row.index),
    byIfIndex: mib.byIfIndex,
    number: row.index.at(-1),
    facts: {
      protocol: mib.protocol,
      chassisId: parseChassisId(toSubtype(row.cells[chassisSubtype]), toBytes(row.cells[chassisId])),
      portId: parsePortId(toSubtype(row.cells[portSubtype]), toBytes(row.cells[portId])),
      portDescription: toText(row.cells[portDesc]),
      systemName: toText(row.cells[sysName]),
      systemDescription: toText(row.cells[sysDesc]),
      managementAddresses: managed.addresses.get(keyOf(row.index)) ?? [],
    },
  }));
  return { neighbors, isComplete: isComplete && managed.isComplete };
}

/**
 * The local port number in the index of a neighbor's row. Some devices omit lldpRemTimeMark from the index; others
 * append further numbers after the port.
 */
const portIn = (index: readonly number[]): number | undefined =>
  index.length === 2 ? index[0] : index.length > 2 ? index[1] : undefined;

/**
 * Key of a neighbor's row: port and neighbor number. The time mark at the start of the index is not part of the key,
 * because some devices omit it.
 */
const keyOf = (index: readonly number[]): string => `${portIn(index)} ${index.at(-1)}`;

/**
 * Reads the device's own ids: lldpLocChassisId of LLDP-MIB and LLDP-V2-MIB, and dot1dBaseBridgeAddress of BRIDGE-MIB.
 */
export async function readOwnIds(device: Device): Promise<{ chassisId?: string; bridgeAddress?: string }> {
  const bridge = '1.3.6.1.2.1.17.1.1.0';
  const subtypes = [lldp, lldpV2].map(({ root }) => `${root}.3.1.0`);
  const ids = [lldp, lldpV2].map(({ root }) => `${root}.3.2.0`);
  const valueByOid = new Map(
    (await getValues(device, [...subtypes, ...ids, bridge])).map(({ oid, value }) => [oid, value]),
  );
  const [chassisId] = ids.flatMap(
    (id, at) => parseChassisId(toSubtype(valueByOid.get(subtypes[at]!)), toBytes(valueByOid.get(id))) ?? [],
  );
  const mac = toMac(valueByOid.get(bridge));
  return { chassisId: chassisId?.value, bridgeAddress: mac !== undefined && isOfMaker(mac) ? mac : undefined };
}

/**
 * Whether the MAC address was assigned by a manufacturer. Locally administered addresses may repeat on other machines,
 * and group addresses identify no machine.
 */
const isOfMaker = (mac: string): boolean => (parseInt(mac.slice(0, 2), 16) & 3) === 0;

const locPortTable = {
  name: 'lldpLocPortTable',
  entry: `${lldp.root}.3.7.1`,
  columns: { subtype: 2, id: 3, description: 4 },
  optional: [2, 4],
};

async function readLocalPorts(device: Device): Promise<{ ports: Map<number, LocalPort>; isComplete: boolean }> {
  const { subtype, id, description } = locPortTable.columns;
  const table = await readTable(device, locPortTable);
  const ports = table.rows.map(({ index, cells }): [number, LocalPort] => {
    const idSubtype = toSubtype(cells[subtype]);
    const portId = parsePortId(idSubtype, toBytes(cells[id]));
    return [
      index[0]!,
      { id: portId, isSubtypeKnown: isPortSubtype(idSubtype), description: toText(cells[description]) },
    ];
  });
  return { ports: new Map(ports), isComplete: table.isComplete };
}

/** Sizes of addresses in bytes by IANA address family: IPv4, IPv6. */
const sizes: Readonly<Record<number, 4 | 16>> = { 1: 4, 2: 16 };

/** Reads the management addresses of neighbors, by the neighbor's key (`keyOf`), in the order of the table. */
async function readManagementAddresses(
  device: Device,
  { root, name }: Mib,
  neighbors: readonly Row[],
): Promise<{ addresses: Map<string, string[]>; isComplete: boolean }> {
  const { rows, isComplete } = await readTable(device, {
    name: `${name}ManAddrTable`,
    entry: `${root}.4.2.1`,
    columns: { ifSubtype: 3 },
  });
  const keys = new Set(neighbors.map(({ index }) => keyOf(index)));
  const lengths = [...new Set(neighbors.map(({ index }) => index.length))];
  const addresses = new Map<string, string[]>();
  for (const { index } of rows) {
    const length = lengths.find((one) => keys.has(keyOf(index.slice(0, one))));
    if (length === undefined) continue;
    const key = keyOf(index.slice(0, length));
    const [family, ...rest] = index.slice(length);
    const size = sizes[family ?? 0];
    const address = size && ipFromIndex(rest, size)?.address;
    if (address) addresses.set(key, [...(addresses.get(key) ?? []), address]);
  }
  return { addresses, isComplete };
}
