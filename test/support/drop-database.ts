// Drops a database that tests or benchmarks are done with, whoever still holds a connection to it.
import type { Client } from 'pg';

/**
 * Not by FORCE, which a role that is no superuser is refused while an autovacuum worker is at work there: without it
 * the server ends that worker by itself, and waits for up to five seconds until everyone is gone.
 */
export async function dropDatabase(server: Client, name: string): Promise<void> {
  await server.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename = current_user',
    [name],
  );
  await server.query(`DROP DATABASE IF EXISTS ${name}`);
}
