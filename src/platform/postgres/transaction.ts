// A transaction on one connection of a pool: its statements wait for each other, and none is sent after its end.
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { DatabaseUnavailable } from '../../errors';
import { whileHolding } from './connection-shares';

/** Sends statements; a connection or a pool of them. */
export type Sender = Pick<PoolClient, 'query'>;

export interface TransactionSettings {
  /** Sent before the work: BEGIN, and what is set for the transaction. */
  readonly begin: readonly QueryConfig[];
  /** The longest that the work may take, in milliseconds; absent: there is no limit. */
  readonly timeout?: number;
}

class TransactionConnection implements Sender {
  private last: Promise<unknown> = Promise.resolve();
  private hasEnded = false;

  constructor(private readonly connection: PoolClient) {}

  /** Rejects once the transaction has ended: a late statement would be part of whatever the connection does next. */
  readonly query = ((config: QueryConfig) => {
    const result = this.last.then(() => {
      if (this.hasEnded) throw new Error('the transaction has ended');
      return this.connection.query(config);
    });
    this.last = result.catch(() => undefined);
    return result;
  }) as PoolClient['query'];

  /**
   * Waits for the statement that is under way; what is queued behind it is refused. PostgreSQL answers the COMMIT of a
   * transaction with a failed statement by ROLLBACK: that throws.
   */
  async end(statement: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    this.hasEnded = true;
    await this.last;
    const { command } = await this.connection.query(statement);
    if (command !== statement) throw new Error('the transaction was rolled back: one of its statements had failed');
  }
}

/**
 * Does the work in a transaction, which is committed when the work resolves and rolled back when it rejects. Rejects where the
 * work resolves although a statement has failed, and with `DatabaseUnavailable` (waiting) when it takes longer than it may.
 */
export async function runTransaction<T>(
  pool: Pool,
  { begin, timeout }: TransactionSettings,
  work: (connection: Sender) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const connection = new TransactionConnection(client);
  const deadline = new AbortController();
  try {
    for (const statement of begin) await connection.query(statement);
    const result = whileHolding(() => work(connection));
    const answer = await (timeout === undefined
      ? result
      : Promise.race([result, rejectAfter(timeout, deadline.signal)]));
    await connection.end('COMMIT');
    client.release();
    return answer;
  } catch (error) {
    await connection.end('ROLLBACK').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  } finally {
    deadline.abort();
  }
}

function rejectAfter(ms: number, signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const late = () => reject(new DatabaseUnavailable('waiting', new Error(`a transaction took longer than ${ms} ms`)));
    const timer = setTimeout(late, ms);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}
