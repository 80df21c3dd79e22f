// Tests the search for rows of all kinds, in a real browser: the search opens on every page, works by keyboard, and
// leads to a row and to the map.
import type { Browser, Page, Route } from 'playwright-core';
import { shownKinds } from '../../src/pages/kit/search/found-rows';
import { kinds } from '../../src/pages/inventory/address/kinds-by-list';
import { schema } from '../../src/modules/types';
import { findingsInAllLooks } from './axe';
import { describeInBrowser, leaveBrowser, newVisitor, openBrowser, type Visitor } from './browser';
import { serveDemo, type DemoService } from './topology/demo-page';

test('each kind that a search can find has a page in the inventory', () => {
  const searched = (schema.getType('SearchKind') as { getValues(): readonly { name: string }[] }).getValues();
  expect(Object.keys(shownKinds).sort()).toEqual(searched.map(({ name }) => name).sort());
  const slugs = kinds.map(({ slug }) => slug);
  expect(Object.values(shownKinds).filter(({ slug }) => !slugs.includes(slug))).toEqual([]);
});

describeInBrowser('search everywhere', () => {
  let service: DemoService;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let networkId: string;
  beforeAll(async () => {
    [service, browser] = await Promise.all([serveDemo(), openBrowser()]);
    networkId = service.networkOf('Riverside Campus');
    visitor = await newVisitor(browser, service.url, { width: 1400, height: 850, session: service.session });
    page = visitor.page;
  });
  afterEach(() => expect([visitor.foreignRequests, visitor.complaints]).toEqual([[], []]));
  afterAll(async () => {
    await leaveBrowser(browser);
    await service.close();
  });

  const palette = () => page.getByRole('dialog', { name: 'Find anything' });
  const field = () => palette().getByRole('combobox');
  const options = () => palette().getByRole('option');
  /** The selected option of the search. The text of an option is its title, a blank and its notes. */
  const selectedOption = () => palette().getByRole('option', { selected: true });
  const status = (text: string | RegExp) => palette().getByRole('status').getByText(text).waitFor();
  const open = async (path = '/account') => {
    await page.goto(path);
    await page.getByRole('button', { name: /^Find/ }).waitFor();
    await page.keyboard.press('Control+k');
    await field().waitFor();
  };

  test.each(['/account', '/organization', '/inventory', '/topology'])(
    'the search opens on %s, and Escape closes it',
    async (path) => {
      await open(path);
      await page.keyboard.type('rv-a-acc-1');
      await selectedOption().getByText('rv-a-acc-1').first().waitFor();
      await page.keyboard.press('Escape');
      await palette().waitFor({ state: 'detached' });
      await page.getByRole('button', { name: /^Find/ }).click();
      await palette().getByRole('button', { name: 'Close' }).click();
      await palette().waitFor({ state: 'detached' });
    },
  );

  test('the slash key opens the search on pages without a search field of their own', async () => {
    await page.goto('/account');
    await page.getByRole('button', { name: /^Find/ }).waitFor();
    await page.keyboard.press('/');
    await field().waitFor();
    expect(await field().inputValue()).toBe('');
    await page.goto(`/inventory/${networkId}/hosts`);
    await page.locator('[data-index]').first().waitFor();
    await page.keyboard.press('/');
    await page.waitForFunction(() => document.activeElement?.id === 'search');
    expect(await palette().count()).toBe(0);
    // Ctrl-K works while a text field has the focus.
    await page.keyboard.press('Control+k');
    await field().waitFor();
  });

  test('arrow keys select a result, Enter opens it, and it is listed under recent results', async () => {
    const host = await service.prisma.host.findFirstOrThrow({ where: { networkId, name: 'rv-a-acc-1' } });
    await open();
    await page.keyboard.type('rv-a-acc-');
    await status(/\d matches/);
    const first = await selectedOption().innerText();
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction((text) => {
      const option = document.querySelector<HTMLElement>('[role=option][aria-selected=true]');
      const input = document.querySelector('[role=combobox][aria-controls=everywhere]');
      return option?.innerText !== text && input?.getAttribute('aria-activedescendant') === option?.id;
    }, first);
    await page.keyboard.press('ArrowUp');
    await selectedOption().getByText(first).waitFor();
    await page.keyboard.type('1');
    await selectedOption()
      .filter({ hasText: /^rv-a-acc-1 / })
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/inventory/${networkId}/hosts/${host.id}`);
    await page.getByRole('heading', { name: 'rv-a-acc-1', level: 2 }).waitFor();
    await page.keyboard.press('Control+k');
    await palette().getByText('Recent').waitFor();
    await selectedOption().getByText('rv-a-acc-1').waitFor();
  });

  test('a machine is found by the end of its MAC address and shown on the map', async () => {
    const address = await service.prisma.ipAddress.findFirstOrThrow({
      where: { networkId, macAddress: { not: null } },
      orderBy: { id: 'asc' },
    });
    await open();
    await page.keyboard.type(address.macAddress!.replaceAll(':', '').slice(-6));
    // A port of the device may have the same MAC address and come first in the list, so the option is found by its IP
    // address.
    await options().filter({ hasText: address.ipAddress }).first().hover();
    await selectedOption().filter({ hasText: address.ipAddress }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL((url) => url.pathname === '/topology' && url.searchParams.get('selected') === address.hostId);
  });

  test('Enter before the results arrive opens the best match', async () => {
    const host = await service.prisma.host.findFirstOrThrow({ where: { networkId, name: 'rv-a-acc-1' } });
    await open();
    await page.keyboard.type('rv-b');
    await status(/matches/);
    await field().fill('rv-a-acc-1');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/inventory/${networkId}/hosts/${host.id}`);
  });

  test('no results and errors are explained', async () => {
    await open();
    await page.keyboard.type('no-such-thing-anywhere');
    await status('Nothing matches.');
    expect(await options().count()).toBe(0);
    const fail = (route: Route) => route.abort();
    await page.route('**/graphql', fail);
    await page.keyboard.type('-2');
    await palette().getByRole('alert').getByText('The service does not answer').waitFor();
    await page.unroute('**/graphql', fail);
    await page.keyboard.press('Backspace');
    await status('Nothing matches.');
  });

  test('a late answer to an earlier text is dropped', async () => {
    await open();
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const hold = async (route: Route) => {
      if (!route.request().postData()?.includes('"rv-a-acc-"')) return route.continue();
      await gate;
      await route.continue().catch(() => {});
    };
    await page.route('**/graphql', hold);
    const sentRequest = page.waitForRequest((request) => request.postData()?.includes('"rv-a-acc-"') ?? false);
    await page.keyboard.type('rv-a-acc-');
    await sentRequest;
    await field().fill('no-such-thing-anywhere');
    await status('Nothing matches.');
    release();
    await page.unroute('**/graphql', hold);
    await field().fill('no-such-thing-anywhere-2');
    await status('Nothing matches.');
    expect(await options().count()).toBe(0);
  });

  test('the search has no accessibility issues, from 360 pixels on, light and dark', async () => {
    await open(`/inventory/${networkId}/hosts`);
    const findings = await findingsInAllLooks(page);
    await page.keyboard.type('rv-');
    await status(/matches/);
    findings.push(...(await findingsInAllLooks(page)));
    await open('/topology');
    await page.keyboard.type('rv-');
    await status(/matches/);
    findings.push(...(await findingsInAllLooks(page)));
    expect(findings).toEqual([]);
  });
});
