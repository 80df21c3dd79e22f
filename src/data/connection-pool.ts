// Opens pools of connections to PostgreSQL, with the settings that all statements of the service need.
import type { Prisma } from '../generated/prisma/client';
import { SharedPool } from '../platform/postgres/shared-pool';
import type { StatementNames } from '../platform/postgres/statement-names';
import { socketWithTimeout } from '../platform/postgres/time-limits';
import type { UnplannedCall } from './sql/no-plan';

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
   * Called for a Prisma call for which `src/data/sql` has no SQL statement, so that Prisma runs the call itself. Each
   * kind of call is reported once. If this option is undefined, as in development and tests, the call throws.
   */
  readonly onUnplanned?: (call: UnplannedCall) => void;
  /** Called for each SQL statement sent. */
  readonly onQuery?: (query: Prisma.QueryEvent) => void;
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  readonly onConnectionLost?: (error: Error) => void;
}

/**
 * Settings that each connection sends before its first use. JIT is off, because compiling takes longer than any
 * statement of this service. Sequential scans are off, because they read the rows of all tenants.
 */
const sessionSettingsOf = (seconds: number) =>
  `SET jit = off; SET enable_seqscan = off; SET statement_timeout = '${seconds}s'`;

/**
 * Opens a pool. `check` returns further statements that each new connection runs; if one fails, the connection is not
 * used.
 */
export function openPool(
  url: string,
  options: ClientOptions,
  names: StatementNames | undefined,
  check: () => string = () => '',
): SharedPool {
  const pool = new SharedPool({
    refusesSecond: options.refusesSecondConnection,
    onLend: names?.closeForgotten,
    connectionString: url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: (options.connectTimeoutSeconds ?? 10) * 1000,
    // Must be shorter than `silenceSeconds`, so that the pool closes an idle connection before that connection counts
    // as lost.
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    stream: () => socketWithTimeout(options.silenceSeconds ?? 60),
    application_name: 'netloom',
    sessionSettings: () => sessionSettingsOf(options.statementSeconds ?? statementSeconds) + check(),
  });
  // Without an error listener, a lost idle connection would end the whole service. Prisma adds a listener only at its
  // first use.
  pool.on('error', (error: Error & { client?: unknown }) => {
    // The pool attaches the whole connection to the error, which must not be logged.
    delete error.client;
    options.onConnectionLost?.(error);
  });
  return pool;
}
