// Measures webhooks: the time from a change to the receipt of its message, with and without a receiver that does not
// answer.
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { createPrismaClient, plannedClient } from '../src/data/client';
import { createNetwork } from '../src/modules/access/network/create-network.sql';
import { createEventRecording } from '../src/modules/events/recording/record-events.sql';
import { createWebhookSender } from '../src/modules/routes';
import { createOutbound } from '../src/platform/http/outbound';
import { RowsAside } from '../src/platform/process/rows-aside';
import { startBackgroundWork } from '../src/platform/process/scheduled-jobs';
import { createSecretBox } from '../src/platform/text/sealed-secrets';
import type { PrismaClient } from '../src/generated/prisma/client';
import { withBenchDatabase } from './database';

export interface WebhookSizes {
  /**
   * Number of organizations, each with one network. `webhooksOfEach` is the number of webhooks of each organization.
   */
  readonly organizations: number;
  readonly webhooksOfEach: number;
  /** Number of changes of each network; one change a second. */
  readonly changes: number;
}
interface Measured {
  readonly sizes: WebhookSizes;
  readonly report: (line: string) => void;
  readonly print: (line: string) => void;
}

const secretBox = createSecretBox([Buffer.alloc(32, 7)]);
/** In the second measurement, the receiver of this many of every ten webhooks does not answer. */
const silentOfTen = 1;
const patienceMs = 60_000;

interface Place {
  readonly networkId: string;
  readonly organizationId: string;
}

export async function benchWebhooks({ sizes, report, print }: Measured): Promise<void> {
  await withBenchDatabase({ hosts: 100, manyHosts: 3 }, report, async ({ url }) => {
    const prisma = plannedClient(createPrismaClient(url));
    try {
      const alone = await measureOnce(prisma, sizes, false, report);
      const beside = await measureOnce(prisma, sizes, true, report);
      const count = sizes.organizations * sizes.webhooksOfEach;
      print(`${count} webhooks, one event a second each; milliseconds from the change to the receipt`);
      print(`all receivers answer:           p50 ${alone.p50}, p99 ${alone.p99}`);
      print(`one of ten receivers is silent: p50 ${beside.p50}, p99 ${beside.p99}`);
      print(`ratio of p99: ${(beside.p99 / alone.p99).toFixed(2)}`);
    } finally {
      await prisma.$disconnect();
    }
  });
}

/** Makes organizations with webhooks, changes their networks each second, and returns the delays of all messages. */
async function measureOnce(
  prisma: PrismaClient,
  sizes: WebhookSizes,
  hasSilent: boolean,
  report: (line: string) => void,
): Promise<{ p50: number; p99: number }> {
  const changedAt = new Map<string, number>();
  const delays: number[] = [];
  const receiver = await listen((body) => {
    const now = performance.now();
    for (const { params } of body.data.events)
      for (const host of params.names ?? [params.host]) {
        const at = changedAt.get(host);
        if (at !== undefined) delays.push(now - at);
      }
    return true;
  });
  const silent = await listen(() => false);
  const stop = await startJobs(prisma);
  try {
    report(`webhooks: ${sizes.organizations} organizations with ${sizes.webhooksOfEach} webhooks each`);
    const places: Place[] = [];
    for (let index = 0; index < sizes.organizations; index += 1)
      places.push(
        await addOrganization(prisma, sizes.webhooksOfEach, receiver.url, hasSilent ? silent.url : undefined),
      );
    // Waits until the jobs have read the new networks, so that the webhooks report only the changes that follow.
    await pause(5_000);
    const answering = sizes.webhooksOfEach * (hasSilent ? (10 - silentOfTen) / 10 : 1);
    const expected = Math.round(answering) * sizes.organizations * sizes.changes;
    for (let change = 0; change < sizes.changes; change += 1) {
      const begunAt = performance.now();
      await Promise.all(places.map((place) => changeNetwork(prisma, place, changedAt)));
      await pause(Math.max(0, 1_000 - (performance.now() - begunAt)));
    }
    const deadline = performance.now() + patienceMs;
    while (delays.length < expected && performance.now() < deadline) await pause(100);
    if (delays.length < expected) report(`webhooks: only ${delays.length} of ${expected} messages arrived`);
    const sorted = delays.toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!);
    return { p50: at(0.5), p99: at(0.99) };
  } finally {
    await stop();
    await Promise.all([receiver.close(), silent.close()]);
    await prisma.webhook.deleteMany({ where: { name: 'bench' } });
  }
}

async function changeNetwork(prisma: PrismaClient, { networkId }: Place, changedAt: Map<string, number>) {
  const name = randomUUID();
  await prisma.host.create({ data: { networkId, name } });
  changedAt.set(name, performance.now());
}

async function addOrganization(
  prisma: PrismaClient,
  webhooks: number,
  url: string,
  silentUrl: string | undefined,
): Promise<Place> {
  const { id: organizationId } = await prisma.organization.create({ data: { name: 'Bench' } });
  const { id: networkId } = await prisma.$transaction((tx) => createNetwork(tx, { organizationId, name: 'North' }));
  const maker = { organizationId, email: `${randomUUID()}@bench.test`, permissions: 'Owner' as const };
  const { id: createdByUserId } = await prisma.user.create({ data: maker });
  const rows = Array.from({ length: webhooks }, (_, index) => {
    const id = randomUUID();
    const secrets = secretBox.seal(id, { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', headers: {} });
    const isSilent = silentUrl !== undefined && index % 10 < silentOfTen;
    const target = isSilent ? silentUrl : url;
    return { id, organizationId, name: 'bench', url: target, allNetworks: true, createdByUserId, secrets };
  });
  await prisma.webhook.createMany({ data: rows });
  return { networkId, organizationId };
}

interface Body {
  readonly data: {
    readonly events: readonly { readonly params: { readonly host: string; readonly names?: readonly string[] } }[];
  };
}

/** Starts a receiver on loopback. It answers a message only if `onMessage` returns true. */
async function listen(onMessage: (body: Body) => boolean): Promise<{ url: string; close(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (onMessage(JSON.parse(Buffer.concat(pieces).toString()) as Body)) response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}/`, close };
}

/** Runs the jobs of events and webhooks as the service does. Returns a function that ends them. */
async function startJobs(prisma: PrismaClient): Promise<() => Promise<void>> {
  const fail = (error: unknown) => {
    throw error;
  };
  const outbound = createOutbound({ allowsPrivate: true });
  const logger = pino({ level: 'fatal' });
  const sender = createWebhookSender({ prisma, logger, outbound, secretBox, ownUrls: [] });
  const record = createEventRecording();
  const rows = new RowsAside(fail);
  const work = startBackgroundWork(
    [
      {
        name: 'events',
        everySeconds: 1,
        run: async (now, stopping) => {
          if ((await record(prisma, now, rows, stopping)) > 0) await sender.begin(new Date());
        },
      },
      { name: 'messages to webhooks', everySeconds: 1, run: (now) => sender.begin(now) },
    ],
    fail,
  );
  await sender.begin(new Date());
  return async () => {
    await work.close();
    await sender.close();
  };
}
