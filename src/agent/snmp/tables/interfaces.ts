// IF-MIB: the interfaces, from ifTable and, where there is one, ifXTable.
import type { AdminStatus, InterfaceFacts, OperStatus } from '../facts';
import { macIn, numberIn, textIn } from '../values';
import { readTable, type Device, type Row } from '../walk';

const ifEntry = '1.3.6.1.2.1.2.2.1';
const column = { descr: 2, type: 3, speed: 5, physAddress: 6, adminStatus: 7, operStatus: 8 };
const ifXEntry = '1.3.6.1.2.1.31.1.1.1';
const columnX = { name: 1, highSpeed: 15, alias: 18 };

const adminStatuses: readonly (AdminStatus | undefined)[] = [undefined, 'Up', 'Down', 'Testing'];
const operStatuses: readonly (OperStatus | undefined)[] = [
  undefined,
  'Up',
  'Down',
  'Testing',
  'Unknown',
  'Dormant',
  'NotPresent',
  'LowerLayerDown',
];

export async function readInterfaces(device: Device): Promise<{ interfaces: InterfaceFacts[]; isComplete: boolean }> {
  const table = await readTable(device, ifEntry, Object.values(column));
  const extended = await readTable(device, ifXEntry, Object.values(columnX));
  const more = new Map(extended.rows.map((row) => [row.index.join('.'), row]));
  return {
    interfaces: table.rows
      .filter(({ index }) => index.length === 1)
      .map((row) => interfaceOf(row, more.get(row.index.join('.'))))
      .sort((a, b) => a.ifIndex - b.ifIndex),
    isComplete: table.isComplete && extended.isComplete,
  };
}

function interfaceOf({ index, cells }: Row, extended: Row | undefined): InterfaceFacts {
  return {
    ifIndex: index[0]!,
    descr: textIn(cells[column.descr]),
    name: textIn(extended?.cells[columnX.name]),
    alias: textIn(extended?.cells[columnX.alias]),
    type: numberIn(cells[column.type]),
    speedBps: speedOf(numberIn(cells[column.speed]), numberIn(extended?.cells[columnX.highSpeed])),
    adminStatus: adminStatuses[numberIn(cells[column.adminStatus]) ?? 0],
    operStatus: operStatuses[numberIn(cells[column.operStatus]) ?? 0],
    mac: macIn(cells[column.physAddress]),
    taggedVlans: [],
    fdbMacs: [],
    neighbors: [],
  };
}

const greatestGauge = 2 ** 32 - 1;

/** ifSpeed is exact but ends at 4 Gb/s, ifHighSpeed is in millions. */
function speedOf(speed = 0, highSpeed = 0): number | undefined {
  const isExact = speed > 0 && speed < greatestGauge;
  if (highSpeed > 0 && !(isExact && Math.round(speed / 1e6) === highSpeed)) return highSpeed * 1e6;
  return isExact ? speed : undefined;
}
