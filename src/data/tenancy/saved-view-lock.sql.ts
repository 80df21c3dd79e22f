// The lock for saving a user's views in a network.
import { Prisma } from '../../generated/prisma/client';
import { lockNumber } from './advisory-locks';
import type { Db } from './rows';
import { executeSql, tenantSafeSql, viewerOf } from './tenant-sql';

/**
 * Executes an SQL statement that takes a lock. It is safe for any tenant: the caller has read the locked rows with the
 * same client before, or the rows are a network or organization of the client's viewer.
 */
const lock = (tx: Db, statement: Prisma.Sql) => executeSql(tx, tenantSafeSql(viewerOf(tx), statement));

/** Serializes the creation of a user's saved views in a network, so that their number can be limited. */
export async function lockSavedViews(tx: Db, networkId: string, userId: string): Promise<void> {
  await lock(tx, Prisma.sql`SELECT pg_advisory_xact_lock(${lockNumber('saved views', networkId, userId)})`);
}
