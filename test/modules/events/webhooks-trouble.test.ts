// Webhooks in trouble: receivers that fail in every way, creators who lose their rights, and the mails about this to
// the creator.
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createJobMailer } from '../../../src/modules/jobs';
import type { Letter } from '../../../src/platform/mail/letter';
import { certificate } from '../../agent/support/certificate';
import { createMigratedDatabase, type OwnDatabase } from '../../support/own-database';
import { createWorld, type World } from '../../support/world';
import {
  addMessage,
  addWebhook,
  createTestSender,
  startHttp,
  startReceiver,
  type Receiver,
  type TestSender,
} from '../../support/webhook-receiver';

let database: OwnDatabase;
let world: World;
let sender: TestSender;
let receiver: Receiver;
beforeAll(async () => {
  database = await createMigratedDatabase();
  world = await createWorld({ DATABASE_URL: database.url });
});
beforeEach(async () => {
  sender = createTestSender(world, 500);
  receiver = await startReceiver();
  await world.prisma.mail.deleteMany({ where: { kind: 'WebhookTrouble' } });
});
afterEach(async () => {
  await sender.close();
  await receiver.close();
  await world.prisma.webhook.deleteMany({ where: { organizationId: world.organizationId } });
});
afterAll(async () => {
  await world.stop();
  await database.drop();
});

const webhookOf = (id: string) => world.prisma.webhook.findUniqueOrThrow({ where: { id } });
const deliveryOf = (id: string) => world.prisma.webhookDelivery.findUniqueOrThrow({ where: { id } });
const statesOf = async (webhookId: string) =>
  (await world.prisma.webhookDelivery.findMany({ where: { webhookId }, orderBy: { queuedAt: 'asc' } })).map(
    ({ state }) => state,
  );
const mailedFor = (subjectId: string) => world.prisma.mail.count({ where: { kind: 'WebhookTrouble', subjectId } });

/** Sends the waiting mails. Returns the mails that are about webhooks. */
async function sentLetters(): Promise<{ to: string; letter: Letter }[]> {
  const letters: { to: string; letter: Letter }[] = [];
  const deliver = ({ to, letter }: { to: string; letter: Letter }) => {
    letters.push({ to, letter });
    return Promise.resolve({ outcome: 'sent' as const });
  };
  const log = { info: () => undefined, warn: () => undefined };
  await createJobMailer(world.prisma, { deliver }, 'https://netloom.example', log).sendDue(new Date());
  return letters.filter(({ letter }) => letter.subject.includes('webhook'));
}

/** Sends a message to a new webhook with this URL. Returns the stored message after the attempt. */
async function deliveryTo(url: string) {
  const id = await addWebhook(world, { url });
  const message = await addMessage(world, id);
  await sender.sendAll();
  return deliveryOf(message);
}
const failed = { state: 'Waiting', attempts: 1, answerStatus: null, answerText: null };

test('a receiver that never answers, breaks off or speaks something else is tried again', async () => {
  receiver.answer = () => undefined;
  expect(await deliveryTo(receiver.url)).toMatchObject(failed);
  receiver.answer = (response) => response.destroy();
  expect(await deliveryTo(receiver.url)).toMatchObject(failed);
  const gibberish = await startHttp(() => undefined);
  await gibberish.close();
  expect(await deliveryTo(gibberish.url)).toMatchObject(failed);
});

test('a redirect is not followed, neither to metadata nor elsewhere', async () => {
  const target = await startReceiver();
  for (const location of ['http://169.254.169.254/latest/meta-data', target.url]) {
    receiver.answer = (response) => response.writeHead(307, { location }).end();
    expect(await deliveryTo(receiver.url)).toMatchObject({ ...failed, answerStatus: 307, answerText: '' });
  }
  expect(target.messages).toEqual([]);
  await target.close();
});

test('of an answer of a gigabyte the first 200 bytes are read; the message counts as delivered', async () => {
  let sentBytes = 0;
  receiver.answer = (response) => {
    const piece = Buffer.alloc(65_536, 'x');
    response.writeHead(200, { 'content-length': 2 ** 30 });
    const write = () => {
      while (!response.destroyed && sentBytes < 2 ** 30) {
        sentBytes += piece.length;
        if (!response.write(piece)) return;
      }
    };
    response.on('drain', write).on('error', () => undefined);
    write();
  };
  expect(await deliveryTo(receiver.url)).toMatchObject({ state: 'Delivered', answerText: 'x'.repeat(200) });
  expect(sentBytes).toBeLessThan(2 ** 25);
});

test('an answer whose body is compressed, slow, or no text is delivered all the same', async () => {
  receiver.answer = (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('bomb');
  expect(await deliveryTo(receiver.url)).toMatchObject({ state: 'Delivered', answerText: '' });
  receiver.answer = (response) => response.writeHead(200).end(Buffer.from([0x61, 0x00, 0xff, 0x62, 0xe2, 0x82]));
  expect(await deliveryTo(receiver.url)).toMatchObject({ state: 'Delivered', answerText: 'a\ufffdb' });
});

test('a body that never ends does not undo the status', async () => {
  sender = createTestSender(world, 5_000);
  receiver.answer = (response) => void response.writeHead(202).write('begun');
  expect(await deliveryTo(receiver.url)).toMatchObject({ state: 'Delivered', answerStatus: 202, answerText: 'begun' });
});

test('a wrong certificate is a failure', async () => {
  const server = createTlsServer(certificate, (_request, response) => response.writeHead(200).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  expect(await deliveryTo(`https://127.0.0.1:${port}/`)).toMatchObject(failed);
  await new Promise((resolve) => server.close(resolve));
});

test('an address of Netloom itself gets nothing, even if it was stored before it was one', async () => {
  expect(await deliveryTo(`${world.url}/api/v1/vlans`)).toMatchObject(failed);
});

test('a message is given up after nine attempts in two days, its creator is told, and the next one follows', async () => {
  const id = await addWebhook(world, { url: receiver.url, name: 'pager' });
  const [first, second] = [await addMessage(world, id), await addMessage(world, id)];
  receiver.answer = (response) => response.writeHead(503).end('busy');
  let now = new Date();
  const begin = now.getTime();
  for (let attempts = 1; attempts < 9; attempts += 1) {
    await sender.begin(now);
    await sender.settled();
    expect(await deliveryOf(first)).toMatchObject({
      state: 'Waiting',
      attempts,
      answerStatus: 503,
      answerText: 'busy',
    });
    now = (await webhookOf(id)).dueAt!;
  }
  expect((now.getTime() - begin) / 3_600_000).toBeLessThan(48);
  expect(await mailedFor(id)).toBe(0);
  await sender.begin(now);
  await sender.settled();
  expect(await deliveryOf(first)).toMatchObject({ state: 'GivenUp', attempts: 9, nextAttemptAt: null });
  expect(await deliveryOf(second)).toMatchObject({ state: 'Waiting', attempts: 1 });
  expect(await webhookOf(id)).toMatchObject({ enabled: true, stoppedBecause: null });
  const letters = await sentLetters();
  expect(letters.map(({ to }) => to)).toEqual([world.owner.email]);
  expect(letters[0]!.letter.subject).toBe('The webhook pager does not deliver');
});

test('after three days without success the webhook is switched off, with the reason', async () => {
  const id = await addWebhook(world, { url: receiver.url, failingSince: new Date(Date.now() - 73 * 3_600_000) });
  const messages = [await addMessage(world, id, { attempts: 2 }), await addMessage(world, id)];
  receiver.answer = 500;
  await sender.sendAll();
  expect(await webhookOf(id)).toMatchObject({ enabled: false, stoppedBecause: 'Failing', claimedUntil: null });
  expect(await statesOf(id)).toEqual(['GivenUp', 'GivenUp']);
  expect(await deliveryOf(messages[0]!)).toMatchObject({ attempts: 3, answerStatus: 500 });
  const [sentLetter] = await sentLetters();
  expect(sentLetter!.letter.paragraphs.join(' ')).toContain('accepted no message for three days');
  const { body } = await world.owner.rest.get(`/webhooks/${id}`);
  expect(body.data).toMatchObject({ enabled: false, stopped_because: 'Failing' });
  const audited = await world.prisma.auditEvent.findMany({ where: { subjectId: id, eventType: 'WebhookChanged' } });
  expect(audited).toMatchObject([{ actorType: 'System', details: { stopped_because: { to: 'Failing' } } }]);
});

const hourMs = 3_600_000;
test.each<[string, Parameters<typeof addMessage>[2]]>([
  ['given up after its last attempt', { attempts: 8 }],
  ['given up because its events are gone', { eventIds: ['00000000-0000-4000-8000-000000000000'], attempts: 3 }],
])(
  'a message that was %s ends the failure: weeks later, a first failed attempt counts anew',
  async (_what, columns) => {
    const start = Date.now();
    const id = await addWebhook(world, { url: receiver.url, failingSince: new Date(start - 47 * hourMs) });
    await addMessage(world, id, columns);
    receiver.answer = 502;
    await sender.sendAll(new Date(start));
    expect(await statesOf(id)).toEqual(['GivenUp']);
    expect(await webhookOf(id)).toMatchObject({ enabled: true, failingSince: null });
    const later = new Date(start + 20 * 24 * hourMs);
    const message = await addMessage(world, id);
    await sender.sendAll(later);
    expect(await webhookOf(id)).toMatchObject({ enabled: true, stoppedBecause: null, failingSince: later });
    expect(await deliveryOf(message)).toMatchObject({ state: 'Waiting', attempts: 1, answerStatus: 502 });
    receiver.answer = 200;
    await sender.sendAll((await webhookOf(id)).dueAt!);
    expect(await deliveryOf(message)).toMatchObject({ state: 'Delivered', attempts: 2 });
  },
);

test('a message that was given up does not end the failure while another one waits', async () => {
  const failingSince = new Date(Date.now() - 47 * hourMs);
  const id = await addWebhook(world, { url: receiver.url, failingSince });
  await addMessage(world, id, { attempts: 8 });
  await addMessage(world, id);
  receiver.answer = 502;
  await sender.sendAll();
  expect(await statesOf(id)).toEqual(['GivenUp', 'Waiting']);
  expect(await webhookOf(id)).toMatchObject({ enabled: true, failingSince });
});

test('after a success, a failed attempt for the next message does not switch the webhook off', async () => {
  const id = await addWebhook(world, { url: receiver.url, failingSince: new Date(Date.now() - 73 * hourMs) });
  await addMessage(world, id, { attempts: 2 });
  const second = await addMessage(world, id);
  receiver.answer = (response, index) => response.writeHead(index === 0 ? 200 : 502).end();
  const now = new Date();
  await sender.sendAll(now);
  expect(await statesOf(id)).toEqual(['Delivered', 'Waiting']);
  expect(await deliveryOf(second)).toMatchObject({ attempts: 1 });
  expect(await webhookOf(id)).toMatchObject({ enabled: true, failingSince: now });
});

test('at status 410 the webhook is switched off at once; switching it on begins anew', async () => {
  const id = await addWebhook(world, { url: receiver.url });
  await addMessage(world, id);
  receiver.answer = 410;
  await sender.sendAll();
  expect(await webhookOf(id)).toMatchObject({ enabled: false, stoppedBecause: 'Gone' });
  const on = { name: 'n', url: receiver.url, enabled: true };
  const { body } = await world.admin.rest.put(`/webhooks/${id}`, on);
  expect(body.data).toMatchObject({ enabled: true, stopped_because: null, failing_since: null });
  expect(body.data.created_by_user_id).toBe(world.admin.userId);
  await addMessage(world, id);
  receiver.answer = 200;
  await sender.sendAll();
  expect(await statesOf(id)).toEqual(['GivenUp', 'Delivered']);
});

test('a webhook that fails with more than 10,000 waiting messages is switched off', async () => {
  const id = await addWebhook(world, { url: receiver.url });
  await addMessage(world, id);
  await database.query(
    `INSERT INTO webhook_deliveries (webhook_id, network_id, organization_id, event_ids)
     SELECT webhook_id, network_id, organization_id, event_ids FROM webhook_deliveries, generate_series(1, 10000)
     WHERE webhook_id = $1`,
    [id],
  );
  receiver.answer = 500;
  await sender.sendAll();
  expect(await webhookOf(id)).toMatchObject({ enabled: false, stoppedBecause: 'TooManyWaiting' });
});

test('a creator who is no Admin any more, or is gone, sends nothing: the webhook is switched off', async () => {
  const { prisma } = world;
  const demotedUser = await world.addUser('Admin');
  const deletedUser = await world.addUser('Admin');
  const ids = [
    await addWebhook(world, { url: receiver.url, createdByUserId: demotedUser.userId }),
    await addWebhook(world, { url: receiver.url, createdByUserId: deletedUser.userId }),
  ];
  for (const id of ids) await addMessage(world, id);
  await prisma.user.update({ where: { id: demotedUser.userId }, data: { permissions: 'Member' } });
  await prisma.user.delete({ where: { id: deletedUser.userId } });
  await sender.sendAll();
  expect(receiver.messages).toEqual([]);
  for (const id of ids) expect(await webhookOf(id)).toMatchObject({ enabled: false, stoppedBecause: 'RightsLost' });
  expect(await Promise.all(ids.map(mailedFor))).toEqual([1, 0]);
  expect((await sentLetters()).map(({ to }) => to)).toEqual([demotedUser.email]);
});

test.each([
  ['was disabled', { isEnabled: false }],
  ['has expired', { expiresAt: new Date(Date.now() - 1_000) }],
  ['has a lower role', { permissions: 'Member' as const }],
])('a webhook whose API key %s sends nothing', async (_what, columns) => {
  const { prisma, admin } = world;
  const key = await world.addKey(admin, { permissions: 'Admin' });
  const created = { name: 'by key', url: receiver.url, network_ids: [world.networkId] };
  const id = (await key.rest.post('/webhooks', created)).body.data.webhook.id as string;
  await addMessage(world, id);
  await sender.sendAll();
  expect(receiver.messages).toHaveLength(1);
  const { createdByKeyId } = await webhookOf(id);
  await prisma.userApiKey.update({ where: { id: createdByKeyId! }, data: columns });
  await addMessage(world, id);
  await sender.sendAll();
  expect(receiver.messages).toHaveLength(1);
  expect(await webhookOf(id)).toMatchObject({ enabled: false, stoppedBecause: 'RightsLost' });
});

test('messages of a network that the API key no longer reaches are refused, and its owner is told once', async () => {
  const { prisma, admin, networkId, otherNetworkId } = world;
  const key = await world.addKey(admin, { permissions: 'Admin' });
  const both = { name: 'by key', url: receiver.url, network_ids: [networkId, otherNetworkId] };
  const id = (await key.rest.post('/webhooks', both)).body.data.webhook.id as string;
  const { createdByKeyId } = await webhookOf(id);
  await prisma.userApiKeyNetwork.deleteMany({ where: { userApiKeyId: createdByKeyId!, networkId } });
  const refused = [await addMessage(world, id), await addMessage(world, id)];
  const sentMessageId = await addMessage({ ...world, networkId: otherNetworkId }, id);
  await sender.sendAll();
  expect(receiver.messages.map(({ headers }) => headers['webhook-id'])).toEqual([sentMessageId]);
  for (const message of refused) expect(await deliveryOf(message)).toMatchObject({ state: 'NotAllowed', attempts: 0 });
  expect(await mailedFor(id)).toBe(1);
  expect(await sentLetters()).toHaveLength(1);
  await addMessage(world, id);
  await sender.sendAll();
  expect(await mailedFor(id)).toBe(1);
  expect(await webhookOf(id)).toMatchObject({ enabled: true });
});

const networkLosses = ['its API key loses access', 'its list of networks gets shorter', 'a list replaces all networks'];
const repeatedSends = ['is still waiting', 'is delivered again'] as const;
test.each(networkLosses.flatMap((loss) => repeatedSends.map((send) => [loss, send] as const)))(
  'a webhook loses a network (%s): no message of the network is sent, although one %s',
  async (loss, send) => {
    const { prisma, admin, networkId, otherNetworkId } = world;
    const isByKey = loss === networkLosses[0];
    const hasAll = loss === networkLosses[2];
    const maker = isByKey ? await world.addKey(admin, { permissions: 'Admin' }) : admin;
    const networks = hasAll ? { all_networks: true } : { network_ids: [networkId, otherNetworkId] };
    const named = { name: 'shrinks', url: receiver.url };
    const id = (await maker.rest.post('/webhooks', { ...named, ...networks })).body.data.webhook.id as string;
    const lost = await addMessage({ ...world, networkId: otherNetworkId }, id);
    receiver.answer = send === 'is still waiting' ? 503 : 200;
    await sender.sendAll();
    expect(receiver.messages.splice(0)).toHaveLength(1);
    receiver.answer = 200;
    if (isByKey) {
      const { createdByKeyId } = await webhookOf(id);
      const where = { userApiKeyId: createdByKeyId!, networkId: otherNetworkId };
      expect(await prisma.userApiKeyNetwork.deleteMany({ where })).toEqual({ count: 1 });
      await prisma.webhook.update({ where: { id }, data: { dueAt: null } });
    } else {
      const fewer = { ...named, all_networks: false, network_ids: [networkId] };
      expect((await admin.rest.put(`/webhooks/${id}`, fewer)).status).toBe(200);
    }
    if (send === 'is delivered again')
      expect((await admin.rest.post(`/webhook-deliveries/${lost}/redeliver`)).status).toBe(200);
    const kept = await addMessage(world, id);
    await sender.sendAll(new Date(Date.now() + 1_000));
    expect(receiver.messages.map(({ headers }) => headers['webhook-id'])).toEqual([kept]);
    expect(await deliveryOf(lost)).toMatchObject({ state: 'NotAllowed', nextAttemptAt: null });
    expect(await mailedFor(id)).toBe(1);
    expect(await webhookOf(id)).toMatchObject({ enabled: true });
  },
);

test('a webhook of all networks sends for later ones, as far as the session or key that made it reaches them', async () => {
  const { prisma, admin, organizationId } = world;
  const key = await world.addKey(admin, { permissions: 'Admin' });
  const all = { name: 'all', url: receiver.url, all_networks: true };
  const idOf = async (caller: Pick<typeof key, 'rest'>, path: string) => {
    const reply = await caller.rest.post('/webhooks', { ...all, url: `${receiver.url}/${path}` });
    return reply.body.data.webhook.id as string;
  };
  const [bySession, byKey] = [await idOf(admin, 'session'), await idOf(key, 'key')];
  const addNetwork = async (caller: Pick<typeof key, 'rest'>, name: string) =>
    (await caller.rest.post('/networks', { name, organization_id: organizationId })).body.data.id as string;
  const [createdByKey, later] = [await addNetwork(key, 'by the key'), await addNetwork(admin, 'by a person')];
  const sendIn = async (networkId: string) => {
    for (const id of [bySession, byKey]) await addMessage({ ...world, networkId }, id);
    await sender.sendAll();
    // Messages of different webhooks are sent concurrently, so their order is not defined.
    return receiver.messages
      .splice(0)
      .map(({ path }) => path.replace('/hook/', ''))
      .sort();
  };
  expect(await sendIn(createdByKey)).toEqual(['key', 'session']);
  expect(await sendIn(later)).toEqual(['session']);
  expect((await sentLetters()).map(({ letter }) => letter.paragraphs[1])).toEqual([
    expect.stringContaining('add it to the key'),
  ]);
  const { createdByKeyId } = await webhookOf(byKey);
  const granted = { userApiKeyId: createdByKeyId!, networkId: later, organizationId };
  await prisma.userApiKeyNetwork.create({ data: granted });
  expect(await sendIn(later)).toEqual(['key', 'session']);
  await prisma.network.deleteMany({ where: { id: { in: [later, createdByKey] } } });
});

test('a receiver that says when to come back is not tried before', async () => {
  const pauseOf = async (retryAfter: string, status = 429) => {
    receiver.answer = (response) => response.writeHead(status, { 'retry-after': retryAfter }).end();
    const { attemptedAt, nextAttemptAt, state } = await deliveryTo(receiver.url);
    expect(state).toBe('Waiting');
    return Math.round((nextAttemptAt!.getTime() - attemptedAt!.getTime()) / 1000);
  };
  expect(await pauseOf('600')).toBe(600);
  expect(await pauseOf('600', 503)).toBe(600);
  expect(await pauseOf('5')).toBe(60);
  expect(await pauseOf('600', 500)).toBe(60);
  expect(await pauseOf('99999999999')).toBe(24 * 3_600);
  const date = await pauseOf(new Date(Date.now() + 1_800_000).toUTCString());
  expect([date > 1_790, date <= 1_800]).toEqual([true, true]);
  await world.prisma.webhook.deleteMany({ where: { organizationId: world.organizationId } });
  const id = await addWebhook(world, { url: receiver.url });
  await addMessage(world, id);
  receiver.answer = (response) => response.writeHead(429, { 'retry-after': '600' }).end();
  const now = Date.now();
  await sender.sendAll(new Date(now));
  const before = receiver.messages.length;
  await sender.sendAll(new Date(now + 599_000));
  expect(receiver.messages).toHaveLength(before);
  receiver.answer = 204;
  await sender.sendAll(new Date(now + 601_000));
  expect(await statesOf(id)).toEqual(['Delivered']);
});

test('a message whose events are no longer kept is given up without an attempt', async () => {
  const id = await addWebhook(world, { url: receiver.url });
  const message = await addMessage(world, id, { eventIds: ['00000000-0000-4000-8000-000000000000'] });
  await sender.sendAll();
  expect(await deliveryOf(message)).toMatchObject({ state: 'GivenUp', attempts: 0 });
  expect(receiver.messages).toEqual([]);
});

test('what is logged names neither an address nor a secret', async () => {
  const id = await addWebhook(world, { url: `${receiver.url}/hidden` });
  await addMessage(world, id, { attempts: 8 });
  receiver.answer = 410;
  await sender.sendAll();
  expect(sender.logged).toHaveLength(1);
  expect(sender.logged[0]).toContain(id);
  expect(sender.logged[0]).not.toMatch(/hidden|whsec_/);
});
