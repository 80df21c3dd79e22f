// Tests the sign-in page with OpenID Connect providers in a real browser: signing in, and the errors shown.
import type { Browser, Page } from 'playwright-core';
import { createWorld, type World } from '../support/world';
import {
  describeInBrowser,
  givePassword,
  leaveBrowser,
  newVisitor,
  openBrowser,
  signIn,
  type Visitor,
} from './browser';

describeInBrowser('sign-in page with providers', () => {
  let world: World;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  const publicUrl = 'http://netloom.example';
  const provider = (slug: string) => ({
    [`OIDC_${slug}_ISSUER`]: 'http://127.0.0.1:1099',
    ...{ [`OIDC_${slug}_CLIENT_ID`]: 'netloom', [`OIDC_${slug}_CLIENT_SECRET`]: 'x' },
  });
  beforeAll(async () => {
    const providers = { ...provider('CORP'), ...provider('HOME'), OIDC_CORP_NAME: 'Corp <SSO>' };
    [world, browser] = await Promise.all([createWorld({ PUBLIC_URL: publicUrl, ...providers }), openBrowser()]);
    await givePassword(world, world.member);
  });
  beforeEach(async () => {
    visitor = await newVisitor(browser, world.url);
    page = visitor.page;
  });
  afterEach(async () => {
    expect([visitor.foreignRequests, visitor.complaints]).toEqual([[], []]);
    await visitor.context.close();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await world.close();
  });

  const alert = () => page.getByRole('alert');
  const links = () => page.getByRole('link', { name: /^Sign in with / });

  test('the sign-in page links to each provider by the public URL, and remembers the requested page', async () => {
    await page.goto('/sign-in?next=%2Fdocs%3Fdeep');
    await links().first().waitFor();
    expect(await links().allTextContents()).toEqual(['Sign in with Corp <SSO>', 'Sign in with home']);
    const address = await links().first().getAttribute('href');
    expect(address).toBe(`${publicUrl}/api/auth/oidc/corp/authorize?next=%2Fdocs%3Fdeep`);
  });

  test('signing in with a provider opens the map if no page was requested', async () => {
    await page.goto('/sign-in');
    const address = await links().first().getAttribute('href');
    expect(address).toBe(`${publicUrl}/api/auth/oidc/corp/authorize?next=%2Ftopology`);
  });

  test('invited users can register with a provider', async () => {
    const body = { permissions: 'Viewer', network_ids: [world.networkId] };
    const { id } = (await world.admin.rest.post('/invites', body)).body.data as { id: string };
    await page.goto(`/sign-in?invite=${id}`);
    await page.getByRole('heading', { name: /^Join / }).waitFor();
    expect(await links().count()).toBe(2);
  });

  test.each([
    ['auth_oidc_unavailable', 'The provider does not answer.'],
    ['auth_oidc_link_required', 'There is an account with your e-mail address'],
    ['auth_oidc_failed', 'Signing in with the provider did not work. Try again.'],
    ['constructor', 'Signing in with the provider did not work. Try again.'],
  ])('the error #problem=%s is explained once', async (code, words) => {
    await page.goto(`/sign-in?next=%2Fdocs#problem=${code}`);
    await alert().getByText(words).waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await signIn(page, world.member.email);
    await page.waitForURL('**/docs');
  });

  test('a provider is linked to the signed-in account, and unlinked if the account has a password', async () => {
    await page.goto('/sign-in?next=%2Fsign-in');
    await signIn(page, world.member.email);
    await page.getByRole('button', { name: 'Link Corp <SSO>' }).click();
    // No provider runs in this suite, so linking a provider fails with this message.
    await alert().getByText('The provider does not answer').waitFor();
    const { userId: id } = world.member;
    await world.prisma.user.update({ where: { id }, data: { oidcProvider: 'corp', oidcSubject: id } });
    await page.reload();
    await page.getByRole('button', { name: 'Unlink Corp <SSO>' }).click();
    // An exact match, because the name of the "Unlink" button contains this name too.
    await page.getByRole('button', { name: 'Link Corp <SSO>', exact: true }).waitFor();
    expect((await world.prisma.user.findUniqueOrThrow({ where: { id } })).oidcProvider).toBeNull();
  });
});
