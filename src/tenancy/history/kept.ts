// Instants of which not every state is kept any more: they are refused, for what is left of them would look like all there was.
import { directSqlOf } from '../../db/client';
import type { PrismaClient } from '../../generated/prisma/client';
import type { Viewer } from '../../auth/viewer';
import { AppError } from '../../errors';
import { lastStorableTime } from '../../validation';

/** Of the networks' instants, those since they were made that retention has reached, unless a snapshot of one is of just then. */
const lostSql = `
  SELECT given.field, n.history_kept_since AS since
  FROM networks n JOIN unnest($2::text[], $3::timestamptz[]) given (field, at)
    ON n.created_at <= given.at AND n.history_kept_since > given.at
  WHERE n.id = ANY($1::uuid[])
    AND NOT EXISTS (SELECT FROM snapshots s WHERE s.network_id = ANY($1::uuid[]) AND s.taken_at = given.at)
  ORDER BY n.history_kept_since DESC, given.field LIMIT 1`;

export function keptInstants(prisma: PrismaClient, viewer: Viewer) {
  const { query } = directSqlOf(prisma);
  return {
    /**
     * Nothing, or 400 `validation_out_of_range` for one of the instants, by the names of their fields, that is not kept of
     * all networks within reach, or of the one. A snapshot's own is: someone asks for what it pins.
     */
    async requireKept(instants: Readonly<Record<string, Date>>, networkId?: string): Promise<void> {
      const networks = viewer.networkIds.filter((id) => networkId === undefined || id === networkId);
      const values = [networks, Object.keys(instants), Object.values(instants)];
      const [lost] = await query<{ field: string; since: Date }>(lostSql, values);
      if (!lost) return;
      const [min, max] = [lost.since, lastStorableTime].map((time) => time.toISOString());
      throw new AppError('validation_out_of_range', { field: lost.field, min, max });
    },
  };
}
