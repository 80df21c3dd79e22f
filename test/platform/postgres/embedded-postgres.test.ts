// Tests the embedded PostgreSQL server. Any user can run the server in any folder, only one service uses a folder at a
// time, and no committed row is lost if processes are killed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { Child } from '../../start/child';
import { copyFolder, isRoot, isRunning, makeFolder, readPostmaster, removeFolder } from './data-folder';
import { requirement } from '../../support/requirement';

/** A data folder in which embedded-runner.mjs has written at least five rows. Each test gets a copy of the folder. */
let template: string;
/** Whether PostgreSQL still ran after the process that filled `template` had ended. */
let isLeftRunning: boolean;
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

/**
 * Waits until PostgreSQL accepts connections again and the service has taken its advisory lock again. PostgreSQL
 * restarts all of its processes after one of them was killed.
 */
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
  const first = runner('write', template);
  await first.waitFor(/acknowledged 5\./);
  const server = readPostmaster(template);
  await stop(first);
  isLeftRunning = isRunning(server);
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
  expect(isLeftRunning).toBe(false);
  const second = runner();
  const [, adopted, writtenText] = await second.waitFor(ready);
  expect(adopted).toBe('false');
  expect(Number(writtenText)).toBeGreaterThanOrEqual(5);
  await stop(second);
});

test('a second start is refused, also after a crash of one PostgreSQL process; only the password of its owner opens the database', async () => {
  const first = runner();
  const [, , , url] = await first.waitFor(ready);
  const second = runner();
  expect((await second.ended).code).toBe(1);
  expect(second.output).toBe(
    `StartError: Netloom is already running on the data folder ${dataDir} (process ${first.pid}).\n`,
  );
  await checkPassword(url!);
  const victim = new Client({ connectionString: url });
  const lost = new Promise((resolve) => victim.on('error', resolve));
  await victim.connect();
  // On every machine, the database sorts texts by code point, and ILIKE ignores the case of letters beyond ASCII.
  const { rows } = await victim.query(`SELECT array_agg(word ORDER BY word) AS words,
    bool_or('ÄRGER' ILIKE 'ärger') AS alike, pg_backend_pid() AS pid
    FROM unnest(ARRAY['b', 'B', 'a', 'é', 'Z']) AS word`);
  expect(rows[0]).toMatchObject({ words: ['B', 'Z', 'a', 'b', 'é'], alike: true });
  process.kill(rows[0].pid, 'SIGKILL');
  await lost;
  await untilLocked(url!);
  const third = runner();
  expect((await third.ended).code).toBe(1);
  expect(third.output).toContain('already running');
  await stop(first);
});

/**
 * Expects that only the owner of the folder can read the password, and that PostgreSQL refuses other passwords and the
 * superuser.
 */
async function checkPassword(url: string): Promise<void> {
  expect(statSync(path.join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(dataDir, 'postgres', 'netloom.json')).mode & 0o777).toBe(0o600);
  const wrong = new URL(url);
  wrong.password = 'guess';
  await expect(new Client({ connectionString: wrong.href }).connect()).rejects.toThrow(
    'password authentication failed',
  );
  const superuser = new URL(url);
  superuser.username = 'postgres';
  await expect(new Client({ connectionString: superuser.href }).connect()).rejects.toThrow('no pg_hba.conf entry');
}

test('of two simultaneous first starts in an empty folder, one runs and the other reports it', async () => {
  rmSync(path.join(dataDir, 'postgres'), { recursive: true });
  const both = [runner(), runner()];
  const winner = await Promise.any(both.map((child) => child.waitFor(ready).then(() => child)));
  const loser = both.find((child) => child !== winner)!;
  expect((await loser.ended).code).toBe(1);
  expect(loser.output).toContain(`already running on the data folder ${dataDir}`);
  await stop(winner);
});

test('no confirmed write is lost when the service, PostgreSQL, or both are killed', async () => {
  const acknowledgedBy = (child: Child) => Number([...child.output.matchAll(/acknowledged (\d+)\.\n/g)].at(-1)![1]);
  /**
   * Starts the runner again after `killed`, and expects all rows that `killed` has reported as written. `isAdopted` is
   * whether the new runner uses a PostgreSQL server that was still running.
   */
  const startAfter = async (killed: Child, task: 'write' | 'hold') => {
    const child = runner(task);
    const [, adopted, writtenText] = await child.waitFor(ready);
    expect(Number(writtenText)).toBeGreaterThanOrEqual(acknowledgedBy(killed));
    if (task === 'write') await child.waitFor(/(acknowledged \d+\.\n){20}/);
    return { child, isAdopted: adopted === 'true' };
  };
  const first = runner('write');
  await first.waitFor(/(acknowledged \d+\.\n){20}/);
  // If PostgreSQL is killed, the runner prints a reason and exits.
  process.kill(readPostmaster(dataDir), 'SIGKILL');
  await first.ended;
  expect(first.output).toMatch(/^lost: /m);
  const { child: second } = await startAfter(first, 'write');
  const killedServer = readPostmaster(dataDir);
  second.send('SIGKILL');
  process.kill(killedServer, 'SIGKILL');
  await second.ended;
  const { child: third, isAdopted } = await startAfter(second, 'write');
  expect(isAdopted).toBe(false);
  const server = readPostmaster(dataDir);
  third.send('SIGKILL');
  await third.ended;
  // PostgreSQL still runs after its runner was killed. The next runner uses that server, and stops it when the runner
  // ends.
  const { child: fourth, isAdopted: isAdoptedNow } = await startAfter(third, 'hold');
  expect([isAdoptedNow, readPostmaster(dataDir)]).toEqual([true, server]);
  await stop(fourth);
  expect(isRunning(server)).toBe(false);
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

/** Arguments of `unshare` that run a program as a container does: with process ids and shared memory of its own. */
const container = ['--pid', '--ipc', '--fork', '--mount-proc', '--kill-child'];
const maySeparate = spawnSync('unshare', [...container, 'true']).status === 0;

const inContainer = requirement('to separate process ids with unshare', maySeparate);

const startInContainer = (task: 'hold' | 'command') => {
  const args = [...container, process.execPath, path.join(__dirname, 'embedded-runner.mjs'), dataDir, task];
  const child = new Child(args, {}, { command: 'unshare' });
  children.push(child);
  return child;
};

const refusal = () =>
  `StartError: Netloom is already running on the data folder ${dataDir}, in another container or on another machine.\n`;

inContainer.describe('in another container, while a service runs', () => {
  // A container's first process has the id 1, so a program with this id is alive in each. The id of the server's own
  // file is unknown there.
  test.each([
    ['a start', 'hold', 'alive'],
    ['a start', 'hold', 'unknown'],
    ['a command', 'command', 'alive'],
    ['a command', 'command', 'unknown'],
  ] as const)('%s (%s) is refused if the process id in postmaster.pid is %s there', async (_, task, idThere) => {
    const first = runner();
    await first.waitFor(ready);
    const server = readPostmaster(dataDir);
    const file = path.join(dataDir, 'postgres', 'postmaster.pid');
    const text = readFileSync(file, 'utf8');
    const textThere = idThere === 'alive' ? text.replace(/^\d+/, '1') : text;
    writeFileSync(file, textThere);
    const refused = startInContainer(task);
    expect((await refused.ended).code).toBe(1);
    expect(refused.output).toBe(refusal());
    expect(readFileSync(file, 'utf8')).toBe(textThere);
    writeFileSync(file, text);
    expect(isRunning(server)).toBe(true);
    await stop(first);
  });
});

test('a command uses the server of a service on the same machine, and starts one if there is none', async () => {
  const first = runner();
  const [, , , url] = await first.waitFor(ready);
  const beside = runner('command');
  expect((await beside.ended).code).toBe(0);
  expect(beside.output).toBe(`opened url=${url}\n`);
  await stop(first);
  const alone = runner('command');
  expect((await alone.ended).code).toBe(0);
  expect(alone.output).toMatch(/^Starting PostgreSQL …\nopened url=/);
  expect(existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
});

inContainer.test(
  'a start in another container is refused while the first runs, and takes over when the first was killed',
  async () => {
    const first = runner('write');
    await first.waitFor(ready);
    const server = readPostmaster(dataDir);
    const refused = startInContainer('hold');
    expect((await refused.ended).code).toBe(1);
    expect(refused.output).toBe(refusal());
    expect([readPostmaster(dataDir), isRunning(server)]).toEqual([server, true]);
    process.kill(server, 'SIGKILL');
    first.send('SIGKILL');
    await first.ended;
    const second = startInContainer('hold');
    const third = await second.waitFor(ready).then(() => runner());
    expect((await third.ended).code).toBe(1);
    expect(third.output).toContain('in another container');
    second.send('SIGKILL');
    await second.ended;
    const fourth = runner();
    await fourth.waitFor(ready);
    await stop(fourth);
  },
);

test('several test runs share one server, which stops with the last of them', async () => {
  const [first, second] = [runner('share'), runner('share')];
  await Promise.all([first.waitFor(ready), second.waitFor(ready)]);
  const server = readPostmaster(dataDir);
  await stop(first);
  expect(isRunning(server)).toBe(true);
  await stop(second);
  expect(isRunning(server)).toBe(false);
});

test('refused statements do not enlarge the log, which has none of their values', async () => {
  const first = runner();
  const [, , , url] = await first.waitFor(ready);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`
    CREATE TABLE owners (id int PRIMARY KEY);
    CREATE TABLE people (email text PRIMARY KEY, owner_id int REFERENCES owners, age int CHECK (age > 0));
    INSERT INTO people VALUES ('first@secret.example');
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION '% is refused', NEW.email; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE ON people FOR EACH ROW EXECUTE FUNCTION refuse()`);
  const log = path.join(dataDir, 'postgres.log');
  const sizeBefore = statSync(log).size;
  const refusedStatements: readonly (readonly [code: string, sql: string])[] = [
    ['23505', `INSERT INTO people VALUES ('first@secret.example')`],
    ['23503', `INSERT INTO people VALUES ('second@secret.example', 77)`],
    ['23514', `INSERT INTO people VALUES ('third@secret.example', NULL, -1)`],
    ['42601', `INSERT INTO people WITH 'fourth@secret.example'`],
    ['P0001', `UPDATE people SET email = 'fifth@secret.example'`],
  ];
  for (let round = 0; round < 40; round += 1)
    for (const [code, sql] of refusedStatements) await expect(client.query(sql)).rejects.toMatchObject({ code });
  await client.end();
  expect(statSync(log).size).toBe(sizeBefore);
  expect(readFileSync(log, 'utf8')).not.toContain('secret.example');
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
