// Limits the number of import plans of an organization, and deletes plans an hour after they were made.
import { Prisma } from '../../../../generated/prisma/client';
import { AppError } from '../../../../errors';
import { lockNumber } from '../../../../data/tenancy/advisory-locks';
import type { Db } from '../../../../data/tenancy/rows';
import { deleteOld } from '../../../../data/tenancy/sweep-rows';
import { executeSql, querySql, tenantSafeSql } from '../../../../data/tenancy/tenant-sql';
import type { UserViewer } from '../../../../data/tenancy/viewer';
import type { RowsAside } from '../../../../platform/process/rows-aside';

const mostPlans = 20;
const mostOfUser = 5;

/**
 * Makes room for a new plan. Deletes the user's oldest plans, so that the user has at most 5 plans including the new
 * plan. Throws 409 `import_plans_exceeded` if the organization has 20 plans. Takes a lock, so that transactions that
 * create plans in an organization run one after the other.
 */
export async function requireRoomForPlan(tx: Db, viewer: UserViewer): Promise<void> {
  const { organizationId, userId } = viewer;
  const number = lockNumber('import plans', organizationId);
  await executeSql(tx, tenantSafeSql(viewer, Prisma.sql`SELECT pg_advisory_xact_lock(${number})`));
  const older = Prisma.sql`
    DELETE FROM import_plans WHERE id IN (
      SELECT id FROM import_plans WHERE organization_id = ${organizationId}::uuid AND user_id = ${userId}::uuid
      ORDER BY created_at DESC, id OFFSET ${mostOfUser - 1})`;
  await executeSql(tx, tenantSafeSql(viewer, older));
  const planCount = Prisma.sql`SELECT count(*)::int AS count FROM import_plans WHERE organization_id = ${organizationId}::uuid`;
  const [row] = await querySql<{ count: number }>(tx, tenantSafeSql(viewer, planCount));
  if (row!.count >= mostPlans) throw new AppError('import_plans_exceeded', { max: mostPlans });
}

/**
 * Deletes expired import plans. Resolves with the number of plans that this call deleted. The next call deletes further
 * expired plans.
 */
export function sweepImportPlans(db: Db, now: Date, rows: RowsAside): Promise<number> {
  const condition = Prisma.sql`r.expires_at < ${now}::timestamptz`;
  return deleteOld(db, rows, now, { table: 'import_plans', condition, atMost: 10 });
}
