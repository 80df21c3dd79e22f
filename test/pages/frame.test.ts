// Tests the frame of all pages in a real browser: the header, the choice of a network that stays from page to page, the
// viewer's menu, and the keyboard.
import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { addDaemon } from '../support/discovery-rows';
import { createWorld, type Caller, type World } from '../support/world';
import { findingsInAllLooks } from './axe';
import {
  chooseNetwork,
  describeInBrowser,
  leaveBrowser,
  leavePage,
  newVisitor,
  openBrowser,
  signOut,
  type Visitor,
} from './browser';

/** Paths of the pages that have the header, without a network in the path. */
const addresses = [
  ...['/', '/topology', '/inventory', '/checks', '/discovery', '/graphiql', '/docs', '/account', '/organization'],
];
/** Pages to which the header has no link, each with the header links that are marked as current on it. */
const currentLinks: Readonly<Record<string, string[]>> = {
  '/docs': ['/graphiql'],
  '/account': [],
  '/organization': [],
};
const links = ['Home', 'Topology', 'Inventory', 'Checks', 'Discovery', 'API'];

describeInBrowser('the frame of all pages', () => {
  let world: World;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    [world, browser] = await Promise.all([createWorld(), openBrowser()]);
  });
  afterEach(async () => {
    expect([visitor.foreignRequests, visitor.complaints]).toEqual([[], []]);
    await leavePage(browser, visitor);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await world.close();
  });

  const open = async (caller: Caller, address: string, width = 1440) => {
    visitor = await newVisitor(browser, world.url, { width, session: caller.credential.session });
    page = visitor.page;
    await page.goto(address);
  };
  const network = () => page.getByRole('combobox', { name: 'Network', exact: true });
  const menu = () => page.getByRole('button', { name: 'Your account' });
  const shows = (name: string) =>
    page.waitForFunction(
      (value) => document.querySelector<HTMLInputElement>('.network-picker input')?.value === value,
      name,
    );

  test('every page has the same links, the signed-in user and one network selector', async () => {
    const email = 'owner@netloom.example';
    await world.prisma.user.update({ where: { id: world.owner.userId }, data: { email } });
    await open(world.owner, '/account');
    // Replaces GraphiQL by an empty program, because GraphiQL takes seconds to open. graphiql.test.ts tests GraphiQL
    // itself.
    await page.route('**/assets/graphiql/graphiql.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'window.YogaGraphiQL = { renderYogaGraphiQL() {} };' }),
    );
    await chooseNetwork(page, 'South');
    for (const address of addresses) {
      await page.goto(address);
      await shows('South');
      const pages = page.getByRole('navigation', { name: 'Pages' });
      expect([address, await pages.getByRole('link').allInnerTexts()]).toEqual([address, links]);
      const current = await pages
        .locator('[aria-current]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
      expect([address, current]).toEqual([address, currentLinks[address] ?? [address]]);
      expect(await menu().innerText()).toContain(email);
      expect(await menu().innerText()).toContain('Owner of World');
      // The user's e-mail address is not cut off.
      const cut = await page
        .locator('.viewer-name > *')
        .evaluateAll((all) => all.some((one) => one.scrollWidth > one.clientWidth));
      expect([address, cut]).toEqual([address, false]);
    }
  });

  test('the header fits windows of any width, and shows the whole e-mail address while there is room', async () => {
    const email = 'narrow@netloom.example';
    await world.prisma.user.update({ where: { id: world.owner.userId }, data: { email } });
    await open(world.owner, '/account');
    for (const address of ['/topology', '/account']) {
      await page.goto(address);
      await menu().waitFor();
      for (const width of [360, 800, 1001, 1060, 1271, 1440, 2560]) {
        await page.setViewportSize({ width, height: 900 });
        const { beyond, right, isCut } = await page.evaluate(() => ({
          beyond: Math.max(0, document.documentElement.scrollWidth - innerWidth),
          right: document.querySelector('.viewer')!.getBoundingClientRect().right,
          isCut: [...document.querySelectorAll('.viewer-name > *')].some((one) => one.scrollWidth > one.clientWidth),
        }));
        expect([width, address, beyond, right <= width]).toEqual([width, address, 0, true]);
        if (address === '/account') expect([width, isCut]).toEqual([width, false]);
      }
    }
    // An e-mail address of the maximum length is cut off, so that the header is not wider than the window.
    await world.prisma.user.update({
      where: { id: world.owner.userId },
      data: { email: `${'long-'.repeat(40)}@netloom.example` },
    });
    await page.setViewportSize({ width: 1060, height: 900 });
    await page.reload();
    await menu().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1060);
    await menu().click();
    await page.getByRole('link', { name: 'Organization' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1060);
  });

  test('two tabs keep their own networks; a new tab begins with the network that was chosen last', async () => {
    await open(world.owner, '/account');
    await chooseNetwork(page, 'South');
    const other = await visitor.context.newPage();
    await other.goto('/account');
    await chooseNetwork(other, 'North');
    await page.getByRole('link', { name: 'Inventory' }).click();
    await page.waitForURL(`**/inventory/${world.otherNetworkId}/hosts`);
    await other.getByRole('link', { name: 'Inventory' }).click();
    await other.waitForURL(`**/inventory/${world.networkId}/hosts`);
    await other.close();
  });

  test('the network chosen on one page is used by the next page', async () => {
    await open(world.owner, '/account');
    await chooseNetwork(page, 'South');
    await page.getByRole('link', { name: 'Inventory' }).click();
    await page.waitForURL(`**/inventory/${world.otherNetworkId}/hosts`);
    await chooseNetwork(page, 'North');
    await page.waitForURL(`**/inventory/${world.networkId}/hosts`);
    await page.getByRole('link', { name: 'Discovery' }).click();
    await page.waitForURL(`**/discovery/${world.networkId}`);
    await page.getByRole('link', { name: 'Topology' }).click();
    await shows('North');
    await page.goto(`/topology?network=${world.otherNetworkId}`);
    await shows('South');
    await page.getByRole('link', { name: 'Discovery' }).click();
    await page.waitForURL(`**/discovery/${world.otherNetworkId}`);
  });

  test('the network selector is searched by keyboard; Escape changes nothing', async () => {
    await open(world.owner, `/discovery/${world.networkId}`);
    await network().focus();
    await page.keyboard.type('sou');
    await page.getByRole('option', { name: 'South' }).waitFor();
    expect(await page.getByRole('option').count()).toBe(1);
    await page.keyboard.press('Escape');
    expect([await network().inputValue(), await page.getByRole('option').count()]).toEqual(['North', 0]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('[role="option"].active').innerText()).toBe('South');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/discovery/${world.otherNetworkId}/daemons`);
    await page.keyboard.type('nowhere');
    await page.getByText('No network has this in its name.').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await network().inputValue()).toBe('South');
    await page.goBack();
    await shows('North');
  });

  test('in windows of any width, all buttons of a list are in the window', async () => {
    const { prisma, owner, networkId, organizationId } = world;
    const topology = await prisma.topology.findFirstOrThrow({ where: { networkId, snapshotId: null } });
    const row = { name: 'Screen in the office', topologyId: topology.id, networkId, organizationId };
    await prisma.share.create({ data: { ...row, createdBy: owner.userId } });
    await prisma.user.update({ where: { id: owner.userId }, data: { email: 'administrator@netloom.example' } });
    await open(owner, '/organization/shares');
    const remove = page.getByRole('button', { name: 'Delete Screen in the office' });
    await remove.waitFor();
    for (const width of [360, 1100, 1101, 1200, 1351]) {
      await page.setViewportSize({ width, height: 900 });
      const box = (await remove.boundingBox())!;
      const scrolled = await page.locator('.list-scroller').evaluate((one) => one.scrollWidth - one.clientWidth);
      expect([width, box.x + box.width <= width, scrolled]).toEqual([width, true, 0]);
    }
  });

  test('a notice disappears after ten seconds, and earlier by its button', async () => {
    await open(world.owner, '/organization/rules');
    await page.clock.install();
    await page.reload();
    const notice = page.locator('.notice');
    const rename = page.getByRole('button', { name: 'Rename' });
    await rename.click();
    await notice.getByText('Saved.').waitFor();
    await page.clock.runFor(9_000);
    expect(await notice.count()).toBe(1);
    await page.clock.runFor(2_000);
    await notice.waitFor({ state: 'detached' });
    await rename.click();
    await notice.getByText('Saved.').waitFor();
    await notice.getByRole('button', { name: 'Hide this notice' }).click();
    await notice.waitFor({ state: 'detached' });
  });

  test('the user menu works by keyboard, links to the account, and signs out', async () => {
    await open(world.viewer, '/inventory');
    await menu().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Account' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Account' }).waitFor({ state: 'detached' });
    await page.locator(':focus').and(menu()).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/account');
    await signOut(page);
    await page.waitForURL('**/sign-in');
  });

  test('on a telephone the header is one line, and its menu links to all pages', async () => {
    await open(world.owner, '/inventory', 390);
    await menu().waitFor();
    expect((await page.locator('.page-bar').boundingBox())!.height).toBeLessThanOrEqual(56);
    await menu().click();
    const pages = page.getByRole('navigation', { name: 'Pages' });
    expect(await pages.getByRole('link').allInnerTexts()).toEqual(links);
    expect(await findingsInAllLooks(page)).toEqual([]);
    await pages.getByRole('link', { name: 'Discovery' }).click();
    await page.waitForURL('**/discovery/*');
  });

  test('on a telephone no page is wider than the window with names of 100 letters without a space, or of emoji', async () => {
    const { prisma, organizationId, owner } = world;
    const name = 'W'.repeat(100);
    const mixed = `${'مكتب-الشبكة-الرئيسي'.repeat(4)}🏢🧑‍💻`;
    const { id } = await prisma.network.create({ data: { organizationId, name } });
    await prisma.topology.create({ data: { networkId: id } });
    await addDaemon(world, id, { name });
    await prisma.host.createMany({ data: [name, mixed].map((one) => ({ networkId: id, name: one })) });
    await prisma.tag.createMany({ data: [name, mixed].map((one) => ({ organizationId, name: one })) });
    await open(owner, '/account', 360);
    const ofNetwork = [`/topology?network=${id}`, `/inventory/${id}/hosts`];
    const ofDiscovery = ['daemons', 'jobs', 'fill'].map((part) => `/discovery/${id}/${part}`);
    const others = ['/', '/account/keys', '/organization/networks', '/organization/tags'];
    for (const address of [...ofNetwork, ...ofDiscovery, ...others]) {
      await page.goto(address);
      await shows(name);
      await page.getByRole('main').first().waitFor();
      expect([address, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([address, 360]);
    }
    await prisma.network.delete({ where: { id } });
    await prisma.tag.deleteMany({ where: { organizationId } });
  });

  test('the start page, the REST documentation, and all parts of account and organization have no accessibility issues', async () => {
    const stranger = await newVisitor(browser, world.url);
    await stranger.page.goto('/');
    expect(await findingsInAllLooks(stranger.page)).toEqual([]);
    await stranger.context.close();
    await open(world.owner, '/account');
    const parts = page.getByRole('navigation', { name: 'Parts of the page' }).getByRole('link');
    const addresses: string[] = [];
    for (const address of ['/account', '/organization']) {
      await page.goto(address);
      await parts.first().waitFor();
      addresses.push(
        ...(await parts.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname))),
      );
    }
    expect(addresses.length).toBeGreaterThan(12);
    const findings: string[] = [];
    const look = async (address: string, ready: Locator) => {
      await page.goto(address);
      await ready.waitFor();
      findings.push(...(await findingsInAllLooks(page)).map((finding) => `${address} ${finding}`));
    };
    for (const address of addresses)
      await look(address, page.getByRole('main').getByRole('heading', { level: 2 }).first());
    await look('/docs', page.locator('.opblock-tag').first());
    expect(findings).toEqual([]);
  });

  test('the open list of networks has no accessibility issues', async () => {
    await open(world.owner, '/account');
    await network().click();
    await page.getByRole('option').first().waitFor();
    expect(await findingsInAllLooks(page)).toEqual([]);
  });

  describe('with many networks and snapshots', () => {
    beforeAll(async () => {
      const { prisma, organizationId, networkId } = world;
      const snapshots = Array.from({ length: 1_000 }, () => ({ id: randomUUID(), networkId, organizationId }));
      await prisma.snapshot.createMany({ data: snapshots });
      await prisma.topology.createMany({ data: snapshots.map(({ id }) => ({ networkId, snapshotId: id })) });
      const networks = Array.from({ length: 120 }, (_, at) => ({
        id: randomUUID(),
        organizationId,
        name: `Client ${at + 1}`,
      }));
      await prisma.network.createMany({ data: networks });
      await prisma.topology.createMany({ data: networks.map(({ id }) => ({ networkId: id })) });
    });

    test('on each page, the newest network is found by its name', async () => {
      await open(world.owner, '/account');
      for (const address of ['/', '/topology', '/inventory', '/discovery', '/account']) {
        await page.goto(address);
        await network().click();
        const listed = await page.getByRole('listbox', { name: 'Networks' }).getByRole('option').allInnerTexts();
        expect([address, listed.length, ...listed.slice(0, 3)]).toEqual([
          ...[address, 100, 'Client 1', 'Client 2', 'Client 3'],
        ]);
        await page.getByText('22 more: type a part of the name.').waitFor();
        await page.keyboard.type('client 120');
        await page.keyboard.press('Enter');
        await shows('Client 120');
        await network().click();
        await page.keyboard.type('client 1');
        await page.keyboard.press('Enter');
        await shows('Client 1');
      }
    });

    test('networks are searched in forms; a key names three of its networks', async () => {
      await open(world.owner, '/account/keys');
      await page.getByText('New key').click();
      const form = page.getByRole('form', { name: 'Create key' });
      await form.getByLabel('Name', { exact: true }).fill('clients');
      await form.getByText('122 of 122 are chosen.').waitFor();
      await form.getByRole('button', { name: 'None' }).click();
      await form.getByText('0 of 122 are chosen.').waitFor();
      await form.getByRole('searchbox', { name: 'Part of a name' }).fill('client 11');
      expect(await form.getByRole('checkbox').count()).toBe(11);
      // Enter in the search field does not send the form.
      await page.keyboard.press('Enter');
      await form.getByRole('button', { name: 'Check these', exact: true }).click();
      await form.getByText('11 of 122 are chosen.').waitFor();
      expect(await findingsInAllLooks(page)).toEqual([]);
      await form.getByRole('button', { name: 'Create key' }).click();
      await page
        .getByRole('row', { name: /clients/ })
        .getByText('Client 11, Client 110, Client 111 and 8 more')
        .waitFor();
    });
  });
});
