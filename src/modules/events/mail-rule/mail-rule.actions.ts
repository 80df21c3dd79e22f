// Creates, changes and deletes mail rules of the caller. A rule can only name networks and tags that the caller may
// read.
import {
  deleteAllVisible,
  deleteVisible,
  requireAllVisible,
  requireScope,
  requireSelected,
  updateVisible,
  type Db,
} from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { userOf, type Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import type { MailRule } from '../../../generated/prisma/client';
import { withoutUndefined } from '../../../platform/text/members';
import { whyNothingMatches, type EventFilter } from '../messages/kind-facts';
import { lockMailRule, lockOwnUser, requireRoomForMailRule, setEmailSetting } from './mail-rule-locks.sql';

type Columns = Pick<MailRule, keyof typeof storedColumns>;

const storedColumns = {
  ...{ name: true, enabled: true, networkIds: true, kinds: true, severities: true, tagIds: true, roles: true },
  ...{ timing: true, hour: true, quietFrom: true, quietTo: true, timeZone: true },
} as const;

const absent = {
  ...{ enabled: true, networkIds: [], kinds: [], severities: [], tagIds: [], roles: [] },
  ...{ timing: 'Now', hour: 8, quietFrom: null, quietTo: null, timeZone: 'UTC' },
} as const;

/**
 * Throws 400 for quiet hours without a beginning or an end, for quiet hours of length 0, and for filters that no event
 * can match.
 */
function requireUseful(row: Columns): void {
  const { quietFrom, quietTo } = row;
  if ((quietFrom === null) !== (quietTo === null))
    throw new AppError('validation_required', { field: quietFrom === null ? 'quietFrom' : 'quietTo' });
  if (quietFrom !== null && quietFrom === quietTo)
    throw new AppError('validation_invalid_format', { field: 'quietTo' });
  requireMatches(row);
}

/** Throws 400 for filters that no event can match. */
export function requireMatches(filter: EventFilter): void {
  const reason = whyNothingMatches(filter);
  if (reason !== undefined) throw new AppError('mail_rule_matches_nothing', { reason });
}

type RuleReferences = Pick<Columns, 'networkIds' | 'tagIds'>;

/**
 * Throws 403 or 404 if a rule would name a network or tag that the caller may not read. Those that the stored rule
 * already names are allowed, because a rule never sends events of networks that its user may not read.
 */
async function requireReach(
  tx: Db,
  viewer: Viewer,
  references: Partial<RuleReferences>,
  before?: RuleReferences,
): Promise<void> {
  const storedIds = new Set([...(before?.networkIds ?? []), ...(before?.tagIds ?? [])]);
  const newOnes = (ids: readonly string[] = []) => ids.filter((id) => !storedIds.has(id));
  for (const networkId of newOnes(references.networkIds)) requireScope(viewer, { networkId });
  await requireAllVisible(tx, 'Tag', newOnes(references.tagIds));
}

/** Creates a mail rule of the caller, and resolves with its id. */
export async function createMailRule(
  db: ScopedDb,
  viewer: Viewer,
  columns: Partial<Columns> & Pick<Columns, 'name'>,
): Promise<string> {
  const { userId, organizationId } = userOf(viewer);
  const row = { ...absent, ...withoutUndefined(columns) } as Columns;
  requireUseful(row);
  return db.$transaction(async (tx) => {
    await requireReach(tx, viewer, row);
    await requireRoomForMailRule(tx, viewer);
    const { id } = await tx.mailRule.create({ data: { ...row, userId, organizationId }, select: { id: true } });
    return id;
  });
}

/** The kinds of events of a built-in rule cannot be changed: throws 409 if `kinds` differ from them. */
function requireKindsOfBuiltin(kinds: Columns['kinds'] | undefined, before: Pick<Columns, 'kinds'>): void {
  if (!kinds) return;
  const isSame =
    before.kinds.every((kind) => kinds.includes(kind)) && kinds.every((kind) => before.kinds.includes(kind));
  if (!isSame) throw new AppError('mail_rule_kinds_fixed', { kinds: before.kinds });
}

/**
 * Changes a mail rule of the caller. The time of its next mail is computed again. Only callers with a login session may
 * switch a built-in rule on or off: this changes the user's profile, which API keys cannot do.
 */
export async function updateMailRule(
  db: ScopedDb,
  viewer: Viewer,
  id: string,
  columns: Partial<Columns>,
  expectedUpdatedAt: Date | null | undefined,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { builtin } = await requireSelected(tx, 'MailRule', id, { builtin: true });
    if (builtin) await lockOwnUser(tx, viewer);
    await lockMailRule(tx, viewer, id);
    const before = await requireSelected(tx, 'MailRule', id, storedColumns);
    if (builtin) requireKindsOfBuiltin(columns.kinds, before);
    const isSwitched = builtin !== null && columns.enabled !== undefined && columns.enabled !== before.enabled;
    if (isSwitched && viewer.via !== 'session') throw new AppError('auth_user_context_required');
    requireUseful({ ...before, ...withoutUndefined(columns) });
    await requireReach(tx, viewer, columns, before);
    const now = new Date();
    const { enabled: _enabled, kinds: _kinds, ...changeable } = columns;
    const data = { ...(builtin ? changeable : columns), dueAt: now, updatedAt: now };
    await updateVisible(tx, 'MailRule', id, data, { query: { select: { id: true } }, expectedUpdatedAt });
    if (isSwitched) await setEmailSetting(tx, viewer, builtin, columns.enabled!);
  });
}

/** Throws 409 if at least one of the rules is built in. */
async function requireNoBuiltin(tx: Db, ids: readonly string[]): Promise<void> {
  const where = { id: { in: [...new Set(ids)] }, builtin: { not: null } };
  const rule = await tx.mailRule.findFirst({ where, select: { id: true }, orderBy: { id: 'asc' } });
  const reason = 'it is built in: switch it off instead';
  if (rule) throw new AppError('entity_delete_forbidden', { entity: 'MailRule', id: rule.id, reason });
}

/** Deletes a mail rule that the caller made. */
export const deleteMailRule = (db: ScopedDb, id: string): Promise<void> =>
  db.$transaction(async (tx) => {
    await requireNoBuiltin(tx, [id]);
    await deleteVisible(tx, 'MailRule', id);
  });

/**
 * Deletes mail rules that the caller made; deletes none if at least one of them is built in. Resolves with the number
 * of deleted rules.
 */
export const deleteMailRules = (db: ScopedDb, ids: readonly string[]): Promise<number> =>
  db.$transaction(async (tx) => {
    await requireNoBuiltin(tx, ids);
    return deleteAllVisible(tx, 'MailRule', ids);
  });
