// The transaction of a request: while it is open, all statements of the request run in it, on one connection.
// Transactions that the request starts become savepoints.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolClient } from 'pg';

type Sender = Pick<PoolClient, 'query'>;

/** A transaction that statements and further transactions of the same request join. */
export interface RequestTransaction extends Sender {
  /** The pool from which the connection was taken. Work on another pool does not join the transaction. */
  readonly pool: object;
  readonly hasEnded: boolean;
  /**
   * Runs the work between a savepoint and its release, or rolls back to the savepoint if the work rejects. Several
   * calls run one after the other.
   */
  inSavepoint<T>(work: (connection: Sender) => Promise<T>): Promise<T>;
}

const current = new AsyncLocalStorage<RequestTransaction>();

/** Runs the work so that all of its statements on the transaction's pool are part of the transaction. */
export const runJoined = <T>(transaction: RequestTransaction, work: () => T): T => current.run(transaction, work);

/** Runs work whose results other requests use, outside of the transaction of this request. */
export const withoutJoining = <T>(work: () => T): T => current.exit(work);

/** The open transaction of the request on this pool; undefined if there is none. */
export function transactionToJoin(pool: object): RequestTransaction | undefined {
  const transaction = current.getStore();
  return transaction && transaction.pool === pool && !transaction.hasEnded ? transaction : undefined;
}

/** The pool of the open transaction of the request; undefined if there is none. */
export function poolToJoin(): object | undefined {
  const transaction = current.getStore();
  return transaction && !transaction.hasEnded ? transaction.pool : undefined;
}
