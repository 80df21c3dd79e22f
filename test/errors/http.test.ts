// Tests REST responses to methods, bodies and bytes that HTTP or the OpenAPI document does not allow. The response is
// always JSON.
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { maximumMemberNames, maximumValues, unreadableJson } from '../../src/auth/request-body';
import { createWorld, type World } from '../support/world';
import { expectRefused } from './refusals';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const vlanBody = () => ({
  name: 'Voice',
  network_id: world.networkId,
  organization_id: world.organizationId,
  vlan_number: 7,
});
const bytes = (length: number) => `"${'x'.repeat(length - 2)}"`;

describe('405 with the methods that a path has', () => {
  test.each([
    ['PATCH', '/api/v1/vlans', 'GET, HEAD, OPTIONS, POST'],
    ['DELETE', '/api/v1/vlans', 'GET, HEAD, OPTIONS, POST'],
    ['POST', '/api/v1/vlans/x', 'DELETE, GET, HEAD, OPTIONS, PUT'],
    ['GET', '/api/v1/tags/assign/bulk-add', 'OPTIONS, POST'],
    ['DELETE', '/api/version', 'GET, HEAD, OPTIONS'],
    ['POST', '/api/health', 'GET, HEAD, OPTIONS'],
    ['POST', '/health', 'GET, HEAD, OPTIONS'],
    ['GET', '/api/auth/login', 'OPTIONS, POST'],
    ['PROPFIND', '/api/v1/vlans', 'GET, HEAD, OPTIONS, POST'],
  ])('%s %s', async (method, path, allowedMethods) => {
    const reply = await world.key.send(method, path);
    expectRefused(reply, 'method_not_allowed', { method });
    expect(reply.headers.get('allow')!.split(', ').sort().join(', ')).toBe(allowedMethods);
  });

  test('OPTIONS lists them, and HEAD is answered like GET without a body', async () => {
    const options = await world.key.send('OPTIONS', '/api/v1/vlans');
    expect([options.status, options.body]).toEqual([204, '']);
    expect(options.headers.get('allow')).toMatch(/GET.*POST|POST.*GET/);
    const [head, get] = [await world.key.send('HEAD', '/api/v1/vlans'), await world.key.rest.get('/vlans')];
    expect([head.status, head.body, head.headers.get('content-type')]).toEqual([
      200,
      '',
      get.headers.get('content-type'),
    ]);
    const missing = await world.key.send('HEAD', `/api/v1/vlans/${randomUUID()}`);
    expect([missing.status, missing.body]).toEqual([404, '']);
  });
});

describe('413 for 5 MB', () => {
  test.each(['/api/v1/vlans', '/api/v1/tags/assign/bulk-add', '/api/auth/login'])('POST %s', async (path) => {
    const reply = await world.key.send('POST', path, { rawBody: bytes(5_000_000) });
    expectRefused(reply, 'payload_too_large', { max_bytes: 2_097_152 });
  });

  test('but the answer is 404 or 405 if nobody would read the body', async () => {
    const rawBody = bytes(5_000_000);
    expectRefused(await world.key.send('POST', '/api/v1/nothing', { rawBody }), 'route_not_found');
    expectRefused(await world.key.send('PATCH', '/api/v1/vlans', { rawBody }), 'method_not_allowed');
  });

  test('callers without a credential may send at most 16 KB', async () => {
    const send = (length: number) => world.anonymous.send('POST', '/api/auth/login', { rawBody: bytes(length) });
    expectRefused(await send(16_384), 'validation_invalid_format', { field: 'body' });
    expectRefused(await send(16_385), 'payload_too_large', { max_bytes: 16_384 });
  });

  test('also for a body in chunks of unknown length', async () => {
    const reply = await fetch(`${world.url}/api/v1/vlans`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.key.credential.key}`, 'content-type': 'application/json' },
      body: new ReadableStream({
        start(controller) {
          for (let sentCount = 0; sentCount < 50; sentCount += 1)
            controller.enqueue(new TextEncoder().encode(' '.repeat(100_000)));
          controller.close();
        },
      }),
      duplex: 'half',
    } as RequestInit);
    expect([reply.status, (await reply.json()).code]).toEqual([413, 'payload_too_large']);
  });
});

describe('400 for JSON that is too expensive to parse, before it is parsed', () => {
  test.each([
    ['arrays', 128, (levels: number) => '['.repeat(levels) + ']'.repeat(levels), 129],
    ['objects', 128, (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels), 129],
  ] as const)('%s: %d levels pass', (_kind, passes, nest, fails) => {
    expect(unreadableJson(Buffer.from(nest(passes)))).toBeUndefined();
    expect(unreadableJson(Buffer.from(nest(fails)))).toBe('depth');
    // `unreadableJson` stops at the depth limit and does not read the rest of the body.
    expect(unreadableJson(Buffer.from(nest(fails).slice(0, fails * 5)))).toBe('depth');
  });

  test('brackets inside texts do not count as nesting', () => {
    const text = JSON.stringify(['['.repeat(500), '\\"[{'.repeat(500), '\\']);
    expect(unreadableJson(Buffer.from(text))).toBeUndefined();
  });

  test('texts of any length are skipped to their end, whatever is escaped in them', () => {
    const ends = ['', '\\', '"', '\\"', '"\\', '\\\\', '["'];
    const nestArrays = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    for (let length = 0; length < 150; length += 1)
      for (const end of ends) {
        const text = JSON.stringify(`${'['.repeat(length)}${end}`);
        const judgedBodies = [127, 128].map((levels) => unreadableJson(Buffer.from(`[${text},${nestArrays(levels)}]`)));
        expect([text, ...judgedBodies]).toEqual([text, undefined, 'depth']);
      }
  });

  test.each<[string, (at: number) => string]>([
    ['letters', (at) => `m${at}`],
    ['escapes', (at) => at.toString(8).replace(/./g, (digit) => `\\${'"\\/bfnrt'[Number(digit)]}`)],
    ['escaped code points', (at) => `\\u${at.toString(16).padStart(4, '0')}`],
    ['letters beyond ASCII', (at) => String.fromCodePoint(0x4e00 + at)],
  ])('more member names than any valid body has: %s', (_kind, name) => {
    const objects = (count: number) =>
      Buffer.from(`[${Array.from({ length: count }, (_, at) => `{"${name(at)}":1}`).join()}]`);
    expect(unreadableJson(objects(maximumMemberNames))).toBeUndefined();
    expect(unreadableJson(objects(maximumMemberNames + 10))).toBe('names');
  });

  test.each(['0', '{}', '[]', '""', 'null', '[1]'])('more values than any valid body has: %s', (value) => {
    const values = (count: number) => Buffer.from(`[${`${value},`.repeat(count - 1)}${value}]`);
    expect(unreadableJson(values(maximumValues))).toBeUndefined();
    expect(unreadableJson(values(maximumValues + 1))).toBe('values');
  });

  test('any number of values of at least 8 bytes passes, and commas inside texts are not counted', () => {
    expect(unreadableJson(Buffer.from(`[${'"1,345",'.repeat(2 * maximumValues)}"1,345"]`))).toBeUndefined();
    expect(unreadableJson(Buffer.from(JSON.stringify(','.repeat(2 * maximumValues))))).toBeUndefined();
  });

  test('repeated names, and texts that are not names, are not counted', () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => ({ name: `host: ${at}`, note: '":' }));
    expect(unreadableJson(Buffer.from(JSON.stringify(rows)))).toBeUndefined();
  });

  test('POST /api/v1/vlans with 100,000 names', async () => {
    const rawBody = JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`m${at}`, 1])));
    expectRefused(await world.key.send('POST', '/api/v1/vlans', { rawBody }), 'validation_invalid_format', {
      field: 'body',
    });
  });

  test.each(['/api/v1/vlans', '/api/v1/tags/assign/bulk-add'])('POST %s', async (path) => {
    const rawBody = '['.repeat(1_000_000);
    expectRefused(await world.key.send('POST', path, { rawBody }), 'validation_invalid_format', { field: 'body' });
  });
});

describe('406 for an Accept header that cannot be satisfied', () => {
  test.each([
    ['GET', '/api/v1/vlans'],
    ['GET', '/api/v1/vlans/export/csv'],
    ['POST', '/api/auth/login'],
    ['GET', '/api/version'],
    ['GET', `/api/v1/invites/${randomUUID()}/accept`],
  ])('%s %s', async (method, path) => {
    for (const accept of ['application/xml', 'image/*', 'application/json;q=0'])
      expectRefused(await world.key.send(method, path, { headers: { accept } }), 'not_acceptable', {});
    for (const accept of [
      '*/*',
      'application/*',
      'text/html, application/json;q=0.1',
      'application/json;charset=UTF-8',
    ])
      expect((await world.key.send(method, path, { headers: { accept } })).status).not.toBe(406);
  });

  test.each(['utf8', 'UTF8', '"utf-8"', 'us-ascii'])('a response in the charset %s can be given', async (charset) => {
    const headers = { accept: `application/json; charset=${charset}` };
    expect((await world.key.send('GET', '/api/v1/vlans', { headers })).status).toBe(200);
  });

  test.each(['latin1', 'utf-16', 'utf-88'])('a response in the charset %s cannot', async (charset) => {
    const headers = { accept: `application/json; charset=${charset}` };
    expectRefused(await world.key.send('GET', '/api/v1/vlans', { headers }), 'not_acceptable', {});
  });

  test('a download may be requested by its own media type', async () => {
    const headers = { accept: 'text/csv' };
    expect((await world.key.send('GET', '/api/v1/vlans/export/csv', { headers })).status).toBe(200);
    expect((await world.key.send('GET', '/api/v1/vlans', { headers })).status).toBe(406);
  });
});

describe('415 for a body that is not JSON', () => {
  test.each([
    [{ 'content-type': 'text/plain' }],
    [{ 'content-type': 'application/x-www-form-urlencoded' }],
    [{ 'content-type': 'multipart/form-data; boundary=x' }],
    [{ 'content-type': 'application/jsonp' }],
    [{ 'content-type': 'json' }],
    [{ 'content-type': '' }],
    [{ 'content-type': 'application/json; charset=latin1' }],
    [{ 'content-type': 'application/json; charset=utf-16' }],
    [{ 'content-encoding': 'zip' }],
  ])('%j', async (headers) => {
    const reply = await world.key.send('POST', '/api/v1/vlans', { body: vlanBody(), headers });
    expectRefused(reply, 'unsupported_media_type', {});
  });

  test.each([
    ['utf8', 101],
    ['UTF8', 102],
    ['"utf-8"', 103],
    ['us-ascii', 104],
  ])('but a body in the charset %s is read as UTF-8', async (charset, vlan_number) => {
    const headers = { 'content-type': `application/json; charset=${charset}` };
    const body = { ...vlanBody(), vlan_number, description: 'Zürich' };
    const reply = await world.key.send('POST', '/api/v1/vlans', { body, headers });
    expect([reply.status, reply.body.data?.description]).toEqual([200, 'Zürich']);
    const document = { query: '{ organization { id } }' };
    expect((await world.key.send('POST', '/graphql', { body: document, headers })).status).toBe(200);
  });

  test.each(['gzip', 'deflate', 'br'])('but a body of JSON that the header calls %s is 400', async (encoding) => {
    const reply = await world.key.send('POST', '/api/v1/vlans', {
      body: vlanBody(),
      headers: { 'content-encoding': encoding },
    });
    expectRefused(reply, 'validation_invalid_format', { field: 'body' });
  });
});

describe('400 for requests that are not HTTP', () => {
  const exchange = (request: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(world.url);
      const socket = connect(Number(port), hostname, () => socket.write(request));
      let answer = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
      socket.on('close', () => resolve(answer)).on('error', reject);
    });

  test.each([
    ['oversized headers', `GET /api/v1/vlans HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`],
    ['a broken header', 'GET /api/v1/vlans HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n'],
    ['a broken request line', 'HELLO\r\n\r\n'],
    ['two lengths', 'POST /api/v1/vlans HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabc'],
    [
      'a length and chunks',
      'POST /api/v1/vlans HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc',
    ],
  ])('%s', async (_title, request) => {
    const [head, body] = (await exchange(request)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(head!.toLowerCase()).toContain('content-type: application/json');
    expect(JSON.parse(body!)).toMatchObject({
      success: false,
      code: 'validation_invalid_format',
      meta: { api_version: 1 },
    });
  });
});
