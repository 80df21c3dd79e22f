// Locks and counts of mail rules.
import { Prisma } from '../../../generated/prisma/client';
import { lockNumber } from '../../../data/tenancy/advisory-locks';
import { listLimits } from '../../../data/tenancy/list-limits';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import { userOf, type Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';

/**
 * Throws 409 `mail_rules_exceeded` if the user has as many mail rules as a user may have. No other transaction creates
 * a mail rule of the user until this one ends.
 */
export async function requireRoomForMailRule(tx: Db, viewer: Viewer): Promise<void> {
  const { userId, organizationId } = userOf(viewer);
  const lock = Prisma.sql`SELECT pg_advisory_xact_lock(${lockNumber('mail rules', userId)})`;
  await executeSql(tx, tenantSafeSql(viewer, lock));
  const count = Prisma.sql`
    SELECT count(*)::int AS count FROM mail_rules
    WHERE user_id = ${userId}::uuid AND organization_id = ${organizationId}::uuid`;
  const [row] = await querySql<{ count: number }>(tx, tenantSafeSql(viewer, count));
  if (row!.count >= listLimits.mailRules) throw new AppError('mail_rules_exceeded', { max: listLimits.mailRules });
}

/** Locks a mail rule of the user against other changes until the transaction ends. */
export async function lockMailRule(tx: Db, viewer: Viewer, id: string): Promise<void> {
  const { userId, organizationId } = userOf(viewer);
  const lock = Prisma.sql`
    SELECT id FROM mail_rules
    WHERE id = ${id}::uuid AND user_id = ${userId}::uuid AND organization_id = ${organizationId}::uuid FOR UPDATE`;
  await querySql(tx, tenantSafeSql(viewer, lock));
}
