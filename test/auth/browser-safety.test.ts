// Guarantees towards browsers: a foreign page can neither write with our cookie nor read our answers, unless listed.
import { bearer, openAuthWorld, password, type AuthWorld } from './auth-world';

const listed = 'https://app.example.com';
let world: AuthWorld;
let account: Awaited<ReturnType<AuthWorld['register']>>;
let host: string;
beforeAll(async () => {
  world = await openAuthWorld({ publicUrl: 'https://netloom.example.com', corsOrigins: [listed] });
  account = await world.register();
  host = new URL(world.url).host;
});
afterAll(() => world.close());

const write = async (headers: Record<string, string>, path = '/api/v1/whoami') => {
  const cookie = { Cookie: `session_id=${account.token}` };
  const { status, body } = await world.send('PUT', path, { headers: { ...cookie, ...headers } });
  return status === 200 ? 200 : [status, body.code];
};
const refused = [403, 'auth_origin_not_allowed'];

describe('writes authenticated by cookie', () => {
  test.each<[string, Record<string, string>]>([
    ['the browser’s word for our own page', { 'Sec-Fetch-Site': 'same-origin' }],
    ['an address typed in', { 'Sec-Fetch-Site': 'none' }],
    ['PUBLIC_URL as origin', { Origin: 'https://netloom.example.com' }],
    ['a listed origin, cross-site as it is', { Origin: listed, 'Sec-Fetch-Site': 'cross-site' }],
    ['a header that foreign pages cannot send', { 'X-Requested-With': 'anything' }],
    ['a header of GraphQL clients', { 'Apollo-Require-Preflight': 'true' }],
  ])('pass with %s', async (_name, headers) => {
    expect(await write(headers)).toBe(200);
    expect(await write(headers, '/graphql')).toBe(200);
  });

  test('pass with the origin that the request itself was sent to', async () => {
    expect(await write({ Origin: `http://${host}` })).toBe(200);
  });

  test.each<[string, Record<string, string>]>([
    ['nothing at all', {}],
    ['a body type that needs no preflight', { 'Content-Type': 'text/plain' }],
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a sibling domain', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://other.example.com' }],
    ['a foreign origin beside a custom header', { Origin: 'https://evil.example', 'X-Requested-With': 'x' }],
    ['a sandboxed page', { Origin: 'null' }],
    ['an origin that only begins like ours', { Origin: 'https://netloom.example.com.evil.example' }],
  ])('are refused with %s', async (_name, headers) => {
    expect(await write(headers)).toEqual(refused);
    expect(await write(headers, '/graphql')).toEqual(refused);
  });

  test('reads and writes with a key need no proof', async () => {
    const read = await world.send('GET', '/api/v1/whoami', { headers: { Cookie: `session_id=${account.token}` } });
    expect(read.status).toBe(200);
    const key = await world.addKey({ id: account.userId, organizationId: account.organizationId });
    const both = { ...bearer(key.token), Cookie: `session_id=${account.token}`, Origin: 'https://evil.example' };
    expect((await world.send('POST', '/api/v1/whoami', { headers: both })).status).toBe(200);
  });

  test('signing in needs none either, but a foreign page may not do it', async () => {
    const login = (headers: Record<string, string>) =>
      world.send('POST', '/api/auth/login', { body: { email: account.email, password }, headers });
    expect((await login({})).status).toBe(200);
    expect((await login({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
    expect((await login({ Origin: 'https://evil.example' })).body.code).toBe('auth_origin_not_allowed');
    expect((await login({ 'Sec-Fetch-Site': 'cross-site' })).body.code).toBe('auth_origin_not_allowed');
  });
});

describe('CORS', () => {
  const preflight = (origin: string) =>
    fetch(`${world.url}/api/v1/whoami`, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'PUT' },
    });

  test('a listed origin may call with credentials and read the limits', async () => {
    const answer = await preflight(listed);
    expect(answer.status).toBe(204);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': listed,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
      vary: 'Origin',
    });
    const { headers } = await world.whoAmI({ Origin: listed });
    expect(headers.get('access-control-allow-origin')).toBe(listed);
    expect(headers.get('access-control-expose-headers')).toContain('Retry-After');
  });

  test('any other origin gets no such header', async () => {
    for (const origin of ['https://evil.example', 'null', `${listed}.evil.example`]) {
      expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull();
      const { headers } = await world.whoAmI({ Origin: origin });
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});
