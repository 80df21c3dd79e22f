// A transaction on one connection of a pool. Its statements run one after the other. No statement is sent after the
// transaction's end.
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { DatabaseUnavailable } from '../../errors';
import { assertHoldsNoTransaction, whileHolding } from './connection-shares';
import { runJoined, transactionToJoin, type RequestTransaction } from './request-transaction';

/** Sends statements: a connection or a pool. */
export type Sender = Pick<PoolClient, 'query'>;

export interface TransactionSettings {
  /** Statements that are sent before the work: BEGIN and the transaction's settings. */
  readonly begin: readonly QueryConfig[];
  /** Maximum duration of the work in milliseconds; undefined for no limit. */
  readonly timeout?: number;
}

/**
 * The SQL that ends a transaction: COMMIT and ROLLBACK on its own connection, or statements on a savepoint within a
 * request's transaction.
 */
interface Ends {
  readonly commit: string;
  readonly rollback: string;
}
const ownEnds: Ends = { commit: 'COMMIT', rollback: 'ROLLBACK' };
const savepointEnds: Ends = {
  commit: 'RELEASE SAVEPOINT part',
  rollback: 'ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part',
};

class TransactionConnection implements Sender {
  private last: Promise<unknown> = Promise.resolve();
  hasEnded = false;

  constructor(
    protected readonly connection: Sender,
    private readonly ends = ownEnds,
  ) {}

  /**
   * Sends a statement in the transaction. Rejects once the transaction has ended, because the statement would become
   * part of the connection's next work.
   */
  readonly plain = ((config: QueryConfig) => this.inTurn(() => this.connection.query(config))) as PoolClient['query'];
  readonly query: PoolClient['query'] = this.plain;

  /**
   * Calls `send` after all statements that were queued before have finished. Rejects without calling `send` if the
   * transaction has ended.
   */
  protected inTurn<T>(send: () => Promise<T>): Promise<T> {
    const result = this.last.then(() => {
      if (this.hasEnded) throw new Error('the transaction has ended');
      return send();
    });
    this.last = result.catch(() => undefined);
    return result;
  }

  /**
   * Ends the transaction. Waits for the current statement, and rejects statements that are queued behind it. Throws if
   * a statement has failed, because PostgreSQL then rolls back instead of committing.
   */
  async end(ending: keyof Ends): Promise<void> {
    this.hasEnded = true;
    await this.last;
    const { command } = await this.connection.query(this.ends[ending]);
    if (ending === 'commit' && command === 'ROLLBACK')
      throw new Error('the transaction was rolled back: one of its statements had failed');
  }
}

/**
 * The connection of a request's transaction. A statement that fails is rolled back alone, so that the request can
 * continue as it can outside of a transaction.
 */
class JoinedConnection extends TransactionConnection implements RequestTransaction {
  private lastPart: Promise<unknown> = Promise.resolve();

  constructor(
    readonly pool: object,
    connection: Sender,
  ) {
    super(connection);
  }

  override readonly query = ((config: QueryConfig) =>
    this.inTurn(async () => {
      await this.connection.query('SAVEPOINT statement');
      try {
        const answer = await this.connection.query(config);
        await this.connection.query('RELEASE SAVEPOINT statement');
        return answer;
      } catch (error) {
        await this.connection.query('ROLLBACK TO SAVEPOINT statement; RELEASE SAVEPOINT statement');
        throw error;
      }
    })) as PoolClient['query'];

  inSavepoint<T>(work: (connection: Sender) => Promise<T>): Promise<T> {
    assertHoldsNoTransaction();
    const part = this.lastPart.then(async () => {
      await this.plain('SAVEPOINT part');
      return work({ query: this.plain });
    });
    this.lastPart = part.catch(() => undefined);
    return part;
  }
}

/**
 * Runs the work in a transaction. Commits it when the work resolves, and rolls it back when the work rejects. Rejects
 * if the work resolves although a statement has failed. Rejects with `DatabaseUnavailable` if the work
 * takes longer than the timeout.
 * Within the transaction of a request, the work is a part of the request's transaction, and takes effect when the
 * request's transaction commits.
 */
export async function runTransaction<T>(
  pool: Pool,
  { begin, timeout }: TransactionSettings,
  work: (connection: Sender) => Promise<T>,
): Promise<T> {
  const requestTransaction = transactionToJoin(pool);
  if (requestTransaction)
    return requestTransaction
      .inSavepoint((connection) =>
        // `begin.slice(1)` leaves out BEGIN, because the savepoint was set instead.
        settle(new TransactionConnection(connection, savepointEnds), { begin: begin.slice(1), timeout }, work),
      )
      .catch((error: unknown) => {
        // Without a rollback to its savepoint, the failed part would be committed with the request's transaction. So
        // the error of the rollback is thrown.
        throw error instanceof Unended ? error.rollbackError : error;
      });
  const client = await pool.connect();
  return releasing(client, settle(new TransactionConnection(client), { begin, timeout }, work));
}

/**
 * Runs the work of a request in one transaction: all statements on this pool that the work sends are part of it, and
 * transactions that the work starts become savepoints. The transaction has no time limit.
 */
export async function runRequestTransaction<T>(
  pool: Pool,
  { begin }: TransactionSettings,
  work: () => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const connection = new JoinedConnection(pool, client);
  return releasing(
    client,
    settle(
      connection,
      { begin },
      () => runJoined(connection, work),
      (settled) => settled(),
    ),
  );
}

/**
 * Returns the connection to the pool when the transaction has ended. Closes the connection if COMMIT or ROLLBACK could
 * not be sent.
 */
async function releasing<T>(client: PoolClient, transaction: Promise<T>): Promise<T> {
  try {
    const answer = await transaction;
    client.release();
    return answer;
  } catch (error) {
    client.release(error instanceof Unended);
    throw error instanceof Unended ? error.cause : error;
  }
}

/** Wraps the error of a transaction whose rollback could not be sent. */
class Unended extends Error {
  constructor(
    override readonly cause: unknown,
    readonly rollbackError: unknown,
  ) {
    super('the transaction could not be rolled back');
  }
}

async function settle<T>(
  connection: TransactionConnection,
  { begin, timeout }: TransactionSettings,
  work: (connection: Sender) => Promise<T>,
  hold: typeof whileHolding = whileHolding,
): Promise<T> {
  const deadline = new AbortController();
  try {
    for (const statement of begin) await connection.plain(statement);
    const result = hold(() => work(connection));
    const answer = await (timeout === undefined
      ? result
      : Promise.race([result, rejectAfter(timeout, deadline.signal)]));
    await connection.end('commit');
    return answer;
  } catch (error) {
    await connection.end('rollback').catch((rollbackError: unknown) => {
      throw new Unended(error, rollbackError);
    });
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
