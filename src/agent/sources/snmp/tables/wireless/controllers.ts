// Reads wireless clients from controllers, which list the clients of all their access points: Cisco, Aruba with and
// without a controller, Ruckus.
import { withoutUndefined } from '../../../../../platform/text/members';
import { macFromIndex } from '../../../../evidence/mac';
import { toMac, toNumber, toText } from '../../values';
import { readTable, readTables, type TableReading } from '../../walk';
import {
  toAddress,
  indexByMac,
  toRadio,
  toWirelessReading,
  toAssociatedSeconds,
  toSignal,
  toSnr,
  ticks,
  type WirelessClientFacts,
  type WirelessReader,
} from './values';

type Band = WirelessClientFacts['band'];
type Place = Pick<WirelessClientFacts, 'accessPointMac' | 'accessPointAddress' | 'accessPointName'>;

const noRows = ({ rows, isComplete }: TableReading): boolean => rows.length === 0 && isComplete;

/**
 * Column numbers of bsnMobileStationTable (AIRESPACE-WIRELESS-MIB). The index of a row is the MAC address of the
 * client.
 */
const stationColumn = { address: 2, accessPoint: 4, slot: 5, ssid: 7, status: 9 };
const stations = {
  name: 'bsnMobileStationTable',
  entry: '1.3.6.1.4.1.14179.2.1.4.1',
  columns: stationColumn,
  optional: [stationColumn.address, stationColumn.slot, stationColumn.ssid],
};
const statsColumn = { signal: 1, snr: 26 };
const stationStats = {
  name: 'bsnMobileStationStatsTable',
  entry: '1.3.6.1.4.1.14179.2.1.6.1',
  columns: statsColumn,
  optional: [statsColumn.signal, statsColumn.snr],
};
/**
 * Column numbers of bsnAPTable. The index of a row is the access point's base radio MAC address, which is not the MAC
 * address of its Ethernet port (`port`).
 */
const pointColumn = { name: 3, address: 19, port: 33 };
const points = {
  name: 'bsnAPTable',
  entry: '1.3.6.1.4.1.14179.2.2.1.1',
  columns: pointColumn,
  optional: [pointColumn.name, pointColumn.address],
};
const radioColumn = { type: 2, channel: 4 };
const radios = {
  name: 'bsnAPIfTable',
  entry: '1.3.6.1.4.1.14179.2.2.2.1',
  columns: radioColumn,
  optional: [radioColumn.type, radioColumn.channel],
};
/** The states associated (3) and powersave (4), in which a client is associated. */
const associated = [3, 4];
const bandOfType: Readonly<Record<number, Band>> = { 1: 'TwoPointFourGhz', 2: 'FiveGhz' };

export const readAirespace: WirelessReader = async (device) => {
  const table = await readTable(device, stations);
  if (noRows(table)) return [];
  const [stats, pointRows, radioRows] = await readTables(device, [stationStats, points, radios]);
  const [statsOf, pointOf] = [indexByMac(stats.rows), indexByMac(pointRows.rows)];
  const radioRowOf = new Map(radioRows.rows.map(({ index, cells }) => [index.join('.'), cells]));
  const reading = toWirelessReading(stations, table, ({ index, cells }) => {
    if (!associated.includes(toNumber(cells[stationColumn.status]) ?? associated[0]!)) return null;
    const base = toMac(cells[stationColumn.accessPoint]);
    if (base === undefined) return undefined;
    const point = pointOf.get(base);
    // If the table of access points is incomplete, the Ethernet MAC address of this access point may be missing. By its
    // radio MAC address it would look like another device, so its wireless client is left out.
    if (!point && !pointRows.isComplete) return undefined;
    const place: Place = withoutUndefined({
      accessPointMac: toMac(point?.cells[pointColumn.port]) ?? base,
      accessPointAddress: toAddress(point?.cells[pointColumn.address]),
      accessPointName: toText(point?.cells[pointColumn.name]),
    });
    const octets = base.split(':').map((octet) => parseInt(octet, 16));
    const radio = radioRowOf.get([...octets, toNumber(cells[stationColumn.slot])].join('.')) ?? {};
    const mac = macFromIndex(index);
    const heard = statsOf.get(mac ?? '')?.cells ?? {};
    return {
      ...{ mac, isOwnRadio: false, ...place },
      ...withoutUndefined({
        ssid: toText(cells[stationColumn.ssid]),
        address: toAddress(cells[stationColumn.address]),
      }),
      ...toRadio(toNumber(radio[radioColumn.channel]), bandOfType[toNumber(radio[radioColumn.type]) ?? 0]),
      ...toSignal(heard[statsColumn.signal]),
      ...toSnr(heard[statsColumn.snr]),
    };
  });
  return [reading];
};

/**
 * Column numbers of wlsxWlanStationTable (WLSX-WLAN-MIB). The index of a row is the MAC address of the client. The
 * object named RSSI contains a signal-to-noise ratio.
 */
const arubaColumn = { bssid: 2, isAssociated: 5, channel: 6, ssid: 12, snr: 14, upTime: 15 };
const arubaStations = {
  name: 'wlsxWlanStationTable',
  entry: '1.3.6.1.4.1.14823.2.2.1.5.2.2.1.1',
  columns: arubaColumn,
  optional: [arubaColumn.channel, arubaColumn.ssid, arubaColumn.snr, arubaColumn.upTime],
};
/**
 * Table of radios. The index of a row is the MAC address of the access point, the number of its radio, and the BSSID.
 */
const arubaCells = {
  name: 'wlsxWlanAPBssidTable',
  entry: '1.3.6.1.4.1.14823.2.2.1.5.2.1.7.1',
  columns: { ssid: 2 },
};
const arubaPointColumn = { address: 2, name: 3 };
const arubaPoints = {
  name: 'wlsxWlanAPTable',
  entry: '1.3.6.1.4.1.14823.2.2.1.5.2.1.4.1',
  columns: arubaPointColumn,
  optional: [arubaPointColumn.address, arubaPointColumn.name],
};
const no = 2;

export const readArubaController: WirelessReader = async (device) => {
  const table = await readTable(device, arubaStations);
  if (noRows(table)) return [];
  const [cellRows, pointRows] = await readTables(device, [arubaCells, arubaPoints]);
  const pointOf = indexByMac(pointRows.rows);
  const pointOfCell = new Map(
    cellRows.rows.map(({ index }) => [macFromIndex(index.slice(7)), macFromIndex(index.slice(0, 6))] as const),
  );
  const reading = toWirelessReading(arubaStations, table, ({ index, cells }) => {
    if (toNumber(cells[arubaColumn.isAssociated]) === no) return null;
    const bssid = toMac(cells[arubaColumn.bssid]);
    const accessPointMac = pointOfCell.get(bssid);
    if (bssid === undefined || (accessPointMac === undefined && !cellRows.isComplete)) return undefined;
    const point = pointOf.get(accessPointMac ?? '')?.cells ?? {};
    return {
      ...{ mac: macFromIndex(index), isOwnRadio: false },
      ...withoutUndefined({ bssid, accessPointMac, ssid: toText(cells[arubaColumn.ssid]) }),
      ...withoutUndefined({ accessPointAddress: toAddress(point[arubaPointColumn.address]) }),
      ...withoutUndefined({ accessPointName: toText(point[arubaPointColumn.name]) }),
      ...toRadio(toNumber(cells[arubaColumn.channel])),
      ...toSnr(cells[arubaColumn.snr]),
      ...toAssociatedSeconds(cells[arubaColumn.upTime], ticks),
    };
  });
  return [reading];
};

/**
 * Column numbers of aiClientTable (AI-AP-MIB of Aruba Instant, whose access points elect a controller among
 * themselves). The index of a row is the MAC address of the client.
 */
const instantColumn = { bssid: 2, address: 3, point: 4, snr: 7, upTime: 16, phy: 17 };
const instantClients = {
  name: 'aiClientTable',
  entry: '1.3.6.1.4.1.14823.2.3.3.1.2.4.1',
  columns: instantColumn,
  optional: [instantColumn.address, instantColumn.snr, instantColumn.upTime, instantColumn.phy],
};
/**
 * Column numbers of aiWlanTable. The index of a row is the MAC address of the access point, and the number of the
 * wireless network.
 */
const instantCellColumn = { ssid: 3, bssid: 4 };
const instantCells = {
  name: 'aiWlanTable',
  entry: '1.3.6.1.4.1.14823.2.3.3.1.2.3.1',
  columns: instantCellColumn,
  optional: [instantCellColumn.ssid],
};
const instantPointColumn = { name: 2, address: 3 };
const instantPoints = {
  name: 'aiAccessPointTable',
  entry: '1.3.6.1.4.1.14823.2.3.3.1.2.1.1',
  columns: instantPointColumn,
  optional: [instantPointColumn.name, instantPointColumn.address],
};
/** Bands by the PHY type of a client: 1 is dot11a, 2 dot11b, 3 dot11g and 6 dot11ax6ghz. */
const bandOfPhy: Readonly<Record<number, Band>> = {
  1: 'FiveGhz',
  2: 'TwoPointFourGhz',
  3: 'TwoPointFourGhz',
  6: 'SixGhz',
};

export const readArubaInstant: WirelessReader = async (device) => {
  const table = await readTable(device, instantClients);
  if (noRows(table)) return [];
  const [cellRows, pointRows] = await readTables(device, [instantCells, instantPoints]);
  const pointOf = indexByMac(pointRows.rows);
  const cellOf = new Map(cellRows.rows.map((row) => [toMac(row.cells[instantCellColumn.bssid]), row]));
  const reading = toWirelessReading(instantClients, table, ({ index, cells }) => {
    const bssid = toMac(cells[instantColumn.bssid]);
    const cell = bssid === undefined ? undefined : cellOf.get(bssid);
    const accessPointAddress = toAddress(cells[instantColumn.point]);
    if ((!cell && !cellRows.isComplete) || (bssid === undefined && accessPointAddress === undefined)) return undefined;
    const accessPointMac = cell && macFromIndex(cell.index.slice(0, 6));
    const point = pointOf.get(accessPointMac ?? '')?.cells ?? {};
    const band = bandOfPhy[toNumber(cells[instantColumn.phy]) ?? 0];
    return {
      ...{ mac: macFromIndex(index), isOwnRadio: false },
      ...withoutUndefined({ bssid, accessPointMac, accessPointAddress, band }),
      ...withoutUndefined({ accessPointName: toText(point[instantPointColumn.name]) }),
      ...withoutUndefined({
        ssid: toText(cell?.cells[instantCellColumn.ssid]),
        address: toAddress(cells[instantColumn.address]),
      }),
      ...toSnr(cells[instantColumn.snr]),
      ...toAssociatedSeconds(cells[instantColumn.upTime], ticks),
    };
  });
  return [reading];
};

/** Column numbers of ruckusZDWLANStaTable (RUCKUS-ZD-WLAN-MIB). The index of a row is the MAC address of the client. */
const ruckusColumn = {
  ...{ point: 2, bssid: 3, ssid: 4, radio: 6, channel: 7, address: 8 },
  ...{ upTime: 15, snr: 21, signal: 81 },
};
const { point: _point, ...ruckusOptional } = ruckusColumn;
const ruckusStations = {
  name: 'ruckusZDWLANStaTable',
  entry: '1.3.6.1.4.1.25053.1.2.2.1.1.3.1.1',
  columns: ruckusColumn,
  optional: Object.values(ruckusOptional),
};
const ruckusPointColumn = { name: 2, address: 10 };
const ruckusPoints = {
  name: 'ruckusZDWLANAPTable',
  entry: '1.3.6.1.4.1.25053.1.2.2.1.1.2.1.1',
  columns: ruckusPointColumn,
  optional: [ruckusPointColumn.name, ruckusPointColumn.address],
};
/**
 * Bands by a client's radio type, from 0: radio11a, radio11b, radio11g, radio11ng, radio11na, radio11ac. Tables of
 * access points use other numbers for the same radio types.
 */
const bandsOfRadio: readonly Band[] = [
  ...(['FiveGhz', 'TwoPointFourGhz', 'TwoPointFourGhz', 'TwoPointFourGhz', 'FiveGhz', 'FiveGhz'] as const),
];

export const readZoneDirector: WirelessReader = async (device) => {
  const [table, pointRows] = await readTables(device, [ruckusStations, ruckusPoints]);
  const pointOf = indexByMac(pointRows.rows);
  const reading = toWirelessReading(ruckusStations, table, ({ index, cells }) => {
    const accessPointMac = toMac(cells[ruckusColumn.point]);
    if (accessPointMac === undefined) return undefined;
    const point = pointOf.get(accessPointMac)?.cells ?? {};
    const band = bandsOfRadio[toNumber(cells[ruckusColumn.radio]) ?? -1];
    return {
      ...{ mac: macFromIndex(index), isOwnRadio: false },
      ...withoutUndefined({
        accessPointMac,
        bssid: toMac(cells[ruckusColumn.bssid]),
        ssid: toText(cells[ruckusColumn.ssid]),
      }),
      ...withoutUndefined({ accessPointAddress: toAddress(point[ruckusPointColumn.address]) }),
      ...withoutUndefined({ accessPointName: toText(point[ruckusPointColumn.name]) }),
      ...withoutUndefined({ address: toAddress(cells[ruckusColumn.address]) }),
      ...toRadio(toNumber(cells[ruckusColumn.channel]), band),
      ...toSignal(cells[ruckusColumn.signal]),
      ...toSnr(cells[ruckusColumn.snr]),
      ...toAssociatedSeconds(cells[ruckusColumn.upTime], ticks),
    };
  });
  return [reading];
};
