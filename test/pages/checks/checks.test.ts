// Tests checks in a real browser: the failing checks of the demo on the map, the checks that would fail after what-if
// changes, the page of checks, and the home page.
import type { Browser, Page } from 'playwright-core';
import { judgeDueNetworks } from '../../../src/modules/topology/check/judge-networks.sql';
import { jobs } from '../../../src/modules/thread-jobs';
import { RowsAside } from '../../../src/platform/process/rows-aside';
import { findingsAt, findingsInAllLooks } from '../axe';
import {
  chooseNetwork,
  describeInBrowser,
  leaveBrowser,
  leavePage,
  newVisitor,
  openBrowser,
  type Visitor,
} from '../browser';
import { serveDemo, TopologyPage, type DemoService } from '../topology/demo-page';

const campus = 'Riverside Campus';
const runHere = ((job: keyof typeof jobs, input: never) =>
  Promise.resolve((jobs[job] as (input: never) => unknown)(input))) as never;

describeInBrowser('checks', () => {
  let service: DemoService;
  let browser: Browser;
  let visitor: Visitor | undefined;
  beforeAll(async () => {
    [service, browser] = await Promise.all([serveDemo(), openBrowser()]);
    await judge();
  });
  afterEach(async () => {
    if (!visitor) return;
    expect([visitor.foreignRequests, visitor.complaints]).toEqual([[], []]);
    await leavePage(browser, visitor);
    visitor = undefined;
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await service.close();
  });

  const judge = async () => {
    const failures: unknown[] = [];
    const rows = new RowsAside((error) => failures.push(error));
    await judgeDueNetworks(service.prisma, new Date(), rows, {
      ...service.judging,
      workersOf: () => ({ run: runHere }),
      onBehind: () => undefined,
    });
    expect(failures).toEqual([]);
  };
  const open = async (address: string): Promise<Page> => {
    visitor = await newVisitor(browser, service.url, { width: 1440, session: service.session });
    await visitor.page.goto(address);
    return visitor.page;
  };
  const failing = () =>
    service.prisma.checkVerdict.findMany({
      where: { networkId: service.networkOf(campus), state: 'Failing' },
      include: { check: true },
    });

  test('the map lists the failing checks, shows the findings of one in the picture, and a finding is accepted', async () => {
    const page = await TopologyPage.open(browser, service, `?topology=${service.topologyOf(campus)}&view=L3Logical`);
    ({ visitor } = page);
    const verdicts = await failing();
    expect(verdicts.length).toBeGreaterThan(0);
    for (const { check } of verdicts) await page.side().getByRole('button', { name: check.name }).waitFor();
    await page.side().getByRole('button', { name: 'Each switch has two uplinks' }).click();
    await page.page.waitForFunction(() => new URLSearchParams(location.search).get('view') === 'L2Physical');
    const findings = page.side().getByRole('list', { name: 'Findings of Each switch has two uplinks' });
    await findings
      .getByText(/has too few uplinks to different devices: [01] of 2\./)
      .first()
      .waitFor();
    await page.isDrawn();
    expect((await page.drawn('node.finding')).length).toBeGreaterThan(0);
    const count = await findings.getByRole('listitem').count();
    await findings
      .getByRole('button', { name: /^Accept as it is/ })
      .first()
      .click();
    await page.page.getByRole('dialog').getByLabel('Why').fill('a lab');
    await page.page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
    await findings.getByText('accepted as it is').waitFor();
    expect(await findings.getByRole('listitem').count()).toBe(count);
    await findings.getByRole('button', { name: /^Withdraw/ }).click();
    await findings.getByText('accepted as it is').waitFor({ state: 'detached' });
    await page.side().getByRole('button', { name: 'Mute Each switch has two uplinks' }).click();
    await page.page.getByRole('dialog').getByRole('button', { name: 'Mute' }).click();
    await page.side().getByText('1 is muted').click();
    await page.side().getByRole('button', { name: 'Unmute Each switch has two uplinks' }).click();
    await page.side().getByText('1 is muted').waitFor({ state: 'detached' });
    expect(await findingsAt(page.page, 360, 'dark')).toEqual([]);
    expect(await findingsAt(page.page, 1440, 'light')).toEqual([]);
  });

  test('a failing switch and a new cable are supposed, and taken back one by one', async () => {
    const page = await TopologyPage.open(browser, service, `?topology=${service.topologyOf(campus)}&view=L2Physical`);
    ({ visitor } = page);
    await page.find('rv-c-dist-1');
    await page.details().getByRole('button', { name: 'What-if failure' }).click();
    await page
      .side()
      .getByText(/^[1-9]\d* cut off/)
      .waitFor();
    await page.isDrawn();
    expect((await page.drawn('node.lost')).length).toBeGreaterThan(0);
    const checks = page.side().getByRole('list', { name: 'Checks that would say something else' });
    await checks.getByText('Each switch has two uplinks').waitFor();
    expect(await page.parameter('suppose')).toMatch(/^host:[\da-f-]{36}$/);
    const ports = await service.prisma.interface.findMany({
      where: { networkId: service.networkOf(campus), host: { name: { in: ['rv-c-acc-1', 'rv-c-acc-2'] } } },
      include: { host: true },
      orderBy: { id: 'asc' },
    });
    // Most ports without a cable are not drawn, so the test selects these two in the lists of interfaces of their
    // devices.
    const free = ['rv-c-acc-1', 'rv-c-acc-2'].map((name) => ports.findLast(({ host }) => host?.name === name)!);
    for (const [at, button] of ['What-if cable…', 'Connect by a what-if cable'].entries()) {
      await page.side().getByRole('button', { name: free[at]!.host!.name!, exact: true }).click();
      await page.details().getByRole('heading', { name: free[at]!.host!.name!, level: 2 }).waitFor();
      await page
        .details()
        .getByText(/^Interfaces/)
        .click();
      await page.details().getByRole('button', { name: free[at]!.ifName!, exact: true }).click();
      await page.details().getByRole('button', { name: button }).click();
    }
    const list = page.side().getByRole('list', { name: 'What-if changes' });
    await list.getByText(/rv-c-acc-1 .* and rv-c-acc-2 .* are connected/).waitFor();
    await page
      .side()
      .getByText(/cut off/)
      .waitFor();
    expect(await list.getByRole('listitem').count()).toBe(2);
    await page.side().getByLabel('Name of a plan').fill('The new ring');
    // A refused plan keeps its name in the form, and a double click sends it once.
    const keepPlan = page.side().getByRole('button', { name: 'Keep as a plan' });
    let sent = 0;
    let release = () => {};
    const clicked = new Promise<void>((resolve) => (release = resolve));
    await page.page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('PageKeepPlan')) return route.continue();
      sent += 1;
      await clicked;
      await route.abort();
    });
    await keepPlan.dblclick();
    release();
    await page.side().getByRole('alert').filter({ hasText: /./ }).first().waitFor();
    expect([sent, await page.side().getByLabel('Name of a plan').inputValue()]).toEqual([1, 'The new ring']);
    await page.page.unroute('**/graphql');
    await keepPlan.click();
    await page.side().getByRole('button', { name: 'Show the plans' }).click();
    const plan = page.side().getByRole('list', { name: 'Plans' }).getByRole('button', { name: 'The new ring' });
    await plan.waitFor();
    expect(await findingsAt(page.page, 1440, 'light')).toEqual([]);
    await page.side().getByRole('button', { name: 'Take all back' }).click();
    await list.getByRole('listitem').first().waitFor({ state: 'detached' });
    await page.side().getByText('What if', { exact: true }).click();
    await page.side().getByRole('button', { name: 'Show the plans' }).click();
    await plan.click();
    await list.getByText(/ fails/).waitFor();
    expect(await list.getByRole('listitem').count()).toBe(2);
    await list.getByRole('button', { name: 'Take back: rv-c-dist-1 fails' }).click();
    await list.getByText(/ fails/).waitFor({ state: 'detached' });
    await list.getByRole('button', { name: /^Take back/ }).click();
    await page.page.waitForFunction(() => !new URLSearchParams(location.search).has('suppose'));
    // The plans of a network are not listed under another network. The panel is a new one, whose section is closed.
    const showPlans = page.side().getByRole('button', { name: 'Show the plans', includeHidden: true });
    await showPlans.waitFor({ state: 'attached' });
    await page.side().getByText('What if', { exact: true }).click();
    await showPlans.click();
    await plan.waitFor();
    await chooseNetwork(page.page, 'Lyon Branch');
    await showPlans.waitFor({ state: 'attached' });
    expect(await page.side().getByRole('list', { name: 'Plans', includeHidden: true }).count()).toBe(0);
    await service.prisma.plan.deleteMany({ where: { name: 'The new ring' } });
  });

  test('a check is tested against now and the past, made, found in the list, and deleted', async () => {
    const page = await open(`/checks/${service.networkOf(campus)}`);
    await page.getByRole('row', { name: /No address twice/ }).waitFor();
    await page
      .getByRole('navigation', { name: 'Checks by state' })
      .getByRole('link', { name: /^Failing [1-9]/ })
      .click();
    await page.getByRole('row', { name: /No address twice/ }).waitFor({ state: 'detached' });
    expect(await findingsAt(page, 1440, 'light')).toEqual([]);
    await page.getByRole('link', { name: 'New check' }).click();
    await page.getByLabel('Name', { exact: true }).fill('A way to the core');
    await page.getByLabel('Kind', { exact: true }).selectOption('WayExists');
    await page.getByRole('button', { name: 'Test against now' }).click();
    await page.getByText('From host: this field is required.').first().waitFor();
    for (const [label, host] of [
      ['From host', 'rv-core-1'],
      ['To host', 'rv-core-2'],
    ] as const) {
      await page.getByRole('combobox', { name: label }).fill(host);
      await page.getByRole('option', { name: host }).first().waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: `Remove ${host}` }).waitFor();
    }
    await page.getByRole('button', { name: 'Test against now' }).click();
    const result = page.getByRole('status', { name: 'Result of the test' });
    await result.getByText('passing').waitFor();
    await page.getByRole('button', { name: 'Test against the past' }).click();
    await result.getByRole('listitem').first().waitFor();
    expect(await findingsInAllLooks(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create check' }).click();
    await page.getByRole('heading', { name: 'A way to the core', level: 1 }).waitFor();
    await judge();
    await page
      .getByRole('region', { name: /^Verdict in/ })
      .getByText('passing')
      .waitFor();
    await page.getByText('rv-core-2').first().waitFor();
    await page.getByRole('button', { name: 'Judge', exact: true }).click();
    await page.getByRole('table', { name: 'Verdicts over time' }).getByText('passing').first().waitFor();
    expect(await findingsAt(page, 360, 'dark')).toEqual([]);
    expect(await findingsAt(page, 1440, 'light')).toEqual([]);
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Name', { exact: true }).fill('The way to the core');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'The way to the core', level: 1 }).waitFor();
    const stored = await service.prisma.check.findFirstOrThrow({ where: { name: 'The way to the core' } });
    expect([stored.kind, Object.keys(stored.rule as object).sort()]).toEqual([
      'WayExists',
      ['fromHostId', 'toHostId', 'view'],
    ]);
    await page.getByRole('button', { name: 'Delete The way to the core' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('row', { name: /No address twice/ }).waitFor();
    await page.getByRole('link', { name: 'Suggestions' }).click();
    await page.getByRole('button', { name: 'Create those that the network does not have' }).click();
    await page.getByText(/checks were created|One check was created|has all of them/).waitFor();
  });

  test('a check with a query of its own is made; what is wrong with it is said at its field', async () => {
    const page = await open(`/checks/${service.networkOf(campus)}`);
    await page.getByRole('link', { name: 'New check' }).click();
    await page.getByLabel('Name', { exact: true }).fill('No host without a name');
    await page.getByLabel('Kind', { exact: true }).selectOption('QueryFindsNothing');
    const [query, expression] = [page.getByLabel('Document'), page.getByLabel('Expression')];
    await query.fill(
      'query ($networkId: UUID!) {\n  hosts(networkId: $networkId, first: 1000) { nodes { id nam } }\n}',
    );
    await expression.fill('hosts.nodes.filter(h, h.name == "")');
    const send = page.getByRole('button', { name: 'Create check' });
    await send.click();
    await page
      .getByRole('alert')
      .getByText(/Line 2, column 58/)
      .waitFor();
    expect(await query.getAttribute('aria-invalid')).toBe('true');
    await query.fill(
      'query ($networkId: UUID!) {\n  hosts(networkId: $networkId, first: 1000) { nodes { id name } }\n}',
    );
    await expression.fill('hosts.filter(');
    await send.click();
    await page
      .getByRole('alert')
      .getByText(/Line 1, column 14/)
      .waitFor();
    expect(await expression.getAttribute('aria-invalid')).toBe('true');
    expect(await findingsAt(page, 1440, 'light')).toEqual([]);
    await expression.fill('hosts.nodes.filter(h, h.name == "")');
    await page.getByRole('button', { name: 'Test against now' }).click();
    await page
      .getByRole('status', { name: 'Result of the test' })
      .getByText(/passing|failing/)
      .waitFor();
    await send.click();
    await page.getByRole('heading', { name: 'No host without a name', level: 1 }).waitFor();
    expect(await findingsAt(page, 360, 'dark')).toEqual([]);
    await service.prisma.check.deleteMany({ where: { kind: 'QueryFindsNothing' } });
  });

  test('the home page names failing checks and leads to them on the map', async () => {
    const page = await open('/');
    await page
      .getByText(/^“Each switch has two uplinks” in .*: failing/)
      .first()
      .waitFor();
    await page
      .getByRole('link', { name: /^Look: “Each switch has two uplinks”/ })
      .first()
      .click();
    await page.getByRole('list', { name: 'Findings of Each switch has two uplinks' }).waitFor();
  });
});
