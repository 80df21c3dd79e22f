// A transaction on one connection of a pool. Its statements run one after the other. No statement is sent after the
// transaction's end.
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { DatabaseUnavailable } from '../../errors';
import { whileHolding } from './connection-shares';

/** What sends statements: a connection or a pool. */
export type Sender = Pick<PoolClient, 'query'>;

export interface TransactionSettings {
  /** Statements that are sent before the work: BEGIN and the transaction's settings. */
  readonly begin: readonly QueryConfig[];
  /** Maximum duration of the work in milliseconds; undefined for no limit. */
  readonly timeout?: number;
}

class TransactionConnection implements Sender {
  private last: Promise<unknown> = Promise.resolve();
  private hasEnded = false;

  constructor(private readonly connection: PoolClient) {}

  /**
   * Sends a statement in the transaction. Rejects once the transaction has ended, because the statement would become
   * part of the connection's next work.
   */
  readonly query = ((config: QueryConfig) => {
    const result = this.last.then(() => {
      if (this.hasEnded) throw new Error('the transaction has ended');
      return this.connection.query(config);
    });
    this.last = result.catch(() => undefined);
    return result;
  }) as PoolClient['query'];

  /**
   * Ends the transaction. Waits for the current statement, and rejects statements that are queued behind it. Throws if
   * a statement has failed, because PostgreSQL then rolls back instead of committing.
   */
  async end(statement: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    this.hasEnded = true;
    await this.last;
    const { command } = await this.connection.query(statement);
    if (command !== statement) throw new Error('the transaction was rolled back: one of its statements had failed');
  }
}

/**
 * Runs the work in a transaction. Commits it when the work resolves, and rolls it back when the work rejects. Rejects
 * if the work resolves although a statement has failed, and with `DatabaseUnavailable` (waiting) after the timeout.
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
    const cause = new Error(`a transaction took longer than ${ms} ms`);
    const late = () => reject(new DatabaseUnavailable('waiting', cause, 'transaction_timeout'));
    const timer = setTimeout(late, ms);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}
