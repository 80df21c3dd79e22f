// Resolves aliases of hosts. An alias is the id of a host that was merged into another host. The alias stands for the
// remaining host.
import type { Db } from '../../../data/tenancy/rows';

/**
 * Resolves with the id of the remaining host for each alias in `ids`. Omits ids of hosts that exist, and aliases that
 * occur in two accessible networks.
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
