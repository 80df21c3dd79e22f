// Transactions of the raw client and of scoped ones: what is read and written in one is planned by this room, without Prisma.
import { transactionSettings } from './acting';
import { transactionsOf } from './client';
import type { Models } from './sql/planned-models';

export interface TransactionOptions {
  /** The longest that the work may take, in milliseconds: 30 s. */
  readonly timeout?: number;
}

/** The raw client, or a scoped one. */
export interface Transactional extends Models {
  $transaction<T>(work: (tx: Models) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

/**
 * Does the work in a transaction (READ COMMITTED) that names who acts, on a connection of its own: the work must not ask for
 * another one. On the raw client it reaches the rows of every organization, and a call without a plan rejects; of a scoped
 * client this is `$transaction`. Rejects with `DatabaseUnavailable` when the work takes longer than it may.
 */
export function inTransaction<T>(
  client: Transactional,
  work: (tx: Models) => Promise<T>,
  { timeout = 30_000 }: TransactionOptions = {},
): Promise<T> {
  const run = transactionsOf(client);
  if (!run) return client.$transaction(work, { timeout });
  return run({ begin: [{ text: 'BEGIN' }, ...transactionSettings()], timeout }, work);
}
