// Transactions of the raw client and of scoped clients. Calls in a transaction need a planned SQL statement
// (`src/data/sql`); Prisma is not involved.
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
 * Runs the work in a transaction (READ COMMITTED) attributed to the actor, on one connection; the work must not request
 * a second one. With the raw client, it reaches rows of every organization, and a call without a plan rejects. With a
 * scoped client, it calls the client's `$transaction`. Rejects with `DatabaseUnavailable` after the timeout.
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
