// Chooses the daemons that are due to be polled: at most ten at a time over all replicas, each by one replica, with a
// limit per organization.
import { inTransaction } from '../../../data/transaction';
import { Prisma, type PrismaClient } from '../../../generated/prisma/client';
import { lockNumber } from '../../../data/tenancy/advisory-locks';
import { amongSql, isHeldSql } from '../../../data/tenancy/sweep-rows';
import { systemScope, executeSql, querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import type { Among } from '../../../platform/process/rows-aside';

type Db = Pick<PrismaClient, Uncapitalize<Prisma.ModelName> | '$transaction'>;

/** Maximum number of daemons that are polled at a time, in total and per organization. */
export const atATime = { all: 10, ofOne: 5 } as const;
const everyMs = 30_000;
/**
 * Milliseconds for which a replica claims a daemon, longer than any poll takes. The end of a poll releases the daemon
 * earlier.
 */
const leaseMs = 180_000;
/**
 * Milliseconds until the next poll of a daemon after the first, second, third and fourth failure in a row. After the
 * fifth failure, the daemon counts as unreachable.
 */
const retryMs = [5_000, 10_000, 20_000, 30_000];

export interface Claim {
  readonly daemonId: string;
  readonly networkId: string;
  readonly name: string;
  readonly version: string | null;
  readonly url: string;
  readonly sealedKey: Uint8Array;
  readonly isKnown: boolean;
  readonly leasedUntil: Date;
  /** Time of the next poll. New work for the daemon makes it due earlier. */
  readonly dueAt: Date;
}

const after = (now: Date, ms: number) => new Date(now.getTime() + ms);

const isDue = (now: Date, among: Among): Prisma.Sql => Prisma.sql`
  p.due_at <= ${now}::timestamptz AND (p.leased_until IS NULL OR p.leased_until <= ${now}::timestamptz)
  AND d.mode = 'server_poll' AND NOT d.is_unreachable AND NOT d.standby
  AND ${amongSql(Prisma.sql`p.daemon_id`, 'uuid', among)} AND NOT ${isHeldSql(Prisma.sql`d.organization_id`)}`;

/** Resolves with the ids of the daemons that are due to be polled. */
export async function dueDaemons(db: Db, now: Date, among: Among): Promise<string[]> {
  const statement = Prisma.sql`
    SELECT p.daemon_id AS id FROM daemon_polls p JOIN daemons d ON d.id = p.daemon_id WHERE ${isDue(now, among)}
    ORDER BY p.due_at, p.daemon_id`;
  return (await querySql<{ id: string }>(db, tenantSafeSql(systemScope, statement))).map(({ id }) => id);
}

/** Claims daemons that are due to be polled, so that no other replica polls them. Resolves with the claims. */
export async function claimDue(db: Db, now: Date, among: Among): Promise<Claim[]> {
  const lock = Prisma.sql`SELECT pg_advisory_xact_lock(${lockNumber('daemon polls')})`;
  const claim = Prisma.sql`
    WITH called AS (
      SELECT d.organization_id, count(*) AS number FROM daemon_polls p JOIN daemons d ON d.id = p.daemon_id
      WHERE p.leased_until > ${now}::timestamptz GROUP BY d.organization_id
    ), due AS (
      SELECT p.daemon_id, p.due_at,
        coalesce(c.number, 0) + row_number() OVER (PARTITION BY d.organization_id ORDER BY p.due_at, p.daemon_id) AS turn
      FROM daemon_polls p JOIN daemons d ON d.id = p.daemon_id LEFT JOIN called c USING (organization_id)
      WHERE ${isDue(now, among)}
    ), chosen AS (
      SELECT daemon_id FROM due WHERE turn <= ${atATime.ofOne}::integer ORDER BY turn, due_at, daemon_id
      LIMIT greatest(0, ${atATime.all}::integer - (SELECT coalesce(sum(number), 0) FROM called))
    )
    UPDATE daemon_polls p SET due_at = ${after(now, everyMs)}::timestamptz, leased_until = ${after(now, leaseMs)}::timestamptz
    FROM chosen JOIN daemons d ON d.id = chosen.daemon_id
    WHERE p.daemon_id = chosen.daemon_id
    RETURNING p.daemon_id AS "daemonId", p.network_id AS "networkId", d.name, d.version, p.url,
      p.sealed_key AS "sealedKey", p.contacted_at IS NOT NULL AS "isKnown", p.leased_until AS "leasedUntil",
      p.due_at AS "dueAt"`;
  return inTransaction(db, async (tx) => {
    await executeSql(tx, tenantSafeSql(systemScope, lock));
    return querySql<Claim>(tx, tenantSafeSql(systemScope, claim));
  });
}

export async function recordContact(db: Db, { daemonId }: Claim, now: Date): Promise<void> {
  await db.daemonPoll.updateMany({ where: { daemonId, contactedAt: null }, data: { contactedAt: now } });
}

/**
 * Releases the claim on a daemon. Resolves with false if the claim has expired and another replica has claimed the
 * daemon.
 */
async function release(db: Db, { daemonId, leasedUntil }: Claim): Promise<boolean> {
  const { count } = await db.daemonPoll.updateMany({ where: { daemonId, leasedUntil }, data: { leasedUntil: null } });
  return count > 0;
}

export async function releaseAnswered(db: Db, claim: Claim): Promise<void> {
  const { daemonId } = claim;
  if (!(await release(db, claim))) return;
  await db.daemon.updateMany({ where: { id: daemonId, pollFailures: { gt: 0 } }, data: { pollFailures: 0 } });
}

/**
 * Releases the claim on a daemon after an error of the service itself. The time of the next poll stays, and the poll
 * does not count as failed.
 */
export async function releaseUnjudged(db: Db, claim: Claim): Promise<void> {
  await release(db, claim);
}

/** Releases the claim on a daemon after a failed poll. Resolves with whether the daemon now counts as unreachable. */
export async function releaseFailed(db: Db, claim: Claim, now: Date): Promise<boolean> {
  const { daemonId, dueAt } = claim;
  if (!(await release(db, claim))) return false;
  const statement = Prisma.sql`
    UPDATE daemons SET poll_failures = poll_failures + 1, is_unreachable = poll_failures >= ${retryMs.length}::integer,
      updated_at = CASE WHEN poll_failures >= ${retryMs.length}::integer THEN ${now}::timestamptz ELSE updated_at END
    WHERE id = ${daemonId}::uuid RETURNING poll_failures AS failures, is_unreachable AS "isUnreachable"`;
  const [daemon] = await querySql<{ failures: number; isUnreachable: boolean }>(
    db,
    tenantSafeSql(systemScope, statement),
  );
  if (!daemon || daemon.isUnreachable) return daemon?.isUnreachable === true;
  const retryAt = after(now, retryMs[daemon.failures - 1]!);
  await db.daemonPoll.updateMany({ where: { daemonId, dueAt }, data: { dueAt: retryAt } });
  return false;
}
