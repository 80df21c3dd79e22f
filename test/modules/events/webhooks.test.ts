// Webhooks in the API: who may manage them, what is refused, secrets, tests, previews and messages.
import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Caller, World } from '../../support/world';
import { createWorld } from '../../support/world';
import type { Client, Reply } from '../../support/client';
import { addMessage, addWebhook, startReceiver, type Receiver } from '../../support/webhook-receiver';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the wire has it
type Json = any;

let world: World;
let receiver: Receiver;
let narrowAdmin: Caller;
const lines: string[] = [];
beforeAll(async () => {
  world = await createWorld({ LOG_LEVEL: 'trace' }, { write: (line: string) => void lines.push(line) });
  narrowAdmin = await world.addKey(world.admin, { permissions: 'Admin', networkIds: [world.networkId] });
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  const { organizationId } = world;
  await world.prisma.webhook.deleteMany({ where: { organizationId } });
  expect(lines.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
});
afterAll(() => world.close());

const errorFacts = ({ status, body }: Reply) => [status, body.code, body.params];
const bodyOf = (more: object = {}) => ({
  ...{ name: `hook ${randomUUID()}`, url: receiver.url, network_ids: [world.networkId] },
  ...more,
});
const creation = (caller: Client, more: object = {}) => caller.rest.post('/webhooks', bodyOf(more));
async function create(caller: Client, more: object = {}): Promise<{ secret: string; webhook: Json }> {
  const { status, body, story } = await creation(caller, more);
  if (status !== 200) throw new Error(story);
  return body.data;
}

test('an Admin creates, reads, changes and deletes webhooks; members and viewers do not see them', async () => {
  const { webhook, secret } = await create(world.admin, { kinds: ['PortDown'], severities: ['Warning'] });
  expect(secret).toMatch(/^whsec_/);
  expect(webhook).toMatchObject({
    ...{ url: receiver.url, format: 'Netloom', enabled: true, all_networks: false, network_ids: [world.networkId] },
    ...{ kinds: ['PortDown'], severities: ['Warning'], tag_ids: [], roles: [], header_names: [] },
    ...{ stopped_because: null, created_by_user_id: world.admin.userId },
  });
  const path = `/webhooks/${webhook.id}`;
  const changed = await world.owner.rest.put(path, {
    ...{ name: 'other', url: receiver.url, format: 'Slack', all_networks: true, kinds: null, enabled: false },
    expected_updated_at: webhook.updated_at,
  });
  expect(changed.body.data).toMatchObject({ name: 'other', format: 'Slack', all_networks: true, network_ids: [] });
  expect(changed.body.data).toMatchObject({ kinds: [], severities: ['Warning'], enabled: false });
  const late = await world.owner.rest.put(path, { ...bodyOf(), expected_updated_at: webhook.updated_at });
  expect(errorFacts(late)).toEqual([409, 'entity_changed', { entity: 'Webhook', id: webhook.id }]);
  for (const caller of [world.member, world.viewer])
    for (const reply of [await caller.rest.get('/webhooks'), await caller.rest.get(path), await creation(caller)])
      expect([reply.status, reply.body.code]).toEqual([403, 'auth_permission_denied']);
  expect((await world.stranger.rest.get(path)).status).toBe(404);
  expect((await world.admin.rest.delete(path)).status).toBe(200);
  expect((await world.admin.rest.get(path)).status).toBe(404);
});

test('a narrowed key sees and makes only webhooks all of whose networks it reaches', async () => {
  const { networkId, otherNetworkId } = world;
  const ofNarrowKey = await create(narrowAdmin);
  const ofBoth = await create(world.admin, { network_ids: [networkId, otherNetworkId] });
  const everywhere = await create(world.admin, { network_ids: [], all_networks: true });
  const visibleIds = (await narrowAdmin.rest.get('/webhooks')).body.data.map(({ id }: Json) => id);
  expect(visibleIds).toEqual([ofNarrowKey.webhook.id]);
  for (const { webhook } of [ofBoth, everywhere])
    for (const reply of [
      await narrowAdmin.rest.get(`/webhooks/${webhook.id}`),
      await narrowAdmin.rest.put(`/webhooks/${webhook.id}`, bodyOf()),
      await narrowAdmin.rest.post(`/webhooks/${webhook.id}/test`),
      await narrowAdmin.rest.post(`/webhooks/${webhook.id}/rotate-secret`),
      await narrowAdmin.rest.get(`/webhooks/${webhook.id}/deliveries`),
      await narrowAdmin.rest.delete(`/webhooks/${webhook.id}`),
    ])
      expect([reply.status, reply.body.code]).toEqual([404, 'entity_not_found']);
  expect(errorFacts(await creation(narrowAdmin, { network_ids: [otherNetworkId] }))).toEqual([
    ...[403, 'entity_access_denied', { entity: 'Network', id: otherNetworkId }],
  ]);
  const all = { network_ids: null, all_networks: true };
  expect(errorFacts(await creation(narrowAdmin, all))).toEqual([
    ...[403, 'auth_permission_denied', { action: 'createWebhook', required: 'Admin of every network' }],
  ]);
  const widened = await narrowAdmin.rest.put(`/webhooks/${ofNarrowKey.webhook.id}`, {
    ...bodyOf({ network_ids: undefined }),
    all_networks: true,
  });
  expect(widened.status).toBe(403);
});

test('what can never match is refused with the reason', async () => {
  const code = 'webhook_matches_nothing';
  const severities = { kinds: ['RunFinished'], severities: ['Critical'] };
  expect(errorFacts(await creation(world.admin, severities))).toEqual([
    ...[400, code, { reason: 'events of these kinds have other severities' }],
  ]);
  const reason = 'events of these kinds are about no hosts, which alone have tags and roles';
  expect(errorFacts(await creation(world.admin, { kinds: ['RunFailed'], roles: ['Switch'] }))).toEqual([
    ...[400, code, { reason }],
  ]);
  const { webhook } = await create(world.admin, { roles: ['Switch'] });
  const changed = await world.admin.rest.put(`/webhooks/${webhook.id}`, bodyOf({ kinds: ['CheckFailing'] }));
  expect(errorFacts(changed)).toEqual([400, code, { reason }]);
  const tagId = randomUUID();
  expect(errorFacts(await creation(world.admin, { tag_ids: [tagId] }))).toEqual([
    ...[404, 'entity_not_found', { entity: 'Tag', id: tagId }],
  ]);
  for (const scope of [{ network_ids: [] }, { network_ids: null }])
    expect(errorFacts(await creation(world.admin, scope))).toEqual([
      ...[400, 'validation_required', { field: 'network_ids' }],
    ]);
  expect((await creation(world.admin, { all_networks: true })).body.params).toEqual({ field: 'network_ids' });
});

test.each([
  ...['ftp://x.example/', 'nonsense', 'https://user:word@x.example/', 'javascript:alert(1)'].map((url) => [
    ...[url, 'validation_invalid_format'],
  ]),
  ...['http://169.254.169.254/latest', 'http://[fd00:ec2::254]/', 'http://0.0.0.0/', 'https://168.63.129.16/'].map(
    (url) => [url, 'outbound_address_refused'],
  ),
])('the address %s is refused', async (url, code) => {
  const reply = await creation(world.admin, { url });
  expect(errorFacts(reply)).toEqual([400, code, { field: 'url' }]);
});

test('Netloom sends nothing to itself: its address is refused, and so is its request at any other', async () => {
  const { port } = new URL(world.url);
  for (const url of [world.url, `http://localhost:${port}/graphql`, `http://[::1]:${port}/api/v1/hosts`])
    expect(errorFacts(await creation(world.admin, { url }))).toEqual([
      ...[400, 'outbound_address_refused', { field: 'url' }],
    ]);
  const headers = { 'user-agent': 'Netloom-Webhooks/1.0' };
  const graphql = await world.admin.send('POST', '/graphql', { body: { query: '{ __typename }' }, headers });
  expect(graphql.status).toBe(404);
  const rest = await fetch(`${world.url}/api/v1/vlans`, { headers });
  expect([rest.status, (await rest.json()).code]).toEqual([404, 'route_not_found']);
});

test('own headers are checked, sent, and never returned; an update keeps the values that it leaves out', async () => {
  const header = (name: string, value?: string) => ({ headers: [{ name, ...(value !== undefined && { value }) }] });
  const field = (name: string) => ({ field: `headers.${name}` });
  for (const name of ['Host', 'Content-Type', 'webhook-id', 'Connection', 'a b', 'a\r\nb'])
    expect(errorFacts(await creation(world.admin, header(name, 'x')))).toEqual([
      ...[400, 'validation_invalid_format', field('name')],
    ]);
  for (const value of ['a\r\nb: c', 'a\nb', ' a', 'ä'])
    expect(errorFacts(await creation(world.admin, header('X-A', value)))).toEqual([
      ...[400, 'validation_invalid_format', field('value')],
    ]);
  expect(errorFacts(await creation(world.admin, header('X-A')))).toEqual([400, 'validation_required', field('value')]);
  const twice = { headers: ['X-A', 'x-a'].map((name) => ({ name, value: 'x' })) };
  expect(errorFacts(await creation(world.admin, twice))[2]).toEqual(field('name'));
  const many = { headers: Array.from({ length: 11 }, (_, index) => ({ name: `X-${index}`, value: 'x' })) };
  expect((await creation(world.admin, many)).body.code).toBe('validation_out_of_range');

  const { webhook } = await create(world.admin, { headers: [{ name: 'Authorization', value: 'Bearer hush-hush' }] });
  expect(webhook.header_names).toEqual(['Authorization']);
  const path = `/webhooks/${webhook.id}`;
  const changedHeaders = { headers: [{ name: 'authorization' }, { name: 'X-B', value: 'b' }] };
  expect((await world.admin.rest.put(path, bodyOf(changedHeaders))).body.data.header_names).toEqual([
    'authorization',
    'X-B',
  ]);
  await world.admin.rest.post(`${path}/test`);
  expect(receiver.messages[0]!.headers).toMatchObject({ authorization: 'Bearer hush-hush', 'x-b': 'b' });
  await world.admin.rest.put(path, bodyOf({ headers: null }));
  await world.admin.rest.post(`${path}/test`);
  expect(receiver.messages[1]!.headers.authorization).toBeUndefined();
});

test('stored header values never go to another receiver', async () => {
  const { webhook } = await create(world.admin, { headers: [{ name: 'Authorization', value: 'Bearer hush-hush' }] });
  const path = `/webhooks/${webhook.id}`;
  const elsewhere = await startReceiver();
  try {
    const put = (more: object) => world.admin.rest.put(path, bodyOf({ url: elsewhere.url, ...more }));
    expect(errorFacts(await put({}))).toEqual([400, 'validation_required', { field: 'headers' }]);
    expect(errorFacts(await put({ headers: [{ name: 'Authorization' }] }))).toEqual([
      ...[400, 'validation_required', { field: 'headers.value' }],
    ]);
    expect((await put({ headers: [{ name: 'Authorization', value: 'Bearer another' }] })).status).toBe(200);
    await world.admin.rest.post(`${path}/test`);
    expect(elsewhere.messages[0]!.headers.authorization).toBe('Bearer another');
    // If only the path of the URL changes, the receiver is the same, so the stored header values are kept.
    expect((await put({ url: `${elsewhere.url}/other` })).status).toBe(200);
    expect((await put({ url: receiver.url, headers: null })).status).toBe(200);
  } finally {
    await elsewhere.close();
  }
});

test('secrets, header values and addresses are neither in the log nor in audit events nor in answers', async () => {
  const { webhook, secret } = await create(world.admin, {
    ...{ url: `${receiver.url}/hidden-path`, headers: [{ name: 'X-Key', value: 'hidden-value' }] },
  });
  const path = `/webhooks/${webhook.id}`;
  await world.admin.rest.put(path, bodyOf({ url: `${receiver.url}/hidden-path/2`, name: 'renamed' }));
  const rotated = (await world.admin.rest.post(`${path}/rotate-secret`)).body.data as string;
  await world.admin.rest.post(`${path}/test`);
  await world.admin.rest.delete(path);
  const events = await world.prisma.auditEvent.findMany({
    where: { subjectId: webhook.id as string },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  expect(events.map(({ eventType, userId }) => [eventType, userId])).toEqual(
    ['WebhookCreated', 'WebhookChanged', 'WebhookSecretRotated', 'WebhookDeleted'].map((type) => [
      ...[type, world.admin.userId],
    ]),
  );
  expect(events[0]!.details).toMatchObject({ format: 'Netloom', network_ids: [world.networkId] });
  expect(events[1]!.details).toMatchObject({ name: { to: 'renamed' }, url: { changed: true } });
  const recordedText = JSON.stringify(events) + lines.join('\n');
  for (const hiddenText of [secret, rotated, 'hidden-value', 'hidden-path'])
    expect(recordedText).not.toContain(hiddenText);
  expect(JSON.stringify(webhook)).not.toMatch(/hidden-value|whsec_/);
});

test('a test sends a signed example now, and says what the receiver answered', async () => {
  const { webhook, secret } = await create(world.admin, { kinds: ['PortDown'], enabled: false });
  const path = `/webhooks/${webhook.id}/test`;
  expect((await world.admin.rest.post(path)).body.data).toEqual({
    ...{ is_accepted: true, answer_status: 204, answer_text: '' },
  });
  const [message] = receiver.messages;
  const payload = new Webhook(secret).verify(message!.body, message!.headers as Record<string, string>) as Json;
  expect(payload.data.events).toMatchObject([{ kind: 'PortDown' }]);
  expect(message!.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Netloom-Webhooks/1.0' });
  receiver.answer = (response) => response.writeHead(500).end('x'.repeat(1_000));
  expect((await world.admin.rest.post(path)).body.data).toEqual({
    ...{ is_accepted: false, answer_status: 500, answer_text: 'x'.repeat(200) },
  });
  receiver.answer = (response) => response.destroy();
  expect((await world.admin.rest.post(path)).body.data).toEqual({
    ...{ is_accepted: false, answer_status: null, answer_text: null },
  });
});

test('after a rotation both secrets sign for a day, then the new one alone', async () => {
  const { webhook, secret } = await create(world.admin);
  const path = `/webhooks/${webhook.id}`;
  const rotated = (await world.admin.rest.post(`${path}/rotate-secret`)).body.data as string;
  const until = new Date((await world.admin.rest.get(path)).body.data.former_secret_until as string).getTime();
  expect(Math.abs(until - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000);
  const verifies = (one: string) => {
    const { body, headers } = receiver.messages.at(-1)!;
    try {
      return Boolean(new Webhook(one).verify(body, headers as Record<string, string>));
    } catch {
      return false;
    }
  };
  await world.admin.rest.post(`${path}/test`);
  expect([verifies(secret), verifies(rotated)]).toEqual([true, true]);
  await world.prisma.webhook.updateMany({
    where: { id: webhook.id as string },
    data: { formerSecretUntil: new Date(Date.now() - 1_000) },
  });
  await world.admin.rest.post(`${path}/test`);
  expect([verifies(secret), verifies(rotated)]).toEqual([false, true]);
  expect((await world.admin.rest.get(path)).body.data.former_secret_until).toBeNull();
});

test('a preview shows a message of each format and kind', async () => {
  const { data } = (await world.viewer.rest.get('/webhooks/preview?format=Slack&kind=PortDown')).body;
  expect(JSON.parse(data.body as string)).toMatchObject({ blocks: [{ type: 'header' }, { type: 'section' }] });
  const cloudEvents = (await world.viewer.rest.get('/webhooks/preview?format=CloudEvents&kind=RunFailed')).body.data;
  expect(cloudEvents.content_type).toBe('application/cloudevents+json');
});

test('messages are listed with state, attempts and answer; one that ended can be sent again', async () => {
  const id = await addWebhook(world, { url: receiver.url });
  const ended = { state: 'GivenUp', endedAt: new Date(), attempts: 9, answerStatus: 503, answerText: 'busy' } as const;
  const deliveryId = await addMessage(world, id, ended);
  const list = `/webhooks/${id}/deliveries`;
  expect((await world.admin.rest.get(`${list}?states=GivenUp`)).body.data).toMatchObject([
    ...[{ id: deliveryId, state: 'GivenUp', attempts: 9, answer_status: 503, answer_text: 'busy' }],
  ]);
  expect((await world.admin.rest.get(`${list}?states=Waiting`)).body.data).toEqual([]);
  const again = await world.admin.rest.post(`/webhook-deliveries/${deliveryId}/redeliver`);
  expect(again.body.data).toMatchObject({ id: deliveryId, state: 'Waiting', attempts: 0, ended_at: null });
  const nested = `query ($id: UUID!) { webhook(id: $id) { deliveries(first: 1) { totalCount nodes { state } } } }`;
  expect((await world.admin.query(nested, { id })).webhook.deliveries).toEqual({
    ...{ totalCount: 1, nodes: [{ state: 'Waiting' }] },
  });
  await world.prisma.webhook.update({ where: { id }, data: { enabled: false } });
  expect(errorFacts(await world.admin.rest.post(`/webhook-deliveries/${deliveryId}/redeliver`))).toEqual([
    ...[403, 'entity_disabled', { entity: 'Webhook' }],
  ]);
  const missing = randomUUID();
  expect(errorFacts(await world.admin.rest.get(`/webhooks/${missing}/deliveries`))).toEqual([
    ...[404, 'entity_not_found', { entity: 'Webhook', id: missing }],
  ]);
});

test('an organization has at most 100 webhooks, counted at once by all that create one', async () => {
  const { organizationId, prisma } = world;
  await prisma.webhook.createMany({
    data: Array.from({ length: 99 }, (_, index) => ({
      ...{ organizationId, name: `w ${index}`, url: receiver.url, allNetworks: true, secrets: Buffer.alloc(1) },
    })),
  });
  const replies = await Promise.all([creation(world.admin), creation(world.admin)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)!.body).toMatchObject({
    ...{ code: 'webhooks_exceeded', params: { max: 100 } },
  });
});

test('a webhook goes with its last network', async () => {
  const { organizationId, owner, prisma } = world;
  const body = { name: 'short-lived', organization_id: organizationId, tags: [] };
  const networkId = (await owner.rest.post('/networks', body)).body.data.id as string;
  const { webhook } = await create(owner, { network_ids: [networkId] });
  await owner.rest.delete(`/networks/${networkId}`);
  await prisma.webhookNetwork.deleteMany({ where: { networkId } });
  expect((await owner.rest.get(`/webhooks/${webhook.id}`)).status).toBe(404);
});
