// The connection of a transaction, for statements of its own beside those of the library that began it.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolClient, QueryConfig } from 'pg';

/** Sends statements; a connection or a pool of them. */
export type Sender = Pick<PoolClient, 'query'>;

/** Where the pool leaves the connection that a transaction gets, from when it is given until it is given back. */
export class HeldConnection implements Sender {
  private connection: Sender | undefined;

  /** Throws once the transaction has ended: what comes too late must not meet the work of the next. */
  readonly query = ((config: QueryConfig) => {
    if (!this.connection) throw new Error('the transaction has ended');
    return this.connection.query(config);
  }) as PoolClient['query'];

  /** Whether it is this transaction that asks for a connection, and not something inside of it. */
  get isWaiting(): boolean {
    return this.connection === undefined;
  }

  hold(connection: PoolClient): void {
    this.connection = connection;
    const inTurn = oneByOne(connection);
    // All that use the connection wait for each other, its transaction's own library included.
    Object.defineProperty(connection, 'query', { value: inTurn.query, configurable: true });
  }

  leave(connection: PoolClient): void {
    this.connection = undefined;
    delete (connection as { query?: unknown }).query;
  }
}

/** A connection takes one statement at a time; what asks for several at once waits here. */
export function oneByOne(connection: PoolClient): Sender {
  const send = connection.query.bind(connection) as (...args: unknown[]) => Promise<unknown>;
  let last: Promise<unknown> = Promise.resolve();
  const query = (...args: unknown[]) => {
    const sent = last.then(() => send(...args));
    last = sent.catch(() => undefined);
    return sent;
  };
  return { query: query as PoolClient['query'] };
}

const beginning = new AsyncLocalStorage<HeldConnection>();

/** Begins a transaction; the first connection that it takes from the pool is held in `held`. */
export const beginHeld = <T>(held: HeldConnection, begin: () => T): T => beginning.run(held, begin);

/** What waits for the connection that is asked for now. */
export function heldFor(): HeldConnection | undefined {
  const held = beginning.getStore();
  return held?.isWaiting ? held : undefined;
}
