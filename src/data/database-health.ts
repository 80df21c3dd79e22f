// The health of the database: the result of a test statement, combined with recent failures of other statements.
import type { Trouble } from '../errors';
import type { PrismaClient } from '../generated/prisma/client';
import { directSqlOf } from './client';
import { runForCaller } from '../platform/postgres/connection-shares';
import { classifyTrouble } from '../platform/postgres/unavailable';

const answerMs = 2_000;
/**
 * How long a full disk is reported after the last failure, in milliseconds. Only a write can show that there is space
 * again.
 */
const fullMs = 30_000;

export type DatabaseState = 'ok' | Trouble;

/**
 * Returns a function that checks the database. One check runs at a time, shared by all callers, and takes at most two
 * seconds.
 */
export function databaseHealth(prisma: PrismaClient): () => Promise<DatabaseState> {
  const { query, isFull, lastMet } = directSqlOf(prisma);
  let asking: Promise<DatabaseState> | undefined;

  const look = async (): Promise<DatabaseState> => {
    const sql = `SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly"`;
    // The health check gets the next free connection. If all connections are in use, no answer in time means that they
    // are busy, not that the database is unreachable.
    const isWaiting = isFull();
    const answer = runForCaller({ key: 'probe', kind: 'probe' }, () => query<{ isReadOnly: boolean }>(sql, []));
    const probedState = answer.then(
      ([row]): DatabaseState => (row!.isReadOnly ? 'read_only' : 'ok'),
      (error: unknown): DatabaseState => classifyTrouble(error) ?? 'unreachable',
    );
    const state = await within(probedState, answerMs, isWaiting ? 'waiting' : 'unreachable');
    return state === 'ok' && Date.now() - lastMet('full') < fullMs ? 'full' : state;
  };

  return () => (asking ??= look().finally(() => (asking = undefined)));
}

async function within<T>(work: Promise<T>, ms: number, tooLate: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<T>((resolve) => (timer = setTimeout(() => resolve(tooLate), ms)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
