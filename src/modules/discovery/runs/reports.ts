// Handles daemons' reports on their runs: the progress and the end of a run. A run that has ended is stored as a
// Historical discovery.
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
import { isAddressResult, parseCredentialResults, type CredentialResult } from '../credentials/credential-results';
import { isWithheldWarning } from '../credentials/hand-out';
import { storeCredentialResults } from '../credentials/working-credentials.sql';
import { markMissing } from './missing-hosts.sql';
import { wakeNext } from './sessions';
import { progressOfWhole, nextStage, stages } from './stages';

/**
 * Limits of a report: the length in characters of a reason, error or warning, the number of warnings, and the number of
 * CIDRs in `swept`.
 */
export const reportBounds = { text: 10_000, warnings: 1_000, swept: 1_000 } as const;

/** Maximum number of credential results in the record of a run. */
const mostShown = 1_000;

/** A daemon's report on a session, with the fields that the service accepts. */
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
  /** Older daemons run a job in stages. For these daemons: the stage to which the report belongs. */
  readonly stage?: DiscoveryStage | null;
  readonly scanned?: Scanned | null;
  /** CIDRs in which a complete run queried every IP address. */
  readonly swept?: readonly string[] | null;
  /** Results of credentials. Versions of daemons send different forms. */
  readonly credentialResults?: readonly unknown[] | null;
}
/** The daemon that sent the report, and its network. */
export interface Reporter {
  readonly daemonId: string;
  readonly networkId: string;
}

const live: readonly DiscoveryPhase[] = ['Started', 'Scanning'];
const terminal: readonly DiscoveryPhase[] = ['Complete', 'Failed', 'Cancelled'];

/** Throws 400 `validation_invalid_format` for a phase that only the server may set. */
export function assertReportable(field: string, phase: DiscoveryPhase): void {
  if (![...live, ...terminal].includes(phase)) throw new AppError('validation_invalid_format', { field });
}

/**
 * Stores a daemon's report on its run. Ignores reports on runs that have ended. An unknown session is created again for
 * one of the daemon's jobs; without a job, only the end of the run is recorded. Throws 403 `daemon_identity_mismatch`
 * if the session belongs to another daemon.
 */
export async function applySessionReport(
  db: ScopedDb,
  reporter: Reporter,
  sessionReport: SessionReport,
): Promise<void> {
  assertReporter(reporter, sessionReport);
  const apply = (newRowId: string) => db.$transaction((tx) => applyReport(tx, reporter, sessionReport, newRowId));
  await apply(sessionReport.sessionId).catch((error: unknown) => {
    // Another row has this id: a session of another network with the same session id, or the reported session itself,
    // which a concurrent report has just created. The second attempt finds that session, or creates one under a random
    // row id.
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
  // It is unknown when a recreated session began, so its run marks no host as missing.
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

/**
 * Applies a report on a stage. After a complete stage, the next stage starts. Any other end of a stage ends the run.
 */
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

/**
 * Returns the columns of the session that the report changes. A late report on an earlier phase does not change the
 * phase.
 */
function reportedFields(session: Ended, report: SessionReport) {
  const { phase, progress, warnings, scanned, credentialResults } = report;
  const now = new Date();
  const isOver = terminal.includes(phase);
  const isBack = live.indexOf(phase) < live.indexOf(session.phase);
  // Only a complete run has 100 percent. A run that is in progress, failed or was cancelled has at most 99 percent.
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

/**
 * Returns the warnings of a session. Those of the service, about withheld credentials, stay; those of the daemon are
 * replaced. Warnings of the daemon that look like warnings of the service are dropped.
 */
function reportedWarnings(session: Ended, reportedWarnings: readonly string[]): string[] {
  return [
    ...session.warnings.filter(isWithheldWarning),
    ...reportedWarnings.filter((warning) => !isWithheldWarning(warning)),
  ];
}

/**
 * Creates a session for a reported run that the service does not know. Resolves with undefined if the run is already
 * recorded, or the daemon has no job for it.
 */
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
  // The daemon already runs the reported session, so the session that was its next one must wait again.
  await tx.discoverySession.updateMany({ where: { daemonId, phase: 'Pending' }, data: { phase: 'Queued' } });
  const { id: discoveryId, discoveryType, discoveryDetails } = job;
  const ofJob = { discoveryId, discoveryType, discoveryDetails: discoveryDetails as object };
  const data = { id: newRowId, sessionId, phase, daemonId, networkId, stage: report.stage ?? null, ...ofJob };
  return tx.discoverySession.create({ data });
}

/**
 * Resolves with the job for a session that is created again: the reported job, or otherwise the daemon's oldest job.
 * Only jobs without a session are considered.
 */
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

/** Writes the record of a run that has ended, for a run whose job (discovery) no longer exists. */
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
 * Ends a run: writes its record, deletes its session, and lets the daemon's next session start. `session` is the last
 * state of the session. The caller holds the daemon's lock.
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

/** The last state of a session. `discoveryId` is null if the job of the session no longer exists. */
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
  if (endedSession.phase === 'Complete') await markMissing(tx, endedSession, runId, swept ?? []);
  await storeCredentialResults(tx, networkId, endedSession.credentialResults, endedSession.finishedAt ?? new Date());
}

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

/**
 * Returns the results of credentials for the record: the first 1,000 results, and the total number of results with an
 * IP address.
 */
function shownResults(storedResults: Prisma.JsonValue | null): object {
  const results = storedJson<readonly CredentialResult[]>(storedResults ?? []);
  if (results.length === 0) return {};
  return {
    credential_results: results.slice(0, mostShown).map((result) => {
      const { credentialId: credential_id } = result;
      return isAddressResult(result)
        ? { credential_id, ip: result.ip, outcome: result.opened ? 'opened' : 'refused' }
        : { credential_id, outcome: { type: 'Collected', hosts: result.openedCount } };
    }),
    credential_results_total: results.filter(isAddressResult).length,
  };
}
