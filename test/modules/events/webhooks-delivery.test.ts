// Which webhook gets which events, in which order. Replicas send each message once, and retry failures.
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { Client } from 'pg';
import { Webhook } from 'standardwebhooks';
import { readTables } from '../../../src/operator/copy/tables.sql';
import { holdOrganization, releaseOrganization } from '../../../src/operator/organization/hold.sql';
import { movedTables } from '../../../src/operator/organization/scopes';
import { recordEvents } from '../../../src/modules/events/recording/record-events.sql';
import { storeEvents } from '../../../src/modules/events/recording/store-events.sql';
import type { EventDraft } from '../../../src/modules/events/deciding/batch';
import { RowsAside } from '../../../src/platform/process/rows-aside';
import { eventually } from '../../support/eventually';
import { createMigratedDatabase, type OwnDatabase } from '../../support/own-database';
import { createWorld, type World } from '../../support/world';
import {
  addMessage,
  addWebhook,
  createTestSender,
  startReceiver,
  testSecret,
  type Receiver,
  type TestSender,
} from '../../support/webhook-receiver';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the wire has it
type Json = any;

let database: OwnDatabase;
let world: World;
let sender: TestSender;
let receiver: Receiver;
beforeAll(async () => {
  database = await createMigratedDatabase();
  world = await createWorld({ DATABASE_URL: database.url });
});
beforeEach(async () => {
  sender = createTestSender(world);
  receiver = await startReceiver();
});
afterEach(async () => {
  await sender.close();
  await receiver.close();
  const organizationId = { in: [world.organizationId, world.stranger.organizationId] };
  await world.prisma.webhook.deleteMany({ where: { organizationId } });
});
afterAll(async () => {
  await world.stop();
  await database.drop();
});

const idsOf = ({ messages }: Receiver) => messages.map(({ headers }) => headers['webhook-id']);
const payloadsOf = ({ messages }: Receiver): Json[] => messages.map(({ body }) => JSON.parse(body));
const statesOf = async (webhookId: string) =>
  (
    await world.prisma.webhookDelivery.findMany({
      where: { webhookId },
      orderBy: [{ queuedAt: 'asc' }, { part: 'asc' }, { id: 'asc' }],
    })
  ).map(({ state }) => state);
const webhookOf = (id: string) => world.prisma.webhook.findUniqueOrThrow({ where: { id } });
const after = (minutes: number) => new Date(Date.now() + minutes * 60_000);

const draft = (more: Partial<EventDraft> = {}): EventDraft => ({
  ...{ kind: 'MachineSilent', severity: 'Warning', at: new Date(), code: 'machine_silent', params: { host: 'pc' } },
  ...{ hostIds: [], subjectIds: [], tagIds: [], roles: [], count: 1, names: [], causeIds: [], ...more },
});
const store = (events: readonly EventDraft[], networkId = world.networkId) =>
  storeEvents(world.prisma, { networkId, organizationId: world.organizationId }, events);

test('a change becomes an event, and its message is signed and has what REST says of the event', async () => {
  const { prisma, networkId, otherNetworkId } = world;
  const id = await addWebhook(world, { url: receiver.url });
  const ofOther = await addWebhook(world, { url: `${receiver.url}/other` }, [otherNetworkId]);
  const failures: unknown[] = [];
  const rows = new RowsAside((error) => failures.push(error));
  const host = await prisma.host.create({ data: { networkId, name: 'printer' } });
  while ((await recordEvents(prisma, new Date(), rows)) > 0);
  expect(failures).toEqual([]);
  await sender.sendAll();
  expect(receiver.messages.map(({ path }) => path)).toEqual(['/hook']);
  const [{ body, headers }] = receiver.messages as [Receiver['messages'][0]];
  const payload = new Webhook(testSecret).verify(body, headers as Record<string, string>) as Json;
  const [event] = payload.data.events;
  expect(payload.data.network).toEqual({ id: networkId, name: 'North' });
  expect(event).toMatchObject({ kind: 'MachineNew', message: 'printer is new.', host_ids: [host.id] });
  const stored = (await world.owner.rest.get(`/network-events/${event.id}`)).body.data;
  const { created_at: _createdAt, network_id: _networkId, ...told } = stored;
  expect(event).toEqual(told);
  expect([await statesOf(id), await statesOf(ofOther)]).toEqual([['Delivered'], []]);
  expect(await webhookOf(id)).toMatchObject({ failingSince: null, claimedUntil: null, isSlow: false });
});

test('a webhook gets the events that its networks, kinds, severities, tags and roles admit', async () => {
  const { networkId, otherNetworkId } = world;
  const [tag, other] = [randomUUID(), randomUUID()];
  const filters = {
    all: {},
    kinds: { kinds: ['PortDown'] as const },
    severities: { severities: ['Critical'] as const },
    tags: { tagIds: [tag, randomUUID()] },
    roles: { roles: ['Switch'] as const },
    both: { kinds: ['PortDown'] as const, roles: ['Switch'] as const },
    off: { enabled: false },
  };
  for (const [name, columns] of Object.entries(filters))
    await addWebhook(world, { url: `${receiver.url}/${name}`, ...columns } as never);
  await addWebhook(world, { url: `${receiver.url}/everywhere`, allNetworks: true }, []);
  await addWebhook(world, { url: `${receiver.url}/other` }, [otherNetworkId]);
  await store([
    draft({ params: { host: 'a' }, tagIds: [tag, other], roles: ['Server'] }),
    draft({ kind: 'PortDown', params: { host: 'b' }, tagIds: [other] }),
    draft({ params: { host: 'c' }, severity: 'Critical', roles: ['Switch', 'Pc'] }),
  ]);
  await store([draft({ params: { host: 'd' }, severity: 'Critical' })], otherNetworkId);
  await sender.sendAll();
  const hosts = Object.fromEntries(
    [...Map.groupBy(receiver.messages, ({ path }) => path.replace('/hook/', ''))].map(([name, messages]) => [
      name,
      messages.flatMap(({ body }) => JSON.parse(body).data.events.map(({ params }: Json) => params.host)).sort(),
    ]),
  );
  expect(hosts).toEqual({
    ...{ all: ['a', 'b', 'c'], kinds: ['b'], severities: ['c'], tags: ['a'], roles: ['c'] },
    ...{ everywhere: ['a', 'b', 'c', 'd'], other: ['d'] },
  });
  expect(new Set(payloadsOf(receiver).map(({ data }) => data.network.id))).toEqual(
    new Set([networkId, otherNetworkId]),
  );
});

test('events of a batch are one message, of many few; a discovery of 5,000 machines is at most 20', async () => {
  const id = await addWebhook(world, { url: receiver.url });
  await store(Array.from({ length: 120 }, (_, index) => draft({ params: { host: String(index) } })));
  await sender.sendAll();
  const hosts = payloadsOf(receiver).map(({ data }) => data.events.map(({ params }: Json) => Number(params.host)));
  expect(hosts.map(({ length }) => length)).toEqual([50, 50, 20]);
  expect(hosts.flat()).toEqual(Array.from({ length: 120 }, (_, index) => index));
  const { prisma, networkId } = world;
  const names = Array.from({ length: 5_000 }, (_, index) => ({ networkId, name: `found ${index}` }));
  await prisma.host.createMany({ data: names });
  const rows = new RowsAside((error) => {
    throw error;
  });
  while ((await recordEvents(prisma, new Date(), rows)) > 0);
  const waiting = (await statesOf(id)).filter((state) => state === 'Waiting');
  expect(waiting.length).toBeGreaterThan(0);
  expect(waiting.length).toBeLessThanOrEqual(20);
});

test('a message keeps its id at every attempt, later ones wait for it, and another webhook does not', async () => {
  const id = await addWebhook(world, { url: receiver.url });
  const other = await startReceiver();
  const otherId = await addWebhook(world, { url: other.url });
  const first = await addMessage(world, id);
  const second = await addMessage(world, id);
  await addMessage(world, otherId);
  receiver.answer = 500;
  await sender.sendAll();
  expect([idsOf(receiver), idsOf(other).length]).toEqual([[first], 1]);
  const { nextAttemptAt, attempts } = await world.prisma.webhookDelivery.findUniqueOrThrow({ where: { id: first } });
  expect(attempts).toBe(1);
  expect(nextAttemptAt!.getTime() - Date.now()).toBeGreaterThan(50_000);
  expect(await webhookOf(id)).toMatchObject({ dueAt: nextAttemptAt, isSlow: true, failingSince: expect.any(Date) });
  await sender.sendAll(after(0.5));
  expect(idsOf(receiver)).toHaveLength(1);
  receiver.answer = 200;
  await sender.sendAll(after(2));
  expect(idsOf(receiver)).toEqual([first, first, second]);
  expect(await statesOf(id)).toEqual(['Delivered', 'Delivered']);
  expect(await webhookOf(id)).toMatchObject({ dueAt: null, failingSince: null, isSlow: false });
  await other.close();
});

test('an update of the webhook lets the waiting message be tried at once', async () => {
  const id = await addWebhook(world, { url: receiver.url, createdByUserId: world.admin.userId });
  await addMessage(world, id);
  receiver.answer = 503;
  await sender.sendAll();
  receiver.answer = 200;
  const url = `${receiver.url}/moved`;
  expect((await world.admin.rest.put(`/webhooks/${id}`, { name: 'n', url })).status).toBe(200);
  await sender.sendAll();
  expect(receiver.messages.map(({ path }) => path)).toEqual(['/hook', '/hook/moved']);
});

test('a message that is sent again comes after those that wait, with the id that it had', async () => {
  const id = await addWebhook(world, { url: receiver.url });
  const first = await addMessage(world, id);
  await sender.sendAll();
  const second = await addMessage(world, id);
  await world.owner.rest.post(`/webhook-deliveries/${first}/redeliver`);
  await sender.sendAll();
  expect(idsOf(receiver)).toEqual([first, second, first]);
});

test('replicas never send the messages of a webhook at the same time', async () => {
  const id = await addWebhook(world, { url: receiver.url });
  const messages: string[] = [];
  for (let index = 0; index < 25; index += 1) messages.push(await addMessage(world, id));
  let [open, most] = [0, 0];
  receiver.answer = (response) => {
    most = Math.max(most, (open += 1));
    setImmediate(() => {
      open -= 1;
      response.writeHead(200).end();
    });
  };
  const replicas = [sender, ...Array.from({ length: 3 }, () => createTestSender(world))];
  await Promise.all(replicas.map((replica) => replica.sendAll()));
  for (const replica of replicas) await replica.sendAll();
  expect(idsOf(receiver)).toEqual(messages);
  expect(most).toBe(1);
});

test('the claim of a replica that died ends after three minutes', async () => {
  const id = await addWebhook(world, { url: receiver.url, claimedUntil: after(3) });
  await addMessage(world, id);
  await sender.sendAll(after(2.9));
  expect(receiver.messages).toEqual([]);
  await sender.sendAll(after(3.1));
  expect(receiver.messages).toHaveLength(1);
});

test('a stopping replica aborts what it sends, and another one sends it', async () => {
  const id = await addWebhook(world, { url: receiver.url });
  const message = await addMessage(world, id);
  const arrived = new Promise<void>((resolve) => {
    receiver.answer = () => resolve();
  });
  await sender.begin(new Date());
  await arrived;
  await sender.close();
  receiver.answer = 200;
  const other = createTestSender(world);
  await other.sendAll();
  expect(idsOf(receiver)).toEqual([message, message]);
  expect(await statesOf(id)).toEqual(['Delivered']);
});

test('organizations take turns, and webhooks that do not answer leave the places of others', async () => {
  const { prisma, strangerNetworkId, stranger } = world;
  const elsewhere = {
    ...world,
    organizationId: stranger.organizationId,
    networkId: strangerNetworkId,
    owner: stranger,
  };
  // The sender waits 300 s for a response, so requests to the silent receiver stay open until the test closes it.
  sender = createTestSender(world, 300_000);
  const silent = await startReceiver();
  silent.answer = () => undefined;
  for (let index = 0; index < 30; index += 1)
    await addMessage(world, await addWebhook(world, { url: silent.url }), { queuedAt: after(-10) });
  for (let index = 0; index < 12; index += 1)
    await addMessage(elsewhere, await addWebhook(elsewhere, { url: receiver.url }));
  // Each of the two organizations may have ten concurrent requests.
  expect(await sender.begin(new Date())).toBe(20);
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (receiver.messages.length < 12) return;
      clearInterval(timer);
      resolve();
    }, 5);
  });
  // After a second without a response, a request no longer counts against the limit of its organization.
  await addMessage(world, await addWebhook(world, { url: `${receiver.url}/late` }), { queuedAt: after(-20) });
  await eventually(async () => {
    await sender.begin(new Date());
    return receiver.messages.some(({ path }) => path === '/hook/late');
  });
  expect(await prisma.webhook.count({ where: { isSlow: true } })).toBe(0);
  await silent.close();
  await sender.settled();
  // Webhooks with failed messages are marked as slow, which gives them a separate limit of concurrent requests.
  expect(await prisma.webhook.count({ where: { isSlow: true } })).toBe(30);
});

test('messages of an organization that is being moved are left aside quietly, and sent afterwards', async () => {
  const { stranger, strangerNetworkId } = world;
  const elsewhere = {
    ...world,
    organizationId: stranger.organizationId,
    networkId: strangerNetworkId,
    owner: stranger,
  };
  const heldId = await addWebhook(world, { url: `${receiver.url}/held` });
  const freeId = await addWebhook(elsewhere, { url: `${receiver.url}/free` });
  for (const id of [heldId, heldId]) await addMessage(world, id);
  await addMessage(elsewhere, freeId);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await holdOrganization(client, movedTables(await readTables(client)), world.organizationId, () => undefined);
    await sender.sendAll();
    expect(receiver.messages.map(({ path }) => path)).toEqual(['/hook/free']);
  } finally {
    await releaseOrganization(client, world.organizationId);
    await client.end();
  }
  await sender.sendAll();
  expect(receiver.messages.map(({ path }) => path)).toEqual(['/hook/free', '/hook/held', '/hook/held']);
  expect(sender.logged).toEqual([]);
});

test('messages of an organization that was moved are not sent', async () => {
  await addMessage(world, await addWebhook(world, { url: receiver.url }));
  await database.query('INSERT INTO moved_organizations (organization_id) VALUES ($1)', [world.organizationId]);
  try {
    await sender.sendAll();
    expect(receiver.messages).toEqual([]);
  } finally {
    await database.query('DELETE FROM moved_organizations');
  }
});

/** What a receiver does with a request: accepts it, refuses it, or accepts it while its response is lost. */
type Behaviour = 'accept' | 'refuse' | 'lose';

test('property: whatever fails, messages arrive at least once, and in order', async () => {
  const behaviours = fc.array(fc.constantFrom<Behaviour>('accept', 'refuse', 'lose'), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(behaviours, fc.integer({ min: 1, max: 5 }), fc.boolean(), async (planned, count, hasReplicas) => {
      const id = await addWebhook(world, { url: receiver.url });
      const messages: string[] = [];
      for (let index = 0; index < count; index += 1) messages.push(await addMessage(world, id));
      receiver.messages.length = 0;
      const accepted: string[] = [];
      receiver.answer = (response, index) => {
        const behaviour = planned[index] ?? 'accept';
        if (behaviour !== 'refuse') accepted.push(idsOf(receiver)[index] as string);
        if (behaviour === 'lose') response.destroy();
        else response.writeHead(behaviour === 'accept' ? 200 : 500).end();
      };
      const replicas = hasReplicas ? [sender, createTestSender(world)] : [sender];
      let now = new Date();
      for (;;) {
        await Promise.all(replicas.map((replica) => replica.sendAll(now)));
        const { dueAt } = await webhookOf(id);
        if (!dueAt) break;
        now = dueAt;
      }
      // A message is repeated if its response was lost. Without repetitions, messages arrive in the order of the
      // queue.
      expect(accepted.filter((message, index) => message !== accepted[index - 1])).toEqual(messages);
      expect(new Set(await statesOf(id))).toEqual(new Set(['Delivered']));
    }),
    { numRuns: 25 },
  );
});
