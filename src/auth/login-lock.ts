// Five failed sign-ins lock an e-mail for fifteen minutes, in the database, whether an account has that e-mail or not.
import { AppError } from '../errors';
import { directSqlOf } from '../data/client';
import { everyone, executeSql, querySql, tenantSafeSql } from '../data/tenancy/tenant-sql';
import { Prisma, type PrismaClient } from '../generated/prisma/client';

const failuresBeforeLock = 5;
const lockMinutes = 15;
const forgottenAfterHours = 24;

/** Runs in the transaction that counts a failure; `isLast`: this failure locks the address. */
export type RecordFailure = (tx: Prisma.TransactionClient, email: string, isLast: boolean) => Promise<void>;

export interface LoginLock {
  /**
   * Runs one attempt; the result `undefined` counts as a failure. Throws `auth_login_locked` without running it. Earlier
   * failures are forgotten unless the success is no more than the first of two factors: each right password would make
   * place for more guesses at the second.
   */
  attempt<T>(
    email: string,
    tryIt: () => Promise<T | undefined>,
    record?: RecordFailure,
    isWhole?: (result: T) => boolean,
  ): Promise<T | undefined>;
}

export function createLoginLock(prisma: PrismaClient): LoginLock {
  // Attempts on one e-mail wait for each other here: guesses made at the same time would all pass before one is counted.
  const lastAttempts = new Map<string, Promise<unknown>>();

  return {
    async attempt(email, tryIt, record, isWhole = () => true) {
      const before = lastAttempts.get(email);
      const attempt = (async () => {
        await before?.catch(() => undefined);
        const hasFailed = await assertUnlocked(prisma, email);
        const result = await tryIt();
        if (result === undefined) await countFailure(prisma, email, record);
        else if (hasFailed && isWhole(result)) await prisma.loginFailure.deleteMany({ where: { email } });
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

/** Whether earlier attempts failed. */
async function assertUnlocked(prisma: PrismaClient, email: string): Promise<boolean> {
  const [failures] = await directSqlOf(prisma).query<{ seconds: number | null }>(
    `SELECT CASE WHEN locked_until > now() THEN ceil(extract(epoch FROM locked_until - now()))::int END AS seconds
     FROM login_failures WHERE email = $1`,
    [email],
  );
  if (failures && failures.seconds !== null) throw new AppError('auth_login_locked', {}, Math.max(1, failures.seconds));
  return failures !== undefined;
}

async function countFailure(prisma: PrismaClient, email: string, record: RecordFailure | undefined): Promise<void> {
  const count = Prisma.sql`
    INSERT INTO login_failures AS f (email) VALUES (${email})
    ON CONFLICT (email) DO UPDATE SET
      last_failed_at = now(),
      failure_count = CASE WHEN f.locked_until <= now() THEN 1 ELSE f.failure_count + 1 END,
      locked_until = CASE
        WHEN f.locked_until <= now() THEN NULL
        WHEN f.failure_count + 1 >= ${failuresBeforeLock}
          THEN coalesce(f.locked_until, now() + make_interval(mins => ${lockMinutes}))
      END
    RETURNING f.locked_until IS NOT NULL AS is_last`;
  await prisma.$transaction(async (tx) => {
    const [counted] = await querySql<{ is_last: boolean }>(tx, tenantSafeSql(everyone, count));
    await record?.(tx, email, counted!.is_last);
  });
  // Made-up addresses must not pile up.
  const forget = Prisma.sql`
    DELETE FROM login_failures WHERE last_failed_at < now() - make_interval(hours => ${forgottenAfterHours})`;
  await executeSql(prisma, tenantSafeSql(everyone, forget));
}
