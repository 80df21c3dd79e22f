// Settings of every transaction: who writes, and whether its statements have a time limit.
import { AsyncLocalStorage } from 'node:async_hooks';
import { over, type Adapter, type Factory } from '../platform/postgres/adapter';
import { isPatient } from '../platform/postgres/time-limits';

type Transaction = Awaited<ReturnType<Adapter['startTransaction']>>;

/** As `audit_events` keeps it; ids are UUIDs. */
export interface Actor {
  readonly actorType: 'User' | 'UserApiKey' | 'Daemon' | 'Discovery';
  /** Absent: that of the first network written to. */
  readonly organizationId?: string;
  readonly userId?: string;
  readonly userApiKeyId?: string;
  readonly daemonId?: string;
  readonly discoveryId?: string;
}

const acting = new AsyncLocalStorage<Actor>();
const asked = new AsyncLocalStorage<string>();

/** Does the work so that what it writes names this operation. */
export const asOperation = <T>(operation: string, work: () => T): T => asked.run(operation, work);

/**
 * Attributes all writes of the work, by any client, to this actor. Each statement outside of a transaction
 * becomes one: reads belong elsewhere.
 */
export const actAs = <T>(actor: Actor, work: () => T): T => acting.run(actor, work);

/** For background work: its writes are attributed to the discovery that they follow from. */
export const actAsDiscovery = <T>(discoveryId: string, work: () => T): T =>
  actAs({ actorType: 'Discovery', discoveryId }, work);

/** How a statement that is a transaction of its own names who writes: by this text, kept as the setting `netloom.actor`. */
export const actingText = (actor: Actor): string => JSON.stringify({ ...actor, operation: asked.getStore() });

/** The statement that begins a transaction with who acts, and without a time limit where there is none. */
export function transactionSettings(): readonly { readonly text: string; readonly values: string[] }[] {
  const [actor, operation] = [acting.getStore(), asked.getStore()];
  const isAttributed = actor !== undefined || operation !== undefined;
  const assignments = [
    isAttributed && `set_config('netloom.actor', $1, true)`,
    isPatient() && `set_config('statement_timeout', '0', true)`,
  ].filter(Boolean);
  if (assignments.length === 0) return [];
  const values = isAttributed ? [JSON.stringify({ ...actor, operation })] : [];
  return [{ text: `SELECT ${assignments.join(', ')}`, values }];
}

/** Whether a statement on its own has to be a transaction, which names an actor or lifts the time limit. */
export const needsTransaction = (): boolean => isPatient() || acting.getStore() !== undefined;

/**
 * Prisma's adapter, with the settings of every transaction at its start. A statement on its own becomes a transaction
 * where an actor is set, or where statements have no time limit.
 */
export function attributed(factory: Factory): Factory {
  return over(factory, {
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
  return over(inner, {
    startTransaction: (level) => begin(level),
    queryRaw: (query) => alone((by) => by.queryRaw(query)),
    executeRaw: (query) => alone((by) => by.executeRaw(query)),
  });
}

/** The adapter leaves the statement to its caller, and only gives the connection back. */
async function end(transaction: Transaction, statement: 'COMMIT' | 'ROLLBACK'): Promise<void> {
  try {
    await transaction.executeRaw({ sql: statement, args: [], argTypes: [] });
  } finally {
    await (statement === 'COMMIT' ? transaction.commit() : transaction.rollback());
  }
}
