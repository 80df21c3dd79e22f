// If a provider's responses are wrong, slow, too large or missing, nobody is signed in: each response is checked and
// bounded.
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import pino from 'pino';
import { SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { logFailure } from '../../../../src/modules/access/oidc/oidc-door.routes';
import { createProvider, type Person, type Provider } from '../../../../src/modules/access/oidc/provider';

type Answer = (res: ServerResponse) => unknown;
const json =
  (value: unknown): Answer =>
  (res) =>
    res.setHeader('Content-Type', 'application/json').end(JSON.stringify(value));

const [ownKeys, foreign] = [0, 0].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 })) as [
  { publicKey: KeyObject; privateKey: KeyObject },
  { publicKey: KeyObject; privateKey: KeyObject },
];
const documentPath = '/.well-known/openid-configuration';
const secret = 'the secret of a browser, of forty-three char';

let server: Server;
let issuer: string;
let answers: Record<string, Answer>;
let requestPaths: string[];

beforeEach(async () => {
  requestPaths = [];
  server = createServer((req, res) => {
    requestPaths.push(req.url!);
    (answers[req.url!] ?? ((res: ServerResponse) => res.writeHead(404).end()))(res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  answers = {
    [documentPath]: json(documentOf()),
    '/keys': json({ keys: [{ ...ownKeys.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] }),
    '/userinfo': json({ sub: 'ann', groups: ['netops'] }),
  };
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const documentOf = (fields: object = {}) => ({
  ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
  ...{ jwks_uri: `${issuer}/keys`, userinfo_endpoint: `${issuer}/userinfo` },
  ...{ id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'], response_types_supported: ['code'] },
  ...fields,
});
const redirectUri = 'https://netloom.example/api/auth/oidc/corp/callback';
const open = (timeoutSeconds?: number): Provider =>
  createProvider(
    {
      ...{ slug: 'corp', issuer, clientId: 'netloom', clientSecret: 'a secret', name: 'Corp' },
      ...{ organizationId: undefined, domains: [], groupsClaim: 'groups', roles: [] },
    },
    redirectUri,
    timeoutSeconds,
  );

/** The claims of a valid ID token, with `fields` added or in place of the usual claims. */
const claimsOf = (nonce: string, fields: object = {}): JWTPayload => {
  const now = Math.floor(Date.now() / 1000);
  return { iss: issuer, aud: 'netloom', sub: 'ann', iat: now, exp: now + 60, nonce, ...fields };
};
const signToken = (claims: JWTPayload, key: KeyObject = ownKeys.privateKey): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);
const tokens = (idToken: unknown) =>
  json({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: idToken });

/**
 * Starts a sign-in and returns from the provider with a code. `idTokenOf` creates the ID token for the sign-in's nonce.
 * `change` may change the URL with which the browser returns.
 */
async function comeBack(
  provider: Provider,
  idTokenOf: (nonce: string) => unknown,
  change: (answer: URL) => void = () => undefined,
): Promise<Person> {
  const { searchParams } = await provider.authorizationUrl(secret);
  answers['/token'] ??= tokens(await idTokenOf(searchParams.get('nonce')!));
  const answer = new URL(`${redirectUri}?code=c&state=${searchParams.get('state')}`);
  change(answer);
  return provider.personOf(secret, answer);
}
const refusal = (code: string) => expect.objectContaining({ code }) as unknown;

test('the request has a state, a nonce and a challenge, different for each browser', async () => {
  const provider = open();
  const [one, again, other] = [
    await provider.authorizationUrl(secret),
    await provider.authorizationUrl(secret),
    await provider.authorizationUrl('the secret of another browser'),
  ];
  expect(one.origin + one.pathname).toBe(`${issuer}/authorize`);
  expect(Object.fromEntries(one.searchParams)).toMatchObject({
    ...{ response_type: 'code', client_id: 'netloom', redirect_uri: redirectUri, code_challenge_method: 'S256' },
  });
  expect(again.href).toBe(one.href);
  const parts = ['state', 'nonce', 'code_challenge'].flatMap((name) =>
    [one, other].map((url) => url.searchParams.get(name)),
  );
  expect(parts).not.toContain(null);
  expect(new Set(parts).size).toBe(6);
  expect(requestPaths).toEqual([documentPath]);
});

test('a user is identified by the ID token, and described by further answers of the provider', async () => {
  const fields = { email: 'Ann@Corp.example', email_verified: true };
  expect(await comeBack(open(), (nonce) => signToken(claimsOf(nonce, fields)))).toEqual({
    ...{ subject: 'ann', email: 'ann@corp.example', groups: ['netops'] },
  });
});

// OpenID Connect Core 1.0, section 5.6.2: a provider may leave a claim out and name another source of its value.
const elsewhere = { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://corp.example' } } };
test.each<[string, object, object, readonly string[] | undefined]>([
  ['as a list', { groups: ['netops', 'staff'] }, {}, ['netops', 'staff']],
  ['as one text', { groups: 'netops' }, {}, ['netops']],
  ['by userinfo', {}, { groups: ['netops'] }, ['netops']],
  ['as an empty list', { groups: [] }, {}, []],
  ['not at all', {}, {}, []],
  ['as null', { groups: null }, {}, []],
  ['elsewhere, by the ID token', elsewhere, {}, undefined],
  ['elsewhere, by userinfo', {}, elsewhere, undefined],
  ['elsewhere, as null', { groups: null }, elsewhere, undefined],
  ['elsewhere by the ID token, and by userinfo', elsewhere, { groups: ['netops'] }, ['netops']],
  ['not at all, but another claim elsewhere', { _claim_names: { address: 'src1' } }, {}, []],
  ['not at all, with names of no form', { _claim_names: 'groups' }, { _claim_names: null }, []],
])('groups that a provider gives %s', async (_how, claims, more, groups) => {
  answers['/userinfo'] = json({ sub: 'ann', ...more });
  expect((await comeBack(open(), (nonce) => signToken(claimsOf(nonce, claims)))).groups).toEqual(groups);
});

test.each([
  ['in words', { email: 'ann@corp.example', email_verified: 'true' }, {}],
  ['of another address', { email: 'ann@corp.example' }, { email: 'b@corp.example', email_verified: true }],
  ['of what is no address', { email: 'ann@corp.example\r\nBcc: b@c.d', email_verified: true }, {}],
  ['of an address with another letter', { email: 'mi\u212ae@corp.example', email_verified: true }, {}],
  ['of two addresses', { email: ['ann@corp.example'], email_verified: true }, {}],
])('an address that is verified %s does not count', async (_how, claims, more) => {
  answers['/userinfo'] = json({ sub: 'ann', ...more });
  expect((await comeBack(open(), (nonce) => signToken(claimsOf(nonce, claims)))).email).toBeUndefined();
});

test.each<[string, (nonce: string) => unknown]>([
  ['without a signature', (nonce) => new UnsecuredJWT(claimsOf(nonce)).encode()],
  ['signed with another key', (nonce) => signToken(claimsOf(nonce), foreign.privateKey)],
  [
    'signed with the secret, or the public key, as if it were one',
    (nonce) =>
      new SignJWT(claimsOf(nonce))
        .setProtectedHeader({ alg: 'HS256', kid: 'one' })
        .sign(Buffer.from(ownKeys.publicKey.export({ format: 'pem', type: 'spki' }))),
  ],
  ['for another audience', (nonce) => signToken(claimsOf(nonce, { aud: 'another client' }))],
  [
    'for two audiences, the other authorized',
    (nonce) => signToken(claimsOf(nonce, { aud: ['netloom', 'b'], azp: 'b' })),
  ],
  ['of another issuer', (nonce) => signToken(claimsOf(nonce, { iss: 'https://evil.example' }))],
  ['that is over', (nonce) => signToken(claimsOf(nonce, { exp: Math.floor(Date.now() / 1000) - 60 }))],
  ['without an end', (nonce) => signToken(claimsOf(nonce, { exp: undefined }))],
  ['for another nonce', () => signToken(claimsOf('another'))],
  ['without a nonce', (nonce) => signToken(claimsOf(nonce, { nonce: undefined }))],
  ['without a subject', (nonce) => signToken(claimsOf(nonce, { sub: undefined }))],
  ['of an empty subject', (nonce) => signToken(claimsOf(nonce, { sub: '' }))],
  ['of a subject that cannot be stored', (nonce) => signToken(claimsOf(nonce, { sub: 'ann\0' }))],
  ['of a subject without end', (nonce) => signToken(claimsOf(nonce, { sub: 'x'.repeat(256) }))],
  ['of another person than the rest', (nonce) => signToken(claimsOf(nonce, { sub: 'bob' }))],
  ['that is none', () => 'ann'],
  ['that is missing', () => undefined],
])('an ID token %s is refused', async (_what, idTokenOf) => {
  // The userinfo response gets the subject of the ID token, because a different subject would be refused by itself. In
  // the case `bob`, the two subjects differ, which is the error under test.
  const person = comeBack(open(), async (nonce) => {
    const token = await idTokenOf(nonce);
    const [, body = ''] = typeof token === 'string' ? token.split('.') : [];
    const { sub = 'ann' } = (body ? JSON.parse(Buffer.from(body, 'base64url').toString()) : {}) as { sub?: string };
    if (sub !== 'bob') answers['/userinfo'] = json({ sub });
    return token;
  });
  await expect(person).rejects.toEqual(refusal('auth_oidc_failed'));
});

test.each<[string, (answer: URL) => void]>([
  ['with another state', ({ searchParams }) => searchParams.set('state', 'x')],
  ['with two states', ({ searchParams }) => searchParams.append('state', 'x')],
  ['without a state', ({ searchParams }) => searchParams.delete('state')],
  ['without a code', ({ searchParams }) => searchParams.delete('code')],
  ['of another issuer', ({ searchParams }) => searchParams.set('iss', 'https://evil.example')],
  ['that refuses', ({ searchParams }) => searchParams.set('error', 'access_denied')],
])('a token response %s is refused', async (_what, change) => {
  const person = comeBack(open(), (nonce) => signToken(claimsOf(nonce)), change);
  await expect(person).rejects.toEqual(refusal('auth_oidc_failed'));
});

const huge = 'x'.repeat(600_000);
const bad: [string, (value: () => object) => Answer][] = [
  ['never', () => () => undefined],
  ['a byte at a time', () => (res) => drip(res)],
  ['with more than is read', (value) => json({ ...value(), huge })],
  [
    'with more than is read, compressed',
    (value) => (res) =>
      res
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
        .end(gzipSync(JSON.stringify({ ...value(), huge }))),
  ],
  ['with what is no JSON', () => (res) => res.setHeader('Content-Type', 'application/json').end('{"issuer":')],
  ['with a list', () => json([])],
  ['with null', () => json(null)],
  ['with a page', () => (res) => res.setHeader('Content-Type', 'text/html').end('<html>')],
  ['with a failure', () => (res) => res.writeHead(500).end()],
  ['with nothing', () => (res) => res.writeHead(204).end()],
  ['with an address elsewhere', () => (res) => res.writeHead(302, { Location: `${issuer}/elsewhere` }).end()],
  ['by hanging up', () => (res) => res.destroy()],
];

function drip(res: ServerResponse): void {
  res.setHeader('Content-Type', 'application/json').write('{');
  const timer = setInterval(() => res.write(' '), 20);
  res.once('close', () => clearInterval(timer));
}

describe.each(bad)('a provider that answers %s', (how, answerOf) => {
  // Only cases that must time out get a short limit. On a busy machine, a short limit would make every provider seem
  // silent.
  const patienceSeconds = ['never', 'a byte at a time'].includes(how) ? 0.6 : 20;
  test('for its discovery document is unavailable until it answers correctly', async () => {
    const provider = open(patienceSeconds);
    const good = answers[documentPath]!;
    answers[documentPath] = answerOf(documentOf);
    await expect(provider.authorizationUrl(secret)).rejects.toEqual(refusal('auth_oidc_unavailable'));
    answers[documentPath] = good;
    expect((await provider.authorizationUrl(secret)).origin).toBe(issuer);
    expect(requestPaths).toEqual([documentPath, documentPath]);
  });

  test.each(['/token', '/keys', '/userinfo'])('for %s signs in nobody', async (path) => {
    answers[path] = answerOf(() => ({}));
    const person = comeBack(open(patienceSeconds), (nonce) => signToken(claimsOf(nonce)));
    await expect(person).rejects.toEqual(refusal('auth_oidc_failed'));
    expect(requestPaths).toContain(path);
    expect(requestPaths).not.toContain('/elsewhere');
  });
});

test.each([
  ['is of another issuer', { issuer: 'https://evil.example' }],
  ['names no keys', { jwks_uri: undefined }],
  ['names what is no address', { jwks_uri: 'keys' }],
])('a discovery document that %s is refused', async (_what, fields) => {
  answers[documentPath] = json(documentOf(fields));
  await expect(open().authorizationUrl(secret)).rejects.toEqual(refusal('auth_oidc_unavailable'));
});

describe('the log names a wrong issuer and the expected one', () => {
  const evil = 'https://evil.example';
  const comesBack = (fields: object, change?: (answer: URL) => void) =>
    comeBack(open(), (nonce) => signToken(claimsOf(nonce, fields)), change);

  test.each<[string, string, () => Promise<unknown>]>([
    ['a discovery document', evil, () => ((answers[documentPath] = json(documentOf({ issuer: evil }))), comesBack({}))],
    [
      'a discovery document, in the last character alone',
      '/x/',
      () => ((answers[documentPath] = json(documentOf({ issuer: `${issuer}/x/` }))), comesBack({})),
    ],
    ['an ID token', evil, () => comesBack({ iss: evil })],
    ['the answer to a browser', evil, () => comesBack({}, ({ searchParams }) => searchParams.set('iss', evil))],
  ])('in %s', async (_where, namedIssuer, act) => {
    const error: unknown = await act().catch((one: unknown) => one);
    const lines: { msg: string; provider: string; reasons: string[] }[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    logFailure({ log, params: { slug: 'corporate' } } as unknown as Parameters<typeof logFailure>[0], error);
    const [reason] = lines[0]!.reasons;
    expect(lines).toMatchObject([{ msg: 'a sign-in by OIDC failed', provider: 'corporate' }]);
    expect(reason).toMatch(/^the provider names the issuer /);
    expect(reason).toContain(namedIssuer);
    expect(reason).toContain(`"${issuer}"`);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['another audience', () => comesBack({ aud: 'another client' })],
    ['another state', () => comesBack({}, ({ searchParams }) => searchParams.set('state', 'x'))],
    [
      'another state beside the issuer',
      () => comesBack({}, ({ searchParams }) => (searchParams.set('state', 'x'), searchParams.set('iss', issuer))),
    ],
    ['no keys', () => ((answers[documentPath] = json(documentOf({ jwks_uri: undefined }))), comesBack({}))],
  ])('and no issuer if the failure is %s', async (_what, act) => {
    const { cause } = (await act().catch((error: unknown) => error)) as { cause: Error };
    expect(cause.message).not.toContain('names the issuer');
  });
});

test('simultaneous sign-ins request the discovery document once', async () => {
  const provider = open();
  await Promise.all(Array.from({ length: 20 }, (_, at) => provider.authorizationUrl(`secret ${at}`)));
  expect(requestPaths).toEqual([documentPath]);
});

describe('a logout token', () => {
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const tokenOf = () => signToken(claimsOf('', { events, jti: 'one', nonce: undefined }));

  test('names the user, and is recognized when it is sent again', async () => {
    const provider = open();
    const token = await tokenOf();
    const reportedLogout = await provider.logoutOf(token);
    expect(reportedLogout).toMatchObject({ subject: 'ann', tokenHash: (await provider.logoutOf(token))!.tokenHash });
    expect(await provider.logoutOf(await signToken(claimsOf('', { events, jti: 'one' })))).toBeUndefined();
  });

  test.each([documentPath, '/keys'])(
    'that cannot be verified because %s is not answered can be sent again',
    async (path) => {
      const provider = open(20);
      const good = answers[path]!;
      answers[path] = (res) => res.destroy();
      await expect(provider.logoutOf(await tokenOf())).rejects.toEqual(refusal('auth_oidc_unavailable'));
      answers[path] = good;
      expect(await provider.logoutOf(await tokenOf())).toMatchObject({ subject: 'ann' });
    },
  );
});
