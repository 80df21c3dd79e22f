// Taking a snapshot: two small rows for a network of any size, because every state of its rows is kept anyway.
import { userOf } from '../../../data/tenancy/viewer';
import type { GraphqlContext } from '../../../graphql/context';
import { AppError } from '../../../errors';
import { requireScope } from '../../../data/tenancy/rows';
import { settledInstant } from '../../../data/tenancy/change-times';
import { completeOptions, type StoredOptions } from '../options';

/** Answers the id of the snapshot. Network out of reach, or gone meanwhile: 403 `entity_access_denied`. */
export async function takeSnapshot(
  { db, sql, viewer }: Pick<GraphqlContext, 'db' | 'sql' | 'viewer'>,
  networkId: string,
): Promise<string> {
  requireScope(viewer, { networkId });
  const { organizationId, userId: createdByUserId } = userOf(viewer);
  const takenAt = await settledInstant(sql, networkId);
  return db.$transaction(async (tx) => {
    const { id } = await tx.snapshot.create({
      data: { networkId, organizationId, takenAt, createdByUserId },
      select: { id: true },
    });
    // The snapshot's reference keeps the network, and its live row with it, from going away meanwhile.
    const live = await tx.topology.findFirst({
      where: { networkId, snapshotId: null },
      select: { id: true, options: true },
    });
    if (!live) throw new AppError('entity_access_denied', { entity: 'Network', id: networkId });
    // With its defaults, which later versions may change, and the ids of its rules: it goes on drawing the same graph.
    const options = completeOptions(live.id, live.options as StoredOptions) as object;
    await tx.topology.create({ data: { networkId, snapshotId: id, options }, select: { id: true } });
    return id;
  });
}
