// The lock for applying imports to a network. Only one transaction at a time can hold this lock.
import { Prisma } from '../../../../generated/prisma/client';
import { lockNumber } from '../../../../data/tenancy/advisory-locks';
import type { Db } from '../../../../data/tenancy/rows';
import { querySql, tenantSafeSql, viewerOf } from '../../../../data/tenancy/tenant-sql';

/**
 * Takes the network's import lock. Resolves with false if another transaction holds the lock. Does not wait: a
 * statement has a time limit of seconds, but an import takes minutes.
 */
export async function tryLockImports(tx: Db, networkId: string): Promise<boolean> {
  const number = lockNumber('imports of', networkId);
  const statement = Prisma.sql`SELECT pg_try_advisory_xact_lock(${number}) AS "isLocked"`;
  const [row] = await querySql<{ isLocked: boolean }>(tx, tenantSafeSql(viewerOf(tx), statement));
  return row!.isLocked;
}
