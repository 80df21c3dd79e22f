// The limits of an SNMP walk over tables that the simulator cannot serve: endless tables, rows out of order, tens of
// thousands of rows.
import { withByteLimit } from '../../../../src/agent/sources/snmp/byte-limit';
import type { Binding, SnmpSession } from '../../../../src/agent/sources/snmp/session';
import { createDevice, readTable, walk } from '../../../../src/agent/sources/snmp/walk';

const entry = '1.3.6.1.2.1.17.4.3.1';

/**
 * A session with a simulated device that has one table. `after` returns the number of the row that follows `row`, and
 * undefined at the end of the table.
 */
function sessionOf(after: (row: number) => number | undefined): SnmpSession & { requests: number } {
  const next = (oid: string): Binding => {
    const [column, row] = oid
      .slice(entry.length + 1)
      .split('.')
      .map(Number) as [number, number | undefined];
    const nextRow = after(row ?? 0);
    return nextRow === undefined
      ? { oid: `${entry}.${column + 1}.1`, value: 0, isMissing: false }
      : { oid: `${entry}.${column}.${nextRow}`, value: nextRow, isMissing: false };
  };
  const session = {
    version: 'v2c' as const,
    requests: 0,
    get: () => Promise.resolve([]),
    next: (oids: readonly string[]) => Promise.resolve(oids.map(next)),
    bulk: (oids: readonly string[], repetitions: number) => {
      session.requests++;
      return Promise.resolve(
        oids.map((oid) => {
          const rows: Binding[] = [];
          for (let cursor = oid; rows.length < repetitions; cursor = rows.at(-1)!.oid) rows.push(next(cursor));
          return rows;
        }),
      );
    },
    hasNamedEngine: () => false,
    ofVlan: () => session,
    close: () => undefined,
  };
  return session;
}

it('a walk over a table that never ends is ended', async () => {
  let cells = 0;
  const { isComplete } = await walk(createDevice(sessionOf((row) => row + 1)), entry, [2], () => cells++);
  expect(isComplete).toBe(false);
  expect(cells).toBe(200_000);
});

it.each([
  ['the same row for ever', (row: number) => Math.min(row + 1, 50)],
  ['an earlier row', (row: number) => (row === 50 ? 3 : row + 1)],
])('a walk ends if the rows do not increase: %s', async (_how, after) => {
  const rows: number[] = [];
  const { isComplete } = await walk(createDevice(sessionOf(after)), entry, [2], (_column, [row]) => rows.push(row!));
  expect(isComplete).toBe(false);
  expect(rows).toEqual(Array.from({ length: 50 }, (_empty, at) => at + 1));
});

it('an object id before the table is not the end of the table', async () => {
  const session = sessionOf(() => undefined);
  const before: Binding = { oid: '1.3.6.1.2.1.1.1.0', value: 0, isMissing: false };
  session.bulk = (oids) => Promise.resolve(oids.map(() => [before]));
  expect(await walk(createDevice(session), entry, [2], () => undefined)).toEqual({ isComplete: false, unread: [2] });
});

it('26,883 rows of two columns are read in as few packets as they fill, each cell once and in order', async () => {
  const count = 26_883;
  const session = sessionOf((row) => (row < count ? row + 1 : undefined));
  const last = new Map<number, number>();
  let outOfOrder = 0;
  const { isComplete } = await walk(createDevice(session), entry, [2, 3], (column, [row]) => {
    if (row !== (last.get(column) ?? 0) + 1) outOfOrder++;
    last.set(column, row!);
  });
  expect(isComplete).toBe(true);
  expect(outOfOrder).toBe(0);
  expect([...last.values()]).toEqual([count, count]);
  expect(session.requests).toBe(Math.ceil((count + 1) / 20));
});

it('the cells of an index are joined into a row', async () => {
  const session = sessionOf((row) => (row < 3 ? row + 1 : undefined));
  const { rows, isComplete } = await readTable(createDevice(session), {
    name: 'table',
    entry,
    columns: { a: 2, b: 3, c: 4 },
  });
  expect(isComplete).toBe(true);
  expect(rows).toEqual([1, 2, 3].map((row) => ({ index: [row], cells: { 2: row, 3: row, 4: row } })));
});

describe('the values of a device take at most 64 MiB', () => {
  const valueBytes = 60_000;
  const mostRows = Math.floor(2 ** 26 / valueBytes);
  const table = { name: 'table', entry, columns: { a: 2 } };
  /** Each row has a value of 60,000 bytes, all in one buffer, so that the test itself takes little memory. */
  const withLargeValues = (rows: number): SnmpSession => {
    const value = Buffer.alloc(valueBytes, 'x');
    const session = sessionOf((row) => (row < rows ? row + 1 : undefined));
    const { next, bulk } = session;
    const enlarge = (one: Binding): Binding => ({ ...one, value });
    session.next = async (oids) => (await next(oids)).map(enlarge);
    session.bulk = async (oids, repetitions) => (await bulk(oids, repetitions)).map((column) => column.map(enlarge));
    return session;
  };

  it('a table below the limit is read, and a larger one is incomplete and ends the reading', async () => {
    const small = createDevice(withByteLimit(withLargeValues(mostRows - 100)));
    expect(await readTable(small, table)).toMatchObject({ isComplete: true, rows: { length: mostRows - 100 } });
    const large = createDevice(withByteLimit(withLargeValues(4000)));
    const { isComplete, rows } = await readTable(large, table);
    expect(isComplete).toBe(false);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThanOrEqual(mostRows);
    expect(large.pace.gone).toBe(true);
    expect((await readTable(large, { ...table, columns: { b: 3 } })).isComplete).toBe(false);
  });

  it('sessions for VLANs count towards the same limit', async () => {
    const session = withByteLimit(withLargeValues(600));
    const states: boolean[] = [];
    for (const one of [session, session.ofVlan(10), session.ofVlan(20)])
      states.push((await readTable(createDevice(one), table)).isComplete);
    expect(states).toEqual([true, false, false]);
    await expect(session.get(['1.3.6.1.2.1.1.5.0'])).rejects.toMatchObject({ kind: 'overtime' });
  });
});
