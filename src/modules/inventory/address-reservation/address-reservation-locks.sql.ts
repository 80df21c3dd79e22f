// The lock for reserving addresses of a subnet.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';

/**
 * Serializes writes of a subnet's reservations, because an overlap can only be found by comparing all of them. The
 * caller has read the subnets with the same client before.
 */
export async function lockSubnets(tx: Db, ids: readonly string[]): Promise<void> {
  const statement = Prisma.sql`SELECT FROM subnets WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
  await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
}
