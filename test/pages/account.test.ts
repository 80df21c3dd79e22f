// Guarantees of the account page in a real browser: keys that are shown once and work until they are rotated, all by keyboard.
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

describeInBrowser('account page', () => {
  let world: World;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    [world, browser] = await Promise.all([createWorld(), openBrowser()]);
    await givePassword(world, world.member);
    visitor = await newVisitor(browser, world.url);
    page = visitor.page;
    await page.goto('/account');
    await page.waitForURL('**/sign-in?next=%2Faccount');
    await signIn(page, world.member.email);
    await page.waitForURL('**/account');
  });
  afterEach(() => expect([visitor.foreignRequests, visitor.complaints]).toEqual([[], []]));
  afterAll(async () => {
    await leaveBrowser(browser);
    await world.close();
  });

  const section = (name: string) => page.getByRole('region', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const statusWith = async (key: string) =>
    (await world.anonymous.send('GET', '/api/v1/vlans', { headers: { authorization: `Bearer ${key}` } })).status;

  test('a key is made, used, rotated, revoked and deleted, and is nowhere but on the screen', async () => {
    const keys = section('API keys');
    await keys.getByText('You have no API keys.').waitFor();
    await keys.getByText('New key').press('Enter');
    const form = keys.getByRole('form', { name: 'Create key' });
    await form.getByLabel('Name').fill('<b>backup</b>');
    await form.getByLabel('Role').selectOption('Member');
    await form.getByLabel('North').press('Space');
    await form.getByLabel('Name').press('Enter');
    const shown = keys.getByRole('group', { name: 'The key <b>backup</b>' });
    const first = await shown.innerText();
    expect(first).toMatch(/^nlm_u_/);
    expect(await statusWith(first)).toBe(200);

    const row = keys.getByRole('listitem').filter({ hasText: '<b>backup</b>' });
    await row.getByText('North').waitFor();
    expect(await row.innerText()).toContain('Member');
    await row.getByRole('button', { name: 'Rotate' }).press('Enter');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await row.getByRole('button', { name: 'Rotate' }).press('Enter');
    await dialog().getByRole('button', { name: 'Rotate' }).press('Enter');
    await shown.filter({ hasNotText: first }).waitFor();
    const second = await shown.innerText();
    expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200]);

    const kept = await page.evaluate(() => [location.href, JSON.stringify([localStorage, sessionStorage])].join());
    expect(kept).not.toContain('nlm_u_');
    await keys.getByRole('button', { name: 'I have kept it' }).click();
    expect(await keys.innerText()).not.toContain(second);

    await row.getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('refused').waitFor();
    expect(await statusWith(second)).toBe(403);
    await row.getByRole('button', { name: 'Accept again' }).click();
    await row.getByRole('button', { name: 'Revoke' }).waitFor();
    expect(await statusWith(second)).toBe(200);
    await row.getByRole('button', { name: 'Delete' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await keys.getByText('You have no API keys.').waitFor();
    expect(await statusWith(second)).toBe(401);
  });
});
