// Chooses the user who maintains a new daemon, if its registration names nobody. The client of a daemon cannot read
// users, so this is a statement in SQL.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { querySql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';

/**
 * Resolves with the id of the organization's Owner that was created first. Each organization has at least one Owner.
 */
export async function firstOwner(tx: Db, organizationId: string): Promise<string> {
  const statement = Prisma.sql`
    SELECT id FROM users WHERE organization_id = ${organizationId}::uuid AND permissions = 'Owner'
    ORDER BY created_at, id LIMIT 1`;
  const [owner] = await querySql<{ id: string }>(tx, tenantSafeSql(viewerOf(tx), statement));
  return owner!.id;
}
