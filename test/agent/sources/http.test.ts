// The HTTPS client of data sources: which certificates it trusts, how it limits responses, and that it reveals no
// secret.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { ApiFailure, createApiClient, type ApiLimits } from '../../../src/agent/sources/http/api-client';
import { isDeeperThan } from '../../../src/agent/sources/http/depth';
import { byAuthority, fingerprintFromText, judgeCertificate, Pins } from '../../../src/agent/sources/http/trust';
import { ApiStub, connectionTo, stubFingerprint, type StubReply } from './api-stub';

const secret = 'Secret-Token-1';
const headers = { authorization: `Token ${secret}` };
let stub: ApiStub;
beforeEach(async () => {
  stub = await new ApiStub().start();
});
afterEach(() => stub.stop());

/** Sends a GET request. Resolves with the response, or with the kind and message of the failure. */
async function ask(
  options: Parameters<typeof connectionTo>[1] = {},
  requestPath = '/a',
): Promise<{ answer?: unknown; kind?: string; message?: string; told: readonly string[] }> {
  const connection = connectionTo(stub, options);
  const client = createApiClient({ ...connection, headers });
  try {
    return { answer: await client.get(requestPath), told: connection.told };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    expect(error.message).not.toContain(secret);
    return { kind: error.kind, message: error.message, told: connection.told };
  } finally {
    await client.close();
  }
}

describe('certificates', () => {
  const presented = { fingerprint: stubFingerprint, problem: 'DEPTH_ZERO_SELF_SIGNED_CERT' };
  const other = stubFingerprint.replace(/^../, stubFingerprint.startsWith('00') ? '01' : '00');

  test('one for which no authority vouches is pinned on first use, and the user is told once', async () => {
    stub.reply = () => ({ body: { ok: true } });
    const pins = new Pins();
    const first = await ask({ fingerprint: undefined, pins });
    expect(first.answer).toEqual({ ok: true });
    expect(first.told).toEqual([expect.stringContaining(stubFingerprint)]);
    expect(await ask({ fingerprint: undefined, pins })).toEqual({ answer: { ok: true }, told: [] });
  });

  test.each([
    ['another pinned fingerprint', { fingerprint: undefined }, other],
    ['one for which an authority vouched before', { fingerprint: undefined }, byAuthority],
    ['a given fingerprint that differs', { fingerprint: other }, stubFingerprint],
    ['a given text that is no fingerprint', { fingerprint: 'mine' }, stubFingerprint],
  ])('%s: the connection is refused before a secret is sent', async (_name, options, pin) => {
    const pins = new Pins();
    pins.set(`127.0.0.1:${stub.port}`, pin);
    const { kind, message } = await ask({ ...options, pins });
    expect([kind, message]).toEqual(['refused', expect.stringContaining(stubFingerprint)]);
    expect(stub.requests).toEqual([]);
    expect(pins.get(`127.0.0.1:${stub.port}`)).toBe(pin);
  });

  test('a given fingerprint is accepted in every usual notation', () => {
    const bare = stubFingerprint.replaceAll(':', '').toLowerCase();
    for (const text of [stubFingerprint, bare, `SHA256:${bare}`, `sha256 Fingerprint=${stubFingerprint}`])
      expect(judgeCertificate(presented, { given: text, pinned: undefined })).toEqual({ pin: undefined, isNew: false });
    expect(fingerprintFromText(bare.slice(2))).toBeUndefined();
  });

  test('one for which an authority vouches is accepted, also in place of a pinned one', () => {
    const trusted = { fingerprint: stubFingerprint };
    for (const pinned of [undefined, other, byAuthority])
      expect(judgeCertificate(trusted, { pinned })).toEqual({ pin: byAuthority, isNew: false });
    expect(judgeCertificate(trusted, { given: other })).toEqual({ refusal: expect.stringContaining(stubFingerprint) });
  });

  test('pins are kept in a file that only its owner can read; a broken file counts as empty', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'netloom-pins-'));
    try {
      const file = path.join(folder, 'certificates.json');
      new Pins(file).set('10.0.0.2:8006', stubFingerprint);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(new Pins(file).get('10.0.0.2:8006')).toBe(stubFingerprint);
      writeFileSync(file, readFileSync(file, 'utf8').slice(0, 10));
      expect(new Pins(file).get('10.0.0.2:8006')).toBeUndefined();
      writeFileSync(file, '{"10.0.0.2:8006": 1}');
      expect(new Pins(file).get('10.0.0.2:8006')).toBeUndefined();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('answers', () => {
  const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

  test.each<[string, StubReply, Partial<ApiLimits>, string]>([
    ['401', { status: 401, body: {} }, {}, 'refused'],
    ['403', { status: 403, body: {} }, {}, 'refused'],
    ['404', { status: 404, body: {} }, {}, 'broken'],
    ['a redirect', { status: 302, headers: { location: 'https://127.0.0.1/' }, body: {} }, {}, 'broken'],
    ['500 with a hostile text', { status: 500, body: `\u001b[2J${secret}` }, {}, 'broken'],
    ['429 each time', { status: 429, body: {} }, {}, 'broken'],
    ['a page', { body: '<html></html>' }, {}, 'broken'],
    ['an empty body', { body: '' }, {}, 'broken'],
    ['half an answer', 'half', {}, 'broken'],
    ['a body that is too long', { body: JSON.stringify('x'.repeat(2_000)) }, { answerBytes: 1_000 }, 'broken'],
    ['a body that is nested too deeply', { body: deep(65) }, {}, 'broken'],
    ['no answer in time', 'hang', { answerMs: 50 }, 'silent'],
  ])('%s: the request fails, and the text has the address and no secret', async (_name, reply, limits, kind) => {
    stub.reply = () => reply;
    const failure = await ask({ limits });
    expect(failure).toMatchObject({ kind, message: expect.stringContaining(`127.0.0.1:${stub.port}`) });
    expect(failure.message).not.toContain('\u001b');
  });

  test('a port at which nothing listens is silent', async () => {
    const { port } = stub;
    await stub.stop();
    expect(await ask({ port })).toMatchObject({ kind: 'silent' });
    stub = await new ApiStub().start();
  });

  test('status 429 and 503 are asked again, after the time that the API wants', async () => {
    stub.reply = () =>
      stub.requests.length < 3 ? { status: 429, headers: { 'retry-after': '0' }, body: {} } : { body: [1] };
    expect(await ask()).toMatchObject({ answer: [1] });
    expect(stub.requests).toHaveLength(3);
    expect(stub.requests.every(({ headers: sentHeaders }) => sentHeaders.authorization === headers.authorization)).toBe(
      true,
    );
  });

  test('a request on a kept connection that the API has closed is sent again', async () => {
    stub.reply = () => ({ body: [stub.requests.length] });
    const client = createApiClient({ ...connectionTo(stub), headers });
    try {
      expect(await client.get('/a')).toEqual([1]);
      // The server closes the connection at the second request, so the client sends it again on a new connection, as
      // the third request.
      stub.reply = () => (stub.requests.length === 2 ? 'drop' : { body: [stub.requests.length] });
      expect(await client.get('/a')).toEqual([3]);
      stub.reply = () => 'drop';
      await expect(client.get('/a')).rejects.toThrow(ApiFailure);
    } finally {
      await client.close();
    }
  });

  test('requests, bytes and time of a whole reading are bounded, and only GET is sent', async () => {
    stub.reply = () => ({ body: JSON.stringify('x'.repeat(100)) });
    const all = async (limits: Partial<ApiLimits>) => {
      const client = createApiClient({ ...connectionTo(stub, { limits }), headers });
      try {
        for (let count = 0; ; count++)
          try {
            await client.get('/a');
          } catch (error) {
            return [count, (error as ApiFailure).kind];
          }
      } finally {
        await client.close();
      }
    };
    expect(await all({ requests: 3 })).toEqual([3, 'broken']);
    expect(await all({ totalBytes: 250 })).toEqual([2, 'broken']);
    expect(await all({ totalMs: 0 })).toEqual([0, 'broken']);
    expect(new Set(stub.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  test('an aborted signal ends a request with its reason', async () => {
    stub.reply = () => 'hang';
    const controller = new AbortController();
    const reading = ask({ signal: controller.signal });
    const ended = expect(reading).rejects.toThrow('stopped');
    setTimeout(() => controller.abort(new Error('stopped')), 30);
    await ended;
  });
});

test('the depth of a text is that of its value, whatever its texts contain', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = JSON.stringify(value);
      expect([isDeeperThan(text, depthOf(value)), isDeeperThan(text, depthOf(value) - 1)]).toEqual([
        false,
        depthOf(value) > 0,
      ]);
    }),
  );
});
