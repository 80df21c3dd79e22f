// Ends the database connection of a request with an idempotency key at any of its statements.
import { Client } from 'pg';

type Query = (this: unknown, ...args: unknown[]) => unknown;

interface Loss {
  /** The texts of the transaction's statements up to the lost one. */
  readonly statements: readonly string[];
  /** Process id of the server process whose connection was lost; undefined if the statement was not sent. */
  readonly pid?: number;
}

/** The lost statement: the first with this text, or `afterCommit`: the answer of COMMIT, which has been executed. */
type LostStatement = { readonly text: string } | 'afterCommit';

/** Until it is restored, destroys the connection of a keyed request's transaction at the lost statement. */
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

/** The connection to the server on which a request was lost. */
interface Server {
  $queryRawUnsafe<Rows>(text: string, ...values: unknown[]): Promise<Rows>;
}

const isAlive = async (server: Server, pid: number): Promise<boolean> =>
  (await server.$queryRawUnsafe<unknown[]>('SELECT FROM pg_stat_activity WHERE pid = $1', pid)).length > 0;

/**
 * Sends a request, loses its connection at a statement, and resolves when its transaction has ended on the server too: the
 * server notices the loss a moment later.
 */
export async function sendAndLose<T>(
  server: Server,
  lost: LostStatement,
  send: () => Promise<T>,
): Promise<Loss & { readonly answer: T }> {
  const { loss, restore } = loseStatement(lost);
  const answer = await send().finally(restore);
  const { pid } = loss();
  // It takes a millisecond or two, so the next question follows at once.
  while (pid !== undefined && (await isAlive(server, pid)));
  return { ...loss(), answer };
}
