// Guarantees of the second factor: no session without the second factor, no code valid twice, no guessing of codes, and
// only its user can change it.
import { openAuthWorld, password, type AuthWorld } from '../../../auth/auth-world';
import { totpCode, factorClient, describeReply, wrongTotpCode } from './factor-world';

let world: AuthWorld;
let client: ReturnType<typeof factorClient>;
beforeAll(async () => {
  world = await openAuthWorld();
  client = factorClient(world);
});
afterAll(() => world.close());

describe('setting one up', () => {
  test('needs the password, and takes effect once a code has been entered', async () => {
    const { email, token, userId } = await world.register();
    const begin = (body: object) => client.post('second-factor/enrol', body, token);
    expect((await begin({})).body.params).toEqual({ field: 'current_password' });
    expect(describeReply(await begin({ current_password: 'Wrong horse 12' }))).toEqual([400, 'auth_password_invalid']);
    const { secret, otpauth_uri: uri } = (await begin({ current_password: password })).body.data;
    const address = new URL(uri);
    expect([address.protocol, address.host, address.searchParams.get('secret')]).toEqual(['otpauth:', 'totp', secret]);
    expect(decodeURIComponent(address.pathname)).toBe(`/Netloom:${email}`);
    expect((await client.post('login', { email, password })).status).toBe(200);
    const confirm = (code: string) => client.post('second-factor/confirm', { code }, token);
    expect(describeReply(await confirm(wrongTotpCode(secret)))).toEqual([403, 'auth_second_factor_invalid']);
    const confirmedReply = await confirm(totpCode(secret));
    expect([confirmedReply.status, confirmedReply.body.data.recovery_codes.length]).toEqual([200, 10]);
    expect(new Set(confirmedReply.body.data.recovery_codes).size).toBe(10);
    await client.challenge(email);
    expect((await client.eventsOf(userId)).at(-1)).toBe('SecondFactorSet');
  });

  test('of a secret that waits for its code cannot be confirmed by guessing with the session', async () => {
    const { email, token } = await world.register();
    const secret = await client.enrol(token);
    const confirm = (code: string) => client.post('second-factor/confirm', { code }, token);
    for (let guess = 0; guess < 5; guess += 1) await confirm(wrongTotpCode(secret));
    expect(describeReply(await confirm(totpCode(secret)))).toEqual([429, 'auth_login_locked']);
    expect(describeReply(await client.post('login', { email, password }))).toEqual([429, 'auth_login_locked']);
  });

  test('ends every session but the one that it returns', async () => {
    const account = await world.register();
    const other = await client.post('login', { email: account.email, password });
    const secret = await client.enrol(account.token);
    const { token } = await client.post('second-factor/confirm', { code: totpCode(secret) }, account.token);
    const me = async (session?: string) => (await client.post('me', {}, session)).status;
    expect([await me(account.token), await me(other.token), await me(token)]).toEqual([401, 401, 200]);
  });

  test('begun twice: the last one counts, and a second factor is set up once', async () => {
    const account = await world.register();
    const [first, last] = [await client.enrol(account.token), await client.enrol(account.token)];
    const confirm = (code: string, token = account.token) => client.post('second-factor/confirm', { code }, token);
    expect(describeReply(await confirm(totpCode(first)))).toEqual([403, 'auth_second_factor_invalid']);
    const replies = await Promise.all([confirm(totpCode(last)), confirm(totpCode(last))]);
    expect(replies.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    const { token } = replies.find(({ status }) => status === 200)!;
    for (const path of ['enrol', 'confirm'])
      expect(
        describeReply(
          await client.post(`second-factor/${path}`, { current_password: password, code: totpCode(last) }, token),
        ),
      ).toEqual([409, 'auth_second_factor_already_set']);
    expect(await world.prisma.recoveryCode.count({ where: { userId: account.userId } })).toBe(10);
  });

  test('stores and audits no usable secret as plain text', async () => {
    const { userId, organizationId, secret, recoveryCodes } = await client.withFactor();
    const rows = await Promise.all([
      world.prisma.secondFactor.findUniqueOrThrow({ where: { userId } }),
      world.prisma.recoveryCode.findMany({ where: { userId } }),
      world.prisma.auditEvent.findMany({ where: { organizationId } }),
    ]);
    const text = JSON.stringify(rows) + Buffer.from(rows[0].secret).toString('latin1');
    for (const keptSession of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(text).not.toContain(keptSession);
  });

  test('of an account without a password needs a fresh session', async () => {
    const { organizationId } = await world.register();
    const account = await world.register();
    await world.prisma.user.update({ where: { id: account.userId }, data: { passwordHash: null } });
    const begin = () => client.post('second-factor/enrol', {}, account.token);
    expect((await begin()).status).toBe(200);
    const createdAt = new Date(Date.now() - 11 * 60_000);
    await world.prisma.session.updateMany({ where: { userId: account.userId }, data: { createdAt } });
    expect(describeReply(await begin())).toEqual([403, 'auth_session_not_fresh']);
    expect(organizationId).not.toBe(account.organizationId);
  });

  test('is refused by a service without a key for secrets', async () => {
    const keyless = await openAuthWorld({ secretsKeys: [] });
    const { token } = await keyless.register();
    const refusedReply = await factorClient(keyless).post('second-factor/enrol', { current_password: password }, token);
    expect(describeReply(refusedReply)).toEqual([409, 'secrets_key_missing']);
    await keyless.close();
  });
});

describe('signing in', () => {
  test('by password gives a challenge, which is no session, and a code gives a session', async () => {
    const { email, secret, userId } = await client.withFactor();
    const challenge = await client.challenge(email);
    expect((await client.post('me', {}, challenge)).status).toBe(401);
    const before = await client.post('setup', { organization_name: 'X', network: { name: 'Y' } });
    const finishedReply = await client.give(
      challenge,
      ` ${totpCode(secret).slice(0, 3)} ${totpCode(secret).slice(3)}`,
      before.token,
    );
    expect([finishedReply.status, finishedReply.body.data.email]).toEqual([200, email]);
    expect([before.token, challenge]).not.toContain(finishedReply.token);
    expect((await client.post('me', {}, before.token)).status).toBe(401);
    expect((await client.post('me', {}, finishedReply.token)).status).toBe(200);
    const [event] = await world.prisma.auditEvent.findMany({
      where: { subjectId: userId, eventType: 'SignIn' },
      orderBy: { createdAt: 'desc' },
      take: 1,
    });
    expect([event!.userId, event!.details]).toEqual([userId, expect.objectContaining({ second_factor: 'app' })]);
  });

  test('by a challenge works for one session, and within five minutes', async () => {
    const { email, secret, userId } = await client.withFactor();
    const challenge = await client.challenge(email);
    expect((await client.give(challenge, totpCode(secret))).status).toBe(200);
    await client.forgetCodes(userId);
    expect(describeReply(await client.give(challenge, totpCode(secret)))).toEqual([403, 'auth_challenge_invalid']);
    const late = await client.challenge(email);
    await world.prisma.signInChallenge.updateMany({ where: { userId }, data: { expiresAt: new Date() } });
    expect(describeReply(await client.give(late, totpCode(secret)))).toEqual([403, 'auth_challenge_invalid']);
  });

  test('accepts a code once, no older code after that, and still the code of the next 30 seconds', async () => {
    const { email, secret } = await client.withFactor();
    const [before, now, next] = [-30, 0, 30].map((seconds) => totpCode(secret, seconds)) as [string, string, string];
    const give = async (code: string) => describeReply(await client.give(await client.challenge(email), code));
    expect(await give(now)).toEqual([200, undefined]);
    expect(await give(now)).toEqual([403, 'auth_second_factor_invalid']);
    expect(await give(before)).toEqual([403, 'auth_second_factor_invalid']);
    expect(await give(next)).toEqual([200, undefined]);
  });

  test('by one code of the app or for recovery gives one session, also for two requests at once', async () => {
    const { email, secret, recoveryCodes } = await client.withFactor();
    for (const code of [totpCode(secret), recoveryCodes[0]!]) {
      const challenges = [await client.challenge(email), await client.challenge(email)];
      const replies = await Promise.all(challenges.map((challenge) => client.give(challenge, code)));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
    }
  });

  test('by one challenge and two codes at once gives one session, and the other code stays valid', async () => {
    const { email, recoveryCodes } = await client.withFactor();
    const challenge = await client.challenge(email);
    const codes = recoveryCodes.slice(0, 2);
    const replies = await Promise.all(codes.map((code) => client.give(challenge, code)));
    expect(replies.map(describeReply).sort()).toEqual([
      [200, undefined],
      [403, 'auth_challenge_invalid'],
    ]);
    const unusedCode = codes[replies.findIndex(({ status }) => status !== 200)]!;
    expect((await client.give(await client.challenge(email), unusedCode)).status).toBe(200);
  });

  test('accepts recovery codes as people write them', async () => {
    const { email, recoveryCodes } = await client.withFactor();
    const writtenText = recoveryCodes[0]!.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'L');
    expect((await client.give(await client.challenge(email), writtenText)).status).toBe(200);
  });

  test('counts guesses over all challenges, even with right passwords in between, and locks the account', async () => {
    const { email, secret, userId, recoveryCodes } = await client.withFactor();
    for (let guess = 0; guess < 5; guess += 1)
      expect(describeReply(await client.give(await client.challenge(email), wrongTotpCode(secret)))).toEqual([
        403,
        'auth_second_factor_invalid',
      ]);
    expect(describeReply(await client.post('login', { email, password }))).toEqual([429, 'auth_login_locked']);
    const { details } = await world.prisma.auditEvent.findFirstOrThrow({
      where: { subjectId: userId, eventType: 'SignInRefused' },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    });
    expect(details).toMatchObject({ reason: 'wrong_second_factor', locked: true });
    await world.prisma.loginFailure.deleteMany({ where: { email } });
    const challenge = await client.challenge(email);
    for (let guess = 0; guess < 5; guess += 1) await client.give(challenge, wrongTotpCode(secret));
    expect(describeReply(await client.give(challenge, recoveryCodes[0]!))).toEqual([429, 'auth_login_locked']);
  });

  test('resets the count of failures once it is complete', async () => {
    const { email, secret } = await client.withFactor();
    for (let guess = 0; guess < 4; guess += 1) await client.give(await client.challenge(email), wrongTotpCode(secret));
    expect((await client.give(await client.challenge(email), totpCode(secret))).status).toBe(200);
    expect(await world.prisma.loginFailure.count({ where: { email } })).toBe(0);
  });

  test('refuses codes and recovery codes of other users', async () => {
    const [one, other] = [await client.withFactor(), await client.withFactor()];
    const challenge = await client.challenge(one.email);
    for (const code of [totpCode(other.secret), other.recoveryCodes[0]!])
      expect(describeReply(await client.give(challenge, code))).toEqual([403, 'auth_second_factor_invalid']);
    expect((await client.give(challenge, one.recoveryCodes[0]!)).status).toBe(200);
  });

  test('refuses the challenge after the password was changed or a factor removed', async () => {
    const { email, token, recoveryCodes } = await client.withFactor();
    const first = await client.challenge(email);
    const changedReply = await client.post('update', { current_password: password, new_password: password }, token);
    expect(describeReply(await client.give(first, recoveryCodes[0]!))).toEqual([403, 'auth_challenge_invalid']);
    const second = await client.challenge(email);
    const removedReply = await client.post('second-factor/remove', { code: recoveryCodes[0]! }, changedReply.token);
    expect(removedReply.status).toBe(200);
    expect(describeReply(await client.give(second, recoveryCodes[1]!))).toEqual([403, 'auth_challenge_invalid']);
  });

  test('refuses a secret that no key decrypts, but not recovery codes; a secret of an older key is encrypted again', async () => {
    const { email, secret, userId, recoveryCodes } = await client.withFactor();
    const readSealedSecret = async () =>
      (await world.prisma.secondFactor.findUniqueOrThrow({ where: { userId } })).secret;
    const before = await readSealedSecret();
    const lostWorld = await openAuthWorld({ secretsKeys: [Buffer.alloc(32, 8)] });
    const elsewhere = factorClient(lostWorld);
    const challenge = await elsewhere.challenge(email);
    expect(describeReply(await elsewhere.give(challenge, totpCode(secret)))).toEqual([
      403,
      'auth_second_factor_invalid',
    ]);
    expect((await elsewhere.give(challenge, recoveryCodes[0]!)).status).toBe(200);
    await lostWorld.close();
    expect(await readSealedSecret()).toEqual(before);
    const movedWorld = await openAuthWorld({ secretsKeys: [Buffer.alloc(32, 8), Buffer.alloc(32, 7)] });
    expect((await factorClient(movedWorld).give(await client.challenge(email), totpCode(secret))).status).toBe(200);
    await movedWorld.close();
    expect(Buffer.from(await readSealedSecret()).subarray(1, 5)).not.toEqual(Buffer.from(before).subarray(1, 5));
  });
});

describe('changing it', () => {
  test('needs more than a session or the password to remove a factor or get codes; guesses lock the account', async () => {
    const { email, token, secret } = await client.withFactor();
    for (const path of ['remove', 'recovery-codes']) {
      const bare = await client.post(`second-factor/${path}`, { current_password: password }, token);
      expect([...describeReply(bare), bare.body.params]).toEqual([400, 'validation_required', { field: 'code' }]);
      expect(describeReply(await client.post(`second-factor/${path}`, { code: wrongTotpCode(secret) }, token))).toEqual(
        [403, 'auth_second_factor_invalid'],
      );
    }
    for (let guess = 0; guess < 3; guess += 1)
      await client.post('second-factor/remove', { code: wrongTotpCode(secret) }, token);
    expect(describeReply(await client.post('second-factor/remove', { code: totpCode(secret) }, token))).toEqual([
      429,
      'auth_login_locked',
    ]);
    expect(await world.prisma.user.count({ where: { email, secondFactorAt: null } })).toBe(0);
  });

  test('by removing it ends the requirement of codes, and another factor can be set up', async () => {
    const { email, token, secret, userId } = await client.withFactor();
    expect((await client.post('second-factor/remove', { code: totpCode(secret) }, token)).status).toBe(200);
    expect((await client.eventsOf(userId)).at(-1)).toBe('SecondFactorRemoved');
    expect(await world.prisma.recoveryCode.count({ where: { userId } })).toBe(0);
    const { token: session } = await client.post('login', { email, password });
    for (const path of ['remove', 'recovery-codes'])
      expect(describeReply(await client.post(`second-factor/${path}`, { code: totpCode(secret) }, session))).toEqual([
        404,
        'entity_not_found',
      ]);
    expect(await client.enrol(session!)).not.toBe(secret);
  });

  test('replaces the old recovery codes by new ones', async () => {
    const { email, token, secret, recoveryCodes, userId } = await client.withFactor();
    const { body } = await client.post('second-factor/recovery-codes', { code: totpCode(secret) }, token);
    expect(body.data.recovery_codes).toHaveLength(10);
    const challenge = await client.challenge(email);
    expect(describeReply(await client.give(challenge, recoveryCodes[0]!))).toEqual([403, 'auth_second_factor_invalid']);
    expect((await client.give(challenge, body.data.recovery_codes[9])).status).toBe(200);
    expect(await client.eventsOf(userId)).toContain('RecoveryCodesReplaced');
  });
});

describe('refusals', () => {
  test.each([
    ['second-factor', {}, 'validation_required', { field: 'challenge' }],
    ['second-factor', { challenge: 'A'.repeat(43) }, 'validation_required', { field: 'code' }],
    ['second-factor', { challenge: 7, code: '123456' }, 'validation_invalid_format', { field: 'challenge' }],
    ['second-factor', { challenge: 'A'.repeat(43), code: '123456' }, 'auth_challenge_invalid', {}],
    ['second-factor', { challenge: `'; --`, code: '123456' }, 'auth_challenge_invalid', {}],
    ['second-factor', [], 'validation_invalid_format', { field: 'body' }],
    ['second-factor/enrol', {}, 'auth_not_authenticated', {}],
    ['second-factor/confirm', { code: '123456' }, 'auth_not_authenticated', {}],
    ['second-factor/recovery-codes', { code: '123456' }, 'auth_not_authenticated', {}],
    ['second-factor/remove', { code: '123456' }, 'auth_not_authenticated', {}],
  ])('%s of nobody with %j', async (path, body, code, params) => {
    const { status, body: answer } = await client.post(path, body);
    expect([status < 500, answer.code, answer.params]).toEqual([true, code, params]);
  });

  test.each([
    '12345',
    '1234567',
    'abc',
    '１２３４５６',
    '0'.repeat(15),
    '0'.repeat(17),
    'u'.repeat(16),
    'x'.repeat(9_000),
  ])('a code of the form %j is refused, and does not count as a guess', async (code) => {
    const { email, token } = await client.withFactor();
    for (const reply of [
      await client.give(await client.challenge(email), code),
      await client.post('second-factor/remove', { code }, token),
    ])
      expect([...describeReply(reply), reply.body.params]).toEqual([
        400,
        'validation_invalid_format',
        { field: 'code' },
      ]);
    expect(await world.prisma.loginFailure.count({ where: { email } })).toBe(0);
  });

  test('an API key can neither set up nor remove a factor, and a page of another site finishes no sign-in', async () => {
    const { email, userId, organizationId, secret } = await client.withFactor();
    const key = await world.addKey({ id: userId, organizationId });
    const headers = { Authorization: `Bearer ${key.token}` };
    for (const path of ['enrol', 'confirm', 'recovery-codes', 'remove']) {
      const body = { code: totpCode(secret) };
      const reply = await world.send('POST', `/api/auth/second-factor/${path}`, { body, headers });
      expect(describeReply(reply)).toEqual([403, 'auth_user_context_required']);
    }
    const body = { challenge: await client.challenge(email), code: totpCode(secret) };
    const foreign = { Origin: 'https://elsewhere.example' };
    for (const path of ['second-factor', 'second-factor/enrol', 'second-factor/confirm'])
      expect(describeReply(await world.send('POST', `/api/auth/${path}`, { body, headers: foreign }))).toEqual([
        403,
        'auth_origin_not_allowed',
      ]);
  });
});
