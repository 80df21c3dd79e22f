// Reads POWER-ETHERNET-MIB: state and class of ports that supply power; on Cisco devices also the power that the
// connected device draws.
import type { InterfaceFacts, PoeStatus } from '../facts';
import { isPhysical, type PortPlacer } from '../ports';
import { toNumber } from '../values';
import type { Device, TableReading } from '../walk';
import { listSome } from './bridge';

const column = { status: 6, class: 10 };
export const poeTable = {
  name: 'pethPsePortTable',
  entry: '1.3.6.1.2.1.105.1.1.1',
  columns: column,
  optional: [column.class],
};
/**
 * Column of CISCO-POWER-ETHERNET-EXT-MIB with the consumption in milliwatts. Its index is the index of
 * pethPsePortTable, which has no such column.
 */
const powerColumn = { consumption: 9 };
export const ciscoPoeTable = {
  name: 'cpeExtPsePortTable',
  entry: '1.3.6.1.4.1.9.9.402.1.2.1',
  columns: powerColumn,
  optional: [powerColumn.consumption],
};
const statuses: readonly (PoeStatus | undefined)[] = [
  undefined,
  'Disabled',
  'Searching',
  'Delivering',
  'Fault',
  'Test',
  'OtherFault',
];
const highestClass = 8;

/**
 * Sets state, class and consumption of ports that supply power. Returns false if POWER-ETHERNET-MIB is incomplete, or
 * if one of its rows matches no port. `consumption` are the rows of `ciscoPoeTable`.
 */
export function placePower(
  device: Device,
  { rows, isComplete }: TableReading,
  consumption: Pick<TableReading, 'rows'>,
  interfaces: readonly InterfaceFacts[],
  placer: PortPlacer,
): boolean {
  const groups = new Set(rows.map(({ index }) => index[0]));
  const unplaced = new Set<string>();
  const drawnAt = new Map(
    consumption.rows.map(({ index, cells }) => [index.join('.'), cells[powerColumn.consumption]]),
  );
  const physical = interfaces.filter(isPhysical);
  for (const { index, cells } of rows) {
    const status = statuses[toNumber(cells[column.status]) ?? 0];
    if (status === undefined) continue;
    const [group, number] = index;
    const port = index.length === 2 ? portOf(group!, number!, groups.size === 1, physical, placer) : undefined;
    if (!port) {
      unplaced.add(index.join('.'));
      continue;
    }
    port.poeStatus = status;
    const milliwatts = toNumber(drawnAt.get(index.join('.')));
    if (milliwatts !== undefined && milliwatts >= 0) port.poeMilliwatts = milliwatts;
    // The MIB represents power class 0 by 1, class 1 by 2 and so on.
    const poeClass = (toNumber(cells[column.class]) ?? 0) - 1;
    if (status === 'Delivering' && poeClass >= 0 && poeClass <= highestClass) port.poeClass = poeClass;
  }
  if (unplaced.size > 0) device.note(`${poeTable.name}: ports are no known interface (${listSome(unplaced)})`);
  return isComplete && unplaced.size === 0;
}

/**
 * Finds the port with this number in a unit of a stack. No table maps such numbers to interfaces, so the port is found
 * by its name (`Gi2/0/5` is port 5 of unit 2), in a single unit also by bridge port number.
 */
function portOf(
  group: number,
  number: number,
  isOnlyGroup: boolean,
  physical: readonly InterfaceFacts[],
  placer: PortPlacer,
): InterfaceFacts | undefined {
  const namedPorts = physical.filter(({ name, descr }) => isNamed(name ?? descr ?? '', group, number, isOnlyGroup));
  const fixed =
    namedPorts.length > 1 ? namedPorts.filter(({ name, descr }) => isFixed(name ?? descr ?? '')) : namedPorts;
  if (fixed.length === 1) return fixed[0];
  if (!isOnlyGroup) return undefined;
  const bridged = placer.bridgePort(number);
  return namedPorts.length === 0 || (bridged && namedPorts.includes(bridged)) ? bridged : undefined;
}

const numbersAtEnd = (name: string): number[] => (/\d+([/:.]\d+)*$/.exec(name)?.[0] ?? '').split(/\D/).map(Number);

/** Whether the port is in the first slot of its unit. Uplink modules in other slots supply no power. */
const isFixed = (name: string): boolean =>
  numbersAtEnd(name)
    .slice(1, -1)
    .every((slot) => slot === 0);

function isNamed(name: string, group: number, number: number, isOnlyGroup: boolean): boolean {
  const numbers = numbersAtEnd(name);
  if (numbers.at(-1) !== number) return false;
  return numbers.length > 1 ? numbers[0] === group || (isOnlyGroup && numbers[0] === 0) : isOnlyGroup;
}
