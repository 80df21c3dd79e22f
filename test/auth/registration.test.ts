// Tests REGISTRATION=first: while only the demo exists, one person can register without an invite. Afterwards only
// invited people can register.
import { demoOrganizationId } from '../../src/auth/published-access';
import { createClient } from '../support/client';
import { createMigratedDatabase, type OwnDatabase } from '../support/own-database';
import { serve, type RunningServer } from '../support/world';

let database: OwnDatabase;
let server: RunningServer;
beforeAll(async () => {
  database = await createMigratedDatabase();
  server = await serve({ DATABASE_URL: database.url, REGISTRATION: 'first' });
  const demo = { name: 'Demo', id: demoOrganizationId };
  await server.prisma.organization.create({
    data: { ...demo, users: { create: { email: 'demo@netloom.example', permissions: 'Owner' } } },
  });
});
afterAll(async () => {
  await server?.stop();
  await database?.drop();
});

const ask = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
  createClient(server.url, {}).send(method, path, { body, headers });
const register = (name: string, cookie = '') =>
  ask(
    'POST',
    '/api/auth/register',
    { email: `${name}@netloom.example`, password: 'Correct horse 1', terms_accepted: true },
    cookie ? { cookie } : {},
  );
const isClosed = async () => (await ask('GET', '/api/config')).body.data.disable_registration as boolean;

test('of two simultaneous first registrations one succeeds; then only invited users can register', async () => {
  expect(await isClosed()).toBe(false);
  const check = (email: unknown) => ask('POST', '/api/auth/check-email', { email });
  expect((await check('new@netloom.example')).body.data).toEqual({ available: true });
  const replies = await Promise.all(['ada', 'bob', 'eve'].map((name) => register(name)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  expect(replies.find(({ status }) => status === 403)!.body.code).toBe('auth_registration_disabled');
  expect(await isClosed()).toBe(true);
  expect((await check('ada@netloom.example')).body.code).toBe('auth_registration_disabled');
  const setup = await ask('POST', '/api/auth/setup', { organization_name: 'X', network: { name: 'Y' } });
  expect([setup.status, setup.body.code]).toEqual([403, 'auth_registration_disabled']);
  const { organizationId, id: createdBy } = await server.prisma.user.findFirstOrThrow({
    where: { organizationId: { not: demoOrganizationId } },
  });
  const invite = await server.prisma.invite.create({
    data: { organizationId, createdBy, permissions: 'Viewer', expiresAt: new Date(Date.now() + 1e7) },
  });
  const acceptedReply = await ask('GET', `/api/v1/invites/${invite.id}/accept`, undefined, {
    accept: 'application/json',
  });
  const [cookie] = acceptedReply.headers.get('set-cookie')!.split(';');
  const invitedReply = await register('zoe', cookie);
  expect([invitedReply.status, invitedReply.body.data.organization_id]).toEqual([200, organizationId]);
});
