// Locks the roles of an organization for a change.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import type { Viewer } from '../../../data/tenancy/viewer';

/** The caller has found the locked rows with the same client before, or they are a network or organization of its viewer. */
const lock = (tx: Db, statement: Prisma.Sql) => executeSql(tx, tenantSafeSql(viewerOf(tx), statement));

/**
 * Changes of ranks and deletions of users in one organization happen one after the other: rows read after this lock
 * stay as they are until the transaction ends.
 */
export async function lockRanks(tx: Db, { organizationId }: Viewer): Promise<void> {
  // NO KEY: rows that only refer to the organization can be written meanwhile.
  const statement = Prisma.sql`SELECT FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;
  await lock(tx, statement);
}
