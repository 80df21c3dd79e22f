// Tests the names under which connections prepare statements. A frequently used statement keeps its name, and
// connections deallocate statements that have lost their names.
import { SharedPool } from '../../../src/platform/postgres/shared-pool';
import { statementNames } from '../../../src/platform/postgres/statement-names';

const most = 20;
const textOf = (index: number) => `SELECT ${index}::int AS answer, $1::text AS given`;

function pooled(max: number) {
  const { nameOf, closeForgotten } = statementNames(most);
  const pool = new SharedPool({
    connectionString: process.env.TEST_DATABASE_URL!,
    max,
    connectionTimeoutMillis: 10_000,
    sessionSettings: () => 'SELECT 1',
    onLend: closeForgotten,
  });
  const ask = async (index: number) => {
    const text = textOf(index);
    const { rows } = await pool.query({ text, name: nameOf({ sql: text }) || undefined, values: ['words'] });
    expect(rows).toEqual([{ answer: index, given: 'words' }]);
  };
  /** Texts of the statements that are prepared on the connection. */
  const keepStatements = async (): Promise<string[]> =>
    (await pool.query<{ statement: string }>('SELECT statement FROM pg_prepared_statements')).rows.map(
      ({ statement }) => statement,
    );
  return { pool, nameOf, ask, kept: keepStatements };
}

test('a statement gets a name at its second use, and keeps it while it is used', () => {
  const { nameOf } = statementNames(most);
  const name = (sql: string) => nameOf({ sql });
  expect([name('often'), name('often'), name('often')]).toEqual(['', 'netloom_1', 'netloom_1']);
  const givenNames = new Set([name('often')]);
  for (let index = 0; index < 5 * most; index += 1) {
    expect(name(`once ${index}`)).toBe('');
    givenNames.add(name(`once ${index}`));
    expect(name('often')).toBe('netloom_1');
  }
  expect(givenNames.size).toBe(5 * most + 1);
  // The statement `once 0` was not used for a long time, so it has lost its name. The next use counts as its first use
  // and has no name. The use after that gets a new name.
  expect(name('once 0')).toBe('');
  expect(givenNames).not.toContain(name('once 0'));
});

test('with unlimited texts, a connection prepares only the named statements and a tenth more', async () => {
  const { pool, ask, kept } = pooled(1);
  try {
    for (let index = 1; index <= 5 * most; index += 1) {
      await ask(index);
      await ask(index);
      await ask(0);
    }
    const texts = await kept();
    expect(texts.length).toBeLessThanOrEqual(most * 1.1);
    expect(texts.length).toBeGreaterThanOrEqual(most);
    expect(texts).toEqual(expect.arrayContaining([textOf(0), textOf(5 * most)]));
    expect(texts).not.toContain(textOf(1));
    // Statement 1 was deallocated. It can still be sent, and its second use prepares it again.
    await ask(1);
    await ask(1);
    expect(await kept()).toContain(textOf(1));
  } finally {
    await pool.end();
  }
});

test('a statement that loses its name while it waits for a connection still runs, and is closed later', async () => {
  const { pool, nameOf, ask, kept } = pooled(1);
  try {
    await ask(0);
    await ask(0);
    const holder = await pool.connect();
    const waiting = ask(0);
    for (let index = 1; index <= 3 * most; index += 1)
      for (const sql of [textOf(index), textOf(index)]) nameOf({ sql });
    holder.release();
    await waiting;
    expect(await kept()).toContain(textOf(0));
    for (let index = 4 * most; index <= 5 * most; index += 1)
      for (const sql of [textOf(index), textOf(index)]) nameOf({ sql });
    // When the pool lends a connection, it deallocates statements that have lost their names, before a transaction
    // begins.
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query('COMMIT');
    client.release();
    expect(await kept()).toEqual([]);
  } finally {
    await pool.end();
  }
});

test('simultaneous callers on several connections get their rows while names come and go', async () => {
  const { pool, ask } = pooled(4);
  try {
    const indexes = Array.from({ length: 20 * most }, (_none, index) => (index * 7) % (3 * most));
    await Promise.all(indexes.map(ask));
    await Promise.all(indexes.map(ask));
  } finally {
    await pool.end();
  }
});

test('statement texts are kept up to a limit in characters', () => {
  const { nameOf } = statementNames();
  const texts = Array.from({ length: 100 }, (_, at) => ({ sql: `SELECT ${at}`.padEnd(100_000) }));
  for (const text of texts) for (let time = 0; time < 2; time += 1) nameOf(text);
  expect(nameOf(texts.at(-1)!)).not.toBe('');
  expect(nameOf(texts[0]!)).toBe('');
});
