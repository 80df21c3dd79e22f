// Tests large networks on the topology page: an overview with collapsed folds, expanding folds one by one, and
// questions about nodes inside folds.
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { createSession } from '../../../src/auth/sessions';
import { describeInBrowser, leaveBrowser, leavePage, openBrowser } from '../browser';
import { serveDemo, TopologyPage, type DemoService, type DrawnNode } from './demo-page';

const closedFolds = 'node[?isFold][?isClosed]';

describeInBrowser('a network of 500 hosts on the topology page', () => {
  let service: DemoService;
  let browser: Browser;
  let page: TopologyPage;
  let networkId: string;
  beforeAll(async () => {
    [service, browser] = await Promise.all([serveDemo({ hosts: 500, networks: 1 }), openBrowser()]);
    networkId = service.demo.networks[0]!.id;
  });
  afterEach(async () => {
    expect([page.visitor.foreignRequests, page.visitor.complaints]).toEqual([[], []]);
    await leavePage(browser, page.visitor);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await service.close();
  });

  const topologyId = () => service.topologyOf(service.demo.networks[0]!.name);
  const open = async (view: string, more = '') =>
    (page = await TopologyPage.open(browser, service, `?topology=${topologyId()}&view=${view}${more}`));
  const isInSight = ({ x, y }: { x: number; y: number }) => x > 400 && x < 1_000 && y > 200 && y < 700;
  const inOrder = async (selector: string) =>
    (await page.drawn(`${selector}:visible`))
      .filter(isInSight)
      .sort((one, other) => (one.label < other.label ? -1 : 1));
  /**
   * A collapsed fold in the window, the first by name. A card is an expanded fold that is too small to show its
   * contents. If the window has only cards, double-clicks zoom in to one until it shows the collapsed folds inside.
   */
  const someFold = async (): Promise<DrawnNode> => {
    const [fold] = await inOrder(closedFolds);
    if (fold) return fold;
    const [card] = await inOrder('node.card[?isFold][label *= "-dist-"]');
    if (!card) throw new Error('no collapsed fold is in sight');
    await page.page.mouse.dblclick(card.x, card.y);
    await page.page.waitForFunction((id) => {
      const { cy } = (document.getElementById('canvas') as never as { _cyreg: { cy: Core } })._cyreg;
      interface Core {
        animated(): boolean;
        getElementById(id: string): { hasClass(name: string): boolean };
      }
      return !cy.animated() && !cy.getElementById(id).hasClass('card');
    }, card.id);
    await page.settled();
    return someFold();
  };
  const isOpen = async (id: string, isWanted = true) => {
    await page.page.waitForFunction(
      ([of, isExpectedOpen]) => {
        const { cy } = (document.getElementById('canvas') as never as { _cyreg: { cy: Core } })._cyreg;
        interface Core {
          getElementById(id: string): { nonempty(): boolean; data(name: string): unknown };
        }
        const node = cy.getElementById(of);
        return node.nonempty() && node.data('isClosed') !== isExpectedOpen;
      },
      [id, isWanted] as const,
    );
    await page.isDrawn();
  };
  const labels = async (selector = 'node') => (await page.drawn(selector)).map(({ label }) => label.split('\n')[0]!);
  const addressHas = (name: string, isThere = true) =>
    page.page.waitForFunction(([of, isExpected]) => new URLSearchParams(location.search).has(of) === isExpected, [
      name,
      isThere,
    ] as const);
  const whole = async (view: string): Promise<number> => {
    const { topology } = await page.ask(
      `{ topology(id: "${topologyId()}") { graph(view: ${view}, optionalEdgeTypes: [LearnedMachine]) {
        nodes { elementId } } } }`,
    );
    return topology.graph.nodes.length;
  };
  const hostNamed = (name: string) => service.prisma.host.findFirstOrThrow({ where: { networkId, name } });

  test.each(['L2Physical', 'L3Logical', 'Workloads'])(
    '%s begins with an overview in which every node is drawn or counted in a fold',
    async (view) => {
      await open(view);
      const marks = await page.drawn('node');
      expect(marks.length).toBeLessThan(150);
      for (const { label } of await page.drawn(closedFolds)) expect(label).toMatch(/^.+\n\d+ [a-zI]/);
      const countText = (await page.page.locator('#drawn-count').textContent())!;
      const [boxes, elements, folded] = [/(\d+) box/, /(\d+) element/, /(\d+) more folded/].map((words) =>
        Number(words.exec(countText)?.[1] ?? 0),
      );
      expect(boxes! + elements! + folded!).toBe(await whole(view));
      expect(folded).toBeGreaterThan(200);
    },
  );

  test('a double-click opens a fold in place, and nothing else disappears', async () => {
    await open('L2Physical');
    const before = await page.places();
    const fold = await someFold();
    await page.page.mouse.dblclick(fold.x, fold.y);
    await isOpen(fold.id);
    expect(await page.parameter('unfold')).toBe(fold.id);
    const after = await page.places();
    expect(Object.keys(after).length).toBeGreaterThan(Object.keys(before).length);
    expect(Object.keys(before).filter((id) => !(id in after))).toEqual([]);
  });

  test('Enter opens and closes folds; the URL opens the same picture elsewhere, and back returns to it', async () => {
    await open('L2Physical');
    const fold = await someFold();
    await page.page.mouse.click(fold.x, fold.y);
    const [, summary] = fold.label.split('\n');
    await page.details().getByText(summary!.replace(/…$/, '').slice(0, 20)).first().waitFor();
    await page.page.locator('#canvas').press('Enter');
    await isOpen(fold.id);
    const opened = await labels();
    const address = page.page.url();
    await page.page.locator('#canvas').press('Enter');
    await isOpen(fold.id, false);
    await page.page.goBack();
    await isOpen(fold.id);
    await leavePage(browser, page.visitor);
    await open('L2Physical', address.slice(address.indexOf('&view=L2Physical') + '&view=L2Physical'.length));
    expect((await labels()).sort()).toEqual(opened.sort());
  });

  test('a search result inside a fold is revealed; the rest stays folded', async () => {
    await open('L2Physical');
    const before = (await page.drawn(closedFolds)).length;
    const foldedHost = (
      await service.prisma.host.findMany({ where: { networkId, name: { startsWith: 'rv-a-ap-' } } })
    )[0]!;
    expect(await labels()).not.toContain(foldedHost.name);
    await page.find(foldedHost.name);
    expect((await labels()).some((label) => label.startsWith(foldedHost.name))).toBe(true);
    expect((await page.drawn(closedFolds)).length).toBeGreaterThanOrEqual(before);
    expect(await page.parameter('reveal')).toBe(await page.parameter('selected'));
    await page.page.locator('#canvas').press('Backspace');
    await addressHas('reveal', false);
    await page.nodeIsDrawn(foldedHost.name, false);
  });

  test('a path shows its hops although they are folded', async () => {
    const hosts = await service.prisma.host.findMany({ where: { networkId, name: { startsWith: 'rv-a-ap-' } } });
    const [from, to] = [hosts[0]!, await hostNamed('rv-fw-1')];
    await open('L2Physical', `&from=${from.id}&to=${to.id}`);
    const hops = page.side().locator('.hops > li');
    await hops.first().waitFor();
    for (const name of await hops.locator('strong').allTextContents()) await page.nodeIsDrawn(name);
    // `data-framed` of the canvas is 0 unless the viewport is moved to a part of the picture, here the path.
    const looksAt = (some: string) => page.page.locator(`#canvas${some}`).waitFor();
    await looksAt('[data-framed]:not([data-framed="0"])');
    await page.settled();
    expect((await page.drawn('node.path, node.end')).length).toBeGreaterThanOrEqual(await hops.count());
    expect((await page.drawn('edge.path')).length).toBe((await hops.count()) - 1);
    expect((await page.drawn(closedFolds)).length).toBeGreaterThan(2);
    const near = await page.zoom();
    await page.page.locator('#canvas').press('Backspace');
    await addressHas('from', false);
    await looksAt('[data-framed="0"]');
    await page.settled();
    expect([await page.drawn('.path, .end'), near > 1.1 * (await page.zoom())]).toEqual([[], true]);
  });

  test('zooming in opens devices and folds, a click reveals folded neighbours, and one key goes back', async () => {
    await open('L2Physical');
    // At first, the page shows the core devices and no phones.
    const atFirst = await labels();
    expect(atFirst.filter((label) => label.startsWith('rv-core-'))).toHaveLength(2);
    expect(atFirst.filter((label) => label.startsWith('rv-a-tel-'))).toEqual([]);
    await page.page.getByText('List of everything shown').click();
    const inList = (words: string) => page.side().getByRole('button', { name: `${words} rv-core-1`, exact: true });
    const listHas = async (words: string, insteadOf: string) => {
      await inList(words).waitFor();
      expect(await inList(insteadOf).count()).toBe(0);
    };
    await listHas('Unfold', 'What is in');
    const device = async () =>
      (await page.drawn('node[?isFoldedUp]')).find(({ label }) => label.startsWith('rv-core-1'))!;
    const { id, x, y } = await device();
    const back = async (name: string) => {
      await page.page.locator('#canvas').press('Backspace');
      await addressHas(name, false);
      await page.page.locator('#canvas').press('0');
      await page.settled();
    };

    await page.page.mouse.click(x, y);
    const bring = page.details().getByRole('button', { name: /^Show \d+ that are folded$/ });
    const expectedNumber = Number(/\d+/.exec((await bring.textContent())!)![0]);
    await bring.click();
    await page.page.waitForFunction((least) => {
      const { cy } = (document.getElementById('canvas') as never as { _cyreg: { cy: Core } })._cyreg;
      interface Core {
        $(selector: string): { readonly length: number };
      }
      return cy.$('node.near[shape = "item"]').length >= least;
    }, expectedNumber);
    await back('reveal');
    expect(await page.drawn('node[shape = "item"]')).toEqual([]);

    const comeNear = async (at: { x: number; y: number }) => {
      await page.page.mouse.move(at.x, at.y);
      for (let turn = 0; turn < 150 && (await page.parameter('unfold')) === null; turn += 1)
        await page.page.mouse.wheel(0, -400);
    };
    await comeNear(await device());
    await isOpen(id);
    await listHas('What is in', 'Unfold');
    await back('unfold');
    await listHas('Unfold', 'What is in');

    const fold = await someFold();
    await comeNear(fold);
    await isOpen(fold.id);
    expect(await page.parameter('unfold')).toBe(fold.id);
  });

  test('the grouping of folds can be chosen, and all nodes can be shown', async () => {
    await open('Workloads');
    await page.page.getByLabel('Group by').selectOption({ label: 'Kind of device' });
    await addressHas('group-by');
    await page.nodeIsDrawn('Phones');
    await page.page.getByLabel('Group by').selectOption({ label: 'Nothing: show all' });
    await page.page.waitForFunction(() => !document.getElementById('drawn-count')!.textContent.includes('folded'));
    await page.isDrawn();
    expect((await page.drawn('node[?isFold]')).length).toBe(0);
    expect(await page.parameter('group-by')).toBe('Nothing');
  });

  test('a change inside a fold changes its count; no fold opens or closes', async () => {
    await open('L3Logical');
    await page.page.locator('#live').getByText('Live').waitFor();
    const names = async () => (await labels()).map((label) => label.replace(/ \(\d+\)$/, ''));
    const before = await names();
    const drawnCount = page.page.locator('#drawn-count');
    const words = (await drawnCount.textContent())!;
    const like = await service.prisma.host.findFirstOrThrow({
      where: { networkId, name: { startsWith: 'rv-a-tel-' } },
      include: { ipAddresses: true },
    });
    const { subnetId, subnetCidr } = like.ipAddresses[0]!;
    const host = await service.prisma.host.create({
      data: { networkId, name: 'rv-a-tel-999', sysLocation: like.sysLocation },
    });
    const ipAddress = subnetCidr.replace(/\.\d+\/\d+$/, '.251');
    await service.prisma.ipAddress.create({
      data: { networkId, hostId: host.id, subnetId, subnetCidr, ipAddress, position: 0 },
    });
    await page.page.waitForFunction((old) => document.getElementById('drawn-count')!.textContent !== old, words);
    await page.isDrawn();
    expect(await names()).toEqual(before);
    await service.prisma.host.delete({ where: { id: host.id } });
    await drawnCount.getByText(words, { exact: true }).waitFor();
  });

  test('changes inside a fold are marked on it, and past graphs are folded too', async () => {
    const snapshots = await service.prisma.snapshot.findMany({ where: { networkId }, orderBy: { takenAt: 'asc' } });
    const since = snapshots[0]!.takenAt.toISOString();
    await open('L2Physical', `&since=${since}`);
    await page.side().getByRole('list', { name: 'Changes' }).waitFor();
    expect((await page.drawn(`${closedFolds}.changed`)).length).toBeGreaterThan(0);
    await page.page.getByRole('button', { name: 'Stop comparing' }).click();
    await addressHas('since', false);
    await page.settled();
    expect(await page.drawn('.changed')).toEqual([]);
    await leavePage(browser, page.visitor);
    await open('L2Physical', `&at=${since}`);
    expect((await page.drawn(closedFolds)).length).toBeGreaterThan(2);
  });

  // After a change, the page first changes its address and then draws the new picture, after timers without a delay.
  // This test makes such timers take 700 ms, as on a busy machine: the page must not report the new picture as drawn
  // before then.
  test('after each change of the picture, the page says that it is saved only once it is drawn', async () => {
    const prepare = (openedPage: Page) =>
      openedPage.addInitScript(() => {
        const real = window.setTimeout;
        const late = (work: () => void, ms?: number, ...rest: unknown[]) => real(work, ms || 700, ...rest);
        Object.assign(window, { setTimeout: late });
      });
    page = await TopologyPage.open(browser, service, `?topology=${topologyId()}&view=L2Physical`, { prepare });
    const fold = await someFold();
    const cables = page.page.getByRole('checkbox', { name: /^Cable/ }).first();
    for (const [parameter, act] of [
      ['unfold', () => page.page.mouse.dblclick(fold.x, fold.y)],
      ['edges', () => cables.uncheck()],
      ['group-by', () => page.page.getByLabel('Group by').selectOption('Location')],
    ] as const) {
      await act();
      await addressHas(parameter);
      await page.isDrawn();
      const drawnBefore = [await page.places(), (await page.drawn('edge')).length];
      await page.page.waitForTimeout(1_500);
      expect([parameter, await page.places(), (await page.drawn('edge')).length]).toEqual([parameter, ...drawnBefore]);
    }
  });

  describe('saved views', () => {
    const menu = () => page.page.locator('.saved-views');
    const openMenu = () => menu().locator('summary').click();
    const isClosed = () => page.page.locator('.saved-views:not([open])').waitFor();
    const waitForNotice = (words: string) => page.page.locator('#notice').getByText(words).waitFor();
    /** The routes of all lines by the id of the line. The route of a straight line is empty. */
    const readRoutes = () =>
      page.page.evaluate(() => {
        const { cy } = (document.getElementById('canvas') as never as { _cyreg: { cy: Core } })._cyreg;
        interface Point {
          readonly x: number;
          readonly y: number;
        }
        interface Core {
          edges(): { map<T>(of: (edge: { id(): string; data(name: string): unknown }) => T): T[] };
        }
        const pointsOf = (route: unknown) =>
          ((route ?? []) as Point[]).map(({ x, y }) => [Math.round(x), Math.round(y)]);
        return Object.fromEntries(cy.edges().map((edge) => [edge.id(), pointsOf(edge.data('route'))]));
      });
    const openAs = async (session: string, search: string, options = {}) => {
      await leavePage(browser, page.visitor);
      page = await TopologyPage.open(browser, { ...service, session }, search, options);
    };
    let saved: { id: string; places: Record<string, readonly [number, number]>; routes: object; search: string };

    test('a view is saved with nodes moved by hand, and opens the same elsewhere', async () => {
      await open('L2Physical', '&edges=PhysicalLink&hide-machines=Virtualized');
      const fold = await someFold();
      await page.page.mouse.dblclick(fold.x, fold.y);
      await isOpen(fold.id);
      const other = (await someFold())!;
      await page.page.mouse.move(other.x, other.y);
      await page.page.mouse.down();
      await page.page.mouse.move(other.x + 60, other.y + 45, { steps: 4 });
      await page.page.mouse.up();
      await page.settled();
      await page.page.getByRole('button', { name: 'Zoom in' }).click();
      await page.settled();
      const [places, routes, zoom] = [await page.places(), await readRoutes(), await page.zoom()];

      await openMenu();
      await menu().getByLabel('Name').fill('Core at night');
      await menu().getByLabel('For everyone').check();
      await menu().getByRole('button', { name: 'Save as new view' }).click();
      await isClosed();
      await waitForNotice('Saved as Core at night');
      await page.settled();
      expect([await page.places(), await readRoutes(), await page.zoom()]).toEqual([places, routes, zoom]);
      const { id } = await service.prisma.savedView.findFirstOrThrow({ where: { name: 'Core at night', networkId } });
      expect(await page.parameter('saved')).toBe(id);
      const search = new URL(page.page.url()).search;
      saved = { id, places, routes, search };
      const settings = {
        topology: topologyId(),
        unfold: fold.id,
        edges: 'PhysicalLink',
        'hide-machines': 'Virtualized',
      };

      // Opens the saved view as another user, whose window has another size and whose browser has stored nothing.
      const { organizationId } = service.demo;
      const viewer = await service.prisma.user.create({
        data: { organizationId, email: `${id}@netloom.example`, permissions: 'Viewer', termsAcceptedAt: new Date() },
      });
      await service.prisma.userNetwork.create({ data: { organizationId, networkId, userId: viewer.id } });
      await openAs(await createSession(service.prisma, viewer), `?saved=${id}`, { width: 1100, height: 700 });
      await page.page.waitForFunction(() => new URLSearchParams(location.search).has('topology'));
      await page.isDrawn();
      for (const [name, value] of Object.entries(settings))
        expect([name, await page.parameter(name)]).toEqual([name, value]);
      expect([await page.places(), await readRoutes()]).toEqual([places, routes]);
      expect(await page.zoom()).toBeCloseTo(zoom, 5);
      await openMenu();
      await menu().getByText('Saving a view needs the role Member.').waitFor();
      await menu().getByText('Core at night can be changed by the person who saved it and by Admins.').waitFor();
      expect(await menu().getByRole('button', { name: 'Delete' }).count()).toBe(0);
    });

    test('a view that is opened again has its new name in the form', async () => {
      await openAs(service.session, `?saved=${saved.id}`);
      await openMenu();
      const form = menu().getByRole('group', { name: /Core at night/ });
      const { updatedAt } = await service.prisma.savedView.findFirstOrThrow({ where: { id: saved.id } });
      const rename = (name: string) => service.prisma.savedView.update({ where: { id: saved.id }, data: { name } });
      expect(await form.getByLabel('Name').inputValue()).toBe('Core at night');
      expect((await rename('Core by day')).updatedAt).not.toEqual(updatedAt);
      await menu()
        .getByRole('button', { name: /^Core (at night|by day)$/ })
        .click();
      await waitForNotice('Opened Core by day');
      await openMenu();
      const renamed = menu().getByRole('group', { name: /Core by day/ });
      expect(await renamed.getByLabel('Name').inputValue()).toBe('Core by day');
      await rename('Core at night');
    });

    test('the full URL opens the same picture; options in the URL override the saved view', async () => {
      await openAs(service.session, saved.search);
      expect([await page.places(), await readRoutes()]).toEqual([saved.places, saved.routes]);
      await openAs(service.session, `?saved=${saved.id}&view=Workloads&hide-machines=BareMetal`);
      expect([await page.parameter('view'), await page.parameter('hide-machines')]).toEqual(['Workloads', 'BareMetal']);
      await openAs(service.session, `?saved=${randomUUID()}&topology=${topologyId()}&view=L2Physical`);
      await waitForNotice('The saved view in the address does not exist, or you may not open it.');
      expect((await page.drawn('node')).length).toBeGreaterThan(0);
    });

    test('what is moved in an open view stays there after a reload, until the view is opened again', async () => {
      await openAs(service.session, `?saved=${saved.id}`);
      const other = (await inOrder('node[?isClosed]'))[0]!;
      await page.page.mouse.move(other.x, other.y);
      await page.page.mouse.down();
      await page.page.mouse.move(other.x + 50, other.y + 35, { steps: 4 });
      await page.page.mouse.up();
      await page.settled();
      const movedPlaces = await page.places();
      expect(movedPlaces).not.toEqual(saved.places);
      await page.page.reload();
      await page.isDrawn();
      expect(await page.places()).toEqual(movedPlaces);
      await openMenu();
      await menu().getByRole('button', { name: 'Core at night' }).click();
      await waitForNotice('Opened Core at night');
      await page.isDrawn();
      expect(await page.places()).toEqual(saved.places);
      await page.page.reload();
      await page.isDrawn();
      expect(await page.places()).toEqual(saved.places);
    });

    test('positions of a saved view survive live changes, and it opens although nodes of it were deleted', async () => {
      await open('L2Physical');
      await openMenu();
      await menu().getByRole('button', { name: 'Core at night' }).click();
      await waitForNotice('Opened Core at night');
      await page.isDrawn();
      expect(await page.places()).toEqual(saved.places);
      await page.page.locator('#live').getByText('Live').waitFor();
      const version = await page.page.locator('#canvas').getAttribute('data-version');
      const ofDeleted = (await page.drawn('node')).filter(({ label }) => label.startsWith('rv-fw-1 ('));
      expect(ofDeleted).toHaveLength(1);
      const deletedHost = await hostNamed('rv-fw-1');
      await service.prisma.daemon.deleteMany({ where: { hostId: deletedHost.id } });
      await service.prisma.host.delete({ where: { id: deletedHost.id } });
      await page.page.waitForFunction((old) => document.getElementById('canvas')!.dataset.version !== old, version);
      await page.settled();
      // Only the node of the deleted host disappears; every other node is where it was saved.
      const { [ofDeleted[0]!.id]: _deleted, ...keptPlaces } = saved.places;
      const placesOfSaved = async () =>
        Object.fromEntries(Object.entries(await page.places()).filter(([id]) => id in saved.places));
      expect(await placesOfSaved()).toEqual(keptPlaces);
      await openAs(service.session, `?saved=${saved.id}`);
      await page.isDrawn();
      expect(await placesOfSaved()).toEqual(keptPlaces);
    });

    test('a view is renamed, updated and deleted by its author; a duplicate name is explained', async () => {
      await openAs(service.session, `?saved=${saved.id}`);
      await openMenu();
      const change = menu().getByRole('group', { name: 'Change Core at night' });
      await change.getByLabel('Name').fill('Core');
      await change.getByLabel('For everyone').uncheck();
      await change.getByRole('button', { name: 'Rename' }).click();
      await isClosed();
      const stored = () => service.prisma.savedView.findUnique({ where: { id: saved.id } });
      expect(await stored()).toMatchObject({ name: 'Core', visibility: 'Own' });

      await page.page.getByRole('button', { name: 'Fit' }).click();
      await page.page.getByLabel('Group by').selectOption({ label: 'Location' });
      await addressHas('group-by');
      await page.isDrawn();
      await openMenu();
      await menu().getByRole('button', { name: 'Update', exact: true }).click();
      await isClosed();
      await waitForNotice('Core was updated.');
      expect(await stored()).toMatchObject({ state: { detail: { groupBy: 'Location' } } });

      await openMenu();
      const more = menu().getByRole('group', { name: 'Save what is shown' });
      await more.getByLabel('Name').fill('Core');
      await more.getByRole('button').click();
      await menu().getByRole('alert').getByText('exists already').waitFor();
      await menu().getByRole('button', { name: 'Delete', exact: true }).click();
      await menu().getByRole('button', { name: 'Delete permanently' }).click();
      await isClosed();
      expect(await stored()).toBeNull();
      expect(await page.parameter('saved')).toBeNull();
    });
  });

  test('printing prints only the picture, on one page of its shape', async () => {
    await open('Workloads');
    await page.page.evaluate(() => void (window.print = () => undefined));
    await page.page.locator('summary', { hasText: 'Export' }).click();
    await page.page.getByRole('button', { name: 'PDF (print)' }).click();
    const svg = page.page.locator('.printed svg');
    await svg.waitFor({ state: 'attached' });
    const [, , width, height] = (await svg.getAttribute('viewBox'))!.split(' ').map(Number);
    const pdf = (await page.page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
    const sides = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
    expect(sides).toHaveLength(1);
    expect(Number(sides[0]![1]) / Number(sides[0]![2])).toBeCloseTo(width! / height!, 1);
    await page.page.evaluate(() => void dispatchEvent(new Event('afterprint')));
    await svg.waitFor({ state: 'detached' });
  });
});
