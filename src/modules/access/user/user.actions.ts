// Changes role and networks of users, and deletes users. Transactions that do this in the same organization run one
// after the other.
import { assertMayChangeAccess, assertMayDeleteUser } from '../../../auth/permissions';
import {
  lesserPermissions,
  userOf,
  type Permissions,
  type UserViewer,
  type Viewer,
} from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import { compareIds, recordAuditEvent } from '../../../data/tenancy/audit-events';
import { lockRanks } from './rank-lock.sql';
import { deleteAllVisible, deleteVisible, requireVisible, updateVisible, type Db } from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';

interface Access {
  readonly permissions?: Permissions;
  readonly networkIds?: readonly string[];
  readonly expectedUpdatedAt?: Date | null;
}

/** Changes a user's role and networks. The caller has checked that the viewer has access to the networks. */
export async function changeAccess(db: ScopedDb, viewer: Viewer, id: string, access: Access): Promise<void> {
  const { permissions, networkIds, expectedUpdatedAt } = access;
  await db.$transaction(async (tx) => {
    const { actor, target } = await lockedPair(tx, viewer, id);
    assertMayChangeAccess(actor, target, permissions ?? target.permissions);
    const query = { select: { id: true } };
    await updateVisible(tx, 'User', id, { permissions, updatedAt: new Date() }, { query, expectedUpdatedAt });
    if (!networkIds) return;
    const { organizationId } = viewer;
    const grants = await tx.userNetwork.findMany({ where: { userId: id }, select: { networkId: true } });
    await tx.userNetwork.deleteMany({ where: { userId: id, networkId: { notIn: [...networkIds] } } });
    await tx.userNetwork.createMany({
      data: networkIds.map((networkId) => ({ userId: id, networkId, organizationId })),
      skipDuplicates: true,
    });
    const change = compareIds(
      grants.map(({ networkId }) => networkId),
      networkIds,
    );
    const subject = { subjectType: 'User', subjectId: id, subjectName: target.email } as const;
    const details = { network_ids: change };
    if (change) await recordAuditEvent(tx, { eventType: 'RightsChanged', organizationId, ...subject, details });
  });
}

/**
 * Deletes a user with the user's keys, sessions and shares. Throws 403 if the user has a higher role than the viewer,
 * 409 for the last Owner.
 */
export async function deleteUser(db: ScopedDb, viewer: Viewer, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { actor, target } = await lockedPair(tx, viewer, id);
    await assertDeletable(tx, actor, [target]);
    await deleteVisible(tx, 'User', id);
  });
}

/**
 * Deletes users and resolves with their number. Ids of users that the viewer cannot see are skipped. If one of the
 * other users may not be deleted, the function throws and deletes nobody.
 */
export async function deleteUsers(db: ScopedDb, viewer: Viewer, ids: readonly string[]): Promise<number> {
  return db.$transaction(async (tx) => {
    const actor = await lockedActor(tx, viewer);
    const where = { id: { in: [...new Set(ids)] } };
    const targets = await tx.user.findMany({ where, select: access, orderBy: { id: 'asc' } });
    await assertDeletable(tx, actor, targets);
    return deleteAllVisible(tx, 'User', ids);
  });
}

type Target = Parameters<typeof assertMayDeleteUser>[1];

async function assertDeletable(tx: Db, actor: UserViewer, targets: readonly Target[]): Promise<void> {
  for (const target of targets) assertMayDeleteUser(actor, target);
  const owners = targets.filter(({ permissions }) => permissions === 'Owner').map(({ id }) => id);
  if (owners.length === 0) return;
  const ownerCount = await tx.user.count({ where: { permissions: 'Owner', id: { notIn: owners } } });
  if (ownerCount === 0)
    throw new AppError('entity_delete_forbidden', { entity: 'User', id: owners.at(-1), reason: 'last Owner' });
}

const access = { id: true, permissions: true, email: true };

/**
 * Resolves with the viewer and its current role. The role is read after the lock on role changes, because it may have
 * changed since the request began.
 */
async function lockedActor(tx: Db, viewer: Viewer): Promise<UserViewer> {
  await lockRanks(tx, viewer);
  const user = userOf(viewer);
  const actor = await tx.user.findUnique({ where: { id: user.userId }, select: access });
  if (!actor) throw new AppError('auth_not_authenticated');
  return { ...user, permissions: lesserPermissions(user.permissions, actor.permissions) };
}

async function lockedPair(tx: Db, viewer: Viewer, id: string) {
  const actor = await lockedActor(tx, viewer);
  return { actor, target: await requireVisible(tx, 'User', id, { select: access }) };
}
