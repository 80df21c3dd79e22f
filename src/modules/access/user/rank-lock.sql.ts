// Locks an organization while the roles of its users change.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import type { Viewer } from '../../../data/tenancy/viewer';

/** The caller has found the locked rows with the same client before, or they are a network or organization of its viewer. */
const lock = (tx: Db, statement: Prisma.Sql) => executeSql(tx, tenantSafeSql(viewerOf(tx), statement));

/**
 * Serializes changes of roles and deletions of users in one organization: rows read after this lock stay unchanged
 * until the transaction ends.
 */
export async function lockRanks(tx: Db, { organizationId }: Viewer): Promise<void> {
  // NO KEY: rows that only refer to the organization can be written meanwhile.
  const statement = Prisma.sql`SELECT FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;
  await lock(tx, statement);
}
