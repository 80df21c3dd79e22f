// Reports of daemons on their runs: progress, and the end, of which a Historical discovery is the record.
import { storedJson } from '../../../data/model/stored-json';
import { randomUUID } from 'node:crypto';
import { AppError } from '../../../errors';
import type { Discovery, DiscoverySession, Prisma } from '../../../generated/prisma/client';
import type { DiscoveryPhase, DiscoveryStage } from '../../../generated/prisma/enums';
import { lockDaemon, lockDiscovery } from '../run-locks.sql';
import { requireVisible, type Db } from '../../../data/tenancy/rows';
import { withoutUndefined } from '../../../platform/text/members';
import { markScanned, type Scanned } from './scanned-rows.sql';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { parseCredentialResults, type CredentialResult } from '../credentials/credential-results';
import { isWithheldWarning } from '../credentials/hand-out';
import { storeCredentialResults } from '../credentials/working-credentials.sql';
import { queueDigest } from '../mail/notices.sql';
import { markMissing } from './missing-hosts.sql';
import { wakeNext } from './sessions';
import { progressOfWhole, nextStage, stages } from './stages';

/** Longest reason, error and warning in characters; most warnings, and most networks that were swept. */
export const reportBounds = { text: 10_000, warnings: 1_000, swept: 1_000 } as const;

/** Results of credentials in the record of a run. */
const mostShown = 1_000;

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
  /** Of a job in stages: the one that this is about. */
  readonly stage?: DiscoveryStage | null;
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
 * Takes a report in. 403 `daemon_identity_mismatch` for another daemon's session. Reports of a session or a stage that has
 * ended are ignored. An unknown session is made again, for the job that the report names or else one of the daemon; where there
 * is none, its end is recorded without a job.
 */
export async function applySessionReport(
  db: ScopedDb,
  reporter: Reporter,
  sessionReport: SessionReport,
): Promise<void> {
  assertReporter(reporter, sessionReport);
  const apply = (newRowId: string) => db.$transaction((tx) => applyReport(tx, reporter, sessionReport, newRowId));
  await apply(sessionReport.sessionId).catch((error: unknown) => {
    // A row of another network has the id, or another daemon of this one has just taken it, which is then found.
    const isTaken = error instanceof AppError && error.code === 'entity_already_exists';
    if (!isTaken) throw error;
    return apply(randomUUID());
  });
}

async function applyReport(tx: Db, reporter: Reporter, sessionReport: SessionReport, newRowId: string): Promise<void> {
  const { daemonId, networkId } = reporter;
  await lockDaemon(tx, daemonId);
  const storedSession = await tx.discoverySession.findFirst({
    where: { networkId, sessionId: sessionReport.sessionId },
  });
  const session = storedSession ?? (await recreateSession(tx, reporter, sessionReport, newRowId));
  if (!session) return;
  // Of one that is made again it is not known when it began: nothing is missing for not being seen since.
  const report = storedSession ? sessionReport : { ...sessionReport, swept: null };
  if (session.daemonId !== daemonId) throw new AppError('daemon_identity_mismatch');
  const stage = report.stage ?? session.stage;
  if (stage === null) await applyTo(tx, session, report);
  else if (session.stage === null || stages.indexOf(stage) >= stages.indexOf(session.stage))
    await applyToStage(tx, { ...session, stage }, report);
}

async function applyTo(tx: Db, session: DiscoverySession, report: SessionReport): Promise<void> {
  const fields = reportedFields(session, report);
  if (terminal.includes(report.phase)) await finishSession(tx, { ...session, ...fields }, report);
  else await tx.discoverySession.updateMany({ where: { id: session.id }, data: fields });
}

/** A stage that is complete makes place for the next; any other end is that of the run. */
async function applyToStage(
  tx: Db,
  session: DiscoverySession & { readonly stage: DiscoveryStage },
  report: SessionReport,
): Promise<void> {
  const { id, daemonId, stage } = session;
  const { hasDockerSocket } = await requireVisible(tx, 'Daemon', daemonId, { select: { hasDockerSocket: true } });
  const percent = report.phase === 'Complete' ? 100 : report.progress;
  const progress = percent == null ? percent : progressOfWhole(stage, percent, hasDockerSocket);
  const next = report.phase === 'Complete' ? nextStage(stage, hasDockerSocket) : undefined;
  if (next === undefined) return applyTo(tx, session, { ...report, progress });
  if (session.cancelRequested) return applyTo(tx, session, { ...report, progress, phase: 'Cancelled' });
  const fields = reportedFields(session, { ...report, progress, phase: 'Scanning', finishedAt: null });
  await tx.discoverySession.updateMany({ where: { id }, data: { ...fields, phase: 'Pending', stage: next } });
}

function assertReporter(reporter: Reporter, { daemonId, networkId }: SessionReport): void {
  if (daemonId != null && daemonId !== reporter.daemonId) throw new AppError('daemon_identity_mismatch');
  if (networkId != null && networkId !== reporter.networkId) throw new AppError('daemon_network_mismatch');
}

/** The columns that the report changes. A late report of an earlier phase does not take the session back. */
function reportedFields(session: Ended, report: SessionReport) {
  const { phase, progress, warnings, scanned, credentialResults } = report;
  const now = new Date();
  const isOver = terminal.includes(phase);
  const isBack = live.indexOf(phase) < live.indexOf(session.phase);
  // Full only when it is over; a run that stopped keeps what it had reached.
  const reachedProgress = phase === 'Complete' ? 100 : Math.min(progress ?? session.progress, 99);
  return withoutUndefined({
    phase: isBack && !isOver ? session.phase : phase,
    progress: reachedProgress,
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
      ? parseCredentialResults(credentialResults).map((result): Prisma.JsonObject => ({ ...result }))
      : undefined,
  });
}

/** The server's own warnings stay; a daemon cannot add to them. */
function reportedWarnings(session: Ended, reportedWarnings: readonly string[]): string[] {
  return [
    ...session.warnings.filter(isWithheldWarning),
    ...reportedWarnings.filter((warning) => !isWithheldWarning(warning)),
  ];
}

/** A session that the server does not know. Undefined: the report says nothing new, or of no job. */
async function recreateSession(
  tx: Db,
  reporter: Reporter,
  report: SessionReport,
  newRowId: string,
): Promise<DiscoverySession | undefined> {
  const { sessionId, phase } = report;
  const { daemonId, networkId } = reporter;
  const record = await tx.discovery.findFirst({ where: { networkId, sessionId }, select: { daemonId: true } });
  if (record && record.daemonId !== daemonId) throw new AppError('daemon_identity_mismatch');
  if (record) return undefined;
  const job = await jobOf(tx, reporter, report.discoveryId);
  if (!job) {
    if (terminal.includes(phase)) await recordWithoutJob(tx, reporter, report);
    return undefined;
  }
  // It is at work already: what was to be next waits again.
  await tx.discoverySession.updateMany({ where: { daemonId, phase: 'Pending' }, data: { phase: 'Queued' } });
  const { id: discoveryId, discoveryType, discoveryDetails } = job;
  const ofJob = { discoveryId, discoveryType, discoveryDetails: discoveryDetails as object };
  const data = { id: newRowId, sessionId, phase, daemonId, networkId, stage: report.stage ?? null, ...ofJob };
  return tx.discoverySession.create({ data });
}

/** The job that is named, else the daemon's oldest; in either case one without a session. Another daemon's: 403. */
async function jobOf(
  tx: Db,
  { daemonId }: Reporter,
  discoveryId: string | null | undefined,
): Promise<Discovery | undefined> {
  const namedDiscovery = discoveryId == null ? null : await tx.discovery.findUnique({ where: { id: discoveryId } });
  if (namedDiscovery && namedDiscovery.daemonId !== daemonId) throw new AppError('daemon_identity_mismatch');
  const jobs = await tx.discovery.findMany({
    where: { daemonId, runType: { not: 'Historical' }, activeSession: { is: null } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  });
  const matchingDiscovery = jobs.find(({ id }) => id === namedDiscovery?.id) ?? jobs[0];
  if (!matchingDiscovery) return undefined;
  await lockDiscovery(tx, matchingDiscovery.id);
  return requireVisible(tx, 'Discovery', matchingDiscovery.id);
}

/** A run that has ended, of a job that is not there any more. */
async function recordWithoutJob(tx: Db, { daemonId, networkId }: Reporter, report: SessionReport): Promise<void> {
  const { hostId } = await requireVisible(tx, 'Daemon', daemonId, { select: { hostId: true } });
  const now = new Date();
  const unknown = {
    ...{
      id: report.sessionId,
      sessionId: report.sessionId,
      daemonId,
      networkId,
      discoveryId: null,
      phase: report.phase,
      stage: null,
    },
    ...{ discoveryType: 'Unified' as const, discoveryDetails: { host_id: hostId, subnet_ids: null } },
    ...{ createdAt: now, updatedAt: now, progress: 0, reason: null, error: null, warnings: [], hostsDiscovered: 0 },
    ...{ estimatedRemainingSecs: null, startedAt: null, lastUpdateAt: null, finishedAt: null, daemonVersion: null },
    ...{ cancelRequested: false, scanned: null, credentialResults: null },
  };
  await recordRun(tx, { ...unknown, ...reportedFields(unknown, report) }, { scanned: report.scanned });
}

/**
 * Ends a session: its Historical record, the rows it saw, the job's count, and the next in the queue. `ended` is the
 * session in its last state. Holds the daemon's lock.
 */
export async function finishSession(
  tx: Db,
  session: DiscoverySession,
  coverage: Pick<SessionReport, 'scanned' | 'swept'> = {},
): Promise<void> {
  const { id, discoveryId, daemonId } = session;
  await lockDiscovery(tx, discoveryId);
  const { forceFullScan } = await requireVisible(tx, 'Discovery', discoveryId, { select: { forceFullScan: true } });
  await recordRun(tx, session, { ...coverage, forceFullScan });
  await tx.discovery.updateMany({
    where: { id: discoveryId },
    data: { scanCount: { increment: 1 }, lastRun: session.startedAt ?? session.createdAt },
  });
  await tx.discoverySession.deleteMany({ where: { id } });
  await wakeNext(tx, daemonId);
}

/** A session in its last state; of a run whose job is gone it has none. */
type Ended = Omit<DiscoverySession, 'discoveryId'> & { readonly discoveryId: string | null };

async function recordRun(
  tx: Db,
  endedSession: Ended,
  {
    forceFullScan = false,
    scanned,
    swept,
  }: Pick<SessionReport, 'scanned' | 'swept'> & { readonly forceFullScan?: boolean },
): Promise<void> {
  const { sessionId, daemonId, networkId, discoveryType } = endedSession;
  const network = await requireVisible(tx, 'Network', networkId, { select: { name: true } });
  const data = {
    networkId,
    daemonId,
    name: `${discoveryType} — ${network.name}`,
    discoveryType,
    discoveryDetails: endedSession.discoveryDetails as object,
    runType: 'Historical' as const,
    sessionId,
    neighborsPending: endedSession.phase === 'Complete',
    forceFullScan,
    results: payloadOf(endedSession),
  };
  const { id: runId } = await tx.discovery.create({ data, select: { id: true } });
  await markScanned(tx, networkId, runId, scanned ?? (endedSession.scanned as Scanned | null) ?? {});
  if (endedSession.phase === 'Complete') {
    await markMissing(tx, endedSession, runId, swept ?? []);
    await queueDigest(tx, networkId, runId);
  }
  await storeCredentialResults(tx, networkId, endedSession.credentialResults, endedSession.finishedAt ?? new Date());
}

/** The session payload as the wire has it, without the ids that it touched: those are never sent. */
function payloadOf(session: Ended) {
  const { discoveryType, discoveryDetails } = session;
  const time = (at: Date | null) => at?.toISOString() ?? null;
  return {
    session_id: session.sessionId,
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
    ...shownResults(session.credentialResults),
  };
}

/** Which credential each host opened to or refused; the first of many, and how many there are. */
function shownResults(storedResults: Prisma.JsonValue | null): object {
  const results = storedJson<readonly CredentialResult[]>(storedResults ?? []);
  if (results.length === 0) return {};
  return {
    credential_results: results.slice(0, mostShown).map(({ credentialId, ip, opened }) => {
      return { credential_id: credentialId, ip, outcome: opened ? 'opened' : 'refused' };
    }),
    credential_results_total: results.length,
  };
}
