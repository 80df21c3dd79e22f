// The raw Prisma client on a connection pool: sees every row, so only auth, tenancy, demo and main may hold one.
import { PrismaPg } from '@prisma/adapter-pg';
import { type Prisma, PrismaClient } from '../generated/prisma/client';
import { statementNames } from './statement-names';

export interface ClientOptions {
  readonly poolSize?: number;
  readonly preparedStatements?: boolean;
  readonly connectTimeoutSeconds?: number;
  /** Called with each SQL statement sent. */
  readonly onQuery?: (query: Prisma.QueryEvent) => void;
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  readonly onConnectionLost?: (error: Error) => void;
}

export function createPrismaClient(url: string, options: ClientOptions = {}): PrismaClient {
  const adapter = new PrismaPg(
    {
      connectionString: url,
      max: options.poolSize ?? 10,
      connectionTimeoutMillis: (options.connectTimeoutSeconds ?? 10) * 1000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      application_name: 'netloom',
    },
    {
      statementNameGenerator: options.preparedStatements === false ? undefined : statementNames(),
      // Without a listener a lost idle connection would end the whole service.
      onPoolError: (error) => options.onConnectionLost?.(error),
      onConnectionError: (error) => options.onConnectionLost?.(error),
    },
  );
  // Minimal errors: the pretty ones read source files, on the way of a request.
  const shared = { adapter, errorFormat: 'minimal', transactionOptions: { maxWait: 10_000, timeout: 30_000 } } as const;
  if (!options.onQuery) return new PrismaClient(shared);
  const client = new PrismaClient({ ...shared, log: [{ emit: 'event', level: 'query' }] });
  client.$on('query', options.onQuery);
  // Listening for events only widens what $on accepts.
  return client as unknown as PrismaClient;
}
