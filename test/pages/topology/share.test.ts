// Tests the page of a share for visitors without an account: the live map, the password, the reason why there is no
// map, and frames on other web sites.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { hashPassword } from '../../../src/auth/passwords';
import { findingsInAllLooks } from '../axe';
import { describeInBrowser, leavePage, newVisitor, type Visitor } from '../browser';
import { demoSuite } from './demo-page';

const branch = 'Lyon Branch';

describeInBrowser('the page of a share', () => {
  const suite = demoSuite();
  const visitors: Visitor[] = [];
  let framing: Server;
  let frameUrl: string;

  beforeAll(async () => {
    // A server that simulates another web site. Its pages contain a frame with the address in the query parameter `of`.
    framing = createServer((req, res) => {
      const target = new URL(req.url!, 'http://x').searchParams.get('of') ?? '';
      res.setHeader('Content-Type', 'text/html');
      res.end(
        `<!doctype html><title>Wiki</title><iframe width="900" height="600" src="${encodeURI(target)}"></iframe>`,
      );
    });
    await new Promise<void>((resolve) => framing.listen(0, '127.0.0.1', resolve));
    frameUrl = `http://localhost:${(framing.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => framing.close(resolve)));
  afterEach(async () => {
    const openedVisitors = visitors.splice(0);
    expect(openedVisitors.flatMap(({ foreignRequests, complaints }) => [...foreignRequests, ...complaints])).toEqual(
      [],
    );
    for (const visitor of openedVisitors) await leavePage(suite.browser, visitor);
  });

  const share = async (fields: object = {}, topologyId = suite.service.topologyOf(branch)): Promise<string> => {
    const { prisma, networkOf, userId, demo } = suite.service;
    const row = await prisma.share.create({
      data: {
        ...{ name: 'For the client', topologyId, networkId: networkOf(branch) },
        ...{ organizationId: demo.organizationId, createdBy: userId, ...fields },
      },
    });
    return row.id;
  };
  const open = async (path: string, options: Parameters<typeof newVisitor>[2] = {}): Promise<Page> => {
    const visitor = await newVisitor(suite.browser, suite.service.url, { width: 1440, height: 900, ...options });
    visitors.push(visitor);
    await visitor.page.goto(path);
    return visitor.page;
  };
  const waitUntilDrawn = (page: Pick<Page, 'locator'>) =>
    page.locator('#canvas[aria-busy="false"][data-drawn]').waitFor();
  const isLive = (page: Page) => page.locator('#live.is-live').waitFor();
  test('a signed-out visitor sees the map live, chooses a view and selects a node', async () => {
    const id = await share();
    const page = await open(`/share/${id}`);
    await waitUntilDrawn(page);
    await isLive(page);
    expect(await page.title()).toBe('For the client – Netloom');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('For the client, Logical (L3)');
    await page.getByText('Physical (L2)').click();
    await page.getByRole('heading', { level: 1, name: 'For the client, Physical (L2)' }).waitFor({ state: 'attached' });
    await waitUntilDrawn(page);
    const networkId = suite.service.networkOf(branch);
    const { prisma } = suite.service;
    const { id: hostId, name } = await prisma.host.findFirstOrThrow({
      where: { networkId, interfaces: { some: {} }, name: { startsWith: 'lyo-sw-1' } },
    });
    await page.getByRole('button', { name: 'List and legend' }).click();
    await page.getByText('List of everything shown').click();
    await prisma.host.update({ where: { id: hostId }, data: { name: 'renamed-switch' } });
    const row = page
      .locator('#side')
      .getByRole('button', { name: /renamed-switch/ })
      .first();
    await row.click();
    await prisma.host.update({ where: { id: hostId }, data: { name } });
    // The page of a share has no controls for actions that require an account.
    for (const label of ['Saved views', 'Sign out', 'Inventory', 'Mermaid', 'Filters and questions'])
      expect([label, await page.getByText(label).count()]).toEqual([label, 0]);
  });

  test('the URL selects view and filters; otherwise the first shared view is shown', async () => {
    const id = await share({ enabledViews: ['Workloads', 'L2Physical'] });
    const page = await open(`/share/${id}?view=L2Physical`);
    await waitUntilDrawn(page);
    expect(await page.locator('.views label.chosen').textContent()).toBe('Physical (L2)');
    const other = await open(`/share/${id}?view=L3Logical&at=2020-01-01T00:00:00Z&from=x&saved=${id}`);
    await waitUntilDrawn(other);
    expect(await other.locator('.views label.chosen').textContent()).toBe('Workloads');
    await isLive(other);
  });

  test('a visitor searches the picture by keyboard, and the focus moves to the details of what is found', async () => {
    const page = await open(`/share/${await share()}?view=L2Physical`);
    await waitUntilDrawn(page);
    await page.keyboard.press('/');
    await page.keyboard.type('lyo-sw-1');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    const heading = page.locator('.details').getByRole('heading', { level: 2 });
    await heading.and(page.locator(':focus')).waitFor();
    expect(await heading.textContent()).toBe('lyo-sw-1');
    await page.keyboard.press('/');
    await page.keyboard.type('no such machine');
    await page.getByText('No node matches. Try a part of a name, an address, or a service.').waitFor();
    expect(await findingsInAllLooks(page)).toEqual([]);
  });

  test('on a telephone all views of the share and the search are in the window', async () => {
    const page = await open(`/share/${await share()}`, { width: 360, height: 780 });
    await waitUntilDrawn(page);
    const views = await page.locator('.views label').evaluateAll((labels) =>
      labels.map((label) => {
        const { left, right } = label.getBoundingClientRect();
        return left >= 0 && right <= innerWidth && label.scrollWidth <= label.clientWidth;
      }),
    );
    expect(views).toEqual([true, true, true, true]);
    await page.keyboard.press('/');
    await page.keyboard.type('lyo');
    await page.getByRole('option').first().waitFor();
    const isInside = await page.locator('.found').evaluate((list) => {
      const { left, right } = list.getBoundingClientRect();
      return left >= 0 && right <= innerWidth;
    });
    expect(isInside).toBe(true);
  });

  test('"bare" shows only the picture, also after the visitor has moved inside it', async () => {
    const id = await share();
    const page = await open(`/share/${id}?bare`);
    await waitUntilDrawn(page);
    const lacks = async () => {
      for (const selector of ['header', 'footer', '.tools', '.side'])
        expect([selector, await page.locator(selector).count()]).toEqual([selector, 0]);
    };
    await lacks();
    await page.locator('#canvas').focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => location.search.includes('selected='));
    expect(await page.evaluate(() => location.search)).toContain('bare');
    await page.reload();
    await waitUntilDrawn(page);
    await lacks();
  });

  test('the options of the share hide tools and details', async () => {
    const id = await share({ showZoomControls: false, showExportButton: false, showInspectPanel: false });
    const page = await open(`/share/${id}`);
    await waitUntilDrawn(page);
    await page.locator('#canvas').focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => location.search.includes('selected='));
    expect([await page.locator('.tools').count(), await page.locator('.details').count()]).toEqual([0, 0]);
    const whole = await open(`/share/${await share()}`);
    await waitUntilDrawn(whole);
    await whole.locator('#canvas').focus();
    await whole.keyboard.press('ArrowRight');
    await whole.locator('.details').waitFor();
    await whole.getByText('Export', { exact: true }).click();
    const [download] = await Promise.all([
      whole.waitForEvent('download'),
      whole.getByRole('button', { name: 'SVG', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('for-the-client-l3logical.svg');
  });

  test('the password is requested, is not in the URL, and is requested again once it has changed', async () => {
    const id = await share({ passwordHash: await hashPassword('open sesame') });
    const page = await open(`/share/${id}`);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.getByRole('heading', { name: 'This map has a password' }).waitFor();
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('The password is wrong.').waitFor();
    expect(await findingsInAllLooks(page)).toEqual([]);
    await page.getByLabel('Password').fill('open sesame');
    await page.getByRole('button', { name: 'Open' }).click();
    await waitUntilDrawn(page);
    await isLive(page);
    expect(requests.filter((url) => /sesame|token/.test(url))).toEqual([]);
    const passwordHash = await hashPassword('another');
    await suite.service.prisma.share.update({ where: { id }, data: { passwordHash } });
    await page.getByRole('heading', { name: 'This map has a password' }).waitFor();
    await page.getByLabel('Password').fill('another');
    await page.getByRole('button', { name: 'Open' }).click();
    await waitUntilDrawn(page);
  });

  test.each([
    ['disabled', { isEnabled: false }, 'This map is not shared at present'],
    ['over', { expiresAt: new Date('2020-01-01') }, 'This link has expired'],
  ])('a share that is %s says so, also to visitors with the page open', async (_what, fields, words) => {
    const id = await share();
    const page = await open(`/share/${id}`);
    await waitUntilDrawn(page);
    await isLive(page);
    await suite.service.prisma.share.update({ where: { id }, data: fields });
    await page.getByRole('heading', { name: words }).waitFor();
    expect(await page.locator('#canvas').count()).toBe(0);
    await page.reload();
    await page.getByRole('heading', { name: words }).waitFor();
    expect(await findingsInAllLooks(page)).toEqual([]);
  });

  test('a missing share says so', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000000', 'x']) {
      const page = await open(`/share/${id}`);
      await page.getByRole('heading', { name: 'There is no such map' }).waitFor();
    }
  });

  test('a share of a snapshot shows its instant', async () => {
    const { prisma, networkOf, userId, demo } = suite.service;
    const networkId = networkOf(branch);
    const snapshot = await prisma.snapshot.create({
      data: { networkId, organizationId: demo.organizationId, takenAt: new Date(), createdByUserId: userId },
    });
    const pinned = await prisma.topology.create({ data: { networkId, snapshotId: snapshot.id, options: {} } });
    const page = await open(`/share/${await share({}, pinned.id)}`);
    await waitUntilDrawn(page);
    await page.getByText('The past, which does not change').waitFor();
  });

  test('the share can be embedded by an allowed domain, and by no other', async () => {
    const visitor = await newVisitor(suite.browser, suite.service.url, { width: 1000, height: 700 });
    // This visitor opens pages of the simulated other site. Requests to that site would count as foreign, so the empty
    // lists keep these requests from being checked.
    visitors.push({ ...visitor, foreignRequests: [], complaints: [] });
    const framed = async (id: string): Promise<Page> => {
      await visitor.page.goto(`${frameUrl}/?of=${suite.service.url}/share/${id}?bare`);
      return visitor.page;
    };
    const allowed = await framed(await share({ allowedDomains: ['localhost'] }));
    await allowed.frameLocator('iframe').locator('#canvas[aria-busy="false"][data-drawn]').waitFor();
    const anywhere = await framed(await share());
    await anywhere.frameLocator('iframe').locator('#canvas[aria-busy="false"][data-drawn]').waitFor();
    const other = await share({ allowedDomains: ['wiki.example.com'] });
    const refused = await framed(other);
    await refused.locator('iframe').waitFor();
    expect(await refused.frameLocator('iframe').locator('#page').count()).toBe(0);
    // Outside of a frame, the link of the same share shows the map.
    await waitUntilDrawn(await open(`/share/${other}`));
  });

  test('the page has no accessibility issues, narrow or wide, light or dark', async () => {
    const page = await open(`/share/${await share()}?view=L2Physical`);
    await waitUntilDrawn(page);
    await isLive(page);
    expect(await findingsInAllLooks(page)).toEqual([]);
    await page.locator('#canvas').focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('.details').waitFor();
    expect(await findingsInAllLooks(page)).toEqual([]);
  });
});
