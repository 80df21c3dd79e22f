// A test world with mail enabled: the service, its mailer and a real SMTP server, on a separate database.
import { randomUUID } from 'node:crypto';
import { createJobMailer } from '../../../../src/modules/jobs';
import type { Mailer } from '../../../../src/modules/access';
import { createMailTransport } from '../../../../src/platform/mail/transport';
import { createPrismaClient } from '../../../../src/data/client';
import { startMailServer, type MailServer, type ReceivedMail } from '../../../support/mail-server';
import { createMigratedDatabase } from '../../../support/own-database';
import { createWorld, type World } from '../../../support/world';

export const password = 'Correct horse 1';
export const publicUrl = 'https://netloom.example';
export const newEmail = (): string => `${randomUUID()}@people.test`;

export interface MailWorld {
  readonly world: World;
  readonly server: MailServer;
  readonly mailer: Mailer;
  /** The lines that the mailer has logged. */
  readonly logged: string[];
  /** Creates another replica: a mailer with its own connections. */
  replica(): { readonly mailer: Mailer; close(): Promise<void> };
  /** Sends the mails that are due at most `seconds` from now (1 by default). Returns the mails that arrived. */
  send(seconds?: number): Promise<readonly ReceivedMail[]>;
  post(action: string, body: object, cookie?: string): Promise<Answer>;
  close(): Promise<void>;
}
export interface Answer {
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the wire has it
  readonly body: any;
  readonly cookie: string;
  readonly headers: Headers;
}

export async function openMailWorld(settings: NodeJS.ProcessEnv = {}): Promise<MailWorld> {
  const [database, server] = await Promise.all([createMigratedDatabase(), startMailServer()]);
  const world = await createWorld({
    ...{ DATABASE_URL: database.url, LOG_LEVEL: 'silent' },
    ...{ SMTP_URL: server.url, PUBLIC_URL: publicUrl },
    ...settings,
  });
  const logLines: string[] = [];
  const log = {
    info: (_details: object, message: string) => void logLines.push(message),
    warn: (_details: object, message: string) => void logLines.push(message),
  };
  const transport = createMailTransport({ kind: 'smtp', url: server.url, from: 'netloom@netloom.example' });
  const mailer = createJobMailer(world.prisma, transport, publicUrl, log);
  return {
    ...{ world, server, mailer, logged: logLines },
    replica() {
      const prisma = createPrismaClient(database.url, { poolSize: 3 });
      return { mailer: createJobMailer(prisma, transport, publicUrl, log), close: () => prisma.$disconnect() };
    },
    async send(seconds = 1) {
      const before = server.mails.length;
      await mailer.sendDue(new Date(Date.now() + seconds * 1000));
      return server.mails.slice(before);
    },
    async post(action, body, cookie = '') {
      const reply = await world.anonymous.send('POST', `/api/auth/${action}`, {
        body,
        headers: cookie ? { cookie } : {},
      });
      const set = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
      return { status: reply.status, body: reply.body, cookie: set, headers: reply.headers };
    },
    async close() {
      await world.close();
      await server.close();
      await database.drop();
    },
  };
}

/** The token of the link in a mail. */
export function findToken(mail: ReceivedMail | undefined, kind: 'verify' | 'reset'): string {
  const tokenMatch = new RegExp(`${publicUrl}/sign-in#${kind}=([\\w-]{43})`).exec(mail?.text ?? '');
  if (!tokenMatch) throw new Error(`no link to ${kind} in: ${mail?.text}`);
  return tokenMatch[1]!;
}
