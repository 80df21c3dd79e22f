// Prisma in the schema that the connection's search_path names first, where migrations and our own statements are.
import { over, type Factory } from './adapter';

const currentSchema = { sql: 'SELECT current_schema()', args: [], argTypes: [] };

/** Left to itself, Prisma writes "public" in front of every table. */
export const inCurrentSchema = (factory: Factory): Factory =>
  over(factory, {
    async connect() {
      const adapter = await factory.connect();
      const [row] = (await adapter.queryRaw(currentSchema)).rows;
      const schemaName = row?.[0] as string;
      return over(adapter, { getConnectionInfo: () => ({ ...adapter.getConnectionInfo(), schemaName }) });
    },
  });
