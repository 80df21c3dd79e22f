// Changes of users that other users make: rank, networks, deletion; one at a time in an organization.
import { assertMayChangeAccess, assertMayDeleteUser } from '../../auth/permissions';
import { lesserOf, userOf, type Permissions, type Viewer } from '../../auth/viewer';
import { AppError } from '../../errors';
import { lockRanks } from '../../tenancy/row-locks';
import { deleteVisible, requireVisible, updateVisible, type Db } from '../../tenancy/rows';
import type { ScopedDb } from '../../tenancy/scoped-db';

interface Access {
  readonly permissions?: Permissions;
  readonly networkIds?: readonly string[];
  readonly expectedUpdatedAt?: Date | null;
}

/** The caller has checked that the networks are within the viewer's reach. */
export async function changeAccess(db: ScopedDb, viewer: Viewer, id: string, access: Access): Promise<void> {
  const { permissions, networkIds, expectedUpdatedAt } = access;
  await db.$transaction(async (tx) => {
    const { actor, target } = await lockedPair(tx, viewer, id);
    assertMayChangeAccess(actor, target, permissions ?? target.permissions);
    const query = { select: { id: true } };
    await updateVisible(tx, 'User', id, { permissions, updatedAt: new Date() }, { query, expectedUpdatedAt });
    if (!networkIds) return;
    const { organizationId } = viewer;
    await tx.userNetwork.deleteMany({ where: { userId: id, networkId: { notIn: [...networkIds] } } });
    await tx.userNetwork.createMany({
      data: networkIds.map((networkId) => ({ userId: id, networkId, organizationId })),
      skipDuplicates: true,
    });
  });
}

export async function deleteUser(db: ScopedDb, viewer: Viewer, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { actor, target } = await lockedPair(tx, viewer, id);
    assertMayDeleteUser(actor, target);
    const isLastOwner =
      target.permissions === 'Owner' &&
      (await tx.user.count({ where: { permissions: 'Owner', id: { not: id } } })) === 0;
    if (isLastOwner) throw new AppError('entity_delete_forbidden', { entity: 'User', id, reason: 'last Owner' });
    await deleteVisible(tx, 'User', id);
  });
}

/** Both users as they are once nobody else changes ranks: the viewer may have lost its own a moment ago. */
async function lockedPair(tx: Db, viewer: Viewer, id: string) {
  await lockRanks(tx, viewer);
  const select = { id: true, permissions: true };
  const target = await requireVisible(tx, 'User', id, { select });
  const user = userOf(viewer);
  const own = await tx.user.findUnique({ where: { id: user.userId }, select });
  if (!own) throw new AppError('auth_not_authenticated');
  return { target, actor: { ...user, permissions: lesserOf(user.permissions, own.permissions) } };
}
