// Moves credentials and daemons back to a merged host when the merge is undone.
import { Prisma } from '../../../../generated/prisma/client';
import type { Db } from '../../../../data/tenancy/rows';
import { executeSql, tenantSafeSql, viewerOf } from '../../../../data/tenancy/tenant-sql';

/**
 * Data from the record of the merge: credentials and daemons of the merged host, and ids of the credentials that the
 * destination had before the merge.
 */
interface RecordedCredentials {
  readonly credentials: readonly Readonly<Record<string, unknown>>[];
  readonly credentialsBefore: readonly string[];
  readonly daemonIds: readonly string[];
}

const send = (tx: Db, sql: Prisma.Sql) => executeSql(tx, tenantSafeSql(viewerOf(tx), sql));

/**
 * Moves credentials and daemons that the merged host had before the merge from the destination back to the merged host.
 * Credentials and daemons that were assigned after the merge stay at the destination.
 */
export async function splitCredentials(
  tx: Db,
  { hostId, mergedHostId }: { readonly hostId: string; readonly mergedHostId: string },
  { credentials, credentialsBefore, daemonIds }: RecordedCredentials,
): Promise<void> {
  // Credential assignments that were removed after the merge are not restored, because the caller may lack the right to
  // assign these credentials.
  await send(
    tx,
    Prisma.sql`INSERT INTO host_credentials (host_id, credential_id, network_id, organization_id, created_at, assigned_by)
      SELECT ${mergedHostId}::uuid, held.credential_id, held.network_id, held.organization_id, given.created_at, held.assigned_by
      FROM jsonb_populate_recordset(NULL::host_credentials, ${JSON.stringify(credentials)}::jsonb) given
      JOIN host_credentials held ON held.host_id = ${hostId}::uuid AND held.credential_id = given.credential_id
      ON CONFLICT DO NOTHING`,
  );
  const assignedIds = credentials
    .map(({ credential_id: id }) => id as string)
    .filter((id) => !credentialsBefore.includes(id));
  await send(
    tx,
    Prisma.sql`DELETE FROM host_credentials WHERE host_id = ${hostId}::uuid AND credential_id = ANY(${assignedIds}::uuid[])`,
  );
  await send(
    tx,
    Prisma.sql`UPDATE discoveries SET discovery_details = jsonb_set(discovery_details, '{host_id}', to_jsonb(${mergedHostId}::text))
      WHERE run_type <> 'Historical' AND daemon_id = ANY(${[...daemonIds]}::uuid[]) AND discovery_details->>'host_id' = ${hostId}`,
  );
  await send(
    tx,
    Prisma.sql`UPDATE daemons SET host_id = ${mergedHostId}::uuid WHERE id = ANY(${[...daemonIds]}::uuid[]) AND host_id = ${hostId}::uuid`,
  );
}
