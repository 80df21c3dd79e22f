// Reports of daemons on their runs: progress, and the end, of which a Historical discovery is the record.
import { AppError } from '../../../errors';
import type { Discovery, DiscoverySession, Prisma } from '../../../generated/prisma/client';
import type { DiscoveryPhase } from '../../../generated/prisma/enums';
import { referenceInvalid } from '../../../data/tenancy/references';
import { lockDaemon, lockDiscovery } from '../../../data/tenancy/row-locks';
import { requireVisible, withoutUndefined, type Db } from '../../../data/tenancy/rows';
import { markScanned, type Scanned } from '../../../data/tenancy/scanned-rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { credentialResultsIn } from '../credentials/credential-results';
import { isWithheldWarning } from '../credentials/hand-out';
import { storeCredentialResults } from '../credentials/working-credentials.sql';
import { markMissing } from './missing-hosts.sql';
import { wakeNext } from './sessions';

/** Longest reason, error and warning in characters; most warnings, and most networks that were swept. */
export const reportBounds = { text: 10_000, warnings: 1_000, swept: 1_000 } as const;

/** The session payload of the wire, as far as the server takes it from a daemon. */
export interface SessionReport {
  readonly sessionId: string;
  readonly phase: DiscoveryPhase;
  readonly discoveryId?: string | null;
  readonly daemonId?: string | null;
  readonly networkId?: string | null;
  readonly progress?: number | null;
  readonly reason?: string | null;
  readonly error?: string | null;
  readonly warnings?: readonly string[] | null;
  readonly hostsDiscovered?: number | null;
  readonly estimatedRemainingSecs?: number | null;
  readonly startedAt?: Date | null;
  readonly finishedAt?: Date | null;
  readonly daemonVersion?: string | null;
  readonly scanned?: Scanned | null;
  /** CIDRs; of a run that is complete. */
  readonly swept?: readonly string[] | null;
  /** Results of credentials; the form differs between daemons. */
  readonly credentialResults?: readonly unknown[] | null;
}
/** The daemon that reports. */
export interface Reporter {
  readonly daemonId: string;
  readonly networkId: string;
}

const live: readonly DiscoveryPhase[] = ['Started', 'Scanning'];
const terminal: readonly DiscoveryPhase[] = ['Complete', 'Failed', 'Cancelled'];

/** The others are for the server to say. */
export function assertReportable(field: string, phase: DiscoveryPhase): void {
  if (![...live, ...terminal].includes(phase)) throw new AppError('validation_invalid_format', { field });
}

/**
 * Takes a report in. 403 `daemon_identity_mismatch` for another daemon's session. Reports of a session that has ended are
 * ignored. An unknown one that is at work is made again; else 404 `discovery_session_not_found`.
 */
export async function applySessionReport(db: ScopedDb, reporter: Reporter, report: SessionReport): Promise<void> {
  assertReporter(reporter, report);
  const { sessionId: id, phase } = report;
  await db.$transaction(async (tx) => {
    await lockDaemon(tx, reporter.daemonId);
    const session =
      (await tx.discoverySession.findUnique({ where: { id } })) ?? (await recreated(tx, reporter, report));
    if (!session) return;
    if (session.daemonId !== reporter.daemonId) throw new AppError('daemon_identity_mismatch');
    await requireSameDiscovery(tx, session, report);
    if (terminal.includes(phase)) await finishSession(tx, { ...session, ...reportedFields(session, report) }, report);
    else await tx.discoverySession.updateMany({ where: { id }, data: reportedFields(session, report) });
  });
}

function assertReporter(reporter: Reporter, { daemonId, networkId }: SessionReport): void {
  if (daemonId != null && daemonId !== reporter.daemonId) throw new AppError('daemon_identity_mismatch');
  if (networkId != null && networkId !== reporter.networkId) throw new AppError('daemon_network_mismatch');
}

/** A report that names a discovery names the session's. */
async function requireSameDiscovery(tx: Db, session: DiscoverySession, { discoveryId }: SessionReport): Promise<void> {
  if (discoveryId == null || discoveryId === session.discoveryId) return;
  await requireVisible(tx, 'Discovery', discoveryId, { select: { id: true } });
  throw referenceInvalid('Discovery', 'discoveryId');
}

/** The columns that the report changes. A late report of an earlier phase does not take the session back. */
function reportedFields(session: DiscoverySession, report: SessionReport) {
  const { phase, progress, warnings, scanned, credentialResults } = report;
  const now = new Date();
  const isOver = terminal.includes(phase);
  const isBack = live.indexOf(phase) < live.indexOf(session.phase);
  // Full only when it is over; a run that stopped keeps what it had reached.
  const reached = phase === 'Complete' ? 100 : Math.min(progress ?? session.progress, 99);
  return withoutUndefined({
    phase: isBack && !isOver ? session.phase : phase,
    progress: reached,
    reason: report.reason,
    error: report.error,
    warnings: warnings ? reportedWarnings(session, warnings) : undefined,
    hostsDiscovered: report.hostsDiscovered ?? undefined,
    estimatedRemainingSecs: isOver ? null : report.estimatedRemainingSecs,
    startedAt: report.startedAt ?? session.startedAt ?? now,
    lastUpdateAt: now,
    finishedAt: isOver ? (report.finishedAt ?? now) : undefined,
    daemonVersion: report.daemonVersion ?? undefined,
    scanned: scanned ? ({ ...scanned } as Prisma.JsonObject) : undefined,
    credentialResults: credentialResults
      ? credentialResultsIn(credentialResults).map((result): Prisma.JsonObject => ({ ...result }))
      : undefined,
  });
}

/** The server's own warnings stay; a daemon cannot add to them. */
function reportedWarnings(session: DiscoverySession, reported: readonly string[]): string[] {
  return [...session.warnings.filter(isWithheldWarning), ...reported.filter((warning) => !isWithheldWarning(warning))];
}

/** A session that the server does not know, although its daemon is at work on it. Undefined: the report says nothing new. */
async function recreated(tx: Db, reporter: Reporter, report: SessionReport): Promise<DiscoverySession | undefined> {
  const { sessionId, phase, discoveryId } = report;
  const record = await tx.discovery.findUnique({ where: { sessionId }, select: { daemonId: true } });
  if (record && record.daemonId !== reporter.daemonId) throw new AppError('daemon_identity_mismatch');
  if (record) return undefined;
  if (terminal.includes(phase) || discoveryId == null)
    throw new AppError('discovery_session_not_found', { id: sessionId });
  await lockDiscovery(tx, discoveryId);
  const discovery = await requireVisible(tx, 'Discovery', discoveryId);
  if (discovery.daemonId !== reporter.daemonId) throw new AppError('daemon_identity_mismatch');
  if (discovery.runType === 'Historical') throw new AppError('discovery_historical_read_only');
  const active = await tx.discoverySession.findUnique({ where: { discoveryId }, select: { id: true } });
  if (active) throw new AppError('discovery_session_active', { id: active.id });
  const { daemonId, networkId } = reporter;
  // It is at work already: what was to be next waits again.
  await tx.discoverySession.updateMany({ where: { daemonId, phase: 'Pending' }, data: { phase: 'Queued' } });
  return createAgain(tx, { id: sessionId, phase, daemonId, networkId }, discovery);
}

async function createAgain(
  tx: Db,
  session: Pick<DiscoverySession, 'id' | 'phase' | 'daemonId' | 'networkId'>,
  { id: discoveryId, discoveryType, discoveryDetails }: Discovery,
): Promise<DiscoverySession> {
  try {
    const details = discoveryDetails as object;
    return await tx.discoverySession.create({
      data: { ...session, discoveryId, discoveryType, discoveryDetails: details },
    });
  } catch (error) {
    // A session of a network beyond reach has the id.
    const isTaken = error instanceof AppError && error.code === 'entity_already_exists';
    throw isTaken ? new AppError('daemon_identity_mismatch') : error;
  }
}

/**
 * Ends a session: its Historical record, the rows it saw, the job's count, and the next in the queue. `ended` is the
 * session in its last state. Holds the daemon's lock.
 */
export async function finishSession(
  tx: Db,
  ended: DiscoverySession,
  { scanned, swept }: Pick<SessionReport, 'scanned' | 'swept'> = {},
): Promise<void> {
  const { id, discoveryId, daemonId, networkId, discoveryType } = ended;
  await lockDiscovery(tx, discoveryId);
  const { forceFullScan } = await requireVisible(tx, 'Discovery', discoveryId, { select: { forceFullScan: true } });
  const network = await requireVisible(tx, 'Network', networkId, { select: { name: true } });
  const { id: runId } = await tx.discovery.create({
    data: {
      networkId,
      daemonId,
      name: `${discoveryType} — ${network.name}`,
      discoveryType,
      discoveryDetails: ended.discoveryDetails as object,
      runType: 'Historical',
      sessionId: id,
      neighborsPending: ended.phase === 'Complete',
      forceFullScan,
      results: payloadOf(ended),
    },
    select: { id: true },
  });
  await markScanned(tx, networkId, runId, scanned ?? (ended.scanned as Scanned | null) ?? {});
  if (ended.phase === 'Complete') await markMissing(tx, ended, runId, swept ?? []);
  await storeCredentialResults(tx, networkId, ended.credentialResults, ended.finishedAt ?? new Date());
  await tx.discovery.updateMany({
    where: { id: discoveryId },
    data: { scanCount: { increment: 1 }, lastRun: ended.startedAt ?? ended.createdAt },
  });
  await tx.discoverySession.deleteMany({ where: { id } });
  await wakeNext(tx, daemonId);
}

/** The session payload as the wire has it, without the ids that it touched: those are never sent. */
function payloadOf(session: DiscoverySession) {
  const { discoveryType, discoveryDetails } = session;
  const time = (at: Date | null) => at?.toISOString() ?? null;
  return {
    session_id: session.id,
    discovery_id: session.discoveryId,
    daemon_id: session.daemonId,
    network_id: session.networkId,
    phase: session.phase,
    discovery_type: { type: discoveryType, ...(discoveryDetails as object) },
    progress: session.progress,
    reason: session.reason,
    error: session.error,
    warnings: session.warnings,
    hosts_discovered: session.hostsDiscovered,
    estimated_remaining_secs: session.estimatedRemainingSecs,
    started_at: time(session.startedAt),
    last_update_at: time(session.lastUpdateAt),
    finished_at: time(session.finishedAt),
    daemon_version: session.daemonVersion,
  };
}
