// Tests accepting invites: what a visitor sees, how registering joins the organization, who is refused, and that an
// invite can be used once.
import { randomUUID } from 'node:crypto';
import { createWorld, type World } from '../support/world';

let world: World;
let closedWorld: World;
beforeAll(async () => {
  world = await createWorld();
  closedWorld = await createWorld({ REGISTRATION: 'closed' });
});
afterAll(async () => {
  await world.close();
  await closedWorld.close();
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
async function invite({ prisma, organizationId, networkId, owner }: World, columns: object = {}): Promise<string> {
  const { id } = await prisma.invite.create({
    data: { organizationId, createdBy: owner.userId, permissions: 'Member', expiresAt: inHours(1), ...columns },
  });
  await prisma.inviteNetwork.create({ data: { inviteId: id, networkId, organizationId } });
  return id;
}
const cookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? '';
const accept = (id: string, headers: Record<string, string> = {}, at = world) =>
  at.anonymous.send('GET', `/api/v1/invites/${id}/accept`, { headers });
const newEmail = () => `${randomUUID()}@netloom.example`;
const post = (action: string, body: object, cookie = '', at = world) =>
  at.anonymous.send('POST', `/api/auth/${action}`, { body, headers: cookie ? { cookie } : {} });
const register = (cookie: string, email = newEmail(), at = world) =>
  post('register', { email, password: 'Correct horse 1', terms_accepted: true }, cookie, at);
const describeReply = ({ status, body }: { status: number; body: { code: string; params: object } }) => [
  status,
  body.code,
  body.params,
];

describe('a visitor', () => {
  test("sees the invite's role and networks, and joins by registering", async () => {
    const id = await invite(world, { sendTo: 'ada@example.com' });
    const openedReply = await accept(id, { accept: 'application/json' });
    expect([openedReply.status, openedReply.body.data]).toEqual([
      200,
      {
        id,
        organization_name: 'World',
        permissions: 'Member',
        send_to: 'ada@example.com',
        expires_at: expect.any(String),
      },
    ]);
    const email = newEmail();
    const { status, body, headers } = await register(cookieOf(openedReply.headers), email);
    expect([status, body.data]).toMatchObject([
      200,
      { email, organization_id: world.organizationId, permissions: 'Member', network_ids: [world.networkId] },
    ]);
    const me = await world.anonymous.send('GET', '/api/auth/me', { headers: { cookie: cookieOf(headers) } });
    expect(me.body.data.email).toBe(email);
    const storedInvite = await world.prisma.invite.findUniqueOrThrow({ where: { id } });
    expect(storedInvite.acceptedAt).toEqual(expect.any(Date));
    expect(describeReply(await accept(id))).toEqual([403, 'invite_already_accepted', {}]);
  });

  test('with a browser is redirected to the sign-in page, which accepts nothing from the address', async () => {
    const id = await invite(world);
    const reply = await accept(id, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect([reply.status, reply.headers.get('location'), reply.headers.get('set-cookie')]).toEqual([
      303,
      `/sign-in?invite=${id}`,
      null,
    ]);
    expect((await world.prisma.invite.findUniqueOrThrow({ where: { id } })).acceptedAt).toBeNull();
  });

  test('can join although registration is closed', async () => {
    const openedReply = await accept(await invite(closedWorld), {}, closedWorld);
    const joinedReply = await register(cookieOf(openedReply.headers), newEmail(), closedWorld);
    expect([joinedReply.status, joinedReply.body.data.organization_id]).toEqual([200, closedWorld.organizationId]);
    expect(describeReply(await register('', newEmail(), closedWorld))).toEqual([403, 'auth_registration_disabled', {}]);
    expect(describeReply(await register(`session_id=${'x'.repeat(43)}`, newEmail(), closedWorld))).toEqual([
      403,
      'auth_registration_disabled',
      {},
    ]);
  });

  test('may create an organization instead; the last choice counts', async () => {
    const id = await invite(world);
    const first = await accept(id);
    const setupNames = { organization_name: 'Own', network: { name: 'HQ' } };
    const setup = await post('setup', setupNames, cookieOf(first.headers));
    const foundedReply = await register(cookieOf(setup.headers));
    expect(foundedReply.body.data).toMatchObject({ permissions: 'Owner' });
    expect(foundedReply.body.data.organization_id).not.toBe(world.organizationId);
    await world.prisma.organization.delete({ where: { id: foundedReply.body.data.organization_id } });
    const second = await accept(id, { cookie: cookieOf((await post('setup', setupNames)).headers) });
    expect((await register(cookieOf(second.headers))).body.data.organization_id).toBe(world.organizationId);
  });

  test('may be invited as Owner, and networks deleted since then are ignored', async () => {
    const { id: networkId } = await world.prisma.network.create({
      data: { organizationId: world.organizationId, name: 'Gone' },
    });
    const id = await invite(world, { permissions: 'Viewer' });
    await world.prisma.inviteNetwork.create({
      data: { inviteId: id, networkId, organizationId: world.organizationId },
    });
    const openedReply = await accept(id);
    await world.prisma.network.delete({ where: { id: networkId } });
    expect((await register(cookieOf(openedReply.headers))).body.data.network_ids).toEqual([world.networkId]);
    const toOwner = await accept(await invite(world, { permissions: 'Owner' }));
    const owner = (await register(cookieOf(toOwner.headers))).body.data;
    expect([owner.permissions, owner.organization_id]).toEqual(['Owner', world.organizationId]);
  });
});

describe('an invite is refused', () => {
  test('that is unknown, malformed or expired', async () => {
    const id = randomUUID();
    expect(describeReply(await accept(id))).toEqual([404, 'entity_not_found', { entity: 'Invite', id }]);
    expect(describeReply(await accept('x'))).toEqual([400, 'validation_invalid_format', { field: 'id' }]);
    const over = await invite(world, { expiresAt: inHours(-1) });
    expect(describeReply(await accept(over))).toEqual([403, 'entity_expired', { entity: 'Invite' }]);
  });

  test('with query parameters and other methods', async () => {
    const path = `/api/v1/invites/${await invite(world)}/accept`;
    const requestedReply = await world.anonymous.send('GET', `${path}?next=1`);
    expect(describeReply(requestedReply)).toEqual([400, 'validation_unknown_parameter', { field: 'next' }]);
    const postedReply = await world.anonymous.send('POST', path);
    expect([postedReply.status, postedReply.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('for a user who has an account, by session and by key, is refused, and the session stays', async () => {
    const id = await invite(world);
    for (const caller of [world.stranger, world.member, world.strangerKey]) {
      const { status, body, headers } = await caller.rest.get(`/invites/${id}/accept`);
      expect([status, body.code, body.params]).toEqual([
        409,
        'entity_already_exists',
        { entity: 'User', field: 'email', value: caller.email },
      ]);
      expect(headers.get('set-cookie')).toBeNull();
    }
    expect((await world.prisma.invite.findUniqueOrThrow({ where: { id } })).acceptedAt).toBeNull();
  });

  test.each(['revoked', 'expired'])('that was %s meanwhile: registering makes no account', async (how) => {
    const id = await invite(world);
    const openedReply = await accept(id);
    if (how === 'revoked') await world.prisma.invite.delete({ where: { id } });
    else await world.prisma.invite.update({ where: { id }, data: { expiresAt: inHours(-1) } });
    const email = newEmail();
    const code = how === 'revoked' ? 'entity_not_found' : 'entity_expired';
    expect((await register(cookieOf(openedReply.headers), email)).body.code).toBe(code);
    expect(await world.prisma.user.count({ where: { email } })).toBe(0);
  });

  test('for an address that has an account, and stays open for another', async () => {
    const id = await invite(world);
    const cookie = cookieOf((await accept(id)).headers);
    expect((await register(cookie, world.stranger.email)).status).toBe(409);
    expect((await register(cookie)).body.data.organization_id).toBe(world.organizationId);
  });
});

describe('at the same time', () => {
  test('of five browsers that accept one invite, one joins and the others make no account', async () => {
    const id = await invite(world);
    const cookies = await Promise.all(Array.from({ length: 5 }, async () => cookieOf((await accept(id)).headers)));
    expect(new Set(cookies).size).toBe(5);
    const emails = cookies.map(newEmail);
    const replies = await Promise.all(cookies.map((cookie, index) => register(cookie, emails[index])));
    const codes = replies.map(({ status, body }) => (status === 200 ? 'joined' : body.code)).sort();
    expect(codes).toEqual([...Array<string>(4).fill('invite_already_accepted'), 'joined']);
    expect(await world.prisma.user.count({ where: { email: { in: emails } } })).toBe(1);
  });

  test('an invite that is revoked and accepted either gives no account or one account', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await invite(world);
      const cookie = cookieOf((await accept(id)).headers);
      const [joinedReply, revokedReply] = await Promise.all([
        register(cookie),
        world.owner.rest.delete(`/invites/${id}/revoke`),
      ]);
      expect(revokedReply.status).toBe(200);
      expect([200, 404]).toContain(joinedReply.status);
      expect(await world.prisma.invite.count({ where: { id } })).toBe(0);
    }
  });
});

test('opening invites counts for the rate limit of the address', async () => {
  const limitedWorld = await createWorld({ RATE_LIMIT: 'on' });
  const id = await invite(limitedWorld);
  const replies = await Promise.all(Array.from({ length: 14 }, () => accept(id, {}, limitedWorld)));
  const refusedReplies = replies.filter(({ status }) => status === 429);
  expect(refusedReplies.length).toBeGreaterThanOrEqual(3);
  for (const { headers } of replies) expect(headers.get('x-ratelimit-limit')).toBe('40');
  await limitedWorld.close();
});
