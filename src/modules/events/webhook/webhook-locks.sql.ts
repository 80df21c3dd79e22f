// Locks webhooks, and limits the number of webhooks of an organization.
import { Prisma } from '../../../generated/prisma/client';
import { lockNumber } from '../../../data/tenancy/advisory-locks';
import { listLimits } from '../../../data/tenancy/list-limits';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import type { Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';

/**
 * Throws 409 `webhooks_exceeded` if the organization has the maximum number of webhooks, including those that the
 * viewer may not read. Until this transaction ends, no other transaction creates a webhook of the organization.
 */
export async function requireRoomForWebhook(tx: Db, viewer: Viewer): Promise<void> {
  const { organizationId } = viewer;
  const lock = Prisma.sql`SELECT pg_advisory_xact_lock(${lockNumber('webhooks', organizationId)})`;
  await executeSql(tx, tenantSafeSql(viewer, lock));
  const count = Prisma.sql`SELECT count(*)::int AS count FROM webhooks WHERE organization_id = ${organizationId}::uuid`;
  const [row] = await querySql<{ count: number }>(tx, tenantSafeSql(viewer, count));
  if (row!.count >= listLimits.webhooks) throw new AppError('webhooks_exceeded', { max: listLimits.webhooks });
}

/** Locks a webhook of the viewer's organization against other changes until the transaction ends. */
export async function lockWebhook(tx: Db, viewer: Viewer, id: string): Promise<void> {
  const lock = Prisma.sql`
    SELECT id FROM webhooks WHERE id = ${id}::uuid AND organization_id = ${viewer.organizationId}::uuid FOR UPDATE`;
  await querySql(tx, tenantSafeSql(viewer, lock));
}
