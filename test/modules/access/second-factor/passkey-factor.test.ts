// Passkeys as one of several second factors: they complete a sign-in, confirm the user and can be removed. Invalid
// passkeys are refused.
import { randomUUID } from 'node:crypto';
import { changeAccount, readArguments } from '../../../../src/operator/account';
import { password } from '../../../auth/auth-world';
import { totpCode, describeReply } from './factor-world';
import { device, challengeSpent, publicUrl, wrong, openPasskeyWorld, type PasskeyWorld } from './passkey-world';

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

describe('a passkey as second step', () => {
  const challenge = async (email: string) =>
    (await client.post('login', { email, password })).body.params as { challenge: string; factors: string[] };

  test('the sign-in names the possible proofs, and a passkey finishes it without naming its user', async () => {
    const owner = await withPasskey();
    const params = await challenge(owner.email);
    expect(params).toMatchObject({ seconds: 300, factors: ['passkey', 'recovery_code'] });
    const options = await ask({ challenge: params.challenge });
    expect(options).toMatchObject({ userVerification: 'preferred', allowCredentials: [{ id: owner.passkey.id }] });
    const response = device.sign(owner.passkey, options, { isVerified: false, userHandle: null });
    const give = () => post('/sign-in', { challenge: params.challenge, response });
    const reply = await give();
    expect([reply.status, reply.body.data.id]).toEqual([200, owner.userId]);
    expect(await lastEvent(owner.userId)).toEqual(['SignIn', expect.objectContaining({ second_factor: 'passkey' })]);
    expect(describeReply(await give())).toEqual(challengeSpent);
  });

  test("another user's passkey, or an answer to another challenge, does not finish the sign-in", async () => {
    const [owner, thief] = [await withPasskey(), await withPasskey()];
    const { challenge: waitingChallenge } = await challenge(owner.email);
    const give = (response: object) => post('/sign-in', { challenge: waitingChallenge, response });
    expect(describeReply(await give(device.sign(thief.passkey, await ask({ challenge: waitingChallenge }))))).toEqual(
      wrong,
    );
    expect(describeReply(await give(device.sign(thief.passkey, await ask())))).toEqual(wrong);
    expect(describeReply(await give(device.sign(owner.passkey, await ask({}, thief.token))))).toEqual(wrong);
    expect((await give(device.sign(owner.passkey, await ask({ challenge: waitingChallenge })))).status).toBe(200);
    expect(describeReply(await post('/challenge', { challenge: waitingChallenge }))).toEqual(challengeSpent);
    expect(describeReply(await post('/challenge', { challenge: 'A'.repeat(43) }))).toEqual(challengeSpent);
  });

  test('beside an app and recovery codes, each of the three is accepted', async () => {
    const owner = await withPasskey();
    const enrolledReply = await client.post('second-factor/enrol', await proofOf(owner), owner.token);
    const { secret } = enrolledReply.body.data;
    const confirmedReply = await client.post('second-factor/confirm', { code: totpCode(secret) }, owner.token);
    expect(confirmedReply.body.data.recovery_codes).toHaveLength(10);
    await client.forgetCodes(owner.userId);
    const params = await challenge(owner.email);
    expect(params.factors).toEqual(['app', 'passkey', 'recovery_code']);
    expect((await client.give(params.challenge, totpCode(secret))).status).toBe(200);
    expect((await signIn(owner.passkey)).status).toBe(200);
  });
});

test('if the organization requires a factor, a limited session can add a passkey and then is a full one', async () => {
  const account = await world.register();
  const { organizationId: id, token } = account;
  await world.prisma.organization.update({ where: { id }, data: { secondFactorRequired: true } });
  const me = async (session: string) => describeReply(await client.post('me', {}, session));
  expect(await me(token)).toEqual([403, 'auth_second_factor_enrolment_required']);
  expect(describeReply(await send('GET', 'passkeys', token))).toEqual([403, 'auth_second_factor_enrolment_required']);
  const owner = await withPasskey(account);
  expect(await me(owner.token)).toEqual([200, undefined]);
  const { token: alone } = await signIn(owner.passkey);
  expect(await me(alone!)).toEqual([200, undefined]);
});

describe('what was begun before the first factor cannot be finished after it', () => {
  const codesOf = (userId: string) =>
    world.prisma.recoveryCode.findMany({ where: { userId }, orderBy: { codeHash: 'asc' } });

  test('an app that was begun before the first passkey', async () => {
    const account = await world.register();
    const secret = await client.enrol(account.token);
    const { token, userId } = await withPasskey(account);
    const codes = await codesOf(userId);
    const late = await client.post('second-factor/confirm', { code: totpCode(secret) }, token);
    expect(describeReply(late)).toEqual([404, 'entity_not_found']);
    expect(await codesOf(userId)).toEqual(codes);
    expect((await send('GET', 'second-factor', token)).body.data).toEqual({
      ...{ app: false, passkeys: 1, recovery_codes: 10 },
    });
  });

  test('a passkey that was begun before the app', async () => {
    const { token, userId } = await world.register();
    const { response } = device.make(await optionsFor(token));
    const secret = await client.enrol(token);
    const confirmedReply = await client.post('second-factor/confirm', { code: totpCode(secret) }, token);
    const codes = await codesOf(userId);
    const late = await post('', { name: 'Laptop', response }, confirmedReply.token);
    expect(describeReply(late)).toEqual(challengeSpent);
    expect(await codesOf(userId)).toEqual(codes);
    expect((await send('GET', 'second-factor', confirmedReply.token!)).body.data).toEqual({
      ...{ app: true, passkeys: 0, recovery_codes: 10 },
    });
  });

  test('another passkey that was begun before the first one', async () => {
    const account = await world.register();
    const { response } = device.make(await optionsFor(account.token));
    const { token, userId } = await withPasskey(account);
    expect(describeReply(await post('', { name: 'Second', response }, token))).toEqual(challengeSpent);
    expect(await world.prisma.passkey.count({ where: { userId } })).toBe(1);
  });

  test('what was begun with a proof after the first factor can be finished', async () => {
    const owner = await withPasskey();
    const { secret } = (await client.post('second-factor/enrol', await proofOf(owner), owner.token)).body.data;
    const { response } = device.make(await optionsFor(owner.token, await proofOf(owner)));
    expect((await post('', { name: 'Key', response }, owner.token)).status).toBe(200);
    const confirmedReply = await client.post('second-factor/confirm', { code: totpCode(secret) }, owner.token);
    expect(confirmedReply.status).toBe(200);
  });
});

test('a factor that was begun cannot be finished after the password was changed', async () => {
  const { token } = await world.register();
  const secret = await client.enrol(token);
  const { response } = device.make(await optionsFor(token));
  const passwords = { current_password: password, new_password: 'Another horse 2' };
  const changed = (await client.post('update', passwords, token)).token!;
  expect(describeReply(await client.post('second-factor/confirm', { code: totpCode(secret) }, changed))).toEqual([
    404,
    'entity_not_found',
  ]);
  expect(describeReply(await post('', { name: 'Laptop', response }, changed))).toEqual(challengeSpent);
  expect((await client.post('me', {}, changed)).status).toBe(200);
});

describe('changing passkeys', () => {
  test('removing one requires a code or passkey; removing the last one deletes the recovery codes too', async () => {
    const [owner, thief] = [await withPasskey(), await withPasskey()];
    const path = `passkeys/${owner.passkeyId}`;
    const bare = await send('DELETE', path, owner.token, { current_password: password });
    expect([...describeReply(bare), bare.body.params]).toEqual([400, 'validation_required', { field: 'code' }]);
    const stolenAnswer = { response: device.sign(thief.passkey, await ask({}, owner.token)) };
    expect(describeReply(await send('DELETE', path, owner.token, stolenAnswer))).toEqual(wrong);
    expect(describeReply(await send('DELETE', path, thief.token, await proofOf(thief)))).toEqual([
      404,
      'entity_not_found',
    ]);
    const { response: addedResponse } = device.make(await optionsFor(owner.token, { code: owner.recoveryCodes[0] }));
    const second = (await post('', { name: 'Key', response: addedResponse }, owner.token)).body.data;
    expect((await send('DELETE', path, owner.token, await proofOf(owner))).status).toBe(200);
    expect(describeReply(await client.post('login', { email: owner.email, password }))).toEqual([
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

  test('if the last two are removed at once, the second removal also deletes the recovery codes', async () => {
    const owner = await withPasskey();
    const newPasskey = device.make(await optionsFor(owner.token, await proofOf(owner)));
    const { id } = (await post('', { name: 'Key', response: newPasskey.response }, owner.token)).body.data;
    const replies = await Promise.all(
      [owner.passkeyId, id].map((one, at) =>
        send('DELETE', `passkeys/${one}`, owner.token, { code: owner.recoveryCodes[at] }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await world.prisma.user.count({ where: { id: owner.userId, secondFactorAt: null } })).toBe(1);
  });

  test('removing the app keeps passkeys and recovery codes; a passkey proves as much as a code', async () => {
    const owner = await withPasskey();
    const { secret } = (await client.post('second-factor/enrol', await proofOf(owner), owner.token)).body.data;
    const { token } = await client.post('second-factor/confirm', { code: totpCode(secret) }, owner.token);
    const again = { ...owner, token: token! };
    expect((await client.post('second-factor/recovery-codes', await proofOf(again), token)).status).toBe(200);
    expect((await client.post('second-factor/remove', await proofOf(again), token)).status).toBe(200);
    expect((await send('GET', 'second-factor', token!)).body.data).toEqual({
      app: false,
      passkeys: 1,
      recovery_codes: 10,
    });
    expect(describeReply(await client.post('second-factor/remove', await proofOf(again), token))).toEqual([
      404,
      'entity_not_found',
    ]);
    expect(await client.challenge(owner.email)).toHaveLength(43);
  });

  test('only its user can rename a passkey, to 1 to 100 characters', async () => {
    const [owner, other] = [await withPasskey(), await withPasskey()];
    const rename = (token: string, name: unknown, id = owner.passkeyId) =>
      send('PUT', `passkeys/${id}`, token, { name });
    expect((await rename(owner.token, 'Blue key')).body.data).toMatchObject({ id: owner.passkeyId, name: 'Blue key' });
    expect(describeReply(await rename(owner.token, 'x'.repeat(101)))).toEqual([400, 'validation_max_length']);
    for (const [token, id] of [
      [other.token, owner.passkeyId],
      [owner.token, randomUUID()],
      [owner.token, 'junk'],
    ] as const)
      expect(describeReply(await rename(token, 'Mine', id))).toEqual([404, 'entity_not_found']);
  });

  test("the operator's command removes all passkeys", async () => {
    const { email, passkey, userId } = await withPasskey();
    await changeAccount(world.prisma, readArguments(['reset-factor', email]), publicUrl);
    expect(await world.prisma.passkey.count({ where: { userId } })).toBe(0);
    expect(describeReply(await signIn(passkey))).toEqual(wrong);
    expect((await client.post('login', { email, password })).status).toBe(200);
  });
});

describe('refusals', () => {
  test('strangers, API keys and other sites cannot use the endpoints', async () => {
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
      expect(describeReply(await ask({}))).toEqual([401, 'auth_not_authenticated']);
      expect(describeReply(await ask({ Authorization: `Bearer ${key.token}` }))).toEqual([
        403,
        'auth_user_context_required',
      ]);
      if (method !== 'GET')
        expect(describeReply(await ask({ Origin: 'https://evil.example' }, token))).toEqual([
          403,
          'auth_origin_not_allowed',
        ]);
    }
    for (const path of ['challenge', 'sign-in']) {
      const foreign = { body: {}, headers: { Origin: 'https://evil.example' } };
      expect(describeReply(await world.send('POST', `/api/auth/passkeys/${path}`, foreign))).toEqual([
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

  test('a user has at most ten valid challenges, the newest; expired ones are deleted', async () => {
    const { token, passkey, userId } = await withPasskey();
    const askedOptions = [];
    for (let one = 0; one < 11; one += 1) askedOptions.push(await ask({}, token));
    expect(await world.prisma.passkeyChallenge.count({ where: { userId } })).toBe(10);
    const give = (options: { challenge: string }) => post('/sign-in', { response: device.sign(passkey, options) });
    expect(describeReply(await give(askedOptions[0]))).toEqual(challengeSpent);
    expect((await give(askedOptions[10])).status).toBe(200);
    await world.prisma.passkeyChallenge.updateMany({ where: { userId }, data: { expiresAt: new Date(0) } });
    await ask();
    expect(await world.prisma.passkeyChallenge.count({ where: { userId } })).toBe(0);
  });
});
