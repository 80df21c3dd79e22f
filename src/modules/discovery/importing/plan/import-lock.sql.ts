// The lock of the one transaction that applies an import to a network.
import { Prisma } from '../../../../generated/prisma/client';
import type { Db } from '../../../../data/tenancy/rows';
import { querySql, tenantSafeSql, viewerOf } from '../../../../data/tenancy/tenant-sql';

/**
 * Whether this transaction is the one that applies an import to the network now. It does not wait for the one that does: a
 * statement that waits has a limit of seconds, an import takes minutes.
 */
export async function tryLockImports(tx: Db, networkId: string): Promise<boolean> {
  const key = `imports of ${networkId}`;
  const statement = Prisma.sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) AS "isLocked"`;
  const [row] = await querySql<{ isLocked: boolean }>(tx, tenantSafeSql(viewerOf(tx), statement));
  return row!.isLocked;
}
