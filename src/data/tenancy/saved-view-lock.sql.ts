// The lock for saving a user's views in a network.
import { Prisma } from '../../generated/prisma/client';
import { lockNumber } from './advisory-locks';
import type { Db } from './rows';
import { executeSql, tenantSafeSql, viewerOf } from './tenant-sql';

/**
 * Takes a lock. No tenant can lock rows of another one: the caller has read the rows with the same client before, or
 * locks its own network or organization.
 */
const lock = (tx: Db, statement: Prisma.Sql) => executeSql(tx, tenantSafeSql(viewerOf(tx), statement));

/** Serializes the creation of a user's saved views in a network, so that their number can be limited. */
export async function lockSavedViews(tx: Db, networkId: string, userId: string): Promise<void> {
  await lock(tx, Prisma.sql`SELECT pg_advisory_xact_lock(${lockNumber('saved views', networkId, userId)})`);
}
