// Tests the second factor on the sign-in page in a real browser: setting it up, using it, and removing it.
import type { Browser, Page } from 'playwright-core';
import { totpCode } from '../modules/access/second-factor/factor-world';
import { createWorld, type World } from '../support/world';
import {
  describeInBrowser,
  givePassword,
  leaveBrowser,
  leavePage,
  loseSession,
  newVisitor,
  openBrowser,
  password,
  reachesMap,
  signIn,
  type Visitor,
} from './browser';

describeInBrowser('second factor on the sign-in page', () => {
  let world: World;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    [world, browser] = await Promise.all([createWorld(), openBrowser()]);
    for (const caller of [world.member, world.viewer]) await givePassword(world, caller);
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
  const forgetCodes = (userId: string) =>
    world.prisma.secondFactor.updateMany({ where: { userId }, data: { lastStep: null } });

  /** Sets up a second factor, from the password form to the recovery codes. */
  async function setUp(userId: string): Promise<{ secret: string; codes: string[] }> {
    await page.locator('#enrol').getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('#secret:visible').waitFor();
    const secret = (await page.locator('#secret').innerText()).replace(/\s/g, '');
    expect(await page.getByRole('link', { name: 'open the app' }).getAttribute('href')).toContain(`secret=${secret}`);
    // The QR code has more than 300 dark squares and is wider than 150 pixels, so that a camera can read the code.
    const pathData = await page.locator('#qr-code path').getAttribute('d');
    expect(pathData!.split('M').length).toBeGreaterThan(300);
    expect(await page.locator('#qr-code').evaluate((image) => image.getBoundingClientRect().width)).toBeGreaterThan(
      150,
    );
    await page.getByLabel('Code that the app shows').fill(totpCode(secret));
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    await forgetCodes(userId);
    return { secret, codes: await page.locator('#recovery-codes li').allInnerTexts() };
  }

  test('a second factor is set up, required at sign-in, satisfied by app or recovery code, and removed', async () => {
    const { email, userId } = world.member;
    await page.goto('/sign-in?next=/sign-in');
    await signIn(page, email);
    await page.getByRole('button', { name: 'Set up a second factor' }).click();
    const { secret, codes } = await setUp(userId);
    expect(codes).toHaveLength(10);

    await loseSession(visitor);
    await page.goto('/sign-in?next=/account');
    await signIn(page, email);
    await page.locator('#give-code input:focus').waitFor();
    await page.keyboard.type(codes[0]!.replace(/.$/, (last) => (last === '0' ? '1' : '0')));
    await page.keyboard.press('Enter');
    await alert().getByText('The code is wrong, or was used before').waitFor();
    await page.locator('#give-code').getByLabel('Code').fill(totpCode(secret));
    await page.keyboard.press('Enter');
    await page.waitForURL(`${world.url}/account`);

    await forgetCodes(userId);
    await loseSession(visitor);
    await page.goto('/sign-in');
    await signIn(page, email);
    await page.locator('#give-code').getByLabel('Code').fill(totpCode(secret));
    await page.keyboard.press('Enter');
    await reachesMap(page);
    await loseSession(visitor);
    await page.goto('/sign-in?next=/account');
    await signIn(page, email);
    await page.locator('#give-code').getByLabel('Code').fill(codes[1]!);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${world.url}/account`);

    await page.goto('/sign-in?next=/sign-in');
    await page.locator('#change-factor summary').click();
    await page.locator('#remove-factor').getByLabel('Code').fill(codes[2]!);
    await page.getByRole('button', { name: 'Remove the second factor' }).click();
    await page.getByText('The second factor is removed').waitFor();
    await page.getByRole('button', { name: 'Set up a second factor' }).waitFor();
  });

  test('an expired challenge returns to the password form', async () => {
    await page.goto(`/sign-in#second-factor=${'A'.repeat(43)}&factors=app,recovery_code`);
    await page.locator('#give-code').getByLabel('Code').fill('123456');
    expect(await page.locator('#give-passkey').isVisible()).toBe(false);
    await page.keyboard.press('Enter');
    await alert().getByText('That took too long: sign in again.').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await page.locator('#sign-in').getByLabel('E-mail').waitFor();
  });

  test('if the organization requires a second factor, pages lead to its setup and continue afterwards', async () => {
    const { email, userId, organizationId } = world.viewer;
    await world.prisma.organization.update({ where: { id: organizationId }, data: { secondFactorRequired: true } });
    await page.goto('/sign-in?next=/topology');
    await signIn(page, email);
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    for (const path of ['/graphiql', '/topology']) {
      await page.goto(path);
      await page.waitForURL('**/sign-in?next=*');
      await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    }
    await setUp(userId);
    await page.getByRole('link', { name: 'I have saved them' }).click();
    await reachesMap(page);
    await world.prisma.organization.update({ where: { id: organizationId }, data: { secondFactorRequired: false } });
  });
});
