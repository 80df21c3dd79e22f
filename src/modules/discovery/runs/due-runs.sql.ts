// Starts runs whose schedule is due, ends runs of silent daemons, and sets idle daemons to standby. If several replicas
// try the same write, only one replica succeeds.
import { AppError } from '../../../errors';
import { inTransaction } from '../../../data/transaction';
import type { Discovery, DiscoverySession } from '../../../generated/prisma/client';
import { runAsDiscovery } from '../../../data/acting';
import { lockDaemon } from '../run-locks.sql';
import type { Db } from '../../../data/tenancy/rows';
import { withoutUndefined } from '../../../platform/text/members';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import type { Among, RowsAside } from '../../../platform/process/rows-aside';
import { finishSession } from './reports';
import { computeNextRun } from './schedule';
import { startSession, takenPhases } from './sessions';

/** Milliseconds without a report of the daemon after which a run counts as failed. */
export const silenceMs = 5 * 60_000;

export type ScheduledJob = Pick<Discovery, 'id' | 'daemonId' | 'cronSchedule' | 'timezone' | 'nextRun' | 'updatedAt'>;
export const scheduledJob = {
  id: true,
  daemonId: true,
  cronSchedule: true,
  timezone: true,
  nextRun: true,
  updatedAt: true,
} as const;

/** The time of the next run, to store in a schedule. A schedule that is invalid or has no further run is disabled. */
function nextAfter({ cronSchedule, timezone }: ScheduledJob, now: Date) {
  const nextRun = computeNextRun({ cronSchedule: cronSchedule!, timezone }, now);
  return withoutUndefined({ nextRun, scheduleEnabled: nextRun ? undefined : false });
}

/** Computes and stores the time of the next run, if a schedule was stored without this time. */
export async function installSchedule(db: ScopedDb, job: ScheduledJob, now: Date): Promise<void> {
  const { id, cronSchedule, timezone, updatedAt } = job;
  await db.discovery.updateMany({
    where: { id, cronSchedule, timezone, scheduleEnabled: true, nextRun: null },
    // `updatedAt` keeps its value: for readers, the discovery has not changed.
    data: { ...nextAfter(job, now), updatedAt },
  });
}

/**
 * Starts the run of a due job. Resolves with true if this call started the run, and with false if another replica
 * started it or the job was changed. While the job's last run is active, the new run is skipped.
 */
export async function startIfDue(db: ScopedDb, job: ScheduledJob, now: Date): Promise<boolean> {
  const { id, daemonId, nextRun } = job;
  return inTransaction(db, async (tx) => {
    await lockDaemon(tx, daemonId);
    const claimedCount = await tx.discovery.updateMany({
      where: { id, daemonId, nextRun, scheduleEnabled: true },
      data: nextAfter(job, now),
    });
    if (claimedCount.count === 0) return false;
    try {
      await startSession(tx, id);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'discovery_session_active') return false;
      throw error;
    }
  });
}

/** Returns a condition for sessions that a daemon has taken, but has not reported on for five minutes. */
export function silentSince(now: Date) {
  const silent = { lt: new Date(now.getTime() - silenceMs) };
  return {
    phase: { in: takenPhases },
    OR: [{ lastUpdateAt: silent }, { lastUpdateAt: null, updatedAt: silent }],
  };
}

/**
 * Ends a session as Failed if its daemon has not reported for five minutes, and makes the daemon cancel the run. Does
 * nothing if the daemon has reported or the session has ended meanwhile.
 */
export async function failIfSilent(
  db: ScopedDb,
  { id, daemonId, discoveryId }: Pick<DiscoverySession, 'id' | 'daemonId' | 'discoveryId'>,
  now: Date,
): Promise<boolean> {
  const fail = async (tx: Db) => {
    await lockDaemon(tx, daemonId);
    const session = await tx.discoverySession.findFirst({ where: { id, ...silentSince(now) } });
    if (!session) return false;
    const error = 'No update for five minutes';
    await finishSession(tx, { ...session, phase: 'Failed', error, estimatedRemainingSecs: null, finishedAt: now });
    await tx.daemon.updateMany({ where: { id: daemonId }, data: { cancelPending: true } });
    return true;
  };
  return runAsDiscovery(discoveryId, () => inTransaction(db, fail));
}

const standbyDays = 30;
/** Maximum number of daemons that are set to standby one by one, after the statement for all daemons has failed. */
const mostListed = 10_000;

/** Sets daemons without a run in the last 30 days to standby. The next start of a session ends standby. */
export async function sendIdleToStandby(db: ScopedDb, now: Date, rows: RowsAside): Promise<number> {
  const since = new Date(now.getTime() - standbyDays * 24 * 3_600_000);
  const idle = ({ only, except }: Among) => ({
    id: only ? { in: [...only] } : { notIn: [...except] },
    standby: false,
    createdAt: { lt: since },
    discoverySessions: { none: { OR: [{ createdAt: { gte: since } }, { lastUpdateAt: { gte: since } }] } },
    discoveries: {
      none: { OR: [{ lastRun: { gte: since } }, { runType: 'Historical' as const, createdAt: { gte: since } }] },
    },
  });
  const change = async (among: Among) =>
    (await db.daemon.updateMany({ where: idle(among), data: { standby: true } })).count;
  const list = async (among: Among) => {
    const idleDaemons = await db.daemon.findMany({ where: idle(among), select: { id: true }, take: mostListed });
    return idleDaemons.map(({ id }) => id);
  };
  return rows.all(now, change, list);
}
