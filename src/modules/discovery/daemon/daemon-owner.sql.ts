// Chooses a maintainer for a daemon that names none. Daemons cannot read users themselves.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { querySql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';

/** The organization's oldest Owner, by creation date. Each organization has at least one. */
export async function firstOwner(tx: Db, organizationId: string): Promise<string> {
  const statement = Prisma.sql`
    SELECT id FROM users WHERE organization_id = ${organizationId}::uuid AND permissions = 'Owner'
    ORDER BY created_at, id LIMIT 1`;
  const [owner] = await querySql<{ id: string }>(tx, tenantSafeSql(viewerOf(tx), statement));
  return owner!.id;
}
