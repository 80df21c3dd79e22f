// Reads neighbor tables of vendors' own MIBs, in addition to LLDP-MIB and CISCO-CDP-MIB. A table is requested only from
// devices of its vendor.
import { ipFromBytes, ipFromText } from '../../../evidence/addresses';
import { parseChassisId, parsePortId, type ChassisId, type PortId } from '../../../evidence/lldp-ids';
import { macFromIndex } from '../../../evidence/mac';
import type { NeighborFacts } from '../facts';
import type { Value } from '../session';
import { toBytes, toDottedText, toMac, toNumber, toSubtype, toText } from '../values';
import { readTable, type Device, type Row, type Table } from '../walk';
import type { HeardByIfIndex } from './cdp';

export interface MakerReading {
  /** Name of the table in its MIB. */
  readonly table: string;
  /** Whether the rows of the table are reported as LLDP or as CDP neighbors. */
  readonly like: 'lldp' | 'cdp';
  readonly neighbors: readonly (HeardByIfIndex & { readonly number?: number })[];
  readonly isComplete: boolean;
}

/** A neighbor table of a vendor. `neighborIn` decodes a row of the table. */
interface MakerTable extends Table {
  readonly like: 'lldp' | 'cdp';
  readonly neighborIn: (row: Row) => Partial<NeighborFacts>;
  /** ifIndex of the local port; by default the first number of the index. */
  readonly ifIndexIn?: (row: Row) => number | undefined;
}

const below = (enterprise: string): string => `1.3.6.1.4.1.${enterprise}`;

/** The IP addresses in values of the types IpAddress, octet string or text, without duplicates. */
const addressesIn = (...values: (Value | undefined)[]): string[] => {
  const addresses = values.map(
    (one) => ipFromText(toDottedText(one) ?? toText(one) ?? '') ?? ipFromBytes(toBytes(one)),
  );
  return [...new Set(addresses.filter((address) => address !== undefined))];
};
const macChassis = (mac: string | undefined): ChassisId | undefined =>
  mac === undefined ? undefined : { subtype: 'MacAddress', value: mac };
const portNamed = (name: string | undefined): PortId | undefined =>
  name === undefined ? undefined : { subtype: 'InterfaceName', value: name };

/** TPLINK-LLDPINFO-MIB of JetStream and Omada switches, in which subtypes and addresses are texts. */
const tpLink: MakerTable = {
  like: 'lldp',
  name: 'lldpNeighborInfoTable',
  entry: below('11863.6.35.1.2.2.1'),
  columns: { chassisType: 3, chassisId: 4, portType: 5, portId: 6, portDesc: 8, sysName: 9, sysDesc: 10, address: 13 },
  optional: [3, 5, 8, 10, 13],
  neighborIn: ({ cells }) => ({
    chassisId: parseChassisId(toSubtype(cells[3]), toBytes(cells[4])),
    portId: parsePortId(toSubtype(cells[5]), toBytes(cells[6])),
    portDescription: toText(cells[8]),
    systemName: toText(cells[9]),
    systemDescription: toText(cells[10]),
    managementAddresses: addressesIn(cells[13]),
  }),
};

/** FOUNDRY-SN-SWITCH-GROUP-MIB: neighbors found by Foundry's own protocol (FDP) and by CDP. */
const foundry: MakerTable = {
  like: 'cdp',
  name: 'snFdpCacheTable',
  entry: below('1991.1.1.3.20.1.2.1.1'),
  columns: { deviceId: 3, address: 5, port: 7, platform: 8 },
  optional: [5, 8],
  neighborIn: ({ cells }) => cdpNeighbor(cells[3], cells[7], cells[8], cells[5]),
};

/**
 * FASTPATH's ISDP table, which has the same columns as CDP's, below the vendor's root: Netgear, Dell, Broadcom and
 * Ubiquiti.
 */
const isdp = (root: string): MakerTable => ({
  like: 'cdp',
  name: 'agentIsdpCacheTable',
  entry: below(`${root}.39.1.2.1.1`),
  columns: { address: 3, deviceId: 6, port: 7, platform: 8 },
  optional: [3, 8],
  neighborIn: ({ cells }) => cdpNeighbor(cells[6], cells[7], cells[8], cells[3]),
});

function cdpNeighbor(
  deviceId: Value | undefined,
  port: Value | undefined,
  platform: Value | undefined,
  address: Value | undefined,
): Partial<NeighborFacts> {
  const name = toText(deviceId);
  return {
    chassisId: name === undefined ? undefined : { subtype: 'LocallyAssigned', value: name },
    portId: portNamed(toText(port)),
    platform: toText(platform),
    managementAddresses: addressesIn(address),
  };
}

/** MIKROTIK-MIB: neighbors that RouterOS found by MNDP, CDP or LLDP, without the remote port. */
const mikroTik: MakerTable = {
  like: 'lldp',
  name: 'mtxrNeighborTable',
  entry: below('14988.1.1.11.1.1'),
  columns: { address: 2, mac: 3, version: 4, identity: 6, ifIndex: 8 },
  optional: [2, 4],
  ifIndexIn: ({ cells }) => toNumber(cells[8]),
  neighborIn: ({ cells }) => ({
    chassisId: macChassis(toMac(cells[3])),
    systemName: toText(cells[6]),
    systemDescription: toText(cells[4]),
    managementAddresses: addressesIn(cells[2]),
  }),
};

/** HUAWEI-HGMP-MIB and its copies by H3C and 3Com. The index is ifIndex, device and port. */
const huaweiNdp = (root: string): MakerTable => ({
  like: 'lldp',
  name: 'hwNDPPortNbTable',
  entry: below(`${root}.7.5.6.1`),
  columns: { deviceId: 1, port: 2, name: 3 },
  neighborIn: ({ cells }) => ({
    chassisId: parseChassisId(undefined, toBytes(cells[1])),
    portId: portNamed(toText(cells[2])),
    systemName: toText(cells[3]),
  }),
});

/** EXTREME-EDP-MIB. The index is ifIndex and eight bytes, of which the last six are a MAC address. */
const extreme: MakerTable = {
  like: 'lldp',
  name: 'extremeEdpTable',
  entry: below('1916.1.13.2.1'),
  columns: { name: 3, slot: 5, port: 6 },
  neighborIn: ({ index, cells }) => {
    const [slot, port] = [toNumber(cells[5]), toNumber(cells[6])];
    const name = port === undefined ? undefined : slot ? `${slot}:${port}` : String(port);
    return {
      chassisId: macChassis(macFromIndex(index.slice(-6))),
      portId: portNamed(name),
      systemName: toText(cells[3]),
    };
  },
};

/** Tables by the enterprise number in sysObjectID. */
const tables: Readonly<Record<string, readonly MakerTable[]>> = {
  '11863': [tpLink],
  '1991': [foundry],
  '4526': [isdp('4526.10'), isdp('4526.11')],
  '674': [isdp('674.10895.5000.2.6132.1.1')],
  '4413': [isdp('4413.1.1')],
  '14988': [mikroTik],
  '2011': [huaweiNdp('2011.6')],
  '25506': [huaweiNdp('25506.8')],
  '43': [huaweiNdp('43.45.1.6')],
  '1916': [extreme],
};

/** The vendor's number (IANA private enterprise numbers) in a sysObjectID. */
export const enterpriseNumber = (objectId: string | undefined): string | undefined =>
  /^1\.3\.6\.1\.4\.1\.(\d+)/.exec(objectId ?? '')?.[1];

/** Reads the neighbor tables of the device's vendor. Empty for vendors without such tables. */
export async function readMakerNeighbors(device: Device, objectId: string | undefined): Promise<MakerReading[]> {
  const readings: MakerReading[] = [];
  for (const table of tables[enterpriseNumber(objectId) ?? ''] ?? []) {
    const { rows, isComplete } = await readTable(device, table);
    const neighbors = rows.map((row) => ({
      ifIndex: (table.ifIndexIn ? table.ifIndexIn(row) : row.index[0]) ?? 0,
      number: row.index.at(-1),
      facts: {
        protocol: table.like === 'lldp' ? ('LLDP' as const) : ('CDP' as const),
        localPort: 'resolved' as const,
        managementAddresses: [],
        ...table.neighborIn(row),
      },
    }));
    readings.push({ table: table.name, like: table.like, neighbors, isComplete });
  }
  return readings;
}
