// Tests `npm run account`: with this command, an operator lets a user who has lost a password or a second factor sign
// in again. Nobody else can then sign in to the account.
import { openAuthWorld, password, uniqueEmail, type AuthWorld } from '../auth/auth-world';
import { changeAccount, readArguments } from '../../src/operator/account';
import { factorClient, describeReply } from '../modules/access/second-factor/factor-world';

let world: AuthWorld;
let client: ReturnType<typeof factorClient>;
beforeAll(async () => {
  world = await openAuthWorld();
  client = factorClient(world);
});
afterAll(() => world.close());

const address = 'https://netloom.example';
const run = (command: string, email: string) => changeAccount(world.prisma, readArguments([command, email]), address);

test.each([
  [[]],
  [['reset-password']],
  [['reset-factor', 'nobody']],
  [['delete', 'a@b.example']],
  [['toString', 'a@b.example']],
])('%j is answered with the possible commands', (args) => {
  expect(() => readArguments(args)).toThrow(/Usage: npm run account/);
});

test('an address without an account is reported', async () => {
  const email = uniqueEmail();
  await expect(run('reset-password', email)).rejects.toThrow(`No account has the address ${email}.`);
});

test('reset-password: a link that sets a password once and ends all sessions; the event names the system', async () => {
  const { email, token, userId } = await world.register();
  const outputText = await run('reset-password', email.toUpperCase());
  const link = /https:\/\/netloom\.example\/sign-in#reset=([\w-]{43})\n$/.exec(outputText)![1]!;
  expect((await client.post('login', { email, password })).status).toBe(200);
  const expectedText = 'Battery staple 2';
  const reset = () => client.post('reset-password', { token: link, new_password: expectedText });
  expect((await reset()).status).toBe(200);
  expect(describeReply(await reset())).toEqual([403, 'auth_token_invalid']);
  expect((await client.post('me', {}, token)).status).toBe(401);
  expect((await client.post('login', { email, password: expectedText })).status).toBe(200);
  const event = await world.prisma.auditEvent.findFirstOrThrow({
    where: { subjectId: userId, eventType: 'PasswordLinkMade' },
  });
  expect([event.actorType, event.operation, event.details]).toEqual(['System', 'account reset-password', null]);
});

test('reset-password leaves the second factor: the link sets the password, and a code makes the session', async () => {
  const { email, recoveryCodes } = await client.withFactor();
  const [, link] = /#reset=([\w-]{43})/.exec(await run('reset-password', email))!;
  const reset = await client.post('reset-password', { token: link, new_password: 'Battery staple 2' });
  expect([...describeReply(reset), reset.token]).toEqual([403, 'auth_second_factor_required', undefined]);
  expect((await client.give(reset.body.params.challenge as string, recoveryCodes[0]!)).status).toBe(200);
});

test('reset-factor: the password alone signs in, sessions and challenges end, a lock of guessed codes too', async () => {
  const { email, token, userId, recoveryCodes } = await client.withFactor();
  const challenge = await client.challenge(email);
  for (let guess = 0; guess < 5; guess += 1) await client.give(challenge, 'zzzz-zzzz-zzzz-zzzz');
  expect(describeReply(await client.post('login', { email, password }))).toEqual([429, 'auth_login_locked']);
  expect(await run('reset-factor', email)).toContain('the password alone signs in.');
  expect((await client.post('me', {}, token)).status).toBe(401);
  expect(describeReply(await client.give(challenge, recoveryCodes[0]!))).toEqual([403, 'auth_challenge_invalid']);
  expect((await client.post('login', { email, password })).status).toBe(200);
  const event = await world.prisma.auditEvent.findFirstOrThrow({
    where: { subjectId: userId, eventType: 'SecondFactorRemoved' },
  });
  expect([event.actorType, event.operation]).toEqual(['System', 'account reset-factor']);
  await expect(run('reset-factor', email)).rejects.toThrow(`${email} has no second factor.`);
});
