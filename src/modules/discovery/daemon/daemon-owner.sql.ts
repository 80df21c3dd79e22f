// Who maintains a daemon that names nobody: users are beyond the reach of daemons.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { querySql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';

/** The Owner who has been in the organization longest: there is always one. Of the viewer's own organization. */
export async function firstOwner(tx: Db, organizationId: string): Promise<string> {
  const statement = Prisma.sql`
    SELECT id FROM users WHERE organization_id = ${organizationId}::uuid AND permissions = 'Owner'
    ORDER BY created_at, id LIMIT 1`;
  const [owner] = await querySql<{ id: string }>(tx, tenantSafeSql(viewerOf(tx), statement));
  return owner!.id;
}
