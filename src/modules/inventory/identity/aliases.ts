// Ids of hosts that were merged into others: each of them names the host that it is part of now.
import type { Db } from '../../../data/tenancy/rows';

/**
 * The merged hosts among these ids, with the host that each names. An id that a host has names that host; one that two
 * networks within reach have merged names nobody.
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
