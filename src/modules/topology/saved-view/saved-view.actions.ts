// Creates and changes saved views, up to a maximum number. The owner of a saved view may change it. Admins may also
// change saved views that are shared with the organization.
import type { SavedView } from '../../../generated/prisma/client';
import { mostSavedViews } from '../../../data/tenancy/list-limits';
import { requireVisible, updateVisible, type Db } from '../../../data/tenancy/rows';
import { lockSavedViews } from '../../../data/tenancy/saved-view-lock.sql';
import { withoutUndefined } from '../../../platform/text/members';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { atLeast, userOf, type UserViewer, type Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import type { Action } from '../../../auth/permissions';

type Owned = Pick<SavedView, 'id' | 'createdByUserId'>;
type Written = Partial<
  Pick<SavedView, 'name' | 'description' | 'visibility' | 'view' | 'shownAt' | 'comparedAt'> & {
    state: object;
    positions: object;
    routes: object;
  }
>;

const mayChange = (viewer: UserViewer, { createdByUserId }: Pick<Owned, 'createdByUserId'>): boolean =>
  createdByUserId === viewer.userId || atLeast(viewer, 'Admin');

function assertMayChange(viewer: UserViewer, row: Owned, action: Action): void {
  if (!mayChange(viewer, row)) throw new AppError('auth_permission_denied', { action, required: 'Admin', id: row.id });
}

/**
 * Creates a view and resolves with its id. Throws 404 if the topology does not exist or the caller has no access to it,
 * and 409 `saved_views_exceeded` if the user already has the maximum number of views in the network.
 */
export async function createView(
  db: ScopedDb,
  viewer: Viewer,
  { topologyId, ...data }: Written & Pick<SavedView, 'name' | 'view' | 'topologyId'>,
): Promise<string> {
  const { userId: createdByUserId, organizationId } = userOf(viewer);
  const { networkId } = await requireVisible(db, 'Topology', topologyId, { select: { networkId: true } });
  return db.$transaction(async (tx) => {
    await lockSavedViews(tx, networkId, createdByUserId);
    const count = await tx.savedView.count({ where: { networkId, createdByUserId } });
    if (count >= mostSavedViews) throw new AppError('saved_views_exceeded', { max: mostSavedViews });
    const ownerColumns = { topologyId, networkId, organizationId, createdByUserId };
    const { id } = await tx.savedView.create({
      data: { ...withoutUndefined(data), ...ownerColumns },
      select: { id: true },
    });
    return id;
  });
}

/**
 * Updates a saved view. An Admin cannot make another user's view private (`Own`), because then only its owner could
 * read it, or nobody if the owner was deleted.
 */
export async function updateView(
  db: Db,
  viewer: Viewer,
  id: string,
  data: Written,
  options: Parameters<typeof updateVisible>[4],
): Promise<SavedView> {
  const user = userOf(viewer);
  const storedView = await requireVisible(db, 'SavedView', id, { select: { id: true, createdByUserId: true } });
  assertMayChange(user, storedView, 'updateSavedView');
  if (data.visibility === 'Own' && storedView.createdByUserId !== user.userId)
    throw new AppError('entity_access_denied', { entity: 'SavedView', id });
  return updateVisible(db, 'SavedView', id, data, options);
}

/**
 * Deletes saved views and resolves with their number. Throws and deletes no view if the caller can read, but may not
 * change, one of the views.
 */
export async function deleteViews(
  db: ScopedDb,
  viewer: Viewer,
  ids: readonly string[],
  action: 'deleteSavedView' | 'deleteSavedViews',
): Promise<number> {
  const user = userOf(viewer);
  const where = { id: { in: [...new Set(ids)] } };
  if (!atLeast(user, 'Admin')) {
    const others = { ...where, OR: [{ createdByUserId: null }, { createdByUserId: { not: user.userId } }] };
    const other = await db.savedView.findFirst({ where: others, select: { id: true, createdByUserId: true } });
    if (other) assertMayChange(user, other, action);
  }
  // Between the check above and this statement, no saved view can change its owner, because owners never change.
  const ownFilter = atLeast(user, 'Admin') ? {} : { createdByUserId: user.userId };
  return (await db.savedView.deleteMany({ where: { ...where, ...ownFilter } })).count;
}
