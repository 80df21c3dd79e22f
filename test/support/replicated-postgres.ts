// PostgreSQL with streaming replicas: Debian's server in a folder of its own. Tests delay, pause, freeze, kill and
// promote the replicas.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync } from 'node:fs';
import { appendFile, chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { chooseAccount, type Account } from '../../src/platform/postgres/embedded/account';
import { eventually } from './eventually';
import { freePort } from './redis-server';

const binaries = ['18', '17', '16', '15'].map((version) => `/usr/lib/postgresql/${version}/bin`);
/** The folder of Debian's PostgreSQL programs; undefined if they are not installed. */
export const postgresBinaries = binaries.find((folder) => existsSync(path.join(folder, 'pg_basebackup')));

export class PostgresServer {
  readonly url: string;
  private process: ChildProcess | undefined;

  constructor(
    readonly folder: string,
    readonly port: number,
    private readonly account: Account | undefined,
    /** Settings of this server, in addition to the settings that all test servers have. */
    private readonly ownSettings: Readonly<Record<string, string>> = {},
  ) {
    this.url = `postgresql://postgres@127.0.0.1:${port}/netloom`;
  }

  async start(): Promise<void> {
    const settings = { port: this.port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' };
    const more = { max_connections: 60, shared_buffers: '64MB', hot_standby: 'on', wal_keep_size: '256MB' };
    // To shorten the tests, a replica without a connection to its primary retries every 100 ms (PostgreSQL's default is
    // 5 s). For tests of crashes, a server restarts after one of its processes has crashed.
    const again = { wal_retrieve_retry_interval: '100ms', restart_after_crash: 'on' };
    const options = Object.entries({ ...settings, ...more, ...again, ...this.ownSettings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    this.process = spawn(path.join(postgresBinaries!, 'postgres'), ['-D', this.folder, ...options], {
      ...{ ...this.account, stdio: 'ignore' },
    });
    await this.untilAnswering();
  }

  private untilAnswering(): Promise<unknown> {
    return eventually(() =>
      this.query('SELECT 1', [], 'postgres').then(
        () => true,
        () => undefined,
      ),
    );
  }

  async query<Row extends object>(sql: string, values: unknown[] = [], database = 'netloom'): Promise<Row[]> {
    const client = new Client({ connectionString: this.url.replace(/netloom$/, database) });
    await client.connect();
    return client
      .query<Row>(sql, values)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  }

  /**
   * The position in the log (WAL), in bytes: of a replica, the position it has replayed; of a primary, the position it
   * has written.
   */
  async position(): Promise<bigint> {
    const [row] = await this.query<{ lsn: string }>(`
      SELECT ((CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END)
        - '0/0')::text AS lsn`);
    return BigInt(row!.lsn);
  }

  pause = (): Promise<unknown> => this.query('SELECT pg_wal_replay_pause()');
  resume = (): Promise<unknown> => this.query('SELECT pg_wal_replay_resume()');
  promote = (): Promise<unknown> => this.query('SELECT pg_promote()');
  /** Kills a child process, which makes the postmaster start the server again. Resolves when the server answers. */
  async crash(): Promise<void> {
    const client = new Client({ connectionString: this.url });
    client.on('error', () => undefined);
    await client.connect();
    const whenEnded = new Promise((resolve) => client.once('end', resolve));
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    process.kill(rows[0]!.pid, 'SIGKILL');
    await whenEnded;
    await this.untilAnswering();
  }
  /** Makes the replica replay each commit this many milliseconds after the commit on the primary. */
  async delay(ms: number): Promise<void> {
    await this.query(`ALTER SYSTEM SET recovery_min_apply_delay = ${ms}`);
    await this.query('SELECT pg_reload_conf()');
  }
  freeze(): void {
    for (const pid of this.pids()) process.kill(pid, 'SIGSTOP');
  }
  thaw(): void {
    for (const pid of this.pids()) process.kill(pid, 'SIGCONT');
  }

  /** Process ids of the main process (postmaster) and of its child processes; none while the server is down. */
  pids(): number[] {
    if (!this.process) return [];
    const { stdout } = spawnSync('pgrep', ['-P', String(this.process.pid)], { encoding: 'utf8' });
    return [this.process.pid!, ...stdout.split('\n').filter(Boolean).map(Number)];
  }

  async kill(): Promise<void> {
    const killedProcess = this.process;
    this.process = undefined;
    if (!killedProcess || killedProcess.exitCode !== null) return;
    const whenEnded = new Promise((resolve) => killedProcess.once('exit', resolve));
    // SIGCONT, in case a test has stopped the process. SIGQUIT also ends the child processes of the server at once;
    // after SIGKILL, they would run for a moment longer.
    killedProcess.kill('SIGCONT');
    killedProcess.kill('SIGQUIT');
    await whenEnded;
  }
}

export interface ReplicatedPostgres {
  /** The folder that contains the folders of all servers. The account that runs the servers owns it. */
  readonly root: string;
  readonly primary: PostgresServer;
  readonly replicas: readonly PostgresServer[];
  /** Adds a server without starting it. Another program fills the server's folder, `name` in `root`. */
  add(name: string): Promise<PostgresServer>;
  /** Runs a program as the account that runs the servers. `program` is a path, or the name of a PostgreSQL program. */
  run(program: string, ...args: string[]): void;
  /** Starts a replica that receives the log of the server `of`. */
  addReplica(of: PostgresServer, name: string): Promise<PostgresServer>;
  close(): Promise<void>;
}

export interface ReplicatedOptions {
  readonly isSynchronous?: boolean;
  /** Further settings of the primary; `root` is the folder that contains the folders of all servers. */
  readonly settingsIn?: (root: string) => Readonly<Record<string, string>>;
}

/**
 * Starts a primary with an empty database `netloom`, and replicas of it. With `isSynchronous`, a transaction on the
 * primary commits only when all replicas have replayed it.
 */
export async function startReplicatedPostgres(
  count: number,
  { isSynchronous = false, settingsIn = () => ({}) }: ReplicatedOptions = {},
): Promise<ReplicatedPostgres> {
  const root = await mkdtemp(path.join(tmpdir(), 'netloom-replicas-'));
  await chmod(root, 0o755);
  const account = chooseAccount(root);
  if (account) chownSync(root, account.uid, account.gid);
  const run = (program: string, ...args: string[]) => {
    const options = { ...account, cwd: root, encoding: 'utf8' } as const;
    const { status, stderr, stdout, error } = spawnSync(path.resolve(postgresBinaries!, program), args, options);
    if (status !== 0) throw new Error(`${program}: ${error?.message ?? stderr + stdout}`);
  };
  const servers: PostgresServer[] = [];
  const add = async (name: string, settings = {}): Promise<PostgresServer> => {
    const server = new PostgresServer(path.join(root, name), await freePort(), account, settings);
    servers.push(server);
    return server;
  };
  const addReplica = async (of: PostgresServer, name: string): Promise<PostgresServer> => {
    const replica = await add(name);
    const from = `host=127.0.0.1 port=${of.port} user=postgres`;
    run('pg_basebackup', '-D', replica.folder, '-d', from, '-R', '-X', 'stream', '-c', 'fast', '-N');
    await replica.start();
    return replica;
  };
  const primary = await add('primary', settingsIn(root));
  run('initdb', '-D', primary.folder, '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust', '-N');
  await appendFile(path.join(primary.folder, 'pg_hba.conf'), 'host replication postgres 127.0.0.1/32 trust\n');
  await primary.start();
  await primary.query('CREATE DATABASE netloom', [], 'postgres');
  const replicas: PostgresServer[] = [];
  for (let number = 1; number <= count; number += 1) replicas.push(await addReplica(primary, `replica${number}`));
  if (isSynchronous) {
    await primary.query(`ALTER SYSTEM SET synchronous_standby_names = '${count} (*)'`);
    await primary.query('ALTER SYSTEM SET synchronous_commit = remote_apply');
    await primary.query('SELECT pg_reload_conf()');
  }
  return {
    ...{ root, primary, replicas, add, run, addReplica },
    async close() {
      for (const server of servers.reverse()) await server.kill();
      await rm(root, { recursive: true, force: true });
    },
  };
}
