// The raw Prisma client on a connection pool: sees every row, so only auth, tenancy, demo and main may hold one.
import { PrismaPg } from '@prisma/adapter-pg';
import type { Pool, QueryConfig } from 'pg';
import { type Prisma, PrismaClient } from '../generated/prisma/client';
import { attributed } from './acting';
import { inCurrentSchema } from './current-schema';
import { DrainingPool } from './draining-pool';
import { comesAndGoes, isAudited, isHistoried } from './historied';
import { modelNames } from './model-fields';
import { physicalNames } from './physical-names';
import { patientSocket } from './patient-socket';
import { directReads, type DirectReads } from './read/direct-reads';
import { statementNames } from './statement-names';

export interface ClientOptions {
  readonly poolSize?: number;
  readonly preparedStatements?: boolean;
  readonly connectTimeoutSeconds?: number;
  /** How long a connection in use may say nothing before it counts as lost; longer than any one statement takes. */
  readonly silenceSeconds?: number;
  /** Called with each SQL statement sent. */
  readonly onQuery?: (query: Prisma.QueryEvent) => void;
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  readonly onConnectionLost?: (error: Error) => void;
}

/** What sends statements around Prisma on the connections it uses itself. */
export interface DirectSql {
  readonly reads: DirectReads;
  /** Rows as objects, by the names of their columns. */
  query<R extends object>(text: string, values: unknown[]): Promise<R[]>;
  /** The same with PostgreSQL's own texts as values: JSON is not read. */
  queryTexts<R extends object>(text: string, values: unknown[]): Promise<R[]>;
}
const directSqls = new WeakMap<PrismaClient, DirectSql>();

/** Of a client that `createPrismaClient` made. */
export const directSqlOf = (prisma: PrismaClient): DirectSql => directSqls.get(prisma)!;

export function createPrismaClient(url: string, options: ClientOptions = {}): PrismaClient {
  const pool = new DrainingPool({
    connectionString: url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: (options.connectTimeoutSeconds ?? 10) * 1000,
    // Shorter than the silence below: a connection that nobody uses is closed, not lost.
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    stream: () => patientSocket(options.silenceSeconds ?? 60),
    application_name: 'netloom',
    // Compiling a statement takes PostgreSQL longer than running any of ours. The pool waits for it.
    onConnect: (connection) => connection.query('SET jit = off') as unknown as void,
  });
  // Without a listener a lost idle connection would end the whole service; Prisma has one only once it is used itself.
  pool.on('error', (error: Error & { client?: unknown }) => {
    // The pool hangs the whole connection on it, which is nothing to log.
    delete error.client;
    options.onConnectionLost?.(error);
  });
  const nameOf = options.preparedStatements === false ? undefined : statementNames();
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    statementNameGenerator: nameOf,
    onConnectionError: (error) => options.onConnectionLost?.(error),
  });
  // Minimal errors: the pretty ones read source files, on the way of a request.
  let attributedWrite: RegExp | undefined;
  const shared = {
    adapter: attributed(inCurrentSchema(adapter), (sql) => (attributedWrite ??= attributedWriteOf(prisma)).test(sql)),
    errorFormat: 'minimal',
    transactionOptions: { maxWait: 10_000, timeout: 30_000 },
  } as const;
  const client = options.onQuery
    ? new PrismaClient({ ...shared, log: [{ emit: 'event', level: 'query' }] })
    : new PrismaClient(shared);
  if (options.onQuery) (client as PrismaClient<'query'>).$on('query', options.onQuery);
  // Listening for events only widens what $on accepts.
  const prisma = client as PrismaClient;
  directSqls.set(prisma, directSqlOn(pool, prisma, nameOf, options.onQuery));
  return prisma;
}

/** What a statement looks like that writes to a table whose changes are put down to someone. */
function attributedWriteOf(prisma: PrismaClient): RegExp {
  const names = physicalNames(prisma);
  const tablesOf = (isMeant: (model: string) => boolean) => modelNames.filter(isMeant).map(names.tableOf).join('|');
  const told = tablesOf((model) => isHistoried(model) || isAudited(model));
  const cameOrWent = tablesOf(comesAndGoes);
  return new RegExp(
    `^\\s*(?:(?:INSERT|UPDATE|DELETE|WITH)\\b[^]*\\b(?:${told})|(?:INSERT|DELETE)\\b[^]*\\b(?:${cameOrWent}))\\b`,
    'i',
  );
}

const asText = { getTypeParser: () => (text: string) => text };

function directSqlOn(
  pool: Pool,
  prisma: PrismaClient,
  nameOf: ((query: { readonly sql: string }) => string) | undefined,
  onQuery: ClientOptions['onQuery'],
): DirectSql {
  const told = async <T>(text: string, values: unknown[], sent: Promise<T>): Promise<T> => {
    const timestamp = new Date();
    const answer = await sent;
    const duration = Date.now() - timestamp.getTime();
    onQuery?.({ timestamp, query: text, params: values.map(String).join(','), duration, target: 'direct' });
    return answer;
  };
  const configOf = (text: string, values: unknown[]) => ({ text, values, name: nameOf?.({ sql: text }) || undefined });
  const send = (text: string, values: unknown[]) =>
    pool
      .query<(string | null)[]>({ ...configOf(text, values), rowMode: 'array', types: asText })
      .then(({ rows }) => rows);
  const query = <R extends object>(text: string, values: unknown[]) =>
    pool.query<R>(configOf(text, values)).then(({ rows }) => rows);
  const queryTexts = <R extends object>(text: string, values: unknown[]) =>
    pool.query<R>({ ...configOf(text, values), types: asText } as QueryConfig).then(({ rows }) => rows);
  return {
    reads: directReads(
      physicalNames(prisma),
      onQuery ? (text, values) => told(text, values, send(text, values)) : send,
    ),
    query: onQuery ? (text, values) => told(text, values, query(text, values)) : query,
    queryTexts: onQuery ? (text, values) => told(text, values, queryTexts(text, values)) : queryTexts,
  };
}
