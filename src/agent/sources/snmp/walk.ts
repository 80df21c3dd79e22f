// Reads the columns of a table completely. Uses smaller requests if the device cannot answer larger ones.
import { SnmpFailure, type Binding, type SnmpSession, type Value } from './session';

/**
 * How large requests to a device may be. The sizes shrink if the device cannot answer, and apply to all of its tables.
 */
export interface Pace {
  /** Whether GetBulk is used. SNMPv1 does not have it (RFC 3416, 4.2.3). */
  bulk: boolean;
  /** Number of values to request per response. */
  values: number;
  /** Whether the device has ever responded to a GetBulk request. */
  bulkWorks: boolean;
  /** Whether the device has stopped responding. If so, no further requests are sent. */
  gone: boolean;
}

export interface Device {
  readonly session: SnmpSession;
  readonly pace: Pace;
  /** Reports what could not be read, decoded or matched. The text begins with the name of the table. */
  readonly note: (text: string) => void;
}

/** A response with this number of values fits into a packet of 1,500 bytes. */
const mostValues = 40;
/**
 * Maximum number of cells per walk: four columns of 50,000 rows. A device that returns more is assumed to be in an
 * endless loop.
 */
const mostCells = 200_000;
/**
 * Maximum number of rows of an unordered column, because the object ids of all rows are stored to detect repetition.
 */
const mostUnordered = 20_000;

export const createDevice = (session: SnmpSession, note: Device['note'] = () => undefined): Device => ({
  session,
  pace: { bulk: session.version !== 'v1', values: mostValues, bulkWorks: false, gone: false },
  note,
});

/** Called for each cell. `index` are the numbers after the column's object id. */
export type OnCell = (column: number, index: readonly number[], value: Value) => void;
type OnRow = (index: readonly number[], value: Value) => void;

export interface Walk {
  /** Whether all columns were read completely. */
  readonly isComplete: boolean;
  /** Numbers of the columns that were not read completely. */
  readonly unread: readonly number[];
}

interface Column {
  readonly base: readonly number[];
  readonly onRow: OnRow;
  /** Object id of the last row read. */
  cursor: readonly number[];
  /** Rows read so far. */
  rows: number;
}

/**
 * Reads columns of a table, and calls `onCell` for each cell. If a column cannot be read to its end, the other columns
 * are still read. Reads at most about `mostRows` rows.
 */
export async function walk(
  device: Device,
  entry: string,
  numbers: readonly number[],
  onCell: OnCell,
  mostRows = Infinity,
): Promise<Walk> {
  const columns = numbers.map((number) =>
    columnOf(`${entry}.${number}`, (index, value) => onCell(number, index, value)),
  );
  const broken = await walkColumns(device, columns, Math.min(mostCells, mostRows * columns.length));
  const unread = numbers.filter((_number, at) => broken.has(columns[at]!));
  return { isComplete: unread.length === 0, unread };
}

function columnOf(oid: string, onRow: OnRow): Column {
  const base = numbersOf(oid);
  return { base, onRow, cursor: base, rows: 0 };
}

/** Returns the columns that were not read completely. */
async function walkColumns(device: Device, columns: readonly Column[], most = mostCells): Promise<ReadonlySet<Column>> {
  const broken = new Set<Column>();
  if (device.pace.gone) return new Set(columns);
  const before = { ...device.pace };
  let open = columns;
  for (let cells = 0; open.length > 0;) {
    const requestedColumns = open.slice(0, device.pace.values);
    const answers = await step(device, requestedColumns);
    const ended = new Set<Column>();
    for (const [at, column] of requestedColumns.entries()) {
      const rows = column.rows;
      const state = take(column, answers[at]!);
      cells += column.rows - rows;
      if (state === 'broken' || (state === 'unordered' && !(await walkUnordered(device, column)))) broken.add(column);
      if (state !== 'open') ended.add(column);
    }
    if (requestedColumns.some((column) => broken.has(column))) await settle(device, before);
    // If one request cannot contain all columns, the columns that it left out come first in the next request.
    open = [...open.slice(requestedColumns.length), ...requestedColumns].filter((column) => !ended.has(column));
    if (device.pace.gone || cells >= most) return new Set([...broken, ...open]);
  }
  return broken;
}

type Answer = readonly Binding[] | 'unanswered';

function take(column: Column, answer: Answer): 'open' | 'ended' | 'broken' | 'unordered' {
  if (answer === 'unanswered') return 'broken';
  for (const { oid, value, isMissing } of answer) {
    if (isMissing) return 'ended';
    const path = numbersOf(oid);
    const isInside = isBelow(column.base, path);
    const order = compare(path, column.cursor);
    if (order <= 0) return isInside && order < 0 ? 'unordered' : 'broken';
    if (!isInside) return 'ended';
    column.cursor = path;
    column.rows++;
    column.onRow(path.slice(column.base.length), value);
  }
  return 'open';
}

/**
 * Reads a column whose rows are not in ascending order, row by row. Returns false if the end is not reached, for
 * instance because the device repeats a row.
 */
async function walkUnordered(device: Device, column: Column): Promise<boolean> {
  const visitedOids = new Set<string>();
  const again: Column = { ...column, cursor: column.base };
  while (visitedOids.size < mostUnordered) {
    const [answer] = await step(device, [again]);
    if (answer === undefined || answer === 'unanswered') return false;
    for (const { oid, value, isMissing } of answer) {
      const path = isMissing ? undefined : numbersOf(oid);
      if (!path || !isBelow(column.base, path)) return !path || compare(path, column.base) > 0;
      if (visitedOids.has(oid)) return false;
      visitedOids.add(oid);
      again.cursor = path;
      if (visitedOids.size > column.rows) column.onRow(path.slice(column.base.length), value);
    }
  }
  return false;
}

/**
 * Requests, for each column, the rows after the last row read. If not all columns fit into one request, the answer for
 * each of the remaining columns is an empty list of rows.
 */
async function step(device: Device, columns: readonly Column[]): Promise<readonly Answer[]> {
  const { session, pace } = device;
  for (;;) {
    const requestedColumns = columns.slice(0, pace.values);
    const others = columns.slice(requestedColumns.length).map(() => []);
    const oids = requestedColumns.map(({ cursor }) => cursor.join('.'));
    const wasSingle = !pace.bulk && requestedColumns.length === 1;
    try {
      const answers = pace.bulk
        ? await session.bulk(oids, Math.floor(pace.values / oids.length))
        : (await session.next(oids)).map((binding) => [binding]);
      if (answers.some((rows) => rows.length > 0)) {
        pace.bulkWorks ||= pace.bulk;
        return [...answers, ...others];
      }
    } catch (error) {
      if (!(error instanceof SnmpFailure)) throw error;
      // In SNMPv1, noSuchName is the end of one of the columns. Single requests show which one (RFC 1157, 4.1.3).
      if (error.kind === 'noSuchName' && !pace.bulk)
        return [...(await separately(device, requestedColumns)), ...others];
      if (error.kind === 'overtime') pace.gone = true;
      if (error.kind === 'timeout') {
        await findGone(device);
        // A timeout has one of two causes: a column that the device cannot read, or too large a response. Separate
        // requests show which.
        if (!pace.gone && !wasSingle) {
          const answers = await separately(device, requestedColumns);
          if (!answers.includes('unanswered')) slower(pace);
          return [...answers, ...others];
        }
      }
      if (pace.gone || (wasSingle && error.kind === 'timeout'))
        return [...requestedColumns.map(() => 'unanswered' as const), ...others];
    }
    if (!slower(pace)) return ['unanswered', ...columns.slice(1).map(() => [])];
  }
}

/** Requests the next row of each column by a separate request. */
async function separately(device: Device, columns: readonly Column[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const { cursor } of columns)
    try {
      answers.push(await device.session.next([cursor.join('.')]));
    } catch (error) {
      if (!(error instanceof SnmpFailure)) throw error;
      answers.push(error.kind === 'noSuchName' ? [{ oid: '', value: null, isMissing: true }] : 'unanswered');
    }
  return answers;
}

/** Reduces the size of requests. Returns false if requests already have the smallest size. */
function slower(pace: Pace): boolean {
  if (pace.values === 1 && !pace.bulk) return false;
  if (pace.bulk && pace.values > 10) pace.values = 10;
  else if (pace.bulk && pace.bulkWorks && pace.values > 3) pace.values = 3;
  else if (pace.bulk) pace.bulk = false;
  else pace.values = 1;
  return true;
}

/**
 * After an unreadable column, restores the request sizes that were used before it. Otherwise, the small requests for
 * this column would slow down all later requests.
 */
async function settle(device: Device, before: Pace): Promise<void> {
  const { pace } = device;
  await findGone(device);
  const { bulkWorks } = pace;
  if (!pace.gone) Object.assign(pace, before, { bulk: before.bulk && (bulkWorks || pace.bulk), bulkWorks });
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
const isBelow = (base: readonly number[], path: readonly number[]): boolean =>
  base.every((number, depth) => path[depth] === number);

function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < a.length && at < b.length; at++) if (a[at] !== b[at]) return a[at]! - b[at]!;
  return a.length - b.length;
}

export interface Row {
  readonly index: readonly number[];
  /** Values by column number. Columns that the device lacks are missing. */
  readonly cells: Readonly<Record<number, Value>>;
}

export interface Table {
  /** The table's name in its MIB. */
  readonly name: string;
  readonly entry: string;
  readonly columns: Readonly<Record<string, number>>;
  /** Columns that may be missing: if such a column cannot be read, the table still counts as complete. */
  readonly optional?: readonly number[];
}

export type TableReading = { readonly rows: readonly Row[] } & Walk;

/**
 * Reads a table of at most a few thousand rows into memory. Columns that cannot be read completely are mentioned in
 * `notes`.
 */
export async function readTable(device: Device, table: Table): Promise<TableReading> {
  const [reading] = await readTables(device, [table]);
  return reading;
}

/** Reads several small tables by shared requests. Returns one result per table. */
export async function readTables<const T extends readonly Table[]>(
  device: Device,
  tables: T,
): Promise<{ readonly [K in keyof T]: TableReading }> {
  const readings = tables.map((table) => {
    const rows = new Map<string, { index: readonly number[]; cells: Record<number, Value> }>();
    const columns = Object.values(table.columns).map((number) => ({
      number,
      column: columnOf(`${table.entry}.${number}`, (index, value) => {
        const key = index.join('.');
        const row = rows.get(key) ?? { index, cells: {} };
        row.cells[number] = value;
        rows.set(key, row);
      }),
    }));
    return { table, rows, columns };
  });
  const all = readings.flatMap(({ columns }) => columns.map(({ column }) => column));
  const broken = await walkColumns(device, all);
  return readings.map(({ table, rows, columns }) => {
    const unread = columns.filter(({ column }) => broken.has(column)).map(({ number }) => number);
    noteUnread(device, table, unread);
    const isComplete = unread.every((column) => table.optional?.includes(column));
    return { rows: [...rows.values()], unread, isComplete };
  }) as { readonly [K in keyof T]: TableReading };
}

export function noteUnread(
  device: Device,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
  unread: readonly number[],
): void {
  if (unread.length === 0 || device.pace.gone) return;
  const missing = Object.keys(columns).filter((column) => unread.includes(columns[column]!));
  const all = missing.length === Object.keys(columns).length;
  device.note(`${name}: ${all ? 'it' : missing.join(', ')} could not be read to the end`);
}
