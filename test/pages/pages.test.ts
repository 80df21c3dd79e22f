// Tests the pages over HTTP: pages have strict security policies, load files from Netloom only, and are not
// rate-limited. Clients other than browsers get no HTML.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { createWorld, type World } from '../support/world';

const browserAccept = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
let world: World;
beforeAll(async () => {
  world = await createWorld({ RATE_LIMIT: 'on' });
});
afterAll(() => world.close());

/** Like fetch, but can set the accepted encoding and returns the raw bytes. */
async function raw(path: string, headers: Record<string, string>) {
  const [answer] = (await once(get(world.url + path, { headers }), 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) };
}

const inventory = ['', '/x', '/x/hosts', '/x/hosts/y'].map((path) => `/inventory${path}`);
const discovery = ['', '/x', '/x/runs'].map((path) => `/discovery${path}`);
const checks = ['', '/x', '/x/new', '/x/y/edit'].map((path) => `/checks${path}`);
test.each([
  '/',
  '/sign-in',
  '/graphiql',
  '/docs',
  '/topology',
  ...inventory,
  ...discovery,
  ...checks,
  '/account',
  '/account/keys',
  '/organization',
  '/organization/people',
])('%s works without other origins and without inline scripts', async (path) => {
  const page = await world.anonymous.send('GET', path);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const contentPolicy = page.headers.get('content-security-policy')!;
  expect(contentPolicy).toContain("default-src 'none'; script-src 'self'; ");
  expect(contentPolicy).toContain("frame-ancestors 'none'");
  if (!['/graphiql', '/docs'].includes(path)) expect(contentPolicy).not.toContain('unsafe');
  expect(page.body).not.toMatch(/<style|<script(?![^>]* src=)| on\w+=| style=|https?:/);
  for (const [, file] of (page.body as string).matchAll(/(?:src|href)="([^"]+)"/g)) {
    expect([file, (await world.anonymous.send('GET', file!)).status]).toEqual([file, 200]);
  }
});

test('other HTTP methods are refused with the usual error response', async () => {
  const { status, body, headers } = await world.anonymous.send('POST', '/sign-in', { body: {} });
  expect([status, body.code, headers.get('allow')]).toEqual([405, 'method_not_allowed', 'GET, HEAD, OPTIONS']);
});

test('a browser that opens /graphql is redirected to GraphiQL with its query; programs get an answer', async () => {
  const browser = await world.anonymous.send('GET', '/graphql?query=%7Bviewer%7Bvia%7D%7D', { headers: browserAccept });
  expect([browser.status, browser.headers.get('location')]).toEqual([302, '/graphiql?query=%7Bviewer%7Bvia%7D%7D']);
  for (const accept of ['*/*', 'application/json', 'application/graphql-response+json, application/json;q=0.9']) {
    const program = await world.owner.send('GET', '/graphql?query=%7Bviewer%7Bvia%7D%7D', { headers: { accept } });
    expect([program.status, program.body.data]).toEqual([200, { viewer: { via: 'session' } }]);
  }
});

test('requests for pages do not count towards the rate limit', async () => {
  const answers = await Promise.all(Array.from({ length: 170 }, () => world.anonymous.send('GET', '/sign-in')));
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(answers[0]!.headers.get('x-ratelimit-limit')).toBeNull();
});

test("GraphiQL's files are sent compressed or plain, and not again if the browser has them", async () => {
  const zippedReply = await raw('/assets/graphiql/graphiql.js', { 'accept-encoding': 'gzip, br' });
  const plain = await raw('/assets/graphiql/graphiql.js', {});
  expect([zippedReply.headers['content-encoding'], plain.headers['content-encoding']]).toEqual(['gzip', undefined]);
  expect(gunzipSync(zippedReply.body).equals(plain.body)).toBe(true);
  expect(zippedReply.body.length).toBeLessThan(2_000_000);
  const again = await raw('/assets/graphiql/graphiql.js', { 'if-none-match': zippedReply.headers.etag! });
  expect([again.status, again.body.length]).toEqual([304, 0]);
});

/** The maximum number of bytes of the compressed scripts and stylesheets of a page with a list. */
const mostBytes = 150_000;
const withoutList = ['/topology', '/graphiql', '/docs'];

test.each([
  '/topology',
  '/graphiql',
  '/docs',
  '/inventory/x/hosts',
  '/discovery/x',
  '/checks/x',
  '/account',
  '/organization',
])(
  'the files of %s are sent compressed or plain, may be cached forever, and are at most 150 KB for a list',
  async (path) => {
    const page = await world.anonymous.send('GET', path);
    const files = [...(page.body as string).matchAll(/"(\/assets\/built\/[^"]+)"/g)].map(([, file]) => file!);
    expect([...new Set(files.map((file) => file.replace(/^.*\./, '')))].sort()).toEqual(['css', 'js']);
    let bytes = 0;
    for (const file of files) {
      const [zippedReply, plain] = [await raw(file, { 'accept-encoding': 'gzip' }), await raw(file, {})];
      expect([zippedReply.headers['content-encoding'], plain.headers['content-encoding']]).toEqual(['gzip', undefined]);
      expect(gunzipSync(zippedReply.body).equals(plain.body)).toBe(true);
      bytes += zippedReply.body.length;
      expect([zippedReply.headers['cache-control'], zippedReply.headers['content-type']]).toEqual([
        'public, max-age=31536000, immutable',
        plain.headers['content-type'],
      ]);
    }
    if (!withoutList.includes(path)) expect(bytes).toBeLessThan(mostBytes);
  },
);

test.each([
  '/assets/built/index.html',
  '/assets/built/none-12345678.js',
  '/assets/graphiql/constructor',
  '/assets/..%2fpages.ts',
  '/assets/%2e%2e/pages.ts',
  '/assets/none.js',
])('%s is not found', async (path) => {
  expect((await raw(path, {})).status).toBe(404);
});

test('a browser that opens an unknown address gets a page with a way back; programs and APIs keep JSON', async () => {
  for (const path of ['/nothing', '/topology/nothing', '/assets/nothing']) {
    const page = await world.anonymous.send('GET', path, { headers: browserAccept });
    expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8']);
    expect(page.body).toContain('<a href="/">Go to the start page</a>');
    for (const [name, value] of [
      ['content-security-policy', expect.stringContaining("default-src 'none'; script-src 'self'; ")],
      ['x-frame-options', 'DENY'],
      ['x-content-type-options', 'nosniff'],
      ['cache-control', 'no-store'],
      ['vary', expect.stringContaining('Accept')],
    ] as const)
      expect([name, page.headers.get(name)]).toEqual([name, value]);
  }
  const login = await world.anonymous.send('GET', '/login', { headers: browserAccept });
  expect([login.status, login.headers.get('location')]).toEqual([302, '/sign-in']);
  for (const [method, path, headers] of [
    ['GET', '/nothing', {}],
    ['GET', '/nothing', { accept: '*/*' }],
    ['GET', '/login', { accept: 'application/json' }],
    ['POST', '/nothing', browserAccept],
    ['GET', '/api/nothing', browserAccept],
    ['GET', '/api/v1/nothing', browserAccept],
  ] as const) {
    const { status, body } = await world.owner.send(method, path, { headers });
    expect([method, path, status, body.code]).toEqual([method, path, 404, 'route_not_found']);
  }
});
