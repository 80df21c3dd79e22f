// Records the merge of two hosts with all changes of rows, so that it can be undone.
import { Prisma, type Host } from '../../../../generated/prisma/client';
import type { Db } from '../../../../data/tenancy/rows';
import { executeSql, querySql, tenantSafeSql, viewerOf } from '../../../../data/tenancy/tenant-sql';
import type { Reason } from '../../identity/identity';
import type { StandIns } from './host-merge';
import { compareRows, touchedRows, type Json, type RowChanges, type TouchedRows } from './merge-rows.sql';

/** The data that the record of a merge stores. */
export interface MergeRecordData {
  /**
   * Credential assignments of the deleted host, ids of the credentials that the remaining host had before the merge,
   * and ids of the deleted host's daemons.
   */
  readonly credentials: readonly Json[];
  readonly credentialsBefore: readonly string[];
  readonly daemonIds: readonly string[];
  readonly changes: RowChanges;
}
/** The data of two hosts before they are merged. */
export interface BeforeMerge extends Omit<MergeRecordData, 'changes'> {
  readonly rows: TouchedRows;
}

const send = (tx: Db, sql: Prisma.Sql) => executeSql(tx, tenantSafeSql(viewerOf(tx), sql));

/** Reads the data of two hosts before they are merged. The caller has checked access and locked both hosts. */
export async function beforeMerge(tx: Db, destinationId: string, otherId: string): Promise<BeforeMerge> {
  const rows = await touchedRows(tx, [destinationId, otherId]);
  const credentials = (hostId: string) =>
    Prisma.sql`(SELECT coalesce(jsonb_agg(to_jsonb(r)), '[]') FROM host_credentials r WHERE host_id = ${hostId}::uuid)`;
  const statement = Prisma.sql`SELECT ${credentials(otherId)} AS credentials, ${credentials(destinationId)} AS before,
    (SELECT coalesce(jsonb_agg(id), '[]') FROM daemons WHERE host_id = ${otherId}::uuid) AS "daemonIds"`;
  const [row] = await querySql<{ credentials: Json[]; before: Json[]; daemonIds: string[] }>(
    tx,
    tenantSafeSql(viewerOf(tx), statement),
  );
  const { credentials: credentialsBefore, before, daemonIds } = row!;
  return {
    rows,
    credentials: credentialsBefore,
    credentialsBefore: before.map((one) => one.credential_id as string),
    daemonIds,
  };
}

/**
 * Assigns the credentials of the deleted host (`otherId`) to the remaining host, after its own credentials: discovery
 * tries credentials in the order of assignment. In SQL, because a daemon whose report causes the merge may not read
 * credentials.
 */
export async function moveCredentials(tx: Db, otherId: string, destinationId: string): Promise<void> {
  await send(
    tx,
    Prisma.sql`INSERT INTO host_credentials (host_id, credential_id, network_id, organization_id, created_at, assigned_by)
      SELECT ${destinationId}::uuid, credential_id, network_id, organization_id,
        clock_timestamp() + row_number() OVER (ORDER BY created_at, credential_id) * interval '1 millisecond', assigned_by
      FROM host_credentials WHERE host_id = ${otherId}::uuid ON CONFLICT DO NOTHING`,
  );
}

/**
 * Assigns the tags of the deleted host (`otherId`) to the remaining host, and tags of deleted services to the services
 * that replace them. In SQL, because a daemon whose report causes the merge may not read tags.
 */
export async function moveTags(tx: Db, otherId: string, destinationId: string, services: StandIns): Promise<void> {
  await send(
    tx,
    Prisma.sql`INSERT INTO tag_assignments (organization_id, network_id, tag_id, host_id)
      SELECT organization_id, network_id, tag_id, ${destinationId}::uuid FROM tag_assignments_now
      WHERE host_id = ${otherId}::uuid ON CONFLICT DO NOTHING`,
  );
  await send(
    tx,
    Prisma.sql`INSERT INTO tag_assignments (organization_id, network_id, tag_id, service_id)
      SELECT organization_id, network_id, tag_id, standing.id
      FROM tag_assignments_now JOIN unnest(${[...services.keys()]}::uuid[], ${[...services.values()]}::uuid[]) AS standing (gone, id)
        ON service_id = standing.gone
      ON CONFLICT DO NOTHING`,
  );
}

interface Merged {
  readonly destination: Host;
  readonly other: Host;
  readonly reasons: readonly Reason[];
  readonly sharedMac?: string;
}

/**
 * Records the merge of `other` into `destination`. From then on, the id of `other` is an alias of `destination`, as are
 * the ids of hosts that were merged into `other` before.
 */
export async function recordMerge(
  tx: Db,
  { destination, other, reasons, sharedMac }: Merged,
  { credentials, credentialsBefore, daemonIds }: BeforeMerge,
): Promise<void> {
  const mergeRecord: MergeRecordData = { credentials, credentialsBefore, daemonIds, changes: {} };
  const { networkId } = destination;
  await send(
    tx,
    Prisma.sql`INSERT INTO host_merges (network_id, host_id, into_host_id, merged_host_id, merged_name, reasons, shared_mac, taken)
      VALUES (${networkId}::uuid, ${destination.id}::uuid, ${destination.id}::uuid, ${other.id}::uuid,
        ${other.name || other.hostname || ''}, ${JSON.stringify(reasons)}::jsonb, ${sharedMac ?? null}, ${JSON.stringify(mergeRecord)}::jsonb)
      ON CONFLICT (network_id, merged_host_id) DO UPDATE SET host_id = EXCLUDED.host_id, into_host_id = EXCLUDED.into_host_id,
        reasons = EXCLUDED.reasons, taken = EXCLUDED.taken, shared_mac = EXCLUDED.shared_mac, updated_at = now()`,
  );
  await send(
    tx,
    Prisma.sql`UPDATE host_merges SET host_id = ${destination.id}::uuid, updated_at = now() WHERE host_id = ${other.id}::uuid`,
  );
  // If users answered that `other` and a third host are different machines, the answer applies to `destination` and the
  // third host too.
  await send(
    tx,
    Prisma.sql`INSERT INTO identity_suggestions (network_id, host_id, other_host_id, reasons, state)
      SELECT network_id, ${destination.id}::uuid, third, reasons, state FROM (
        SELECT network_id, reasons, state, CASE host_id WHEN ${other.id}::uuid THEN other_host_id ELSE host_id END AS third
        FROM identity_suggestions WHERE state = 'Refused' AND ${other.id}::uuid IN (host_id, other_host_id)) refused
      WHERE third <> ${destination.id}::uuid ON CONFLICT DO NOTHING`,
  );
}

/** Records all changes of rows that the merge made. Call this function after the host `other` is deleted. */
export async function recordChanges(
  tx: Db,
  { destination, other }: Pick<Merged, 'destination' | 'other'>,
  { rows }: BeforeMerge,
): Promise<void> {
  const changes = compareRows(rows, await touchedRows(tx, [destination.id], rows));
  await send(
    tx,
    Prisma.sql`UPDATE host_merges SET taken = taken || jsonb_build_object('changes', ${JSON.stringify(changes)}::jsonb)
      WHERE network_id = ${destination.networkId}::uuid AND merged_host_id = ${other.id}::uuid`,
  );
}
