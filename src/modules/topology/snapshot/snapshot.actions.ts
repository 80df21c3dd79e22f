// Takes a snapshot, which is two small rows for a network of any size, because history stores all states of the
// network's rows.
import { userOf } from '../../../data/tenancy/viewer';
import type { GraphqlContext } from '../../../graphql/context';
import { AppError } from '../../../errors';
import { requireScope } from '../../../data/tenancy/rows';
import { settledInstant } from '../../../data/tenancy/change-times';
import { completeOptions, type StoredOptions } from '../options';

/**
 * Takes a snapshot and resolves with its id. Throws 403 `entity_access_denied` if the caller has no access to the
 * network, or if the network was deleted in the meantime.
 */
export async function takeSnapshot(
  { db, sql, viewer }: Pick<GraphqlContext, 'db' | 'sql' | 'viewer'>,
  networkId: string,
  { name = null }: { readonly name?: string | null } = {},
): Promise<string> {
  requireScope(viewer, { networkId });
  const { organizationId, userId: createdByUserId } = userOf(viewer);
  const takenAt = await settledInstant(sql, networkId);
  return db.$transaction(async (tx) => {
    const { id } = await tx.snapshot.create({
      data: { networkId, organizationId, name, takenAt, createdByUserId },
      select: { id: true },
    });
    // The snapshot created above refers to the network, so until this transaction ends, neither the network nor its
    // live topology can be deleted. If the live topology is missing here, it was deleted before.
    const live = await tx.topology.findFirst({
      where: { networkId, snapshotId: null },
      select: { id: true, options: true },
    });
    if (!live) throw new AppError('entity_access_denied', { entity: 'Network', id: networkId });
    // Later versions may have other default options. So the defaults are stored too, and the snapshot always shows the
    // same graph.
    const options = completeOptions(live.id, live.options as StoredOptions) as object;
    await tx.topology.create({ data: { networkId, snapshotId: id, options }, select: { id: true } });
    return id;
  });
}
