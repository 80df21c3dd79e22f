// Tests /api/auth: what registration creates, how failed sign-ins lock an e-mail address, which sessions a password
// change ends, and who is refused.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { createRecordedSession, createSession } from '../../src/auth/sessions';
import { openAuthWorld, password, uniqueEmail, type AuthWorld } from './auth-world';

let world: AuthWorld;
beforeAll(async () => {
  world = await openAuthWorld();
});
afterAll(() => world.close());

const post = (path: string, body?: unknown, token?: string) => world.send('POST', `/api/auth/${path}`, { body, token });
const describeReply = ({ status, body }: Awaited<ReturnType<typeof post>>) => [status, body.code, body.params];

describe('setup and register', () => {
  test('the organization and the named network come with System subnets and a live topology', async () => {
    const setup = await post('setup', { organization_name: 'Acme', network: { name: 'Head office' } });
    expect([setup.status, setup.body.success]).toEqual([200, true]);
    const email = uniqueEmail();
    const registeredReply = await post('register', { email, password, terms_accepted: true }, setup.token);
    expect(registeredReply.status).toBe(200);
    expect(registeredReply.body.data).toMatchObject({
      email,
      permissions: 'Owner',
      network_ids: [setup.body.data.network_id],
    });
    expect(registeredReply.token).toBeDefined();
    expect(registeredReply.token).not.toBe(setup.token);
    const user = await world.prisma.user.findUniqueOrThrow({
      where: { email },
      include: { organization: { include: { networks: { include: { subnets: true, topologies: true } } } } },
    });
    expect(user.emailVerified).toBe(true);
    expect(user.termsAcceptedAt).toBeInstanceOf(Date);
    expect(user.passwordHash).toMatch(/^\$argon2id\$/);
    expect(user.organization.name).toBe('Acme');
    const [network] = user.organization.networks;
    expect(network).toMatchObject({ id: setup.body.data.network_id, name: 'Head office' });
    expect(
      network!.subnets.map(({ name, cidr, subnetType, sourceType }) => [name, cidr, subnetType, sourceType]).sort(),
    ).toEqual([
      ['Internet', '0.0.0.0/0', 'Internet', 'System'],
      ['Remote', '0.0.0.0/0', 'Remote', 'System'],
    ]);
    expect(network!.topologies.map(({ snapshotId }) => snapshotId)).toEqual([null]);
    expect((await world.send('GET', '/api/auth/me', { token: setup.token })).status).toBe(401);
  });

  test('the last setup before registering counts, and one setup makes one organization', async () => {
    const first = await post('setup', { organization_name: 'First', network: { name: 'one' } });
    const second = await post('setup', { organization_name: 'Second', network: { name: 'two' } }, first.token);
    expect(second.token).toBe(first.token);
    const bodies = [1, 2].map(() => ({ email: uniqueEmail(), password, terms_accepted: false }));
    const replies = await Promise.all(bodies.map((body) => post('register', body, first.token)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const users = await world.prisma.user.findMany({
      where: { email: { in: bodies.map(({ email }) => email) } },
      include: { organization: true },
    });
    expect(users.map(({ organization }) => organization.name).sort()).toEqual(['My organization', 'Second']);
    expect(users.map(({ termsAcceptedAt }) => termsAcceptedAt)).toEqual([null, null]);
  });

  test('an e-mail address registers once, in any letter case and even concurrently', async () => {
    const email = uniqueEmail();
    const organization_name = randomUUID();
    const attempt = async (address: string) => {
      const { token } = await post('setup', { organization_name, network: { name: 'HQ' } });
      return post('register', { email: address, password, terms_accepted: true }, token);
    };
    const both = await Promise.all([attempt(email), attempt(email)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const again = await attempt(email.toUpperCase());
    expect(describeReply(again)).toEqual([
      409,
      'entity_already_exists',
      { entity: 'User', field: 'email', value: email },
    ]);
    expect(await world.prisma.organization.count({ where: { name: organization_name } })).toBe(1);
  });

  test.each([
    [{ password, terms_accepted: true }, 'validation_required', { field: 'email' }],
    [{ email: 7, password, terms_accepted: true }, 'validation_invalid_format', { field: 'email' }],
    [{ email: 'nobody', password, terms_accepted: true }, 'validation_invalid_email', { field: 'email' }],
    [{ email: 'a\0@b.example', password, terms_accepted: true }, 'validation_invalid_format', { field: 'email' }],
    [{ email: 'a@b.example', terms_accepted: true }, 'validation_required', { field: 'password' }],
    [
      { email: 'a@b.example', password: 'Short 1', terms_accepted: true },
      'validation_min_length',
      { field: 'password', min: 10 },
    ],
    [
      { email: 'a@b.example', password: 'no upper case 1', terms_accepted: true },
      'validation_invalid_format',
      { field: 'password' },
    ],
    [
      { email: 'a@b.example', password: 'NO LOWER CASE 1', terms_accepted: true },
      'validation_invalid_format',
      { field: 'password' },
    ],
    [
      { email: 'a@b.example', password: 'No digit at all', terms_accepted: true },
      'validation_invalid_format',
      { field: 'password' },
    ],
    [
      { email: 'a@b.example', password: 'Aa1'.repeat(86), terms_accepted: true },
      'validation_max_length',
      { field: 'password', max: 256 },
    ],
    [
      { email: 'a@b.example', password: `${password}\ud800`, terms_accepted: true },
      'validation_invalid_format',
      { field: 'password' },
    ],
    [{ email: 'a@b.example', password }, 'validation_required', { field: 'terms_accepted' }],
    [
      { email: 'a@b.example', password, terms_accepted: 'yes' },
      'validation_invalid_format',
      { field: 'terms_accepted' },
    ],
    [[], 'validation_invalid_format', { field: 'body' }],
  ])('register refuses %j', async (body, code, params) => {
    expect(describeReply(await post('register', body))).toEqual([400, code, params]);
  });

  test.each([
    [{ network: { name: 'x' } }, 'validation_required', { field: 'organization_name' }],
    [{ organization_name: ' ', network: { name: 'x' } }, 'validation_empty', { field: 'organization_name' }],
    [
      { organization_name: 'x'.repeat(101), network: { name: 'x' } },
      'validation_max_length',
      { field: 'organization_name', max: 100 },
    ],
    [{ organization_name: 'x' }, 'validation_required', { field: 'network' }],
    [{ organization_name: 'x', network: 'y' }, 'validation_invalid_format', { field: 'network' }],
    [{ organization_name: 'x', network: {} }, 'validation_required', { field: 'network.name' }],
  ])('setup refuses %j', async (body, code, params) => {
    expect(describeReply(await post('setup', body))).toEqual([400, code, params]);
  });

  test('REGISTRATION=closed refuses both', async () => {
    const closedWorld = await openAuthWorld({ registration: 'closed' });
    for (const path of ['setup', 'register'])
      expect((await closedWorld.send('POST', `/api/auth/${path}`, { body: {} })).body.code).toBe(
        'auth_registration_disabled',
      );
    await closedWorld.close();
  });
});

describe('login and logout', () => {
  test('signing in returns the user under a new session id and ends the session that was sent', async () => {
    const { email, token } = await world.register();
    const login = await post('login', { email: ` ${email.toUpperCase()} `, password }, token);
    expect(login.status).toBe(200);
    expect(login.body.data).toMatchObject({ email });
    expect(login.token).not.toBe(token);
    expect((await post('me', undefined, token)).body.code).toBe('auth_not_authenticated');
    expect((await post('me', undefined, login.token)).body.data).toMatchObject({ email });
    expect((await world.send('GET', '/api/auth/me', { token: login.token })).status).toBe(200);
    expect(await world.prisma.session.findMany({ where: { tokenHash: login.token } })).toEqual([]);
  });

  test('a sign-in takes six statements: one of them writes the session and its audit event', async () => {
    const { email } = await world.register();
    const statements = await world.statementsOf(() => post('login', { email, password }));
    const writes = statements.filter((sql) => /\b(INSERT|UPDATE|DELETE|BEGIN|set_config)\b/.test(sql));
    expect([statements.length, writes]).toEqual([
      6,
      [
        expect.stringMatching(/INSERT INTO login_failures/),
        expect.stringMatching(/DELETE FROM login_failures/),
        expect.stringMatching(/INSERT INTO sessions[^]*add_audit_event/),
      ],
    ]);
  });

  test('a user who is deleted between the password check and the session is not signed in, and no session is stored', async () => {
    const missingUser = { id: randomUUID(), sessionEpoch: 0 };
    const { organizationId, token } = await world.register();
    const subject = { subjectType: 'User', subjectId: missingUser.id, subjectName: 'gone' } as const;
    const event = { eventType: 'SignIn', organizationId, ...subject } as const;
    const refusedError = { code: 'auth_not_authenticated' };
    await expect(createRecordedSession(world.prisma, missingUser, event, token)).rejects.toMatchObject(refusedError);
    await expect(world.prisma.$transaction((tx) => createSession(tx, missingUser, token))).rejects.toMatchObject(
      refusedError,
    );
    expect(await world.prisma.auditEvent.count({ where: { subjectId: missingUser.id } })).toBe(0);
    expect((await post('me', undefined, token)).status).toBe(200);
  });

  test('the cookie is HttpOnly, SameSite=Lax, and Secure wherever the address is not plain localhost', async () => {
    const { email } = await world.register();
    const cookieAt = async (headers: Record<string, string>, at = world) =>
      (await at.send('POST', '/api/auth/login', { body: { email, password }, headers })).headers.get('set-cookie');
    const plain = await cookieAt({});
    expect(plain).toMatch(/^session_id=[\w-]{43}; Max-Age=604800; Path=\/; .*HttpOnly; SameSite=Lax$/);
    const https = await openAuthWorld({ publicUrl: 'https://netloom.example.com' });
    expect(await cookieAt({}, https)).toMatch(/; Secure/);
    await https.close();
  });

  test('signing out ends the session and clears the cookie', async () => {
    const { token } = await world.register();
    const out = await post('logout', undefined, token);
    expect([out.status, out.body.data, out.token]).toEqual([200, null, '']);
    expect((await post('me', undefined, token)).body.code).toBe('auth_not_authenticated');
    expect((await post('logout', undefined, token)).status).toBe(401);
  });

  test('five failures lock an e-mail address for 15 minutes, whether it has an account or not', async () => {
    const { email } = await world.register();
    for (const address of [email, uniqueEmail()]) {
      for (let failure = 0; failure < 5; failure += 1)
        expect(describeReply(await post('login', { email: address, password: 'Wrong horse 1' }))).toEqual([
          401,
          'auth_invalid_credentials',
          {},
        ]);
      const lockedReply = await post('login', { email: address, password });
      expect(describeReply(lockedReply)).toEqual([429, 'auth_login_locked', {}]);
      expect(Number(lockedReply.headers.get('retry-after'))).toBeGreaterThan(890);
      expect(Number(lockedReply.headers.get('retry-after'))).toBeLessThanOrEqual(900);
    }
    const past = new Date(Date.now() - 1_000);
    await world.prisma.loginFailure.update({ where: { email }, data: { lockedUntil: past } });
    expect((await post('login', { email, password: 'Wrong horse 1' })).status).toBe(401);
    expect((await post('login', { email, password })).status).toBe(200);
    expect(await world.prisma.loginFailure.findUnique({ where: { email } })).toBeNull();
  });

  test('guesses at the same time count like guesses one after another', async () => {
    const { email } = await world.register();
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => post('login', { email, password: 'Wrong horse 1' })),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  test('right passwords at the same time are all accepted', async () => {
    const { email } = await world.register();
    const logins = await Promise.all(Array.from({ length: 8 }, () => post('login', { email, password })));
    expect(logins.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(logins.map(({ token }) => token)).size).toBe(8);
  });

  test('an unverified e-mail address is 403, and only after the right password', async () => {
    const { email } = await world.register();
    await world.prisma.user.update({ where: { email }, data: { emailVerified: false } });
    expect((await post('login', { email, password: 'Wrong horse 1' })).body.code).toBe('auth_invalid_credentials');
    expect(describeReply(await post('login', { email, password }))).toEqual([
      403,
      'auth_email_verification_required',
      {},
    ]);
  });
});

describe('a change of the password', () => {
  test('ends every other session and gives this one a new id', async () => {
    const { email, token } = await world.register();
    const other = (await post('login', { email, password })).token;
    const changedReply = await post('update', { current_password: password, new_password: 'Another horse 2' }, token);
    expect(changedReply.status).toBe(200);
    expect(changedReply.body.data).toMatchObject({ email });
    expect((await post('me', undefined, changedReply.token)).status).toBe(200);
    expect((await post('me', undefined, other)).body.code).toBe('auth_session_expired');
    expect((await post('me', undefined, token)).body.code).toBe('auth_not_authenticated');
    expect((await post('login', { email, password })).status).toBe(401);
    expect((await post('login', { email, password: 'Another horse 2' })).status).toBe(200);
  });

  test('needs the current password, and a new one that follows the policy', async () => {
    const { token } = await world.register();
    const update = async (body: object) => describeReply(await post('update', body, token));
    expect(await update({ new_password: 'Another horse 2' })).toEqual([
      400,
      'validation_required',
      { field: 'current_password' },
    ]);
    expect(await update({ current_password: 'Wrong', new_password: 'Another horse 2' })).toEqual([
      400,
      'auth_password_invalid',
      {},
    ]);
    expect(await update({ current_password: password, new_password: 'weak' })).toEqual([
      400,
      'validation_min_length',
      { field: 'new_password', min: 10 },
    ]);
    expect((await post('me', undefined, token)).status).toBe(200);
  });

  test('succeeds for one of two that are sent at once', async () => {
    const { token } = await world.register();
    const changes = ['Another horse 2', 'Another horse 3'].map((new_password) =>
      post('update', { current_password: password, new_password }, token),
    );
    expect((await Promise.all(changes)).map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('is refused for a key: 403 auth_user_context_required', async () => {
    const { userId, organizationId } = await world.register();
    const key = await world.addKey({ id: userId, organizationId });
    for (const path of ['me', 'update', 'logout']) {
      const reply = await world.send('POST', `/api/auth/${path}`, {
        headers: { Authorization: `Bearer ${key.token}` },
      });
      expect(describeReply(reply)).toEqual([403, 'auth_user_context_required', {}]);
    }
  });
});

test('other methods are 405 with Allow, unknown query parameters are 400', async () => {
  const get = await world.send('GET', '/api/auth/login');
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  expect(get.body.params).toEqual({ method: 'GET' });
  const { token } = await world.register();
  const requestedReply = await world.send('GET', '/api/auth/me?verbose=1', { token });
  expect([requestedReply.status, requestedReply.body.code, requestedReply.body.params]).toEqual([
    400,
    'validation_unknown_parameter',
    { field: 'verbose' },
  ]);
  // A caller without a session gets 401 before the query parameters are checked.
  expect((await world.send('GET', '/api/auth/me?verbose=1')).status).toBe(401);
});

test('no generated body causes a 500 or an incomplete account', async () => {
  const startedTime = new Date();
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue(), fc.constant('a\0b'), fc.constant('\ud800'));
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        email: value,
        password: value,
        terms_accepted: value,
        organization_name: value,
        network: fc.oneof(value, fc.record({ name: value })),
      },
      { requiredKeys: [] },
    ),
  );
  const paths = fc.constantFrom('setup', 'register', 'login', 'logout', 'update', 'me');
  await fc.assert(
    fc.asyncProperty(paths, body, async (path, junk) => {
      const { status } = await post(path, JSON.stringify(junk));
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 200 },
  );
  const halfWritten = { name: 'My organization', createdAt: { gte: startedTime }, users: { none: {} } };
  expect(await world.prisma.organization.count({ where: halfWritten })).toBe(0);
});

describe('sessions of the user', () => {
  const list = async (token: string) => (await world.send('GET', '/api/auth/sessions', { token })).body.data;
  const again = async (email: string) => (await post('login', { email, password })).token!;

  test('are listed only to the user, with a mark at this one and without those that have ended', async () => {
    const { email, token, userId } = await world.register();
    await world.register();
    const [second, third] = [await again(email), await again(email)];
    const [newest] = await world.prisma.session.findMany({
      where: { userId },
      orderBy: { createdAt: 'desc' },
      take: 1,
    });
    await world.prisma.session.update({ where: { id: newest!.id }, data: { expiresAt: new Date(0) } });
    expect((await world.send('GET', '/api/auth/sessions', { token: third })).status).toBe(401);
    const sessionList = await list(token);
    expect(sessionList).toHaveLength(2);
    expect(sessionList.filter(({ is_current }: { is_current: boolean }) => is_current)).toHaveLength(1);
    const names = ['created_at', 'expires_at', 'id', 'is_current', 'last_used_at'];
    for (const session of sessionList) expect(Object.keys(session).sort()).toEqual(names);
    await post('update', { current_password: password, new_password: `${password}x` }, second);
    expect((await world.send('GET', '/api/auth/sessions', { token })).status).toBe(401);
  });

  test('end one by one, or all others together, at once, and the audit has an event for each', async () => {
    const { email, token, userId } = await world.register();
    const [second, third] = [await again(email), await again(email)];
    const idOf = async (of: string) => (await list(of)).find((one: { is_current: boolean }) => one.is_current).id;
    const secondId = await idOf(second);
    expect((await post('sessions/end', { id: secondId }, token)).status).toBe(200);
    expect((await post('me', undefined, second)).status).toBe(401);
    expect(describeReply(await post('sessions/end', { id: secondId }, token))).toEqual([
      404,
      'entity_not_found',
      { entity: 'Session', id: secondId },
    ]);
    expect((await post('sessions/end-others', undefined, token)).body.data).toEqual({ ended_count: 1 });
    expect((await post('me', undefined, third)).status).toBe(401);
    expect((await post('sessions/end-others', undefined, token)).body.data).toEqual({ ended_count: 0 });
    expect((await list(token)).map(({ id }: { id: string }) => id)).toEqual([await idOf(token)]);
    const events = await world.prisma.auditEvent.findMany({ where: { subjectId: userId, eventType: 'SignOut' } });
    expect(events.map(({ actorType, userId: actor }) => [actorType, actor])).toEqual(
      Array.from({ length: 2 }, () => ['User', userId]),
    );
  });

  test('of another user are answered like missing ones; an invalid form is 400, and a key is refused', async () => {
    const [ownSession, other] = [await world.register(), await world.register()];
    const [{ id }] = await list(other.token);
    expect(describeReply(await post('sessions/end', { id }, ownSession.token)).slice(0, 2)).toEqual([
      404,
      'entity_not_found',
    ]);
    expect((await post('me', undefined, other.token)).status).toBe(200);
    for (const body of [{ id: 'x' }, { id: 7 }])
      expect(describeReply(await post('sessions/end', body, ownSession.token))).toEqual([
        400,
        'validation_invalid_format',
        { field: 'id' },
      ]);
    expect(describeReply(await post('sessions/end', {}, ownSession.token))[1]).toBe('validation_required');
    const key = await world.addKey({ id: ownSession.userId, organizationId: ownSession.organizationId });
    for (const [method, path] of [
      ['GET', 'sessions'],
      ['POST', 'sessions/end'],
      ['POST', 'sessions/end-others'],
    ] as const) {
      const headers = { authorization: `Bearer ${key.token}` };
      const refusedReply = await world.send(method, `/api/auth/${path}`, { headers });
      expect([refusedReply.status, refusedReply.body.code]).toEqual([403, 'auth_user_context_required']);
      expect((await world.send(method, `/api/auth/${path}`, {})).status).toBe(401);
    }
  });
});
