// Tests the embedded database: it works for any user and folder, serves one service at a time, and loses no committed
// data whenever it is killed.
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { Child } from '../../start/child';
import { copyFolder, isRoot, isRunning, makeFolder, readPostmaster, removeFolder } from './data-folder';
import { requirement } from '../../support/requirement';

let template: string;
let dataDir: string;
let children: Child[];

const runner = (task = 'hold', folder = dataDir) => {
  const child = new Child([path.join(__dirname, 'embedded-runner.mjs'), folder, task]);
  children.push(child);
  return child;
};

const ready = /ready adopted=(\w+) written=(\d+) url=(\S+)/;

async function stop(child: Child): Promise<void> {
  child.send('SIGTERM');
  expect(await child.ended).toEqual({ code: 0, signal: null });
}

/** Waits until the database has recovered and the service has locked the folder again. */
async function untilLocked(url: string): Promise<void> {
  for (;;) {
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    const locks = await client
      .connect()
      .then(() => client.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted`))
      .catch(() => undefined);
    await client.end().catch(() => undefined);
    if (locks?.rowCount) return;
  }
}

beforeAll(async () => {
  children = [];
  template = makeFolder();
  const first = runner('hold', template);
  await first.waitFor(ready);
  await stop(first);
});

afterAll(() => removeFolder(template));

beforeEach(() => {
  dataDir = copyFolder(template);
  children = [];
});

afterEach(async () => {
  for (const child of children) child.send('SIGKILL');
  await Promise.all(children.map((child) => child.ended));
  removeFolder(dataDir);
});

test('rows are kept from one start to the next, and no process is left running', async () => {
  const first = runner('write');
  await first.waitFor(/acknowledged 5\./);
  const server = readPostmaster(dataDir);
  await stop(first);
  expect(isRunning(server)).toBe(false);
  const second = runner();
  const [, adopted, writtenText] = await second.waitFor(ready);
  expect(adopted).toBe('false');
  expect(Number(writtenText)).toBeGreaterThanOrEqual(5);
  await stop(second);
});

test('a second start on the same folder is refused in one line that names the first process', async () => {
  const first = runner();
  const [, , , url] = await first.waitFor(ready);
  const second = runner();
  expect((await second.ended).code).toBe(1);
  expect(second.output).toBe(
    `StartError: Netloom is already running on the data folder ${dataDir} (process ${first.pid}).\n`,
  );
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.end();
  await stop(first);
});

test('of two simultaneous first starts in an empty folder, one runs and the other reports it', async () => {
  rmSync(path.join(dataDir, 'postgres'), { recursive: true });
  const both = [runner(), runner()];
  const winner = await Promise.any(both.map((child) => child.waitFor(ready).then(() => child)));
  const loser = both.find((child) => child !== winner)!;
  expect((await loser.ended).code).toBe(1);
  expect(loser.output).toContain(`already running on the data folder ${dataDir}`);
  await stop(winner);
});

test('a start adopts the server that a killed start left running, without losing a confirmed write', async () => {
  const first = runner('write');
  await first.waitFor(/acknowledged 20\./);
  const server = readPostmaster(dataDir);
  first.send('SIGKILL');
  await first.ended;
  const acknowledged = Number(/acknowledged (\d+)\.\n$/.exec(first.output)![1]);
  const second = runner();
  const [, adopted, writtenText] = await second.waitFor(ready);
  expect(adopted).toBe('true');
  expect(readPostmaster(dataDir)).toBe(server);
  expect(Number(writtenText)).toBeGreaterThanOrEqual(acknowledged);
  await stop(second);
  expect(isRunning(server)).toBe(false);
});

test('if PostgreSQL is killed, the service ends with a reason, and the next start has every write', async () => {
  const first = runner('write');
  await first.waitFor(/acknowledged 20\./);
  process.kill(readPostmaster(dataDir), 'SIGKILL');
  await first.ended;
  const acknowledged = Number([...first.output.matchAll(/acknowledged (\d+)\./g)].at(-1)![1]);
  const second = runner();
  const [, , writtenText] = await second.waitFor(ready);
  expect(Number(writtenText)).toBeGreaterThanOrEqual(acknowledged);
  await stop(second);
});

test('the next start recovers after all processes were killed at once', async () => {
  const first = runner('write');
  await first.waitFor(/acknowledged 20\./);
  const server = readPostmaster(dataDir);
  first.send('SIGKILL');
  process.kill(server, 'SIGKILL');
  await first.ended;
  const acknowledged = Number(/acknowledged (\d+)\.\n$/.exec(first.output)![1]);
  const second = runner();
  const [, adopted, writtenText] = await second.waitFor(ready);
  expect(adopted).toBe('false');
  expect(Number(writtenText)).toBeGreaterThanOrEqual(acknowledged);
  await stop(second);
});

test('the service survives a crash of one PostgreSQL process, and still refuses a second start', async () => {
  const first = runner();
  const [, , , url] = await first.waitFor(ready);
  const victim = new Client({ connectionString: url });
  const lost = new Promise((resolve) => victim.on('error', resolve));
  await victim.connect();
  const { rows } = await victim.query('SELECT pg_backend_pid() AS pid');
  process.kill(rows[0].pid, 'SIGKILL');
  await lost;
  await untilLocked(url!);
  const second = runner();
  expect((await second.ended).code).toBe(1);
  expect(second.output).toContain('already running');
  await stop(first);
});

test('a stale lock file whose process id now belongs to another program does not prevent a start', async () => {
  const first = runner();
  await first.waitFor(ready);
  const leftOver = readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  await stop(first);
  writeFileSync(
    path.join(dataDir, 'postgres', 'postmaster.pid'),
    leftOver.replace(/^\d+/, String(process.ppid === 1 ? process.pid : process.ppid)),
  );
  const second = runner();
  await second.waitFor(ready);
  await stop(second);
});

test('several test runs share one server, which stops with the last of them', async () => {
  const [first, second] = [runner('share'), runner('share')];
  await Promise.all([first.waitFor(ready), second.waitFor(ready)]);
  const server = readPostmaster(dataDir);
  await stop(first);
  expect(isRunning(server)).toBe(true);
  await stop(second);
  expect(isRunning(server)).toBe(false);
});

test('connections need a password, which only the owner of the folder can read', async () => {
  const first = runner();
  const [, , , url] = await first.waitFor(ready);
  expect(statSync(path.join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(dataDir, 'postgres', 'netloom.json')).mode & 0o777).toBe(0o600);
  const wrong = new URL(url!);
  wrong.password = 'guess';
  await expect(new Client({ connectionString: wrong.href }).connect()).rejects.toThrow(
    'password authentication failed',
  );
  const superuser = new URL(url!);
  superuser.username = 'postgres';
  await expect(new Client({ connectionString: superuser.href }).connect()).rejects.toThrow('no pg_hba.conf entry');
  await stop(first);
});

test('texts are sorted by code point, and case works beyond ASCII, on every machine', async () => {
  const first = runner();
  const [, , , url] = await first.waitFor(ready);
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } =
    await client.query(`SELECT array_agg(word ORDER BY word) AS words, bool_or('ÄRGER' ILIKE 'ärger') AS alike
    FROM unnest(ARRAY['b', 'B', 'a', 'é', 'Z']) AS word`);
  expect(rows[0]).toEqual({ words: ['B', 'Z', 'a', 'b', 'é'], alike: true });
  await client.end();
  await stop(first);
});

test('a folder with other contents is refused with an explanation', async () => {
  rmSync(path.join(dataDir, 'postgres', 'netloom.json'));
  const first = runner();
  expect((await first.ended).code).toBe(1);
  expect(first.output).toMatch(/^StartError: .*does not hold a database of Netloom.*\n$/);
});

requirement('to run as root', isRoot).test(
  'as root in a folder that only root can enter, keeps the database where its account can',
  async () => {
    const privateFolder = makeFolder(0o700);
    const inside = path.join(privateFolder, 'data');
    try {
      const first = runner('write', inside);
      await first.waitFor(/acknowledged 5\./);
      await stop(first);
      const second = runner('hold', inside);
      const [, , writtenText] = await second.waitFor(ready);
      expect(Number(writtenText)).toBeGreaterThanOrEqual(5);
      expect(existsSync(path.join(inside, 'postgres', 'PG_VERSION'))).toBe(true);
      expect(statSync(path.join(inside, 'postgres')).uid).not.toBe(0);
      await stop(second);
    } finally {
      removeFolder(privateFolder, inside);
    }
  },
);
