// Background jobs of every replica and their intervals: calls on daemons, due schedules, silent sessions, neighbours of finished runs, idle daemons, mail, old marks, old history, import plans.
import {
  failIfSilent,
  installSchedule,
  scheduledJob,
  sendIdleToStandby,
  silentSince,
  startIfDue,
} from './discovery/runs/due-runs.sql';
import { sweepImportPlans } from './discovery/importing/plan/import-plans.sql';
import type { ServerPoll } from './discovery/server-poll/server-poll.rest';
import { discoveryLetters } from './discovery/mail/letters';
import { alertOfSilence } from './discovery/mail/notices.sql';
import { resolvePendingNeighbors } from './discovery/runs/neighbors.sql';
import { sweepNetworkChanges } from '../data/tenancy/network-changes';
import { sweepAuditEvents, sweepRevisions } from './history/retention.sql';
import { accountLetters, createMailer, type Mailer, type MailLog } from './access';
import type { PrismaClient } from '../generated/prisma/client';
import type { MailTransport } from '../platform/mail/transport';
import type { ScheduledJob } from '../platform/process/scheduled-jobs';

/** Maximum rows of one round; the rest waits for the next, a few seconds later. */
const atMost = 200;

type OnError = (error: unknown) => void;
type Db = Parameters<typeof startIfDue>[0];

/** Days that the past is kept; 0: for ever. */
export interface Retention {
  readonly historyRetentionDays: number;
  readonly auditRetentionDays: number;
}

/** Sends the outbox; without a transport it only keeps the outbox from growing. */
export const mailerOf = (
  prisma: PrismaClient,
  transport: MailTransport | undefined,
  publicUrl: string,
  log: MailLog,
): Mailer =>
  createMailer(
    prisma,
    transport,
    { ...accountLetters(prisma, publicUrl), ...discoveryLetters(prisma, publicUrl) },
    log,
  );

/** For all that the client sees: the raw one sees every organization. One row that fails keeps no other waiting. */
export function scheduledJobsOf(
  db: Db,
  retention: Retention,
  serverPoll: Pick<ServerPoll, 'begin'>,
  mailer: Pick<Mailer, 'sendDue' | 'sweep'>,
  onError: OnError,
): ScheduledJob[] {
  const startedAt = new Date();
  return [
    { everySeconds: 1, run: (now) => serverPoll.begin(now) },
    { everySeconds: 5, run: (now) => startDueRuns(db, now, onError) },
    { everySeconds: 15, run: (now) => failSilentSessions(db, now, onError) },
    { everySeconds: 3, run: () => resolveNeighborsOfFinishedRuns(db, onError) },
    { everySeconds: 3_600, run: (now) => sendIdleToStandby(db, now) },
    { everySeconds: 3, run: (now) => mailer.sendDue(now) },
    { everySeconds: 60, run: (now) => alertOfSilence(db, now, startedAt) },
    { everySeconds: 60, run: (now) => mailer.sweep(now) },
    { everySeconds: 60, run: (now) => sweepNetworkChanges(db, now) },
    { everySeconds: 60, run: (now) => sweepImportPlans(db, now) },
    { everySeconds: 300, run: (now) => sweepHistory(db, retention, now) },
  ];
}

/** Answers how many runs this call started. */
export async function startDueRuns(db: Db, now: Date, onError: OnError): Promise<number> {
  const scheduled = { runType: 'Scheduled', scheduleEnabled: true } as const;
  const toInstall = await db.discovery.findMany({
    where: { ...scheduled, nextRun: null },
    select: scheduledJob,
    take: atMost,
  });
  for (const job of toInstall) await installSchedule(db, job, now).catch(onError);
  const due = await db.discovery.findMany({
    where: { ...scheduled, nextRun: { lte: now } },
    select: scheduledJob,
    orderBy: [{ nextRun: 'asc' }, { id: 'asc' }],
    take: atMost,
  });
  return countOf(due, (job) => startIfDue(db, job, now), onError);
}

/** Answers how many sessions this call ended. */
export async function failSilentSessions(db: Db, now: Date, onError: OnError): Promise<number> {
  const silent = await db.discoverySession.findMany({
    where: silentSince(now),
    select: { id: true, daemonId: true, discoveryId: true },
    orderBy: [{ updatedAt: 'asc' }, { id: 'asc' }],
    take: atMost,
  });
  return countOf(silent, (session) => failIfSilent(db, session, now), onError);
}

/** Answers in how many networks this call resolved neighbours. */
export async function resolveNeighborsOfFinishedRuns(db: Db, onError: OnError): Promise<number> {
  const pending = await db.discovery.findMany({
    where: { neighborsPending: true },
    select: { networkId: true },
    orderBy: [{ networkId: 'asc' }],
    distinct: ['networkId'],
    take: atMost,
  });
  return countOf(pending, ({ networkId }) => resolvePendingNeighbors(db, networkId), onError);
}

async function countOf<T>(rows: readonly T[], change: (row: T) => Promise<boolean>, onError: OnError): Promise<number> {
  let count = 0;
  for (const row of rows) if (await change(row).catch((error: unknown) => (onError(error), false))) count += 1;
  return count;
}

/** Answers how many states and events this call removed. */
export async function sweepHistory(
  db: Parameters<typeof sweepRevisions>[0],
  { historyRetentionDays, auditRetentionDays }: Retention,
  now: Date,
): Promise<number> {
  const since = (days: number) => (days === 0 ? undefined : new Date(now.getTime() - days * 24 * 3_600_000));
  const events = since(auditRetentionDays);
  return (await sweepRevisions(db, since(historyRetentionDays))) + (events ? await sweepAuditEvents(db, events) : 0);
}
