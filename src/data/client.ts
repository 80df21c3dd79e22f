// The raw Prisma client on a connection pool: sees every row, so only auth, tenancy, demo and main may hold one.
import { PrismaPg } from '@prisma/adapter-pg';
import type { Trouble } from '../errors';
import { type Prisma, PrismaClient } from '../generated/prisma/client';
import { attributed, needsTransaction, transactionSettings } from './acting';
import { inCurrentSchema } from '../platform/postgres/adapter';
import { hearCommits } from '../platform/postgres/commits';
import { patientSocket } from '../platform/postgres/time-limits';
import { wireConnection } from '../platform/postgres/wire';
import { directReads, type DirectReads } from './sql/direct-reads';
import { directWrites, type DirectWrites } from './sql/direct-writes';
import { UnplannedCall } from './sql/no-plan';
import { isModelName, modelsBy, plannedModels, type Models } from './sql/planned-models';
import { uncapitalize } from '../platform/text/names';
import { SharedPool } from '../platform/postgres/shared-pool';
import { statementNames } from '../platform/postgres/statement-names';
import {
  ask,
  parsedRows,
  textRow,
  textRows,
  TextStatement,
  type Answer,
  type OnRow,
} from '../platform/postgres/text-statement';
import { runTransaction, type Sender, type TransactionSettings } from '../platform/postgres/transaction';
import { namingTrouble, adapterNamingTrouble, type OnTrouble } from '../platform/postgres/unavailable';

/** The longest that a statement of a request may take. */
const statementSeconds = 15;

export interface ClientOptions {
  readonly poolSize?: number;
  readonly preparedStatements?: boolean;
  readonly connectTimeoutSeconds?: number;
  /** The longest that a statement of a request may take: 15 s. Suites wait longer, as their machine may stand still. */
  readonly statementSeconds?: number;
  /** How long a connection in use may say nothing before it counts as lost; longer than any one statement takes. */
  readonly silenceSeconds?: number;
  /** For tests: a transaction that asks for a second connection is refused it, instead of waiting for it. */
  readonly refusesSecondConnection?: boolean;
  /**
   * Called with a call that has no plan, of a scoped client or a planned one, once for each that reads the same: Prisma
   * answers it. Without this, as in development and tests, such a call throws.
   */
  readonly onUnplanned?: (call: UnplannedCall) => void;
  /** Called with each SQL statement sent. */
  readonly onQuery?: (query: Prisma.QueryEvent) => void;
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  readonly onConnectionLost?: (error: Error) => void;
}

/** Throws without a listener; else tells it once of all that read the same. */
function unplannedBy(onUnplanned: ClientOptions['onUnplanned']): (call: UnplannedCall) => void {
  const told = new Set<string>();
  return (call) => {
    if (!onUnplanned) throw call;
    if (!told.has(call.message)) onUnplanned(call);
    told.add(call.message);
  };
}

/** What sends statements around Prisma on the connections it uses itself. */
export interface DirectSql {
  readonly reads: DirectReads;
  readonly writes: DirectWrites;
  /** For calls without a plan: throws, or says so and leaves them to Prisma. */
  readonly onUnplanned: (call: UnplannedCall) => void;
  /** Rows as objects, by the names of their columns. */
  query<R extends object>(text: string, values: unknown[]): Promise<R[]>;
  /** The same with PostgreSQL's own texts as values: JSON is not read. `onRow` takes each row as it comes, in place of the answer. */
  queryTexts<R extends object>(text: string, values: unknown[], onRow?: (row: R) => void): Promise<R[]>;
  /** How many rows the statement wrote, or answered. */
  execute(text: string, values: unknown[]): Promise<number>;
  /** Whether all connections are in use. */
  isFull(): boolean;
  /** When a statement last met this trouble, in milliseconds since 1970; 0 for never. */
  lastMet(trouble: Trouble): number;
  /** Calls back after each transaction of this client that wrote rows and was committed. Answers how to stop. */
  onCommit(committed: () => void): () => void;
}
const directSqls = new WeakMap<Models, DirectSql>();
const heldSqls = new WeakMap<Models, DirectSql>();
type RunTransaction = <T>(settings: TransactionSettings, work: (tx: Models) => Promise<T>) => Promise<T>;
const transactions = new WeakMap<Models, RunTransaction>();

/** Of a client that `createPrismaClient` made, or of a transaction of one. */
export const directSqlOf = (prisma: Models): DirectSql => (directSqls.get(prisma) ?? heldSqls.get(prisma))!;

/** Of a transaction: its statements are part of it. */
export const heldSqlOf = (tx: Models): DirectSql | undefined => heldSqls.get(tx);

/** What begins transactions of a client that `createPrismaClient` made; undefined for others. */
export const transactionsOf = (client: Models): RunTransaction | undefined => transactions.get(client);

/**
 * Everything that the work reads by `directSqlOf(moment)` is of one moment (REPEATABLE READ); `moment` has no methods of
 * Prisma's. It holds a connection until it ends, so it must not ask for another one, nor wait for anybody who may.
 */
export const atOneMoment = <T>(prisma: PrismaClient, work: (moment: PrismaClient) => Promise<T>): Promise<T> =>
  transactions.get(prisma)!({ begin: [{ text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' }] }, (tx) =>
    work(tx as PrismaClient),
  );

/**
 * Sent to each connection once, before its first use. Compiling a statement takes PostgreSQL longer than running any of
 * ours; a table that is read from one end to the other is read with everybody's rows in it.
 */
const sessionSettingsOf = (seconds: number) =>
  `SET jit = off; SET enable_seqscan = off; SET statement_timeout = '${seconds}s'`;

export function createPrismaClient(url: string, options: ClientOptions = {}): PrismaClient {
  const names = options.preparedStatements === false ? undefined : statementNames();
  const nameOf = names?.nameOf;
  const met = new Map<Trouble, number>();
  const onTrouble: OnTrouble = (trouble) => {
    met.set(trouble, Date.now());
    if (trouble === 'unreachable' || trouble === 'read_only') pool.distrust();
  };
  const pool = new SharedPool({
    refusesSecond: options.refusesSecondConnection,
    onLend: names?.closeForgotten,
    connectionString: url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: (options.connectTimeoutSeconds ?? 10) * 1000,
    // Shorter than the silence below: an idle connection is closed, not lost.
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    stream: () => patientSocket(options.silenceSeconds ?? 60),
    application_name: 'netloom',
    sessionSettings: sessionSettingsOf(options.statementSeconds ?? statementSeconds),
  });
  // Without a listener a lost idle connection would end the whole service; Prisma has one only once it is used itself.
  pool.on('error', (error: Error & { client?: unknown }) => {
    // The pool hangs the whole connection on it, which is nothing to log.
    delete error.client;
    options.onConnectionLost?.(error);
  });
  const heard = new Set<() => void>();
  pool.on('connect', (client) =>
    hearCommits(wireConnection(client), () => {
      for (const committed of heard) committed();
    }),
  );
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    statementNameGenerator: nameOf,
    onConnectionError: (error) => options.onConnectionLost?.(error),
  });
  // Minimal errors: the pretty ones read source files, on the way of a request.
  const shared = {
    adapter: attributed(adapterNamingTrouble(inCurrentSchema(adapter), onTrouble)),
    errorFormat: 'minimal',
    transactionOptions: { maxWait: 10_000, timeout: 30_000 },
  } as const;
  const client = options.onQuery
    ? new PrismaClient({ ...shared, log: [{ emit: 'event', level: 'query' }] })
    : new PrismaClient(shared);
  if (options.onQuery) (client as PrismaClient<'query'>).$on('query', options.onQuery);
  // Listening for events only widens what $on accepts.
  const ofPool = {
    onUnplanned: unplannedBy(options.onUnplanned),
    isFull: () => pool.isFull,
    lastMet: (trouble: Trouble) => met.get(trouble) ?? 0,
    onCommit: (committed: () => void) => {
      heard.add(committed);
      return () => void heard.delete(committed);
    },
  };
  const directSql = (sender: Sender): DirectSql => ({
    ...directSqlOn(sender, nameOf, onTrouble, options.onQuery),
    ...ofPool,
  });
  const prisma = client as PrismaClient;
  directSqls.set(prisma, directSql(pool));
  const onConnection = <T>(connection: Sender, work: (tx: Models) => Promise<T>): Promise<T> => {
    const sql = directSql(connection);
    const tx = plannedModels(sql);
    heldSqls.set(tx, sql);
    return work(tx);
  };
  transactions.set(prisma, (settings, work) =>
    namingTrouble(
      runTransaction(pool, settings, (connection) => onConnection(connection, work)),
      onTrouble,
    ),
  );
  return prisma;
}

const plannedClients = new WeakMap<PrismaClient, PrismaClient>();

/**
 * The same client, whose models are planned outside of transactions as well. A call without a plan throws, or, where that is
 * listened for, is left to Prisma.
 */
export function plannedClient(prisma: PrismaClient): PrismaClient {
  const known = plannedClients.get(prisma);
  if (known) return known;
  const [sql, run] = [directSqls.get(prisma)!, transactions.get(prisma)!];
  type Operations = Readonly<Record<string, (args: object) => unknown>>;
  const operationsOf = (models: Models, model: string) =>
    models[uncapitalize(model) as keyof Models] as unknown as Operations;
  const alone = plannedModels(sql);
  const models = modelsBy(async (model, operation, args) => {
    try {
      if (!needsTransaction()) return await operationsOf(alone, model)[operation]!(args);
      const begin = [{ text: 'BEGIN' }, ...transactionSettings()];
      return await run({ begin }, async (tx) => operationsOf(tx, model)[operation]!(args));
    } catch (error) {
      if (!(error instanceof UnplannedCall)) throw error;
      sql.onUnplanned(error);
      return operationsOf(prisma, model)[operation]!(args);
    }
  });
  const planned = new Proxy(prisma, {
    get: (target, name) => {
      if (isModelName(name)) return models[name as keyof Models];
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  directSqls.set(planned, sql);
  transactions.set(planned, run);
  for (const client of [prisma, planned]) plannedClients.set(client, planned);
  return planned;
}

function directSqlOn(
  sender: Sender,
  nameOf: ((query: { readonly sql: string }) => string) | undefined,
  onTrouble: OnTrouble,
  onQuery: ClientOptions['onQuery'],
): Pick<DirectSql, 'reads' | 'writes' | 'query' | 'queryTexts' | 'execute'> {
  const reported = async <T>(text: string, values: unknown[], sent: Promise<T>): Promise<T> => {
    const timestamp = new Date();
    const answer = await sent;
    const duration = Date.now() - timestamp.getTime();
    onQuery?.({ timestamp, query: text, params: values.map(String).join(','), duration, target: 'direct' });
    return answer;
  };
  const sent = (text: string, values: unknown[], wantsColumns: boolean, onRow?: OnRow): Promise<Answer> =>
    namingTrouble(
      ask(sender, new TextStatement(text, values, nameOf?.({ sql: text }) ?? '', wantsColumns, onRow)),
      onTrouble,
    );
  const sendWrite = (text: string, values: unknown[]) => sent(text, values, false);
  const send: typeof sendWrite = onQuery
    ? (text, values) => reported(text, values, sendWrite(text, values))
    : sendWrite;
  const reads = directReads(send);
  const query = <R extends object>(text: string, values: unknown[]) => sent(text, values, true).then(parsedRows<R>);
  const queryTexts = <R extends object>(text: string, values: unknown[], onRow?: (row: R) => void) =>
    sent(text, values, true, onRow && ((row, columns) => onRow(textRow(row, columns)))).then(textRows<R>);
  const execute = (text: string, values: unknown[]) => sendWrite(text, values).then(({ rowCount }) => rowCount);
  return {
    execute: onQuery ? (text, values) => reported(text, values, execute(text, values)) : execute,
    reads,
    writes: directWrites(send, reads),
    query: onQuery ? (text, values) => reported(text, values, query(text, values)) : query,
    queryTexts: onQuery ? (text, values, onRow) => reported(text, values, queryTexts(text, values, onRow)) : queryTexts,
  };
}
