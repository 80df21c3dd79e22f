// Hands mails over: to an SMTP server, or as files to a folder. Says of each what became of it, also where that is not known.
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { isLoopback } from '../http/loopback';
import { asHtml, asText, subjectOf, type Letter } from './letter';

export interface OutgoingMail {
  /** Unique; becomes the Message-ID and the name of the file. */
  readonly id: string;
  /** One plain address: nodemailer would read a list or a name out of anything else. */
  readonly to: string;
  readonly letter: Letter;
}

/**
 * `noMailbox`: not sent, as nobody can have the address. `refused`: for good. `later`: certainly not sent. `unreachable`: the
 * same, and so will be others. `unknown`: the connection was lost while the server may have taken it.
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

async function composed({ id, to, letter }: OutgoingMail, from: string): Promise<Buffer> {
  const { message } = await composer.sendMail({
    from: { name: 'Netloom', address: from },
    to: { name: '', address: to },
    subject: subjectOf(letter),
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
/** Servers may look at a message before they take it. */
const silenceSeconds = 60;

/**
 * The server is the operator's choice, as the database is: the rule for addresses that users give (platform/http/outbound)
 * does not apply. A password is never sent in the clear, unless it stays on this machine.
 */
function smtpTransport(url: string, from: string): MailTransport {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const secure = protocol === 'smtps:';
  const isLocal = host === 'localhost' || isLoopback(host);
  const server = createTransport({
    ...{ host, secure, requireTLS: !secure && username !== '' && !isLocal },
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    // Where the server offers no login, a mail is not sent without it.
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
      const message = await composed(mail, from);
      let isRead = false;
      // It is read once the connection is open and logged in, and not before.
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

/** In a domain that is reserved for examples (RFC 2606, 2 and 3): the people of a demo have such addresses. */
export const isInvented = (address: string): boolean => /[@.](example|example\.(com|net|org))$/i.test(address);

/** `command`: the one that was answered with the error, or 'CONN' where the connection failed. */
type SmtpError = Error & { readonly responseCode?: number; readonly command?: string };
const offering = ['MAIL FROM', 'RCPT TO', 'DATA'];

/** The server's own word counts: it has not taken a message that it answers with an error. */
function failure({ message: reason, responseCode, command = '' }: SmtpError, isRead: boolean): Delivery {
  if (!isRead && !offering.includes(command)) return { outcome: 'unreachable', reason };
  if (responseCode === undefined) return { outcome: 'unknown', reason };
  return { outcome: responseCode >= 500 ? 'refused' : 'later', reason };
}

/** The links in mails let their reader in: the files are for the service's own account alone. */
function fileTransport(folder: string, from: string): MailTransport {
  return {
    async deliver(mail) {
      const message = await composed(mail, from);
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
