// Locks a user while their second factors change.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';

/**
 * Safe for any tenant: the caller has read the locked rows with the same client before, or they are a network or
 * organization of its viewer.
 */
const lock = (tx: Db, statement: Prisma.Sql) => executeSql(tx, tenantSafeSql(viewerOf(tx), statement));

/** Serializes changes of a user's second factors, so that the first and the last factor are recognized. */
export async function lockUser(tx: Db, userId: string): Promise<void> {
  const statement = Prisma.sql`SELECT FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
  await lock(tx, statement);
}
