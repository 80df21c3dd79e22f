// Reads the IF-MIB counters of each port together with sysUpTime, so that two readings can be compared.
import type { CounterFacts, InterfaceFacts } from '../facts';
import type { Value } from '../session';
import { toNumber } from '../values';
import { readTables, type Device, type Row } from '../walk';
import { getValues } from './system';

const column = { inOctets: 10, inDiscards: 13, inErrors: 14, outOctets: 16, outDiscards: 19, outErrors: 20 };
const ifTable = { name: 'ifTable', entry: '1.3.6.1.2.1.2.2.1', columns: column };
const columnX = { inOctets: 6, outOctets: 10, discontinuity: 19 };
const ifXTable = { name: 'ifXTable', entry: '1.3.6.1.2.1.31.1.1.1', columns: columnX };
const sysUpTime = '1.3.6.1.2.1.1.3.0';

const counterNames = ['inOctets', 'outOctets', 'inErrors', 'outErrors', 'inDiscards', 'outDiscards'] as const;

const greatest = 2n ** 63n - 1n;

/**
 * Converts a counter. A Counter32 arrives as a number, a Counter64 as bytes. Undefined for values of more than 63 bits,
 * which cannot be stored.
 */
export function toCounter(value: Value | undefined): bigint | undefined {
  const bytes = Buffer.isBuffer(value) && value.length > 0 && value.length <= 9 ? value : undefined;
  const number = bytes ? BigInt(`0x${bytes.toString('hex')}`) : toNumber(value);
  const counter = typeof number === 'number' ? (number >= 0 ? BigInt(number) : undefined) : number;
  return counter !== undefined && counter <= greatest ? counter : undefined;
}

/**
 * Sets the counters of each port for which the device returns counters. A counter that the device does not return stays
 * undefined, and the server keeps the stored value.
 */
export async function readCounters(device: Device, interfaces: readonly InterfaceFacts[]): Promise<void> {
  const [upTime] = await getValues(device, [sysUpTime]);
  const [plain, extended] = await readTables(device, [ifTable, ifXTable]);
  const byIndex = (rows: readonly Row[]) => new Map(rows.map(({ index, cells }) => [index.join('.'), cells]));
  const [cells, cellsX] = [byIndex(plain.rows), byIndex(extended.rows)];
  const upTimeTicks = toCounter(upTime?.value);
  for (const port of interfaces) {
    const counters = countersOf(cells.get(String(port.ifIndex)) ?? {}, cellsX.get(String(port.ifIndex)) ?? {});
    if (counterNames.some((name) => counters[name] !== undefined)) port.counters = { ...counters, upTimeTicks };
  }
}

function countersOf(cells: Row['cells'], cellsX: Row['cells']): CounterFacts {
  const wide = [toCounter(cellsX[columnX.inOctets]), toCounter(cellsX[columnX.outOctets])] as const;
  const narrow = [toCounter(cells[column.inOctets]), toCounter(cells[column.outOctets])] as const;
  // If all 64-bit counters are zero but a 32-bit counter is not, the 32-bit counters are used: some devices return
  // zeros for 64-bit counters that they do not count.
  const isWide = wide.every((value) => value !== undefined) && (wide.some(Boolean) || !narrow.some(Boolean));
  const [inOctets, outOctets] = isWide ? wide : narrow;
  return {
    inOctets,
    outOctets,
    inErrors: toCounter(cells[column.inErrors]),
    outErrors: toCounter(cells[column.outErrors]),
    inDiscards: toCounter(cells[column.inDiscards]),
    outDiscards: toCounter(cells[column.outDiscards]),
    octetBits: isWide ? 64 : 32,
    discontinuityTicks: toCounter(cellsX[columnX.discontinuity]),
  };
}
