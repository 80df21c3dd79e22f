// Reads the encrypted credentials that a daemon's network uses. Daemons themselves cannot read credentials.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { querySql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import type { UsedCredential } from './credential-mappings';

export interface SealedCredential extends UsedCredential {
  readonly secrets: Uint8Array;
  /** The settings of the credential that are not secret, if its type is not SNMP. */
  readonly settings: Prisma.JsonObject;
}

/**
 * SQL condition: credential `c` of the network's organization is a default of the organization or network, or is
 * assigned to a host of the network.
 */
export const usedCondition = (networkId: string) => Prisma.sql`(
  c.is_default
  OR EXISTS (SELECT FROM network_credentials n WHERE n.credential_id = c.id AND n.network_id = ${networkId}::uuid)
  OR EXISTS (SELECT FROM host_credentials h WHERE h.credential_id = c.id AND h.network_id = ${networkId}::uuid))`;

/**
 * SQL condition: a daemon may query the IP address `a` in the subnet `s` by SNMP. It excludes addresses of container
 * bridges, which many hosts have in common, and loopback addresses, at which a daemon would query itself.
 */
export const isQueriedAddress = Prisma.sql`
  s.source_type <> 'System' AND s.virtualization_service_id IS NULL
  AND NOT a.ip_address <<= '127.0.0.0/8' AND a.ip_address <> '::1'`;

/**
 * Resolves with the credentials that are used in the network, still encrypted. The caller has checked that the daemon
 * belongs to the network.
 */
export function usedCredentials(tx: Db, networkId: string, daemonId: string): Promise<SealedCredential[]> {
  const statement = Prisma.sql`
    SELECT c.id, c.name, c.credential_type::text AS "credentialType", c.secrets, c.settings, c.is_default AS "isDefault",
      EXISTS (
        SELECT FROM network_credentials n WHERE n.credential_id = c.id AND n.network_id = ${networkId}::uuid
      ) AS "isOfNetwork",
      coalesce((
        SELECT json_agg(json_build_object(
          'hostId', h.host_id, 'since', h.created_at, 'addresses', coalesce(found.addresses, '[]'),
          'macAddresses', coalesce(found.macs, '[]'), 'isDaemonHost', d.id IS NOT NULL))
        FROM host_credentials h LEFT JOIN daemons d ON d.host_id = h.host_id AND d.id = ${daemonId}::uuid
        CROSS JOIN LATERAL (
          SELECT json_agg(host(a.ip_address) ORDER BY a.position, a.id) AS addresses,
            json_agg(a.mac_address::text ORDER BY a.position, a.id) AS macs
          FROM ip_addresses a JOIN subnets s ON s.id = a.subnet_id
          WHERE a.host_id = h.host_id AND ${isQueriedAddress}
        ) found
        WHERE h.credential_id = c.id AND h.network_id = ${networkId}::uuid
          AND (found.addresses IS NOT NULL OR d.id IS NOT NULL)
      ), '[]') AS hosts
    FROM credentials c JOIN networks own ON own.id = ${networkId}::uuid AND own.organization_id = c.organization_id
    WHERE ${usedCondition(networkId)}`;
  return querySql<SealedCredential>(tx, tenantSafeSql(viewerOf(tx), statement));
}
