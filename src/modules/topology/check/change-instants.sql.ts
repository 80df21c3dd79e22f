// The instants at which a network changed: each is the beginning or the end of a stored state of one of its rows.
import { endedIn, historyScopeOf, isHistoried } from '../../../data/model/historied';
import { modelNames, tableOf } from '../../../data/model/model-fields';
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { tenantSafeSql } from '../../../data/tenancy/tenant-sql';

/** Models whose rows have a history but do not affect the verdict of any check. */
const unjudged: ReadonlySet<string> = new Set(['Plan', 'SavedView']);
const tables = modelNames
  .filter((model) => isHistoried(model) && historyScopeOf(model) === 'network_id' && !unjudged.has(model))
  .map((model) => tableOf(model));

const instantsOf = (table: string, column: string): string =>
  `(SELECT DISTINCT ${column} AS at FROM ${table} WHERE network_id = $1::uuid AND ${column} > $2::timestamptz
    AND ${column} <= $3::timestamptz ORDER BY at DESC LIMIT $4::int)`;
const instantsSql = `
  SELECT at FROM (${tables
    .flatMap((table) => [
      instantsOf(table, 'valid_from'),
      ...endedIn(table).flatMap((past) => [instantsOf(past, 'valid_from'), instantsOf(past, 'valid_to')]),
    ])
    .join(' UNION ')}) instants
  WHERE $1::uuid = ANY($5::uuid[]) ORDER BY at DESC LIMIT $4::int`;

/**
 * The latest instants, at most `most`, after `from` and up to `to`, at which the network changed; in descending order.
 */
export async function changeInstants(
  { query, viewer }: TenantSql,
  networkId: string,
  { from, to, most }: { readonly from: Date; readonly to: Date; readonly most: number },
): Promise<readonly Date[]> {
  const values = [networkId, from, to, most, viewer.networkIds];
  return (await query<{ at: Date }>(tenantSafeSql(viewer, { text: instantsSql, values }))).map(({ at }) => at);
}

const historySql = `
  SELECT greatest(created_at, history_kept_since) AS at FROM networks
  WHERE id = $1::uuid AND id = ANY($2::uuid[])`;

/**
 * The instant from which on the history of the network is complete; undefined if the viewer may not read the network.
 */
export async function historyStart({ query, viewer }: TenantSql, networkId: string): Promise<Date | undefined> {
  const statement = tenantSafeSql(viewer, { text: historySql, values: [networkId, viewer.networkIds] });
  return (await query<{ at: Date }>(statement))[0]?.at;
}
