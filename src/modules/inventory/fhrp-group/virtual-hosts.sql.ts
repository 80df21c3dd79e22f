// Handles hosts whose only addresses are virtual addresses of FHRP groups (VRRP, HSRP). A virtual address belongs to no
// single host.
import { Prisma } from '../../../generated/prisma/client';
import { isVirtualRouter, virtualRouterMacs } from '../../../platform/text/addresses';
import { isOnEveryLink } from '../../../platform/text/identifiers';
import type { Db } from '../../../data/tenancy/rows';
import { querySql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import { addressPlace, type MachineEvidence } from '../identity/identity';
import { isUntouched } from '../shared/untouched-hosts.sql';

/** Maximum number of hosts that one call deletes. */
const mostRemoved = 500;

/**
 * Whether all addresses of the machine are virtual addresses of FHRP groups, and no other evidence identifies the
 * machine. `places` has the key (subnet and IP address) of each virtual address.
 */
export function isKnownByGroupsAlone(evidence: MachineEvidence, places: ReadonlySet<string>): boolean {
  const { addresses, portMacs, serialNumber, chassisId, machineId, sysName, sysObjectId } = evidence;
  return (
    addresses.length > 0 &&
    addresses.every((one) => places.has(addressPlace(one)) && (!one.macAddress || isVirtualRouter(one.macAddress))) &&
    portMacs.length === 0 &&
    ![serialNumber, chassisId, machineId, sysName, sysObjectId].some(Boolean)
  );
}

/**
 * Resolves with the id of the host that responds at a group's virtual addresses: the master if known, otherwise the
 * oldest member. The group has one of the addresses, in the namespace of the address's subnet.
 */
export async function findAnsweringMember(
  tx: Db,
  networkId: string,
  addresses: MachineEvidence['addresses'],
): Promise<string | undefined> {
  // Groups on many links have the same link-local address, so it only decides if the machine has no other address.
  const ofOneLink = addresses.filter(({ ipAddress }) => !isOnEveryLink(ipAddress));
  const places = ofOneLink.length > 0 ? ofOneLink : addresses;
  const statement = Prisma.sql`
    SELECT m.host_id::text AS "hostId"
    FROM unnest(${places.map(({ subnetId }) => subnetId)}::uuid[], ${places.map(({ ipAddress }) => ipAddress)}::text[])
      AS place (subnet_id, address)
    JOIN subnets s ON s.id = place.subnet_id AND s.network_id = ${networkId}::uuid
    JOIN fhrp_groups g ON g.network_id = s.network_id AND g.namespace = s.namespace
      AND place.address = ANY(g.virtual_addresses)
    JOIN fhrp_members m ON m.group_id = g.id AND m.network_id = g.network_id
    ORDER BY (m.state IN ('Master', 'Active')) DESC, m.created_at, m.id LIMIT 1`;
  const [member] = await querySql<{ hostId: string }>(tx, tenantSafeSql(viewerOf(tx), statement));
  return member?.hostId;
}

interface Removed {
  readonly id: string;
  readonly address: string;
}

/**
 * Deletes discovered hosts whose only addresses are virtual addresses, unless users have edited, named or annotated
 * them. The caller holds the locks of the network and of host writes. Resolves with warnings for the discovery run.
 */
export async function removeVirtualHosts(tx: Db, networkId: string): Promise<string[]> {
  const network = Prisma.sql`(SELECT ${networkId}::uuid)`;
  const statement = Prisma.sql`
    WITH placed AS MATERIALIZED (
      SELECT a.host_id, a.ip_address, a.mac_address, g.id AS group_id FROM fhrp_groups g
      CROSS JOIN LATERAL unnest(g.virtual_addresses) AS named
      JOIN ip_addresses a ON a.network_id = ${network} AND a.ip_address = named::inet
      JOIN subnets s ON s.id = a.subnet_id AND s.namespace = g.namespace
      WHERE g.network_id = ${network}
    ), virtual AS MATERIALIZED (
      SELECT host_id, ip_address FROM placed WHERE mac_address IS NULL
        OR mac_address ~ ${virtualRouterMacs}
        OR EXISTS (
          SELECT FROM fhrp_members m JOIN interfaces i ON i.host_id = m.host_id
          WHERE m.group_id = placed.group_id AND i.mac_address = placed.mac_address)
    )
    SELECT h.id::text AS id, (SELECT host(min(v.ip_address)) FROM virtual v WHERE v.host_id = h.id) AS address
    FROM hosts h
    WHERE h.id IN (SELECT host_id FROM virtual) AND h.network_id = ${network}
      AND h.source_type IN ('Discovery', 'DiscoveryWithMatch', 'Inferred') AND NOT h.hidden
      AND h.chassis_id IS NULL AND h.serial_number IS NULL AND h.sys_object_id IS NULL AND h.sys_name IS NULL
      AND h.virtualization_service_id IS NULL AND ${isUntouched}
      AND NOT EXISTS (
        SELECT FROM ip_addresses a WHERE a.host_id = h.id
          AND NOT EXISTS (SELECT FROM virtual v WHERE v.host_id = h.id AND v.ip_address = a.ip_address))
      AND NOT EXISTS (SELECT FROM interfaces i WHERE i.host_id = h.id)
      AND NOT EXISTS (SELECT FROM fhrp_members m WHERE m.host_id = h.id)
    ORDER BY h.id LIMIT ${mostRemoved}`;
  const removedHosts = await querySql<Removed>(tx, tenantSafeSql(viewerOf(tx), statement));
  if (removedHosts.length === 0) return [];
  await tx.host.deleteMany({ where: { id: { in: removedHosts.map(({ id }) => id) } } });
  return removedHosts.map(
    ({ address }) => `A host known by ${address} alone was removed: it is a virtual address of a group of routers.`,
  );
}
