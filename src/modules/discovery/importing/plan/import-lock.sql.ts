// The lock of the one transaction that applies an import to a network.
import { Prisma } from '../../../../generated/prisma/client';
import type { Db } from '../../../../data/tenancy/rows';
import { querySql, tenantSafeSql, viewerOf } from '../../../../data/tenancy/tenant-sql';

/**
 * Whether this transaction holds the import lock of the network. Does not wait for another holder: a waiting statement
 * has a limit of seconds, and an import takes minutes.
 */
export async function tryLockImports(tx: Db, networkId: string): Promise<boolean> {
  const key = `imports of ${networkId}`;
  const statement = Prisma.sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) AS "isLocked"`;
  const [row] = await querySql<{ isLocked: boolean }>(tx, tenantSafeSql(viewerOf(tx), statement));
  return row!.isLocked;
}
