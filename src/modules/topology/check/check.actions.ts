// Creates, changes, mutes and deletes checks. The caller must have access to all networks of a check. Only an Admin
// with access to all networks of the organization may write a check of all networks.
import { randomUUID } from 'node:crypto';
import type { GraphQLSchema } from 'graphql';
import type { Check, Prisma } from '../../../generated/prisma/client';
import type { Action } from '../../../auth/permissions';
import { requireFound, requireVisible, updateVisible, type Db } from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { userOf, type Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import {
  networksAfter,
  newNetworks,
  requireNetworks,
  requireReachOfAll,
  type ChosenNetworks,
  type NetworksInput,
} from '../../../graphql/entity/chosen-networks';
import { withoutUndefined } from '../../../platform/text/members';
import { delegateOf } from '../../../data/model/delegate';
import { isQueryKind, type CheckSelection } from '../judging/check-rules';
import { requireRunnable } from '../query-check/check-query';
import { isOffered } from './check-kinds';
import {
  lockChecks,
  requestJudging,
  requireRoomForChecks,
  requireRoomForQueries,
  type LockedCheck,
} from './check-locks.sql';
import { namedRows, ruleOfStored, toStoredRule, toStoredSelection, type StoredRule } from './check-selection';
import { endVerdicts } from './verdicts.sql';

type Json = Readonly<Record<string, unknown>>;
type Columns = Partial<Pick<Check, 'name' | 'description' | 'severity' | 'enabled'>>;

/**
 * Input fields that are converted before they are stored, or are stored in other tables. On update, an absent field
 * keeps the stored value.
 */
export interface CheckParts extends NetworksInput {
  readonly rule?: Json | null;
  readonly selection?: Json | null;
}

/** Throws 403 if the viewer may not write a stored check, because the viewer has no access to some of its networks. */
function requireReachOfStored(viewer: Viewer, { id, allNetworks, networkIds }: LockedCheck, action: Action): void {
  requireReachOfAll(viewer, { allNetworks, networkIds: [] }, action);
  if (!networkIds.every((networkId) => viewer.networkIds.includes(networkId)))
    throw new AppError('entity_access_denied', { entity: 'Check', id });
}

/**
 * Throws 404 if the viewer cannot read a row to which the check refers, such as a host. Rows except tags belong to a
 * network, so such a check must have exactly one network (otherwise 400), which must be that of the rows.
 */
export async function requireNamedRows(
  db: Db,
  rule: StoredRule,
  selection: CheckSelection,
  scope: ChosenNetworks,
): Promise<void> {
  for (const { model, ids, field } of namedRows(rule, selection)) {
    const isOfNetwork = model !== 'Tag';
    const [networkId, ...others] = scope.networkIds;
    if (isOfNetwork && (networkId === undefined || others.length > 0))
      throw new AppError('check_needs_one_network', { field });
    const where = { id: { in: [...new Set(ids)] } };
    const rows = await delegateOf(db, model).findMany({
      where,
      select: { id: true, ...(isOfNetwork && { networkId: true }) },
    });
    requireFound(model, ids, rows);
    if (isOfNetwork && rows.some((row) => row.networkId !== networkId))
      throw new AppError('entity_network_mismatch', { entity: model });
  }
}

/** Creates a check and resolves with its id. */
export async function createCheck(
  db: ScopedDb,
  viewer: Viewer,
  columns: Columns & Pick<Check, 'name'>,
  { rule: givenRule, selection: givenSelection, ...scopeInput }: CheckParts & { readonly rule: Json },
  schema: GraphQLSchema,
): Promise<string> {
  const rule = toStoredRule(givenRule);
  const selection = toStoredSelection(givenSelection);
  requireRunnable(schema, ruleOfStored(rule), selection);
  const scope = newNetworks(scopeInput);
  requireNetworks(scope);
  requireReachOfAll(viewer, scope, 'createCheck');
  return db.$transaction(async (tx) => {
    await requireNamedRows(tx, rule, selection, scope);
    if (isQueryKind(rule.kind)) await requireRoomForQueries(tx, viewer);
    const [id] = await insertChecks(tx, viewer, [{ ...columns, ...rule, selection }], scope);
    await requestJudging(tx, viewer, scope.allNetworks ? undefined : scope.networkIds);
    return id!;
  });
}

type NewCheck = Columns & Pick<Check, 'name'> & StoredRule & { readonly selection: CheckSelection };

/**
 * Inserts checks that all have the same networks, and resolves with their ids. The caller must check the viewer's
 * rights to the networks before, and call `requestJudging` afterwards.
 */
export async function insertChecks(
  tx: Db,
  viewer: Viewer,
  checks: readonly NewCheck[],
  { allNetworks, networkIds }: ChosenNetworks,
): Promise<string[]> {
  if (checks.length === 0) return [];
  await requireRoomForChecks(tx, viewer, checks.length);
  const { organizationId } = viewer;
  const rows = checks.map(({ rule, selection, ...columns }) => ({
    ...withoutUndefined(columns),
    ...{ id: randomUUID(), organizationId, allNetworks },
    ...{ rule: rule as Prisma.JsonObject, selection: selection as Prisma.JsonObject },
  }));
  await tx.check.createMany({ data: rows });
  const ids = rows.map(({ id }) => id);
  const scope = ids.flatMap((checkId) => networkIds.map((networkId) => ({ checkId, networkId, organizationId })));
  if (scope.length > 0) await tx.checkNetwork.createMany({ data: scope });
  return ids;
}

async function writeScope(
  tx: Db,
  { organizationId }: Viewer,
  checkId: string,
  { networkIds }: ChosenNetworks,
): Promise<void> {
  // A trigger deletes a check that loses its last network, so new networks are inserted before old ones are deleted.
  const data = networkIds.map((networkId) => ({ checkId, networkId, organizationId }));
  if (data.length > 0) await tx.checkNetwork.createMany({ data, skipDuplicates: true });
  await tx.checkNetwork.deleteMany({ where: { checkId, networkId: { notIn: [...networkIds] } } });
}

/**
 * Locks a check that is visible to the viewer. Throws 404 if there is none, and 403 if the viewer may not write the
 * check.
 */
async function lockCheck(tx: Db, viewer: Viewer, id: string, action: Action): Promise<LockedCheck> {
  await requireVisible(tx, 'Check', id, { select: { id: true } });
  const [locked] = await lockChecks(tx, viewer, [id]);
  if (!locked) throw new AppError('entity_not_found', { entity: 'Check', id });
  requireReachOfStored(viewer, locked, action);
  return locked;
}

/** Changes a check. If its rule, its selection or its networks change, the service judges these networks again. */
export async function updateCheck(
  db: ScopedDb,
  viewer: Viewer,
  id: string,
  columns: Columns,
  input: CheckParts & { readonly expectedUpdatedAt?: Date | null },
  schema: GraphQLSchema,
): Promise<void> {
  if (input.rule) requireRunnable(schema, ruleOfStored(toStoredRule(input.rule)), toStoredSelection(input.selection));
  const { expectedUpdatedAt } = input;
  await db.$transaction(async (tx) => {
    const before = await lockCheck(tx, viewer, id, 'updateCheck');
    const scope = networksAfter(before, input);
    requireNetworks(scope);
    requireReachOfAll(viewer, scope, 'updateCheck');
    const stored = await requireVisible(tx, 'Check', id);
    const rule = input.rule
      ? toStoredRule(input.rule)
      : isOffered(stored.kind) && { kind: stored.kind, rule: stored.rule as Json };
    const selection =
      input.selection === undefined ? (stored.selection as CheckSelection) : toStoredSelection(input.selection);
    const isScopeGiven = input.networkIds != null || input.allNetworks != null;
    if (rule && input.selection !== undefined) requireRunnable(schema, ruleOfStored(rule), selection);
    if (rule && input.rule && isQueryKind(rule.kind) && !isQueryKind(stored.kind)) {
      requireRunnable(schema, ruleOfStored(rule), selection);
      await requireRoomForQueries(tx, viewer);
    }
    if (rule && (input.rule != null || input.selection !== undefined || isScopeGiven))
      await requireNamedRows(tx, rule, selection, scope);
    const data = {
      ...columns,
      ...(input.rule && rule && { kind: rule.kind, rule: rule.rule }),
      ...(input.selection !== undefined && { selection }),
      allNetworks: scope.allNetworks,
      // The networks of a check are stored in another table, so the time is set even if only the networks change.
      updatedAt: new Date(),
    };
    await updateVisible(tx, 'Check', id, data, { query: { select: { id: true } }, expectedUpdatedAt });
    await writeScope(tx, viewer, id, scope);
    if (input.rule != null || input.selection !== undefined) await endVerdicts(tx, id, new Date());
    const isEverywhere = before.allNetworks || scope.allNetworks;
    await requestJudging(tx, viewer, isEverywhere ? undefined : [...before.networkIds, ...scope.networkIds]);
  });
}

/** Mutes a check until a time, or unmutes it if `mute` is null. A muted check is still judged. */
export async function muteCheck(
  db: ScopedDb,
  viewer: Viewer,
  id: string,
  mute: { readonly until: Date; readonly reason: string | null } | null,
): Promise<void> {
  if (mute && mute.until.getTime() <= Date.now()) throw new AppError('validation_time_past', { field: 'until' });
  const { userId } = userOf(viewer);
  await db.$transaction(async (tx) => {
    await lockCheck(tx, viewer, id, mute ? 'muteCheck' : 'unmuteCheck');
    const data = mute
      ? { mutedUntil: mute.until, mutedReason: mute.reason, mutedByUserId: userId }
      : { mutedUntil: null, mutedReason: null, mutedByUserId: null };
    await updateVisible(tx, 'Check', id, data, { query: { select: { id: true } } });
  });
}

/**
 * Deletes checks and resolves with their number. Skips ids of checks that are missing or not visible to the viewer.
 * Deletes nothing if the viewer may not write one of the visible checks.
 */
export async function deleteChecks(
  db: ScopedDb,
  viewer: Viewer,
  ids: readonly string[],
  action: 'deleteCheck' | 'deleteChecks',
): Promise<number> {
  return db.$transaction(async (tx) => {
    const visible = await tx.check.findMany({ where: { id: { in: [...new Set(ids)] } }, select: { id: true } });
    const visibleIds = visible.map((row) => row.id);
    for (const locked of await lockChecks(tx, viewer, visibleIds)) requireReachOfStored(viewer, locked, action);
    return (await tx.check.deleteMany({ where: { id: { in: visibleIds } } })).count;
  });
}
