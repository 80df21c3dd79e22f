// Locks an organization while the roles of its users change.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import type { Viewer } from '../../../data/tenancy/viewer';

const lock = (tx: Db, statement: Prisma.Sql) => executeSql(tx, tenantSafeSql(viewerOf(tx), statement));

/**
 * Locks the organization, so that transactions that change roles or delete users run one after the other. Roles that a
 * transaction reads after this call cannot change until the transaction ends.
 */
export async function lockRanks(tx: Db, { organizationId }: Viewer): Promise<void> {
  // FOR NO KEY UPDATE lets concurrent transactions write rows that only refer to the organization.
  const statement = Prisma.sql`SELECT FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;
  await lock(tx, statement);
}
