// PgBouncer in transaction mode in front of databases of the tests.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from './eventually';
import { freePort, isListening } from './redis-server';

/** The program PgBouncer; undefined if it is not installed. */
export const pgbouncer = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((file) => existsSync(file));

export interface Pooler {
  /** The URLs of the databases behind the pooler, in the given order. */
  readonly urls: readonly string[];
  stop(): Promise<void>;
}

/** Starts a pooler with at most `connections` server connections to each of the databases at the URLs. */
export async function startPooler(databaseUrls: readonly string[], connections: number): Promise<Pooler> {
  const folder = await mkdtemp(path.join(tmpdir(), 'netloom-pooler-'));
  const port = await freePort();
  const configuration = path.join(folder, 'pgbouncer.ini');
  const targets = databaseUrls.map((url) => {
    const { hostname, port, username, password, pathname } = new URL(url);
    const target = [
      `host=${hostname}`,
      `port=${port || 5432}`,
      `dbname=${pathname.slice(1)}`,
      `user=${decodeURIComponent(username)}`,
      password && `password=${decodeURIComponent(password)}`,
    ];
    return target.filter(Boolean).join(' ');
  });
  const nameOf = (at: number) => `behind_pooler_${at}`;
  await writeFile(
    configuration,
    [
      '[databases]',
      ...targets.map((target, at) => `${nameOf(at)} = ${target}`),
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      // If a PostgreSQL server was unreachable, PgBouncer tries to connect again after this number of seconds.
      'server_login_retry = 1',
      `default_pool_size = ${connections}`,
    ].join('\n'),
  );
  // PgBouncer drops root's rights at its start, and must still be able to read this folder.
  await chmod(folder, 0o755);
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const pooler = spawn(pgbouncer!, [...account, configuration], { stdio: 'ignore' });
  await eventually(() => isListening(port));
  return {
    urls: databaseUrls.map((url, at) => {
      const { username } = new URL(url);
      return Object.assign(new URL(`postgresql://127.0.0.1:${port}/${nameOf(at)}`), { username }).href;
    }),
    async stop() {
      pooler.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
