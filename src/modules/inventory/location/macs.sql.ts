// Reads the MAC addresses of hosts, which are stored with their IP addresses and ports.
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { tenantSafeSql } from '../../../data/tenancy/tenant-sql';

export interface StoredMac {
  readonly macAddress: string;
  /** Whether the MAC address is stored with the requested IP address. */
  readonly isOfAddress: boolean;
}

/** Maximum number of MAC addresses to read, more than the 20 hosts that a text can match have together. */
const mostStored = 20_000;

/**
 * Resolves with the distinct MAC addresses of the hosts, now or at the instant of the request, ordered by MAC address.
 */
export function readMacs(
  { query, viewer, at }: TenantSql,
  networkId: string,
  hostIds: readonly string[],
  ipAddress: string | null,
): Promise<StoredMac[]> {
  const table = (name: string) => (at ? `${name}_at($5::timestamptz, ARRAY[$1]::uuid[])` : name);
  const ofHosts = 'r.network_id = $1::uuid AND r.network_id = ANY($2::uuid[]) AND r.host_id = ANY($3::uuid[])';
  const text = `
    SELECT mac AS "macAddress", bool_or(is_of_address) AS "isOfAddress" FROM (
      SELECT r.mac_address AS mac, coalesce(r.ip_address = $4::inet, false) AS is_of_address
        FROM ${table('ip_addresses')} r WHERE ${ofHosts}
      UNION ALL SELECT r.mac_address, false FROM ${table('interfaces')} r WHERE ${ofHosts}
    ) stored WHERE mac IS NOT NULL GROUP BY mac ORDER BY mac LIMIT ${mostStored}`;
  const values = [networkId, viewer.networkIds, hostIds, ipAddress, ...(at ? [at] : [])];
  return query<StoredMac>(tenantSafeSql(viewer, { text, values }));
}
