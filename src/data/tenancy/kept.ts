// Instants of which not every state is kept any more: they are refused, for what is left of them would look like all there was.
import { directSqlOf } from '../client';
import type { PrismaClient } from '../../generated/prisma/client';
import type { Viewer } from './viewer';
import { isHistoried } from '../model/historied';
import { columnsOf, tableOf } from '../model/model-fields';
import { AppError } from '../../errors';
import { lastStorableTime } from '../../platform/text/validation';

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

export function keptInstants(prisma: PrismaClient, viewer: Viewer) {
  const { query } = directSqlOf(prisma);

  async function lostOf(instants: Readonly<Record<string, Date>>, networkIds: readonly string[]) {
    const values = [Object.keys(instants), Object.values(instants), networkIds, viewer.organizationId];
    return (await query<{ field: string; since: Date }>(lostSql, values))[0];
  }

  /** Networks within reach that the subject is about: all of them, where it does not tell, or is out of reach. */
  async function networksOf({ model, id }: Subject): Promise<readonly string[]> {
    const sql = networksSql(model);
    const found = sql ? (await query<{ id: string }>(sql, [id])).map((network) => network.id) : [];
    const within = viewer.networkIds.filter((one) => found.includes(one));
    return within.length > 0 ? within : viewer.networkIds;
  }

  return {
    /**
     * Nothing, or 400 `validation_out_of_range` for one of the instants, by the names of their fields, that is not kept of
     * the networks that these are about; without any, of all within reach.
     */
    async requireKept(instants: Readonly<Record<string, Date>>, subjects?: readonly Subject[]): Promise<void> {
      let lost = await lostOf(instants, viewer.networkIds);
      // Most instants are kept of all networks: which of them matter is asked when one is not.
      if (lost && subjects) lost = await lostOf(instants, (await Promise.all(subjects.map(networksOf))).flat());
      if (!lost) return;
      const [min, max] = [lost.since, lastStorableTime].map((time) => time.toISOString());
      throw new AppError('validation_out_of_range', { field: lost.field, min, max });
    },
  };
}
