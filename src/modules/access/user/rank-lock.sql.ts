// Locks an organization while the roles of its users change.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import type { Viewer } from '../../../data/tenancy/viewer';

/**
 * Sends a statement that locks rows. It is safe for any tenant: the caller has already read these rows with the same
 * client, or they are a network or organization of the client's viewer.
 */
const lock = (tx: Db, statement: Prisma.Sql) => executeSql(tx, tenantSafeSql(viewerOf(tx), statement));

/**
 * Serializes role changes and deletions of users in one organization. Rows that are read after this call stay unchanged
 * until the transaction ends.
 */
export async function lockRanks(tx: Db, { organizationId }: Viewer): Promise<void> {
  // NO KEY lets other transactions write rows that only refer to the organization.
  const statement = Prisma.sql`SELECT FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;
  await lock(tx, statement);
}
