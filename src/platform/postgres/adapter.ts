// Prisma's adapter for PostgreSQL: the means to replace some of its methods, and the schema that it works in.
import type { PrismaPg } from '@prisma/adapter-pg';

export type Factory = Pick<PrismaPg, 'connect' | 'provider' | 'adapterName'>;
export type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

/** What of an adapter is ours to change: the rest is inherited. */
type Written<T extends object> = { [K in keyof T]?: T[K] };

export const over = <T extends object>(inner: T, overrides: Written<T>): T => {
  const outer = Object.create(inner) as T;
  for (const [name, method] of Object.entries(overrides)) Object.defineProperty(outer, name, { value: method });
  return outer;
};

const currentSchema = { sql: 'SELECT current_schema()', args: [], argTypes: [] };

/**
 * In the schema that the connection's search_path names first, where migrations and our own statements are: left to itself,
 * Prisma writes "public" in front of every table.
 */
export const inCurrentSchema = (factory: Factory): Factory =>
  over(factory, {
    async connect() {
      const adapter = await factory.connect();
      const [row] = (await adapter.queryRaw(currentSchema)).rows;
      const schemaName = row?.[0] as string;
      return over(adapter, { getConnectionInfo: () => ({ ...adapter.getConnectionInfo(), schemaName }) });
    },
  });
