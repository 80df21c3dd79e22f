// Locks subnets while reservations of their addresses are written.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';

/**
 * Locks subnets, so that transactions that write reservations of a subnet run one after the other. Otherwise, two
 * concurrent transactions could write overlapping reservations. The caller has checked that the viewer may read the
 * subnets.
 */
export async function lockSubnets(tx: Db, ids: readonly string[]): Promise<void> {
  const statement = Prisma.sql`SELECT FROM subnets WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
  await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
}
