// Classifies errors of the database itself, as opposed to errors of a request.
import { DatabaseUnavailable, type Trouble } from '../../errors';
import { overrideMethods, type Adapter, type Factory } from './adapter';

/** Patterns of error codes (SQLSTATE, the operating system's or Prisma's), each with its kind of trouble. */
const troubles: readonly (readonly [RegExp, Trouble])[] = [
  [
    /^(08...|57P0[1-5]|ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|EHOST\w+|ENET\w+|ETIMEDOUT|P1001|P1002|P1017)$/,
    'unreachable',
  ],
  // A statement timed out, or there are too many connections.
  [/^(57014|55P03|53300|P1008|P2024|P2028|P2037)$/, 'waiting'],
  [/^(53100|53200|53400)$/, 'full'],
  [/^25006$/, 'read_only'],
];
const kinds: Readonly<Record<string, Trouble>> = {
  DatabaseNotReachable: 'unreachable',
  ConnectionClosed: 'unreachable',
  SocketTimeout: 'unreachable',
  TooManyConnections: 'waiting',
};
// Matches the messages of errors that pg itself creates without a code.
const lostConnectionMessage =
  /^(Connection terminated|Client has encountered a connection error|the database said nothing|Cannot use a pool)/;

interface Failure {
  readonly code?: unknown;
  readonly originalCode?: unknown;
  readonly kind?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

/** The error itself and its causes. */
function causesOf(error: unknown): Failure[] {
  const causes: Failure[] = [];
  for (let one = error as Failure | undefined; one && causes.length < 4; one = one.cause as Failure) causes.push(one);
  return causes;
}
const codesOf = ({ originalCode, code }: Failure) => [originalCode, code].filter((one) => typeof one === 'string');

/**
 * The kind of trouble, if the error means that the database is unavailable. Undefined if the statement itself caused
 * the error.
 */
export function classifyTrouble(error: unknown): Trouble | undefined {
  if (error instanceof DatabaseUnavailable) return error.trouble;
  for (const one of causesOf(error)) {
    const matchingTrouble = troubles.find(([form]) => codesOf(one).some((code) => form.test(code)))?.[1];
    if (matchingTrouble) return matchingTrouble;
    if (typeof one.kind === 'string' && kinds[one.kind]) return kinds[one.kind];
    if (typeof one.message === 'string' && lostConnectionMessage.test(one.message)) return 'unreachable';
  }
  return undefined;
}

/** Whether the database cancelled a statement (SQLSTATE 57014), which it does after the statement timeout. */
export const isTooLong = (error: unknown): boolean => causesOf(error).some((one) => codesOf(one).includes('57014'));

/** SQLSTATE of writes that are refused because their organization is being moved to another database. */
export const movingSqlState = 'NL001';

/** Whether the database refused a write because its organization is being moved to another database. */
export const isMoving = (error: unknown): boolean =>
  causesOf(error).some((one) => codesOf(one).includes(movingSqlState));

export type OnTrouble = (trouble: Trouble) => void;

/** Resolves with the result, or throws `DatabaseUnavailable` for errors of the database itself. */
export async function namingTrouble<T>(work: Promise<T>, onTrouble: OnTrouble): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isMoving(error))
      throw error instanceof DatabaseUnavailable
        ? error
        : new DatabaseUnavailable('waiting', error, 'organization_moving');
    const trouble = classifyTrouble(error);
    if (!trouble) throw error;
    onTrouble(trouble);
    if (error instanceof DatabaseUnavailable) throw error;
    throw new DatabaseUnavailable(trouble, error, isTooLong(error) ? 'statement_cancelled' : undefined);
  }
}

/** Wraps Prisma's adapter so that errors of the database become `DatabaseUnavailable`. */
export function adapterNamingTrouble(factory: Factory, onTrouble: OnTrouble): Factory {
  const sending = <T extends Pick<Adapter, 'queryRaw' | 'executeRaw'>>(inner: T) => ({
    queryRaw: (query: Parameters<T['queryRaw']>[0]) => namingTrouble(inner.queryRaw(query), onTrouble),
    executeRaw: (query: Parameters<T['executeRaw']>[0]) => namingTrouble(inner.executeRaw(query), onTrouble),
  });
  return overrideMethods(factory, {
    async connect() {
      const inner = await factory.connect();
      return overrideMethods(inner, {
        ...sending(inner),
        async startTransaction(level) {
          const transaction = await namingTrouble(inner.startTransaction(level), onTrouble);
          return overrideMethods(transaction, sending(transaction));
        },
      });
    },
  });
}
