// Reads the clients of access points with radios of their own: autonomous Cisco access points, RouterOS and airOS.
import { withoutUndefined } from '../../../../../platform/text/members';
import { macFromIndex } from '../../../../evidence/mac';
import { decodeText } from '../../../../evidence/text';
import type { PortFacts } from '../../facts';
import { toMac, toNumber, toText } from '../../values';
import { readTables, type Row } from '../../walk';
import {
  toAddress,
  radioOfFrequency,
  toWirelessReading,
  toAssociatedSeconds,
  toSignal,
  ticks,
  type WirelessReader,
} from './values';

/**
 * Column numbers of cDot11ClientConfigInfoTable (CISCO-DOT11-ASSOCIATION-MIB). The index of a row is ifIndex, length
 * and bytes of the SSID, and MAC address of the client.
 */
const aironetColumn = { parent: 2, state: 14, address: 16 };
const aironetClients = {
  name: 'cDot11ClientConfigInfoTable',
  entry: '1.3.6.1.4.1.9.9.273.1.2.1.1',
  columns: aironetColumn,
  optional: [aironetColumn.parent, aironetColumn.address],
};
const statisticColumn = { upTime: 2, signal: 3 };
const aironetStatistics = {
  name: 'cDot11ClientStatisticTable',
  entry: '1.3.6.1.4.1.9.9.273.1.3.1.1',
  columns: statisticColumn,
  optional: [statisticColumn.upTime, statisticColumn.signal],
};
/** The states initial (1) and authenNotAssociated (2), in which a client is not associated. */
const notAssociated = [1, 2];

export const readAironet: WirelessReader = async (device) => {
  const [table, statistics] = await readTables(device, [aironetClients, aironetStatistics]);
  const statisticsOf = new Map(statistics.rows.map(({ index, cells }) => [index.join('.'), cells]));
  const isAssociated = ({ cells }: Row) => !notAssociated.includes(toNumber(cells[aironetColumn.state]) ?? 0);
  const clientOf = ({ index }: Row) => {
    const [ifIndex, length = 0, ...rest] = index;
    const mac = rest.length === length + 6 ? macFromIndex(rest.slice(length)) : undefined;
    return { ifIndex, ssid: decodeText(Uint8Array.from(rest.slice(0, length))), mac };
  };
  const macs = new Set(table.rows.filter(isAssociated).map((row) => clientOf(row).mac));
  const reading = toWirelessReading(aironetClients, table, (row) => {
    if (!isAssociated(row)) return null;
    const { ifIndex, ssid, mac } = clientOf(row);
    const { index, cells } = row;
    // The parent of a client is the radio or, behind a repeater, the repeater, which the table lists as a client too.
    const parent = toMac(cells[aironetColumn.parent]);
    const repeater = parent !== mac && macs.has(parent) ? parent : undefined;
    const heard = statisticsOf.get(index.join('.')) ?? {};
    return {
      ...{ mac, isOwnRadio: repeater === undefined },
      ...withoutUndefined({ ssid, address: toAddress(cells[aironetColumn.address]) }),
      ...(repeater === undefined ? withoutUndefined({ ifIndex, bssid: parent }) : { accessPointMac: repeater }),
      ...toAssociatedSeconds(heard[statisticColumn.upTime]),
      ...toSignal(heard[statisticColumn.signal]),
    };
  });
  return [reading];
};

/**
 * Column numbers of mtxrWlRtabTable (MIKROTIK-MIB). The index of a row is the MAC address of the client, and the
 * ifIndex.
 */
const registrationColumn = { signal: 3, upTime: 11 };
const registrations = {
  name: 'mtxrWlRtabTable',
  entry: '1.3.6.1.4.1.14988.1.1.1.2.1',
  columns: registrationColumn,
  optional: [registrationColumn.upTime],
};
const cellColumn = { ssid: 4, bssid: 5, frequency: 7 };
const cells = {
  name: 'mtxrWlApTable',
  entry: '1.3.6.1.4.1.14988.1.1.1.3.1',
  columns: cellColumn,
  optional: [cellColumn.bssid, cellColumn.frequency],
};
const managedColumn = { upTime: 3, signal: 11, ssid: 12 };
const managed = {
  name: 'mtxrWlCMRtabTable',
  entry: '1.3.6.1.4.1.14988.1.1.1.5.1',
  columns: managedColumn,
  optional: [managedColumn.signal, managedColumn.ssid],
};

export const readRouterOs: WirelessReader = async (device, { interfaces }) => {
  const [ownClients, radios, others] = await readTables(device, [registrations, cells, managed]);
  const radioOf = new Map(radios.rows.map(({ index, cells: row }) => [index[0], row]));
  const names = new Map(interfaces.map(({ ifIndex, name, descr }) => [ifIndex, name ?? descr]));
  const ownReading = toWirelessReading(registrations, ownClients, ({ index, cells: row }) => {
    const [mac, ifIndex] = [macFromIndex(index.slice(0, 6)), index[6]];
    const radio = radioOf.get(ifIndex);
    // A radio that is missing in the table of radios is itself a client: its row names the access point to which it is
    // connected.
    if (mac !== undefined && ifIndex !== undefined && !radio && radios.isComplete) return null;
    if (ifIndex === undefined || !radio) return undefined;
    return {
      ...{ mac, ifIndex, isOwnRadio: true },
      ...withoutUndefined({ ssid: toText(radio[cellColumn.ssid]), bssid: toMac(radio[cellColumn.bssid]) }),
      ...radioOfFrequency(toNumber(radio[cellColumn.frequency])),
      ...toAssociatedSeconds(row[registrationColumn.upTime], ticks),
      ...toSignal(row[registrationColumn.signal]),
    };
  });
  // On a CAPsMAN controller, an interface represents a radio of an access point. No table contains the access point's
  // address, so the interface's name identifies the access point.
  const managedReading = toWirelessReading(managed, others, ({ index, cells: row }) => {
    const [mac, ifIndex] = [macFromIndex(index.slice(0, 6)), index[6]];
    if (ifIndex === undefined) return undefined;
    return {
      ...{ mac, ifIndex, isOwnRadio: false },
      ...withoutUndefined({ ssid: toText(row[managedColumn.ssid]), accessPointName: names.get(ifIndex) }),
      ...toAssociatedSeconds(row[managedColumn.upTime], ticks),
      ...toSignal(row[managedColumn.signal]),
    };
  });
  return [{ ...ownReading, isComplete: ownClients.isComplete && radios.isComplete }, managedReading];
};

/**
 * Column numbers of ubntStaTable (UBNT-AirMAX-MIB). The index of a row is the number of the radio, and the MAC address
 * of the client.
 */
const stationColumn = { signal: 3, address: 10, upTime: 15 };
const stations = {
  name: 'ubntStaTable',
  entry: '1.3.6.1.4.1.41112.1.4.7.1',
  columns: stationColumn,
  optional: [stationColumn.address, stationColumn.upTime],
};
const linkColumn = { ssid: 2, bssid: 4 };
const links = {
  name: 'ubntWlStatTable',
  entry: '1.3.6.1.4.1.41112.1.4.5.1',
  columns: linkColumn,
  optional: [linkColumn.ssid, linkColumn.bssid],
};
const radioColumn = { mode: 2, frequency: 4 };
const radioTable = {
  name: 'ubntRadioTable',
  entry: '1.3.6.1.4.1.41112.1.4.1.1',
  columns: radioColumn,
  optional: [radioColumn.frequency],
};
/**
 * The radio modes ap (2), aprepeater (3) and apwds (4). In mode sta (1), the only listed station is the device's own
 * access point.
 */
const accessPointModes = [2, 3, 4];
const stationMode = 1;

export const readAirOs: WirelessReader = async (device, facts) => {
  const [table, linkRows, radioRows] = await readTables(device, [stations, links, radioTable]);
  const linkOf = new Map(linkRows.rows.map(({ index, cells: row }) => [index[0], row]));
  const radioOf = new Map(radioRows.rows.map(({ index, cells: row }) => [index[0], row]));
  const reading = toWirelessReading(stations, table, ({ index, cells: row }) => {
    const radio = radioOf.get(index[0]) ?? {};
    const mode = toNumber(radio[radioColumn.mode]) ?? 0;
    if (mode === stationMode) return null;
    if (!accessPointModes.includes(mode)) return undefined;
    const link = linkOf.get(index[0]) ?? {};
    const bssid = toMac(link[linkColumn.bssid]);
    return {
      ...{ mac: macFromIndex(index.slice(1)), isOwnRadio: true },
      ...withoutUndefined({ bssid, ifIndex: interfaceOf(bssid, facts), ssid: toText(link[linkColumn.ssid]) }),
      ...withoutUndefined({ address: toAddress(row[stationColumn.address]) }),
      ...radioOfFrequency(toNumber(radio[radioColumn.frequency])),
      ...toAssociatedSeconds(row[stationColumn.upTime], ticks),
      ...toSignal(row[stationColumn.signal]),
    };
  });
  return [reading];
};

/** The ifIndex of the interface whose MAC address is the BSSID; undefined if none or several match. */
function interfaceOf(bssid: string | undefined, { interfaces }: Pick<PortFacts, 'interfaces'>): number | undefined {
  const [first, another] = bssid === undefined ? [] : interfaces.filter(({ mac }) => mac === bssid);
  return another === undefined ? first?.ifIndex : undefined;
}
