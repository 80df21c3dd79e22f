// Locks mail rules, limits their number, and sets the e-mail settings that switch built-in rules on and off.
import { Prisma } from '../../../generated/prisma/client';
import { lockNumber } from '../../../data/tenancy/advisory-locks';
import { listLimits } from '../../../data/tenancy/list-limits';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import { userOf, type Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import type { MailRuleBuiltin } from '../../../generated/prisma/enums';

/**
 * Throws 409 `mail_rules_exceeded` if the user has the maximum number of mail rules. Built-in rules do not count. Until
 * this transaction ends, no other transaction creates a mail rule of the user.
 */
export async function requireRoomForMailRule(tx: Db, viewer: Viewer): Promise<void> {
  const { userId, organizationId } = userOf(viewer);
  const lock = Prisma.sql`SELECT pg_advisory_xact_lock(${lockNumber('mail rules', userId)})`;
  await executeSql(tx, tenantSafeSql(viewer, lock));
  const count = Prisma.sql`
    SELECT count(*)::int AS count FROM mail_rules
    WHERE user_id = ${userId}::uuid AND organization_id = ${organizationId}::uuid AND builtin IS NULL`;
  const [row] = await querySql<{ count: number }>(tx, tenantSafeSql(viewer, count));
  if (row!.count >= listLimits.mailRules) throw new AppError('mail_rules_exceeded', { max: listLimits.mailRules });
}

/** The column of `users` with the e-mail setting that decides whether the built-in rule is enabled. */
const settingColumns: Readonly<Record<MailRuleBuiltin, Prisma.Sql>> = {
  DiscoveryDigest: Prisma.sql`email_discovery_digest`,
  DaemonAlerts: Prisma.sql`email_daemon_alerts`,
};

/**
 * Locks the caller's user until the transaction ends. Call it before a built-in rule is locked: a change of e-mail
 * settings locks the user and the rules in this order, and the same order prevents deadlocks.
 */
export async function lockOwnUser(tx: Db, viewer: Viewer): Promise<void> {
  const { userId, organizationId } = userOf(viewer);
  const lock = Prisma.sql`
    SELECT id FROM users WHERE id = ${userId}::uuid AND organization_id = ${organizationId}::uuid FOR NO KEY UPDATE`;
  await querySql(tx, tenantSafeSql(viewer, lock));
}

/** Sets the caller's e-mail setting for a built-in rule. A trigger then switches the rule on or off. */
export async function setEmailSetting(tx: Db, viewer: Viewer, builtin: MailRuleBuiltin, isOn: boolean): Promise<void> {
  const { userId, organizationId } = userOf(viewer);
  const statement = Prisma.sql`
    UPDATE users SET ${settingColumns[builtin]} = ${isOn}::boolean, updated_at = now()
    WHERE id = ${userId}::uuid AND organization_id = ${organizationId}::uuid`;
  await executeSql(tx, tenantSafeSql(viewer, statement));
}

/** Locks a mail rule of the user against other changes until the transaction ends. */
export async function lockMailRule(tx: Db, viewer: Viewer, id: string): Promise<void> {
  const { userId, organizationId } = userOf(viewer);
  const lock = Prisma.sql`
    SELECT id FROM mail_rules
    WHERE id = ${id}::uuid AND user_id = ${userId}::uuid AND organization_id = ${organizationId}::uuid FOR UPDATE`;
  await querySql(tx, tenantSafeSql(viewer, lock));
}
