// Tests transactions on one connection: which changes are committed, which are rolled back, and how statements fail
// that are sent after the end of the transaction.
import { DatabaseUnavailable } from '../../../src/errors';
import { SharedPool } from '../../../src/platform/postgres/shared-pool';
import { ask, parsedRows, TextStatement } from '../../../src/platform/postgres/text-statement';
import { runTransaction, type Sender } from '../../../src/platform/postgres/transaction';

let pool: SharedPool;
beforeEach(async () => {
  pool = new SharedPool({
    connectionString: process.env.TEST_DATABASE_URL!,
    max: 1,
    connectionTimeoutMillis: 10_000,
    // Only the single connection of this pool has the temporary table, so a statement on any other connection would
    // fail.
    sessionSettings: () => 'CREATE TEMP TABLE numbers (n int)',
  });
  pool.on('error', () => undefined);
});
afterEach(() => pool.end());

const begin = [{ text: 'BEGIN' }];
const query = async (sender: Sender, text: string, values: readonly unknown[] = []) =>
  parsedRows<Record<string, unknown>>(await ask(sender, new TextStatement(text, values, '', true)));
const add = (sender: Sender, n: number) => query(sender, 'INSERT INTO numbers VALUES ($1)', [n]);
const stored = async () => (await query(pool, 'SELECT n FROM numbers ORDER BY n')).map(({ n }) => n);

test('statements sent at once run one after the other, and are committed together', async () => {
  const answer = await runTransaction(pool, { begin }, async (sender) => {
    await Promise.all([1, 2, 3].map((n) => add(sender, n)));
    return query(sender, 'SELECT count(*)::int AS count FROM numbers');
  });
  expect([answer, await stored()]).toEqual([[{ count: 3 }], [1, 2, 3]]);
});

test('settings made at the beginning end with the transaction', async () => {
  const setting = `SELECT current_setting('netloom.test', true) AS value`;
  const settings = [...begin, { text: `SELECT set_config('netloom.test', $1, true)`, values: ['on'] }];
  expect(await runTransaction(pool, { begin: settings }, (sender) => query(sender, setting))).toEqual([
    { value: 'on' },
  ]);
  expect(await query(pool, setting)).toEqual([{ value: '' }]);
});

test.each<[string, (sender: Sender) => Promise<unknown>, object]>([
  ['work that rejects', () => Promise.reject(new Error('refused')), { message: 'refused' }],
  [
    'work that throws',
    () => {
      throw new Error('thrown');
    },
    { message: 'thrown' },
  ],
  ['a statement that fails', (sender) => query(sender, 'SELECT 1 / 0'), { code: '22012' }],
])('%s changes nothing, and the connection stays usable', async (_name, work, error) => {
  const failing = runTransaction(pool, { begin }, async (sender) => {
    await add(sender, 1);
    await work(sender);
  });
  await expect(failing).rejects.toMatchObject(error);
  expect(await stored()).toEqual([]);
});

test('work that resolves although a statement failed is rejected, because PostgreSQL does not commit', async () => {
  const swallowing = runTransaction(pool, { begin }, async (sender) => {
    await add(sender, 1);
    await query(sender, 'SELECT 1 / 0').catch(() => undefined);
    return 'done';
  });
  await expect(swallowing).rejects.toThrow('the transaction was rolled back: one of its statements had failed');
  expect(await stored()).toEqual([]);
});

test('after a rollback to a savepoint, the transaction can be committed', async () => {
  const mended = runTransaction(pool, { begin }, async (sender) => {
    await add(sender, 1);
    await query(sender, 'SAVEPOINT before');
    await query(sender, 'SELECT 1 / 0').catch(() => query(sender, 'ROLLBACK TO SAVEPOINT before'));
    return 'done';
  });
  expect([await mended, await stored()]).toEqual(['done', [1]]);
});

test('statements still queued when the work rejects are not sent', async () => {
  let queued: Promise<unknown>[] = [];
  const failing = runTransaction(pool, { begin }, (sender) => {
    queued = [query(sender, 'SELECT 1 / 0'), add(sender, 2)];
    return Promise.all(queued);
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  // The second statement fails in any case: either PostgreSQL refuses it because the transaction has failed, or it is
  // not sent.
  await expect(queued[1]).rejects.toBeDefined();
  expect(await stored()).toEqual([]);
});

test("a statement after the end is rejected, and does not affect the connection's next user", async () => {
  let late: Sender | undefined;
  await runTransaction(pool, { begin }, (sender) => {
    late = sender;
    return Promise.resolve();
  });
  await expect(add(late!, 1)).rejects.toThrow('the transaction has ended');
  expect(await stored()).toEqual([]);
});

test('work that exceeds its time is rolled back, even if it continues', async () => {
  let goOn: () => void = () => undefined;
  const waits = new Promise<void>((resolve) => (goOn = resolve));
  let late: Promise<unknown> | undefined;
  const slow = runTransaction(pool, { begin, timeout: 50 }, async (sender) => {
    await add(sender, 1);
    await waits;
    late = add(sender, 2);
    return late;
  });
  const error = await slow.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DatabaseUnavailable);
  expect(error).toMatchObject({ trouble: 'waiting', reason: 'transaction_timeout' });
  goOn();
  await new Promise(setImmediate);
  await expect(late).rejects.toThrow('the transaction has ended');
  expect(await stored()).toEqual([]);
});

test('a broken connection is not used again', async () => {
  const broken = runTransaction(pool, { begin }, (sender) =>
    query(sender, 'SELECT pg_terminate_backend(pg_backend_pid())'),
  );
  await expect(broken).rejects.toBeDefined();
  expect(await stored()).toEqual([]);
});
