// Tests HTTP headers: every response has security headers, foreign origins are refused unless a setting lists them, and
// headers of proxies are trusted only if a setting allows that.
import { openSocket } from '../support/events';
import { createWorld, type World } from '../support/world';
import { password } from './replica';

const listedUrl = 'https://app.example.com';
const worlds: World[] = [];
const worldOf = async (settings: NodeJS.ProcessEnv = {}) => {
  const world = await createWorld(settings);
  worlds.push(world);
  return world;
};
afterAll(() => Promise.all(worlds.map((world) => world.close())));

describe('headers', () => {
  let world: World;
  beforeAll(async () => {
    world = await worldOf({ CORS_ORIGINS: listedUrl });
  });

  test.each([
    '/',
    '/graphiql',
    '/docs',
    '/api/health',
    '/health',
    '/api/v1/networks',
    '/api/nowhere',
    '/nowhere',
    '/openapi.json',
  ])('%s cannot be framed or sniffed, and sends no referrer', async (path) => {
    const { headers } = await fetch(world.url + path, { redirect: 'manual' });
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'x-request-id': expect.any(String),
    });
    expect(headers.get('x-powered-by')).toBeNull();
  });

  test('no cache may store the response of one caller for another', async () => {
    const { owner, key } = world;
    const replies = [
      await owner.rest.get('/networks'),
      await owner.rest.get('/networks?limit=0'),
      await owner.rest.get('/networks/export/csv'),
      await owner.rest.get(`/topology/data?network_id=${world.networkId}`),
      await owner.rest.get('/nowhere'),
      await key.graphql('{ viewer { via } }'),
      await key.send('GET', `/graphql?query=${encodeURIComponent('{ viewer { via } }')}`),
    ];
    for (const { headers, story } of replies)
      expect([story, headers.get('cache-control')]).toEqual([story, 'private, no-cache']);
  });

  const allowedHeadersFor = async (url: string, origin: string, method = 'GET', path = '/api/v1/networks') => {
    const preflight = method === 'OPTIONS' ? { 'access-control-request-method': 'POST' } : undefined;
    const { headers } = await fetch(url + path, { method, headers: { origin, ...preflight } });
    return [headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')];
  };

  test('no origin is allowed by default, for GraphQL and REST', async () => {
    const { url } = await worldOf();
    for (const method of ['GET', 'OPTIONS'])
      for (const path of ['/api/v1/networks', '/graphql', '/api/health'])
        expect(await allowedHeadersFor(url, listedUrl, method, path)).toEqual([null, null]);
  });

  test('a listed origin is allowed by name, and no other', async () => {
    for (const method of ['GET', 'OPTIONS'])
      for (const path of ['/api/v1/networks', '/graphql']) {
        expect(await allowedHeadersFor(world.url, listedUrl, method, path)).toEqual([listedUrl, 'true']);
        expect(await allowedHeadersFor(world.url, 'https://evil.example', method, path)).toEqual([null, null]);
      }
  });
});

test('pages of a listed origin may send and read all headers that the API uses', async () => {
  const { url, networkId, key } = await worldOf({ CORS_ORIGINS: listedUrl });
  const preflight = { origin: listedUrl, 'access-control-request-method': 'GET' };
  const requestedReply = await fetch(`${url}/graphql`, { method: 'OPTIONS', headers: preflight });
  const sendable = requestedReply.headers.get('access-control-allow-headers')!.toLowerCase().split(', ');
  expect(sendable).toEqual(expect.arrayContaining(['x-requested-with', 'if-none-match', 'x-graphql-cost']));
  for (const path of [`/topology/data?network_id=${networkId}`, '/networks/export/csv']) {
    const { headers } = await key.send('GET', `/api/v1${path}`, { headers: { origin: listedUrl } });
    const readable = headers.get('access-control-expose-headers')!.toLowerCase().split(', ');
    const exposedHeaders = ['etag', 'content-disposition', 'x-request-id'].filter((name) => headers.has(name));
    expect([exposedHeaders.length, readable]).toEqual([2, expect.arrayContaining(exposedHeaders)]);
  }
});

describe('TRUST_PROXY', () => {
  const ask = (world: World, forwardedFor: string) =>
    world.anonymous.send('GET', '/api/version', { headers: { 'x-forwarded-for': forwardedFor } });
  const readRemaining = async (world: World, forwardedFor: string) =>
    Number((await ask(world, forwardedFor)).headers.get('x-ratelimit-remaining'));

  test('off: an invented X-Forwarded-For does not give a new rate limit', async () => {
    const world = await worldOf({ RATE_LIMIT: 'on' });
    expect(await readRemaining(world, '192.0.2.1')).toBe(9);
    expect(await readRemaining(world, '192.0.2.2')).toBe(8);
  });

  test('1: each client address has its own limit, whatever the client itself sends in the header', async () => {
    const world = await worldOf({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });
    expect(await readRemaining(world, '192.0.2.1')).toBe(9);
    expect(await readRemaining(world, '192.0.2.2')).toBe(9);
    expect(await readRemaining(world, '203.0.113.7, 192.0.2.2')).toBe(8);
    expect(await readRemaining(world, '203.0.113.8, 192.0.2.2')).toBe(7);
  });

  test('a list of addresses trusts only proxies at these addresses', async () => {
    const world = await worldOf({ RATE_LIMIT: 'on', TRUST_PROXY: 'loopback, 10.0.0.0/8' });
    expect(await readRemaining(world, '192.0.2.1, 10.1.2.3')).toBe(9);
    expect(await readRemaining(world, '192.0.2.1, 10.9.9.9')).toBe(8);
    expect(await readRemaining(world, '192.0.2.1, 11.1.2.3')).toBe(9);
  });

  const spellings: [name: string, hop: (address: string, port: number) => string][] = [
    ['a plain IPv4 address', () => '192.0.2.77'],
    ['an IPv4 address with a port', (_address, port) => `192.0.2.77:${port}`],
    ['a plain IPv6 address', (address) => address],
    ['an IPv6 address in brackets', (address) => `[${address}]`],
    ['an IPv6 address with a port', (address, port) => `[${address}]:${port}`],
    ['an address between blanks', (_address, port) => `  192.0.2.77:${port} `],
  ];
  const lists = 'loopback, 10.0.0.0/8, fd00::/8';

  test.each(['1', lists].flatMap((trust) => spellings.map(([name, hop]) => [trust, name, hop] as const)))(
    '%s: connections of one client share one limit, behind a proxy that writes %s',
    async (trust, _name, hop) => {
      const world = await worldOf({ RATE_LIMIT: 'on', TRUST_PROXY: trust });
      // The list of ranges must also recognize a trusted hop in this form.
      const proxies = (port: number) => (trust === lists ? `, 10.1.2.3:${port},[fd00::9]:${port}` : '');
      for (const [at, remaining] of [9, 8, 7].entries()) {
        const port = 40_000 + at;
        expect(await readRemaining(world, hop('2001:db8::7', port) + proxies(port))).toBe(remaining);
      }
    },
  );

  test('the sockets of one client share one limit, whatever their ports', async () => {
    const world = await worldOf({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });
    const codes: number[] = [];
    for (let port = 40_000; port < 40_012; port += 1) {
      const connection = openSocket(world.url, { 'x-forwarded-for': `192.0.2.78:${port}` });
      connection.send({ type: 'connection_init' });
      codes.push((await connection.closed).code);
    }
    expect([codes[0], codes.at(-1)]).toEqual([4401, 4429]);
  });

  const cookieOf = async (world: World, headers: Record<string, string>) => {
    const body = { email: `${crypto.randomUUID()}@netloom.example`, password, terms_accepted: true };
    const reply = await world.anonymous.send('POST', '/api/auth/register', { body, headers });
    await world.prisma.organization.delete({ where: { id: reply.body.data.organization_id } });
    return reply.headers.get('set-cookie')!;
  };
  const https = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'netloom.example.com' };

  test('the cookie is Secure if the proxy reports HTTPS, or if nothing requires plain HTTP', async () => {
    const [off, on] = [await worldOf(), await worldOf({ TRUST_PROXY: '1' })];
    expect(await cookieOf(off, {})).toMatch(/^session_id=[\w-]+; Max-Age=604800; Path=\/; .*HttpOnly; SameSite=Lax$/);
    expect(await cookieOf(off, {})).not.toMatch(/Secure/);
    expect(await cookieOf(on, https)).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
    // Forwarding headers from a sender that is no trusted proxy can neither remove nor add the cookie's Secure
    // attribute. Over plain http, browsers drop a cookie with Secure.
    expect(await cookieOf(off, https)).not.toMatch(/Secure/);
    expect(await cookieOf(on, { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'netloom.example.com' })).toMatch(
      /Secure/,
    );
  });

  test('PUBLIC_URL alone decides if it is set', async () => {
    expect(await cookieOf(await worldOf({ PUBLIC_URL: 'https://netloom.example.com' }), {})).toMatch(/; Secure;/);
    const plain = await worldOf({ PUBLIC_URL: 'http://netloom.lan', TRUST_PROXY: '1' });
    expect(await cookieOf(plain, { 'x-forwarded-host': 'netloom.lan' })).not.toMatch(/Secure/);
  });
});
