// Tests the protection of browsers: a page of another origin can neither write with Netloom's cookie nor read
// responses, unless the setting CORS_ORIGINS lists the origin.
import { ignoredHeaders } from '../../src/auth/cors';
import { bearer, openAuthWorld, password, type AuthWorld } from './auth-world';

const listedUrl = 'https://app.example.com';
let world: AuthWorld;
let account: Awaited<ReturnType<AuthWorld['register']>>;
let host: string;
beforeAll(async () => {
  world = await openAuthWorld({ publicUrl: 'https://netloom.example.com', corsOrigins: [listedUrl] });
  account = await world.register();
  host = new URL(world.url).host;
});
afterAll(() => world.close());

const write = async (headers: Record<string, string>, path = '/api/v1/whoami') => {
  const cookie = { Cookie: `session_id=${account.token}` };
  const { status, body } = await world.send('PUT', path, { headers: { ...cookie, ...headers } });
  return status === 200 ? 200 : [status, body.code];
};
const refusedStatus = [403, 'auth_origin_not_allowed'];

/** The values of Sec-Fetch-Site that a browser may send with a write, and whether that write is allowed. */
const sites = { none: true, 'same-origin': true, 'same-site': false, 'cross-site': false, other: false } as const;
const foreignOrigins = (): [string, string][] => {
  const [name, port] = host.split(':') as [string, string];
  return [
    ['a sandboxed page', 'null'],
    ['another site', 'https://evil.example'],
    ['another port', `http://${name}:${Number(port) + 1}`],
    ['no port', `http://${name}`],
    ['another scheme', `https://${host}`],
    ['another scheme of the public address', 'http://netloom.example.com'],
    ['another port of the public address', 'https://netloom.example.com:8443'],
    ['a subdomain', 'https://other.netloom.example.com'],
    ['the domain above', 'https://example.com'],
    ['an origin that only begins like ours', 'https://netloom.example.com.evil.example'],
    ['an origin that only ends like ours', 'https://evilnetloom.example.com'],
    ['a listed origin and more', `${listedUrl}/`],
    ['nothing', ''],
    ['no origin at all', 'evil'],
  ];
};

describe('writes authenticated by cookie', () => {
  const both = async (headers: Record<string, string>) => [await write(headers), await write(headers, '/graphql')];

  test.each<[string, Record<string, string>]>([
    ['nothing: no browser sent it', {}],
    ['nothing but a body type that needs no preflight', { 'Content-Type': 'text/plain' }],
    ['PUBLIC_URL as origin', { Origin: 'https://netloom.example.com' }],
    ['a listed origin, cross-site as it is', { Origin: listedUrl, 'Sec-Fetch-Site': 'cross-site' }],
  ])('are accepted with %s', async (_name, headers) => {
    expect(await both(headers)).toEqual([200, 200]);
  });

  test('are accepted with the origin that the request itself was sent to', async () => {
    expect(await both({ Origin: `http://${host}` })).toEqual([200, 200]);
  });

  test.each(Object.entries(sites))(
    'are judged by Sec-Fetch-Site: %s if no known origin is given',
    async (site, passes) => {
      const expectedValue = passes ? [200, 200] : [refusedStatus, refusedStatus];
      expect(await both({ 'Sec-Fetch-Site': site })).toEqual(expectedValue);
      if (!passes)
        for (const [, origin] of [['our own', `http://${host}`], ...foreignOrigins()])
          expect([origin, await both({ 'Sec-Fetch-Site': site, Origin: origin! })]).toEqual([origin, expectedValue]);
    },
  );

  test('are refused with another origin, whatever other header is sent', async () => {
    const proofs = Object.fromEntries(ignoredHeaders.map((header) => [header, 'true']));
    for (const [name, origin] of foreignOrigins())
      for (const beside of [{}, proofs])
        expect([name, await both({ ...beside, Origin: origin })]).toEqual([name, [refusedStatus, refusedStatus]]);
  });

  test('reads, and writes with a key, need no such header', async () => {
    const read = await world.send('GET', '/api/v1/whoami', { headers: { Cookie: `session_id=${account.token}` } });
    expect(read.status).toBe(200);
    const key = await world.addKey({ id: account.userId, organizationId: account.organizationId });
    const both = { ...bearer(key.token), Cookie: `session_id=${account.token}`, Origin: 'https://evil.example' };
    expect((await world.send('POST', '/api/v1/whoami', { headers: both })).status).toBe(200);
  });

  test('signing in needs no such header either, but a page of another site may not do it', async () => {
    const login = (headers: Record<string, string>) =>
      world.send('POST', '/api/auth/login', { body: { email: account.email, password }, headers });
    expect((await login({})).status).toBe(200);
    expect((await login({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
    for (const [, Origin] of foreignOrigins())
      expect([Origin, (await login({ Origin })).body.code]).toEqual([Origin, 'auth_origin_not_allowed']);
    expect((await login({ 'Sec-Fetch-Site': 'cross-site' })).body.code).toBe('auth_origin_not_allowed');
  });
});

describe('CORS', () => {
  const preflight = (origin: string) =>
    fetch(`${world.url}/api/v1/whoami`, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'PUT' },
    });

  test('a listed origin may send requests with credentials and read the headers of the rate limit', async () => {
    const answer = await preflight(listedUrl);
    expect(answer.status).toBe(204);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': listedUrl,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
      vary: 'Origin',
    });
    const { headers } = await world.whoAmI({ Origin: listedUrl });
    expect(headers.get('access-control-allow-origin')).toBe(listedUrl);
    expect(headers.get('access-control-expose-headers')).toContain('Retry-After');
  });

  test('a listed origin may send the headers of client libraries', async () => {
    const answer = await preflight(listedUrl);
    const allowedHeaders = answer.headers.get('access-control-allow-headers')!.toLowerCase().split(', ');
    const addedHeaders = [
      'apollo-require-preflight',
      'x-apollo-operation-name',
      'x-requested-with',
      'graphql-preflight',
    ];
    const neededHeaders = [
      'authorization',
      'content-type',
      'if-none-match',
      ...addedHeaders,
      ...ignoredHeaders.map((one) => one.toLowerCase()),
    ];
    expect(neededHeaders.filter((header) => !allowedHeaders.includes(header))).toEqual([]);
    const headers = Object.fromEntries(ignoredHeaders.map((header) => [header, 'true']));
    expect(await write({ ...headers, Origin: listedUrl }, '/graphql')).toBe(200);
  });

  test('any other origin gets no CORS headers', async () => {
    for (const origin of ['https://evil.example', 'null', `${listedUrl}.evil.example`]) {
      expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull();
      const { headers } = await world.whoAmI({ Origin: origin });
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});
