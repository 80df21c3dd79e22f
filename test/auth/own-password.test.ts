// Endpoints of a session that ask for the user's password all keep the same rules: wrong passwords are counted and lock
// sign-in, and a user without a password needs a new session.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openAuthWorld, password, uniqueEmail, type AuthWorld } from './auth-world';

let world: AuthWorld;
/** A world on the same database in which the endpoints that send mail are available. */
let mailWorld: AuthWorld;
beforeAll(async () => {
  const publicUrl = 'https://netloom.example';
  [world, mailWorld] = await Promise.all([openAuthWorld({ publicUrl }), openAuthWorld({ publicUrl, sendsMail: true })]);
});
afterAll(() => Promise.all([world.close(), mailWorld.close()]));

/** The endpoints, each with a body that lacks only `current_password`. */
const endpoints: [path: string, body: () => object][] = [
  ['/api/auth/update', () => ({ new_password: 'Another horse 2' })],
  ['/api/auth/request-email-change', () => ({ new_email: uniqueEmail() })],
  ['/api/auth/second-factor/enrol', () => ({})],
  ['/api/auth/passkeys/options', () => ({})],
];
const send = async (endpoint: string, body: object, token: string) => {
  const reply = await mailWorld.send('POST', endpoint, { body, token });
  return [reply.status, reply.body.code];
};
const refusedCount = (subjectId: string) =>
  world.prisma.auditEvent.count({ where: { subjectId, eventType: 'SignInRefused' } });

test('the table has every endpoint of sign-in that takes the current password', () => {
  const file = path.join(__dirname, '..', '..', 'schema', 'openapi.json');
  const { paths } = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, Record<string, object>> };
  const named = Object.entries(paths)
    .filter(([one]) => one.startsWith('/api/auth/'))
    .filter(([, operations]) => JSON.stringify(operations).includes('"current_password":{'))
    .map(([one]) => one);
  expect(endpoints.map(([one]) => one).sort()).toEqual(named.sort());
});

describe.each(endpoints)('%s', (endpoint, bodyOf) => {
  test('counts wrong passwords as failed sign-ins: after five, even the right one is refused', async () => {
    const { token, userId, email } = await world.register();
    const wrongBody = () => ({ ...bodyOf(), current_password: 'Wrong horse 1' });
    for (let guess = 1; guess <= 5; guess += 1) {
      expect(await send(endpoint, wrongBody(), token)).toEqual([400, 'auth_password_invalid']);
      expect(await refusedCount(userId)).toBe(guess);
    }
    const rightBody = { ...bodyOf(), current_password: password };
    expect(await send(endpoint, rightBody, token)).toEqual([429, 'auth_login_locked']);
    expect(await send('/api/auth/login', { email, password }, token)).toEqual([429, 'auth_login_locked']);
    expect(await refusedCount(userId)).toBe(5);
    expect((await world.send('GET', '/api/auth/me', { token })).status).toBe(200);
  });

  test('counts nothing if the password is missing, and accepts the right one after four wrong ones', async () => {
    const { token, userId, email } = await world.register();
    for (let request = 0; request < 6; request += 1)
      expect(await send(endpoint, bodyOf(), token)).toEqual([400, 'validation_required']);
    for (let guess = 0; guess < 4; guess += 1)
      await send(endpoint, { ...bodyOf(), current_password: 'Wrong horse 1' }, token);
    expect(await send(endpoint, { ...bodyOf(), current_password: password }, token)).toEqual([200, undefined]);
    expect(await refusedCount(userId)).toBe(4);
    expect(await world.prisma.loginFailure.count({ where: { email } })).toBe(0);
  });

  test('needs a session of at most ten minutes if the user has no password', async () => {
    const { token, userId } = await world.register();
    await world.prisma.user.update({ where: { id: userId }, data: { passwordHash: null } });
    const setAge = (minutes: number) =>
      world.prisma.session.updateMany({
        where: { userId },
        data: { createdAt: new Date(Date.now() - minutes * 60_000) },
      });
    await setAge(11);
    expect(await send(endpoint, bodyOf(), token)).toEqual([403, 'auth_session_not_fresh']);
    expect(await send(endpoint, { ...bodyOf(), current_password: password }, token)).toEqual([
      403,
      'auth_session_not_fresh',
    ]);
    const user = await world.prisma.user.findUniqueOrThrow({ where: { id: userId } });
    expect(user.passwordHash).toBeNull();
    await setAge(9);
    expect(await send(endpoint, bodyOf(), token)).toEqual([200, undefined]);
  });
});

test('a change of the password says nothing about the current one if the new one breaks the policy', async () => {
  const { token, userId } = await world.register();
  for (const current_password of [password, 'Wrong horse 1'])
    expect(await send('/api/auth/update', { current_password, new_password: 'weak' }, token)).toEqual([
      400,
      'validation_min_length',
    ]);
  expect(await refusedCount(userId)).toBe(0);
});
