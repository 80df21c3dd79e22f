// Tests the HTTP handlers outside the entity routes: accounts from setup to signing out, version, health, config and
// metrics. The test client checks each response against the OpenAPI document.
import { randomUUID } from 'node:crypto';
import { createWorld, type World } from '../support/world';

const metricsToken = 'a-token-of-the-metrics-suite';
let world: World;
beforeAll(async () => {
  world = await createWorld({ METRICS_TOKEN: metricsToken });
});
afterAll(() => world.close());

const cookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? '';
const post = (action: string, body?: unknown, cookie?: string) =>
  world.anonymous.send('POST', `/api/auth/${action}`, {
    body,
    headers: { ...(cookie && { cookie }) },
  });

test('an account from setup to signing out', async () => {
  const account = { email: `${randomUUID()}@netloom.example`, password: 'Correct horse 1' };
  const setup = await post('setup', { organization_name: 'Contract', network: { name: 'HQ' } });
  expect(setup.status).toBe(200);
  const registeredReply = await post('register', { ...account, terms_accepted: true }, cookieOf(setup.headers));
  expect(registeredReply.status).toBe(200);
  expect((await post('register', { ...account, terms_accepted: true })).status).toBe(409);
  const expectedFields = { current_password: account.password, new_password: 'Battery staple 2' };
  const changedReply = await post('update', expectedFields, cookieOf(registeredReply.headers));
  expect(changedReply.status).toBe(200);
  const cookie = cookieOf(changedReply.headers);
  expect((await world.anonymous.send('GET', '/api/auth/me', { headers: { cookie } })).status).toBe(200);
  expect((await post('logout', undefined, cookie)).status).toBe(200);
  expect((await post('me', undefined, cookie)).status).toBe(401);
  expect((await post('login', account)).status).toBe(401);
  expect((await post('login', { ...account, password: expectedFields.new_password })).status).toBe(200);
  expect((await post('login', {})).status).toBe(400);
  const organizationId = registeredReply.body.data.organization_id as string;
  await world.prisma.organization.delete({ where: { id: organizationId } });
});

test('the service about itself', async () => {
  for (const route of ['/api/version', '/api/health', '/api/config'])
    expect((await world.anonymous.send('GET', route)).status).toBe(200);
  const { data, meta } = (await world.anonymous.send('GET', '/api/version')).body;
  expect(data).toEqual({ ...meta, min_compatible_client: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  // No public URL is configured, so the service uses the address of the request.
  expect((await world.anonymous.send('GET', '/api/config')).body.data.public_url).toBe(world.url);
  expect((await world.anonymous.send('GET', '/api/version?verbose=1')).status).toBe(400);
  expect((await world.anonymous.send('GET', '/api/metrics')).status).toBe(401);
  const headers = { authorization: `Bearer ${metricsToken}` };
  const metrics = await world.anonymous.send('GET', '/api/metrics', { headers });
  expect([metrics.status, metrics.body]).toEqual([200, expect.stringContaining('netloom_request_duration_seconds')]);
});

test('health checks are equal at both paths, without credential or limit', async () => {
  for (const address of ['/api/health', '/health', '/health/']) {
    const { status, body, headers } = await world.anonymous.send('GET', address);
    expect([status, body.data]).toEqual([200, { status: 'ok', database: 'ok' }]);
    expect([address, headers.get('x-ratelimit-limit')]).toEqual([address, null]);
  }
});

test('unknown paths, wrong methods and wrong media types are refused', async () => {
  expect((await world.owner.send('GET', '/api/v1/nothing')).status).toBe(404);
  expect((await world.owner.send('PATCH', '/api/v1/vlans')).status).toBe(405);
  expect((await world.owner.send('OPTIONS', '/api/v1/vlans')).status).toBe(204);
  expect((await world.owner.send('HEAD', '/api/v1/vlans')).status).toBe(200);
  const text = { rawBody: 'name=x', headers: { 'content-type': 'text/plain' } };
  expect((await world.owner.send('POST', '/api/v1/vlans', text)).status).toBe(415);
  expect((await world.owner.send('POST', '/api/v1/vlans', { rawBody: '{' })).status).toBe(400);
  const large = { rawBody: JSON.stringify({ name: 'x'.repeat(3_000_000) }) };
  expect((await world.owner.send('POST', '/api/v1/vlans', large)).status).toBe(413);
});

test('a limited answer carries its counters, a refused one the time to wait', async () => {
  const limitedWorld = await createWorld({ RATE_LIMIT: 'on' });
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => limitedWorld.anonymous.send('GET', '/api/version')),
  );
  const refusedReplies = replies.filter(({ status }) => status === 429);
  expect(refusedReplies.length).toBeGreaterThan(0);
  for (const { headers } of replies) expect(headers.get('x-ratelimit-limit')).toBe('40');
  for (const { headers } of refusedReplies) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  await limitedWorld.close();
});
