// Tests the sign-in page in a real browser: signing in by password, key or new account, signing out, and error
// messages.
import type { Browser, Page } from 'playwright-core';
import { createWorld, type World } from '../support/world';
import {
  describeInBrowser,
  giveAuthenticator,
  givePassword,
  leaveBrowser,
  leavePage,
  loseSession,
  openBrowser,
  newVisitor,
  password,
  reachesMap,
  signIn,
  type Visitor,
} from './browser';

describeInBrowser('sign-in page', () => {
  let world: World;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    [world, browser] = await Promise.all([createWorld(), openBrowser()]);
    await givePassword(world, world.member);
  });
  beforeEach(async () => {
    visitor = await newVisitor(browser, world.url);
    page = visitor.page;
  });
  afterEach(async () => {
    expect([visitor.foreignRequests, visitor.complaints]).toEqual([[], []]);
    await leavePage(browser, visitor);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await world.close();
  });

  const alert = () => page.getByRole('alert');
  const sessionOf = async () =>
    (await visitor.context.cookies()).find(({ name }) => name === 'session_id')?.value ?? 'none';

  describe('with a passkey', () => {
    /**
     * Opens the service at localhost in a new browser context with a virtual authenticator. Browsers allow passkeys for
     * localhost, but not for an IP address.
     */
    async function withDevice(isVerifying: boolean): Promise<string> {
      const url = world.url.replace('127.0.0.1', 'localhost');
      await visitor.context.close();
      visitor = await newVisitor(browser, url);
      page = visitor.page;
      await giveAuthenticator(visitor, isVerifying);
      return url;
    }
    const wayIn = () => page.getByRole('button', { name: 'Sign in with a passkey' });

    test('a passkey serves as second factor after the password, and alone', async () => {
      const url = await withDevice(true);
      const { email, userId } = world.viewer;
      await givePassword(world, world.viewer);
      await page.goto('/sign-in?next=/sign-in');
      await signIn(page, email);
      await page.getByRole('button', { name: 'Set up a second factor' }).click();
      await page.locator('#enrol').getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Use a passkey instead' }).click();
      await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
      expect(await page.locator('#recovery-codes li').count()).toBe(10);

      await loseSession(visitor);
      await page.goto('/sign-in?next=/account');
      await signIn(page, email);
      await page.getByRole('button', { name: 'Use a passkey', exact: true }).click();
      await page.waitForURL(`${url}/account`);

      await loseSession(visitor);
      await page.goto('/sign-in?next=/account');
      await wayIn().focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(`${url}/account`);

      await loseSession(visitor);
      await page.goto('/sign-in');
      await wayIn().click();
      await reachesMap(page);
      expect(await world.prisma.passkey.count({ where: { userId, lastUsedAt: { not: null } } })).toBe(1);

      // The update below sets `secondFactorAt` to null, which deletes the passkey from the service. The authenticator
      // still has the passkey.
      await page.goto('/sign-in?next=/account');
      await page.locator('#change-factor summary').click();
      expect(await page.getByRole('button', { name: 'Remove the second factor' }).isVisible()).toBe(false);
      await world.prisma.user.update({ where: { id: userId }, data: { secondFactorAt: null } });
      await loseSession(visitor);
      await page.goto('/sign-in');
      await wayIn().click();
      await alert().getByText('This passkey does not sign in here.').waitFor();
      await page.locator('#sign-in').getByLabel('Password').waitFor();
    });

    test('a browser without passkeys is told so, and so is one that opened the page by IP address', async () => {
      await page.goto('/sign-in');
      await wayIn().click();
      await alert().getByText('Passkeys work over https, or on localhost').waitFor();
      await withDevice(false);
      await page.goto('/sign-in');
      await wayIn().click();
      await alert().getByText('No passkey was used').waitFor();
    });
  });

  test('a user signs in by keyboard alone and returns to the requested page', async () => {
    await page.goto('/sign-in?next=%2Fdocs%3Fdeep%23top');
    await page.locator('input[name=email]:focus').waitFor();
    await page.keyboard.type(world.member.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${world.url}/docs?deep#top`);
  });

  test('sign-in redirects only to pages of Netloom', async () => {
    const next = (address: string) => `/sign-in?next=${encodeURIComponent(address)}`;
    await page.goto(next('https://elsewhere.example/'));
    await signIn(page, world.member.email);
    await reachesMap(page);
    expect(new URL(page.url()).origin).toBe(world.url);
    // None of these values of `next` may lead to another site. For signed-in users, the link "Continue" leads to the
    // map instead.
    for (const address of [
      'https://elsewhere.example/',
      '//elsewhere.example',
      '/\\elsewhere.example',
      'javascript:alert(1)',
      'http://',
      '/.//elsewhere.example',
      '/x/..//elsewhere.example/y',
    ]) {
      await page.goto(next(address));
      await page.getByText(`As ${world.member.email}.`).waitFor();
      const link = page.getByRole('link', { name: 'Continue' });
      expect([address, await link.getAttribute('href')]).toEqual([address, '/topology']);
    }
  });

  test('sign-in without a requested page opens the map; signed-in users skip the form', async () => {
    await page.goto('/sign-in');
    await signIn(page, world.member.email);
    await reachesMap(page);
    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Continue' }).click();
    await reachesMap(page);
  });

  test('an API key, which cannot open the map, opens GraphiQL, also on later visits', async () => {
    await page.goto('/sign-in');
    await page.getByText('Use an API key instead').click();
    await page.getByLabel('API key').fill(world.key.credential.key!);
    await page.getByRole('button', { name: 'Use this key' }).click();
    await page.waitForURL(`${world.url}/graphiql`);
    await page.goto('/sign-in');
    await page.getByText('This tab uses an API key.').waitFor();
    expect(await page.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/graphiql');
  });

  test('a wrong password is explained, and the form can be used again', async () => {
    await page.goto('/sign-in?next=/account');
    await signIn(page, world.member.email, 'Wrong-Horse-7');
    await alert().getByText('E-mail or password is wrong.').waitFor();
    await signIn(page, world.member.email);
    await page.waitForURL('**/account');
  });

  test('a locked address is told for how long and until when', async () => {
    const body = { email: `locked-${Date.now()}@netloom.example`, password: 'Wrong-Horse-7' };
    for (let attempt = 0; attempt < 5; attempt += 1) await world.anonymous.send('POST', '/api/auth/login', { body });
    await page.goto('/sign-in');
    await signIn(page, body.email, body.password);
    await alert()
      .getByText(/^Too many failed sign-ins for this e-mail address\. Try again in 1[45] minutes, at /)
      .waitFor();
    await world.prisma.loginFailure.deleteMany({ where: { email: body.email } });
  });

  test('a browser that refuses cookies is told so, and is not redirected in circles', async () => {
    await page.route('**/api/auth/login', (route) => route.fulfill({ json: { success: true, data: {} } }));
    await page.goto('/sign-in');
    await signIn(page, world.member.email);
    await alert().getByText('your browser did not keep the session').waitFor();
  });

  test('the page says when the service is unavailable', async () => {
    await page.goto('/sign-in');
    await page.route('**/api/auth/login', (route) => route.abort());
    await signIn(page, world.member.email);
    await alert().getByText('The service does not answer.').waitFor();
  });

  test('signing out ends the session on the server and deletes the cookie', async () => {
    await page.goto('/sign-in?next=/sign-in');
    await signIn(page, world.member.email);
    await page.getByText(`As ${world.member.email}.`).waitFor();
    const session = await sessionOf();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail').first().waitFor();
    expect(await sessionOf()).toBe('none');
    const { status } = await world.anonymous.send('GET', '/api/auth/me', {
      headers: { cookie: `session_id=${session}` },
    });
    expect(status).toBe(401);
  });

  test('an invalid key is refused at its field', async () => {
    await page.goto('/sign-in');
    await page.getByText('Use an API key instead').click();
    for (const [key, words] of [
      ['nlm_u_0000000000000000000000000000000', 'This API key is not valid, or not any more.'],
      ['schlüssel', 'This is not an API key.'],
    ] as const) {
      await page.getByLabel('API key').fill(key);
      await page.getByRole('button', { name: 'Use this key' }).click();
      await alert().getByText(words).waitFor();
      expect(await page.getByLabel('API key').getAttribute('aria-invalid')).toBe('true');
    }
  });

  test('a key without access to the topology page is told so, and an account can sign in instead', async () => {
    await page.goto('/sign-in?next=/topology');
    await page.getByText('Use an API key instead').click();
    await page.getByLabel('API key').fill(world.key.credential.key!);
    await page.getByRole('button', { name: 'Use this key' }).click();
    await alert().getByText('No API key opens the topology page').waitFor();
    await signIn(page, world.member.email);
    await page.waitForURL('**/topology?*');
    await page.locator('#canvas').waitFor();
  });

  test('registering creates a user, an organization and a network', async () => {
    const email = `new-${Date.now()}@netloom.example`;
    await page.goto('/sign-in?next=/sign-in');
    await page.getByText('Create an account').click();
    const form = page.locator('#register');
    await form.getByLabel('Organization').fill('Newcomers');
    await form.getByLabel('First network').fill('Attic');
    await form.getByLabel('E-mail').fill(email);
    await form.getByLabel('Password').fill('no-upper-case-7');
    await form.getByLabel('I accept').check();
    await form.getByRole('button').click();
    await alert().getByText('The password needs upper case, lower case and a digit.').waitFor();
    await form.getByLabel('Password').fill(password);
    await form.getByRole('button').click();
    await page.getByText(`As ${email}.`).waitFor();
    expect(await page.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/topology');
    const { organization, ...user } = await world.prisma.user.findUniqueOrThrow({
      where: { email },
      include: { organization: { include: { networks: true } } },
    });
    expect([organization.name, organization.networks.map(({ name }) => name)]).toEqual(['Newcomers', ['Attic']]);
    expect([user.permissions, user.termsAcceptedAt]).toEqual(['Owner', expect.any(Date)]);
    await world.prisma.organization.delete({ where: { id: organization.id } });
  });
});

describeInBrowser('sign-in page of a closed service', () => {
  test('the page offers no registration where it is disabled', async () => {
    const [world, browser] = await Promise.all([createWorld({ REGISTRATION: 'closed' }), openBrowser()]);
    const { page } = await newVisitor(browser, world.url);
    await page.goto('/sign-in');
    await page.getByLabel('E-mail').first().waitFor();
    expect(await page.getByText('Create an account').isVisible()).toBe(false);
    await leaveBrowser(browser);
    await world.close();
  });
});
