// Signing in by OpenID Connect at real providers: who may sign in, and to which account. Responses to another request,
// or from another browser or provider, are refused.
import { randomUUID } from 'node:crypto';
import { createSession } from '../../../../src/auth/sessions';
import { generateKey, hashToken } from '../../../../src/auth/tokens';
import { openOidcWorld, type OidcWorld } from './oidc-world';
import { publicUrl, type Person } from './test-provider';

let oidc: OidcWorld;
let corpId: string;
beforeAll(async () => {
  oidc = await openOidcWorld((organizationId) => {
    corpId = organizationId;
    return {
      ...{ OIDC_CORP_ORGANIZATION: organizationId, OIDC_CORP_DOMAINS: 'corp.example' },
      OIDC_CORP_ROLES: 'netops=Admin,helpdesk=Member',
      // A provider that is never reachable: nothing listens on its port.
      ...{ OIDC_AWAY_ISSUER: 'http://127.0.0.1:1099', OIDC_AWAY_CLIENT_ID: 'x', OIDC_AWAY_CLIENT_SECRET: 'x' },
    };
  });
});
afterAll(() => oidc.close());

const someone = (fields: object = {}) => {
  const sub = randomUUID();
  return { sub, email: `${sub}@corp.example`, email_verified: true, groups: [] as string[], ...fields };
};
const problem = (code: string, next = '/topology') => ({
  ...{ status: 303, location: `/sign-in?next=${encodeURIComponent(next)}#problem=${code}` },
});
const failedProblem = problem('auth_oidc_failed');
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

describe('signing in', () => {
  test('a user of the provider joins its organization, returns to the requested page, and can sign in again', async () => {
    const person = someone({ groups: ['netops', 'staff'] });
    await oidc.corp.become(person);
    const browser = oidc.browser();
    expect(await browser.signIn('corp', '/topology?view=L2Physical#x')).toEqual({
      ...{ status: 303, location: '/topology?view=L2Physical#x' },
    });
    const me = await browser.me();
    expect(me).toMatchObject({
      ...{ email: person.email, email_verified: true, has_password: false, permissions: 'Admin' },
      ...{ organization_id: corpId, oidc_provider: 'corp' },
    });
    const again = oidc.browser();
    await again.signIn('corp');
    expect((await again.me()).id).toBe(me.id);
  });

  test('a client that requests JSON gets the redirect address, and errors, as JSON', async () => {
    await oidc.corp.become(someone());
    const browser = oidc.browser();
    const json = async (address: string) => {
      const response = await browser.go(address, { headers: { accept: 'application/json' } });
      return (await response.json()) as { code?: string; data?: { url: string } };
    };
    const { data } = await json('/api/auth/oidc/corp/authorize?next=%2Fdocs');
    const callback = await browser.toCallback(data!.url);
    expect((await json(callback)).data).toEqual({ url: '/docs' });
    expect((await browser.me()).oidc_provider).toBe('corp');
    expect((await json(callback)).code).toBe('auth_oidc_failed');
    expect((await json('/api/auth/oidc/away/authorize')).code).toBe('auth_oidc_unavailable');
  });

  test('an account with a second factor is asked for it after the provider, by page and by JSON', async () => {
    const person = someone({ groups: ['helpdesk'] });
    await oidc.corp.become(person);
    const first = oidc.browser();
    await first.signIn('corp');
    const { id: userId } = await first.me();
    const recoveryHash = hashToken('0123456789abcdef');
    await oidc.world.prisma.recoveryCode.create({ data: { userId, codeHash: recoveryHash } });
    await oidc.world.prisma.user.update({ where: { id: userId }, data: { secondFactorAt: new Date() } });
    await oidc.corp.become({ ...person, groups: ['netops'] });
    const browser = oidc.browser();
    const redirect = await browser.signIn('corp', '/docs');
    const [, challenge] = /^\/sign-in\?next=%2Fdocs#second-factor=([\w-]{43})&factors=recovery_code$/.exec(
      redirect.location ?? '',
    )!;
    expect(await browser.me()).toBeUndefined();
    const body = { challenge, code: '0123-4567-89ab-cdef' };
    const finishedReply = await oidc.world.anonymous.send('POST', '/api/auth/second-factor', { body });
    expect([finishedReply.status, finishedReply.body.data.id, finishedReply.body.data.permissions]).toEqual([
      200,
      userId,
      'Admin',
    ]);
    const event = await oidc.world.prisma.auditEvent.findFirstOrThrow({
      where: { subjectId: userId, eventType: 'SignIn' },
      orderBy: { createdAt: 'desc' },
    });
    expect(event.details).toMatchObject({ oidc_provider: 'corp', second_factor: 'recovery_code' });
  });

  test('an account with a second factor is not linked by its e-mail address', async () => {
    const person = someone();
    const { id } = await oidc.world.prisma.user.create({
      data: {
        ...{ organizationId: corpId, email: person.email, emailVerified: true, permissions: 'Member' },
        secondFactorAt: new Date(),
      },
    });
    await oidc.corp.become(person);
    expect(await oidc.browser().signIn('corp')).toEqual(problem('auth_oidc_link_required'));
    const keptUser = await oidc.world.prisma.user.findUniqueOrThrow({ where: { id } });
    expect([keptUser.oidcProvider, keptUser.secondFactorAt]).toEqual([null, expect.any(Date)]);
  });

  test('the configuration names the providers', async () => {
    const { body } = await oidc.world.anonymous.send('GET', '/api/config');
    expect(body.data.oidc_providers).toEqual([
      { slug: 'away', name: 'away' },
      { slug: 'corp', name: 'Corp SSO' },
      { slug: 'other', name: 'other' },
    ]);
  });

  test("roles follow the provider's groups at each sign-in, but no group makes or demotes an Owner", async () => {
    const person = someone({ groups: ['helpdesk'] });
    const roleAfter = async (groups: string[]) => {
      await oidc.corp.become({ ...person, groups });
      const browser = oidc.browser();
      await browser.signIn('corp');
      return (await browser.me()).permissions;
    };
    expect(await roleAfter(['helpdesk'])).toBe('Member');
    expect(await roleAfter(['helpdesk', 'netops'])).toBe('Admin');
    expect(await roleAfter(['Owner', 'owner=Owner'])).toBe('Viewer');
    await oidc.world.prisma.user.update({ where: { email: person.email }, data: { permissions: 'Owner' } });
    expect(await roleAfter([])).toBe('Owner');
  });

  describe('groups that the provider names, but leaves out of its answers', () => {
    const leftOut = {
      ...{ groups: undefined, _claim_names: { groups: 'src1' } },
      _claim_sources: { src1: { endpoint: 'https://corp.example/groups', access_token: 'x' } },
    };
    const signInAs = async (person: Person) => {
      await oidc.corp.become(person);
      const browser = oidc.browser();
      return [await browser.signIn('corp'), (await browser.me())?.permissions];
    };

    test('refuse the sign-in, and the stored role stays', async () => {
      const person = someone({ groups: ['netops'] });
      await signInAs(person);
      expect(await signInAs({ ...person, ...leftOut })).toEqual([failedProblem, undefined]);
      const user = await oidc.world.prisma.user.findUniqueOrThrow({ where: { email: person.email } });
      expect(user.permissions).toBe('Admin');
      expect(await signInAs(person)).toEqual([expect.objectContaining({ status: 303 }), 'Admin']);
    });

    test('create and link no account', async () => {
      const person = someone(leftOut);
      expect(await signInAs(person)).toEqual([failedProblem, undefined]);
      expect(await oidc.world.prisma.user.count({ where: { email: person.email } })).toBe(0);
      const user = await oidc.world.prisma.user.create({
        data: { organizationId: corpId, permissions: 'Member', email: person.email, emailVerified: true },
      });
      expect(await signInAs(person)).toEqual([failedProblem, undefined]);
      expect(await oidc.world.prisma.user.findUniqueOrThrow({ where: { id: user.id } })).toEqual(user);
    });

    test('do not matter for an Owner, whose role no group changes', async () => {
      const person = someone();
      await signInAs(person);
      await oidc.world.prisma.user.update({ where: { email: person.email }, data: { permissions: 'Owner' } });
      expect(await signInAs({ ...person, ...leftOut })).toEqual([expect.objectContaining({ status: 303 }), 'Owner']);
    });
  });

  test('users of a provider without an organization create one, or join by an invite', async () => {
    const person = someone({ email: `${randomUUID()}@elsewhere.example` });
    await oidc.other.become(person);
    const founder = oidc.browser();
    await founder.signIn('other');
    expect(await founder.me()).toMatchObject({ permissions: 'Owner', oidc_provider: 'other' });
    const { organizationId, networkId } = oidc.world;
    const invite = await oidc.world.prisma.invite.create({
      data: { organizationId, createdBy: oidc.world.owner.userId, permissions: 'Viewer', expiresAt: inHours(3) },
    });
    await oidc.world.prisma.inviteNetwork.create({ data: { inviteId: invite.id, networkId, organizationId } });
    await oidc.other.become(someone({ email: `${randomUUID()}@elsewhere.example` }));
    const invitedBrowser = oidc.browser();
    await invitedBrowser.go(`/api/v1/invites/${invite.id}/accept`, { headers: { accept: 'application/json' } });
    await invitedBrowser.signIn('other');
    expect(await invitedBrowser.me()).toMatchObject({ organization_id: organizationId, permissions: 'Viewer' });
  });

  test.each([
    ['without an address', { email: undefined }],
    ['whose address is not verified', { email_verified: false }],
  ])('a stranger %s gets no account', async (_who, fields) => {
    await oidc.corp.become(someone(fields));
    const browser = oidc.browser();
    expect(await browser.signIn('corp')).toEqual(problem('auth_email_verification_required'));
    expect(await browser.me()).toBeUndefined();
  });
});

describe('no account is taken over', () => {
  const addUser = async (domain = 'elsewhere.example', fields: object = {}) => {
    const data = { organizationId: corpId, permissions: 'Viewer' as const, email: `${randomUUID()}@${domain}` };
    return oidc.world.prisma.user.create({ data: { ...data, emailVerified: true, ...fields } });
  };

  test('an equal e-mail address alone links no account', async () => {
    const user = await addUser();
    await oidc.other.become(someone({ email: user.email }));
    const browser = oidc.browser();
    expect(await browser.signIn('other')).toEqual(problem('auth_oidc_link_required'));
    expect(await browser.me()).toBeUndefined();
    const storedUser = await oidc.world.prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(storedUser.oidcProvider).toBeNull();
  });

  test('a verified address of a trusted domain links the account, and ends what a stranger may hold of it', async () => {
    const { prisma } = oidc.world;
    const user = await addUser('corp.example', { passwordHash: 'of a stranger' });
    const strangers = await createSession(prisma, user);
    const { keyHash, keyPrefix } = generateKey('user');
    const key = { userId: user.id, organizationId: corpId, name: 'Of a stranger', permissions: 'Viewer' as const };
    await prisma.userApiKey.create({ data: { ...key, keyHash, keyPrefix } });
    await prisma.secondFactor.create({ data: { userId: user.id, secret: Buffer.from('begun by a stranger') } });
    await oidc.corp.become(someone({ email: user.email, email_verified: false }));
    expect((await oidc.browser().signIn('corp')).location).toContain('#problem=');
    await oidc.corp.become(someone({ email: user.email }));
    const browser = oidc.browser();
    await browser.signIn('corp');
    expect(await browser.me()).toMatchObject({ id: user.id, has_password: false });
    const stranger = oidc.browser();
    stranger.setCookie('session_id', strangers);
    expect(await stranger.me()).toBeUndefined();
    expect(await prisma.userApiKey.findUniqueOrThrow({ where: { keyHash } })).toMatchObject({ isEnabled: false });
    expect(await prisma.secondFactor.count({ where: { userId: user.id } })).toBe(0);
  });

  test.each([
    ['not verified', (): object => ({ emailVerified: false })],
    ['of another organization', (): object => ({ organizationId: oidc.world.organizationId })],
  ])('even a trusted domain links no account that is %s', async (_what, fields) => {
    const user = await addUser('corp.example', { passwordHash: 'of a stranger', ...fields() });
    await oidc.corp.become(someone({ email: user.email }));
    expect(await oidc.browser().signIn('corp')).toEqual(problem('auth_oidc_link_required'));
    expect(await oidc.world.prisma.user.findUniqueOrThrow({ where: { id: user.id } })).toEqual(user);
    const refusedEvent = { subjectId: user.id, eventType: 'SignInRefused' as const };
    expect(await oidc.world.prisma.auditEvent.findFirstOrThrow({ where: refusedEvent })).toMatchObject({
      details: { reason: 'oidc_link_required', oidc_provider: 'corp' },
    });
  });

  test('the same subject at two providers is two users', async () => {
    const sub = randomUUID();
    await oidc.corp.become(someone({ sub }));
    await oidc.other.become(someone({ sub, email: `${randomUUID()}@elsewhere.example` }));
    const [one, two] = [oidc.browser(), oidc.browser()];
    await one.signIn('corp');
    await two.signIn('other');
    expect((await one.me()).id).not.toBe((await two.me()).id);
  });

  test('an identity that is linked to another user stays theirs', async () => {
    const person = someone();
    await oidc.corp.become(person);
    await oidc.browser().signIn('corp');
    await oidc.corp.become(someone({ email: person.email }));
    expect(await oidc.browser().signIn('corp')).toEqual(problem('auth_oidc_link_required'));
  });
});

describe('linking', () => {
  const postOptions = { method: 'POST', headers: { accept: 'application/json' } };
  const link = async (session: string, slug = 'other', next = '/sign-in') => {
    const browser = oidc.browser();
    browser.setCookie('session_id', session);
    const response = await browser.go(`/api/auth/oidc/${slug}/link?next=${encodeURIComponent(next)}`, postOptions);
    const body = (await response.json()) as { code?: string; data?: { url: string } };
    return { browser, status: response.status, ...body };
  };
  const userOf = async () => {
    const user = await oidc.world.addUser('Viewer');
    return { ...user, session: user.credential.session! };
  };

  test('a session links a provider; unlinking requires another way to sign in', async () => {
    const { session, userId } = await userOf();
    await oidc.other.become(someone());
    const { browser, data } = await link(session);
    const callback = await browser.toCallback(data!.url);
    expect(await browser.end(callback)).toEqual({ status: 303, location: '/sign-in' });
    expect(await browser.me()).toMatchObject({ id: userId, oidc_provider: 'other' });
    expect((await link(session)).code).toBe('auth_oidc_already_linked');
    const unlink = async () => {
      const response = await browser.go('/api/auth/oidc/other/unlink', postOptions);
      return ((await response.json()) as { code?: string }).code;
    };
    expect(await unlink()).toBe('auth_password_required');
    await oidc.world.prisma.user.update({ where: { id: userId }, data: { passwordHash: 'x' } });
    expect(await unlink()).toBeUndefined();
    expect(await browser.me()).not.toHaveProperty('oidc_provider');
  });

  test('a user who has an account is not linked to another', async () => {
    const person = someone({ email: `${randomUUID()}@elsewhere.example` });
    await oidc.other.become(person);
    await oidc.browser().signIn('other');
    const { session } = await userOf();
    const { browser, data } = await link(session);
    const endedStep = await browser.end(await browser.toCallback(data!.url));
    expect(endedStep).toEqual(problem('auth_oidc_already_linked', '/sign-in'));
  });

  test('of two simultaneous links, an account gets one identity, and an identity one account', async () => {
    const begin = async (session: string, person = someone({ email: `${randomUUID()}@elsewhere.example` })) => {
      await oidc.other.become(person);
      const { browser, data } = await link(session);
      return { browser, callback: await browser.toCallback(data!.url) };
    };
    const endAll = async (flows: Awaited<ReturnType<typeof begin>>[]) =>
      (await Promise.all(flows.map(({ browser, callback }) => browser.end(callback)))).map(({ location }) => location);
    const outcomes = ['/sign-in', problem('auth_oidc_already_linked', '/sign-in').location];
    const account = (await userOf()).session;
    expect(new Set(await endAll([await begin(account), await begin(account)]))).toEqual(new Set(outcomes));
    const person = someone();
    const flows = [await begin((await userOf()).session, person), await begin((await userOf()).session, person)];
    expect(new Set(await endAll(flows))).toEqual(new Set(outcomes));
  });

  test('a provider that is no longer configured can be unlinked', async () => {
    const { session, userId } = await userOf();
    const data = { oidcProvider: 'former', oidcSubject: randomUUID(), passwordHash: 'x' };
    await oidc.world.prisma.user.update({ where: { id: userId }, data });
    const browser = oidc.browser();
    browser.setCookie('session_id', session);
    const unlink = async () => (await browser.go('/api/auth/oidc/former/unlink', postOptions)).status;
    expect([await unlink(), await unlink()]).toEqual([200, 404]);
  });

  test('linking begun by one user and finished by another links neither', async () => {
    const [victim, attacker] = [await userOf(), await userOf()];
    await oidc.other.become(someone());
    const startedLink = await link(attacker.session);
    const callback = await startedLink.browser.toCallback(startedLink.data!.url);
    // The attacker's callback must not link an account in the victim's browser, even with the attacker's cookie
    // `oidc_flow`.
    const browser = oidc.browser();
    browser.setCookie('session_id', victim.session);
    expect(await browser.end(callback)).toEqual(failedProblem);
    browser.setCookie('oidc_flow', startedLink.browser.cookie('oidc_flow')!);
    expect(await browser.end(callback)).toEqual(problem('auth_oidc_failed', '/sign-in'));
    expect(await browser.me()).not.toHaveProperty('oidc_provider');
  });

  test('linking needs a session and a page of Netloom', async () => {
    const anonymous = await oidc.browser().go('/api/auth/oidc/other/link', postOptions);
    expect(anonymous.status).toBe(401);
    const { session } = await userOf();
    const browser = oidc.browser();
    browser.setCookie('session_id', session);
    const foreign = await browser.go('/api/auth/oidc/other/link', {
      ...{
        method: 'POST',
        headers: { ...postOptions.headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      },
    });
    expect(foreign.status).toBe(403);
  });
});

describe('attacks', () => {
  beforeEach(async () => {
    await oidc.corp.become(someone());
    await oidc.other.become(someone({ email: `${randomUUID()}@elsewhere.example` }));
  });
  const begin = (browser = oidc.browser(), slug = 'corp') =>
    browser.toCallback(`/api/auth/oidc/${slug}/authorize`).then((callback) => ({ browser, callback }));

  test('a response of the provider is accepted once', async () => {
    const { browser, callback } = await begin();
    const secret = browser.cookie('oidc_flow')!;
    expect((await browser.end(callback)).location).toBe('/topology');
    expect(await browser.end(callback)).toEqual(failedProblem);
    browser.setCookie('oidc_flow', secret);
    expect(await browser.end(callback)).toEqual(failedProblem);
  });

  test('a response is accepted only from the browser that started the sign-in', async () => {
    const { callback } = await begin();
    const other = oidc.browser();
    expect(await other.end(callback)).toEqual(failedProblem);
    await begin(other);
    expect(await other.end(callback)).toEqual(failedProblem);
    expect(await other.me()).toBeUndefined();
  });

  test('a response with a wrong or missing state, or a missing or invented code, signs nobody in', async () => {
    const changes: ((url: URL) => void)[] = [
      (url) => url.searchParams.set('state', 'x'),
      (url) => url.searchParams.delete('state'),
      (url) => url.searchParams.delete('code'),
      (url) => url.searchParams.set('code', 'made-up'),
      (url) => url.searchParams.append('state', 'x'),
      (url) => url.searchParams.set('iss', 'https://evil.example'),
      (url) => url.searchParams.set('error', 'access_denied'),
    ];
    for (const change of changes) {
      const { browser, callback } = await begin();
      const url = new URL(callback);
      change(url);
      expect(await browser.end(url.href)).toEqual(failedProblem);
      expect(await browser.me()).toBeUndefined();
    }
  });

  test("a code from another browser's flow is refused, because its nonce and verifier differ", async () => {
    const [stolenCode, ownCode] = [await begin(), await begin()];
    const url = new URL(ownCode.callback);
    url.searchParams.set('code', new URL(stolenCode.callback).searchParams.get('code')!);
    expect(await ownCode.browser.end(url.href)).toEqual(failedProblem);
  });

  test('the answer of one provider at the callback of another is refused', async () => {
    const { browser, callback } = await begin();
    expect(await browser.end(callback.replace('/oidc/corp/', '/oidc/other/'))).toEqual(failedProblem);
    const mixedSignIn = await begin(oidc.browser(), 'other');
    expect(await mixedSignIn.browser.end(mixedSignIn.callback.replace('/oidc/other/', '/oidc/corp/'))).toEqual(
      failedProblem,
    );
  });

  test('a response that arrives too late is refused', async () => {
    const { browser, callback } = await begin();
    await oidc.world.prisma.oidcFlow.updateMany({ where: { slug: 'corp' }, data: { expiresAt: new Date() } });
    expect(await browser.end(callback)).toEqual(failedProblem);
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'http://netloom.example.evil.example/',
    'http://netloom.example@evil.example/',
    '/\t/evil.example',
    `/${'x'.repeat(3_000)}`,
  ])('next=%s redirects to a page of Netloom', async (next) => {
    const { location } = await oidc.browser().signIn('corp', next);
    expect(new URL(location, publicUrl).origin).toBe(publicUrl);
    expect(location).not.toMatch(/^\/[/\\]/);
  });

  test.each(['/docs?of=😀&é="<#\u{10ffff}', '/docs?of=%', '/docs?of=%ED%A0%80'])(
    'next=%s is kept when the sign-in fails',
    async (next) => {
      const path = `/api/auth/oidc/away/authorize?next=${encodeURIComponent(next)}`;
      const { status, location } = await oidc.browser().end(path);
      expect([status, location]).toEqual([303, expect.stringMatching(/^[!-~]*#problem=auth_oidc_unavailable$/)]);
      const { href } = new URL(next, publicUrl);
      expect(publicUrl + new URL(location, publicUrl).searchParams.get('next')!).toBe(href);
    },
  );

  test('simultaneous first visits of a user create one account', async () => {
    const flows = await Promise.all(Array.from({ length: 12 }, () => begin()));
    await Promise.all(flows.map(({ browser, callback }) => browser.end(callback)));
    const people = await Promise.all(flows.map(({ browser }) => browser.me()));
    expect(new Set(people.map((person) => person?.id)).size).toBe(1);
    expect(people[0].id).toEqual(expect.any(String));
  });

  test('an unavailable provider affects nothing else', async () => {
    const browser = oidc.browser();
    expect(await browser.end('/api/auth/oidc/away/authorize?next=%2Fdocs')).toEqual(
      problem('auth_oidc_unavailable', '/docs'),
    );
    browser.setCookie('session_id', oidc.world.member.credential.session!);
    const answer = await browser.go('/api/auth/oidc/away/link', { method: 'POST', headers: { accept: '*/*' } });
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect(await oidc.world.prisma.oidcFlow.count({ where: { slug: 'away' } })).toBe(0);
    expect((await browser.go('/api/auth/oidc/away/backchannel-logout', { method: 'POST' })).status).toBe(400);
  });

  test('unknown providers, parameters and methods are refused', async () => {
    const browser = oidc.browser();
    const status = async (path: string, init?: RequestInit) =>
      (await browser.go(`/api/auth/oidc/${path}`, init)).status;
    expect(await status('unknown/authorize')).toBe(404);
    expect(await status('__proto__/authorize')).toBe(404);
    expect(await status('corp/authorize?redirect=x')).toBe(400);
    expect(await status('%00/authorize')).toBe(404);
    expect(await status('corp/callback?code=%00&state=%00')).toBe(303);
    expect(await status('corp/link', { method: 'POST', headers: { accept: '*/*' } })).toBe(401);
    browser.setCookie('session_id', oidc.world.member.credential.session!);
    const asUser = { method: 'POST', headers: { accept: '*/*' } };
    for (const slug of ['%00', 'corp', 'x'.repeat(3_000), '%F0%9F%98%80'])
      expect(await status(`${slug}/unlink`, asUser)).toBe(404);
    expect(await status('corp/unlink?x=1', asUser)).toBe(400);
    expect(await status('%zz/unlink', asUser)).toBe(400);
    expect(await status('corp/authorize', { method: 'POST' })).toBe(405);
  });
});

describe('back-channel logout', () => {
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const say = async (token: string, slug = 'corp') => {
    const body = new URLSearchParams({ logout_token: token });
    const response = await oidc.browser().go(`/api/auth/oidc/${slug}/backchannel-logout`, { method: 'POST', body });
    return [response.status, response.headers.get('cache-control')];
  };
  const signedIn = async () => {
    const person = someone();
    await oidc.corp.become(person);
    const browser = oidc.browser();
    await browser.signIn('corp');
    expect((await browser.me()).email).toBe(person.email);
    return { browser, sub: person.sub };
  };

  test('a logout token ends the sessions of its user only, and is accepted once', async () => {
    const [goneReply, other] = [await signedIn(), await signedIn()];
    const token = await oidc.corp.signed({ sub: goneReply.sub, jti: randomUUID(), events });
    expect(await say(token)).toEqual([200, 'no-store']);
    expect(await goneReply.browser.me()).toBeUndefined();
    expect(await other.browser.me()).toBeDefined();
    expect((await say(token))[0]).toBe(400);
  });

  test('signing out at the provider ends the session', async () => {
    const { browser } = await signedIn();
    await browser.signOutAt(oidc.corp.issuer);
    expect(await browser.me()).toBeUndefined();
  });

  test('a body that is no form, or too large, is refused', async () => {
    const send = async (init: RequestInit) =>
      (await oidc.browser().go('/api/auth/oidc/corp/backchannel-logout', { method: 'POST', ...init })).status;
    const urlencodedHeaders = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await send({})).toBe(400);
    expect(await send({ body: '{"logout_token":"x"}', headers: { 'content-type': 'application/json' } })).toBe(400);
    expect(await send({ body: 'logout_token=a&logout_token=b', headers: urlencodedHeaders })).toBe(400);
    expect(await send({ body: `logout_token=${'x'.repeat(20_000)}`, headers: urlencodedHeaders })).toBe(413);
  });

  test('other tokens end no session', async () => {
    const { browser, sub } = await signedIn();
    const jti = () => randomUUID();
    const tokens = [
      ...['nothing', 'a.b.c', `eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.`],
      await oidc.other.signed({ iss: oidc.corp.issuer, sub, jti: jti(), events }),
      await oidc.corp.signed({ sub, jti: jti() }),
      await oidc.corp.signed({ sub, jti: jti(), events: {} }),
      await oidc.corp.signed({ sub, events }),
      await oidc.corp.signed({ jti: jti(), events }),
      await oidc.corp.signed({ sub, jti: jti(), events, nonce: 'of an ID token' }),
      await oidc.corp.signed({ sub, jti: jti(), events, aud: 'another client' }),
      await oidc.corp.signed({ sub, jti: jti(), events, iss: 'https://evil.example' }),
      await oidc.corp.signed({ sub, jti: jti(), events }, { issued: '-1h' }),
      await oidc.corp.signed({ sub: `${sub}\0`, jti: jti(), events }),
      await oidc.corp.signed({ sub: 'x'.repeat(3_000), jti: jti(), events }),
    ];
    for (const token of tokens) expect((await say(token))[0]).toBe(400);
    // The provider CORP signed the token, so the service refuses the token at the logout address of the provider OTHER.
    expect((await say(await oidc.corp.signed({ sub, jti: jti(), events }), 'other'))[0]).toBe(400);
    expect(await browser.me()).toBeDefined();
  });
});

describe('where registration is closed', () => {
  let closedWorld: OidcWorld;
  beforeAll(async () => {
    closedWorld = await openOidcWorld((organizationId) => ({
      ...{ REGISTRATION: 'closed', OIDC_CORP_ORGANIZATION: organizationId, OIDC_CORP_DOMAINS: 'corp.example' },
    }));
  });
  afterAll(() => closedWorld.close());

  test.each(['corp', 'other'] as const)('a stranger of the provider %s gets no account', async (slug) => {
    await closedWorld[slug].become(someone({ email: `${randomUUID()}@elsewhere.example` }));
    const browser = closedWorld.browser();
    expect(await browser.signIn(slug)).toEqual(problem('auth_registration_disabled'));
    expect(await browser.me()).toBeUndefined();
  });

  test('users of a trusted domain, as Viewer without group roles, and invited users get accounts', async () => {
    await closedWorld.corp.become(someone({ groups: ['netops'] }));
    const browser = closedWorld.browser();
    await browser.signIn('corp');
    expect((await browser.me()).permissions).toBe('Viewer');
    const { organizationId } = closedWorld.world;
    const invite = await closedWorld.world.prisma.invite.create({
      data: { organizationId, createdBy: closedWorld.world.owner.userId, permissions: 'Admin', expiresAt: inHours(3) },
    });
    await closedWorld.corp.become(someone());
    const invitedBrowser = closedWorld.browser();
    await invitedBrowser.go(`/api/v1/invites/${invite.id}/accept`, { headers: { accept: 'application/json' } });
    await invitedBrowser.signIn('corp');
    // An invite takes precedence over the organization that the provider's users join.
    expect(await invitedBrowser.me()).toMatchObject({ organization_id: organizationId, permissions: 'Admin' });
  });
});

test('a provider whose organization does not exist signs nobody in, without an internal error', async () => {
  const lostWorld = await openOidcWorld(() => ({ OIDC_CORP_ORGANIZATION: randomUUID() }));
  try {
    await lostWorld.corp.become(someone());
    expect(await lostWorld.browser().signIn('corp')).toEqual(failedProblem);
  } finally {
    await lostWorld.close();
  }
});
