// Settings that every transaction sends at its start: the author of its changes, and whether its statements have a time
// limit.
import { AsyncLocalStorage } from 'node:async_hooks';
import { overrideMethods, type Adapter, type Factory } from '../platform/postgres/adapter';
import { hasNoStatementTimeout } from '../platform/postgres/time-limits';

type Transaction = Awaited<ReturnType<Adapter['startTransaction']>>;

/** The author of changes, as stored in `audit_events`; ids are UUIDs. */
export interface Actor {
  readonly actorType: 'User' | 'UserApiKey' | 'Daemon' | 'Discovery';
  /**
   * The author's organization. If undefined, the author belongs to the organization of the first network that is
   * written to.
   */
  readonly organizationId?: string;
  readonly userId?: string;
  readonly userApiKeyId?: string;
  readonly daemonId?: string;
  readonly discoveryId?: string;
}

const currentActor = new AsyncLocalStorage<Actor>();
const currentOperation = new AsyncLocalStorage<string>();

/** Runs the work. The audit events of its writes name this operation. */
export const runAsOperation = <T>(operation: string, work: () => T): T => currentOperation.run(operation, work);

/**
 * Runs the work and attributes all its writes, by any client, to this actor. Each statement outside of a transaction
 * becomes a transaction, so do not use this for reads.
 */
export const runAs = <T>(actor: Actor, work: () => T): T => currentActor.run(actor, work);

/** Runs background work and attributes its writes to the discovery that caused it. */
export const runAsDiscovery = <T>(discoveryId: string, work: () => T): T =>
  runAs({ actorType: 'Discovery', discoveryId }, work);

/**
 * The value of the PostgreSQL setting `netloom.actor`, which names the author of a statement that is sent outside of a
 * transaction.
 */
export const actingText = (actor: Actor): string =>
  JSON.stringify({ ...actor, operation: currentOperation.getStore() });

/**
 * The statements at the start of a transaction that set the actor and, if requested, disable the time limit. Empty if
 * there is nothing to set.
 */
export function transactionSettings(): readonly { readonly text: string; readonly values: string[] }[] {
  const [actor, operation] = [currentActor.getStore(), currentOperation.getStore()];
  const isAttributed = actor !== undefined || operation !== undefined;
  const assignments = [
    isAttributed && `set_config('netloom.actor', $1, true)`,
    hasNoStatementTimeout() && `set_config('statement_timeout', '0', true)`,
  ].filter(Boolean);
  if (assignments.length === 0) return [];
  const values = isAttributed ? [JSON.stringify({ ...actor, operation })] : [];
  return [{ text: `SELECT ${assignments.join(', ')}`, values }];
}

/**
 * Whether a statement outside of a transaction must become a transaction, because it names an actor or runs without a
 * time limit.
 */
export const needsTransaction = (): boolean => hasNoStatementTimeout() || currentActor.getStore() !== undefined;

/**
 * Wraps Prisma's adapter: each transaction begins with `transactionSettings`. A single statement becomes a transaction
 * if an actor is set or statements have no time limit.
 */
export function attributed(factory: Factory): Factory {
  return overrideMethods(factory, {
    async connect() {
      const inner = await factory.connect();
      return attributedAdapter(inner);
    },
  });
}

function attributedAdapter(inner: Adapter): Adapter {
  const begin = async (level?: Parameters<Adapter['startTransaction']>[0]) => {
    const transaction = await inner.startTransaction(level);
    try {
      for (const { text, values } of transactionSettings())
        await transaction.executeRaw({
          sql: text,
          args: values,
          argTypes: values.map(() => ({ scalarType: 'string', arity: 'scalar' })),
        });
      return transaction;
    } catch (error) {
      await end(transaction, 'ROLLBACK').catch(() => undefined);
      throw error;
    }
  };
  const alone = async <T>(send: (by: Adapter | Transaction) => Promise<T>): Promise<T> => {
    if (!needsTransaction()) return send(inner);
    const transaction = await begin();
    try {
      const answer = await send(transaction);
      await end(transaction, 'COMMIT');
      return answer;
    } catch (error) {
      await end(transaction, 'ROLLBACK').catch(() => undefined);
      throw error;
    }
  };
  return overrideMethods(inner, {
    startTransaction: (level) => begin(level),
    queryRaw: (query) => alone((by) => by.queryRaw(query)),
    executeRaw: (query) => alone((by) => by.executeRaw(query)),
  });
}

/**
 * Ends a transaction by COMMIT or ROLLBACK. The adapter's own commit and rollback send no statement, but only release
 * the connection.
 */
async function end(transaction: Transaction, statement: 'COMMIT' | 'ROLLBACK'): Promise<void> {
  try {
    await transaction.executeRaw({ sql: statement, args: [], argTypes: [] });
  } finally {
    await (statement === 'COMMIT' ? transaction.commit() : transaction.rollback());
  }
}
