// Account actions by links in mails, against a real SMTP server: registration, forgotten passwords, changed addresses,
// invites. Nobody learns about or takes over another account.
import { hashToken } from '../../../../src/auth/tokens';
import { mostToOneAddress } from '../../../../src/modules/access/mail/outbox.sql';
import { newEmail, openMailWorld, password, findToken, type Answer, type MailWorld } from './mail-world';

let mail: MailWorld;
beforeAll(async () => {
  mail = await openMailWorld();
});
afterAll(() => mail.close());

const describeReply = ({ status, body }: Answer) => [status, body.code];
const register = (email: string, expectedText = password, cookie = '') =>
  mail.post('register', { email, password: expectedText, terms_accepted: true }, cookie);
const me = async (cookie: string) => (await mail.post('me', {}, cookie)).body.data;

/** Registers an account and opens the link of the mail in the same browser. */
async function newAccount(email = newEmail()): Promise<{ email: string; cookie: string; id: string }> {
  const requestedReply = await register(email);
  const [sentMail] = await mail.send();
  const openedReply = await mail.post('verify-email', { token: findToken(sentMail, 'verify') }, requestedReply.cookie);
  expect(openedReply.status).toBe(200);
  return { email, cookie: openedReply.cookie, id: openedReply.body.data.id };
}

async function resetLink(email: string): Promise<string> {
  await mail.post('forgot-password', { email });
  const [sentMail] = await mail.send();
  return findToken(sentMail, 'reset');
}

describe('registering', () => {
  test('makes the account only when the link is opened', async () => {
    const email = newEmail();
    const setup = await mail.post('setup', { organization_name: 'Acme', network: { name: 'HQ' } });
    const requestedReply = await register(email, password, setup.cookie);
    expect([requestedReply.status, requestedReply.body.data]).toEqual([202, { email, email_verified: false }]);
    expect(await me(requestedReply.cookie)).toBeUndefined();
    expect(await mail.world.prisma.user.count({ where: { email } })).toBe(0);
    expect(describeReply(await mail.post('login', { email, password }))).toEqual([
      403,
      'auth_email_verification_required',
    ]);
    expect(describeReply(await mail.post('login', { email, password: 'Wrong horse 12' }))).toEqual([
      401,
      'auth_invalid_credentials',
    ]);
    const [sentMail] = await mail.send();
    expect([sentMail!.to, sentMail!.from, sentMail!.subject]).toEqual([
      [email],
      'netloom@netloom.example',
      'Verify your e-mail address',
    ]);
    const openedReply = await mail.post(
      'verify-email',
      { token: findToken(sentMail, 'verify') },
      requestedReply.cookie,
    );
    expect(openedReply.status).toBe(200);
    expect(openedReply.body.data).toMatchObject({ email, email_verified: true, permissions: 'Owner' });
    expect(openedReply.cookie).not.toBe(requestedReply.cookie);
    expect((await me(openedReply.cookie)).email).toBe(email);
    const { organization } = await mail.world.prisma.user.findUniqueOrThrow({
      where: { email },
      include: { organization: true },
    });
    expect(organization.name).toBe('Acme');
    expect((await mail.post('login', { email, password })).status).toBe(200);
  });

  test('the link works once, also for two at the same time, and only its hash is stored', async () => {
    const email = newEmail();
    const { cookie } = await register(email);
    const token = findToken((await mail.send())[0], 'verify');
    const storedRegistration = await mail.world.prisma.registration.findFirstOrThrow({ where: { email } });
    expect(storedRegistration.tokenHash).toBe(hashToken(token));
    const replies = await Promise.all([1, 2, 3].map(() => mail.post('verify-email', { token }, cookie)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    expect(describeReply(await mail.post('verify-email', { token }, cookie))).toEqual([403, 'auth_token_invalid']);
    expect(await mail.world.prisma.user.count({ where: { email } })).toBe(1);
  });

  test("in another browser the link asks for the password, so a stranger's link gives them no account", async () => {
    const email = newEmail();
    await register(email);
    const token = findToken((await mail.send())[0], 'verify');
    expect(describeReply(await mail.post('verify-email', { token }))).toEqual([403, 'auth_password_required']);
    const wrong = await mail.post('verify-email', { token, password: 'Wrong horse 12' });
    expect(describeReply(wrong)).toEqual([400, 'auth_password_invalid']);
    expect((await mail.post('verify-email', { token, password })).status).toBe(200);
  });

  test('the owner of an address can register before and after a stranger has used the address', async () => {
    const email = newEmail();
    await register(email, 'Strangers horse 1');
    const strangers = findToken((await mail.send())[0], 'verify');
    const ownReply = await register(email);
    const token = findToken((await mail.send())[0], 'verify');
    await register(email, 'Strangers horse 1');
    await mail.send();
    expect((await mail.post('verify-email', { token }, ownReply.cookie)).status).toBe(200);
    expect((await mail.post('login', { email, password })).status).toBe(200);
    // Opening one link has invalidated all other links for the address.
    const late = await mail.post('verify-email', { token: strangers, password: 'Strangers horse 1' });
    expect(describeReply(late)).toEqual([403, 'auth_token_invalid']);
  });

  test('a further link is for the registration of the browser that requests it, whatever strangers registered since', async () => {
    const email = newEmail();
    const { cookie } = await register(email);
    const first = findToken((await mail.send())[0], 'verify');
    await register(email, 'Strangers horse 1');
    await mail.send();
    expect((await mail.post('resend-verification', { email }, cookie)).status).toBe(200);
    const token = findToken((await mail.send())[0], 'verify');
    expect(describeReply(await mail.post('verify-email', { token: first }, cookie))).toEqual([
      403,
      'auth_token_invalid',
    ]);
    expect((await mail.post('verify-email', { token }, cookie)).status).toBe(200);
    expect((await mail.post('login', { email, password })).status).toBe(200);
  });

  test('a link expires after a day', async () => {
    const email = newEmail();
    const { cookie } = await register(email);
    const token = findToken((await mail.send())[0], 'verify');
    const { prisma } = mail.world;
    const { expiresAt } = await prisma.registration.findFirstOrThrow({ where: { email } });
    expect(Math.abs(expiresAt.getTime() - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000);
    await prisma.registration.updateMany({ where: { email }, data: { expiresAt: new Date() } });
    expect(describeReply(await mail.post('verify-email', { token }, cookie))).toEqual([403, 'auth_token_invalid']);
  });

  test('an invited person joins, and the invite is used up when the link is opened', async () => {
    const { world } = mail;
    const invitedEmail = newEmail();
    const createdReply = await world.admin.rest.post('/invites', {
      ...{ permissions: 'Member', network_ids: [world.networkId], send_to: invitedEmail },
    });
    expect(createdReply.status).toBe(200);
    const [sentMail] = await mail.send();
    expect([sentMail!.to, sentMail!.subject]).toEqual([[invitedEmail], 'Join World on Netloom']);
    expect(sentMail!.text).toContain(`https://netloom.example/api/v1/invites/${createdReply.body.data.id}/accept`);
    const acceptedReply = await world.anonymous.send('GET', `/api/v1/invites/${createdReply.body.data.id}/accept`);
    const cookie = acceptedReply.headers.get('set-cookie')!.split(';')[0]!;
    const requestedReply = await register(invitedEmail, password, cookie);
    const readInvite = () => world.prisma.invite.findUniqueOrThrow({ where: { id: createdReply.body.data.id } });
    expect((await readInvite()).acceptedAt).toBeNull();
    const openedReply = await mail.post(
      'verify-email',
      { token: findToken((await mail.send())[0], 'verify') },
      requestedReply.cookie,
    );
    expect(openedReply.body.data).toMatchObject({ organization_id: world.organizationId, permissions: 'Member' });
    expect((await readInvite()).acceptedAt).not.toBeNull();
  });

  test('an invite that was revoked or used meanwhile gives no mail and no account', async () => {
    const { world } = mail;
    const invitedEmail = newEmail();
    const createdReply = await world.admin.rest.post('/invites', {
      ...{ permissions: 'Viewer', network_ids: [], send_to: invitedEmail },
    });
    await world.admin.rest.delete(`/invites/${createdReply.body.data.id}/revoke`);
    expect(await mail.send()).toEqual([]);
  });
});

describe('known and unknown addresses', () => {
  test('get the same answer, with the same work in the database', async () => {
    const { email: knownEmail } = await newAccount();
    const { queries } = mail.world;
    for (const ask of [
      (email: string) => register(email),
      (email: string) => mail.post('forgot-password', { email }),
      (email: string) => mail.post('resend-verification', { email }),
    ]) {
      const seenBodies = [];
      for (const email of [newEmail(), knownEmail]) {
        const statements = await queries.during(async () => {
          const { status, body, headers } = await ask(email);
          const data = JSON.stringify(body).replaceAll(email, 'ADDRESS');
          seenBodies.push([status, data, [...headers.keys()].sort().join()]);
        });
        seenBodies.push(statements);
      }
      expect(seenBodies.slice(2)).toEqual(seenBodies.slice(0, 2));
    }
    await mail.send();
  });

  test('get different mails: an address with an account gets no link to verify, one without none to reset', async () => {
    const { email } = await newAccount();
    await register(email);
    const [sentMail] = await mail.send();
    expect([sentMail!.to, sentMail!.subject]).toEqual([[email], 'You have an account at Netloom']);
    expect(sentMail!.text).not.toContain('#');
    await mail.post('forgot-password', { email: newEmail() });
    await mail.post('resend-verification', { email: newEmail() });
    expect(await mail.send()).toEqual([]);
  });

  test('get a few mails a day, however many are requested, and the answers stay the same', async () => {
    const email = newEmail();
    let sentCount = 0;
    for (let round = 0; round < mostToOneAddress + 3; round += 1) {
      expect((await register(email)).status).toBe(202);
      expect((await mail.post('forgot-password', { email })).status).toBe(200);
      sentCount += (await mail.send()).length;
    }
    expect(sentCount).toBeLessThanOrEqual(mostToOneAddress);
    expect(sentCount).toBeGreaterThan(0);
    expect(await mail.world.prisma.registration.count({ where: { email } })).toBeLessThanOrEqual(mostToOneAddress);
  });

  test('get a link for a new password once an hour, even if others have used up the mails of the day', async () => {
    const { email } = await newAccount();
    for (let round = 0; round < mostToOneAddress; round += 1) {
      await register(email);
      await mail.send();
    }
    const createdAt = new Date(Date.now() - 61 * 60_000);
    const ageMails = () => mail.world.prisma.mail.updateMany({ where: { recipient: email }, data: { createdAt } });
    const sentAfter = async (ask: () => Promise<unknown>) => {
      await ask();
      return (await mail.send()).map(({ subject }) => subject);
    };
    const forgotPassword = () => mail.post('forgot-password', { email });
    await ageMails();
    expect(await sentAfter(() => register(email))).toEqual([]);
    await forgotPassword();
    const [sentMail] = await mail.send();
    expect(await sentAfter(forgotPassword)).toEqual([]);
    const body = { token: findToken(sentMail, 'reset'), new_password: 'Battery staple 2' };
    expect((await mail.post('reset-password', body)).status).toBe(200);
    expect(await sentAfter(forgotPassword)).toEqual(['Your password was changed']);
    await ageMails();
    expect(await sentAfter(forgotPassword)).toHaveLength(1);
    expect(await sentAfter(() => register(email))).toEqual([]);
  });

  test('get one mail if many are requested before it is sent', async () => {
    const { email } = await newAccount();
    await Promise.all([1, 2, 3, 4].map(() => mail.post('forgot-password', { email })));
    expect((await mail.send()).length).toBe(1);
  });
});

describe('a forgotten password', () => {
  test('is replaced by the link, which signs in, ends all sessions and notifies the address', async () => {
    const { email, cookie, id: userId } = await newAccount();
    const token = await resetLink(email);
    const { prisma } = mail.world;
    await prisma.secondFactor.create({ data: { userId, secret: Buffer.from('begun, but not confirmed') } });
    const reset = await mail.post('reset-password', { token, new_password: 'Battery staple 2' });
    expect([reset.status, reset.body.data.email]).toEqual([200, email]);
    expect(await prisma.secondFactor.count({ where: { userId } })).toBe(0);
    expect(await me(cookie)).toBeUndefined();
    expect((await me(reset.cookie)).email).toBe(email);
    expect(describeReply(await mail.post('login', { email, password }))).toEqual([401, 'auth_invalid_credentials']);
    expect((await mail.post('login', { email, password: 'Battery staple 2' })).status).toBe(200);
    expect((await mail.send()).map(({ subject }) => subject)).toEqual(['Your password was changed']);
  });

  test('has a link that works once, also for two at the same time', async () => {
    const { email } = await newAccount();
    const token = await resetLink(email);
    const replies = await Promise.all(
      ['Battery staple 2', 'Battery staple 3'].map((expectedText) =>
        mail.post('reset-password', { token, new_password: expectedText }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
    await mail.send();
  });

  test('is not replaced by a password that the policy refuses, and the link stays valid', async () => {
    const { email } = await newAccount();
    const token = await resetLink(email);
    const weak = await mail.post('reset-password', { token, new_password: 'weak' });
    expect([...describeReply(weak), weak.body.params.field]).toEqual([400, 'validation_min_length', 'new_password']);
    expect((await mail.post('reset-password', { token, new_password: 'Battery staple 2' })).status).toBe(200);
    await mail.send();
  });

  test.each(['an hour later', 'after a newer link', 'after the password was changed', 'for another purpose'])(
    'has a link that is no longer valid %s',
    async (when) => {
      const { email, cookie, id } = await newAccount();
      const token = await resetLink(email);
      const { prisma } = mail.world;
      const { expiresAt } = await prisma.emailToken.findFirstOrThrow({ where: { userId: id } });
      expect(Math.abs(expiresAt.getTime() - Date.now() - 3_600_000)).toBeLessThan(60_000);
      if (when === 'an hour later')
        await prisma.emailToken.updateMany({ where: { userId: id }, data: { expiresAt: new Date() } });
      else if (when === 'after a newer link') await resetLink(email);
      else if (when === 'after the password was changed')
        await mail.post('update', { current_password: password, new_password: 'Battery staple 9' }, cookie);
      const usedReply =
        when === 'for another purpose'
          ? await mail.post('verify-email', { token }, cookie)
          : await mail.post('reset-password', { token, new_password: 'Battery staple 2' });
      expect(describeReply(usedReply)).toEqual([403, 'auth_token_invalid']);
    },
  );

  test('has no made-up links: they are refused like any other invalid one', async () => {
    for (const token of ['x', 'A'.repeat(43), `${'A'.repeat(42)}'`, 'nlm_u_x', '../../etc'])
      for (const action of ['verify-email', 'reset-password'])
        expect(describeReply(await mail.post(action, { token, new_password: 'Battery staple 2' }))).toEqual([
          403,
          'auth_token_invalid',
        ]);
    expect(describeReply(await mail.post('reset-password', { new_password: 'Battery staple 2' }))).toEqual([
      400,
      'validation_required',
    ]);
    expect(describeReply(await mail.post('forgot-password', { email: '"a@b.c\r\nBcc: x@y.z"' }))).toEqual([
      400,
      'validation_invalid_email',
    ]);
  });

  test('is not replaced by a request from a page of another site', async () => {
    const { email } = await newAccount();
    const token = await resetLink(email);
    for (const action of ['reset-password', 'verify-email', 'forgot-password', 'resend-verification']) {
      const { status, body } = await mail.world.anonymous.send('POST', `/api/auth/${action}`, {
        body: { token, new_password: 'Battery staple 2', email },
        headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      });
      expect([status, body.code]).toEqual([403, 'auth_origin_not_allowed']);
    }
  });
});

describe('another address', () => {
  const ask = (cookie: string, new_email: string, current_password: string | undefined = password) =>
    mail.post('request-email-change', { new_email, current_password }, cookie);

  test('is verified at the new address by the session of its user, and the old address is notified', async () => {
    const { email, cookie } = await newAccount();
    const expectedEmail = newEmail();
    expect((await ask(cookie, expectedEmail)).status).toBe(200);
    const [sentMail] = await mail.send();
    expect(sentMail!.to).toEqual([expectedEmail]);
    const token = findToken(sentMail, 'verify');
    // Requesting the change of the address changes nothing. The address changes only when the link is opened.
    expect((await me(cookie)).email).toBe(email);
    const openedReply = await mail.post('verify-email', { token }, cookie);
    expect([openedReply.status, openedReply.body.data.email]).toEqual([200, expectedEmail]);
    const [notice] = await mail.send();
    expect([notice!.to, notice!.subject]).toEqual([[email], 'Your e-mail address was changed']);
    expect(describeReply(await mail.post('login', { email, password }))).toEqual([401, 'auth_invalid_credentials']);
    expect((await mail.post('login', { email: expectedEmail, password })).status).toBe(200);
  });

  test('is given to nobody without the session, or with that of another user', async () => {
    const { cookie } = await newAccount();
    const other = await newAccount();
    await ask(cookie, newEmail());
    const token = findToken((await mail.send())[0], 'verify');
    expect(describeReply(await mail.post('verify-email', { token }))).toEqual([401, 'auth_not_authenticated']);
    expect(describeReply(await mail.post('verify-email', { token }, other.cookie))).toEqual([
      403,
      'auth_token_invalid',
    ]);
  });

  test('needs the password: a session alone cannot change the address', async () => {
    const { cookie } = await newAccount();
    const reply = await mail.post('request-email-change', { new_email: newEmail() }, cookie);
    expect([...describeReply(reply), reply.body.params.field]).toEqual([
      400,
      'validation_required',
      'current_password',
    ]);
    expect(describeReply(await ask(cookie, newEmail(), 'Wrong horse 12'))).toEqual([400, 'auth_password_invalid']);
    expect(describeReply(await ask('', newEmail()))).toEqual([401, 'auth_not_authenticated']);
    expect(await mail.send()).toEqual([]);
  });

  test('that has an account is not reported to the caller, but to its owner by mail', async () => {
    const { cookie } = await newAccount();
    const other = await newAccount();
    expect((await ask(cookie, other.email)).status).toBe(200);
    expect((await mail.send()).map(({ to, subject }) => [to, subject])).toEqual([
      [[other.email], 'You have an account at Netloom'],
    ]);
  });

  test('that is registered meanwhile is refused', async () => {
    const { cookie, email } = await newAccount();
    const expectedEmail = newEmail();
    await ask(cookie, expectedEmail);
    const token = findToken((await mail.send())[0], 'verify');
    await newAccount(expectedEmail);
    expect(describeReply(await mail.post('verify-email', { token }, cookie))).toEqual([409, 'entity_already_exists']);
    expect((await me(cookie)).email).toBe(email);
  });

  test('makes the links invalid that were sent to the old address', async () => {
    const { cookie, email } = await newAccount();
    const reset = await resetLink(email);
    await ask(cookie, newEmail());
    const token = findToken((await mail.send())[0], 'verify');
    await mail.post('verify-email', { token }, cookie);
    await mail.send();
    const usedReply = await mail.post('reset-password', { token: reset, new_password: 'Battery staple 2' });
    expect(describeReply(usedReply)).toEqual([403, 'auth_token_invalid']);
  });
});

test('requests that send mail cost more tokens than others', async () => {
  const limitedWorld = await openMailWorld({ RATE_LIMIT: 'on' });
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => limitedWorld.post('forgot-password', { email: newEmail() })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429]);
  await limitedWorld.close();
});
