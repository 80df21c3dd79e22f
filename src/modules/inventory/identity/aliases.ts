// Aliases: ids of merged hosts, which now mean the hosts that contain them.
import type { Db } from '../../../data/tenancy/rows';

/**
 * Maps ids of merged hosts to the hosts that now contain them. Ids that a host still has are omitted, as are ids of
 * hosts that were merged in two accessible networks.
 */
export async function findSurvivors(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return new Map();
  const merges = await db.hostMerge.findMany({
    where: { mergedHostId: { in: distinct } },
    select: { mergedHostId: true, hostId: true },
  });
  if (merges.length === 0) return new Map();
  const mergedIds = merges.map(({ mergedHostId }) => mergedHostId);
  const present = await db.host.findMany({ where: { id: { in: mergedIds } }, select: { id: true } });
  const unclear = new Set([
    ...present.map(({ id }) => id),
    ...mergedIds.filter((id, at) => mergedIds.indexOf(id) !== at),
  ]);
  return new Map(
    merges.flatMap(({ mergedHostId, hostId }) => (unclear.has(mergedHostId) ? [] : [[mergedHostId, hostId] as const])),
  );
}
