// Creates all background jobs of the service. Mails and messages to webhooks count as sent, and no daemon is called.
import pino from 'pino';
import type { PrismaClient } from '../../src/generated/prisma/client';
import { createJobMailer, createScheduledJobs } from '../../src/modules/jobs';
import { createWebhookSender } from '../../src/modules/routes';
import { jobs } from '../../src/modules/thread-jobs';
import type { Outbound } from '../../src/platform/http/outbound';
import type { MailTransport } from '../../src/platform/mail/transport';
import type { ScheduledJob } from '../../src/platform/process/scheduled-jobs';
import type { SecretBox } from '../../src/platform/text/sealed-secrets';

/** The errors and warnings that the jobs have reported. */
export interface LoggedLines {
  readonly errors: string[];
  readonly warned: string[];
}

/**
 * All jobs of the service. History and audit events are kept for 300 days. The jobs process the rows of every
 * organization, so the client must be that of a database which only this suite uses.
 */
export function createAllJobs(
  ownPrisma: PrismaClient,
  secretBox: SecretBox,
  { errors, warned }: LoggedLines,
): ScheduledJob[] {
  const transport: MailTransport = { deliver: () => Promise.resolve({ outcome: 'sent' }) };
  const log = { info: () => undefined, warn: (_details: object, message: string) => void warned.push(message) };
  const mailer = createJobMailer(ownPrisma, transport, 'https://netloom.example', log);
  const retention = { historyRetentionDays: 300, auditRetentionDays: 300 };
  const onError = (error: unknown) => void errors.push(String(error));
  const run = (job: keyof typeof jobs, input: never) =>
    Promise.resolve((jobs[job] as (input: never) => unknown)(input));
  const queries = { schema: undefined as never, contextOf: () => undefined as never };
  const judging = { prisma: ownPrisma, queries, workersOf: () => ({ run: run as never }), onBehind: () => undefined };
  const serverPoll = { begin: () => Promise.resolve(0) };
  const outbound: Outbound = {
    allowsPrivate: true,
    assertAllowed: () => undefined,
    request: () => Promise.resolve({ status: 204, body: Buffer.alloc(0) }),
  };
  const logger = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
  const sender = createWebhookSender({ prisma: ownPrisma, logger, outbound, secretBox, ownUrls: [] });
  const begin = async (at: Date) => {
    await sender.begin(at);
    await sender.settled();
    return 0;
  };
  const senders = { serverPoll, webhookSender: { begin } };
  return createScheduledJobs(ownPrisma, retention, senders, mailer, judging, onError);
}
