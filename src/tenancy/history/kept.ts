// Instants of which not every state is kept any more: they are refused, for what is left of them would look like all there was.
import { directSqlOf } from '../../db/client';
import type { PrismaClient } from '../../generated/prisma/client';
import type { Viewer } from '../../auth/viewer';
import { AppError } from '../../errors';
import { lastStorableTime } from '../../validation';

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

export function keptInstants(prisma: PrismaClient, viewer: Viewer) {
  const { query } = directSqlOf(prisma);
  return {
    /**
     * Nothing, or 400 `validation_out_of_range` for one of the instants, by the names of their fields, that is not kept of
     * these networks; without any, of all within reach.
     */
    async requireKept(instants: Readonly<Record<string, Date>>, networkIds?: readonly string[]): Promise<void> {
      const networks = viewer.networkIds.filter((id) => !networkIds || networkIds.includes(id));
      const values = [Object.keys(instants), Object.values(instants), networks, viewer.organizationId];
      const [lost] = await query<{ field: string; since: Date }>(lostSql, values);
      if (!lost) return;
      const [min, max] = [lost.since, lastStorableTime].map((time) => time.toISOString());
      throw new AppError('validation_out_of_range', { field: lost.field, min, max });
    },
  };
}
