// Stores the credentials that each host accepted, by one statement for all results of a run.
import { Prisma } from '../../../generated/prisma/client';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../data/tenancy/tenant-sql';
import { isAddressResult, type CredentialResult } from './credential-results';
import { isQueriedAddress, usedCondition } from './used-credentials.sql';

/**
 * Stores, after a run, which credentials work on which hosts. A credential works on a host if one of the host's IP
 * addresses accepted it. If all of them refused it, the stored row of the credential and host is deleted.
 */
export async function storeCredentialResults(
  tx: Db,
  networkId: string,
  storedResults: unknown,
  at: Date,
): Promise<void> {
  const results = ((storedResults ?? []) as readonly CredentialResult[]).filter(isAddressResult);
  if (results.length === 0) return;
  const ids = results.map(({ credentialId }) => credentialId);
  const addresses = results.map(({ ip }) => ip);
  const outcomes = results.map(({ opened }) => opened);
  const statement = Prisma.sql`
    WITH found AS (
      SELECT a.host_id, c.id AS credential_id, c.organization_id, bool_or(reported.opened) AS opened,
        min(a.ip_address) FILTER (WHERE reported.opened) AS ip_address
      FROM unnest(${ids}::uuid[], ${addresses}::inet[], ${outcomes}::boolean[]) AS reported (credential_id, ip, opened)
      JOIN ip_addresses a ON a.network_id = ${networkId}::uuid AND a.ip_address = reported.ip
      JOIN subnets s ON s.id = a.subnet_id
      JOIN networks own ON own.id = a.network_id
      JOIN credentials c ON c.id = reported.credential_id AND c.organization_id = own.organization_id
      WHERE ${isQueriedAddress} AND ${usedCondition(networkId)}
      GROUP BY a.host_id, c.id, c.organization_id
    ), closed AS (
      DELETE FROM working_credentials w USING found
      WHERE w.host_id = found.host_id AND w.credential_id = found.credential_id AND NOT found.opened
    )
    INSERT INTO working_credentials (host_id, credential_id, network_id, organization_id, ip_address, last_used_at)
    SELECT host_id, credential_id, ${networkId}::uuid, organization_id, ip_address, ${at}::timestamptz
    FROM found WHERE opened ORDER BY host_id, credential_id
    ON CONFLICT (host_id, credential_id)
      DO UPDATE SET ip_address = excluded.ip_address, last_used_at = excluded.last_used_at`;
  await executeSql(tx, tenantSafeSql(viewerOf(tx), statement));
}
