// Locks a user while their second factors change.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';

/**
 * Sends a statement that locks rows. It is safe for any tenant: the caller has already read these rows with the same
 * client, or they are a network or organization of the client's viewer.
 */
const lock = (tx: Db, statement: Prisma.Sql) => executeSql(tx, tenantSafeSql(viewerOf(tx), statement));

/** Serializes changes of a user's second factors, so that the first and the last factor are recognized. */
export async function lockUser(tx: Db, userId: string): Promise<void> {
  const statement = Prisma.sql`SELECT FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
  await lock(tx, statement);
}
