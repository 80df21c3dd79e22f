// Finds connections that lead nowhere: a statement waits on one, and the server, asked by another connection, knows nothing of it.
import { Client, type ClientConfig, type PoolClient } from 'pg';
import { clientInternals, wireConnection } from './wire';

const everyMs = 1_000;
/** A statement that has waited so long without a byte from the server is asked about. */
const silentMs = 3_000;
/** The answer of a statement may be on its way when the server is asked: it has to say twice that it knows of none. */
const denials = 2;
const askingMs = 3_000;

/** What names a connection at the server: other servers give the same process ids, and one server gives them again. */
interface Backend {
  readonly pid: number;
  readonly startedAt: string;
}

/** The answer of the introduction. */
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
  /** Of the connections that are watched. */
  readonly connection: ClientConfig;
  /** Called when one was found to lead nowhere, and broken. */
  readonly onLost: () => void;
}

/**
 * After a failover no server may be left that closes the connections to the one before, and TCP alone tells after minutes.
 * Nothing is asked of connections that no statement waits on, and a statement may take as long as the server works on it.
 * Behind a pooler that answers with process ids of its own nothing can be asked: there the limit to silence holds alone.
 */
export class LostConnections {
  private readonly watchedClients = new Map<PoolClient, Watched>();
  private timer: NodeJS.Timeout | undefined;
  private isAsking = false;

  constructor(private readonly options: LostConnectionsOptions) {}

  /** For the settings of a connection that has just been opened: their last answer, to be given to `watch`. */
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
      if (!isWaiting) Object.assign(one, { bytes, since: now, denied: 0 });
    }
    const silent = [...this.watchedClients.values()].filter(({ since }) => now - since >= silentMs);
    if (silent.length === 0 || this.isAsking) return;
    this.isAsking = true;
    try {
      const working = await this.workingOn(silent.map(({ backend }) => backend));
      for (const one of silent) this.judge(one, working.has(one.backend.pid));
    } catch {
      // No server answers: there is none to go on with either.
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

  /** The process ids of those that the server works on a statement of. */
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
      // A server that does not answer does not hear a goodbye either.
      wireConnection(client).stream.destroy(error as Error);
      throw error;
    }
  }
}
