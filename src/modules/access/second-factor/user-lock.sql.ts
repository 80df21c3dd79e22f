// Locks a user while a transaction changes the user's second factors.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';

const lock = (tx: Db, statement: Prisma.Sql) => executeSql(tx, tenantSafeSql(viewerOf(tx), statement));

/**
 * Locks a user's row, so that transactions that change the user's second factors run one after the other. Otherwise,
 * two concurrent transactions could both add a first factor, or each remove one of the last two factors.
 */
export async function lockUser(tx: Db, userId: string): Promise<void> {
  const statement = Prisma.sql`SELECT FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
  await lock(tx, statement);
}
