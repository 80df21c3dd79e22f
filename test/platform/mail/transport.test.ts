// Tests the outcome of sending a mail, for each step of SMTP at which a server can fail. The outcome says whether the
// server may have accepted the mail, because only a mail that was not accepted may be sent again.
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createMailTransport, type Delivery } from '../../../src/platform/mail/transport';

interface ScriptedServer {
  readonly port: number;
  /** The lines that clients have sent, over all connections. */
  readonly lines: string[];
  close(): void;
}

const closes = 'close';
type Script = Readonly<Record<string, string>>;
const willing: Script = {
  greeting: '220 mail.test',
  EHLO: '250-mail.test\r\n250 AUTH PLAIN',
  AUTH: '235 welcome',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  '.': '250 taken',
  QUIT: '221 bye',
};

/**
 * Starts an SMTP server that replies to each command with the text in the script. The reply `closes` closes the
 * connection.
 */
async function serve(script: Script): Promise<ScriptedServer> {
  const sockets = new Set<Socket>();
  const lines: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let isData = false;
    const reply = (command: string): void => {
      const answer = script[command] ?? '250 ok';
      if (answer === closes) return void socket.destroy();
      isData = command === 'DATA' && answer.startsWith('354');
      socket.write(`${answer}\r\n`);
    };
    let rest = '';
    socket.on('data', (chunk: Buffer) => {
      const parts = (rest + chunk.toString()).split('\r\n');
      rest = parts.pop()!;
      for (const line of parts) {
        lines.push(line);
        if (isData && line !== '.') continue;
        isData = false;
        reply(line.split(/[ :]/, 1)[0]!.toUpperCase());
      }
    });
    reply('greeting');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    lines,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const mail = { id: 'one', to: 'ada@people.test', letter: { subject: 'Hello', paragraphs: ['.', 'Text'] } };

async function deliver(script: Script, credentials = ''): Promise<{ delivery: Delivery; lines: string[] }> {
  const server = await serve({ ...willing, ...script });
  try {
    const url = `smtp://${credentials}127.0.0.1:${server.port}`;
    const delivery = await createMailTransport({ kind: 'smtp', url, from: 'netloom@netloom.test' }).deliver(mail);
    return { delivery, lines: server.lines };
  } finally {
    server.close();
  }
}

test('a mail is sent to its one recipient, with the configured sender', async () => {
  const { delivery, lines } = await deliver({}, 'user:p%40ss@');
  expect(delivery).toEqual({ outcome: 'sent' });
  const commands = lines.filter((line) => /^(AUTH|MAIL|RCPT) /.test(line));
  expect(commands).toEqual([
    `AUTH PLAIN ${Buffer.from('\0user\0p@ss').toString('base64')}`,
    expect.stringMatching(/^MAIL FROM:<netloom@netloom\.test>/),
    expect.stringMatching(/^RCPT TO:<ada@people\.test>/),
  ]);
  expect(lines).toEqual(expect.arrayContaining(['To: ada@people.test', 'Message-ID: <one@netloom.test>', '..']));
  expect(lines.filter((line) => line.startsWith('X-Mailer'))).toEqual([]);
});

test.each<[string, Script, Delivery['outcome'], string?]>([
  ['closes instead of a greeting', { greeting: closes }, 'unreachable'],
  ['greets with a refusal', { greeting: '554 no service' }, 'unreachable'],
  ['refuses the login', { AUTH: '535 wrong password' }, 'unreachable', 'user:wrong@'],
  ['offers no login to who has a password', { EHLO: '250 mail.test', AUTH: '502 unknown' }, 'unreachable', 'user:x@'],
  ['closes at the login', { AUTH: closes }, 'unreachable', 'user:x@'],
  ['refuses the sender', { MAIL: '550 not you' }, 'refused'],
  ['defers the sender', { MAIL: '451 not now' }, 'later'],
  ['refuses the recipient', { RCPT: '550 nobody here' }, 'refused'],
  ['defers the recipient', { RCPT: '450 busy' }, 'later'],
  ['refuses to be given the message', { DATA: '554 no' }, 'refused'],
  ['refuses the message', { '.': '554 spam' }, 'refused'],
  ['defers the message', { '.': '452 full' }, 'later'],
  ['ends the session with a word', { '.': '421 going down' }, 'later'],
  ['closes before it answers the message', { '.': closes }, 'unknown'],
  ['closes when it is to be given the message', { DATA: closes }, 'unknown'],
])('the outcome is known if a server %s', async (_what, script, outcome, ...[credentials]) => {
  const { delivery } = await deliver(script, credentials);
  expect(delivery).toEqual({ outcome, reason: expect.any(String) });
});

test('without support for login, no credentials are sent', async () => {
  const { lines } = await deliver({ EHLO: '250 mail.test', AUTH: '502 unknown' }, 'user:x@');
  expect(lines.filter((line) => line.startsWith('MAIL'))).toEqual([]);
});

test('a server that cannot be reached is reported as unreachable', async () => {
  const server = await serve(willing);
  server.close();
  const url = `smtp://127.0.0.1:${server.port}`;
  const { outcome } = await createMailTransport({ kind: 'smtp', url, from: 'netloom@netloom.test' }).deliver(mail);
  expect(outcome).toBe('unreachable');
});
