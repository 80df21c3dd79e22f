// Chooses the maintainer of a daemon that registers without a maintainer. The statement is SQL, because daemons may not
// read users.
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
