// Locks and counts checks, and requests that the service judges networks again.
import { Prisma } from '../../../generated/prisma/client';
import { lockNumber } from '../../../data/tenancy/advisory-locks';
import { listLimits } from '../../../data/tenancy/list-limits';
import type { Db } from '../../../data/tenancy/rows';
import { executeSql, querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import type { Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';

/** Maximum number of checks with a query per organization. */
export const mostQueries = 20;

async function lockNumberOfChecks(tx: Db, viewer: Viewer): Promise<void> {
  const lock = Prisma.sql`SELECT pg_advisory_xact_lock(${lockNumber('checks', viewer.organizationId)})`;
  await executeSql(tx, tenantSafeSql(viewer, lock));
}

/**
 * Throws 409 `checks_exceeded` if `more` new checks would exceed the limit of the organization. Checks that the viewer
 * may not read count too. Until this transaction ends, no other transaction creates a check of the organization.
 */
export async function requireRoomForChecks(tx: Db, viewer: Viewer, more: number): Promise<void> {
  const { organizationId } = viewer;
  await lockNumberOfChecks(tx, viewer);
  const count = Prisma.sql`SELECT count(*)::int AS count FROM checks WHERE organization_id = ${organizationId}::uuid`;
  const [row] = await querySql<{ count: number }>(tx, tenantSafeSql(viewer, count));
  if (row!.count + more > listLimits.checks) throw new AppError('checks_exceeded', { max: listLimits.checks });
}

/**
 * Throws 409 `checks_exceeded` if the organization has the maximum number of checks with a query. Their number is
 * limited because the service runs the queries of a network one after the other.
 */
export async function requireRoomForQueries(tx: Db, viewer: Viewer): Promise<void> {
  const { organizationId } = viewer;
  await lockNumberOfChecks(tx, viewer);
  const statement = Prisma.sql`
    SELECT count(*)::int AS count FROM checks
    WHERE organization_id = ${organizationId}::uuid AND kind = 'QueryFindsNothing'`;
  const [row] = await querySql<{ count: number }>(tx, tenantSafeSql(viewer, statement));
  if (row!.count >= mostQueries) throw new AppError('checks_exceeded', { max: mostQueries, kind: 'QueryFindsNothing' });
}

export interface LockedCheck {
  readonly id: string;
  readonly allNetworks: boolean;
  /**
   * Ids of all networks of the check, including networks that the viewer may not read; empty for a check of all
   * networks.
   */
  readonly networkIds: readonly string[];
}

/**
 * Locks checks of the viewer's organization against concurrent changes until the transaction ends, in the order of
 * their ids. Does not check whether the viewer may read the checks: callers must also read them with a database client
 * that is limited to the viewer's rows.
 */
export async function lockChecks(tx: Db, viewer: Viewer, ids: readonly string[]): Promise<readonly LockedCheck[]> {
  const { organizationId } = viewer;
  const lock = Prisma.sql`
    SELECT id FROM checks WHERE id = ANY(${[...ids]}::uuid[]) AND organization_id = ${organizationId}::uuid
    ORDER BY id FOR UPDATE`;
  await querySql(tx, tenantSafeSql(viewer, lock));
  const statement = Prisma.sql`
    SELECT c.id, c.all_networks AS "allNetworks", ARRAY(
      SELECT s.network_id::text FROM check_networks s WHERE s.check_id = c.id ORDER BY s.network_id) AS "networkIds"
    FROM checks c WHERE c.id = ANY(${[...ids]}::uuid[]) AND c.organization_id = ${organizationId}::uuid ORDER BY c.id`;
  return querySql<LockedCheck>(tx, tenantSafeSql(viewer, statement));
}

/**
 * For how long, in milliseconds, this process remembers that it has requested judging: longer than the transaction of a
 * request can take, because the job that judges networks sees the request only after the commit.
 */
const requestedMs = 30_000;
/** Time of the last request of this process, by organization id, oldest first. */
const requestedAt = new Map<string, number>();

/**
 * Ids of the organizations for which this process has recently requested judging. The job that judges networks examines
 * them at once.
 */
export function recentlyRequested(now: Date): readonly string[] {
  for (const [organizationId, at] of requestedAt) {
    if (at > now.getTime() - requestedMs) break;
    requestedAt.delete(organizationId);
  }
  return [...requestedAt.keys()];
}

/**
 * Requests that the service judges all checks of these networks again; without `networkIds`, of all networks of the
 * organization.
 */
export async function requestJudging(tx: Db, viewer: Viewer, networkIds?: readonly string[]): Promise<void> {
  const { organizationId } = viewer;
  requestedAt.delete(organizationId);
  requestedAt.set(organizationId, Date.now());
  const isMeant = networkIds ? Prisma.sql`network_id = ANY(${[...networkIds]}::uuid[])` : Prisma.sql`TRUE`;
  const statement = Prisma.sql`
    UPDATE judged_networks SET change_token = NULL, requests = requests + 1
    WHERE organization_id = ${organizationId}::uuid AND network_id IN (
      SELECT network_id FROM judged_networks WHERE organization_id = ${organizationId}::uuid AND ${isMeant}
      ORDER BY network_id FOR UPDATE)`;
  await executeSql(tx, tenantSafeSql(viewer, statement));
}
