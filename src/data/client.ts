// Creates the raw Prisma client on a connection pool. It reaches rows of every organization, so only the code for
// sign-in, tenancy, the demo and the start of the service may hold it.
import { PrismaPg } from '@prisma/adapter-pg';
import type { QueryConfig } from 'pg';
import type { Trouble } from '../errors';
import { type Prisma, PrismaClient } from '../generated/prisma/client';
import { attributed, needsTransaction, transactionSettings } from './acting';
import { inCurrentSchema } from '../platform/postgres/adapter';
import { hearCommits } from '../platform/postgres/commits';
import { patientSocket } from '../platform/postgres/time-limits';
import { wireConnection } from '../platform/postgres/wire';
import { delegateOf } from './model/delegate';
import { directReads, type DirectReads } from './sql/direct-reads';
import { directWrites, type DirectWrites } from './sql/direct-writes';
import { UnplannedCall } from './sql/no-plan';
import { isModelName, buildModels, plannedModels, type Models } from './sql/planned-models';
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
import { poolToJoin, transactionToJoin } from '../platform/postgres/request-transaction';
import {
  runRequestTransaction,
  runTransaction,
  type Sender,
  type TransactionSettings,
} from '../platform/postgres/transaction';
import { namingTrouble, adapterNamingTrouble, type OnTrouble } from '../platform/postgres/unavailable';

const statementSeconds = 15;

export interface ClientOptions {
  readonly poolSize?: number;
  readonly preparedStatements?: boolean;
  readonly connectTimeoutSeconds?: number;
  /**
   * Time limit of a request's statement in seconds; 15 by default. Test suites set more, because the machine of a test
   * run may stall.
   */
  readonly statementSeconds?: number;
  /** Seconds without data after which a connection in use counts as lost; more than any single statement takes. */
  readonly silenceSeconds?: number;
  /** For tests: a transaction that requests a second connection gets an error instead of waiting. */
  readonly refusesSecondConnection?: boolean;
  /**
   * Called for Prisma calls for which `src/data/sql` has no plan (no SQL statement), once per message; Prisma then runs
   * the call. Without this option, as in development and tests, such a call throws.
   */
  readonly onUnplanned?: (call: UnplannedCall) => void;
  /** Called for each SQL statement sent. */
  readonly onQuery?: (query: Prisma.QueryEvent) => void;
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  readonly onConnectionLost?: (error: Error) => void;
}

/**
 * Returns the function that is called for Prisma calls without a planned SQL statement. Without a listener, or in the
 * transaction of a request, that function throws the call. Otherwise it passes the listener the first call with each
 * message.
 */
function unplannedBy(pool: object, onUnplanned: ClientOptions['onUnplanned']): (call: UnplannedCall) => void {
  const told = new Set<string>();
  return (call) => {
    // Prisma uses other connections, so it cannot take part in the transaction of a request.
    if (!onUnplanned || transactionToJoin(pool)) throw call;
    if (!told.has(call.message)) onUnplanned(call);
    told.add(call.message);
  };
}

/** Sends SQL statements without Prisma, on the same connections that Prisma uses. */
export interface DirectSql {
  readonly reads: DirectReads;
  readonly writes: DirectWrites;
  /** Handles Prisma calls without a planned SQL statement: throws, or reports the call so that Prisma runs it. */
  readonly onUnplanned: (call: UnplannedCall) => void;
  /** Returns rows as objects, by the names of their columns. */
  query<R extends object>(text: string, values: unknown[]): Promise<R[]>;
  /**
   * Like `query`, with values as PostgreSQL's texts: JSON is not parsed. With `onRow`, each row is passed to `onRow` on
   * arrival instead of being returned.
   */
  queryTexts<R extends object>(text: string, values: unknown[], onRow?: (row: R) => void): Promise<R[]>;
  /** Returns the number of rows that the statement wrote or returned. */
  execute(text: string, values: unknown[]): Promise<number>;
  /** Whether all connections are in use. */
  isFull(): boolean;
  /** When a statement last failed because of this trouble, in milliseconds since 1970; 0 if no statement did. */
  lastMet(trouble: Trouble): number;
  /**
   * Calls back after each committed transaction of this client that wrote rows. Returns a function that removes the
   * callback.
   */
  onCommit(committed: () => void): () => void;
}
const directSqls = new WeakMap<Models, DirectSql>();
const heldSqls = new WeakMap<Models, DirectSql>();
type RunTransaction = <T>(settings: TransactionSettings, work: (tx: Models) => Promise<T>) => Promise<T>;
const transactions = new WeakMap<Models, RunTransaction>();
type RunRequest = <T>(work: () => Promise<T>) => Promise<T>;
const requestTransactions = new WeakMap<Models, RunRequest>();
/** The clients whose statements join transactions of requests, by the pool of each. */
const clientsByPool = new WeakMap<object, PrismaClient>();

/** The direct SQL of a client that `createPrismaClient` made, or of a transaction on such a client. */
export const directSqlOf = (prisma: Models): DirectSql => (directSqls.get(prisma) ?? heldSqls.get(prisma))!;

/** Direct SQL that runs within the transaction `tx`; undefined if `tx` is not a transaction. */
export const heldSqlOf = (tx: Models): DirectSql | undefined => heldSqls.get(tx);

/** Starts transactions of a client from `createPrismaClient`; undefined for other clients. */
export const transactionsOf = (client: Models): RunTransaction | undefined => transactions.get(client);

/**
 * Runs the work in one transaction, which all statements and transactions of the work join, by any client of
 * `prisma`'s connections. It commits when the work resolves. A statement that fails is undone alone.
 */
export const inRequestTransaction = <T>(prisma: PrismaClient, work: () => Promise<T>): Promise<T> =>
  requestTransactions.get(prisma)!(work);

/** The client of the transaction that statements of this request join; undefined if there is none. */
export const clientToJoin = (): PrismaClient | undefined => {
  const pool = poolToJoin();
  return pool && clientsByPool.get(pool);
};

/**
 * Runs the work with a consistent snapshot (REPEATABLE READ) for all reads by `directSqlOf(moment)`; `moment` has no
 * Prisma methods. The work holds one connection until it ends. So it must neither request a second connection nor wait
 * for work that requests one.
 */
export const atOneMoment = <T>(prisma: PrismaClient, work: (moment: PrismaClient) => Promise<T>): Promise<T> =>
  transactions.get(prisma)!({ begin: [{ text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' }] }, (tx) =>
    work(tx as PrismaClient),
  );

/**
 * Settings that each connection sends before its first use. JIT is off, because compiling takes longer than any
 * statement of this service. Sequential scans are off, because they read the rows of all tenants.
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
    // Must be shorter than the time limit for silent connections below: the pool closes an idle connection before it
    // counts as lost.
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    stream: () => patientSocket(options.silenceSeconds ?? 60),
    application_name: 'netloom',
    sessionSettings: sessionSettingsOf(options.statementSeconds ?? statementSeconds),
  });
  // Without an error listener, a lost idle connection would end the whole service. Prisma adds a listener only at its
  // first use.
  pool.on('error', (error: Error & { client?: unknown }) => {
    // The pool attaches the whole connection to the error, which must not be logged.
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
  // `minimal`, because Prisma reads source files to write errors in its other formats.
  const shared = {
    adapter: attributed(adapterNamingTrouble(inCurrentSchema(adapter), onTrouble)),
    errorFormat: 'minimal',
    transactionOptions: { maxWait: 10_000, timeout: 30_000 },
  } as const;
  const client = options.onQuery
    ? new PrismaClient({ ...shared, log: [{ emit: 'event', level: 'query' }] })
    : new PrismaClient(shared);
  if (options.onQuery) (client as PrismaClient<'query'>).$on('query', options.onQuery);
  // The members of `DirectSql` that the pool and each of its transactions have in common.
  const ofPool = {
    onUnplanned: unplannedBy(pool, options.onUnplanned),
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
  const joining: Sender = {
    query: ((config: QueryConfig) => (transactionToJoin(pool) ?? pool).query(config)) as Sender['query'],
  };
  directSqls.set(prisma, directSql(joining));
  clientsByPool.set(pool, prisma);
  requestTransactions.set(prisma, (work) =>
    namingTrouble(runRequestTransaction(pool, { begin: [{ text: 'BEGIN' }] }, work), onTrouble),
  );
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
 * Returns a client that works like `prisma`, but runs calls outside of transactions by their planned statements. A call
 * without a plan is passed to `onUnplanned`, which either throws or lets Prisma run the call.
 */
export function plannedClient(prisma: PrismaClient): PrismaClient {
  const known = plannedClients.get(prisma);
  if (known) return known;
  const [sql, run] = [directSqls.get(prisma)!, transactions.get(prisma)!];
  const operationsOf = (models: Models, model: string) =>
    delegateOf(models, model) as object as Readonly<Record<string, (args: object) => unknown>>;
  const alone = plannedModels(sql);
  const models = buildModels(async (model, operation, args) => {
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
  requestTransactions.set(planned, requestTransactions.get(prisma)!);
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
