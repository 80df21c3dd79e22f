// Updates the times at which hosts and their parts were last seen, by one statement for all reports.
import { Prisma } from '../../../../generated/prisma/client';
import { tableOf } from '../../../../data/model/model-fields';
import type { Db } from '../../../../data/tenancy/rows';
import { executeSql, tenantSafeSql } from '../../../../data/tenancy/tenant-sql';
import type { Viewer } from '../../../../data/tenancy/viewer';
import type { Part } from '../../shared/part-matching';

/** Ids of stored rows that a report confirms, by model. */
export type Confirmed = Partial<Readonly<Record<Part['model'], readonly string[]>>>;

/**
 * Updates the times at which hosts and their confirmed parts were last seen. The caller has locked the hosts, so that
 * no other transaction writes their parts.
 */
export async function markSeen(
  tx: Db,
  viewer: Viewer,
  hostIds: readonly string[],
  confirmedParts: readonly Confirmed[],
  at: Date,
): Promise<void> {
  const idsByModel = new Map<string, string[]>();
  for (const one of confirmedParts)
    for (const [model, ids] of Object.entries(one)) idsByModel.set(model, [...(idsByModel.get(model) ?? []), ...ids]);
  // `IS TRUE` keeps PostgreSQL from using an index on the network: rows are to be found by id.
  const networks = Prisma.sql`(network_id = ANY(${[...viewer.networkIds]}::uuid[])) IS TRUE`;
  const seenColumns = Prisma.sql`last_seen_at = ${at}::timestamptz, updated_at = ${at}::timestamptz`;
  const ofParts = [...idsByModel].flatMap(([model, ids]) => {
    const table = Prisma.raw(`"${tableOf(model)}"`);
    const update = Prisma.sql`UPDATE ${table} SET ${seenColumns} WHERE id = ANY(${ids}::uuid[]) AND ${networks}`;
    return ids.length === 0 ? [] : [Prisma.sql`${Prisma.raw(`seen_${tableOf(model)}`)} AS (${update})`];
  });
  const parts = ofParts.length === 0 ? Prisma.empty : Prisma.sql`WITH ${Prisma.join(ofParts)}`;
  const statement = Prisma.sql`
    ${parts} UPDATE hosts SET ${seenColumns}, missing_since = NULL WHERE id = ANY(${[...hostIds]}::uuid[]) AND ${networks}`;
  await executeSql(tx, tenantSafeSql(viewer, statement));
}
