// The hypervisors on which a host runs, one inside the other.
import { Prisma } from '../../../generated/prisma/client';
import { querySql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import type { Db } from '../../../data/tenancy/rows';

interface HypervisorStep {
  readonly hostId: string;
  /** Id of the hypervisor service that runs the host; null if none is known. */
  readonly serviceId: string | null;
}

/**
 * Resolves with a host and the hosts of the hypervisors below it, in no order. Ends where the hypervisors form a loop.
 * The viewer can access the host or service at which it starts; the others are in the same network.
 */
export async function hypervisorsBelow(
  db: Db,
  start: { readonly hostId: string } | { readonly serviceId: string },
): Promise<HypervisorStep[]> {
  const first =
    'hostId' in start
      ? Prisma.sql`${start.hostId}::uuid`
      : Prisma.sql`(SELECT host_id FROM services WHERE id = ${start.serviceId}::uuid)`;
  const statement = Prisma.sql`
    WITH RECURSIVE below AS (
      SELECT id, virtualization_service_id FROM hosts WHERE id = ${first}
      UNION
      SELECT h.id, h.virtualization_service_id FROM below
      JOIN services s ON s.id = below.virtualization_service_id JOIN hosts h ON h.id = s.host_id
    )
    SELECT id::text AS "hostId", virtualization_service_id::text AS "serviceId" FROM below`;
  return querySql<HypervisorStep>(db, tenantSafeSql(viewerOf(db), statement));
}
