// Reads the interfaces from IF-MIB: ifTable and, if the device has it, ifXTable.
import type { IfAdminStatus, IfOperStatus } from '../../../../generated/operations';
import type { InterfaceFacts } from '../facts';
import { toMac, toNumber, toText } from '../values';
import { readTable, type Device, type Row } from '../walk';

const column = { descr: 2, type: 3, mtu: 4, speed: 5, physAddress: 6, adminStatus: 7, operStatus: 8 };
const ifTable = { name: 'ifTable', entry: '1.3.6.1.2.1.2.2.1', columns: column };
const columnX = { name: 1, highSpeed: 15, alias: 18 };
const ifXTable = { name: 'ifXTable', entry: '1.3.6.1.2.1.31.1.1.1', columns: columnX };

const adminStatuses: readonly (IfAdminStatus | undefined)[] = [undefined, 'Up', 'Down', 'Testing'];
const operStatuses: readonly (IfOperStatus | undefined)[] = [
  undefined,
  'Up',
  'Down',
  'Testing',
  'Unknown',
  'Dormant',
  'NotPresent',
  'LowerLayerDown',
];

/**
 * Reads ifTable and ifXTable; some devices have only ifXTable. `isComplete` is false if no column of ifTable, or not
 * all names in ifXTable, could be read, or if a row has no ifIndex.
 */
export async function readInterfaces(device: Device): Promise<{ interfaces: InterfaceFacts[]; isComplete: boolean }> {
  const table = await readTable(device, ifTable);
  const extended = await readTable(device, ifXTable);
  const rows = new Map<string, { plain?: Row; extended?: Row }>();
  for (const row of table.rows) rows.set(row.index.join('.'), { plain: row });
  for (const row of extended.rows) rows.set(row.index.join('.'), { ...rows.get(row.index.join('.')), extended: row });
  const keyed = [...rows].flatMap(([key, both]) => (key.includes('.') ? [] : [interfaceOf(Number(key), both)]));
  const unkeyed = rows.size - keyed.length;
  if (unkeyed > 0) device.note(`ifTable: ${unkeyed} rows have no ifIndex in their index`);
  const hasAll = table.unread.length < Object.keys(column).length && !extended.unread.includes(columnX.name);
  return { interfaces: keyed.sort((a, b) => a.ifIndex - b.ifIndex), isComplete: hasAll && unkeyed === 0 };
}

function interfaceOf(
  ifIndex: number,
  { plain, extended }: { readonly plain?: Row; readonly extended?: Row },
): InterfaceFacts {
  const cells = plain?.cells ?? {};
  return {
    ifIndex,
    descr: toText(cells[column.descr]),
    name: toText(extended?.cells[columnX.name]),
    alias: toText(extended?.cells[columnX.alias]),
    type: toNumber(cells[column.type]),
    speedBps: speedOf(toNumber(cells[column.speed]), toNumber(extended?.cells[columnX.highSpeed])),
    adminStatus: adminStatuses[toNumber(cells[column.adminStatus]) ?? 0],
    operStatus: operStatuses[toNumber(cells[column.operStatus]) ?? 0],
    mac: toMac(cells[column.physAddress]),
    mtu: toNumber(cells[column.mtu]) || undefined,
    taggedVlans: [],
    fdbMacs: [],
    neighbors: [],
  };
}

const greatestGauge = 2 ** 32 - 1;

/** The speed in bits per second. ifSpeed is in bit/s but cannot exceed 4.29 Gb/s; ifHighSpeed is in Mb/s. */
function speedOf(speed = 0, highSpeed = 0): number | undefined {
  const isExact = speed > 0 && speed < greatestGauge;
  if (highSpeed > 0 && !(isExact && Math.round(speed / 1e6) === highSpeed)) return highSpeed * 1e6;
  return isExact ? speed : undefined;
}
