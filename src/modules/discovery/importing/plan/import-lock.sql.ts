// The lock for applying imports to a network, which one transaction at a time can hold.
import { Prisma } from '../../../../generated/prisma/client';
import type { Db } from '../../../../data/tenancy/rows';
import { querySql, tenantSafeSql, viewerOf } from '../../../../data/tenancy/tenant-sql';

/**
 * Takes the network's import lock; resolves with false if another transaction holds it. Does not wait, because a
 * waiting statement has a time limit of seconds and an import takes minutes.
 */
export async function tryLockImports(tx: Db, networkId: string): Promise<boolean> {
  const key = `imports of ${networkId}`;
  const statement = Prisma.sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) AS "isLocked"`;
  const [row] = await querySql<{ isLocked: boolean }>(tx, tenantSafeSql(viewerOf(tx), statement));
  return row!.isLocked;
}
