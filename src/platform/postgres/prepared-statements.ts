// Rejects poolers that do not support prepared statements, because every request would fail with them.
import { randomBytes } from 'node:crypto';
import { openConnection } from './connect';
import { StartError } from './start-error';

const alreadyExists = '42P05';

/**
 * Prepares statements with the same name on two connections. In PostgreSQL, each connection has its own names. So an
 * error about a duplicate name shows a pooler that uses one session of the server for both connections.
 */
export async function requirePreparedStatements(url: string, connectTimeoutSeconds?: number): Promise<void> {
  const statement = { name: `netloom_check_${randomBytes(6).toString('hex')}`, text: 'SELECT 1' };
  const clients = [];
  try {
    for (let count = 0; count < 2; count += 1) {
      const client = await openConnection(url, connectTimeoutSeconds);
      client.on('error', () => undefined);
      clients.push(client);
      await client.query(statement);
    }
  } catch (error) {
    if ((error as { code?: string }).code !== alreadyExists) throw error;
    throw new StartError(
      'The database is behind a pooler in transaction mode that mixes up prepared statements: set PREPARED_STATEMENTS=off.',
    );
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}
