// Reads the ports of a network at which devices have seen a machine: by cables, wireless associations, forwarding
// tables and ARP tables.
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import { virtualTypes } from '../../../platform/text/interface-types';
import type { Sighting } from './places';

/** The machine to locate: its MAC addresses, and the ids of hosts with these MAC addresses. */
export interface Target {
  readonly macAddresses: readonly string[];
  readonly hostIds: readonly string[];
}

/**
 * Maximum number of ports that are read for one machine. Ports that have learned the fewest MAC addresses are read
 * first.
 */
const mostSightings = 5_000;

// A link that is down stays stored, but the graph does not draw it and it locates no machine.
const statementOf = (table: (name: string) => string, learnedKey: string) => `
  WITH target_port AS (SELECT id FROM ${table('interfaces')} WHERE network_id = $1 AND host_id = ANY($3::uuid[])),
  seen (port, evidence, mac, read_at) AS (
    SELECT n.interface_id, 'Cable', NULL, NULL::timestamptz FROM ${table('interface_neighbors')} n
      WHERE n.network_id = $1 AND n.remote_host_id = ANY($3::uuid[]) AND n.down_since IS NULL
    UNION ALL SELECT n.interface_id, 'Cable', NULL, NULL FROM ${table('interface_neighbors')} n
      JOIN target_port ON n.remote_interface_id = target_port.id WHERE n.network_id = $1 AND n.down_since IS NULL
    UNION ALL SELECT n.remote_interface_id, 'Cable', NULL, NULL FROM ${table('interface_neighbors')} n
      JOIN target_port ON n.interface_id = target_port.id
      WHERE n.network_id = $1 AND n.remote_interface_id IS NOT NULL AND n.down_since IS NULL
    UNION ALL SELECT w.interface_id, 'Wireless', w.client_mac, w.updated_at FROM ${table('wireless_associations')} w
      WHERE w.network_id = $1 AND (w.client_mac = ANY($2::text[]) OR w.client_host_id = ANY($3::uuid[]))
        AND w.is_own_radio AND w.interface_id IS NOT NULL
    UNION ALL SELECT i.id, 'ForwardingTable', wanted.mac, NULL
      FROM ${table('interfaces')} i JOIN unnest($2::text[]) wanted (mac) ON wanted.mac = ANY(i.fdb_macs) WHERE i.network_id = $1 AND i.fdb_macs && $2::text[] ${learnedKey}
    UNION ALL SELECT a.interface_id, 'ArpTable', (SELECT min(mac) FROM unnest($2::text[]) mac WHERE mac = ANY(a.mac_addresses)),
      a.read_at FROM arp_evidence a WHERE a.network_id = $1 AND a.mac_addresses && $2::text[]
  )
  SELECT i.id AS "interfaceId", i.host_id AS "hostId", seen.evidence, seen.mac AS "macAddress",
    coalesce(seen.read_at, CASE WHEN seen.evidence = 'ForwardingTable' THEN f.read_at END) AS "readAt",
    i.last_discovery_id AS "runId", cardinality(i.fdb_macs) AS "learnedCount",
    coalesce(i.if_type = ANY($5::int[]), false) AS "isVirtual",
    ARRAY(
      SELECT coalesce(n.remote_host_id, far.host_id) FROM ${table('interfaces')} own
        JOIN ${table('interface_neighbors')} n ON n.interface_id = own.id AND n.down_since IS NULL
        LEFT JOIN ${table('interfaces')} far ON far.id = n.remote_interface_id
        WHERE own.network_id = $1 AND (own.id = i.id OR own.aggregate_id = i.id)
      UNION SELECT near.host_id FROM ${table('interfaces')} own
        JOIN ${table('interface_neighbors')} n ON n.remote_interface_id = own.id AND n.down_since IS NULL
        JOIN ${table('interfaces')} near ON near.id = n.interface_id
        WHERE own.network_id = $1 AND (own.id = i.id OR own.aggregate_id = i.id)
      EXCEPT SELECT unnest($3::uuid[])
      ORDER BY 1
    ) AS "farHostIds"
  FROM seen JOIN ${table('interfaces')} i ON i.id = seen.port
    LEFT JOIN forwarding_evidence f ON f.interface_id = i.id
  WHERE i.network_id = $1 AND i.network_id = ANY($4::uuid[]) AND NOT i.host_id = ANY($3::uuid[])
  ORDER BY cardinality(i.fdb_macs), i.id, seen.evidence LIMIT ${mostSightings}`;

const presentSql = statementOf(
  (name) => name,
  "AND i.fdb_macs <> '{}' AND mac_keys(i.network_id, i.fdb_macs) && mac_keys($1, $2::text[])",
);
// The history of forwarding tables has no index on MAC addresses, so a request for a past instant reads the tables of
// all ports of the network.
const pastSql = statementOf((name) => `${name}_at($6::timestamptz, ARRAY[$1]::uuid[])`, '');

/**
 * Resolves with at most 5,000 ports at which devices of the network have seen the machine; the machine's own ports are
 * excluded. ARP tables have no history: their present rows are used for past instants too.
 */
export function readSightings(
  { query, viewer, at }: TenantSql,
  networkId: string,
  target: Target,
): Promise<Sighting[]> {
  const values = [networkId, target.macAddresses, target.hostIds, viewer.networkIds, [...virtualTypes]];
  const statement = at ? { text: pastSql, values: [...values, at] } : { text: presentSql, values };
  return query<Sighting>(tenantSafeSql(viewer, statement));
}
