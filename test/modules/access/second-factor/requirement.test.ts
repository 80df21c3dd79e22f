// An organization that requires a second factor: sessions of users without a second factor may only set one up, and API
// keys keep working.
import { hashPassword } from '../../../../src/auth/passwords';
import type { Reply } from '../../../support/client';
import { createWorld, type Caller, type World } from '../../../support/world';
import { totpCode } from './factor-world';

const password = 'Correct horse 1';
let world: World;
beforeEach(async () => {
  world = await createWorld();
  const passwordHash = await hashPassword(password);
  await world.prisma.user.updateMany({ where: { organizationId: world.organizationId }, data: { passwordHash } });
});
afterEach(() => world.close());

const describeReply = ({ status, body }: Reply) => [status, body.code];
const enrolment = [403, 'auth_second_factor_enrolment_required'];
const demand = (as: Caller, isRequired = true) =>
  as.rest.put(`/organizations/${world.organizationId}/second-factor`, { second_factor_required: isRequired });
const withSession =
  (session: string) =>
  (path: string, body: object = {}) =>
    world.anonymous.send('POST', `/api/auth/${path}`, { body, headers: { cookie: `session_id=${session}` } });
const sessionIn = ({ headers }: Reply) => /session_id=([^;]+)/.exec(headers.get('set-cookie') ?? '')![1]!;

/** Sets up a factor. Returns its secret, and the session that is valid afterwards. */
async function enrol(session: string): Promise<{ secret: string; session: string }> {
  const post = withSession(session);
  const startedReply = await post('second-factor/enrol', { current_password: password });
  const { secret } = startedReply.body.data as { secret: string };
  const confirmedReply = await post('second-factor/confirm', { code: totpCode(secret) });
  expect(confirmedReply.status).toBe(200);
  return { secret, session: sessionIn(confirmedReply) };
}

/** Creates a world whose organization requires a second factor; its Owner has set up a second factor. */
async function createDemandingWorld(): Promise<{ owner: string; update: (isRequired: boolean) => Promise<Reply> }> {
  const { session } = await enrol(world.owner.credential.session!);
  const update = (isRequired: boolean) =>
    world.anonymous.send('PUT', `/api/v1/organizations/${world.organizationId}/second-factor`, {
      body: { second_factor_required: isRequired },
      headers: { cookie: `session_id=${session}` },
    });
  expect((await update(true)).body.data).toMatchObject({ second_factor_required: true });
  return { owner: session, update };
}

test('only an Owner with a second factor can require one, by session', async () => {
  expect(describeReply(await demand(world.owner))).toEqual(enrolment);
  expect(describeReply(await demand(world.key))).toEqual([403, 'auth_user_context_required']);
  expect(describeReply(await demand(world.admin))).toEqual([403, 'auth_permission_denied']);
  expect(describeReply(await demand(world.stranger))).toEqual([404, 'entity_not_found']);
  // If a request changes the name too, the service refuses the whole request, and the name stays unchanged.
  const document = `mutation($id: UUID!) { updateOrganization(id: $id, input: { name: "Other", secondFactorRequired: true }) { id } }`;
  const id = world.organizationId;
  expect((await world.key.refusal(document, { id })).code).toBe('auth_user_context_required');
  expect((await world.owner.refusal(document, { id })).code).toBe(enrolment[1]);
  const { name, secondFactorRequired } = await world.prisma.organization.findUniqueOrThrow({ where: { id } });
  expect([name, secondFactorRequired]).toEqual(['World', false]);
  await createDemandingWorld();
  const events = await world.prisma.auditEvent.findMany({
    where: { organizationId: id, eventType: 'SecondFactorRequirementChanged' },
  });
  expect(events.map(({ details, userId }) => [details, userId])).toEqual([
    [{ second_factor_required: { from: false, to: true } }, world.owner.userId],
  ]);
});

test('sessions without a factor lose access at once; API keys and other organizations are unaffected', async () => {
  const { update } = await createDemandingWorld();
  for (const caller of [world.member, world.admin]) {
    expect(describeReply(await caller.rest.get('/networks'))).toEqual(enrolment);
    expect((await caller.refusal('{ viewer { userId } }')).code).toBe(enrolment[1]);
    expect(describeReply(await caller.rest.post('/tags', { name: 'x', color: 'Blue' }))).toEqual(enrolment);
    for (const path of ['me', 'update', 'second-factor/recovery-codes', 'second-factor/remove'])
      expect(describeReply(await withSession(caller.credential.session!)(path))).toEqual(enrolment);
  }
  expect((await world.key.rest.get('/networks')).status).toBe(200);
  expect((await world.stranger.rest.get('/networks')).status).toBe(200);
  await update(false);
  expect((await world.member.rest.get('/networks')).status).toBe(200);
});

test('a sign-in without a factor gives a session limited to setting one up, then a full one', async () => {
  await createDemandingWorld();
  const login = await world.anonymous.send('POST', '/api/auth/login', {
    body: { email: world.member.email, password },
  });
  expect(describeReply(login)).toEqual(enrolment);
  const startedSession = sessionIn(login);
  expect(describeReply(await withSession(startedSession)('me'))).toEqual(enrolment);
  const wrong = await withSession(startedSession)('second-factor/enrol', { current_password: 'Wrong horse 12' });
  expect(describeReply(wrong)).toEqual([400, 'auth_password_invalid']);
  const { secret, session } = await enrol(startedSession);
  expect((await withSession(session)('me')).body.data).toMatchObject({
    email: world.member.email,
    has_second_factor: true,
  });
  await world.prisma.secondFactor.updateMany({ where: { userId: world.member.userId }, data: { lastStep: null } });
  // The user can remove the required factor, but must then set up another factor.
  expect((await withSession(session)('second-factor/remove', { code: totpCode(secret) })).status).toBe(200);
  expect(describeReply(await withSession(session)('me'))).toEqual(enrolment);
});

test('a limited session can be ended; other sites can use neither', async () => {
  await createDemandingWorld();
  const session = world.member.credential.session!;
  for (const path of ['logout', 'second-factor/enrol', 'second-factor/confirm']) {
    const foreign = await world.anonymous.send('POST', `/api/auth/${path}`, {
      body: {},
      headers: { cookie: `session_id=${session}`, origin: 'https://elsewhere.example' },
    });
    expect(describeReply(foreign)).toEqual([403, 'auth_origin_not_allowed']);
  }
  expect((await withSession(session)('logout')).status).toBe(200);
  expect(describeReply(await withSession(session)('second-factor/enrol'))).toEqual([401, 'auth_not_authenticated']);
});

test('GraphQL and REST report whether a user has a second factor', async () => {
  await enrol(world.member.credential.session!);
  const users = '{ users(first: 100) { nodes { id hasSecondFactor } } }';
  const { nodes } = (await world.owner.query(users)).users as { nodes: { id: string; hasSecondFactor: boolean }[] };
  expect(nodes.filter(({ hasSecondFactor }) => hasSecondFactor).map(({ id }) => id)).toEqual([world.member.userId]);
  const { body } = await world.owner.rest.get(`/users/${world.viewer.userId}`);
  expect(body.data.has_second_factor).toBe(false);
});
