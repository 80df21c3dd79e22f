// The lock for saving a user's views in a network.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';

/**
 * Safe for any tenant: the caller has read the locked rows with the same client before, or they are a network or
 * organization of its viewer.
 */
const lock = (tx: Db, statement: Prisma.Sql) => executeSql(tx, tenantSafeSql(viewerOf(tx), statement));

/** Serializes the creation of a user's saved views in a network, so that their number can be limited. */
export async function lockSavedViews(tx: Db, networkId: string, userId: string): Promise<void> {
  const key = `saved views ${networkId} ${userId}`;
  await lock(tx, Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}
