// Runs the receivers of docs/webhooks.md as they are shown, and sends messages to them.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createTcpServer, connect, type AddressInfo } from 'node:net';
import { createOutbound } from '../../src/platform/http/outbound';
import { createSecretBox } from '../../src/platform/text/sealed-secrets';
import { isAccepted, sendMessage, type Sending } from '../../src/modules/events/delivering/send-message';
import type { Message, MessageEvent } from '../../src/modules/events/messages/message';
import { eventually } from '../support/eventually';
import { requirement } from '../support/requirement';
import { testSecretsKey } from '../support/secrets-key';
import { startReceiver, type Receiver } from '../support/webhook-receiver';
import { blocks, projectDir } from '../start/documentation';

const inPage = blocks.filter(({ page }) => page === 'docs/webhooks.md');
const textOf = (language: string, word: string, isOf = true): string =>
  inPage.find((block) => block.language === language && block.text.includes(word) === isOf)!.text;
const programs = {
  node: [process.execPath, '--input-type=module', '--eval', textOf('js', 'ALERTMANAGER_URL', false)],
  alertmanager: [process.execPath, '--input-type=module', '--eval', textOf('js', 'ALERTMANAGER_URL')],
  python: ['python3', '-c', textOf('python', 'is_signed')],
} as const;

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const box = createSecretBox([Buffer.from(testSecretsKey, 'base64')]);
const sending: Sending = { outbound: createOutbound({ allowsPrivate: true }), secretBox: box, ownUrls: [] };
const webhookId = '11111111-1111-4111-8111-111111111111';
const at = new Date('2026-01-31T12:00:00Z');

const eventOf = (kind: MessageEvent['kind'], code: string, params: MessageEvent['params']): MessageEvent => ({
  ...{ id: webhookId, kind, severity: 'Critical', happenedAt: at, code, params, count: 1 },
  ...{ hostIds: [webhookId], subjectIds: [webhookId] },
});
const messageOf = (id: string, ...events: readonly MessageEvent[]): Message => ({
  ...{ id, createdAt: at, network: { id: webhookId, name: 'North' }, events },
});
const silent = eventOf('MachineSilent', 'machine_silent', { host: 'sw' });
const back = eventOf('MachineBack', 'machine_back', { host: 'sw', seconds: 90 });

const running: ChildProcess[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
});

/** A port that is free now. */
async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).once('error', () => resolve(false));
  });

/** Starts a receiver from docs/webhooks.md. Resolves when the receiver accepts connections. */
async function start(name: keyof typeof programs, settings: NodeJS.ProcessEnv = {}) {
  const port = await freePort();
  const [command, ...args] = programs[name];
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret, ...settings };
  const child = spawn(command, args, { cwd: projectDir, env });
  running.push(child);
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => void (output.text += piece.toString()));
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`the program has ended: ${output.text}`);
    return isListening(port);
  });
  const send = async (message: Message, signedWith = secret) => {
    const secrets = box.seal(webhookId, { secret: signedWith, headers: {} });
    const url = `http://127.0.0.1:${port}/`;
    const receiver = { id: webhookId, url, format: 'Netloom' as const, secrets, formerSecretUntil: null };
    return sendMessage(sending, receiver, message);
  };
  return { send, output };
}

const forged = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

test('the receiver in Node prints each message once, and refuses what is not signed', async () => {
  const { send, output } = await start('node');
  expect((await send(messageOf('b', silent), forged))?.status).toBe(400);
  expect(isAccepted(await send(messageOf('a', silent, back)))).toBe(true);
  expect(isAccepted(await send(messageOf('a', silent, back)))).toBe(true);
  await eventually(() => Promise.resolve(output.text.includes('answers again')));
  expect(output.text).toBe(
    'North: Critical: sw no longer answers.\nNorth: Critical: sw answers again after 1 min 30 s.\n',
  );
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
requirement('python3', hasPython).test(
  'the receiver in Python prints messages, and refuses what is not signed',
  async () => {
    const { send, output } = await start('python');
    expect((await send(messageOf('b', silent), forged))?.status).toBe(400);
    expect(isAccepted(await send(messageOf('a', silent)))).toBe(true);
    await eventually(() => Promise.resolve(output.text !== ''));
    expect(output.text).toBe('North: Critical: sw no longer answers.\n');
  },
);

describe('the program for Alertmanager', () => {
  let alertmanager: Receiver;
  beforeEach(async () => {
    alertmanager = await startReceiver();
  });
  afterEach(() => alertmanager.close());

  test('begins alerts, ends them by the same labels, and lets Netloom try again if Alertmanager fails', async () => {
    const { send } = await start('alertmanager', { ALERTMANAGER_URL: new URL(alertmanager.url).origin });
    alertmanager.answer = 500;
    expect((await send(messageOf('a', silent)))?.status).toBe(502);
    alertmanager.answer = 200;
    const goneEvent = eventOf('MachineGone', 'machine_gone', { host: 'pc' });
    expect((await send(messageOf('a', silent, goneEvent)))?.status).toBe(204);
    expect((await send(messageOf('b', back)))?.status).toBe(204);
    expect(new Set(alertmanager.messages.map(({ path }) => path))).toEqual(new Set(['/api/v2/alerts']));
    const [begun, ended] = alertmanager.messages.slice(1).map(({ body }) => JSON.parse(body));
    const labels = { alertname: 'MachineSilent', network: 'North', subject: webhookId };
    expect(begun).toMatchObject([{ labels, annotations: { summary: 'sw no longer answers.' } }]);
    expect(begun[0].startsAt).toBe(at.toISOString());
    expect(new Date(begun[0].endsAt as string).getTime()).toBeGreaterThan(Date.now());
    expect(ended).toMatchObject([{ labels, endsAt: at.toISOString() }]);
  });
});
