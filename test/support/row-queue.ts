// Holds the lock of one row, so that requests queue for the row in a known order and compete for it.
import type { Client } from 'pg';
import type { PrismaClient } from '../../src/generated/prisma/client';
import { openConnection } from '../../src/platform/postgres/connect';

/** Waits until a database session waits for a lock that the connection `holder` holds. */
export async function someoneWaitsFor(holder: Pick<Client, 'query'>, prisma: PrismaClient): Promise<void> {
  const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  for (;;) {
    const waiting = await prisma.$queryRaw<unknown[]>`
      SELECT pid FROM pg_stat_activity WHERE ${rows[0]!.pid}::int = ANY(pg_blocking_pids(pid))`;
    if (waiting.length > 0) return;
  }
}

/**
 * Sends the requests in order, each when the previous request waits for the row. Returns the results of all requests.
 */
export async function queueForRow<T>(table: string, id: string, requests: readonly (() => Promise<T>)[]): Promise<T[]> {
  const url = process.env.TEST_DATABASE_URL!;
  // Within a transaction, a session sees only its first snapshot of pg_stat_activity. So a second session reads this
  // view.
  const [holder, watcher] = [await openConnection(url), await openConnection(url)];
  const { rows: ownWork } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
  // All sessions after the first waiting session wait for that session, not for the holder of the lock. So the query
  // follows the waits recursively.
  const waitingQuery = `
    WITH RECURSIVE waiting AS (
      SELECT pid FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))
      UNION SELECT a.pid FROM pg_stat_activity a, waiting w WHERE w.pid = ANY(pg_blocking_pids(a.pid))
    ) SELECT count(*)::int AS count FROM waiting`;
  const count = async () => (await watcher.query<{ count: number }>(waitingQuery, [ownWork[0]!.pid])).rows[0]!.count;
  const replies: Promise<T>[] = [];
  try {
    for (const send of requests) {
      let isAnswered = false;
      const reply = send().finally(() => (isAnswered = true));
      reply.catch(() => undefined);
      replies.push(reply);
      while ((await count()) < replies.length) if (isAnswered) throw new Error('a request did not wait for the row');
    }
  } finally {
    await holder.query('COMMIT');
    await Promise.all([holder.end(), watcher.end()]);
  }
  return Promise.all(replies);
}
