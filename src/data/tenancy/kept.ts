// Refuses reads as of an instant whose states were deleted after the retention time, because the remaining states would
// look like a complete result.
import { isHistoried } from '../model/historied';
import { columnsOf, tableOf } from '../model/model-fields';
import { AppError } from '../../errors';
import { lastStorableTime } from '../../platform/text/validation';
import type { TenantSql } from './scoped-sql';
import { tenantSafeSql } from './tenant-sql';

/** The row whose past a request reads: a network, or a row in a network. */
export interface Subject {
  readonly model: string;
  readonly id: string;
}

/**
 * Selects the requested instants whose states are no longer stored: those before the start of the retained history of a
 * network or of the organization. States at the instants of snapshots stay stored.
 */
const lostSql = `
  SELECT given.field, lost.since FROM unnest($1::text[], $2::timestamptz[]) given (field, at)
  CROSS JOIN LATERAL (
    SELECT n.history_kept_since AS since FROM networks n
    WHERE n.id = ANY($3::uuid[]) AND n.created_at <= given.at AND n.history_kept_since > given.at
      AND NOT EXISTS (SELECT FROM snapshots s WHERE s.network_id = n.id AND s.taken_at = given.at)
    UNION ALL
    SELECT o.history_kept_since FROM organizations o
    WHERE o.id = $4::uuid AND o.created_at <= given.at AND o.history_kept_since > given.at
      AND NOT EXISTS (SELECT FROM snapshots s WHERE s.organization_id = o.id AND s.taken_at = given.at)
  ) lost
  ORDER BY lost.since DESC, given.field LIMIT 1`;

/** SQL for the networks in which a row is or was; undefined if the model's rows belong to no network. */
function networksSql(model: string): string | undefined {
  if (model === 'Network') return 'SELECT $1::uuid AS id';
  if (!columnsOf(model).has('networkId')) return undefined;
  const tables = [tableOf(model), ...(isHistoried(model) ? [`${tableOf(model)}_revisions`] : [])];
  return tables.map((table) => `SELECT network_id AS id FROM ${table} WHERE id = $1::uuid`).join(' UNION ');
}

/**
 * Returns one of the instants whose states are no longer stored, and the start of the retained history (`since`).
 * Undefined if the states of all instants are stored.
 */
async function lostOf(sql: TenantSql, instants: Readonly<Record<string, Date>>, networkIds: readonly string[]) {
  const values = [Object.keys(instants), Object.values(instants), networkIds, sql.viewer.organizationId];
  const [lost] = await sql.query<{ field: string; since: Date }>(tenantSafeSql(sql.viewer, { text: lostSql, values }));
  return lost;
}

/** The viewer's networks in which the subject is or was. Without such a network, all networks of the viewer. */
async function networksOf({ query, viewer }: TenantSql, { model, id }: Subject): Promise<readonly string[]> {
  const text = networksSql(model);
  const networkRows = text ? await query<{ id: string }>(tenantSafeSql(viewer, { text, values: [id] })) : [];
  const within = viewer.networkIds.filter((one) => networkRows.some((network) => network.id === one));
  return within.length > 0 ? within : viewer.networkIds;
}

/**
 * Throws 400 `validation_out_of_range` if an instant is not retained in the networks of the subjects; without subjects,
 * in all networks that the viewer can access. The keys of `instants` are the fields that the error names.
 */
export async function assertWithinRetention(
  sql: TenantSql,
  instants: Readonly<Record<string, Date>>,
  subjects?: readonly Subject[],
): Promise<void> {
  let lost = await lostOf(sql, instants, sql.viewer.networkIds);
  // Most instants are retained in all networks of the viewer, so the networks of the subjects are read only if this
  // first check fails.
  if (lost && subjects)
    lost = await lostOf(sql, instants, (await Promise.all(subjects.map((one) => networksOf(sql, one)))).flat());
  if (!lost) return;
  const [min, max] = [lost.since, lastStorableTime].map((time) => time.toISOString());
  throw new AppError('validation_out_of_range', { field: lost.field, min, max });
}
