// Guarantees of passkeys: each response is valid for its own challenge only, once, and from Netloom's own pages only. A
// response signs in nobody but the passkey's user.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { openAuthWorld, password } from '../../../auth/auth-world';
import type { Forgery } from '../../../support/authenticator';
import { describeReply } from './factor-world';
import { device, challengeSpent, wrong, openPasskeyWorld, type Owner, type PasskeyWorld } from './passkey-world';

let ask: PasskeyWorld['ask'];
let client: PasskeyWorld['client'];
let optionsFor: PasskeyWorld['optionsFor'];
let post: PasskeyWorld['post'];
let proofOf: PasskeyWorld['proofOf'];
let send: PasskeyWorld['send'];
let signIn: PasskeyWorld['signIn'];
let withPasskey: PasskeyWorld['withPasskey'];
let world: PasskeyWorld['world'];
let lastEvent: PasskeyWorld['lastEvent'];
beforeAll(async () => {
  ({ ask, client, optionsFor, post, proofOf, send, signIn, withPasskey, world, lastEvent } = await openPasskeyWorld());
});
afterAll(() => world.close());

describe('adding a passkey', () => {
  test('needs the password, ends other sessions, and returns recovery codes the first time', async () => {
    const account = await world.register();
    expect((await post('/options', {}, account.token)).body.params).toEqual({ field: 'current_password' });
    const refusedReply = await post('/options', { current_password: 'Wrong horse 12' }, account.token);
    expect(describeReply(refusedReply)).toEqual([400, 'auth_password_invalid']);
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
    const keptPasskey = await world.prisma.passkey.findUniqueOrThrow({ where: { id: owner.passkeyId } });
    expect(keptPasskey.transports).toEqual(['internal']);
  });

  test('with an existing factor, session and password are not enough; session and codes are kept', async () => {
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

  let stranger: Awaited<ReturnType<typeof world.register>> | undefined;
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
    // The attestation statement is the CBOR encoding of {"x5c": ["…"]}.
    ['with a certificate', { format: 'packed', statement: Buffer.from('a16378356381420102', 'hex') }],
    ['of a format that others look up', { format: 'android-safetynet' }],
  ])('a passkey %s is refused', async (_what, forgery) => {
    const { token, userId } = (stranger ??= await world.register());
    const { response } = device.make(await optionsFor(token), forgery);
    expect(describeReply(await post('', { name: 'Laptop', response }, token))).toEqual(wrong);
    expect(await world.prisma.user.count({ where: { id: userId, secondFactorAt: null } })).toBe(1);
  });

  test("a challenge is valid for its user, once; another user's passkey cannot be added", async () => {
    const [one, other] = [await world.register(), await world.register()];
    const newPasskey = device.make(await optionsFor(one.token));
    const add = (response: object, token: string) => post('', { name: 'Laptop', response }, token);
    expect(describeReply(await add(newPasskey.response, other.token))).toEqual(challengeSpent);
    expect(describeReply(await add(newPasskey.response, one.token))).toEqual(challengeSpent);
    const requestOptions = await ask({}, one.token);
    expect(
      describeReply(await add(device.make({ ...requestOptions, user: { id: 'AAAA' } }).response, one.token)),
    ).toEqual(challengeSpent);

    const again = device.make(await optionsFor(one.token));
    const addedReply = await add(again.response, one.token);
    expect(addedReply.status).toBe(200);
    expect(describeReply(await add(again.response, addedReply.token!))).toEqual(challengeSpent);
    // Knowing the id of a passkey is not enough to take it over, or to find out whether it is registered.
    const stolenPasskey = device.make(await optionsFor(other.token));
    const id = Buffer.from(again.passkey.id, 'base64url');
    const { attestationObject } = again.response.response as unknown as { attestationObject: string };
    const forgedResponse = { ...stolenPasskey.response, id: again.passkey.id, rawId: again.passkey.id };
    Object.assign(forgedResponse.response, { attestationObject });
    expect(describeReply(await add(forgedResponse, other.token))).toEqual(wrong);
    expect(await world.prisma.passkey.count({ where: { credentialId: id, userId: one.userId } })).toBe(1);
  });

  test('a user has at most 20 passkeys, even if many are added at once', async () => {
    const owner = await withPasskey();
    const { userHandle, publicKey } = await world.prisma.passkey.findFirstOrThrow({ where: { userId: owner.userId } });
    const columns = {
      userId: owner.userId,
      name: 'x',
      userHandle,
      publicKey,
      counter: 0,
      synced: false,
      transports: [],
    };
    await world.prisma.passkey.createMany({
      data: Array.from({ length: 17 }, () => ({ ...columns, credentialId: Buffer.from(randomUUID()) })),
    });
    const newPasskeys = [];
    for (let one = 0; one < 4; one += 1)
      newPasskeys.push(device.make(await optionsFor(owner.token, await proofOf(owner))).response);
    const replies = await Promise.all(newPasskeys.map((response) => post('', { name: 'x', response }, owner.token)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    const refusedReply = await post('/options', await proofOf(owner), owner.token);
    expect([...describeReply(refusedReply), refusedReply.body.params]).toEqual([409, 'passkeys_exceeded', { max: 20 }]);
  });

  test('without HTTPS or with an IP address, passkeys are reported as unavailable', async () => {
    for (const elsewhere of ['https://192.0.2.7', 'http://netloom.example', undefined]) {
      const plain = await openAuthWorld({ publicUrl: elsewhere });
      const { token } = await plain.register();
      for (const path of ['options', 'challenge']) {
        const reply = await plain.send('POST', `/api/auth/passkeys/${path}`, {
          body: path === 'options' ? { current_password: password } : {},
          token,
        });
        expect(describeReply(reply)).toEqual([409, 'auth_passkeys_unavailable']);
      }
      await plain.close();
    }
  });
});

describe('signing in by passkey alone', () => {
  test("creates a session, records an event with the passkey's name, and counts the use", async () => {
    const owner = await withPasskey();
    const options = await ask();
    expect(options).toMatchObject({ rpId: 'netloom.example', userVerification: 'required', allowCredentials: [] });
    const reply = await post('/sign-in', { response: device.sign(owner.passkey, options) });
    expect([reply.status, reply.body.data.id]).toEqual([200, owner.userId]);
    expect((await client.post('me', {}, reply.token)).status).toBe(200);
    expect(await lastEvent(owner.userId)).toEqual(['SignIn', expect.objectContaining({ passkey: 'Laptop' })]);
    const [usedAnswer] = (await send('GET', 'passkeys', owner.token)).body.data;
    expect(usedAnswer.last_used_at).toEqual(expect.any(String));
  });

  let owner: Owner | undefined;
  test.each<[string, Forgery]>([
    ['of a page elsewhere', { origin: 'https://evil.example' }],
    ['for another name', { rpId: 'evil.example' }],
    ['that makes a passkey instead', { type: 'webauthn.create' }],
    ['that nobody touched', { isPresent: false }],
    ['without finger, face or PIN', { isVerified: false }],
    ['signed by another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
    ["with another user's handle", { userHandle: 'AAAA' }],
    ['that names no user', { userHandle: null }],
  ])('a response %s is refused, and recorded as an event of its user', async (_what, forgery) => {
    const { passkey, userId } = (owner ??= await withPasskey());
    const reply = await signIn(passkey, forgery);
    expect([...describeReply(reply), reply.token]).toEqual([...wrong, undefined]);
    expect(await lastEvent(userId)).toEqual(['SignInRefused', expect.objectContaining({ reason: 'wrong_passkey' })]);
  });

  test('a challenge is answered once, even wrongly or by two at once; expired or invented ones are refused', async () => {
    const { passkey } = await withPasskey();
    const options = await ask();
    const response = device.sign(passkey, options);
    const replies = await Promise.all([post('/sign-in', { response }), post('/sign-in', { response })]);
    expect(replies.map(describeReply).sort()).toEqual([[200, undefined], challengeSpent]);
    expect(describeReply(await post('/sign-in', { response: device.sign(passkey, options) }))).toEqual(challengeSpent);
    const other = await ask();
    expect(
      describeReply(await post('/sign-in', { response: device.sign(passkey, other, { isVerified: false }) })),
    ).toEqual(wrong);
    expect(describeReply(await post('/sign-in', { response: device.sign(passkey, other) }))).toEqual(challengeSpent);
    expect(describeReply(await signIn(passkey, { challenge: 'A'.repeat(43) }))).toEqual(challengeSpent);
    const late = await ask();
    await world.prisma.passkeyChallenge.updateMany({ where: { userId: null }, data: { expiresAt: new Date() } });
    expect(describeReply(await post('/sign-in', { response: device.sign(passkey, late) }))).toEqual(challengeSpent);
    const { passkey: unusedPasskey, response: making } = device.make(await optionsFor((await world.register()).token));
    const { challenge } = JSON.parse(
      Buffer.from((making.response as { clientDataJSON?: string }).clientDataJSON!, 'base64url').toString(),
    );
    expect(describeReply(await post('/sign-in', { response: device.sign(unusedPasskey, { challenge }) }))).toEqual(
      challengeSpent,
    );
  });

  test('a copied authenticator is detected by its counter, whichever copy is used second', async () => {
    const { passkey, userId } = await withPasskey();
    expect((await signIn(passkey, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 3, 0]) expect(describeReply(await signIn(passkey, { counter }))).toEqual(wrong);
    expect(await lastEvent(userId)).toEqual(['SignInRefused', expect.objectContaining({ reason: 'copied_passkey' })]);
    expect((await signIn(passkey, { counter: 4_294_967_295 })).status).toBe(200);
    const { passkey: uncountedPasskey } = await withPasskey();
    for (let time = 0; time < 2; time += 1) expect((await signIn(uncountedPasskey, { counter: 0 })).status).toBe(200);
  });

  test('an unknown passkey is answered like one with a wrong signature, and not counted', async () => {
    const owner = await withPasskey();
    const { passkey: unknown } = device.make({ ...(await ask()), user: { id: 'AAAA' } });
    const { key } = unknown;
    const [one, other] = [await signIn(unknown), await signIn(owner.passkey, { key })];
    expect(one.body).toEqual(other.body);
    expect(await world.prisma.loginFailure.count({ where: { email: owner.email } })).toBe(0);
  });

  test('an account locked by guessed passwords can still sign in by passkey', async () => {
    const { email, passkey } = await withPasskey();
    for (let guess = 0; guess < 5; guess += 1) await client.post('login', { email, password: 'Wrong horse 12' });
    expect(describeReply(await client.post('login', { email, password }))).toEqual([429, 'auth_login_locked']);
    expect((await signIn(passkey)).status).toBe(200);
    expect(describeReply(await client.post('login', { email, password }))).toEqual([429, 'auth_login_locked']);
  });
});
