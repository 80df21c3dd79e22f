// Locks an embedded database for a process, by an advisory lock of an open connection. The lock ends with the process.
import { Client } from 'pg';

// An arbitrary number for the advisory lock. No other lock has this number.
const lockNumber = 5_018_644;

const holderName = (pid: number) => `netloom of process ${pid}`;

export type LockMode = 'alone' | 'shared';

export type LockOutcome =
  | { readonly kind: 'held'; readonly lock: DataFolderLock }
  /** Another process holds the lock. `by` is its process id, if known. */
  | { readonly kind: 'taken'; readonly by: number | undefined }
  /** The server accepts no connections at the moment. */
  | { readonly kind: 'unavailable'; readonly reason: string };

export class DataFolderLock {
  constructor(private readonly client: Client) {}

  /** Calls back once if the connection ends before the lock is released. */
  onLost(listener: () => void): void {
    this.client.once('end', listener);
    this.client.on('error', () => undefined);
  }

  /** Whether no other process shares the lock. If so, no process can get the lock until this process releases it. */
  async isLast(): Promise<boolean> {
    await this.client.query('SELECT pg_advisory_unlock_shared($1)', [lockNumber]);
    const { rows } = await this.client.query('SELECT pg_try_advisory_lock($1) AS held', [lockNumber]);
    return rows[0].held === true;
  }

  async release(): Promise<void> {
    this.client.removeAllListeners('end');
    this.client.on('error', () => undefined);
    await this.client.end().catch(() => undefined);
  }
}

export async function tryLock(url: string, mode: LockMode): Promise<LockOutcome> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    application_name: holderName(process.pid),
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const lock = mode === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
    const { rows } = await client.query(`SELECT ${lock}($1) AS held`, [lockNumber]);
    if (rows[0].held === true) return { kind: 'held', lock: new DataFolderLock(client) };
    const { rows: holders } = await client.query<{ name: string }>(
      `SELECT activity.application_name AS name
       FROM pg_locks JOIN pg_stat_activity AS activity USING (pid)
       WHERE pg_locks.locktype = 'advisory' AND pg_locks.objid = $1 AND pg_locks.granted LIMIT 1`,
      [lockNumber],
    );
    await client.end();
    const by = Number(/\d+$/.exec(holders[0]?.name ?? '')?.[0]);
    return { kind: 'taken', by: Number.isNaN(by) ? undefined : by };
  } catch (error) {
    await client.end().catch(() => undefined);
    return { kind: 'unavailable', reason: (error as Error).message };
  }
}
