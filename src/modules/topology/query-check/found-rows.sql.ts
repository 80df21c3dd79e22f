// Finds the kinds (models) of the rows whose ids an expression of a check has returned.
import { tableOf } from '../../../data/model/model-fields';
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import { isUuid } from '../../../platform/text/validation';
import { findingSubjects, type FindingSubject } from '../judging/verdict';

const kindsSql = findingSubjects
  .filter((model) => model !== 'Network')
  .map(
    (model) => `SELECT id::text, '${model}' AS kind FROM ${tableOf(model)}
      WHERE id = ANY($1::uuid[]) AND network_id = $2::uuid AND network_id = ANY($3::uuid[])`,
  )
  .join(' UNION ALL ');

/** For each text that is the id of a row of the network: the kind of the row. */
export async function kindsOfRows(
  { query, viewer }: TenantSql,
  networkId: string,
  texts: readonly string[],
): Promise<ReadonlyMap<string, FindingSubject>> {
  const ids = [...new Set(texts.filter(isUuid))];
  if (ids.length === 0) return new Map();
  const statement = tenantSafeSql(viewer, { text: kindsSql, values: [ids, networkId, viewer.networkIds] });
  const rows = await query<{ id: string; kind: FindingSubject }>(statement);
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}
