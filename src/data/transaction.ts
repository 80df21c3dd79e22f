// Transactions of the raw client and of scoped clients. Prisma does not run calls in a transaction: `src/data/sql` must
// have an SQL statement for each of them.
import { transactionSettings } from './acting';
import { transactionsOf } from './client';
import type { Models } from './sql/planned-models';

export interface TransactionOptions {
  /** Maximum duration of the work in milliseconds; 30 s by default. */
  readonly timeout?: number;
}

/** The raw client, or a scoped client. */
export interface Transactional extends Models {
  $transaction<T>(work: (tx: Models) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

/**
 * Runs the work in a transaction (READ COMMITTED) on one connection; the work must not request a second one. Rejects
 * with `DatabaseUnavailable` after the timeout. A Prisma call for which `src/data/sql` has no SQL statement throws.
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
