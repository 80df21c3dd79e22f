// Accounts by links in mails, against a real SMTP server: registering, forgotten passwords, other addresses, invites; who
// learns nothing, and who gets nobody's account.
import { hashToken } from '../../../../src/auth/tokens';
import { mostToOneAddress } from '../../../../src/modules/access/mail/outbox.sql';
import { newEmail, openMailWorld, password, tokenIn, type Answer, type MailWorld } from './mail-world';

let mail: MailWorld;
beforeAll(async () => {
  mail = await openMailWorld();
});
afterAll(() => mail.close());

const told = ({ status, body }: Answer) => [status, body.code];
const register = (email: string, wanted = password, cookie = '') =>
  mail.post('register', { email, password: wanted, terms_accepted: true }, cookie);
const me = async (cookie: string) => (await mail.post('me', {}, cookie)).body.data;

/** Registers and opens the link in the same browser. */
async function newAccount(email = newEmail()): Promise<{ email: string; cookie: string; id: string }> {
  const asked = await register(email);
  const [sent] = await mail.send();
  const opened = await mail.post('verify-email', { token: tokenIn(sent, 'verify') }, asked.cookie);
  expect(opened.status).toBe(200);
  return { email, cookie: opened.cookie, id: opened.body.data.id };
}

async function resetLink(email: string): Promise<string> {
  await mail.post('forgot-password', { email });
  const [sent] = await mail.send();
  return tokenIn(sent, 'reset');
}

describe('registering', () => {
  test('makes the account when the link is opened, and not before', async () => {
    const email = newEmail();
    const setup = await mail.post('setup', { organization_name: 'Acme', network: { name: 'HQ' } });
    const asked = await register(email, password, setup.cookie);
    expect([asked.status, asked.body.data]).toEqual([202, { email, email_verified: false }]);
    expect(await me(asked.cookie)).toBeUndefined();
    expect(await mail.world.prisma.user.count({ where: { email } })).toBe(0);
    expect(told(await mail.post('login', { email, password }))).toEqual([403, 'auth_email_verification_required']);
    expect(told(await mail.post('login', { email, password: 'Wrong horse 12' }))).toEqual([
      401,
      'auth_invalid_credentials',
    ]);
    const [sent] = await mail.send();
    expect([sent!.to, sent!.from, sent!.subject]).toEqual([
      [email],
      'netloom@netloom.example',
      'Verify your e-mail address',
    ]);
    const opened = await mail.post('verify-email', { token: tokenIn(sent, 'verify') }, asked.cookie);
    expect(opened.status).toBe(200);
    expect(opened.body.data).toMatchObject({ email, email_verified: true, permissions: 'Owner' });
    expect(opened.cookie).not.toBe(asked.cookie);
    expect((await me(opened.cookie)).email).toBe(email);
    const { organization } = await mail.world.prisma.user.findUniqueOrThrow({
      where: { email },
      include: { organization: true },
    });
    expect(organization.name).toBe('Acme');
    expect((await mail.post('login', { email, password })).status).toBe(200);
  });

  test('a link is good once, also for two at once, and only a hash of it is kept', async () => {
    const email = newEmail();
    const { cookie } = await register(email);
    const token = tokenIn((await mail.send())[0], 'verify');
    const stored = await mail.world.prisma.registration.findFirstOrThrow({ where: { email } });
    expect(stored.tokenHash).toBe(hashToken(token));
    const replies = await Promise.all([1, 2, 3].map(() => mail.post('verify-email', { token }, cookie)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    expect(told(await mail.post('verify-email', { token }, cookie))).toEqual([403, 'auth_token_invalid']);
    expect(await mail.world.prisma.user.count({ where: { email } })).toBe(1);
  });

  test('in another browser the link wants the password: who gets a link that a stranger asked for opens no account of theirs', async () => {
    const email = newEmail();
    await register(email);
    const token = tokenIn((await mail.send())[0], 'verify');
    expect(told(await mail.post('verify-email', { token }))).toEqual([403, 'auth_password_required']);
    const wrong = await mail.post('verify-email', { token, password: 'Wrong horse 12' });
    expect(told(wrong)).toEqual([400, 'auth_password_invalid']);
    expect((await mail.post('verify-email', { token, password })).status).toBe(200);
  });

  test('the owner of an address registers beside a stranger who did so before, and after', async () => {
    const email = newEmail();
    await register(email, 'Strangers horse 1');
    const strangers = tokenIn((await mail.send())[0], 'verify');
    const own = await register(email);
    const token = tokenIn((await mail.send())[0], 'verify');
    await register(email, 'Strangers horse 1');
    await mail.send();
    expect((await mail.post('verify-email', { token }, own.cookie)).status).toBe(200);
    expect((await mail.post('login', { email, password })).status).toBe(200);
    // The others are over with it.
    const late = await mail.post('verify-email', { token: strangers, password: 'Strangers horse 1' });
    expect(told(late)).toEqual([403, 'auth_token_invalid']);
  });

  test('another link is for the registration of the browser that asks, whatever strangers registered since', async () => {
    const email = newEmail();
    const { cookie } = await register(email);
    const first = tokenIn((await mail.send())[0], 'verify');
    await register(email, 'Strangers horse 1');
    await mail.send();
    expect((await mail.post('resend-verification', { email }, cookie)).status).toBe(200);
    const token = tokenIn((await mail.send())[0], 'verify');
    expect(told(await mail.post('verify-email', { token: first }, cookie))).toEqual([403, 'auth_token_invalid']);
    expect((await mail.post('verify-email', { token }, cookie)).status).toBe(200);
    expect((await mail.post('login', { email, password })).status).toBe(200);
  });

  test('a link is over after a day', async () => {
    const email = newEmail();
    const { cookie } = await register(email);
    const token = tokenIn((await mail.send())[0], 'verify');
    const { prisma } = mail.world;
    const { expiresAt } = await prisma.registration.findFirstOrThrow({ where: { email } });
    expect(Math.abs(expiresAt.getTime() - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000);
    await prisma.registration.updateMany({ where: { email }, data: { expiresAt: new Date() } });
    expect(told(await mail.post('verify-email', { token }, cookie))).toEqual([403, 'auth_token_invalid']);
  });

  test('an invited person joins, and the invite is taken when the link is opened', async () => {
    const { world } = mail;
    const invited = newEmail();
    const made = await world.admin.rest.post('/invites', {
      ...{ permissions: 'Member', network_ids: [world.networkId], send_to: invited },
    });
    expect(made.status).toBe(200);
    const [sent] = await mail.send();
    expect([sent!.to, sent!.subject]).toEqual([[invited], 'Join World on Netloom']);
    expect(sent!.text).toContain(`https://netloom.example/api/v1/invites/${made.body.data.id}/accept`);
    const accepted = await world.anonymous.send('GET', `/api/v1/invites/${made.body.data.id}/accept`);
    const cookie = accepted.headers.get('set-cookie')!.split(';')[0]!;
    const asked = await register(invited, password, cookie);
    const stored = () => world.prisma.invite.findUniqueOrThrow({ where: { id: made.body.data.id } });
    expect((await stored()).acceptedAt).toBeNull();
    const opened = await mail.post('verify-email', { token: tokenIn((await mail.send())[0], 'verify') }, asked.cookie);
    expect(opened.body.data).toMatchObject({ organization_id: world.organizationId, permissions: 'Member' });
    expect((await stored()).acceptedAt).not.toBeNull();
  });

  test('an invite that was revoked or taken meanwhile gives no mail and no account', async () => {
    const { world } = mail;
    const invited = newEmail();
    const made = await world.admin.rest.post('/invites', {
      ...{ permissions: 'Viewer', network_ids: [], send_to: invited },
    });
    await world.admin.rest.delete(`/invites/${made.body.data.id}/revoke`);
    expect(await mail.send()).toEqual([]);
  });
});

describe('known and unknown addresses', () => {
  test('are answered alike, with the same work in the database', async () => {
    const { email: known } = await newAccount();
    const { queries } = mail.world;
    for (const ask of [
      (email: string) => register(email),
      (email: string) => mail.post('forgot-password', { email }),
      (email: string) => mail.post('resend-verification', { email }),
    ]) {
      const seen = [];
      for (const email of [newEmail(), known]) {
        const statements = await queries.during(async () => {
          const { status, body, headers } = await ask(email);
          const data = JSON.stringify(body).replaceAll(email, 'ADDRESS');
          seen.push([status, data, [...headers.keys()].sort().join()]);
        });
        seen.push(statements);
      }
      expect(seen.slice(2)).toEqual(seen.slice(0, 2));
    }
    await mail.send();
  });

  test('the mail tells: an address with an account gets no link to verify, one without none to reset', async () => {
    const { email } = await newAccount();
    await register(email);
    const [sent] = await mail.send();
    expect([sent!.to, sent!.subject]).toEqual([[email], 'You have an account at Netloom']);
    expect(sent!.text).not.toContain('#');
    await mail.post('forgot-password', { email: newEmail() });
    await mail.post('resend-verification', { email: newEmail() });
    expect(await mail.send()).toEqual([]);
  });

  test('an address gets a few mails a day, however many are asked for; the answers stay the same', async () => {
    const email = newEmail();
    let sent = 0;
    for (let round = 0; round < mostToOneAddress + 3; round += 1) {
      expect((await register(email)).status).toBe(202);
      expect((await mail.post('forgot-password', { email })).status).toBe(200);
      sent += (await mail.send()).length;
    }
    expect(sent).toBeLessThanOrEqual(mostToOneAddress);
    expect(sent).toBeGreaterThan(0);
    expect(await mail.world.prisma.registration.count({ where: { email } })).toBeLessThanOrEqual(mostToOneAddress);
  });

  test('asking many times before a mail is sent sends one', async () => {
    const { email } = await newAccount();
    await Promise.all([1, 2, 3, 4].map(() => mail.post('forgot-password', { email })));
    expect((await mail.send()).length).toBe(1);
  });
});

describe('a forgotten password', () => {
  test('is replaced by the link, which signs in, ends all sessions and tells the address', async () => {
    const { email, cookie } = await newAccount();
    const token = await resetLink(email);
    const reset = await mail.post('reset-password', { token, new_password: 'Battery staple 2' });
    expect([reset.status, reset.body.data.email]).toEqual([200, email]);
    expect(await me(cookie)).toBeUndefined();
    expect((await me(reset.cookie)).email).toBe(email);
    expect(told(await mail.post('login', { email, password }))).toEqual([401, 'auth_invalid_credentials']);
    expect((await mail.post('login', { email, password: 'Battery staple 2' })).status).toBe(200);
    expect((await mail.send()).map(({ subject }) => subject)).toEqual(['Your password was changed']);
  });

  test('the link is good once, also for two at once', async () => {
    const { email } = await newAccount();
    const token = await resetLink(email);
    const replies = await Promise.all(
      ['Battery staple 2', 'Battery staple 3'].map((wanted) =>
        mail.post('reset-password', { token, new_password: wanted }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
    await mail.send();
  });

  test('a password that the policy refuses leaves the link good', async () => {
    const { email } = await newAccount();
    const token = await resetLink(email);
    const weak = await mail.post('reset-password', { token, new_password: 'weak' });
    expect([...told(weak), weak.body.params.field]).toEqual([400, 'validation_min_length', 'new_password']);
    expect((await mail.post('reset-password', { token, new_password: 'Battery staple 2' })).status).toBe(200);
    await mail.send();
  });

  test.each(['an hour later', 'after a newer link', 'after the password was changed', 'for another purpose'])(
    'the link is over %s',
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
      const used =
        when === 'for another purpose'
          ? await mail.post('verify-email', { token }, cookie)
          : await mail.post('reset-password', { token, new_password: 'Battery staple 2' });
      expect(told(used)).toEqual([403, 'auth_token_invalid']);
    },
  );

  test('made-up links are refused as any other', async () => {
    for (const token of ['x', 'A'.repeat(43), `${'A'.repeat(42)}'`, 'nlm_u_x', '../../etc'])
      for (const action of ['verify-email', 'reset-password'])
        expect(told(await mail.post(action, { token, new_password: 'Battery staple 2' }))).toEqual([
          403,
          'auth_token_invalid',
        ]);
    expect(told(await mail.post('reset-password', { new_password: 'Battery staple 2' }))).toEqual([
      400,
      'validation_required',
    ]);
    expect(told(await mail.post('forgot-password', { email: '"a@b.c\r\nBcc: x@y.z"' }))).toEqual([
      400,
      'validation_invalid_email',
    ]);
  });

  test('a browser that is sent by a foreign page sets no password and verifies nothing', async () => {
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

  test('is verified at the new one by the session of its user, and the old one is told', async () => {
    const { email, cookie } = await newAccount();
    const wanted = newEmail();
    expect((await ask(cookie, wanted)).status).toBe(200);
    const [sent] = await mail.send();
    expect(sent!.to).toEqual([wanted]);
    const token = tokenIn(sent, 'verify');
    // Until then nothing has changed.
    expect((await me(cookie)).email).toBe(email);
    const opened = await mail.post('verify-email', { token }, cookie);
    expect([opened.status, opened.body.data.email]).toEqual([200, wanted]);
    const [notice] = await mail.send();
    expect([notice!.to, notice!.subject]).toEqual([[email], 'Your e-mail address was changed']);
    expect(told(await mail.post('login', { email, password }))).toEqual([401, 'auth_invalid_credentials']);
    expect((await mail.post('login', { email: wanted, password })).status).toBe(200);
  });

  test('without the session, or with that of another user, the link gives nobody an account', async () => {
    const { cookie } = await newAccount();
    const other = await newAccount();
    await ask(cookie, newEmail());
    const token = tokenIn((await mail.send())[0], 'verify');
    expect(told(await mail.post('verify-email', { token }))).toEqual([401, 'auth_not_authenticated']);
    expect(told(await mail.post('verify-email', { token }, other.cookie))).toEqual([403, 'auth_token_invalid']);
  });

  test('a session alone does not take the account along: it needs the password', async () => {
    const { cookie } = await newAccount();
    const reply = await mail.post('request-email-change', { new_email: newEmail() }, cookie);
    expect([...told(reply), reply.body.params.field]).toEqual([400, 'validation_required', 'current_password']);
    expect(told(await ask(cookie, newEmail(), 'Wrong horse 12'))).toEqual([400, 'auth_password_invalid']);
    expect(told(await ask('', newEmail()))).toEqual([401, 'auth_not_authenticated']);
    expect(await mail.send()).toEqual([]);
  });

  test('one that has an account is not told to who asks, but to its owner', async () => {
    const { cookie } = await newAccount();
    const other = await newAccount();
    expect((await ask(cookie, other.email)).status).toBe(200);
    expect((await mail.send()).map(({ to, subject }) => [to, subject])).toEqual([
      [[other.email], 'You have an account at Netloom'],
    ]);
  });

  test('taken meanwhile by a registration: refused', async () => {
    const { cookie, email } = await newAccount();
    const wanted = newEmail();
    await ask(cookie, wanted);
    const token = tokenIn((await mail.send())[0], 'verify');
    await newAccount(wanted);
    expect(told(await mail.post('verify-email', { token }, cookie))).toEqual([409, 'entity_already_exists']);
    expect((await me(cookie)).email).toBe(email);
  });

  test('links that were sent to the old address are over', async () => {
    const { cookie, email } = await newAccount();
    const reset = await resetLink(email);
    await ask(cookie, newEmail());
    const token = tokenIn((await mail.send())[0], 'verify');
    await mail.post('verify-email', { token }, cookie);
    await mail.send();
    const used = await mail.post('reset-password', { token: reset, new_password: 'Battery staple 2' });
    expect(told(used)).toEqual([403, 'auth_token_invalid']);
  });
});

test('what writes to people costs a caller more than other requests', async () => {
  const limited = await openMailWorld({ RATE_LIMIT: 'on' });
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => limited.post('forgot-password', { email: newEmail() })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429]);
  await limited.close();
});
