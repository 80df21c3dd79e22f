// Breaks the database connection of a request with an idempotency key at a chosen SQL statement.
import { Client } from 'pg';

type Query = (this: unknown, ...args: unknown[]) => unknown;

interface Loss {
  /** The statements that the transaction sent, up to the one at which the connection was broken. */
  readonly statements: readonly string[];
  /** Id of the PostgreSQL process whose connection was broken; undefined if the chosen statement was never sent. */
  readonly pid?: number;
}

/**
 * The statement at which the connection breaks: the first statement with this text. With `afterCommit`, the database
 * executes COMMIT, and its response is lost.
 */
type LostStatement = { readonly text: string } | 'afterCommit';

/** Breaks the connection of requests with an idempotency key at the chosen statement, until `restore` is called. */
function loseStatement(lost: LostStatement): { readonly loss: () => Loss; restore(): void } {
  const statements: string[] = [];
  let lostPid: number | undefined;
  let keyed = new WeakSet<object>();
  const query = Client.prototype.query as Query;
  const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
    const [statement] = args as [string | { text: string }];
    const text = typeof statement === 'string' ? statement : statement.text;
    if (text.includes('pg_try_advisory_xact_lock')) keyed.add(this);
    if (!keyed.has(this)) return query.apply(this, args);
    if (lostPid === undefined) statements.push(text);
    const { stream } = (this as unknown as { connection: { stream: { destroy(): void } } }).connection;
    const { processID: pid } = this as unknown as { processID: number };
    if (text === 'COMMIT' && lost === 'afterCommit') {
      lostPid = pid;
      return (query.apply(this, args) as Promise<unknown>).then(() => {
        stream.destroy();
        throw new Error('Connection terminated unexpectedly');
      });
    }
    if (lost !== 'afterCommit' && text === lost.text && lostPid === undefined) {
      lostPid = pid;
      stream.destroy();
    }
    if (text === 'COMMIT' || text === 'ROLLBACK') keyed = new WeakSet();
    return query.apply(this, args);
  } as never);
  return {
    loss: () => ({ statements, ...(lostPid !== undefined && { pid: lostPid }) }),
    restore: () => spy.mockRestore(),
  };
}

/** A database connection that is never broken. It serves to read which PostgreSQL processes still run. */
interface Server {
  $queryRawUnsafe<Rows>(text: string, ...values: unknown[]): Promise<Rows>;
}

const isAlive = async (server: Server, pid: number): Promise<boolean> =>
  (await server.$queryRawUnsafe<unknown[]>('SELECT FROM pg_stat_activity WHERE pid = $1', pid)).length > 0;

/**
 * Sends a request and breaks its database connection at a statement. Resolves when PostgreSQL has noticed this and
 * ended the transaction.
 */
export async function sendAndLose<T>(
  server: Server,
  lost: LostStatement,
  send: () => Promise<T>,
): Promise<Loss & { readonly answer: T }> {
  const { loss, restore } = loseStatement(lost);
  const answer = await send().finally(restore);
  const { pid } = loss();
  // The transaction ends within a millisecond or two, so the loop asks without a pause.
  while (pid !== undefined && (await isAlive(server, pid)));
  return { ...loss(), answer };
}
