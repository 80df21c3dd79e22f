// Declares the background jobs that every replica runs, with their intervals: requests to daemons, scheduled
// discoveries, mail, and removal of old rows.
import {
  failIfSilent,
  installSchedule,
  scheduledJob,
  sendIdleToStandby,
  silenceMs,
  silentSince,
  startIfDue,
} from './discovery/runs/due-runs.sql';
import { sweepImportPlans } from './discovery/importing/plan/import-plans.sql';
import { sweepEnrolmentCodes } from './discovery/enrolment-code/enrolment-codes.sql';
import type { ServerPoll } from './discovery/server-poll/server-poll.rest';
import { recordSilences } from './discovery/daemon/silences.sql';
import { resolvePendingNeighbors } from './discovery/runs/neighbors.sql';
import { sweepDeliveries } from './events/delivering/store-deliveries.sql';
import { webhookLetters } from './events/delivering/webhook-letters';
import type { WebhookSender } from './events/delivering/webhook-sender';
import { ruleLetters } from './events/mailing/rule-letter';
import { queueRuleMails, sweepRuleEvents } from './events/mailing/rule-mails.sql';
import { createEventRecording } from './events/recording/record-events.sql';
import { sweepEvents } from './events/recording/store-events.sql';
import { emptyDeletedNetworks, emptyDeletedTags } from './history/deleted-owners.sql';
import { sweepIdempotentAnswers } from '../data/tenancy/idempotent-answers';
import { sweepNetworkChanges } from '../data/tenancy/network-changes';
import { sweepWritePositions } from '../data/tenancy/sweep-rows';
import { sweepAuditEvents, sweepRevisions } from './history/retention.sql';
import { createDueJudging, type JudgingOptions } from './topology/check/judge-networks.sql';
import { lookBack } from './topology/check/look-back.sql';
import { accountLetters, createMailer, type Mailer, type MailLog } from './access';
import type { PrismaClient } from '../generated/prisma/client';
import type { MailTransport } from '../platform/mail/transport';
import { RowFailure, RowsAside } from '../platform/process/rows-aside';
import type { ScheduledJob } from '../platform/process/scheduled-jobs';
import { SteadyTime } from '../platform/process/steady-time';

/** Jobs skip rows of deleted networks, because another job deletes these rows. */
const inNetwork = { network: { is: {} } } as const;

/**
 * Maximum number of rows that a job processes in one run. The job processes further rows in its next run, a few seconds
 * later.
 */
const atMost = 200;

export type { JudgingOptions };
type OnError = (error: unknown) => void;
type Db = Parameters<typeof startIfDue>[0];

/** Days for which history and audit events are kept; 0 means forever. */
export interface Retention {
  readonly historyRetentionDays: number;
  readonly auditRetentionDays: number;
}

/** Creates a mailer that sends the stored mails. Without a mail server (`transport`), it only deletes old mails. */
export const createJobMailer = (
  prisma: PrismaClient,
  transport: MailTransport | undefined,
  publicUrl: string,
  log: MailLog,
): Mailer =>
  createMailer(
    prisma,
    transport,
    { ...accountLetters(prisma, publicUrl), ...webhookLetters(prisma), ...ruleLetters(prisma, publicUrl) },
    log,
  );

/** The parts of the service that send requests to daemons and to the receivers of webhooks. */
interface Senders {
  readonly serverPoll: Pick<ServerPoll, 'begin'>;
  readonly webhookSender: Pick<WebhookSender, 'begin'>;
}

/**
 * Creates the background jobs. They process the rows of all organizations, if `db` is the unscoped client. If a row
 * fails, the job continues with the next row.
 */
export function createScheduledJobs(
  db: Db,
  retention: Retention,
  { serverPoll, webhookSender }: Senders,
  mailer: Pick<Mailer, 'sendDue' | 'sweep'>,
  judging: JudgingOptions & { readonly prisma: PrismaClient },
  onError: OnError,
): ScheduledJob[] {
  let startedAt = new Date();
  const steadyTime = new SteadyTime();
  const judgeDue = createDueJudging();
  const recordEvents = createEventRecording();
  type Run = (now: Date, rows: RowsAside, stopping: AbortSignal) => Promise<unknown>;
  const job = (everySeconds: number, work: string, run: Run): ScheduledJob => {
    const rows = new RowsAside((error, key) => onError(new RowFailure(work, key, error)));
    return { name: work, everySeconds, run: (now, stopping) => run(now, rows, stopping) };
  };
  return [
    { name: 'requests to daemons', everySeconds: 1, run: (now) => serverPoll.begin(now) },
    job(5, 'due runs', (now, rows) => startDueRuns(db, now, rows)),
    job(15, 'silent sessions', (now, rows) => failSilentSessions(db, now, rows, steadyTime)),
    job(3, 'neighbors of finished runs', (now, rows) => resolveNeighborsOfFinishedRuns(db, now, rows)),
    job(3_600, 'standby of idle daemons', (now, rows) => sendIdleToStandby(db, now, rows)),
    { name: 'mail', everySeconds: 3, run: (now) => mailer.sendDue(now) },
    job(60, 'silent daemons', (now, rows) => {
      // If the clock was set back, the start of the service would stay in the future for as long as the step.
      if (now < startedAt) startedAt = now;
      return recordSilences(db, now, startedAt, rows);
    }),
    { name: 'sweep of mails', everySeconds: 60, run: (now) => mailer.sweep(now) },
    job(1, 'checks', (now, rows, stopping) => judgeDue(judging.prisma, now, rows, { ...judging, stopping })),
    job(5, 'past of verdicts', (now, rows, stopping) => lookBack(judging.prisma, now, rows, { ...judging, stopping })),
    job(1, 'events', async (now, rows, stopping) => {
      // Do not wait for the next run of the job `messages to webhooks`: it would delay the messages by up to a second.
      if ((await recordEvents(judging.prisma, now, rows, stopping)) > 0) await webhookSender.begin(new Date());
    }),
    { name: 'messages to webhooks', everySeconds: 1, run: (now) => webhookSender.begin(now) },
    job(3, 'mails of rules', (now, rows) => queueRuleMails(judging.prisma, now, rows)),
    job(300, 'sweep of events of mail rules', (now, rows) => sweepRuleEvents(db, now, rows)),
    job(300, 'sweep of messages to webhooks', (now, rows) => sweepDeliveries(db, now, rows)),
    job(3, 'rows of deleted networks', (now, rows) => emptyDeletedNetworks(db, now, rows)),
    job(3, 'assignments of deleted tags', (now, rows) => emptyDeletedTags(db, now, rows)),
    job(60, 'sweep of changes', (now, rows) => sweepNetworkChanges(db, now, rows)),
    job(60, 'sweep of import plans', (now, rows) => sweepImportPlans(db, now, rows)),
    job(60, 'sweep of idempotent answers', (now, rows) => sweepIdempotentAnswers(db, now, rows)),
    job(60, 'sweep of write positions', (now, rows) => sweepWritePositions(db, now, rows)),
    job(60, 'sweep of enrolment codes', (now, rows) => sweepEnrolmentCodes(db, now, rows)),
    job(300, 'sweep of history', (now, rows) => sweepHistory(db, retention, now, rows)),
  ];
}

/** Starts scheduled discoveries that are due. Resolves with the number of discoveries that this call started. */
export async function startDueRuns(db: Db, now: Date, rows: RowsAside): Promise<number> {
  const others = { id: { notIn: rows.at(now) } };
  const scheduledFilter = { ...inNetwork, runType: 'Scheduled', scheduleEnabled: true } as const;
  const toInstall = await db.discovery.findMany({
    where: { ...scheduledFilter, ...others, nextRun: null },
    select: scheduledJob,
    take: atMost,
  });
  for (const job of toInstall) await rows.one(job.id, now, () => installSchedule(db, job, now));
  const dueDiscoveries = await db.discovery.findMany({
    where: { ...scheduledFilter, id: { notIn: rows.at(now) }, nextRun: { lte: now } },
    select: scheduledJob,
    orderBy: [{ nextRun: 'asc' }, { id: 'asc' }],
    take: atMost,
  });
  return countOf(
    rows,
    now,
    dueDiscoveries,
    ({ id }) => id,
    (job) => startIfDue(db, job, now),
  );
}

/**
 * Ends discovery sessions whose daemon no longer reports. Resolves with the number of sessions that this call ended.
 * With `steadyTime`, ends none within five minutes of a gap: a daemon cannot report while the service or its database
 * is away. After a gap on one replica only, other replicas end the sessions.
 */
export async function failSilentSessions(db: Db, now: Date, rows: RowsAside, steadyTime?: SteadyTime): Promise<number> {
  const recordAnswer = steadyTime?.begin(now);
  const silent = await db.discoverySession.findMany({
    where: { ...inNetwork, ...silentSince(now), id: { notIn: rows.at(now) } },
    select: { id: true, daemonId: true, discoveryId: true },
    orderBy: [{ updatedAt: 'asc' }, { id: 'asc' }],
    take: atMost,
  });
  recordAnswer?.();
  if (steadyTime && !steadyTime.covers(silenceMs, now)) return 0;
  return countOf(
    rows,
    now,
    silent,
    ({ id }) => id,
    async (session) => {
      const hasFailed = await failIfSilent(db, session, now);
      recordAnswer?.();
      return hasFailed;
    },
  );
}

/**
 * Resolves links between neighbors in networks with a finished discovery. Resolves with the number of these networks.
 */
export async function resolveNeighborsOfFinishedRuns(db: Db, now: Date, rows: RowsAside): Promise<number> {
  const pending = await db.discovery.findMany({
    where: { ...inNetwork, neighborsPending: true, networkId: { notIn: rows.at(now) } },
    select: { networkId: true },
    orderBy: [{ networkId: 'asc' }],
    distinct: ['networkId'],
    take: atMost,
  });
  return countOf(
    rows,
    now,
    pending,
    ({ networkId }) => networkId,
    ({ networkId }) => resolvePendingNeighbors(db, networkId),
  );
}

async function countOf<T>(
  rows: RowsAside,
  now: Date,
  dueRows: readonly T[],
  keyOf: (row: T) => string,
  change: (row: T) => Promise<boolean>,
): Promise<number> {
  let count = 0;
  for (const row of dueRows) if (await rows.one(keyOf(row), now, () => change(row))) count += 1;
  return count;
}

/**
 * Deletes former states of rows, audit events and events of networks that are older than their retention period.
 * Resolves with the number of deleted states and events.
 */
export async function sweepHistory(
  db: Parameters<typeof sweepRevisions>[0],
  { historyRetentionDays, auditRetentionDays }: Retention,
  now: Date,
  rows: RowsAside,
): Promise<number> {
  const since = (days: number) => (days === 0 ? undefined : new Date(now.getTime() - days * 24 * 3_600_000));
  const events = since(auditRetentionDays);
  const states = await sweepRevisions(db, since(historyRetentionDays), now, rows);
  if (!events) return states;
  const auditEvents = await sweepAuditEvents(db, events, now, rows);
  return states + auditEvents + (await sweepEvents(db, events, now, rows));
}
