// Restores rows in one transaction: a row as it was at an instant, or all rows of a change as they were before it.
import { assertMay, isAction } from '../../../auth/permissions';
import { assertWithinRetention } from '../../../data/tenancy/kept';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { requireChangeable } from '../../../data/tenancy/shared-rows';
import { atLeast, userOf, type Viewer } from '../../../data/tenancy/viewer';
import { entityName } from '../../../data/tenancy/visible-rows';
import { AppError } from '../../../errors';
import { lastStorableTime } from '../../../platform/text/validation';
import { inventoryModels, uncomparedModels } from '../kinds';
import { justBeforeTime } from '../period';
import type { State } from '../states.sql';
import { nameFormerIds, withFreeIds, type NewIds } from './free-ids.sql';
import { lockHostsOf, lockRestore } from './restore-locks';
import {
  isTakenElsewhere,
  lastDeletion,
  readPastLinks,
  readEventTime,
  rowsOfChange,
  readPastState,
  takenAlong,
  type Place,
} from './past-rows.sql';
import { idOf, planChangeBack, planReturn, planUndo, rowKey, type Conflict, type Writes } from './plan-writes';
import { isRestoredKind, ownerOfLink } from './restored-models';
import { sameHostConflicts } from './same-hosts.sql';
import { settleWrites, type SettledWrites } from './settle-writes';
import { lockPresent, readSurroundings } from './surroundings.sql';
import { shownStates, writeRows } from './write-rows.sql';

/** A row that a restore changed, with its states before and after; null if the row did not exist. */
export interface RestoredRow {
  readonly model: string;
  readonly id: string;
  readonly before: State | null;
  readonly after: State | null;
}
export interface Restoration {
  readonly isPreview: boolean;
  readonly rows: readonly RestoredRow[];
  /** Conflicts found by a preview; empty without a preview, because conflicts are then thrown as an error. */
  readonly conflicts: readonly Conflict[];
  /**
   * New ids of restored rows, by model and former id. A row gets a new id if a row of another network or organization
   * has its former id by now.
   */
  readonly newIds: NewIds;
}

export interface Caller {
  readonly db: ScopedDb;
  readonly sql: TenantSql;
  readonly viewer: Viewer;
}
interface RevisionRequest {
  readonly model: string;
  readonly id: string;
  readonly at: Date;
  readonly expectedUpdatedAt?: Date | null;
  readonly isPreview: boolean;
}

/** Maximum number of conflicts in a response. */
export const mostConflicts = 100;

/** Thrown to roll back the transaction of a preview. A preview performs the whole restore before the rollback. */
class RolledBack extends Error {
  constructor(readonly restoration: Restoration) {
    super('the preview is complete');
  }
}

/**
 * Restores a row with its links as it was at an instant. A deleted row is created again under its former id, together
 * with all rows that were deleted with it. If a row of another network or organization has a former id, the restored
 * row gets a new id. Throws 404 if the row did not exist then or the viewer may not read it. Throws 409
 * `entity_changed` if `expectedUpdatedAt` differs from the row's, and 409 `restore_conflict` with all conflicts.
 */
export async function restoreRevision({ db, sql, viewer }: Caller, request: RevisionRequest): Promise<Restoration> {
  const { model, id, at, expectedUpdatedAt, isPreview } = request;
  await assertWithinRetention(sql, { at }, [{ model, id }]);
  return restoring(db, viewer, isPreview, async (place) => {
    const entity = entityName(model as 'Host');
    const row = await readPastState(place, model, id, at);
    if (!row) throw new AppError('entity_not_found', { entity, id });
    const root = { model, row };
    await lockRestore(place, [root]);
    const present = (await lockPresent(place, [root]))(model, id);
    const storedTime = present && new Date(present.updated_at as string).getTime();
    if (expectedUpdatedAt && storedTime !== expectedUpdatedAt.getTime())
      throw new AppError('entity_changed', { entity, id });
    const past = { model, row, links: await readPastLinks(place, model, id, at) };
    if (present) return planChangeBack(past, present, await readPastLinks(place, model, id, lastStorableTime));
    const deletion = await lastDeletion(place, model, id);
    if (!deletion) return planReturn(past, [], () => undefined);
    if (model === 'Tag') await requireTagsInReach(place, [id], deletion.eventId);
    const ended = await takenAlong(place, root, deletion);
    await lockHostsOf(place, ended);
    return planReturn(past, ended, await lockPresent(place, ended));
  });
}

/**
 * Undoes a change: gives the rows of the change the states that they had before it. Rows that the viewer may not read
 * are left out. Throws 404 if the viewer may read no row of the change, and 409 `restore_conflict` with all conflicts.
 */
export async function undoChange(
  { db, sql, viewer }: Caller,
  { eventId, isPreview }: { readonly eventId: string; readonly isPreview: boolean },
): Promise<Restoration> {
  // If there is no such event, rows are searched all the same. Otherwise, the shorter response time would reveal which
  // events exist.
  const at = (await readEventTime(sql, eventId)) ?? new Date();
  await assertWithinRetention(sql, { eventId: justBeforeTime(at) });
  return restoring(db, viewer, isPreview, async (place) => {
    const changed = await rowsOfChange(place, eventId, at);
    const rows = [...changed.ended, ...changed.begun];
    if (rows.length === 0) throw new AppError('entity_not_found', { entity: 'AuditEvent', id: eventId });
    await lockRestore(place, rows);
    const isBegun = new Set(changed.begun.map(({ model, row }) => rowKey(model, row.id)));
    const goneTags = changed.ended.filter(({ model, row }) => model === 'Tag' && !isBegun.has(rowKey(model, row.id)));
    if (goneTags.length > 0)
      await requireTagsInReach(
        place,
        goneTags.map(({ row }) => idOf(row)),
        eventId,
      );
    return planUndo(changed, await lockPresent(place, rows));
  });
}

/** Plans the writes of a restore and performs them in one transaction. */
async function restoring(
  db: ScopedDb,
  viewer: Viewer,
  isPreview: boolean,
  plan: (place: Place) => Promise<Writes>,
): Promise<Restoration> {
  try {
    return await db.$transaction(async (tx) => {
      const place = { tx, viewer };
      const restoration = await carryOut(place, await plan(place), isPreview);
      if (isPreview) throw new RolledBack(restoration);
      return restoration;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.restoration;
    throw error;
  }
}

async function carryOut(place: Place, plannedWrites: Writes, isPreview: boolean): Promise<Restoration> {
  assertMayWrite(place.viewer, plannedWrites);
  assertMayWriteViews(place.viewer, plannedWrites);
  const { writes, newIds } = await withFreeIds(place, plannedWrites);
  const changedTags = [...writes.updates.map(({ model, past }) => ({ model, row: past })), ...writes.deletes].filter(
    ({ model }) => model === 'Tag',
  );
  if (changedTags.length > 0)
    await requireChangeable(
      place.tx,
      place.viewer,
      'Tag',
      changedTags.map(({ row }) => idOf(row)),
    );
  const settled = settleWrites(writes, await readSurroundings(place, writes));
  const conflicts = [...settled.conflicts, ...(await sameHostConflicts(place, settled.inserts))];
  if (conflicts.length > 0) return refuse(nameFormerIds(conflicts, newIds), isPreview);
  const affected = affectedRows(settled);
  const before = await statesOf(place, affected);
  try {
    await writeRows(place, settled);
  } catch (error) {
    // Some conflicts are detected only by the database, when rows are written.
    if (!(error instanceof AppError)) throw error;
    const { code, params } = error;
    return refuse(nameFormerIds([{ code, params }], newIds), isPreview);
  }
  const after = await statesOf(place, affected);
  const rows = affected
    .map(({ model, id }) => ({
      ...{ model, id },
      before: before.get(rowKey(model, id)) ?? null,
      after: after.get(rowKey(model, id)) ?? null,
    }))
    // Rows with equal states are left out, except saved views: a state does not contain the positions of the view, so
    // these may have changed although the states are equal.
    .filter((one) => one.model === 'SavedView' || JSON.stringify(one.before) !== JSON.stringify(one.after));
  return { isPreview, rows, conflicts: [], newIds };
}

/** Throws one error with all conflicts. In a preview, returns a restoration with the conflicts. */
function refuse(conflicts: readonly Conflict[], isPreview: boolean): Restoration {
  if (isPreview) return { isPreview, rows: [], conflicts, newIds: new Map() };
  throw new AppError('restore_conflict', {
    count: conflicts.length,
    conflicts: conflicts.slice(0, mostConflicts).map(({ model, id, code, params }) => ({
      ...{ code, params, message: new AppError(code, params).message },
      ...{ kind: kindOf(model), id: id ?? null },
    })),
  });
}

/** Returns the name of a model's kind in the API; null for models without a kind, such as links. */
export const kindOf = (model: string | undefined): string | null =>
  model !== undefined && isRestoredKind(model) ? entityName(model) : null;

/** Throws unless the viewer may write rows of each kind that the restore writes. */
function assertMayWrite(viewer: Viewer, { inserts, updates, deletes }: Writes): void {
  const demands = [
    ...inserts.map(({ model }) => `create${model}`),
    ...updates.map(({ model }) => `update${model}`),
    ...deletes.map(({ model }) => `delete${model}`),
  ];
  for (const action of new Set(demands)) if (isAction(action)) assertMay(viewer, action);
}

/** Throws 403 unless the viewer owns the saved views that the restore writes, or is an Admin. */
function assertMayWriteViews(viewer: Viewer, { inserts, updates, deletes }: Writes): void {
  const user = userOf(viewer);
  if (atLeast(user, 'Admin')) return;
  const written = [
    ...inserts.map((one) => ({ ...one, action: 'createSavedView' })),
    ...updates.map(({ model, present: row }) => ({ model, row, action: 'updateSavedView' })),
    ...deletes.map((one) => ({ ...one, action: 'deleteSavedView' })),
  ];
  const refused = written.find(({ model, row }) => model === 'SavedView' && row.created_by_user_id !== user.userId);
  if (refused)
    throw new AppError('auth_permission_denied', { action: refused.action, required: 'Admin', id: idOf(refused.row) });
}

/**
 * Throws 403 if one of the tags was assigned to a row in a network that the viewer may not read: a tag is restored only
 * with all of its assignments.
 */
async function requireTagsInReach(place: Place, tagIds: readonly string[], eventId: string): Promise<void> {
  if (await isTakenElsewhere(place, tagIds, eventId))
    throw new AppError('entity_access_denied', { entity: 'Tag', id: tagIds[0] });
}

interface Affected {
  readonly model: string;
  readonly id: string;
}

/**
 * Returns the rows that have changed for the caller. For a link, such as a tag assignment, this is the row that shows
 * the link.
 */
function affectedRows({ inserts, updates, deletes }: SettledWrites): Affected[] {
  const affected = new Map<string, Affected>();
  const add = (model: string, id: string) => void affected.set(rowKey(model, id), { model, id });
  for (const { model, row } of [...inserts, ...deletes]) {
    const owner =
      model === 'InterfaceNeighbor' ? { model: 'Interface', id: row.interface_id as string } : ownerOfLink(model, row);
    if (isRestoredKind(model)) add(model, idOf(row));
    else if (owner) add(owner.model, owner.id);
  }
  for (const { model, past } of updates) add(model, idOf(past));
  const ranked: readonly string[] = [...inventoryModels, ...uncomparedModels];
  const rankOf = (model: string) => ranked.indexOf(model);
  return [...affected.values()].sort((a, b) => rankOf(a.model) - rankOf(b.model) || (a.id < b.id ? -1 : 1));
}

async function statesOf(place: Place, affected: readonly Affected[]): Promise<ReadonlyMap<string, State>> {
  const states = new Map<string, State>();
  for (const model of new Set(affected.map((one) => one.model))) {
    const ids = affected.filter((one) => one.model === model).map(({ id }) => id);
    for (const [id, state] of await shownStates(place, model, ids)) states.set(rowKey(model, id), state);
  }
  return states;
}
