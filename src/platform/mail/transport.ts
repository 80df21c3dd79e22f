// Sends mails to an SMTP server, or writes them to a folder. Reports the outcome of each mail, which may be unknown.
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { isLoopback } from '../http/loopback';
import { asHtml, asText, letterSubject, type Letter } from './letter';

export interface OutgoingMail {
  /** Unique; used as Message-ID and file name. */
  readonly id: string;
  /** Exactly one address. nodemailer would also accept a list of addresses, or an address with a display name. */
  readonly to: string;
  readonly letter: Letter;
}

/**
 * The outcome of sending a mail. `noMailbox`: not sent, because nobody can have the address. `refused`: refused
 * permanently. `later`: not sent, may be retried. `unreachable`: not sent, and other mails could not be sent either.
 * `unknown`: the connection was lost when the server may already have accepted the mail.
 */
export type Delivery =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'noMailbox' }
  | { readonly outcome: 'refused' | 'later' | 'unreachable' | 'unknown'; readonly reason: string };

export interface MailTransport {
  deliver(mail: OutgoingMail): Promise<Delivery>;
}

export type MailSettings =
  | { readonly kind: 'smtp'; readonly url: string; readonly from: string }
  | { readonly kind: 'files'; readonly folder: string; readonly from: string };

export const createMailTransport = (settings: MailSettings): MailTransport =>
  settings.kind === 'smtp' ? smtpTransport(settings.url, settings.from) : fileTransport(settings.folder, settings.from);

const composer = createTransport({ streamTransport: true, buffer: true });

async function composeMessage({ id, to, letter }: OutgoingMail, from: string): Promise<Buffer> {
  const { message } = await composer.sendMail({
    from: { name: 'Netloom', address: from },
    to: { name: '', address: to },
    subject: letterSubject(letter),
    text: asText(letter),
    html: asHtml(letter),
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return message as Buffer;
}

const connectSeconds = 10;
/**
 * Seconds without a response after which the connection is closed. Servers may scan a message before they accept it.
 */
const silenceSeconds = 60;

/**
 * Sends by SMTP. The operator configures the server, so the rules for addresses from users (platform/http/outbound) do
 * not apply. Passwords are only sent encrypted, except to this machine.
 */
function smtpTransport(url: string, from: string): MailTransport {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const secure = protocol === 'smtps:';
  const isLocal = host === 'localhost' || isLoopback(host);
  const server = createTransport({
    ...{ host, secure, requireTLS: !secure && username !== '' && !isLocal },
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    // If the server offers no login, fails instead of sending without authentication.
    forceAuth: true,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...{
      connectionTimeout: connectSeconds * 1000,
      greetingTimeout: connectSeconds * 1000,
      dnsTimeout: connectSeconds * 1000,
    },
    ...{ socketTimeout: silenceSeconds * 1000, allowInternalNetworkInterfaces: true },
  });

  return {
    async deliver(mail) {
      if (isInvented(mail.to)) return { outcome: 'noMailbox' };
      const message = await composeMessage(mail, from);
      let isRead = false;
      // nodemailer reads this stream only when the connection is open and authenticated. So `isRead` tells whether an
      // error occurred before or after that.
      const raw = new Readable({
        read() {
          isRead = true;
          this.push(message);
          this.push(null);
        },
      });
      const envelope = { from: { name: '', address: from }, to: { name: '', address: mail.to } };
      try {
        await server.sendMail({ envelope, raw });
        return { outcome: 'sent' };
      } catch (error) {
        return failure(error as SmtpError, isRead);
      }
    },
  };
}

/**
 * Whether the address is in a reserved example domain (RFC 2606, sections 2 and 3), as the addresses of demo users are.
 */
export const isInvented = (address: string): boolean => /[@.](example|example\.(com|net|org))$/i.test(address);

/** `command` is the SMTP command that failed, or 'CONN' if the connection failed. */
type SmtpError = Error & { readonly responseCode?: number; readonly command?: string };
const offering = ['MAIL FROM', 'RCPT TO', 'DATA'];

/** The outcome for an SMTP error. A server that responded to the message with an error has not accepted the message. */
function failure({ message: reason, responseCode, command = '' }: SmtpError, isRead: boolean): Delivery {
  if (!isRead && !offering.includes(command)) return { outcome: 'unreachable', reason };
  if (responseCode === undefined) return { outcome: 'unknown', reason };
  return { outcome: responseCode >= 500 ? 'refused' : 'later', reason };
}

/** Writes mails to a folder. Links in mails sign their reader in, so only the service's account may read the files. */
function fileTransport(folder: string, from: string): MailTransport {
  return {
    async deliver(mail) {
      const message = await composeMessage(mail, from);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(path.join(folder, `${mail.id}.eml`), 'w', 0o600);
      try {
        await file.writeFile(message);
      } finally {
        await file.close();
      }
      return { outcome: 'sent' };
    },
  };
}
