// Finds the hosts for which aliases stand. An alias is the id of a merged host; it stands for the host into which that
// host was merged.
import type { Db } from '../../../data/tenancy/rows';

/**
 * Resolves with the ids of the hosts for which aliases stand, by alias. Ids of present hosts are omitted, as are
 * aliases in two accessible networks.
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
