// A real SMTP server on loopback that stores received mails. A suite can make it refuse or defer mails, or disconnect.
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly subject: string;
  /** The decoded text part of the mail. */
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
}

/**
 * How the server handles the next mails: accepts them, refuses them permanently, defers them, or accepts them and
 * breaks the connection.
 */
export type Behaviour = 'take' | 'refuse' | 'defer' | 'break';

export interface MailServer {
  readonly url: string;
  readonly mails: ReceivedMail[];
  behaviour: Behaviour;
  /** Stops the server. Its port then refuses connections. */
  close(): Promise<void>;
}

const refusal = (responseCode: number): Error => Object.assign(new Error('not now'), { responseCode });

export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    ...options,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (self.behaviour === 'refuse') return callback(refusal(550));
        if (self.behaviour === 'defer') return callback(refusal(451));
        const { mailFrom, rcptTo } = session.envelope;
        const to = rcptTo.map(({ address }) => address);
        mails.push(parseMail(Buffer.concat(chunks).toString(), mailFrom ? mailFrom.address : '', to));
        // The server has stored the message, but the sender gets no confirmation.
        if (self.behaviour === 'break') return breakOff();
        callback();
      });
    },
  });
  const sockets = new Set<Socket>();
  const breakOff = () => {
    for (const socket of sockets) socket.destroy();
  };
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  listening.on('connection', (socket) => sockets.add(socket.once('close', () => sockets.delete(socket))));
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const self: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    behaviour: 'take',
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return self;
}

const unfoldHeaders = (raw: string) => raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
export const mailHeaders = ({ raw }: Pick<ReceivedMail, 'raw'>): [string, string][] =>
  unfoldHeaders(raw)
    .split('\r\n')
    .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]);

const words = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_all, form: string, body: string) =>
      form.toUpperCase() === 'B' ? Buffer.from(body, 'base64').toString() : quotedPrintable(body.replaceAll('_', ' ')),
    );
const quotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString();

function partOf(raw: string, type: string): string {
  const start = raw.indexOf(`Content-Type: ${type}`);
  if (start < 0) return '';
  const bodyStart = raw.indexOf('\r\n\r\n', start);
  const head = raw.slice(start, bodyStart);
  const end = raw.indexOf('\r\n--', bodyStart);
  const body = raw.slice(bodyStart + 4, end < 0 ? undefined : end);
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString();
  return /quoted-printable/i.test(head) ? quotedPrintable(body) : body;
}

function parseMail(raw: string, from: string, to: readonly string[]): ReceivedMail {
  const headers = new Map(mailHeaders({ raw }));
  return {
    ...{ from, to, raw },
    subject: words(headers.get('subject') ?? ''),
    text: partOf(raw, 'text/plain').replaceAll('\r\n', '\n'),
    html: partOf(raw, 'text/html'),
    messageId: headers.get('message-id') ?? '',
  };
}
