// Updates layer 2 references that are computed from related rows: the IP address of a port, and the resolved port of
// neighbor evidence.
import { Prisma } from '../../../generated/prisma/client';
import type { Viewer } from '../../../data/tenancy/viewer';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';

/**
 * Sets the IP address of each port that has none: the host's IP address that is stored with the port's MAC address,
 * unless a second port of the host has this MAC address.
 */
export async function linkPortsByMac(tx: Db, viewer: Viewer, hostId: string): Promise<void> {
  const statement = Prisma.sql`
    UPDATE interfaces AS port SET ip_address_id = carried.id
    FROM (
      SELECT DISTINCT ON (mac_address) id, mac_address FROM ip_addresses
      WHERE host_id = ${hostId}::uuid AND mac_address IS NOT NULL ORDER BY mac_address, position, id
    ) AS carried
    WHERE port.host_id = ${hostId}::uuid AND port.network_id = ANY(${[...viewer.networkIds]}::uuid[])
      AND port.ip_address_id IS NULL AND port.mac_address = carried.mac_address
      AND NOT EXISTS (
        SELECT FROM interfaces AS other
        WHERE other.host_id = port.host_id AND other.mac_address = port.mac_address AND other.id <> port.id)`;
  await executeSql(tx, tenantSafeSql(viewer, statement));
}

/**
 * Clears references to a port in neighbor evidence and documented links. They are computed again with the next update
 * of links.
 */
export async function forgetResolvedPort(tx: Db, networkId: string, interfaceId: string): Promise<void> {
  const ofPort = Prisma.sql`
    SET resolved_interface_id = NULL
    WHERE resolved_interface_id = ${interfaceId}::uuid AND network_id = ${networkId}::uuid`;
  const viewer = viewerOf(tx);
  await executeSql(tx, tenantSafeSql(viewer, Prisma.sql`UPDATE neighbor_evidence ${ofPort}`));
  await executeSql(tx, tenantSafeSql(viewer, Prisma.sql`UPDATE documented_links ${ofPort}`));
}
