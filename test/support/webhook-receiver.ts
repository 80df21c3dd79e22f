// A receiver of webhooks on loopback, and a sender that sends messages only when a suite calls it.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import pino from 'pino';
import type { Prisma } from '../../src/generated/prisma/client';
import { createWebhookSender, type WebhookSender } from '../../src/modules/routes';
import { createOutbound } from '../../src/platform/http/outbound';
import { createSecretBox } from '../../src/platform/text/sealed-secrets';
import { testSecretsKey, type World } from './world';

export interface ReceivedMessage {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
export interface Receiver {
  readonly url: string;
  readonly messages: ReceivedMessage[];
  /** How the receiver responds to the next messages: with this status, or by this function. */
  answer: number | ((response: ServerResponse, index: number) => void);
  close(): Promise<void>;
}

/** Starts an HTTP server on loopback. `close` also closes its open connections. */
export async function startHttp(listener: RequestListener): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(listener);
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function startReceiver(): Promise<Receiver> {
  const messages: ReceivedMessage[] = [];
  const server = await startHttp((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      messages.push({ path: request.url!, headers: request.headers, body: Buffer.concat(pieces).toString() });
      const { answer } = receiver;
      if (typeof answer === 'number') response.writeHead(answer).end('noted');
      else answer(response, messages.length - 1);
    });
  });
  const receiver: Receiver = { ...server, url: `${server.url}/hook`, messages, answer: 204 };
  return receiver;
}

const box = createSecretBox([Buffer.from(testSecretsKey, 'base64')]);

export interface TestSender extends WebhookSender {
  /** Sends messages until no message is due at the time `now`. */
  sendAll(now?: Date): Promise<void>;
  readonly logged: string[];
}

/** Returns a webhook sender like the sender of the service. It sends only when the suite calls it. */
export function createTestSender({ prisma, url }: World, wholeMs = 10_000): TestSender {
  const logged: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const outbound = createOutbound({ allowsPrivate: true, wholeMs });
  const sender = createWebhookSender({
    ...{ prisma, logger, outbound, secretBox: box, ownUrls: [url], random: () => 0 },
  });
  const sendAll = async (now = new Date()) => {
    while ((await sender.begin(now)) > 0) await sender.settled();
    await sender.settled();
  };
  return { ...sender, sendAll, logged };
}

export const testSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** Stores a webhook of the network that the world's Owner has created. */
export async function addWebhook(
  { prisma, organizationId, networkId, owner }: World,
  columns: Partial<Prisma.WebhookUncheckedCreateInput> & { readonly url: string },
  networkIds: readonly string[] = [networkId],
): Promise<string> {
  const id = randomUUID();
  const secrets = box.seal(id, { secret: testSecret, headers: {} });
  const maker = { createdByUserId: owner.userId };
  await prisma.webhook.create({ data: { id, organizationId, name: `hook ${id}`, secrets, ...maker, ...columns } });
  const scope = networkIds.map((one) => ({ webhookId: id, networkId: one, organizationId }));
  await prisma.webhookNetwork.createMany({ data: scope });
  return id;
}

let part = 0;
/**
 * Stores a message with one event for a webhook. Resolves with the id of the message. Later messages of the webhook
 * wait for it.
 */
export async function addMessage(
  { prisma, organizationId, networkId }: World,
  webhookId: string,
  columns: Partial<Prisma.WebhookDeliveryUncheckedCreateInput> = {},
): Promise<string> {
  const place = { networkId, organizationId };
  const event = { kind: 'MachineNew', severity: 'Info', happenedAt: new Date(), code: 'machine_new' } as const;
  const { id } = await prisma.networkEvent.create({ data: { ...place, ...event, params: { host: 'pc' } } });
  return (
    await prisma.webhookDelivery.create({
      data: { webhookId, ...place, eventIds: [id], part: (part += 1), ...columns },
    })
  ).id;
}
