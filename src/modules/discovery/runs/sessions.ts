// The life cycle of a session: created, queued, taken by its daemon.
import { AppError } from '../../../errors';
import type { Discovery } from '../../../generated/prisma/client';
import type { DiscoveryPhase } from '../../../generated/prisma/enums';
import { lockDaemon, lockDiscovery } from '../run-locks.sql';
import { stages } from './stages';
import { isWithheldWarning } from '../credentials/hand-out';
import { requireVisible, type Db } from '../../../data/tenancy/rows';
import { pollSoon } from '../poll-rows';

/** Phases in which a daemon works on the session, or is about to start its work. */
export const takenPhases: DiscoveryPhase[] = ['Starting', 'Started', 'Scanning'];
const oldestFirst = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];

/**
 * Finds a session by the id of its row, or by the id that its daemon uses for it. Daemons of different networks may use
 * the same id, so the id of the row takes precedence.
 */
export async function sessionNamed<Row extends { readonly id: string }>(
  db: Db,
  id: string,
  query: object,
): Promise<Row | undefined> {
  const where = { OR: [{ id }, { sessionId: id }] };
  const rows = (await db.discoverySession.findMany({ ...query, where, orderBy: oldestFirst })) as unknown as Row[];
  return rows.find((row) => row.id === id.toLowerCase()) ?? rows[0];
}

/** Number of runs from one full scan to the next, if the scan settings of the job do not say it. */
const defaultFullScanInterval = 3;

/**
 * Returns the parameters of a job's next run. Daemons scan all ports only if the server sets `is_full_scan`. A run is a
 * full scan if the job or its settings force it, and otherwise the first run and each run whose number is a multiple of
 * `full_scan_interval`; no run if the interval is 0.
 */
function detailsOfNextRun(job: Discovery): object {
  const { discoveryType, forceFullScan, scanCount } = job;
  const details = job.discoveryDetails as Record<string, unknown>;
  if (discoveryType !== 'Unified') return details;
  const settings = (details.scan_settings ?? {}) as Record<string, unknown>;
  const interval = Number.isInteger(settings.full_scan_interval)
    ? (settings.full_scan_interval as number)
    : defaultFullScanInterval;
  // `scanCount` is the number of ended runs.
  const runNumber = scanCount + 1;
  const isDue = interval > 0 && (runNumber === 1 || runNumber % interval === 0);
  const isFullScan = forceFullScan || settings.is_full_scan === true || isDue;
  return { ...details, scan_settings: { ...settings, is_full_scan: isFullScan } };
}

/**
 * Starts a run and resolves with the id of its session. The session is Pending, or Queued if the daemon has another
 * session. Call this function in a transaction. Throws 404 `entity_not_found`, 400 `discovery_historical_read_only`,
 * and 409 `discovery_session_active` {id} while the discovery has an active session.
 */
export async function startSession(tx: Db, discoveryId: string): Promise<string> {
  const { daemonId } = await requireVisible(tx, 'Discovery', discoveryId, { select: { daemonId: true } });
  await lockDaemon(tx, daemonId);
  await lockDiscovery(tx, discoveryId);
  const discovery = await requireVisible(tx, 'Discovery', discoveryId);
  if (discovery.runType === 'Historical') throw new AppError('discovery_historical_read_only');
  if (discovery.daemonId !== daemonId) throw new AppError('entity_changed', { entity: 'Discovery', id: discoveryId });
  const active = await tx.discoverySession.findUnique({ where: { discoveryId }, select: { sessionId: true } });
  if (active) throw new AppError('discovery_session_active', { id: active.sessionId });
  const others = await tx.discoverySession.count({ where: { daemonId } });
  const { networkId, discoveryType } = discovery;
  const { id } = await tx.discoverySession.create({
    data: {
      networkId,
      discoveryId,
      daemonId,
      discoveryType,
      discoveryDetails: detailsOfNextRun(discovery),
      phase: others > 0 ? 'Queued' : 'Pending',
    },
    select: { id: true },
  });
  await tx.daemon.updateMany({ where: { id: daemonId, standby: true }, data: { standby: false } });
  await pollSoon(tx, daemonId);
  return id;
}

export interface Work {
  /** Id of the session that the daemon must run; null if there is no such session. */
  readonly sessionId: string | null;
  /** The current warnings of the session that the daemon must run. */
  readonly warnings: readonly string[];
  /** Whether the daemon must cancel its current run. */
  readonly cancel: boolean;
}

/**
 * Chooses the session that a daemon must run next. `isReady` says whether the daemon can begin a run; undefined if the
 * daemon does not report this. If a ready daemon requests work again, it gets the same session again, because the first
 * response may have been lost. Call this function in a transaction.
 */
export async function takeNextSession(
  tx: Db,
  daemonId: string,
  { isReady, isStaged }: { readonly isReady: boolean | undefined; readonly isStaged: boolean },
): Promise<Work> {
  await lockDaemon(tx, daemonId);
  const { cancelPending } = await requireVisible(tx, 'Daemon', daemonId, { select: { cancelPending: true } });
  if (cancelPending) await tx.daemon.updateMany({ where: { id: daemonId }, data: { cancelPending: false } });
  const sessions = await tx.discoverySession.findMany({
    where: { daemonId, phase: { not: 'Queued' } },
    select: { id: true, phase: true, cancelRequested: true, warnings: true, stage: true },
    orderBy: oldestFirst,
  });
  const running = sessions.find(({ phase }) => phase === 'Started' || phase === 'Scanning');
  const cancel = running?.cancelRequested === true || (cancelPending && !isReady);
  const startingSession = sessions.find(({ phase }) => phase === 'Starting');
  if (isReady === false || running || (!isReady && (startingSession || cancel)))
    return { sessionId: null, warnings: [], cancel };
  const next = startingSession ?? sessions[0];
  if (next?.phase === 'Pending')
    await tx.discoverySession.updateMany({
      where: { id: next.id },
      data: { phase: 'Starting', lastUpdateAt: new Date(), stage: isStaged ? (next.stage ?? stages[0]) : null },
    });
  return { sessionId: next?.id ?? null, warnings: next?.warnings ?? [], cancel };
}

/**
 * Replaces the warnings of a session about withheld credentials. Writes nothing if the warnings do not change. The
 * caller holds the daemon's lock.
 */
export async function setWithheldWarnings(
  tx: Db,
  id: string,
  before: readonly string[],
  withheld: readonly string[],
): Promise<void> {
  const warnings = [...withheld, ...before.filter((warning) => !isWithheldWarning(warning))];
  if (warnings.length === before.length && warnings.every((warning) => before.includes(warning))) return;
  await tx.discoverySession.updateMany({ where: { id }, data: { warnings } });
}

/**
 * Makes the daemon's oldest Queued session Pending if the daemon has no other active session. The caller holds the
 * daemon's lock.
 */
export async function wakeNext(tx: Db, daemonId: string): Promise<void> {
  const ahead = await tx.discoverySession.count({ where: { daemonId, phase: { not: 'Queued' } } });
  if (ahead > 0) return;
  const next = await tx.discoverySession.findFirst({
    where: { daemonId, phase: 'Queued' },
    select: { id: true },
    orderBy: oldestFirst,
  });
  if (next) await tx.discoverySession.updateMany({ where: { id: next.id }, data: { phase: 'Pending' } });
}
