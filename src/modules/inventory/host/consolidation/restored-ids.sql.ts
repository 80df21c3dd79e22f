// Gives new ids to rows that undoing a merge creates again, if newer rows use the former ids. Ids are unique in the
// whole database, and daemons and clients can choose them.
import { randomUUID } from 'node:crypto';
import { Prisma } from '../../../../generated/prisma/client';
import { tableOf } from '../../../../data/model/model-fields';
import type { Db } from '../../../../data/tenancy/rows';
import { executeSql, querySql, tenantSafeSql, viewerOf } from '../../../../data/tenancy/tenant-sql';
import { replaceIds } from '../../shared/part-ids';

export interface Merge {
  readonly id: string;
  readonly hostId: string;
  readonly mergedHostId: string;
  readonly networkId: string;
}

/** Ids of the rows that undoing the merge creates again, by model. */
export type RestoredIds = Readonly<Record<string, readonly string[]>>;

/**
 * Prepares undoing a merge, which creates the merged host and its parts again. A row whose former id another row uses
 * now gets a new id, also in records of earlier merges into the merged host. Resolves with the merge and its record
 * with the new ids.
 */
export async function withFreeIds<Taken extends object>(
  tx: Db,
  merge: Merge,
  mergeRecord: Taken,
  restored: RestoredIds,
): Promise<{ merge: Merge; taken: Taken }> {
  const takenIds = await findTakenIds(tx, merge, restored);
  if (takenIds.length === 0) return { merge, taken: mergeRecord };
  const newIds = new Map(takenIds.map((id) => [id, randomUUID()] as const));
  await renameInEarlierMerges(tx, merge, newIds);
  const mergedHostId = newIds.get(merge.mergedHostId) ?? merge.mergedHostId;
  return { merge: { ...merge, mergedHostId }, taken: replaceIds(mergeRecord, newIds) };
}

const ask = <Row extends object>(tx: Db, sql: Prisma.Sql) => querySql<Row>(tx, tenantSafeSql(viewerOf(tx), sql));

async function findTakenIds(tx: Db, { networkId, mergedHostId }: Merge, restored: RestoredIds): Promise<string[]> {
  // The id is in use if any host of the database has it, in this network or another.
  const ofHost = Prisma.sql`SELECT id::text FROM hosts WHERE id = ${mergedHostId}::uuid`;
  const ofParts = Object.entries(restored)
    .filter(([, ids]) => ids.length > 0)
    .map(
      ([model, ids]) => Prisma.sql`SELECT id::text FROM ${Prisma.raw(`"${tableOf(model)}"`)}
        WHERE id = ANY(${[...ids]}::uuid[]) AND network_id <> ${networkId}::uuid`,
    );
  const rows = await ask<{ id: string }>(tx, Prisma.join([ofHost, ...ofParts], ' UNION '));
  return rows.map(({ id }) => id);
}

async function renameInEarlierMerges(tx: Db, merge: Merge, newIds: ReadonlyMap<string, string>): Promise<void> {
  const { networkId, mergedHostId } = merge;
  const earlierMerges = await ask<{ id: string; intoHostId: string; taken: object }>(
    tx,
    Prisma.sql`${mergesUnder(networkId, mergedHostId)}
      SELECT id::text, into_host_id::text AS "intoHostId", taken FROM host_merges
      WHERE network_id = ${networkId}::uuid AND merged_host_id IN (SELECT merged_host_id FROM under)`,
  );
  for (const { id, intoHostId, taken } of earlierMerges)
    await executeSql(
      tx,
      tenantSafeSql(
        viewerOf(tx),
        Prisma.sql`UPDATE host_merges SET into_host_id = ${newIds.get(intoHostId) ?? intoHostId}::uuid,
          taken = ${JSON.stringify(replaceIds(taken, newIds))}::jsonb WHERE id = ${id}::uuid`,
      ),
    );
}

/**
 * A common table expression `under` with the ids of all hosts that were merged into the host, directly or through a
 * chain of merges.
 */
export const mergesUnder = (networkId: string, hostId: string): Prisma.Sql =>
  Prisma.sql`WITH RECURSIVE under AS (
    SELECT merged_host_id FROM host_merges WHERE network_id = ${networkId}::uuid AND into_host_id = ${hostId}::uuid
    UNION SELECT m.merged_host_id FROM host_merges m JOIN under ON m.into_host_id = under.merged_host_id
      WHERE m.network_id = ${networkId}::uuid)`;
