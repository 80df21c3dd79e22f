// Sends the mails of the outbox. A replica claims each mail before it sends the mail, so that no mail is sent twice,
// even after a crash.
import type { PrismaClient } from '../../../generated/prisma/client';
import type { Letter } from '../../../platform/mail/letter';
import type { Delivery, MailTransport } from '../../../platform/mail/transport';
import { RowsAside } from '../../../platform/process/rows-aside';
import {
  claimMail,
  dropUnsent,
  dueMails,
  finishMail,
  giveMailBack,
  sweepMail,
  type ClaimedMail,
  type MailKind,
} from './outbox.sql';

/**
 * Composes a claimed mail, and creates the link in its text. Resolves with undefined if the mail must not be sent,
 * because the reason for it no longer exists.
 */
export type Composer = (mail: ClaimedMail) => Promise<Letter | undefined>;
export type Composers = Readonly<Record<MailKind, Composer>>;

export interface MailLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface Mailer {
  /**
   * Sends due mails one after the other. If one mail fails, the next mail is sent. Stops early only if the mail server
   * is unreachable or the mailer is closed.
   */
  sendDue(now: Date): Promise<void>;
  /**
   * Deletes mails that were finished or claimed at least a day ago, and expired links. Without a mail server, also
   * deletes mails that nobody has claimed for an hour.
   */
  sweep(now: Date): Promise<void>;
  /** Stops sending, and waits for the mail that is being sent. */
  close(): Promise<void>;
}

const retrySeconds = [60, 300, 900, 3_600, 14_400];
/**
 * Maximum number of mails that one call of `sendDue` sends. The next call, a few seconds later, sends the remaining
 * mails.
 */
const atMost = 100;

/**
 * Creates the mailer. A mail is sent at most once. If a crash or a lost connection leaves it unknown whether the mail
 * server accepted a mail, the mail is not sent again; the user can request another. A mail is sent again later if the
 * server rejected it temporarily or was unreachable. If `transport` is undefined, no mail is sent.
 */
export function createMailer(
  prisma: PrismaClient,
  transport: MailTransport | undefined,
  composers: Composers,
  log: MailLog,
): Mailer {
  const rows = new RowsAside((err, key) => log.warn({ err, row: key }, 'mail left aside: the service failed on it'));
  let isClosed = false;
  let underWay: Promise<void> = Promise.resolve();

  const compose = async (mail: ClaimedMail): Promise<Letter | undefined> => composers[mail.kind](mail);

  const later = async (mail: ClaimedMail, now: Date, reason: string): Promise<void> => {
    const seconds = retrySeconds[mail.attempts - 1];
    const { id, kind } = mail;
    if (seconds === undefined) {
      log.warn({ mail: id, kind, reason }, 'mail given up: it could not be sent');
      return finishMail(prisma, id, now);
    }
    log.info({ mail: id, kind, reason, retryInSeconds: seconds }, 'mail not sent yet');
    return giveMailBack(prisma, id, new Date(now.getTime() + seconds * 1000));
  };

  /**
   * Records the outcome of a delivery. Resolves with whether the next mail may be sent: false if the mail server is
   * unreachable.
   */
  const settle = async (mail: ClaimedMail, delivery: Delivery, now: Date): Promise<boolean> => {
    const { id, kind } = mail;
    if (delivery.outcome === 'sent') await finishMail(prisma, id, now);
    else if (delivery.outcome === 'noMailbox') {
      log.info({ mail: id, kind }, 'mail not sent: its address is in a domain for examples');
      await finishMail(prisma, id, now);
    } else if (delivery.outcome === 'later' || delivery.outcome === 'unreachable')
      await later(mail, now, delivery.reason);
    else {
      const logMessage =
        delivery.outcome === 'refused' ? 'mail refused by the server' : 'mail given up: it may have been sent';
      log.warn({ mail: id, kind, reason: delivery.reason }, logMessage);
      await finishMail(prisma, id, now);
    }
    return delivery.outcome !== 'unreachable';
  };

  const sendOne = async (by: MailTransport, id: string, now: Date): Promise<boolean> => {
    const mail = await claimMail(prisma, now, id);
    if (!mail) return true;
    let letter: Letter | undefined;
    try {
      letter = await compose(mail);
    } catch (error) {
      await later(mail, now, String((error as Error).message));
      throw error;
    }
    if (!letter) {
      await finishMail(prisma, mail.id, now);
      return true;
    }
    return settle(mail, await by.deliver({ id: mail.id, to: mail.recipient, letter }), now);
  };

  return {
    async sendDue(now) {
      if (!transport) return;
      for (const id of await dueMails(prisma, now, { except: rows.at(now), atMost })) {
        if (isClosed) return;
        const sending = rows.one(id, now, () => sendOne(transport, id, now));
        underWay = sending.then(
          () => undefined,
          () => undefined,
        );
        if ((await sending) === false) return;
      }
    },
    async sweep(now) {
      const removedMails = await sweepMail(prisma, now, rows);
      if (removedMails > 0)
        log.warn({ mails: removedMails }, 'mails given up: they may have been sent before a replica stopped');
      if (!transport) await dropUnsent(prisma, now, rows);
    },
    async close() {
      isClosed = true;
      await underWay;
    },
  };
}
