// Creates the raw Prisma client on a connection pool. The raw client has access to rows of every organization, so only
// the code for sign-in, tenancy, the demo and the start of the service may use it.
import { PrismaPg } from '@prisma/adapter-pg';
import type { QueryConfig } from 'pg';
import type { Trouble } from '../errors';
import { PrismaClient } from '../generated/prisma/client';
import { attributed, needsTransaction, transactionSettings } from './acting';
import { inCurrentSchema } from '../platform/postgres/adapter';
import { hearCommits } from '../platform/postgres/commits';
import { wireConnection } from '../platform/postgres/wire';
import { delegateOf } from './model/delegate';
import { openPool, type ClientOptions } from './connection-pool';
import { directSqlOn, statementsOn, type DirectSql } from './direct-sql';
import { UnplannedCall } from './sql/no-plan';
import { isModelName, buildModels, plannedModels, type Models } from './sql/planned-models';
import { statementNames } from '../platform/postgres/statement-names';
import { poolToJoin, transactionToJoin } from '../platform/postgres/request-transaction';
import {
  runRequestTransaction,
  runTransaction,
  type Sender,
  type TransactionSettings,
} from '../platform/postgres/transaction';
import { namingTrouble, adapterNamingTrouble, type OnTrouble } from '../platform/postgres/unavailable';

export type { ClientOptions } from './connection-pool';
export type { DirectSql } from './direct-sql';

/**
 * Returns a function that is called with each Prisma call for which `src/data/sql` has no SQL statement. The function
 * throws in a transaction of a request, and if `onUnplanned` is undefined. Otherwise, it reports each kind of call once
 * to `onUnplanned`, and Prisma runs the call.
 */
function unplannedBy(pool: object, onUnplanned: ClientOptions['onUnplanned']): (call: UnplannedCall) => void {
  const reportedMessages = new Set<string>();
  return (call) => {
    // Prisma would run the call on a second connection, and so outside of the request's transaction.
    if (!onUnplanned || transactionToJoin(pool)) throw call;
    if (!reportedMessages.has(call.message)) onUnplanned(call);
    reportedMessages.add(call.message);
  };
}

const directSqls = new WeakMap<Models, DirectSql>();
const heldSqls = new WeakMap<Models, DirectSql>();
type RunTransaction = <T>(settings: TransactionSettings, work: (tx: Models) => Promise<T>) => Promise<T>;
const transactions = new WeakMap<Models, RunTransaction>();
type RunRequest = <T>(work: () => Promise<T>) => Promise<T>;
const requestTransactions = new WeakMap<Models, RunRequest>();
/** The client that belongs to each connection pool. */
const clientsByPool = new WeakMap<object, PrismaClient>();

/**
 * Sends SQL statements on the connections of `prisma`, without Prisma. `prisma` must be a client from
 * `createPrismaClient`, or a transaction of such a client.
 */
export const directSqlOf = (prisma: Models): DirectSql => (directSqls.get(prisma) ?? heldSqls.get(prisma))!;

/** Sends SQL statements in the transaction `tx`, without Prisma; undefined if `tx` is no transaction. */
export const heldSqlOf = (tx: Models): DirectSql | undefined => heldSqls.get(tx);

/** The function that starts transactions of a client from `createPrismaClient`; undefined for other clients. */
export const transactionsOf = (client: Models): RunTransaction | undefined => transactions.get(client);

/**
 * Runs the work in one transaction, which commits when the work resolves. All statements and transactions of the work
 * join this transaction, whichever client on the same connection pool sends them. A statement that fails is rolled back
 * alone.
 */
export const inRequestTransaction = <T>(prisma: PrismaClient, work: () => Promise<T>): Promise<T> =>
  requestTransactions.get(prisma)!(work);

/** The client of the transaction that statements of this request join; undefined if there is none. */
export const clientToJoin = (): PrismaClient | undefined => {
  const pool = poolToJoin();
  return pool && clientsByPool.get(pool);
};

/**
 * Runs work whose reads all see the same state of the database (REPEATABLE READ). `moment` can only be used with
 * `directSqlOf`. The work holds a connection, so it must not wait for a second one: the pool could run out of
 * connections.
 */
export const atOneMoment = <T>(prisma: PrismaClient, work: (moment: PrismaClient) => Promise<T>): Promise<T> =>
  transactions.get(prisma)!(oneMoment, (tx) => work(tx as PrismaClient));

/** A transaction whose reads all see the same state. */
export const oneMoment: TransactionSettings = {
  begin: [{ text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' }],
};

/**
 * The models (`tx.host`, …) of one connection. Each call runs an SQL statement of `src/data/sql`, and throws if there
 * is none.
 */
export function modelsOf(directSql: DirectSql): Models {
  const tx = plannedModels(directSql);
  heldSqls.set(tx, directSql);
  return tx;
}

export function createPrismaClient(url: string, options: ClientOptions = {}): PrismaClient {
  const names = options.preparedStatements === false ? undefined : statementNames();
  const nameOf = names?.nameOf;
  const met = new Map<Trouble, number>();
  const onTrouble: OnTrouble = (trouble) => {
    met.set(trouble, Date.now());
    if (trouble === 'unreachable' || trouble === 'read_only') pool.distrust();
  };
  const pool = openPool(url, options, names);
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
  // The error format is `minimal`, because Prisma reads source files to write errors in its other formats.
  const shared = {
    adapter: attributed(adapterNamingTrouble(inCurrentSchema(adapter), onTrouble)),
    errorFormat: 'minimal',
    transactionOptions: { maxWait: 10_000, timeout: 30_000 },
  } as const;
  const client = options.onQuery
    ? new PrismaClient({ ...shared, log: [{ emit: 'event', level: 'query' }] })
    : new PrismaClient(shared);
  if (options.onQuery) (client as PrismaClient<'query'>).$on('query', options.onQuery);
  // The part of `DirectSql` that is the same for the pool and for each of its transactions.
  const ofPool = {
    onUnplanned: unplannedBy(pool, options.onUnplanned),
    onQuery: options.onQuery,
    isFull: () => pool.isFull,
    lastMet: (trouble: Trouble) => met.get(trouble) ?? 0,
    onCommit: (committed: () => void) => {
      heard.add(committed);
      return () => void heard.delete(committed);
    },
  };
  const directSql = (sender: Sender): DirectSql => ({
    ...directSqlOn(statementsOn(sender, nameOf, onTrouble), options.onQuery),
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
  transactions.set(prisma, (settings, work) =>
    namingTrouble(
      runTransaction(pool, settings, (connection) => work(modelsOf(directSql(connection)))),
      onTrouble,
    ),
  );
  return prisma;
}

const plannedClients = new WeakMap<PrismaClient, PrismaClient>();

/**
 * Returns a client that works like `prisma`, but runs calls outside of transactions by the SQL statements of
 * `src/data/sql`, not by Prisma. For a call without such a statement, `onUnplanned` throws or lets Prisma run it.
 */
export function plannedClient(prisma: PrismaClient): PrismaClient {
  const cachedClient = plannedClients.get(prisma);
  if (cachedClient) return cachedClient;
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
