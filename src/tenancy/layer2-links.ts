// What follows from ports, addresses and VLANs: which address a port carries, and which VLANs are seen on a subnet.
import { Prisma, type PrismaClient } from '../generated/prisma/client';
import type { Viewer } from '../auth/viewer';
import type { Db } from './rows';
import { ownStatement } from './scoped-db';

const run = (tx: Db, statement: Prisma.Sql): Promise<number> =>
  (tx as unknown as PrismaClient).$executeRaw(ownStatement(statement));

/** Ports of the host without an address get the one that has their MAC address, if no other port of it has that. */
export async function linkPortsByMac(tx: Db, { networkIds }: Viewer, hostId: string): Promise<void> {
  await run(
    tx,
    Prisma.sql`
      UPDATE interfaces AS port SET ip_address_id = carried.id
      FROM (
        SELECT DISTINCT ON (mac_address) id, mac_address FROM ip_addresses
        WHERE host_id = ${hostId}::uuid AND mac_address IS NOT NULL ORDER BY mac_address, position, id
      ) AS carried
      WHERE port.host_id = ${hostId}::uuid AND port.network_id = ANY(${[...networkIds]}::uuid[])
        AND port.ip_address_id IS NULL AND port.mac_address = carried.mac_address
        AND NOT EXISTS (
          SELECT FROM interfaces AS other
          WHERE other.host_id = port.host_id AND other.mac_address = port.mac_address AND other.id <> port.id)`,
  );
}

/** The VLANs of the subnets are the native ones of the ports that carry their addresses, over all hosts: exactly those. */
export async function replaceSubnetVlans(
  tx: Db,
  { networkIds }: Viewer,
  subnetIds: readonly string[],
  at: Date,
): Promise<void> {
  if (subnetIds.length === 0) return;
  const seen = Prisma.sql`
    SELECT DISTINCT address.network_id, address.subnet_id, port.native_vlan_id AS vlan_id
    FROM ip_addresses AS address JOIN interfaces AS port ON port.ip_address_id = address.id
    WHERE address.subnet_id = ANY(${[...subnetIds]}::uuid[]) AND address.network_id = ANY(${[...networkIds]}::uuid[])
      AND port.native_vlan_id IS NOT NULL`;
  await run(
    tx,
    Prisma.sql`
      DELETE FROM subnet_vlans AS link
      WHERE link.subnet_id = ANY(${[...subnetIds]}::uuid[]) AND link.network_id = ANY(${[...networkIds]}::uuid[])
        AND (link.subnet_id, link.vlan_id) NOT IN (SELECT seen.subnet_id, seen.vlan_id FROM (${seen}) AS seen)`,
  );
  await run(
    tx,
    Prisma.sql`
      INSERT INTO subnet_vlans (network_id, subnet_id, vlan_id, created_at, updated_at, valid_from)
      SELECT network_id, subnet_id, vlan_id, ${at}, ${at}, ${at} FROM (${seen}) AS seen ORDER BY subnet_id, vlan_id
      ON CONFLICT DO NOTHING`,
  );
}
