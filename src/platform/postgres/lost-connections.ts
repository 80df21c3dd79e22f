// Detects dead connections. A connection is dead if a statement waits for a response, although the server is not
// working on it. A second connection asks the server for the statements that it works on.
import { Client, type ClientConfig, type PoolClient } from 'pg';
import { clientInternals, wireConnection } from './wire';

const everyMs = 1_000;
/** A waiting statement is checked after this number of milliseconds without a byte from the server. */
const silentMs = 3_000;
/**
 * A connection is dead after this number of consecutive checks in which the server does no work for its statement. One
 * check is not enough: the response may be under way.
 */
const denials = 2;
const askingMs = 3_000;

/**
 * Identifies a connection at the server. The process id is not enough: other servers use the same ids, and a server
 * reuses them.
 */
interface Backend {
  readonly pid: number;
  readonly startedAt: string;
}

/** The row that identifies the server process of a connection. */
export interface Introduction {
  readonly pid: number;
  readonly started_at: string;
}

interface Watched {
  readonly client: PoolClient;
  readonly backend: Backend;
  bytes: number;
  since: number;
  deniedAttempts: number;
}

const bytesOf = (client: PoolClient): number => {
  const { bytesRead, bytesWritten } = wireConnection(client).stream;
  return bytesRead + bytesWritten;
};

export interface LostConnectionsOptions {
  /** Configuration of the connections that are watched. */
  readonly connection: ClientConfig;
  /** Called when a connection was found dead and was destroyed. */
  readonly onLost: () => void;
}

/**
 * Watches connections. After a failover, the former server may be gone without having closed its connections, and TCP
 * alone needs minutes to detect that. Connections without a waiting statement are not checked, and a statement may take
 * as long as the server works on it. Behind a pooler with process ids of its own, no check is possible; then only
 * `silenceSeconds` limits the wait.
 */
export class LostConnections {
  private readonly watchedClients = new Map<PoolClient, Watched>();
  private timer: NodeJS.Timeout | undefined;
  private isAsking = false;

  constructor(private readonly options: LostConnectionsOptions) {}

  /** The last statement that is sent to set up a new connection. Its result is passed to `watch`. */
  static readonly introduction =
    'SELECT pid, backend_start::text AS started_at FROM pg_stat_get_activity(pg_backend_pid())';

  watch(client: PoolClient, row: Introduction | undefined): void {
    if (!row || row.pid !== clientInternals(client).processID) return;
    const backend = { pid: row.pid, startedAt: row.started_at };
    this.watchedClients.set(client, { client, backend, bytes: 0, since: 0, deniedAttempts: 0 });
    client.once('end', () => this.forget(client));
    this.timer ??= setInterval(() => void this.look(), everyMs).unref();
  }

  private forget(client: PoolClient): void {
    this.watchedClients.delete(client);
    if (this.watchedClients.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async look(): Promise<void> {
    const now = performance.now();
    for (const one of this.watchedClients.values()) {
      const bytes = bytesOf(one.client);
      const isWaiting = !clientInternals(one.client).readyForQuery && bytes === one.bytes;
      if (!isWaiting) Object.assign(one, { bytes, since: now, deniedAttempts: 0 });
    }
    const silent = [...this.watchedClients.values()].filter(({ since }) => now - since >= silentMs);
    if (silent.length === 0 || this.isAsking) return;
    this.isAsking = true;
    try {
      const working = await this.workingOn(silent.map(({ backend }) => backend));
      for (const one of silent) this.judge(one, working.has(one.backend.pid));
    } catch {
      // The check failed. It does not show that the watched connections are dead, so they are kept.
    } finally {
      this.isAsking = false;
    }
  }

  private judge(one: Watched, isWorkedOn: boolean): void {
    const isStillSilent = !clientInternals(one.client).readyForQuery && bytesOf(one.client) === one.bytes;
    one.deniedAttempts = isWorkedOn || !isStillSilent ? 0 : one.deniedAttempts + 1;
    if (one.deniedAttempts < denials) return;
    this.forget(one.client);
    wireConnection(one.client).stream.destroy(
      new Error('the database said nothing on this connection and does not know it: it counts as lost'),
    );
    this.options.onLost();
  }

  /** Returns the process ids of those backends (server processes) that are running a statement. */
  private async workingOn(backends: readonly Backend[]): Promise<ReadonlySet<number>> {
    const times = { connectionTimeoutMillis: askingMs, query_timeout: askingMs };
    const client = new Client({ ...this.options.connection, ...times });
    client.on('error', () => undefined);
    await client.connect();
    try {
      const { rows } = await client.query<{ pid: number }>(
        `SELECT a.pid FROM pg_stat_activity a
         JOIN unnest($1::int[], $2::timestamptz[]) AS asked (pid, started_at)
           ON a.pid = asked.pid AND a.backend_start = asked.started_at
         WHERE a.state IN ('active', 'fastpath function call')`,
        [backends.map(({ pid }) => pid), backends.map(({ startedAt }) => startedAt)],
      );
      client.end().catch(() => undefined);
      return new Set(rows.map(({ pid }) => pid));
    } catch (error) {
      // The socket is destroyed, because a server that does not respond does not process a terminate message either.
      wireConnection(client).stream.destroy(error as Error);
      throw error;
    }
  }
}
