// Database access of the hand-written server: a connection pool, and statements that PostgreSQL prepares once per
// connection.
import { Pool, type PoolClient } from 'pg';

export type Row = Record<string, unknown>;

export const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const preparedNames = new Map<string, string>();

/** Runs a statement and returns its rows. Without `connection`, any connection of the pool is used. */
export async function query<R extends object = Row>(
  text: string,
  values: unknown[],
  connection: Pool | PoolClient = pool,
): Promise<R[]> {
  if (!preparedNames.has(text)) preparedNames.set(text, `bare_${preparedNames.size}`);
  return (await connection.query<R>({ name: preparedNames.get(text), text, values })).rows;
}

/** Runs the work in one transaction, which is rolled back if the work fails. */
export async function inTransaction<T>(work: (connection: PoolClient) => Promise<T>): Promise<T> {
  const connection = await pool.connect();
  try {
    await connection.query('BEGIN');
    const result = await work(connection);
    await connection.query('COMMIT');
    return result;
  } catch (error) {
    await connection.query('ROLLBACK');
    throw error;
  } finally {
    connection.release();
  }
}
