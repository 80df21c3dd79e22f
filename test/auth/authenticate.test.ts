// Tests authentication: the service checks every credential against its current state, by one SQL statement.
import { directSqlOf } from '../../src/data/client';
import { generateKey, hashToken } from '../../src/auth/tokens';
import { eventually } from '../support/eventually';
import { bearer, openAuthWorld, type AuthWorld } from './auth-world';

let world: AuthWorld;
let owner: Awaited<ReturnType<AuthWorld['register']>> & { id: string };
let networks: string[];

beforeAll(async () => {
  world = await openAuthWorld();
  const registeredUser = await world.register();
  owner = { ...registeredUser, id: registeredUser.userId };
  const [first] = await world.prisma.network.findMany({ where: { organizationId: owner.organizationId } });
  networks = [first!.id, await world.addNetwork(owner.organizationId), await world.addNetwork(owner.organizationId)];
});
afterAll(() => world.close());

const refusal = async (headers: Record<string, string>) => {
  const { status, body } = await world.whoAmI(headers);
  return [status, body.code, body.params];
};

test('a viewer that was authenticated by a session or a key is frozen', async () => {
  const key = await world.addKey(owner, { networkIds: networks });
  for (const headers of [{ authorization: `Bearer ${key.token}` }, { cookie: `session_id=${owner.token}` }]) {
    const { viewer } = await world.authenticator.authenticate({ ip: '192.0.2.9', headers });
    expect([Object.isFrozen(viewer), Object.isFrozen(viewer!.networkIds)]).toEqual([true, true]);
  }
});

describe('API keys', () => {
  test('an Owner’s key reaches the networks that it was given, and none if it was given none', async () => {
    const wide = await world.addKey(owner, { networkIds: networks.slice(0, 2) });
    const none = await world.addKey(owner);
    const { body } = await world.whoAmI(bearer(wide.token));
    expect(body.data).toMatchObject({
      via: 'userApiKey',
      userId: owner.id,
      permissions: 'Owner',
      credentialId: wide.id,
    });
    expect(body.data.networkIds.sort()).toEqual(networks.slice(0, 2).sort());
    expect((await world.whoAmI(bearer(none.token))).body.data.networkIds).toEqual([]);
  });

  test('rights and networks of a key are the smaller of its own and its owner’s, from the next request on', async () => {
    const member = await world.addUser(owner.organizationId, 'Member', networks.slice(0, 2));
    const key = await world.addKey(
      { id: member.id, organizationId: owner.organizationId },
      { permissions: 'Admin', networkIds: networks.slice(1) },
    );
    const readData = async () => (await world.whoAmI(bearer(key.token))).body.data;
    expect(await readData()).toMatchObject({ permissions: 'Member', networkIds: [networks[1]] });
    await world.prisma.userNetwork.deleteMany({ where: { userId: member.id, networkId: networks[1]! } });
    expect(await readData()).toMatchObject({ networkIds: [] });
    await world.prisma.user.update({ where: { id: member.id }, data: { permissions: 'Viewer' } });
    expect(await readData()).toMatchObject({ permissions: 'Viewer', networkIds: [] });
    await world.prisma.user.update({ where: { id: member.id }, data: { permissions: 'Owner' } });
    expect((await readData()).networkIds.sort()).toEqual(networks.slice(1).sort());
    expect(await readData()).toMatchObject({ permissions: 'Admin' });
    await world.prisma.userApiKey.delete({ where: { id: key.id } });
    expect(await refusal(bearer(key.token))).toEqual([401, 'auth_not_authenticated', {}]);
  });

  test('a disabled key is 403 entity_disabled', async () => {
    const key = await world.addKey(owner, { isEnabled: false });
    expect(await refusal(bearer(key.token))).toEqual([403, 'entity_disabled', { entity: 'UserApiKey' }]);
  });

  test('an expired key is 403 entity_expired each time, and gets disabled', async () => {
    const key = await world.addKey(owner, { expiresAt: new Date(Date.now() - 1_000) });
    for (let use = 0; use < 2; use += 1)
      expect(await refusal(bearer(key.token))).toEqual([403, 'entity_expired', { entity: 'UserApiKey' }]);
    expect(await world.prisma.userApiKey.findUnique({ where: { id: key.id } })).toMatchObject({ isEnabled: false });
  });

  test('keys are refused while the organization’s API access is off, and accepted again afterwards', async () => {
    const key = await world.addKey(owner);
    const switchAccess = (apiAccessEnabled: boolean) =>
      world.prisma.organization.update({ where: { id: owner.organizationId }, data: { apiAccessEnabled } });
    await switchAccess(false);
    expect(await refusal(bearer(key.token))).toEqual([403, 'auth_api_access_disabled', {}]);
    expect((await world.send('GET', '/api/v1/whoami', { token: owner.token })).status).toBe(200);
    await switchAccess(true);
    expect((await world.whoAmI(bearer(key.token))).status).toBe(200);
  });

  test('one statement authenticates a request, and the last use is written later, in one batch', async () => {
    const keys = await Promise.all([world.addKey(owner), world.addKey(owner)]);
    const uses = Array.from({ length: 20 }, (_, n) => world.whoAmI(bearer(keys[n % 2]!.token)));
    await Promise.all(uses);
    const lastAsked = new Date();
    const direct = await world.statementsOf(() => world.whoAmI(bearer(keys[0].token)));
    expect(direct.filter((sql) => !/^UPDATE user_api_keys/.test(sql.trim()))).toHaveLength(1);
    const keyOf = ({ id }: { id: string }) => world.prisma.userApiKey.findUniqueOrThrow({ where: { id } });
    await eventually(async () => ((await keyOf(keys[0])).lastUsed ?? 0) >= lastAsked);
    for (const { lastUsed, updatedAt, createdAt } of await Promise.all(keys.map(keyOf))) {
      expect(lastUsed!.getTime()).toBeGreaterThanOrEqual(createdAt.getTime());
      expect(updatedAt).toEqual(createdAt);
    }
    const idle = await world.statementsOf(() => new Promise((callback) => setTimeout(callback, 1_300)));
    expect(idle).toEqual([]);
  });

  test('a text that is not in the form of a key is answered 401, mostly without reading the database', async () => {
    const malformedTexts = [
      '',
      'x',
      'nlm_u_short',
      `nlm_x_${'a'.repeat(32)}`,
      `nlm_u_${'é'.repeat(32)}`,
      'nlm_d_short',
    ];
    const statements = await world.statementsOf(async () => {
      for (const token of malformedTexts)
        expect(await refusal({ Authorization: `Bearer ${encodeURI(token)}` })).toEqual([
          401,
          'auth_not_authenticated',
          {},
        ]);
    });
    expect(statements).toEqual([]);
    expect(await refusal(bearer(generateKey('user').token))).toEqual([401, 'auth_not_authenticated', {}]);
    expect(await refusal({})).toEqual([401, 'auth_not_authenticated', {}]);
  });

  test('Bearer is read before the cookie, whatever the case of the scheme', async () => {
    const key = await world.addKey(owner);
    const cookie = { Cookie: `session_id=${owner.token}` };
    expect((await world.whoAmI({ ...cookie, Authorization: `bearer ${key.token}` })).body.data.via).toBe('userApiKey');
    expect((await world.whoAmI({ ...cookie, Authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await world.whoAmI({ ...cookie, Authorization: 'Basic eDp5' })).body.data.via).toBe('session');
  });
});

describe('sessions', () => {
  const session = (token: string) => ({ where: { tokenHash: hashToken(token) } });
  const ask = (token: string) => world.send('GET', '/api/v1/whoami', { token });

  test('an Owner reaches every network, a Member the assigned ones; one statement authenticates each', async () => {
    const statements = await world.statementsOf(async () => {
      const { body } = await ask(owner.token);
      expect(body.data).toMatchObject({ via: 'session', userId: owner.id, permissions: 'Owner' });
      expect(body.data.networkIds.sort()).toEqual([...networks].sort());
    });
    expect(statements).toHaveLength(1);
    const { token } = await world.register();
    const member = await world.addUser(owner.organizationId, 'Member');
    await world.prisma.session.update({ ...session(token), data: { userId: member.id } });
    expect((await ask(token)).body.data.networkIds).toEqual([]);
    await world.prisma.userNetwork.create({
      data: { userId: member.id, networkId: networks[2]!, organizationId: owner.organizationId },
    });
    expect((await ask(token)).body.data).toMatchObject({ permissions: 'Member', networkIds: [networks[2]] });
  });

  test('a session ends after seven days without a request: 401 auth_session_expired', async () => {
    const { token } = await world.register();
    const findUnusedTime = (days: number) => new Date(Date.now() - days * 86_400_000);
    await world.prisma.session.update({ ...session(token), data: { lastUsedAt: findUnusedTime(6.99) } });
    expect((await ask(token)).status).toBe(200);
    // After a response, the service stores the time of the request, which extends the session.
    await eventually(async () => {
      const { lastUsedAt } = await world.prisma.session.findUniqueOrThrow(session(token));
      return lastUsedAt > findUnusedTime(1);
    });
    await world.prisma.session.update({ ...session(token), data: { lastUsedAt: findUnusedTime(7.01) } });
    const { status, body } = await ask(token);
    expect([status, body.code]).toEqual([401, 'auth_session_expired']);
  });

  test('a request extends the session and its cookie, at most once a minute', async () => {
    const { token } = await world.register();
    expect((await ask(token)).token).toBeUndefined();
    await world.prisma.session.update({
      ...session(token),
      data: { lastUsedAt: new Date(Date.now() - 3 * 86_400_000), expiresAt: new Date(Date.now() + 4 * 86_400_000) },
    });
    const renewing = await ask(token);
    expect(renewing.token).toBe(token);
    expect(renewing.headers.get('set-cookie')).toMatch(/Max-Age=604800;/);
    await eventually(async () => {
      const { expiresAt } = await world.prisma.session.findUniqueOrThrow(session(token));
      return expiresAt.getTime() > Date.now() + 6.9 * 86_400_000;
    });
    expect((await ask(token)).token).toBeUndefined();
  });

  test('a session of an older epoch is refused', async () => {
    const { token, userId } = await world.register();
    await world.prisma.user.update({ where: { id: userId }, data: { sessionEpoch: { increment: 1 } } });
    expect((await ask(token)).body.code).toBe('auth_session_expired');
  });

  test('unknown and malformed sessions, and sessions without a user, are 401 auth_not_authenticated', async () => {
    const { token } = await world.send('POST', '/api/auth/setup', {
      body: { organization_name: 'Acme', network: { name: 'HQ' } },
    });
    for (const one of [token!, 'A'.repeat(43), 'short', ''])
      expect(await refusal({ Cookie: `session_id=${one}` })).toEqual([401, 'auth_not_authenticated', {}]);
  });
});

test('many invented keys from one address are looked up two at a time, and do not delay known keys', async () => {
  let refusing = false;
  const floodedWorld = await openAuthWorld({ isRefusing: () => refusing });
  const knownKey = await floodedWorld.addKey(owner);
  expect((await floodedWorld.whoAmI(bearer(knownKey.token))).status).toBe(200);
  refusing = true;
  let running = 0;
  let most = 0;
  const direct = directSqlOf(floodedWorld.prisma);
  const original = direct.query;
  const lookups = jest.spyOn(direct, 'query').mockImplementation(((...args: Parameters<typeof original>) => {
    most = Math.max(most, (running += 1));
    return original(...args).finally(() => (running -= 1));
  }) as typeof original);
  const unknownTokens = Array.from({ length: 150 }, () => generateKey('user').token);
  const judgedAuthentications = await Promise.all(
    unknownTokens.map((token) =>
      floodedWorld.authenticator.authenticate({ ip: '192.0.2.1', headers: { authorization: `Bearer ${token}` } }),
    ),
  );
  expect(judgedAuthentications.every(({ viewer }) => viewer === undefined)).toBe(true);
  expect(most).toBe(2);
  expect(lookups).toHaveBeenCalledTimes(102);
  expect((await floodedWorld.whoAmI(bearer(knownKey.token))).status).toBe(200);
  await floodedWorld.close();
});
