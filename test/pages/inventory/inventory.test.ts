// Guarantees of the inventory in a real browser, for each kind of row. The list shows the rows that the API lists, with
// the same filters and orders, also by keyboard. The page of a row shows that row.
import type { Browser, Page } from 'playwright-core';
import { kindOfList, kinds, type Kind } from '../../../src/pages/inventory/address/kinds-by-list';
import { findingsInAllLooks } from '../axe';
import { describeInBrowser, leaveBrowser, newVisitor, openBrowser, type Visitor } from '../browser';
import { serveDemo, type DemoService } from '../topology/demo-page';
import { visit } from './lead';

/** The number of rows that the page requests at once. */
const pageRows = 100;
const campus = 'Riverside Campus';

interface Listed {
  readonly totalCount: number;
  readonly nodes: readonly { readonly id: string }[];
}

describeInBrowser('inventory', () => {
  let service: DemoService;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let networkId: string;
  beforeAll(async () => {
    [service, browser] = await Promise.all([serveDemo({ hosts: 60, networks: 1 }), openBrowser()]);
    networkId = service.networkOf(campus);
    await addRest();
    visitor = await newVisitor(browser, service.url, { width: 1400, height: 850, session: service.session });
    page = visitor.page;
  });
  afterEach(() => expect([visitor.foreignRequests, visitor.complaints]).toEqual([[], []]));
  afterAll(async () => {
    await leaveBrowser(browser);
    await service.close();
  });

  /** Creates rows of the kinds that the demo organization lacks. */
  async function addRest(): Promise<void> {
    const { prisma } = service;
    const hosts = await prisma.host.findMany({ where: { networkId }, orderBy: { id: 'asc' }, take: 2 });
    const [host, other] = hosts.map(({ id }) => id) as [string, string];
    const port = await prisma.interface.findFirstOrThrow({ where: { networkId, hostId: { not: host } } });
    await prisma.identitySuggestion.create({ data: { networkId, hostId: host, otherHostId: other, reasons: [] } });
    await askApi('mutation ($input: CreateLinkDecisionInput!) { createLinkDecision(input: $input) { id } }', {
      input: { networkId, interfaceId: port.id, remoteHostId: host, verdict: 'Refuted' },
    });
    const topologyId = service.topologyOf(campus);
    await askApi('mutation ($input: CreateSavedViewInput!) { createSavedView(input: $input) { id } }', {
      input: { topologyId, name: 'Core', view: 'L2Physical' },
    });
  }

  /** Sends a query to the API as the owner of the demo. */
  async function askApi<Answer>(query: string, variables: object = {}): Promise<Answer> {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: `session_id=${service.session}`, Origin: service.url },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data: Answer; errors?: unknown };
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  }

  /** The rows that the API lists, in the given order or, if null, in the default order of the page. */
  async function listed(kind: Kind, order: string | null, direction = 'asc', filter = ''): Promise<Listed> {
    const args = [
      ...(kind.isInNetwork ? [`networkId: "${networkId}"`] : []),
      ...(order === null ? [] : [`orderBy: [{ field: ${order}, direction: ${direction} }]`]),
      ...(filter ? [`filter: ${filter}`] : []),
    ];
    const text = `{ list: ${kind.list}(first: ${pageRows}, ${args.join(', ')}) { totalCount nodes { id } } }`;
    return (await askApi<{ list: Listed }>(text)).list;
  }

  /** Two different values that rows of the kind have in a field; fewer if the first rows have fewer. */
  async function storedValues(kind: Kind, name: string): Promise<readonly string[]> {
    const inNetwork = kind.isInNetwork ? `, networkId: "${networkId}"` : '';
    const text = `{ list: ${kind.list}(first: ${pageRows}${inNetwork}) { nodes { value: ${name} } } }`;
    const { list } = await askApi<{ list: { nodes: readonly { value: string | null }[] } }>(text);
    return [...new Set(list.nodes.flatMap(({ value }) => value ?? []))].slice(0, 2);
  }

  const address = (kind: Kind, rest = '') => `/inventory/${networkId}/${kind.slug}${rest}`;
  /** Headings of the columns by which the list can be sorted. */
  const headings = () => page.getByRole('columnheader').and(page.locator(':has(button)'));
  /** The order field of the last column by which the list can be sorted. */
  const lastOrder = (kind: Kind) =>
    kind.columns.map((name) => kind.fields.find((one) => one.name === name)!.order).findLast((order) => order !== null);
  const titles = () => page.locator('[data-index] .title a');
  const countIs = (text: string) => page.locator('.count').getByText(text, { exact: true }).waitFor();
  const words = (kind: Kind, count: number) =>
    `${count.toLocaleString('en-US')} ${count === 1 ? kind.singular : kind.plural}`;
  /** Waits until the list shows rows with the first of these ids, in this order. */
  const showsIds = (ids: readonly string[]) =>
    page.waitForFunction((expected) => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-index] .title a')];
      const shownIds = links.map(({ pathname }) => pathname.split('/').at(-1));
      return shownIds.length >= Math.min(expected.length, 10) && shownIds.every((id, index) => id === expected[index]);
    }, ids);

  test.each(kinds.map((kind) => [kind.list, kind] as const))(
    '%s: list, order, filter and one row',
    async (_n, kind) => {
      const usual = kind.fields.find(({ name }) => name === kind.title[0]);
      const order = usual?.order ?? null;
      const all = await listed(kind, order, usual?.shape === 'DateTime' ? 'desc' : 'asc');
      await visit(page, address(kind));
      await countIs(words(kind, all.totalCount));
      if (all.totalCount === 0) {
        await page.getByText(kind.nextStep).waitFor();
        return;
      }
      await showsIds(all.nodes.map(({ id }) => id));

      const field = lastOrder(kind);
      if (field) {
        await headings().last().getByRole('button').press('Enter');
        await page.waitForURL((url) => url.searchParams.get('sort') === field);
        await showsIds((await listed(kind, field)).nodes.map(({ id }) => id));
      }

      const { id } = all.nodes[0]!;
      await visit(page, address(kind, `?id.in=${id}`));
      await countIs(words(kind, 1));
      await showsIds([id]);
      const name = await titles().innerText();
      await titles().press('Enter');
      await page.getByRole('heading', { name, level: 2 }).waitFor();
      expect(new URL(page.url()).pathname).toBe(address(kind, `/${id}`));
      expect(await page.locator('.detail dd').count()).toBeGreaterThan(1);
      await page.getByRole('alert').filter({ hasText: /./ }).waitFor({ state: 'detached' });
    },
  );

  test('pressing the heading of a column again reverses the order', async () => {
    const kind = kindOfList('hosts');
    const order = lastOrder(kind)!;
    await visit(page, address(kind, `?sort=${order}`));
    await showsIds((await listed(kind, order)).nodes.map(({ id }) => id));
    await headings().last().getByRole('button').press('Enter');
    await page.waitForURL((url) => url.searchParams.get('sort') === `-${order}`);
    await showsIds((await listed(kind, order, 'desc')).nodes.map(({ id }) => id));
  });

  test('a signed-out visitor signs in and returns to the same list', async () => {
    const stranger = await newVisitor(browser, service.url);
    await stranger.page.goto(address(kindOfList('hosts'), '?role.in=Switch'));
    await stranger.page.waitForURL('**/sign-in?next=*');
    const next = new URL(stranger.page.url()).searchParams.get('next');
    expect(next).toBe(address(kindOfList('hosts'), '?role.in=Switch'));
    await stranger.context.close();
  });

  test('a long list loads more rows while it is scrolled, with few rows in the document', async () => {
    const kind = kindOfList('interfaces');
    const { totalCount } = await listed(kind, null);
    expect(totalCount).toBeGreaterThan(2 * pageRows);
    await visit(page, address(kind));
    await countIs(words(kind, totalCount));
    await titles().first().focus();
    const indexOfFocus = () =>
      page.evaluate(() => Number(document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1));
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.activeElement?.closest('[data-index="1"]') !== null);
    // The End key moves to the last row that is loaded, so the test presses the key until all rows are loaded.
    while ((await indexOfFocus()) < totalCount - 1) {
      await page.keyboard.press('End');
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    }
    expect(await page.locator('[data-index]').count()).toBeLessThan(pageRows);
    const before = await page.locator('.scroller').evaluate((element) => element.scrollTop);
    expect(before).toBeGreaterThan(1000);
    await page.keyboard.press('Enter');
    await page.locator('.detail h2').waitFor();
    await page.goBack();
    await page.waitForFunction((top) => (document.querySelector('.scroller')?.scrollTop ?? 0) >= top - 5, before);
  });

  test('filters are added by a form, appear as chips and in the URL, and apply to the download too', async () => {
    const kind = kindOfList('hosts');
    await visit(page, address(kind));
    await titles().first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('rv-');
    await page.waitForURL((url) => url.searchParams.get('search') === 'rv-');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('search');
    await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
    await page.getByLabel('Field').selectOption('role');
    await page.getByRole('button', { name: 'Add filter' }).press('Enter');
    await page.getByRole('form').getByRole('alert').getByText('Choose a value.').waitFor();
    await page.getByRole('checkbox', { name: 'Switch' }).press('Space');
    await page.getByRole('button', { name: 'Add filter' }).press('Enter');
    await page.waitForURL((url) => url.searchParams.get('role.in') === 'Switch');
    const { totalCount } = await listed(kind, null, 'asc', '{ search: "rv-", role: { eq: Switch } }');
    await countIs(words(kind, totalCount));
    const href = await page.getByRole('link', { name: 'CSV' }).getAttribute('href');
    const csv = await visitor.context.request.get(href!);
    expect([csv.status(), (await csv.text()).trim().split('\r\n').length]).toEqual([200, totalCount + 1]);
    await page.reload();
    await countIs(words(kind, totalCount));
    await page.getByRole('button', { name: 'Remove the filter Role' }).press('Enter');
    await page.waitForURL((url) => !url.searchParams.has('role.in'));
  });

  test('the download contains the rows of the list for two values of each list parameter', async () => {
    const tested: string[] = [];
    for (const kind of kinds)
      for (const path of Object.keys(kind.download?.parameters ?? {}).filter((one) => one.endsWith('.in'))) {
        const name = path.slice(0, -'.in'.length);
        const shape = name === 'hostId' ? 'UUID' : kind.fields.find((field) => field.name === name)?.shape;
        if (shape === undefined || ['Row', 'Rows', 'PlainRows', 'Object', 'Objects'].includes(shape)) continue;
        const stored = await storedValues(kind, name);
        if (stored.length < 2) continue;
        const values = stored.map((value) => (shape === 'Enum' ? value : JSON.stringify(value)));
        const { totalCount } = await listed(kind, null, 'asc', `{ ${name}: { in: [${values.join(', ')}] } }`);
        const query = new URLSearchParams(stored.map((value) => [path, value]));
        await visit(page, address(kind, `?${query.toString()}`));
        await countIs(words(kind, totalCount));
        const href = await page.getByRole('link', { name: 'CSV' }).getAttribute('href');
        const csv = await visitor.context.request.get(href!);
        const lines = (await csv.text()).trim().split('\r\n').length;
        expect([kind.list, path, csv.status(), lines]).toEqual([kind.list, path, 200, totalCount + 1]);
        tested.push(path);
      }
    expect(tested).toEqual(expect.arrayContaining(['manufacturer.in', 'hostId.in']));
  });

  test('an invalid filter in the URL is named; a list without matches offers a way back', async () => {
    await visit(page, address(kindOfList('hosts'), '?name.contains=no-such-host&colour.eq=red'));
    await page.getByRole('alert').getByText('colour.eq=red').waitFor();
    await page.getByRole('heading', { name: 'No hosts match' }).waitFor();
    await page.getByRole('button', { name: 'Remove the search and all filters' }).press('Enter');
    await titles().first().waitFor();
    await visit(page, `/inventory/${networkId}/toasters`);
    await page.getByRole('heading', { name: 'There is no such list' }).waitFor();
    for (const path of ['/constructor', '/null/edit']) {
      await visit(page, address(kindOfList('hosts'), path));
      await page.getByRole('heading', { name: 'This host is not there' }).waitFor();
    }
  });

  test('chosen columns are remembered', async () => {
    await visit(page, address(kindOfList('vlans')));
    await titles().first().waitFor();
    expect(await page.getByRole('columnheader', { name: 'Changed' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    await page.getByRole('checkbox', { name: 'Changed' }).press('Space');
    await page.getByRole('columnheader', { name: 'Changed' }).waitFor();
    await page.reload();
    await page.getByRole('columnheader', { name: 'Changed' }).waitFor();
    await page.locator('[data-index="0"] time').nth(1).waitFor();
  });

  test('kinds with a history show past states, with an explanation', async () => {
    const kind = kindOfList('vlans');
    const { historyKeptSince, vlans } = (
      await askApi<{ network: { historyKeptSince: string | null; vlans: Listed } }>(
        `{ network(id: "${networkId}") { historyKeptSince vlans(first: 1) { totalCount nodes { id } } } }`,
      )
    ).network;
    expect([historyKeptSince, vlans.totalCount > 0]).toEqual([null, true]);
    // At this instant, before the demo was created, no row existed.
    await visit(page, address(kind, '?at=2001-01-01T00:00:00Z'));
    await page.getByText(/^As of .*2001/).waitFor();
    await page.getByText(/There were no VLANs in .* at this time/).waitFor();
    await page.getByRole('link', { name: 'Snapshots' }).click();
    await page.getByText('No history is kept of snapshots: they are shown as they are now.').waitFor();
    await page.getByRole('button', { name: 'Show now' }).press('Enter');
    await page.waitForURL((url) => !url.searchParams.has('at'));
  });

  test('rows of now are not shown under the heading of another instant whose rows cannot be read', async () => {
    await visit(page, address(kindOfList('vlans')));
    await titles().first().waitFor();
    await page.route('**/graphql', (route) => route.abort());
    await page.getByLabel('As of', { exact: true }).fill('2026-01-02T03:45');
    await page.getByText(/^As of .*2026/).waitFor();
    await titles().first().waitFor({ state: 'detached' });
    await page.unroute('**/graphql');
  });

  test('an instant is typed and changed by keyboard, and the field keeps the focus', async () => {
    await visit(page, address(kindOfList('vlans')));
    const field = page.getByLabel('As of', { exact: true });
    const shows = (text: string) =>
      page.waitForURL((url) => url.searchParams.get('at') === new Date(text).toISOString());
    const focusedValue = () => page.evaluate(() => (document.activeElement as HTMLInputElement).value);
    await field.focus();
    await page.keyboard.type('010220260345AM');
    await shows('2026-01-02T03:45');
    expect(await focusedValue()).toBe('2026-01-02T03:45');
    // The minute is left of AM and PM. Its first digit is a whole minute too.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('17');
    await shows('2026-01-02T03:17');
    expect(await focusedValue()).toBe('2026-01-02T03:17');
    await page.goBack();
    await page.waitForURL((url) => !url.searchParams.has('at'));
    // The address changes before the page follows it.
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('input[type=datetime-local]')?.value === '',
    );
  });

  test('a host links to its details on the map, and the map links back', async () => {
    const host = await service.prisma.host.findFirstOrThrow({ where: { networkId, name: 'rv-a-acc-1' } });
    await visit(page, address(kindOfList('hosts'), `/${host.id}`));
    await page.getByRole('link', { name: 'Show on the map' }).click();
    await page.getByRole('complementary', { name: 'Details' }).getByRole('heading', { level: 2 }).waitFor();
    await page.getByRole('link', { name: 'Inventory', exact: true }).click();
    await page.waitForURL(`**/inventory/${networkId}/hosts`);
  });

  test('lists and rows have no accessibility issues, from 360 pixels on, light and dark', async () => {
    const findings: string[] = [];
    const look = async (rest: string, ready: () => Promise<unknown>) => {
      await page.goto(`/inventory/${networkId}/${rest}`);
      await ready();
      findings.push(...(await findingsInAllLooks(page)).map((finding) => `${rest}: ${finding}`));
    };
    const host = await service.prisma.host.findFirstOrThrow({ where: { networkId, name: 'rv-a-acc-1' } });
    const pastList = 'hosts?role.in=Switch&at=2026-01-01T00:00:00Z';
    await look(pastList, () => page.getByText(/^As of .*2026/).waitFor());
    await look('interfaces', async () => {
      await titles().first().waitFor();
      await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
      await page.getByLabel('Field').selectOption('operStatus');
    });
    const heading = page.getByRole('heading', { name: 'rv-a-acc-1' });
    await look(`hosts/${host.id}`, () => heading.waitFor());
    expect(findings).toEqual([]);
  });
});
