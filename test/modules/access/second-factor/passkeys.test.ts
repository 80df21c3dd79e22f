// Guarantees of passkeys: each answers its own challenge, once, to our pages alone, and lets in nobody but its user.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { changeAccount, readArguments } from '../../../../src/operator/account';
import { openAuthWorld, password, type AuthWorld } from '../../../auth/auth-world';
import { attestationOf, createAuthenticator, type Forgery, type SoftPasskey } from '../../../support/authenticator';
import { codeOf, factorClient, told } from './factor-world';

const publicUrl = 'https://netloom.example';
const device = createAuthenticator(publicUrl);
let world: AuthWorld;
let client: ReturnType<typeof factorClient>;
beforeAll(async () => {
  world = await openAuthWorld({ publicUrl });
  client = factorClient(world);
});
afterAll(() => world.close());

interface Owner {
  readonly email: string;
  readonly userId: string;
  readonly token: string;
  readonly passkey: SoftPasskey;
  readonly passkeyId: string;
  readonly recoveryCodes: readonly string[];
}

const post = (path: string, body: unknown, token?: string) => client.post(`passkeys${path}`, body, token);
const send = (method: string, path: string, token: string, body?: unknown) =>
  world.send(method, `/api/auth/${path}`, { body, token });
const optionsFor = async (token: string, reason: object = { current_password: password }) =>
  (await post('/options', reason, token)).body.data;
const ask = async (body: object = {}, token?: string) => (await post('/challenge', body, token)).body.data;
const wrong = [403, 'auth_passkey_invalid'];
const over = [403, 'auth_challenge_invalid'];

/** Adds a passkey as the first factor. */
async function withPasskey(account?: Awaited<ReturnType<AuthWorld['register']>>): Promise<Owner> {
  const { token, ...person } = account ?? (await world.register());
  const { passkey, response } = device.make(await optionsFor(token));
  const added = await post('', { name: 'Laptop', response }, token);
  expect(added.status).toBe(200);
  const { id: passkeyId, recovery_codes: recoveryCodes } = added.body.data;
  return { ...person, token: added.token!, passkey, passkeyId, recoveryCodes };
}

const signIn = async (passkey: SoftPasskey, forged: Forgery = {}) =>
  post('/sign-in', { response: device.sign(passkey, await ask(), forged) });
/** A proof of the session's user. */
const proofOf = async ({ passkey, token }: Owner) => ({ response: device.sign(passkey, await ask({}, token)) });
const lastDetails = async (userId: string) => {
  const events = await world.prisma.auditEvent.findMany({
    where: { subjectId: userId },
    orderBy: { createdAt: 'asc' },
  });
  return [events.at(-1)!.eventType, events.at(-1)!.details];
};

describe('adding one', () => {
  test('needs the password, ends other sessions, and comes with recovery codes the first time', async () => {
    const account = await world.register();
    expect((await post('/options', {}, account.token)).body.params).toEqual({ field: 'current_password' });
    const refused = await post('/options', { current_password: 'Wrong horse 12' }, account.token);
    expect(told(refused)).toEqual([400, 'auth_password_invalid']);
    const options = await optionsFor(account.token);
    expect(options).toMatchObject({ rp: { id: 'netloom.example' }, attestation: 'none', excludeCredentials: [] });
    const handle = Buffer.from(options.user.id as string, 'base64url');
    expect(handle).toHaveLength(32);
    expect(handle.toString('latin1')).not.toContain(account.userId);

    const other = await client.post('login', { email: account.email, password });
    const owner = await withPasskey(account);
    expect(owner.recoveryCodes).toHaveLength(10);
    const me = async (token?: string) => (await client.post('me', {}, token)).status;
    expect([await me(account.token), await me(other.token), await me(owner.token)]).toEqual([401, 401, 200]);
    const list = (await send('GET', 'passkeys', owner.token)).body.data;
    expect(list).toEqual([
      { id: owner.passkeyId, name: 'Laptop', created_at: expect.any(String), last_used_at: null, synced: false },
    ]);
    const factors = (await send('GET', 'second-factor', owner.token)).body.data;
    expect(factors).toEqual({ app: false, passkeys: 1, recovery_codes: 10 });
    expect(await client.eventsOf(owner.userId)).toEqual(expect.arrayContaining(['SecondFactorSet', 'PasskeyAdded']));
    const kept = await world.prisma.passkey.findUniqueOrThrow({ where: { id: owner.passkeyId } });
    expect(kept.transports).toEqual(['internal']);
  });

  test('where there is a factor, neither session nor password is enough; the session goes on, codes stay', async () => {
    const owner = await withPasskey();
    for (const path of ['passkeys/options', 'second-factor/enrol'])
      expect((await client.post(path, { current_password: password }, owner.token)).body.params).toEqual({
        field: 'code',
      });
    const options = await optionsFor(owner.token, await proofOf(owner));
    expect(options.user.id).toBe(owner.passkey.userHandle);
    expect(options.excludeCredentials).toEqual([
      { id: owner.passkey.id, transports: ['internal'], type: 'public-key' },
    ]);
    const second = await post('', { name: 'Key', response: device.make(options).response }, owner.token);
    expect([second.status, second.token, second.body.data.recovery_codes]).toEqual([200, undefined, null]);
    expect((await client.post('me', {}, owner.token)).status).toBe(200);
    expect(await world.prisma.recoveryCode.count({ where: { userId: owner.userId } })).toBe(10);
  });

  test.each<[string, Forgery]>([
    ['of a page elsewhere', { origin: 'https://netloom.example.evil.example' }],
    ['over plain http', { origin: 'http://netloom.example' }],
    ['for another name', { rpId: 'evil.example' }],
    ['that signs in instead', { type: 'webauthn.get' }],
    ['that nobody touched', { isPresent: false }],
    ['of junk', { attestation: Buffer.from('junk that is no CBOR') }],
    ['of nothing', { attestation: Buffer.alloc(1) }],
    ['that is nested deeply', { attestation: Buffer.alloc(6_000, 0x81) }],
    ['that announces 4,294,967,295 members', { attestation: Buffer.from('bbffffffffffffffff', 'hex') }],
    [
      'with a certificate',
      { attestation: attestationOf(Buffer.alloc(90), 'packed', Buffer.from('a16378356380', 'hex')) },
    ],
    ['of a format that would be looked up', { attestation: attestationOf(Buffer.alloc(90), 'android-safetynet') }],
  ])('one %s is refused', async (_what, forged) => {
    const { token, userId } = await world.register();
    const { response } = device.make(await optionsFor(token), forged);
    expect(told(await post('', { name: 'Laptop', response }, token))).toEqual(wrong);
    expect(await world.prisma.user.count({ where: { id: userId, secondFactorAt: null } })).toBe(1);
  });

  test("a challenge is of its user, for a new passkey, and good once; another's passkey is nobody's", async () => {
    const [one, other] = [await world.register(), await world.register()];
    const made = device.make(await optionsFor(one.token));
    const add = (response: object, token: string) => post('', { name: 'Laptop', response }, token);
    expect(told(await add(made.response, other.token))).toEqual(over);
    expect(told(await add(made.response, one.token))).toEqual(over);
    const asked = await ask({}, one.token);
    expect(told(await add(device.make({ ...asked, user: { id: 'AAAA' } }).response, one.token))).toEqual(over);

    const again = device.make(await optionsFor(one.token));
    const added = await add(again.response, one.token);
    expect(added.status).toBe(200);
    expect(told(await add(again.response, added.token!))).toEqual(over);
    // Whoever knows the id of a passkey cannot take it over, nor learn that it is here.
    const stolen = device.make(await optionsFor(other.token));
    const id = Buffer.from(again.passkey.id, 'base64url');
    const { attestationObject } = again.response.response as unknown as { attestationObject: string };
    const forged = { ...stolen.response, id: again.passkey.id, rawId: again.passkey.id };
    Object.assign(forged.response, { attestationObject });
    expect(told(await add(forged, other.token))).toEqual(wrong);
    expect(await world.prisma.passkey.count({ where: { credentialId: id, userId: one.userId } })).toBe(1);
  });

  test('at most 20, also of many at once', async () => {
    const owner = await withPasskey();
    const { userHandle, publicKey } = await world.prisma.passkey.findFirstOrThrow({ where: { userId: owner.userId } });
    const columns = { userId: owner.userId, name: 'x', userHandle, publicKey, counter: 0, synced: false };
    await world.prisma.passkey.createMany({
      data: Array.from({ length: 17 }, () => ({ ...columns, credentialId: Buffer.from(randomUUID()) })),
    });
    const made = [];
    for (let one = 0; one < 4; one += 1)
      made.push(device.make(await optionsFor(owner.token, await proofOf(owner))).response);
    const replies = await Promise.all(made.map((response) => post('', { name: 'x', response }, owner.token)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    const refused = await post('/options', await proofOf(owner), owner.token);
    expect([...told(refused), refused.body.params]).toEqual([409, 'passkeys_exceeded', { max: 20 }]);
  });

  test('at an address that is no name of ours, or over plain http, there are none, and it is said', async () => {
    for (const elsewhere of ['https://192.0.2.7', 'http://netloom.example', undefined]) {
      const plain = await openAuthWorld({ publicUrl: elsewhere });
      const { token } = await plain.register();
      for (const path of ['options', 'challenge']) {
        const reply = await plain.send('POST', `/api/auth/passkeys/${path}`, {
          body: path === 'options' ? { current_password: password } : {},
          token,
        });
        expect(told(reply)).toEqual([409, 'auth_passkeys_unavailable']);
      }
      await plain.close();
    }
  });
});

describe('signing in by one alone', () => {
  test('makes a session, is an event with its name, and counts its use', async () => {
    const owner = await withPasskey();
    const options = await ask();
    expect(options).toMatchObject({ rpId: 'netloom.example', userVerification: 'required', allowCredentials: [] });
    const reply = await post('/sign-in', { response: device.sign(owner.passkey, options) });
    expect([reply.status, reply.body.data.id]).toEqual([200, owner.userId]);
    expect((await client.post('me', {}, reply.token)).status).toBe(200);
    expect(await lastDetails(owner.userId)).toEqual(['SignIn', expect.objectContaining({ passkey: 'Laptop' })]);
    const [used] = (await send('GET', 'passkeys', owner.token)).body.data;
    expect(used.last_used_at).toEqual(expect.any(String));
  });

  test.each<[string, Forgery]>([
    ['of a page elsewhere', { origin: 'https://evil.example' }],
    ['for another name', { rpId: 'evil.example' }],
    ['that makes a passkey instead', { type: 'webauthn.create' }],
    ['that nobody touched', { isPresent: false }],
    ['without finger, face or PIN', { isVerified: false }],
    ['signed by another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
    ["with another user's handle", { userHandle: 'AAAA' }],
    ['that names no user', { userHandle: null }],
  ])('an answer %s is refused, and its user has the event', async (_what, forged) => {
    const { passkey, userId } = await withPasskey();
    const reply = await signIn(passkey, forged);
    expect([...told(reply), reply.token]).toEqual([...wrong, undefined]);
    expect(await lastDetails(userId)).toEqual(['SignInRefused', expect.objectContaining({ reason: 'wrong_passkey' })]);
  });

  test('a challenge is answered once, also wrongly, also by two at once; none that is over, or made up', async () => {
    const { passkey } = await withPasskey();
    const options = await ask();
    const response = device.sign(passkey, options);
    const replies = await Promise.all([post('/sign-in', { response }), post('/sign-in', { response })]);
    expect(replies.map(told).sort()).toEqual([[200, undefined], over]);
    expect(told(await post('/sign-in', { response: device.sign(passkey, options) }))).toEqual(over);
    const other = await ask();
    expect(told(await post('/sign-in', { response: device.sign(passkey, other, { isVerified: false }) }))).toEqual(
      wrong,
    );
    expect(told(await post('/sign-in', { response: device.sign(passkey, other) }))).toEqual(over);
    expect(told(await signIn(passkey, { challenge: 'A'.repeat(43) }))).toEqual(over);
    const late = await ask();
    await world.prisma.passkeyChallenge.updateMany({ where: { userId: null }, data: { expiresAt: new Date() } });
    expect(told(await post('/sign-in', { response: device.sign(passkey, late) }))).toEqual(over);
    const { passkey: unused, response: making } = device.make(await optionsFor((await world.register()).token));
    const { challenge } = JSON.parse(
      Buffer.from((making.response as { clientDataJSON?: string }).clientDataJSON!, 'base64url').toString(),
    );
    expect(told(await post('/sign-in', { response: device.sign(unused, { challenge }) }))).toEqual(over);
  });

  test('a copy of an authenticator is found out by its counter, whichever of the two comes second', async () => {
    const { passkey, userId } = await withPasskey();
    expect((await signIn(passkey, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 3, 0]) expect(told(await signIn(passkey, { counter }))).toEqual(wrong);
    expect(await lastDetails(userId)).toEqual(['SignInRefused', expect.objectContaining({ reason: 'copied_passkey' })]);
    expect((await signIn(passkey, { counter: 4_294_967_295 })).status).toBe(200);
    const { passkey: uncounted } = await withPasskey();
    for (let time = 0; time < 2; time += 1) expect((await signIn(uncounted, { counter: 0 })).status).toBe(200);
  });

  test('an unknown passkey is answered as one that signs wrongly, and counts as nothing', async () => {
    const owner = await withPasskey();
    const { passkey: unknown } = device.make({ ...(await ask()), user: { id: 'AAAA' } });
    const { key } = unknown;
    const [one, other] = [await signIn(unknown), await signIn(owner.passkey, { key })];
    expect(one.body).toEqual(other.body);
    expect(await world.prisma.loginFailure.count({ where: { email: owner.email } })).toBe(0);
  });

  test('a lock of guessed passwords does not keep its user out', async () => {
    const { email, passkey } = await withPasskey();
    for (let guess = 0; guess < 5; guess += 1) await client.post('login', { email, password: 'Wrong horse 12' });
    expect(told(await client.post('login', { email, password }))).toEqual([429, 'auth_login_locked']);
    expect((await signIn(passkey)).status).toBe(200);
    expect(told(await client.post('login', { email, password }))).toEqual([429, 'auth_login_locked']);
  });
});

describe('as the second step', () => {
  const challenge = async (email: string) => (await client.post('login', { email, password })).body.params;

  test('the refusal says what answers it, and the passkey does, without asking who it is', async () => {
    const owner = await withPasskey();
    const params = await challenge(owner.email);
    expect(params).toMatchObject({ seconds: 300, factors: ['passkey', 'recovery_code'] });
    const options = await ask({ challenge: params.challenge });
    expect(options).toMatchObject({ userVerification: 'preferred', allowCredentials: [{ id: owner.passkey.id }] });
    const response = device.sign(owner.passkey, options, { isVerified: false, userHandle: null });
    const give = () => post('/sign-in', { challenge: params.challenge, response });
    const reply = await give();
    expect([reply.status, reply.body.data.id]).toEqual([200, owner.userId]);
    expect(await lastDetails(owner.userId)).toEqual(['SignIn', expect.objectContaining({ second_factor: 'passkey' })]);
    expect(told(await give())).toEqual(over);
  });

  test("another's passkey, or one that answers another's challenge, finishes no sign-in", async () => {
    const [owner, thief] = [await withPasskey(), await withPasskey()];
    const { challenge: waiting } = await challenge(owner.email);
    const give = (response: object) => post('/sign-in', { challenge: waiting, response });
    expect(told(await give(device.sign(thief.passkey, await ask({ challenge: waiting }))))).toEqual(wrong);
    expect(told(await give(device.sign(thief.passkey, await ask())))).toEqual(wrong);
    expect(told(await give(device.sign(owner.passkey, await ask({}, thief.token))))).toEqual(wrong);
    expect((await give(device.sign(owner.passkey, await ask({ challenge: waiting })))).status).toBe(200);
    expect(told(await post('/challenge', { challenge: waiting }))).toEqual(over);
    expect(told(await post('/challenge', { challenge: 'A'.repeat(43) }))).toEqual(over);
  });

  test('beside an app and recovery codes, each answers', async () => {
    const owner = await withPasskey();
    const enrolled = await client.post('second-factor/enrol', await proofOf(owner), owner.token);
    const { secret } = enrolled.body.data;
    const confirmed = await client.post('second-factor/confirm', { code: codeOf(secret) }, owner.token);
    expect(confirmed.body.data.recovery_codes).toHaveLength(10);
    await client.forgetCodes(owner.userId);
    const params = await challenge(owner.email);
    expect(params.factors).toEqual(['app', 'passkey', 'recovery_code']);
    expect((await client.give(params.challenge, codeOf(secret))).status).toBe(200);
    expect((await signIn(owner.passkey)).status).toBe(200);
  });
});

describe('changing them', () => {
  test('removing one needs a code or a passkey of its user; with the last one goes all that belongs to it', async () => {
    const [owner, thief] = [await withPasskey(), await withPasskey()];
    const path = `passkeys/${owner.passkeyId}`;
    const bare = await send('DELETE', path, owner.token, { current_password: password });
    expect([...told(bare), bare.body.params]).toEqual([400, 'validation_required', { field: 'code' }]);
    const stolen = { response: device.sign(thief.passkey, await ask({}, owner.token)) };
    expect(told(await send('DELETE', path, owner.token, stolen))).toEqual(wrong);
    expect(told(await send('DELETE', path, thief.token, await proofOf(thief)))).toEqual([404, 'entity_not_found']);
    const { response: added } = device.make(await optionsFor(owner.token, { code: owner.recoveryCodes[0] }));
    const second = (await post('', { name: 'Key', response: added }, owner.token)).body.data;
    expect((await send('DELETE', path, owner.token, await proofOf(owner))).status).toBe(200);
    expect(told(await client.post('login', { email: owner.email, password }))).toEqual([
      403,
      'auth_second_factor_required',
    ]);
    const last = await send('DELETE', `passkeys/${second.id}`, owner.token, { code: owner.recoveryCodes[1] });
    expect(last.status).toBe(200);
    expect((await client.post('login', { email: owner.email, password })).status).toBe(200);
    expect(await world.prisma.recoveryCode.count({ where: { userId: owner.userId } })).toBe(0);
    const events = await client.eventsOf(owner.userId);
    expect(events.filter((event) => event === 'PasskeyRemoved')).toHaveLength(2);
    expect(events).toContain('SecondFactorRemoved');
  });

  test('of the last two removed at once, the second to go takes the rest along', async () => {
    const owner = await withPasskey();
    const made = device.make(await optionsFor(owner.token, await proofOf(owner)));
    const { id } = (await post('', { name: 'Key', response: made.response }, owner.token)).body.data;
    const replies = await Promise.all(
      [owner.passkeyId, id].map((one, at) =>
        send('DELETE', `passkeys/${one}`, owner.token, { code: owner.recoveryCodes[at] }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await world.prisma.user.count({ where: { id: owner.userId, secondFactorAt: null } })).toBe(1);
  });

  test('removing the app leaves passkeys and recovery codes; a passkey proves what a code does', async () => {
    const owner = await withPasskey();
    const { secret } = (await client.post('second-factor/enrol', await proofOf(owner), owner.token)).body.data;
    const { token } = await client.post('second-factor/confirm', { code: codeOf(secret) }, owner.token);
    const again = { ...owner, token: token! };
    expect((await client.post('second-factor/recovery-codes', await proofOf(again), token)).status).toBe(200);
    expect((await client.post('second-factor/remove', await proofOf(again), token)).status).toBe(200);
    expect((await send('GET', 'second-factor', token!)).body.data).toEqual({
      app: false,
      passkeys: 1,
      recovery_codes: 10,
    });
    expect(told(await client.post('second-factor/remove', await proofOf(again), token))).toEqual([
      404,
      'entity_not_found',
    ]);
    expect(await client.challenge(owner.email)).toHaveLength(43);
  });

  test('a name is its user’s to change, of 1 to 100 characters', async () => {
    const [owner, other] = [await withPasskey(), await withPasskey()];
    const rename = (token: string, name: unknown, id = owner.passkeyId) =>
      send('PUT', `passkeys/${id}`, token, { name });
    expect((await rename(owner.token, 'Blue key')).body.data).toMatchObject({ id: owner.passkeyId, name: 'Blue key' });
    expect(told(await rename(owner.token, 'x'.repeat(101)))).toEqual([400, 'validation_max_length']);
    for (const [token, id] of [
      [other.token, owner.passkeyId],
      [owner.token, randomUUID()],
      [owner.token, 'junk'],
    ] as const)
      expect(told(await rename(token, 'Mine', id))).toEqual([404, 'entity_not_found']);
  });

  test('the operator’s command takes them all', async () => {
    const { email, passkey, userId } = await withPasskey();
    await changeAccount(world.prisma, readArguments(['reset-factor', email]), publicUrl);
    expect(await world.prisma.passkey.count({ where: { userId } })).toBe(0);
    expect(told(await signIn(passkey))).toEqual(wrong);
    expect((await client.post('login', { email, password })).status).toBe(200);
  });
});

describe('refusals', () => {
  test('strangers, keys and foreign pages have no part in them', async () => {
    const { userId, token, passkeyId } = await withPasskey();
    const { organizationId } = await world.prisma.user.findUniqueOrThrow({ where: { id: userId } });
    const key = await world.addKey({ id: userId, organizationId });
    const routes = [
      ['GET', ''],
      ['POST', ''],
      ['POST', '/options'],
      ['PUT', `/${passkeyId}`],
      ['DELETE', `/${passkeyId}`],
    ] as const;
    for (const [method, path] of routes) {
      const body = method === 'GET' ? undefined : {};
      const ask = (headers: Record<string, string>, session?: string) =>
        world.send(method, `/api/auth/passkeys${path}`, { body, headers, token: session });
      expect(told(await ask({}))).toEqual([401, 'auth_not_authenticated']);
      expect(told(await ask({ Authorization: `Bearer ${key.token}` }))).toEqual([403, 'auth_user_context_required']);
      if (method !== 'GET')
        expect(told(await ask({ Origin: 'https://evil.example' }, token))).toEqual([403, 'auth_origin_not_allowed']);
    }
    for (const path of ['challenge', 'sign-in']) {
      const foreign = { body: {}, headers: { Origin: 'https://evil.example' } };
      expect(told(await world.send('POST', `/api/auth/passkeys/${path}`, foreign))).toEqual([
        403,
        'auth_origin_not_allowed',
      ]);
    }
  });

  const parts = { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' };
  test.each<[unknown, string, string | undefined]>([
    [{}, 'validation_required', 'response'],
    [{ response: 7 }, 'validation_invalid_format', 'response'],
    [{ response: {} }, 'validation_required', 'response.id'],
    [{ response: { id: 'A A' } }, 'validation_invalid_format', 'response.id'],
    [{ response: { id: 'A'.repeat(1_365) } }, 'validation_max_length', 'response.id'],
    [{ response: { id: 'AAAA', type: 'password', response: parts } }, 'validation_invalid_format', 'response.type'],
    [{ response: { id: 'AAAA' } }, 'validation_required', 'response'],
    [
      { response: { id: 'AAAA', response: { ...parts, signature: 'A'.repeat(1_025) } } },
      'validation_max_length',
      'response.response.signature',
    ],
    [
      { response: { id: 'AAAA', response: { ...parts, userHandle: 'A'.repeat(87) } } },
      'validation_max_length',
      'response.response.userHandle',
    ],
    [
      { response: { id: 'AAAA', response: { ...parts, clientDataJSON: 'AAAA' } } },
      'validation_invalid_format',
      'response.response.clientDataJSON',
    ],
    [
      { response: { id: 'AAAA', response: { ...parts, clientDataJSON: 'bnVsbA' } } },
      'auth_challenge_invalid',
      undefined,
    ],
    [{ response: { id: 'AAAA', response: parts } }, 'auth_challenge_invalid', undefined],
    [{ response: { id: 'AAAA', response: parts }, challenge: 7 }, 'validation_invalid_format', 'challenge'],
    [{ response: { id: 'AAAA', response: parts }, challenge: "'; --" }, 'auth_challenge_invalid', undefined],
    ['x'.repeat(17_000), 'payload_too_large', undefined],
  ])('signing in with %.60j', async (body, code, field) => {
    const reply = await post('/sign-in', body);
    expect([reply.status < 500, reply.body.code, reply.body.params.field]).toEqual([true, code, field]);
  });

  test('challenges are counted: of a user’s the newest ten are good, and expired ones go', async () => {
    const { token, passkey, userId } = await withPasskey();
    const asked = [];
    for (let one = 0; one < 11; one += 1) asked.push(await ask({}, token));
    expect(await world.prisma.passkeyChallenge.count({ where: { userId } })).toBe(10);
    const give = (options: { challenge: string }) => post('/sign-in', { response: device.sign(passkey, options) });
    expect(told(await give(asked[0]))).toEqual(over);
    expect((await give(asked[10])).status).toBe(200);
    await world.prisma.passkeyChallenge.updateMany({ where: { userId }, data: { expiresAt: new Date(0) } });
    await ask();
    expect(await world.prisma.passkeyChallenge.count({ where: { userId } })).toBe(0);
  });
});
