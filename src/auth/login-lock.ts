// Locks sign-in for an e-mail address for 15 minutes after 5 failures, whether or not an account has the address. The
// same lock limits password checks of signed-in users before sensitive changes.
import { AppError } from '../errors';
import { directSqlOf } from '../data/client';
import { inTransaction } from '../data/transaction';
import { systemScope, executeSql, tenantSafeSql } from '../data/tenancy/tenant-sql';
import type { Db } from '../data/tenancy/rows';
import { Prisma, type PrismaClient, type User } from '../generated/prisma/client';
import { withoutJoining } from '../platform/postgres/request-transaction';
import { passwordMatches } from './passwords';

const failuresBeforeLock = 5;
const lockMinutes = 15;
const forgottenAfterHours = 24;

/** Called for each failed sign-in attempt. `isLast` is true if this failure locks sign-in for the e-mail address. */
export type RecordFailure = (tx: Db, email: string, isLast: boolean) => Promise<void>;

export interface LoginLock {
  /**
   * Runs one sign-in attempt; the result `undefined` counts as a failure. If the e-mail address is locked, throws
   * `auth_login_locked` without running the attempt. A success clears earlier failures. A success with
   * only the first of two factors does not clear them, because whoever knows the password could then guess the second
   * factor any number of times.
   */
  attempt<T>(
    email: string,
    tryOnce: () => Promise<T | undefined>,
    record?: RecordFailure,
    isWhole?: (result: T) => boolean,
  ): Promise<T | undefined>;
}

export function createLoginLock(prisma: PrismaClient): LoginLock {
  // Each attempt counts as a failure until its password is checked. So attempts for one e-mail address run one after
  // the other; otherwise, several sign-ins of a user at once would lock the address.
  const lastAttempts = new Map<string, Promise<unknown>>();

  return {
    async attempt(email, tryOnce, record, isWhole = () => true) {
      const previous = lastAttempts.get(email);
      const attempt = (async () => {
        await previous?.catch(() => undefined);
        const isLast = await countAttempt(prisma, email);
        const result = await tryOnce().catch(async (error: unknown) => {
          await uncountAttempt(prisma, email).catch(() => undefined);
          throw error;
        });
        if (result === undefined) await recordFailure(prisma, email, isLast, record);
        else if (isWhole(result)) await forgetFailures(prisma, email);
        else await uncountAttempt(prisma, email);
        return result;
      })();
      lastAttempts.set(email, attempt);
      try {
        return await attempt;
      } finally {
        if (lastAttempts.get(email) === attempt) lastAttempts.delete(email);
      }
    },
  };
}

/**
 * Counts the attempt as a failure before the password is checked, so that at most 5 guesses can run at once on all
 * replicas together. Resolves with whether this failure locks the address.
 */
async function countAttempt(prisma: PrismaClient, email: string): Promise<boolean> {
  const [row] = await directSqlOf(prisma).query<{ is_last: boolean }>(
    `INSERT INTO login_failures AS f (email) VALUES ($1)
     ON CONFLICT (email) DO UPDATE SET
       last_failed_at = now(),
       failure_count = CASE WHEN f.locked_until IS NULL THEN f.failure_count + 1 ELSE 1 END,
       locked_until = CASE WHEN f.locked_until IS NULL AND f.failure_count + 1 >= $2
         THEN now() + make_interval(mins => $3) END
     WHERE f.locked_until IS NULL OR f.locked_until <= now()
     RETURNING f.locked_until IS NOT NULL AS is_last`,
    [email, failuresBeforeLock, lockMinutes],
  );
  if (row) return row.is_last;
  const [lock] = await directSqlOf(prisma).query<{ seconds: number | null }>(
    'SELECT ceil(extract(epoch FROM locked_until - now()))::int AS seconds FROM login_failures WHERE email = $1',
    [email],
  );
  throw new AppError('auth_login_locked', {}, Math.max(1, lock?.seconds ?? 1));
}

const forgetFailures = (prisma: PrismaClient, email: string) =>
  directSqlOf(prisma).execute('DELETE FROM login_failures WHERE email = $1', [email]);

/**
 * Subtracts one from the failures of an e-mail address, for an attempt that succeeded but must not clear earlier
 * failures.
 */
async function uncountAttempt(prisma: PrismaClient, email: string): Promise<void> {
  await directSqlOf(prisma).execute(
    `WITH gone AS (DELETE FROM login_failures WHERE email = $1 AND failure_count <= 1)
     UPDATE login_failures SET failure_count = failure_count - 1, locked_until = NULL
     WHERE email = $1 AND failure_count > 1`,
    [email],
  );
}

async function recordFailure(
  prisma: PrismaClient,
  email: string,
  isLast: boolean,
  record: RecordFailure | undefined,
): Promise<void> {
  if (record) await inTransaction(prisma, (tx) => record(tx, email, isLast));
  // Deletes old counts of failures. Otherwise, attempts with invented e-mail addresses would accumulate rows.
  const forget = Prisma.sql`
    DELETE FROM login_failures WHERE last_failed_at < now() - make_interval(hours => ${forgottenAfterHours})`;
  await executeSql(prisma, tenantSafeSql(systemScope, forget));
}

/**
 * A user without a password can make sensitive changes only in a session that is younger than this number of
 * milliseconds.
 */
const freshMs = 10 * 60_000;

/** What a request contains to prove that its user is present: the session, and the password if the user entered it. */
export interface PasswordGiven {
  readonly sessionId: string;
  readonly password: string | null | undefined;
  /** The name of the input field that has the password, for errors. */
  readonly field: string;
}

/**
 * Throws unless the password is the user's: `validation_required` without a password, `auth_password_invalid` for a
 * wrong password. Five wrong passwords lock sign-in: `auth_login_locked`. A user without a password needs a session of
 * at most ten minutes: else `auth_session_not_fresh`.
 */
export async function assertOwnPassword(
  prisma: PrismaClient,
  lock: LoginLock,
  { id, email, passwordHash, secondFactorAt }: User,
  { sessionId, password, field }: PasswordGiven,
  record: RecordFailure,
): Promise<void> {
  if (passwordHash === null) {
    const since = new Date(Date.now() - freshMs);
    const isFresh = { id: sessionId, userId: id, createdAt: { gt: since } };
    if ((await prisma.session.count({ where: isFresh })) === 0) throw new AppError('auth_session_not_fresh');
    return;
  }
  if (password == null) throw new AppError('validation_required', { field });
  const check = async () => (await passwordMatches(passwordHash, password)) || undefined;
  const isRight = await lock.attempt(email, check, record, () => secondFactorAt === null);
  if (!isRight) throw new AppError('auth_password_invalid');
}

/** Throws the errors of `assertOwnPassword` unless the entered password is that of the user `userId`. */
export type AskPassword = (
  userId: string,
  passwordInput: PasswordGiven,
  recordOf: (user: User) => RecordFailure,
) => Promise<void>;

/**
 * Returns a function that checks a user's password outside of the request's transaction. A wrong password rolls that
 * transaction back, but the failure must still be counted.
 */
export const passwordAsker =
  (prisma: PrismaClient): AskPassword =>
  (userId, passwordInput, recordOf) =>
    withoutJoining(async () => {
      const user = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
      await assertOwnPassword(prisma, createLoginLock(prisma), user, passwordInput, recordOf(user));
    });
