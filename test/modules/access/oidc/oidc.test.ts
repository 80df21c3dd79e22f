// Signing in by OpenID Connect, against real providers: who gets in, whose account it is, and that no answer to another
// question, of another browser or another provider is heard.
import { randomUUID } from 'node:crypto';
import { createSession } from '../../../../src/auth/sessions';
import { openOidcWorld, type OidcWorld } from './oidc-world';
import { publicUrl } from './test-provider';

let oidc: OidcWorld;
let corpId: string;
beforeAll(async () => {
  oidc = await openOidcWorld((organizationId) => {
    corpId = organizationId;
    return {
      ...{ OIDC_CORP_ORGANIZATION: organizationId, OIDC_CORP_DOMAINS: 'corp.example' },
      OIDC_CORP_ROLES: 'netops=Admin,helpdesk=Member',
    };
  });
});
afterAll(() => oidc.close());

const someone = (fields: object = {}) => {
  const sub = randomUUID();
  return { sub, email: `${sub}@corp.example`, email_verified: true, groups: [] as string[], ...fields };
};
const failed = { status: 303, location: '/sign-in#problem=auth_oidc_failed' };

describe('signing in', () => {
  test('a person of the provider joins its organization, comes back to where they were going, and again', async () => {
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

  test('the configuration names the providers', async () => {
    const { body } = await oidc.world.anonymous.send('GET', '/api/config');
    expect(body.data.oidc_providers).toEqual([
      { slug: 'corp', name: 'Corp SSO' },
      { slug: 'other', name: 'other' },
    ]);
  });

  test('roles follow the groups at each sign-in, but an Owner stays one, and no group makes one', async () => {
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

  test('a provider without an organization: people found one, or join by an invite', async () => {
    const person = someone({ email: `${randomUUID()}@elsewhere.example` });
    await oidc.other.become(person);
    const founder = oidc.browser();
    await founder.signIn('other');
    expect(await founder.me()).toMatchObject({ permissions: 'Owner', oidc_provider: 'other' });
    const { organizationId, networkId } = oidc.world;
    const invite = await oidc.world.prisma.invite.create({
      data: { organizationId, permissions: 'Viewer', expiresAt: new Date(Date.now() + 1e7) },
    });
    await oidc.world.prisma.inviteNetwork.create({ data: { inviteId: invite.id, networkId, organizationId } });
    await oidc.other.become(someone({ email: `${randomUUID()}@elsewhere.example` }));
    const invited = oidc.browser();
    await invited.go(`/api/v1/invites/${invite.id}/accept`);
    await invited.signIn('other');
    expect(await invited.me()).toMatchObject({ organization_id: organizationId, permissions: 'Viewer' });
  });

  test.each([
    ['without an address', { email: undefined }],
    ['whose address is not verified', { email_verified: false }],
  ])('a stranger %s gets no account', async (_who, fields) => {
    await oidc.corp.become(someone(fields));
    const browser = oidc.browser();
    expect((await browser.signIn('corp')).location).toBe('/sign-in#problem=auth_email_verification_required');
    expect(await browser.me()).toBeUndefined();
  });
});

describe('an account is taken over by nobody', () => {
  const addUser = async (domain = 'elsewhere.example', fields: object = {}) => {
    const data = { organizationId: corpId, permissions: 'Viewer' as const, email: `${randomUUID()}@${domain}` };
    return oidc.world.prisma.user.create({ data: { ...data, emailVerified: true, ...fields } });
  };

  test('an address that matches is not enough', async () => {
    const user = await addUser();
    await oidc.other.become(someone({ email: user.email }));
    const browser = oidc.browser();
    expect((await browser.signIn('other')).location).toBe('/sign-in#problem=auth_oidc_link_required');
    expect(await browser.me()).toBeUndefined();
    const stored = await oidc.world.prisma.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(stored.oidcProvider).toBeNull();
  });

  test('a verified address of a trusted domain is; what a stranger may have of the account is gone', async () => {
    const { prisma } = oidc.world;
    const user = await addUser('corp.example', { passwordHash: 'of a stranger' });
    const strangers = await createSession(prisma, user);
    await oidc.corp.become(someone({ email: user.email, email_verified: false }));
    expect((await oidc.browser().signIn('corp')).location).toContain('#problem=');
    await oidc.corp.become(someone({ email: user.email }));
    const browser = oidc.browser();
    await browser.signIn('corp');
    expect(await browser.me()).toMatchObject({ id: user.id, has_password: false });
    const stranger = oidc.browser();
    stranger.setCookie('session_id', strangers);
    expect(await stranger.me()).toBeUndefined();
  });

  test('one that is linked to another person stays theirs', async () => {
    const person = someone();
    await oidc.corp.become(person);
    await oidc.browser().signIn('corp');
    await oidc.corp.become(someone({ email: person.email }));
    expect((await oidc.browser().signIn('corp')).location).toBe('/sign-in#problem=auth_oidc_link_required');
  });
});

describe('linking', () => {
  const link = async (session: string, slug = 'other') => {
    const browser = oidc.browser();
    browser.setCookie('session_id', session);
    const response = await browser.go(`/api/auth/oidc/${slug}/link`, { method: 'POST' });
    const body = (await response.json()) as { code?: string; data?: { url: string } };
    return { browser, status: response.status, ...body };
  };
  const userOf = async () => {
    const user = await oidc.world.addUser('Viewer');
    return { ...user, session: user.credential.session! };
  };

  test('by the session; unlinking needs another way in', async () => {
    const { session, userId } = await userOf();
    await oidc.other.become(someone());
    const { browser, data } = await link(session);
    const callback = await browser.toCallback(data!.url);
    expect((await browser.end(callback)).status).toBe(303);
    expect(await browser.me()).toMatchObject({ id: userId, oidc_provider: 'other' });
    expect((await link(session)).code).toBe('auth_oidc_already_linked');
    const unlink = async () => {
      const response = await browser.go('/api/auth/oidc/other/unlink', { method: 'POST' });
      return ((await response.json()) as { code?: string }).code;
    };
    expect(await unlink()).toBe('auth_password_required');
    await oidc.world.prisma.user.update({ where: { id: userId }, data: { passwordHash: 'x' } });
    expect(await unlink()).toBeUndefined();
    expect((await browser.me()).oidc_provider).toBeNull();
  });

  test('a person who has an account is linked to no other', async () => {
    const person = someone({ email: `${randomUUID()}@elsewhere.example` });
    await oidc.other.become(person);
    await oidc.browser().signIn('other');
    const { session } = await userOf();
    const { browser, data } = await link(session);
    const ended = await browser.end(await browser.toCallback(data!.url));
    expect(ended.location).toBe('/sign-in#problem=auth_oidc_already_linked');
  });

  test('begun by one and ended by another, it links nobody', async () => {
    const [victim, attacker] = [await userOf(), await userOf()];
    await oidc.other.become(someone());
    const begun = await link(attacker.session);
    const callback = await begun.browser.toCallback(begun.data!.url);
    // The victim's browser, even with the attacker's flow.
    const browser = oidc.browser();
    browser.setCookie('session_id', victim.session);
    expect(await browser.end(callback)).toEqual(failed);
    browser.setCookie('oidc_flow', begun.browser.cookie('oidc_flow')!);
    expect(await browser.end(callback)).toEqual(failed);
    expect((await browser.me()).oidc_provider).toBeNull();
  });

  test('needs a session, and a page of ours', async () => {
    const anonymous = await oidc.browser().go('/api/auth/oidc/other/link', { method: 'POST' });
    expect(anonymous.status).toBe(401);
    const { session } = await userOf();
    const browser = oidc.browser();
    browser.setCookie('session_id', session);
    const foreign = await browser.go('/api/auth/oidc/other/link', {
      ...{ method: 'POST', headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } },
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

  test('an answer is heard once', async () => {
    const { browser, callback } = await begin();
    const secret = browser.cookie('oidc_flow')!;
    expect((await browser.end(callback)).location).toBe('/topology');
    expect(await browser.end(callback)).toEqual(failed);
    browser.setCookie('oidc_flow', secret);
    expect(await browser.end(callback)).toEqual(failed);
  });

  test('and by the browser alone that asked', async () => {
    const { callback } = await begin();
    const other = oidc.browser();
    expect(await other.end(callback)).toEqual(failed);
    await begin(other);
    expect(await other.end(callback)).toEqual(failed);
    expect(await other.me()).toBeUndefined();
  });

  test('one with another state, without one, without a code, or with a made-up one signs nobody in', async () => {
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
      expect(await browser.end(url.href)).toEqual(failed);
      expect(await browser.me()).toBeUndefined();
    }
  });

  test("a code of another browser's flow is refused: its nonce and verifier are others", async () => {
    const [stolen, own] = [await begin(), await begin()];
    const url = new URL(own.callback);
    url.searchParams.set('code', new URL(stolen.callback).searchParams.get('code')!);
    expect(await own.browser.end(url.href)).toEqual(failed);
  });

  test('the answer of one provider at the callback of another is refused', async () => {
    const { browser, callback } = await begin();
    expect(await browser.end(callback.replace('/oidc/corp/', '/oidc/other/'))).toEqual(failed);
    const mixed = await begin(oidc.browser(), 'other');
    expect(await mixed.browser.end(mixed.callback.replace('/oidc/other/', '/oidc/corp/'))).toEqual(failed);
  });

  test('an answer that comes too late is refused', async () => {
    const { browser, callback } = await begin();
    await oidc.world.prisma.oidcFlow.updateMany({ where: { slug: 'corp' }, data: { expiresAt: new Date() } });
    expect(await browser.end(callback)).toEqual(failed);
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
  ])('next=%s leads to a page of our own', async (next) => {
    const { location } = await oidc.browser().signIn('corp', next);
    expect(new URL(location, publicUrl).origin).toBe(publicUrl);
    expect(location).not.toMatch(/^\/[/\\]/);
  });

  test('unknown providers, parameters and methods', async () => {
    const browser = oidc.browser();
    const status = async (path: string, init?: RequestInit) =>
      (await browser.go(`/api/auth/oidc/${path}`, init)).status;
    expect(await status('nobody/authorize')).toBe(404);
    expect(await status('__proto__/authorize')).toBe(404);
    expect(await status('corp/authorize?redirect=x')).toBe(400);
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

  test("the provider's token ends the sessions of its person, of nobody else, and once", async () => {
    const [gone, other] = [await signedIn(), await signedIn()];
    const token = await oidc.corp.signed({ sub: gone.sub, jti: randomUUID(), events });
    expect(await say(token)).toEqual([200, 'no-store']);
    expect(await gone.browser.me()).toBeUndefined();
    expect(await other.browser.me()).toBeDefined();
    expect((await say(token))[0]).toBe(400);
  });

  test('no other token ends a session', async () => {
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
    ];
    for (const token of tokens) expect((await say(token))[0]).toBe(400);
    // At the other provider it is nobody of theirs.
    expect((await say(await oidc.corp.signed({ sub, jti: jti(), events }), 'other'))[0]).toBe(400);
    expect(await browser.me()).toBeDefined();
  });
});
