// Drops a database of tests or benchmarks, even if connections to it are open.
import type { Client } from 'pg';

/**
 * Does not use FORCE, because PostgreSQL refuses FORCE for a role that is no superuser while an autovacuum worker runs
 * in the database. Without FORCE the server ends that worker itself, and waits up to five seconds until all sessions
 * are closed.
 */
export async function dropDatabase(server: Client, name: string): Promise<void> {
  await server.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename = current_user',
    [name],
  );
  await server.query(`DROP DATABASE IF EXISTS ${name}`);
}
