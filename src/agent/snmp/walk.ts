// Reads columns of a table to their end, however little at a time the device can give.
import { SnmpFailure, type Binding, type SnmpSession, type Value } from './session';

/** What a device can take, as far as it has shown; kept from table to table. */
export interface Pace {
  /** Whether it is asked for several rows at once; SNMPv1 knows no such request. */
  bulk: boolean;
  /** Values per answer. */
  values: number;
  /** Whether it has ever answered a request for several rows. */
  bulkWorks: boolean;
  /** It no longer answers anything: nothing more is asked. */
  gone: boolean;
}

export interface Device {
  readonly session: SnmpSession;
  readonly pace: Pace;
}

/** An answer of so many values fits a packet of 1,500 bytes. */
const mostValues = 40;
/** Cells of one walk: four columns of 50,000 rows. A device that has more is in a loop that grows. */
const mostCells = 200_000;

export const deviceOf = (session: SnmpSession): Device => ({
  session,
  pace: { bulk: session.version !== 'v1', values: mostValues, bulkWorks: false, gone: false },
});

/** `index`: the numbers after the column's. */
export type OnCell = (column: number, index: readonly number[], value: Value) => void;

interface Column {
  readonly number: number;
  readonly base: readonly number[];
  /** Object id of the last row read. */
  cursor: readonly number[];
}

/**
 * Gives every cell of the columns, each column in its order; whether all were read to their end. A device that answers
 * out of order, not at all, or with errors however little is asked ends the walk: what came until then was given.
 */
export async function walk(
  device: Device,
  entry: string,
  numbers: readonly number[],
  onCell: OnCell,
): Promise<boolean> {
  if (device.pace.gone) return false;
  const before = { ...device.pace };
  let open: Column[] = numbers.map((number) => {
    const base = numbersOf(`${entry}.${number}`);
    return { number, base, cursor: base };
  });
  for (let cells = 0; open.length > 0;) {
    const asked = open.slice(0, device.pace.values);
    const answers = await step(device, asked);
    if (answers === undefined) {
      await settle(device, before);
      return false;
    }
    const ended = new Set<Column>();
    for (const [at, column] of asked.entries())
      for (const { oid, value, isMissing } of answers[at]!) {
        const path = isMissing ? undefined : numbersOf(oid);
        if (path && compare(path, column.cursor) <= 0) return false;
        if (!path || !column.base.every((number, depth) => path[depth] === number)) {
          ended.add(column);
          break;
        }
        column.cursor = path;
        onCell(column.number, path.slice(column.base.length), value);
        if (++cells >= mostCells) return false;
      }
    // The next columns come to their turn where not all are asked at once.
    open = [...open.slice(asked.length), ...asked].filter((column) => !ended.has(column));
  }
  return true;
}

/** Rows after the columns' cursors; undefined where nothing is answered however little is asked. */
async function step(device: Device, columns: readonly Column[]): Promise<readonly Binding[][] | undefined> {
  const { session, pace } = device;
  for (let silences = 0; ;) {
    const asked = columns.slice(0, pace.values);
    const oids = asked.map(({ cursor }) => cursor.join('.'));
    try {
      const answers = pace.bulk
        ? await session.bulk(oids, Math.floor(pace.values / oids.length))
        : (await session.next(oids)).map((binding) => [binding]);
      if (answers.some((rows) => rows.length > 0)) {
        pace.bulkWorks ||= pace.bulk;
        return [...answers, ...columns.slice(asked.length).map(() => [])];
      }
    } catch (error) {
      if (!(error instanceof SnmpFailure)) throw error;
      if (error.kind === 'overtime' || (error.kind === 'timeout' && ++silences === 2)) await findGone(device);
      if (pace.gone) return undefined;
      // The end of what the device has, in SNMPv1: of which column, it says when each is asked alone.
      if (error.kind === 'noSuchName' && !pace.bulk) return separately(device, columns);
    }
    if (!slower(pace)) return undefined;
  }
}

async function separately(device: Device, columns: readonly Column[]): Promise<readonly Binding[][] | undefined> {
  const answers: Binding[][] = [];
  for (const { cursor } of columns)
    try {
      answers.push(await device.session.next([cursor.join('.')]));
    } catch (error) {
      if (!(error instanceof SnmpFailure)) throw error;
      if (error.kind !== 'noSuchName') return undefined;
      answers.push([{ oid: '', value: null, isMissing: true }]);
    }
  return answers;
}

/** Whether less can be asked of the device than has been. */
function slower(pace: Pace): boolean {
  if (pace.values === 1 && !pace.bulk) return false;
  if (pace.bulk && pace.values > 10) pace.values = 10;
  else if (pace.bulk && pace.bulkWorks && pace.values > 3) pace.values = 3;
  else if (pace.bulk) pace.bulk = false;
  else pace.values = 1;
  return true;
}

/** A table that cannot be read says nothing of the next one, unless the device is gone. */
async function settle(device: Device, before: Pace): Promise<void> {
  const { pace } = device;
  await findGone(device);
  if (!pace.gone) Object.assign(pace, before, { bulk: before.bulk && pace.bulkWorks, bulkWorks: pace.bulkWorks });
}

async function findGone({ session, pace }: Device): Promise<void> {
  try {
    if (!pace.gone) await session.next(['1.3.6.1.2.1.1']);
  } catch (error) {
    if (!(error instanceof SnmpFailure)) throw error;
    pace.gone = error.kind !== 'noSuchName';
  }
}

const numbersOf = (oid: string): number[] => oid.split('.').map(Number);

function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < a.length && at < b.length; at++) if (a[at] !== b[at]) return a[at]! - b[at]!;
  return a.length - b.length;
}

export interface Row {
  readonly index: readonly number[];
  /** By the numbers of the columns; a device need not have all. */
  readonly cells: Readonly<Record<number, Value>>;
}

/** A table of at most some thousand rows at once. */
export async function readTable(
  device: Device,
  entry: string,
  numbers: readonly number[],
): Promise<{ rows: Row[]; isComplete: boolean }> {
  const rows = new Map<string, { index: readonly number[]; cells: Record<number, Value> }>();
  const isComplete = await walk(device, entry, numbers, (column, index, value) => {
    const key = index.join('.');
    const row = rows.get(key) ?? { index, cells: {} };
    row.cells[column] = value;
    rows.set(key, row);
  });
  return { rows: [...rows.values()], isComplete };
}
