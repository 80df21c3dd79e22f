// Tests `TextStatement`, which sends an SQL statement over a connection of the package pg: results, messages of the
// PostgreSQL protocol, and failures.
import fc from 'fast-check';
import type { PoolClient } from 'pg';
import { SharedPool } from '../../../src/platform/postgres/shared-pool';
import { statementNames } from '../../../src/platform/postgres/statement-names';
import { ask, parsedRows, textRows, TextStatement, type OnRow } from '../../../src/platform/postgres/text-statement';

let names = 0;
const newName = () => `text_statement_${(names += 1)}`;
const statement = (text: string, values: readonly unknown[] = [], name = '', wantsColumns = true) =>
  new TextStatement(text, values, name, wantsColumns);

async function withPool<T>(work: (pool: SharedPool) => Promise<T>, onLend?: (connection: PoolClient) => void) {
  const connectionString = process.env.TEST_DATABASE_URL!;
  const pool = new SharedPool({
    connectionString,
    max: 1,
    connectionTimeoutMillis: 10_000,
    sessionSettings: () => 'SELECT 1',
    onLend,
  });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/**
 * Runs the work on the pool's one connection, and counts the RowDescription messages that PostgreSQL sends meanwhile.
 */
async function descriptions(pool: SharedPool, work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const client = await pool.connect();
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  client.release();
  const counts = () => (count += 1);
  connection.on('rowDescription', counts);
  await work();
  connection.off('rowDescription', counts);
  return count;
}

const text = `SELECT $1::int AS number, $2::text[] AS words, $3::jsonb AS json, $4::timestamptz AS time, $5::bool AS flag, NULL AS none`;
const values = [7, ['a "b"', 'c,d'], { deep: [1, null] }, new Date(1e12), true];
const time = new Date(1e12);
const parsed = { number: 7, words: ['a "b"', 'c,d'], json: { deep: [1, null] }, time, flag: true, none: null };

test('rows are delivered as they arrive, and are then not part of the result', () =>
  withPool(async (pool) => {
    // The first row is longer than PostgreSQL's send buffer (8 kB), so PostgreSQL sends it at once. The second row
    // takes 0.2 s.
    const slow = `SELECT repeat('x', 100000) AS word UNION ALL SELECT 'y' FROM pg_sleep(0.2)`;
    const name = newName();
    for (let count = 0; count < 2; count += 1) {
      const receivedValues: [string, string | null, number][] = [];
      const onRow: OnRow = ([text], [column]) => void receivedValues.push([column!.name, text!, performance.now()]);
      const answer = await ask(pool, new TextStatement(slow, [], name, true, onRow));
      expect([answer.rows, answer.rowCount]).toEqual([[], 2]);
      const [[, first, firstAt], [, last, lastAt]] = receivedValues as [
        (typeof receivedValues)[0],
        (typeof receivedValues)[0],
      ];
      expect(receivedValues.map(([column]) => column)).toEqual(['word', 'word']);
      expect([first, last]).toEqual(['x'.repeat(100_000), 'y']);
      expect(lastAt - firstAt).toBeGreaterThan(50);
    }
  }));

test('values are sent and rows parsed like by pg itself, with or without a name', () =>
  withPool(async (pool) => {
    const { rows } = await pool.query(text, values);
    expect(rows).toEqual([parsed]);
    for (const name of ['', newName()])
      for (let count = 0; count < 3; count += 1)
        expect(parsedRows(await ask(pool, statement(text, values, name)))).toEqual(rows);
    const asTexts = textRows<Record<string, unknown>>(await ask(pool, statement(text, values)))[0]!;
    expect(asTexts).toMatchObject({
      number: '7',
      words: '{"a \\"b\\"","c,d"}',
      json: '{"deep": [1, null]}',
      flag: 't',
    });
    expect(asTexts.none).toBeNull();
  }));

test('lists of texts and ids have the elements that were sent', () =>
  withPool((pool) => {
    const words = fc.array(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(null, 'NULL', '', '{}', '"', '\\', ',', ' a ')),
    );
    const lists = fc.tuple(
      words.filter((list) => !list.some((word) => word?.includes('\0'))),
      fc.array(fc.option(fc.uuid())),
    );
    const sent = fc.asyncProperty(lists, async ([texts, ids]) => {
      const listText = `SELECT $1::text[] AS texts, $1::varchar[] AS varchars, $2::uuid[] AS ids`;
      const [row] = parsedRows(await ask(pool, statement(listText, [texts, ids])));
      expect(row).toEqual({ texts, varchars: texts, ids });
    });
    return fc.assert(sent, { numRuns: 100 });
  }));

test('a named statement is described once per connection, and never for readers by column position', () =>
  withPool(async (pool) => {
    const name = newName();
    const askOften = async (one: () => TextStatement) => {
      for (let count = 0; count < 3; count += 1) await ask(pool, one());
    };
    expect(await descriptions(pool, () => askOften(() => statement(text, values, name)))).toBe(1);
    expect(await descriptions(pool, () => askOften(() => statement(text, values)))).toBe(3);
    expect(await descriptions(pool, () => askOften(() => statement(text, values, newName(), false)))).toBe(0);
    // The first use reads columns by position, so the statement is prepared without column names. A later use that
    // needs the names requests them.
    const other = newName();
    const { rows } = await ask(pool, statement('SELECT 1 AS one, 2 AS two', [], other, false));
    expect(rows).toEqual([['1', '2']]);
    expect(parsedRows(await ask(pool, statement('SELECT 1 AS one, 2 AS two', [], other)))).toEqual([
      { one: 1, two: 2 },
    ]);
  }));

test('the number of written or returned rows is reported', () =>
  withPool(async (pool) => {
    const counted = async (one: string) => (await ask(pool, statement(one, [], '', false))).rowCount;
    await ask(pool, statement('CREATE TEMP TABLE numbers (n int)'));
    expect(await counted('INSERT INTO numbers SELECT generate_series(1, 12)')).toBe(12);
    expect(await counted('UPDATE numbers SET n = n + 1 WHERE n > 9')).toBe(3);
    expect(await counted('SELECT FROM numbers')).toBe(12);
    expect(await counted('DELETE FROM numbers WHERE n > 100')).toBe(0);
    expect(await counted('')).toBe(0);
  }));

test("an error has PostgreSQL's code, or names the invalid value, and the connection stays usable", () =>
  withPool(async (pool) => {
    const name = newName();
    // The test holds the connection itself, because the pool closes a connection on which a statement has failed.
    const client = await pool.connect();
    await expect(ask(client, statement('SELECT $1::int', ['word'], name))).rejects.toMatchObject({ code: '22P02' });
    await expect(ask(client, statement('SELEKT', [], newName()))).rejects.toMatchObject({ code: '42601' });
    await expect(ask(client, statement('SELECT 1', [], name))).rejects.toThrow('another statement');
    await expect(ask(client, statement('SELECT 1 / $1::int', [0]))).rejects.toMatchObject({ code: '22012' });
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    await expect(ask(client, statement('SELECT $1::json', [circular]))).rejects.toThrow('circular');
    await expect(ask(client, statement('COPY (SELECT 1) TO STDOUT'))).resolves.toBeDefined();
    await expect(ask(client, statement('CREATE TEMP TABLE copied (n int)'))).resolves.toBeDefined();
    await expect(ask(client, statement('COPY copied FROM STDIN'))).rejects.toMatchObject({ code: '57014' });
    expect(parsedRows(await ask(client, statement('SELECT 1 AS one')))).toEqual([{ one: 1 }]);
    client.release();
  }));

test('a broken connection fails all its pending statements', () =>
  withPool(async (pool) => {
    pool.on('error', () => undefined);
    const ending = ask(pool, statement('SELECT pg_terminate_backend(pg_backend_pid())'));
    await expect(ending).rejects.toBeDefined();
    expect(parsedRows(await ask(pool, statement('SELECT 1 AS one')))).toEqual([{ one: 1 }]);
  }));

test('closing a statement on a connection also forgets its columns', async () => {
  const { nameOf, closeForgotten } = statementNames(10);
  await withPool(async (pool) => {
    const sql = 'SELECT 1 AS one';
    const readRows = async (one: string) => parsedRows(await ask(pool, statement(one, [], nameOf({ sql: one }))));
    const often = async () => [await readRows(sql), await readRows(sql), await readRows(sql)];
    const others = async () => {
      for (let index = 0; index < 60; index += 1) await readRows(`SELECT ${index >> 1} AS other`);
    };
    for (let count = 0; count < 2; count += 1) {
      expect(await often()).toEqual([1, 2, 3].map(() => [{ one: 1 }]));
      await others();
    }
    const { rows } = await pool.query('SELECT count(*)::int AS count FROM pg_prepared_statements');
    expect((rows[0] as { count: number }).count).toBeLessThanOrEqual(12);
  }, closeForgotten);
});
