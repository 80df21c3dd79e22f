// Tests the home page in a real browser: counts of rows, silent daemons, new rows since the last visit, and the table
// of networks. Also tests what a Viewer, a Member of one network and a new organization see.
import type { Browser, Page } from 'playwright-core';
import { networkRows, sortRows } from '../../src/pages/home/parts/network-rows';
import { nextVisit } from '../../src/pages/home/parts/last-visit';
import { addDaemon, addDiscovery } from '../support/discovery-rows';
import { addInventory } from '../support/inventory';
import { createWorld, type Caller, type World } from '../support/world';
import { findingsInAllLooks } from './axe';
import {
  chooseNetwork,
  describeInBrowser,
  leaveBrowser,
  leavePage,
  newVisitor,
  openBrowser,
  type Visitor,
} from './browser';

const minute = 60_000;

test('a visit ends after half an hour; until then the time of the previous visit is known', () => {
  const first = nextVisit(null, 0);
  expect(first.before).toBeNull();
  expect(nextVisit(first, 20 * minute).before).toBeNull();
  const second = nextVisit(first, 31 * minute);
  expect(second.before).toBe(0);
  expect(nextVisit(second, 40 * minute).before).toBe(0);
  expect(nextVisit(second, 90 * minute).before).toBe(31 * minute);
});

test('networks can be sorted by any column; one without rows counts as zero', () => {
  const rows = networkRows(
    ['b', 'a10', 'a9'].map((name) => ({ id: name, name })),
    {
      dashboardSummary: {
        networks: [{ networkId: 'b', hostCount: 3, serviceCount: 1, subnetCount: 1, daemonCount: 1 }],
        daemons: [
          {
            id: '1',
            name: 'x',
            networkId: 'b',
            lastSeen: '2026-01-01T00:00:00Z',
            isUnreachable: false,
            standby: false,
          },
          {
            id: '2',
            name: 'y',
            networkId: 'b',
            lastSeen: '2026-01-02T00:00:00Z',
            isUnreachable: false,
            standby: false,
          },
        ],
      },
      failedRuns: { totalCount: 201, groupCounts: [{ value: 'a9', count: 201 }], nodes: [] },
      failingChecks: { totalCount: 3, groupCounts: [{ value: 'a10', count: 3 }], nodes: [] },
      graveEvents: { nodes: [] },
      newHosts: { groupCounts: [{ value: 'a10', count: 2 }] },
    },
  );
  const order = (column: Parameters<typeof sortRows>[1], isDescending = false) =>
    sortRows(rows, column, isDescending).map(({ id }) => id);
  expect(order('name')).toEqual(['a9', 'a10', 'b']);
  expect(order('hosts', true)).toEqual(['b', 'a10', 'a9']);
  expect(order('failedRuns', true)[0]).toBe('a9');
  expect(order('failingChecks', true)[0]).toBe('a10');
  expect(order('newHosts', true)[0]).toBe('a10');
  expect(rows[0]).toMatchObject({ lastSeen: '2026-01-02T00:00:00Z', daemons: 1 });
  expect(rows[1]).toMatchObject({ hosts: 0, lastSeen: null });
});

describeInBrowser('the home page', () => {
  let world: World;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    [world, browser] = await Promise.all([createWorld(), openBrowser()]);
    const { prisma, networkId, organizationId } = world;
    await addInventory(prisma, { networkId, organizationId }, 6);
    const { id } = await addDaemon(world, networkId, { name: 'cellar', lastSeen: new Date(Date.now() - 60 * minute) });
    await Promise.all(
      ['Failed', 'Failed', 'Complete', 'Cancelled'].map((phase) =>
        addDiscovery(world, id, networkId, { runType: 'Historical', results: { phase, error: 'no route' } }),
      ),
    );
  });
  afterEach(async () => {
    expect([visitor.foreignRequests, visitor.complaints]).toEqual([[], []]);
    await leavePage(browser, visitor);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await world.close();
  });

  const open = async (caller: Caller | undefined) => {
    visitor = await newVisitor(browser, world.url, { width: 1440, session: caller?.credential.session });
    page = visitor.page;
    await page.goto('/');
  };
  const names = () => page.locator('tbody th[scope="row"] a[href^="/topology"]').allInnerTexts();

  test("an Owner sees the inventory's counts, the silent daemon and all networks side by side", async () => {
    await open(world.owner);
    await chooseNetwork(page, 'North');
    const networkRegion = page.getByRole('region', { name: 'North' });
    await networkRegion.getByRole('link', { name: /Hosts/ }).first().waitFor();
    expect(await networkRegion.getByRole('link', { name: /\d+ Hosts/ }).innerText()).toMatch(/^\d+\s+Hosts$/);
    await page.getByText(/cellar of North fell silent 1 hour ago\./).waitFor();
    expect(await page.getByText('A scan by cellar of North failed: no route').count()).toBe(2);
    expect(await page.getByRole('row', { name: /North/ }).getByRole('cell').last().innerText()).toBe('2');
    expect(await names()).toEqual(['North', 'South']);
    await page.getByRole('columnheader', { name: 'Hosts', exact: true }).getByRole('button').press('Enter');
    expect(await names()).toEqual(['South', 'North']);
    await page.getByRole('columnheader', { name: 'Hosts', exact: true }).getByRole('button').press('Enter');
    expect(await names()).toEqual(['North', 'South']);
    expect(await findingsInAllLooks(page)).toEqual([]);
    // In a narrow window each network is a card, and nothing scrolls sideways.
    await page.setViewportSize({ width: 360, height: 780 });
    expect(await page.evaluate(() => document.querySelector('.list-scroller')!.scrollWidth)).toBeLessThanOrEqual(360);
    await page.getByRole('row', { name: /South/ }).getByRole('link', { name: 'How do you want to fill it?' }).click();
    await page.waitForURL(`**/discovery/${world.otherNetworkId}/fill`);
  });

  test('the count of new rows since the last visit links to these rows', async () => {
    await open(world.viewer);
    await chooseNetwork(page, 'North');
    await page.getByText('this browser knows of no earlier visit').waitFor();
    const key = `netloom.visit.${world.viewer.userId}`;
    const before = Date.now() - 60 * minute;
    await page.evaluate(([name, seenAt]) => localStorage.setItem(name!, JSON.stringify({ seenAt, before: null })), [
      key,
      before,
    ] as const);
    await page.reload();
    await page.getByText('Your last visit').waitFor();
    await page
      .getByRole('row', { name: /^Hosts/ })
      .getByRole('link', { name: 'Hosts' })
      .click();
    await page.waitForURL(
      (url) => url.pathname === `/inventory/${world.networkId}/hosts` && url.searchParams.has('since'),
    );
  });

  test('the counts of a network do not stay when the counts of the next one cannot be read', async () => {
    await open(world.owner);
    await chooseNetwork(page, 'North');
    await page
      .getByRole('region', { name: 'North' })
      .getByRole('link', { name: /\d+ Hosts/ })
      .waitFor();
    let refuse: (() => void) | undefined;
    const isHeld = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    await page.route('**/graphql', async (route) => {
      await isHeld;
      await route.abort();
    });
    await chooseNetwork(page, 'South');
    const south = page.getByRole('region', { name: 'South' });
    await south.waitFor();
    expect(await south.getByRole('link').count()).toBe(0);
    refuse!();
    await south.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await south.getByRole('link').count()).toBe(0);
    await page.unroute('**/graphql');
  });

  test('a Member of one network sees only that network', async () => {
    await open(await world.addUser('Member', [world.networkId]));
    await page.getByRole('region', { name: 'North' }).waitFor();
    await page.getByRole('columnheader', { name: 'Hosts', exact: true }).waitFor();
    expect(await names()).toEqual(['North']);
    expect(await page.getByText('South').count()).toBe(0);
  });

  test('the inventory of an empty network links to the fill page for those who may fill it', async () => {
    await open(world.member);
    await page.goto(`/inventory/${world.otherNetworkId}/hosts`);
    await page.getByRole('heading', { name: 'No hosts in South yet' }).waitFor();
    await page.getByRole('link', { name: 'How do you want to fill it?' }).click();
    await page.waitForURL(`**/discovery/${world.otherNetworkId}/fill`);
    await leavePage(browser, visitor);
    await open(world.viewer);
    await page.goto(`/inventory/${world.otherNetworkId}/hosts`);
    await page.getByRole('heading', { name: 'No hosts in South yet' }).waitFor();
    expect(await page.getByRole('link', { name: 'How do you want to fill it?' }).count()).toBe(0);
  });

  test('a new organization is guided to its first network; signed-out visitors see the start page', async () => {
    await open(world.stranger);
    await page.getByRole('main').waitFor();
    await world.stranger.query(`mutation { deleteNetwork(id: "${world.strangerNetworkId}") }`);
    await page.reload();
    await page.getByRole('link', { name: 'Create a network' }).waitFor();
    expect(await findingsInAllLooks(page)).toEqual([]);
    await leavePage(browser, visitor);
    await open(undefined);
    await page.getByRole('heading', { name: 'Your network as a graph' }).waitFor();
  });
});
