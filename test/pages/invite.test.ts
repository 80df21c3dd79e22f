// Tests accepting an invite in a real browser, from the address in the invite to membership in the organization.
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { createWorld, type World } from '../support/world';
import {
  describeInBrowser,
  givePassword,
  leaveBrowser,
  loseSession,
  openBrowser,
  newVisitor,
  password,
  reachesMap,
  signIn,
  type Visitor,
} from './browser';

describeInBrowser('an invite', () => {
  let world: World;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    // Registration is closed, but invited people can register.
    [world, browser] = await Promise.all([createWorld({ REGISTRATION: 'closed' }), openBrowser()]);
    await givePassword(world, world.stranger);
    await world.prisma.organization.update({ where: { id: world.organizationId }, data: { name: 'Acme <Lab>' } });
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

  const invite = async (fields: object = {}) => {
    const body = { permissions: 'Admin', network_ids: [world.networkId], ...fields };
    return (await world.admin.rest.post('/invites', body)).body.data as { id: string; url: string };
  };
  const alert = () => page.getByRole('alert');

  test('opening the link of an invite lets a new user join the organization', async () => {
    const email = `invited-${randomUUID()}@netloom.example`;
    const { id, url } = await invite({ send_to: email });
    expect(url).toBe(`${world.url}/api/v1/invites/${id}/accept`);
    await page.goto(url);
    await page.waitForURL(`**/sign-in?invite=${id}`);
    await page.getByRole('heading', { name: 'Join Acme <Lab> as an Admin' }).waitFor();
    const form = page.locator('#join');
    expect(await form.getByLabel('E-mail').inputValue()).toBe(email);
    expect(await page.getByText('Create an account', { exact: true }).isVisible()).toBe(false);
    await form.getByLabel('Password').fill('no-upper-case-7');
    await form.getByLabel('I accept').check();
    await form.getByRole('button').click();
    await alert().getByText('The password needs upper case, lower case and a digit.').waitFor();
    await form.getByLabel('Password').fill(password);
    await form.getByRole('button').click();
    await reachesMap(page);
    const user = await world.prisma.user.findUniqueOrThrow({ where: { email } });
    expect([user.organizationId, user.permissions]).toEqual([world.organizationId, 'Admin']);

    await loseSession(visitor);
    // The browser's first request for the invite is aborted. The page must send the request a second time.
    let brokenCount = 0;
    await page.route(
      (address) => url.endsWith(address.pathname),
      (route) => (route.request().resourceType() === 'fetch' && brokenCount++ === 0 ? route.abort() : route.continue()),
    );
    await page.goto(url);
    await alert().getByText('This invite was accepted already.').waitFor();
    expect(brokenCount).toBe(2);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test('an invalid invite is explained, beside a link to sign in', async () => {
    const over = await invite();
    await world.prisma.invite.update({ where: { id: over.id }, data: { expiresAt: new Date(Date.now() - 1000) } });
    for (const [address, words] of [
      [over.url, 'This invite has expired.'],
      [over.url.replace(over.id, randomUUID()), 'This invite does not exist, or not any more.'],
      ['/sign-in?invite=x', 'This is not the address of an invite.'],
    ] as const) {
      await page.goto(address);
      await alert().getByText(words).waitFor();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect(await page.locator('#join').isVisible()).toBe(false);
    }
  });

  test('a signed-in user is asked to sign out, and can then join with a new e-mail address', async () => {
    await page.goto('/sign-in?next=/sign-in');
    await signIn(page, world.stranger.email);
    await page.getByText(`As ${world.stranger.email}.`).waitFor();
    const { url } = await invite({ permissions: 'Viewer' });
    await page.goto(url);
    await alert().getByText('An account belongs to one organization').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Join Acme <Lab> as a Viewer' }).waitFor();
    const email = `second-${randomUUID()}@netloom.example`;
    await page.locator('#join').getByLabel('E-mail').fill(email);
    await page.locator('#join').getByLabel('Password').fill(password);
    await page.locator('#join').getByLabel('I accept').check();
    await page.keyboard.press('Enter');
    await reachesMap(page);
    const me = await page.evaluate(async () => (await fetch('/api/auth/me')).json());
    expect(me.data).toMatchObject({ email, permissions: 'Viewer', network_ids: [world.networkId] });
  });
});
