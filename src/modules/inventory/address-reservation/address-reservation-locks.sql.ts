// The lock under which addresses of a subnet are reserved.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';

/**
 * Serializes writes of the reservations in subnets, because an overlap only shows among all of a subnet. The caller has
 * found the subnets with the same client before.
 */
export async function lockSubnets(tx: Db, ids: readonly string[]): Promise<void> {
  const statement = Prisma.sql`SELECT FROM subnets WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
  await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
}
