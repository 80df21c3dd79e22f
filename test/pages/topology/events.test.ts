// Tests events in a real browser: the panel "What happened" of the map with its filters, pages and new events, the
// links from an event to its rows, and severe events on the home page.
import type { Page } from 'playwright-core';
import type { NetworkEventKind, NetworkEventSeverity } from '../../../src/generated/prisma/enums';
import { findingsAt } from '../axe';
import { describeInBrowser, readSubscriptions, type Subscribed } from '../browser';
import { demoSuite, type TopologyPage } from './demo-page';

const campus = 'Riverside Campus';
const minuteMs = 60_000;

interface EventInput {
  readonly kind: NetworkEventKind;
  readonly severity: NetworkEventSeverity;
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly hostIds?: string[];
  readonly subjectIds?: string[];
  /** How many minutes before now the event was stored. */
  readonly ago?: number;
}

describeInBrowser('events on the map', () => {
  const suite = demoSuite();
  const tell = ({ ago = 0, ...event }: EventInput) => {
    const { prisma, demo } = suite.service;
    const at = new Date(Date.now() - ago * minuteMs);
    const place = { networkId: suite.service.networkOf(campus), organizationId: demo.organizationId };
    return prisma.networkEvent.create({ data: { ...place, ...event, createdAt: at, happenedAt: at } });
  };
  const isNew = (host: string, more: Partial<EventInput> = {}): EventInput => ({
    ...{ kind: 'MachineNew', severity: 'Info', code: 'machine_new', params: { host }, ...more },
  });
  const hostNamed = (name: string) =>
    suite.service.prisma.host.findFirstOrThrow({ where: { networkId: suite.service.networkOf(campus), name } });
  const open = (view: string, options = {}): Promise<TopologyPage> =>
    suite.open(`?topology=${suite.service.topologyOf(campus)}&view=${view}`, options);
  const panelOf = ({ page }: TopologyPage) => ({
    title: page.locator('summary', { hasText: 'What happened' }),
    list: page.getByRole('list', { name: 'Events, newest first' }),
    items: page.getByRole('list', { name: 'Events, newest first' }).getByRole('listitem'),
    severity: page.getByRole('combobox', { name: 'Severity', exact: true }),
    kind: page.getByRole('combobox', { name: 'Kind', exact: true }),
  });
  afterEach(() =>
    suite.service.prisma.networkEvent.deleteMany({ where: { networkId: suite.service.networkOf(campus) } }),
  );

  test('the panel lists events by pages, is filtered, and shows new ones at once', async () => {
    const machineGone = { kind: 'MachineGone', severity: 'Info', code: 'machine_gone' } as const;
    for (let at = 1; at <= 24; at += 1) await tell(isNew(`pc-${at}`, { ago: at }));
    await tell({ ...machineGone, params: { host: 'old-printer' }, ago: 30 });
    await tell(isNew('elsewhere', { severity: 'Warning', ago: 0.5 }));
    let subscriptions: readonly Subscribed[] = [];
    const page = await open('L2Physical', {
      prepare: async (opened: Page) => void (subscriptions = readSubscriptions(opened)),
    });
    const filters = () =>
      subscriptions.filter(({ name }) => name === 'PageNewEvents').map(({ variables }) => variables.filter);
    const { title, list, items, severity, kind } = panelOf(page);
    // While the panel is closed, the page reads no events and opens no event stream.
    expect([await list.count(), filters()]).toEqual([0, []]);
    await title.press('Enter');
    await list.getByText('elsewhere is new.').waitFor();
    expect(await items.count()).toBe(20);
    await page.side().getByRole('button', { name: 'Earlier events' }).press('Enter');
    await list.getByText('old-printer was deleted.').waitFor();
    expect(await items.count()).toBe(26);
    expect(await page.side().getByRole('button', { name: 'Earlier events' }).count()).toBe(0);

    await tell(isNew('just-now'));
    await list.getByText('just-now is new.').waitFor();
    expect(await items.first().innerText()).toContain('just-now is new.');
    expect(await items.count()).toBe(27);
    await page.side().getByRole('status').getByText('New: just-now is new.').waitFor({ state: 'attached' });

    await severity.selectOption('Warning and Critical');
    await list.getByText('just-now is new.').waitFor({ state: 'detached' });
    await list.getByText('elsewhere is new.').waitFor();
    expect(await items.count()).toBe(1);
    await tell(isNew('unseen'));
    await tell(isNew('grave', { severity: 'Critical' }));
    await list.getByText('grave is new.').waitFor();
    expect(await items.count()).toBe(2);
    await severity.selectOption('All');
    await list.getByText('unseen is new.').waitFor();
    await kind.selectOption('Machine deleted');
    await list.getByText('elsewhere is new.').waitFor({ state: 'detached' });
    await list.getByText('old-printer was deleted.').waitFor();
    expect(await items.count()).toBe(1);
    await kind.selectOption('Link new');
    await page.side().getByText('No such events.').waitFor();
    const severe = { severity: { in: ['Warning', 'Critical'] } };
    expect(filters()).toEqual([{}, severe, {}, { kind: { eq: 'MachineGone' } }, { kind: { eq: 'LinkNew' } }]);
    await kind.selectOption('All');
    await list.waitFor();
    await page.side().getByRole('button', { name: 'What changed in the network since the day before' }).press('Enter');
    await page.side().locator('.differences').getByText('now').waitFor();
    expect(Date.now() - Date.parse((await page.parameter('since'))!)).toBeGreaterThanOrEqual(86_400_000);
    await page.isDrawn();
    expect(await findingsAt(page.page, 360, 'dark')).toEqual([]);
    expect(await findingsAt(page.page, 1440, 'light')).toEqual([]);
  });

  test('each event leads to what it is about: on the map, in the inventory, to its check, and before a deletion', async () => {
    const { prisma, networkOf } = suite.service;
    const networkId = networkOf(campus);
    const core = await hostNamed('rv-core-1');
    const port = await prisma.interface.findFirstOrThrow({
      where: { hostId: core.id, neighbors: { some: {} } },
      orderBy: { id: 'asc' },
    });
    const check = await prisma.check.findFirstOrThrow({ where: { name: 'No address twice' } });
    const ofCore = { hostIds: [core.id] };
    const silent = { kind: 'MachineSilent', severity: 'Critical', code: 'machine_silent' } as const;
    await tell({ ...silent, params: { host: 'rv-core-1' }, ...ofCore, subjectIds: [core.id], ago: 4 });
    const down = { kind: 'PortDown', severity: 'Warning', code: 'port_down' } as const;
    const ports = { host: 'rv-core-1', count: 1, names: 'one' };
    await tell({ ...down, params: ports, ...ofCore, subjectIds: [port.id], ago: 3 });
    const failing = { kind: 'CheckFailing', severity: 'Warning', code: 'check_failing' } as const;
    await tell({ ...failing, params: { check: check.name, findings: 2 }, subjectIds: [check.id], ago: 2 });
    // The event says that a host was deleted, although the host still exists here. Its link opens the map at a time
    // before the event.
    const machineGone = { kind: 'MachineGone', severity: 'Info', code: 'machine_gone' } as const;
    await tell({ ...machineGone, params: { host: 'rv-core-1' }, ...ofCore, subjectIds: [core.id], ago: 1 });
    const page = await open('L3Logical');
    const { title, list } = panelOf(page);
    await title.click();
    await list.getByText('rv-core-1 no longer answers.').waitFor();
    const hrefOf = (name: RegExp) => list.getByRole('link', { name }).getAttribute('href');
    expect([
      await hrefOf(/^Machine in the inventory: rv-core-1 no longer answers/),
      await hrefOf(/^Port in the inventory: rv-core-1: ports/),
      await hrefOf(/^The check: The check No address twice fails/),
    ]).toEqual([
      `/inventory/${networkId}/hosts/${core.id}`,
      `/inventory/${networkId}/interfaces/${port.id}`,
      `/checks/${networkId}/${check.id}`,
    ]);
    expect(await list.getByRole('link', { name: /was deleted/ }).count()).toBe(0);
    await list.getByRole('button', { name: /^Show on the map: rv-core-1: ports/ }).press('Enter');
    await page.page.waitForFunction(() => new URLSearchParams(location.search).get('view') === 'L2Physical');
    await page.details().getByRole('heading', { level: 2 }).waitFor();
    await page.isDrawn();
    const selected = await page.parameter('selected');
    expect(selected).toBe(port.id);
    await list.getByRole('button', { name: /^Show on the map: rv-core-1 no longer/ }).click();
    await page.details().getByRole('heading', { name: 'rv-core-1', level: 2 }).waitFor();
    await list.getByRole('button', { name: 'Show the instant before: rv-core-1 was deleted.' }).click();
    await page.side().getByText('These are the events until the instant that the picture shows.').waitFor();
    await list.getByText('rv-core-1 was deleted.').waitFor({ state: 'detached' });
    await list.getByText('rv-core-1 no longer answers.').waitFor();
    await page.details().getByRole('heading', { name: 'rv-core-1', level: 2 }).waitFor();
    await page.page.goto('/');
    const happened = page.page.getByRole('list', { name: 'What happened in the last day' });
    await happened.getByText('rv-core-1 no longer answers.').waitFor();
    // The home page does not list events with the severity Info. It lists the failing check among the problems that
    // need attention.
    expect(await happened.getByRole('listitem').count()).toBe(2);
    expect(await findingsAt(page.page, 360, 'dark')).toEqual([]);
    expect(await findingsAt(page.page, 1440, 'light')).toEqual([]);
    await happened.getByRole('link', { name: 'Look: rv-core-1 no longer answers.' }).click();
    await page.details().getByRole('heading', { name: 'rv-core-1', level: 2 }).waitFor();
  });
});
