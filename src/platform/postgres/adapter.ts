// Helpers for Prisma's PostgreSQL adapter: they replace some of its methods, and choose the database schema.
import type { PrismaPg } from '@prisma/adapter-pg';

export type Factory = Pick<PrismaPg, 'connect' | 'provider' | 'adapterName'>;
export type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;

/** Methods of an adapter to replace. All other methods are inherited. */
type Written<T extends object> = { [K in keyof T]?: T[K] };

export const overrideMethods = <T extends object>(inner: T, overrides: Written<T>): T => {
  const outer = Object.create(inner) as T;
  for (const [name, method] of Object.entries(overrides)) Object.defineProperty(outer, name, { value: method });
  return outer;
};

const currentSchema = { sql: 'SELECT current_schema()', args: [], argTypes: [] };

/**
 * Makes Prisma use the first schema of the connection's search_path, as migrations and SQL without Prisma do. By
 * default, Prisma writes "public" before every table name.
 */
export const inCurrentSchema = (factory: Factory): Factory =>
  overrideMethods(factory, {
    async connect() {
      const adapter = await factory.connect();
      const [row] = (await adapter.queryRaw(currentSchema)).rows;
      const schemaName = row?.[0] as string;
      return overrideMethods(adapter, { getConnectionInfo: () => ({ ...adapter.getConnectionInfo(), schemaName }) });
    },
  });
