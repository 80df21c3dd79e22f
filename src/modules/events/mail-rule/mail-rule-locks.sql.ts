// Locks and counts of mail rules, and the e-mail settings that built-in rules follow.
import { Prisma } from '../../../generated/prisma/client';
import { lockNumber } from '../../../data/tenancy/advisory-locks';
import { listLimits } from '../../../data/tenancy/list-limits';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import { userOf, type Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import type { MailRuleBuiltin } from '../../../generated/prisma/enums';

/**
 * Throws 409 `mail_rules_exceeded` if the user has made as many mail rules as a user may have. No other transaction creates
 * a mail rule of the user until this one ends.
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

/** SQL column of the e-mail setting of a user that is whether the built-in rule is enabled. */
const settingColumns: Readonly<Record<MailRuleBuiltin, Prisma.Sql>> = {
  DiscoveryDigest: Prisma.sql`email_discovery_digest`,
  DaemonAlerts: Prisma.sql`email_daemon_alerts`,
};

/**
 * Locks the caller's user against other changes until the transaction ends. A change of e-mail settings locks the user
 * before its built-in rules, so a change of a built-in rule has to do the same.
 */
export async function lockOwnUser(tx: Db, viewer: Viewer): Promise<void> {
  const { userId, organizationId } = userOf(viewer);
  const lock = Prisma.sql`
    SELECT id FROM users WHERE id = ${userId}::uuid AND organization_id = ${organizationId}::uuid FOR NO KEY UPDATE`;
  await querySql(tx, tenantSafeSql(viewer, lock));
}

/** Sets the e-mail setting of the caller that a built-in rule follows: a trigger switches the rule. */
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
