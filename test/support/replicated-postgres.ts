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
  ) {
    this.url = `postgresql://postgres@127.0.0.1:${port}/netloom`;
  }

  async start(): Promise<void> {
    const settings = { port: this.port, listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' };
    const more = { max_connections: 60, shared_buffers: '64MB', hot_standby: 'on', wal_keep_size: '256MB' };
    const options = Object.entries({ ...settings, ...more }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    this.process = spawn(path.join(postgresBinaries!, 'postgres'), ['-D', this.folder, ...options], {
      ...{ ...this.account, stdio: 'ignore' },
    });
    await eventually(() =>
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

  /** Position up to which a replica has replayed, or up to which the primary has written. */
  async position(): Promise<bigint> {
    const [row] = await this.query<{ lsn: string }>(`
      SELECT ((CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END)
        - '0/0')::text AS lsn`);
    return BigInt(row!.lsn);
  }

  pause = (): Promise<unknown> => this.query('SELECT pg_wal_replay_pause()');
  resume = (): Promise<unknown> => this.query('SELECT pg_wal_replay_resume()');
  promote = (): Promise<unknown> => this.query('SELECT pg_promote()');
  /** Replays each commit only this many milliseconds after the primary made it. */
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

  private pids(): number[] {
    const { stdout } = spawnSync('pgrep', ['-P', String(this.process!.pid)], { encoding: 'utf8' });
    return [this.process!.pid!, ...stdout.split('\n').filter(Boolean).map(Number)];
  }

  async kill(): Promise<void> {
    const killedProcess = this.process;
    this.process = undefined;
    if (!killedProcess || killedProcess.exitCode !== null) return;
    const whenEnded = new Promise((resolve) => killedProcess.once('exit', resolve));
    // SIGQUIT ends the server's child processes too, which a killed postmaster leaves for a moment.
    killedProcess.kill('SIGCONT');
    killedProcess.kill('SIGQUIT');
    await whenEnded;
  }
}

export interface ReplicatedPostgres {
  readonly primary: PostgresServer;
  readonly replicas: readonly PostgresServer[];
  close(): Promise<void>;
}

/** Starts a primary with an empty database `netloom`, and replicas of it. */
export async function startReplicatedPostgres(count: number): Promise<ReplicatedPostgres> {
  const root = await mkdtemp(path.join(tmpdir(), 'netloom-replicas-'));
  await chmod(root, 0o755);
  const account = chooseAccount(root);
  if (account) chownSync(root, account.uid, account.gid);
  const run = (program: string, ...args: string[]) => {
    const options = { ...account, cwd: root, encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync(path.join(postgresBinaries!, program), args, options);
    if (status !== 0) throw new Error(`${program}: ${stderr}`);
  };
  const servers: PostgresServer[] = [];
  const add = async (name: string): Promise<PostgresServer> => {
    const server = new PostgresServer(path.join(root, name), await freePort(), account);
    servers.push(server);
    return server;
  };
  const primary = await add('primary');
  run('initdb', '-D', primary.folder, '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust', '-N');
  await appendFile(path.join(primary.folder, 'pg_hba.conf'), 'host replication postgres 127.0.0.1/32 trust\n');
  await primary.start();
  await primary.query('CREATE DATABASE netloom', [], 'postgres');
  const replicas = [];
  for (let number = 1; number <= count; number += 1) {
    const replica = await add(`replica${number}`);
    const from = `host=127.0.0.1 port=${primary.port} user=postgres`;
    run('pg_basebackup', '-D', replica.folder, '-d', from, '-R', '-X', 'stream', '-c', 'fast', '-N');
    await replica.start();
    replicas.push(replica);
  }
  return {
    ...{ primary, replicas },
    async close() {
      for (const server of servers.reverse()) await server.kill();
      await rm(root, { recursive: true, force: true });
    },
  };
}
