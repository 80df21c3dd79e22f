// Instants before the retention limit: they are refused, because the states that are left would look like all there was.
import { isHistoried } from '../model/historied';
import { columnsOf, tableOf } from '../model/model-fields';
import { AppError } from '../../errors';
import { lastStorableTime } from '../../platform/text/validation';
import type { TenantSql } from './scoped-sql';
import { tenantSafeSql } from './tenant-sql';

/** What a request is about: a network, or a row of one. */
export interface Subject {
  readonly model: string;
  readonly id: string;
}

/**
 * Instants since a network was made that retention has reached, unless a snapshot of it is of just then; the same for the
 * organization, whose tags are part of each of its networks.
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

/** SQL of the networks that the row of this id is or was in; undefined where rows of the model belong to none. */
function networksSql(model: string): string | undefined {
  if (model === 'Network') return 'SELECT $1::uuid AS id';
  if (!columnsOf(model).has('networkId')) return undefined;
  const tables = [tableOf(model), ...(isHistoried(model) ? [`${tableOf(model)}_revisions`] : [])];
  return tables.map((table) => `SELECT network_id AS id FROM ${table} WHERE id = $1::uuid`).join(' UNION ');
}

/** The first of the instants that is not kept of all these networks and the organization, and since when they are. */
async function lostOf(sql: TenantSql, instants: Readonly<Record<string, Date>>, networkIds: readonly string[]) {
  const values = [Object.keys(instants), Object.values(instants), networkIds, sql.viewer.organizationId];
  const [lost] = await sql.query<{ field: string; since: Date }>(tenantSafeSql(sql.viewer, { text: lostSql, values }));
  return lost;
}

/** Networks within reach that the subject is about: all of them, where it does not say, or is out of reach. */
async function networksOf({ query, viewer }: TenantSql, { model, id }: Subject): Promise<readonly string[]> {
  const text = networksSql(model);
  const found = text ? await query<{ id: string }>(tenantSafeSql(viewer, { text, values: [id] })) : [];
  const within = viewer.networkIds.filter((one) => found.some((network) => network.id === one));
  return within.length > 0 ? within : viewer.networkIds;
}

/**
 * Nothing, or 400 `validation_out_of_range` for one of the instants, by the names of their fields, that is not kept of
 * the networks that these are about; without any, of all within reach.
 */
export async function requireKept(
  sql: TenantSql,
  instants: Readonly<Record<string, Date>>,
  subjects?: readonly Subject[],
): Promise<void> {
  let lost = await lostOf(sql, instants, sql.viewer.networkIds);
  // Most instants are kept of all networks: which of them matter is asked when one is not.
  if (lost && subjects)
    lost = await lostOf(sql, instants, (await Promise.all(subjects.map((one) => networksOf(sql, one)))).flat());
  if (!lost) return;
  const [min, max] = [lost.since, lastStorableTime].map((time) => time.toISOString());
  throw new AppError('validation_out_of_range', { field: lost.field, min, max });
}
