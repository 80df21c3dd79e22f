// Tests the topology page over time and by keyboard: the page follows changes of the graph, moves nodes only if
// necessary, and works without a pointer.
import { createSession } from '../../../src/auth/sessions';
import { addDiscovery, addSession } from '../../support/discovery-rows';
import { eventually } from '../../support/eventually';
import { findingsInAllLooks } from '../axe';
import { chooseNetwork, describeInBrowser, leavePage, newVisitor, readSubscriptions } from '../browser';
import { demoSuite, TopologyPage } from './demo-page';

const branch = 'Lyon Branch';

describeInBrowser('the topology page', () => {
  const suite = demoSuite();

  const open = (view: string, more = '', options = {}) =>
    suite.open(`?topology=${suite.service.topologyOf(branch)}&view=${view}${more}`, options);
  const subnet = () =>
    suite.service.prisma.subnet.findFirstOrThrow({
      where: { networkId: suite.service.networkOf(branch), subnetType: 'Lan', ipAddresses: { some: {} } },
    });

  test('a change is drawn as it happens; only nodes in its way move, also after reopening the page', async () => {
    const page = await open('L3Logical');
    await page.page.locator('#live').getByText('Live').waitFor();
    const before = await page.places();
    const { id: subnetId, cidr } = await subnet();
    const networkId = suite.service.networkOf(branch);
    const ipAddress = cidr.replace(/\.\d+\/\d+$/, '.199');
    const host = await suite.service.prisma.host.create({ data: { networkId, name: 'newcomer' } });
    const { id: newcomer } = await suite.service.prisma.ipAddress.create({
      data: { networkId, hostId: host.id, subnetId, subnetCidr: cidr, ipAddress, position: 0 },
    });
    await page.nodeIsDrawn('newcomer');
    const after = await page.places();
    const [, top] = before[subnetId]!;
    const movedEntries = Object.entries(before).filter(([id, [x, y]]) => after[id]![0] !== x || after[id]![1] !== y);
    // The box of the subnet grows by the new node, so its centre may move in any direction. Other nodes move only
    // vertically, and only if they were not above the box.
    for (const [id, [x, y]] of movedEntries)
      expect([id, after[id]![0] === x || id === subnetId, y >= top]).toEqual([id, true, true]);
    expect(movedEntries.length).toBeLessThan(Object.keys(before).length / 2);
    await page.page.reload();
    await page.isDrawn();
    expect(await page.places()).toEqual(after);
    await suite.service.prisma.host.update({ where: { id: host.id }, data: { name: 'renamed' } });
    await page.nodeIsDrawn('renamed');
    expect(await page.places()).toEqual(after);
    await suite.service.prisma.host.delete({ where: { id: host.id } });
    await page.nodeIsDrawn('renamed', false);
    const { [newcomer]: _gone, ...others } = after;
    expect(await page.places()).toEqual(others);
  });

  /**
   * Names of the GraphQL operations that the page sends from now on. `PageVerdicts` is left out, because the page
   * sends it later, at a time that the test does not know.
   */
  const askedBy = ({ page }: TopologyPage): string[] => {
    const operationNames: string[] = [];
    page.on('request', (request) => {
      const name = /(?:query|subscription) (\w+)/.exec(request.postData() ?? '')?.[1];
      if (name && name !== 'PageVerdicts' && request.url().endsWith('/graphql')) operationNames.push(name);
    });
    return operationNames;
  };
  /** Simulates that the tab of the page is hidden behind another tab, or visible again. */
  const setHidden = ({ page }: TopologyPage, isHidden: boolean) =>
    page.evaluate((isTabHidden) => {
      Object.defineProperty(document, 'hidden', { value: isTabHidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);

  test('a change made by REST is drawn at once from the sent event, without further requests', async () => {
    const page = await open('L3Logical');
    await page.page.locator('#live').getByText('Live').waitFor();
    const operationNames = askedBy(page);
    const { request } = page.visitor.context;
    const address = `/api/v1/subnets/${(await subnet()).id}`;
    const { data } = await (await request.get(address)).json();
    const rename = async (name: string) =>
      expect((await request.put(address, { data: { ...data, name } })).ok()).toBe(true);
    const begunAt = performance.now();
    await rename('Renamed by REST');
    await page.nodeIsDrawn('Renamed by REST');
    // The limit is high because other suites may keep the machine busy. Without them, drawing the change takes less
    // than a second.
    expect(performance.now() - begunAt).toBeLessThan(8_000);
    await rename(data.name);
    await page.nodeIsDrawn(data.name);
    expect(operationNames).toEqual([]);
  });

  test('a page that becomes visible again receives only what has changed', async () => {
    const page = await open('L3Logical');
    const { page: tab } = page;
    const subscribed = readSubscriptions(tab);
    await tab.reload();
    await page.isDrawn();
    await tab.locator('#live').getByText('Live').waitFor();
    const operationNames = askedBy(page);
    const seenAgain = async () => {
      await setHidden(page, false);
      await tab.locator('#live').getByText('Live').waitFor();
    };
    const from = () => subscribed.flatMap(({ name, variables }) => (name === 'PageLiveGraph' ? [variables.since] : []));
    await setHidden(page, true);
    await seenAgain();
    const cursor = expect.stringMatching(/^[\w-]{32}$/) as unknown;
    expect(from()).toEqual([null, cursor]);
    const { id, name } = await subnet();
    const rename = (to: string) => suite.service.prisma.subnet.update({ where: { id }, data: { name: to } });
    await rename('Renamed in sight');
    await page.nodeIsDrawn('Renamed in sight');
    await setHidden(page, true);
    await rename(name);
    await seenAgain();
    await page.nodeIsDrawn(name);
    expect(from()).toEqual([null, cursor, cursor]);
    expect(operationNames).not.toContain('PageGraph');
  });

  test('a new tag of a host is known to the page at once, although the graph does not show tags', async () => {
    const page = await open('L3Logical');
    await page.page.locator('#live').getByText('Live').waitFor();
    const { prisma, demo } = suite.service;
    const networkId = suite.service.networkOf(branch);
    const host = await prisma.host.findFirstOrThrow({ where: { networkId, ipAddresses: { some: {} } } });
    const tag = await prisma.tag.create({ data: { organizationId: demo.organizationId, name: 'just tagged' } });
    const { organizationId } = demo;
    await prisma.tagAssignment.create({ data: { tagId: tag.id, hostId: host.id, networkId, organizationId } });
    // The list of tags in the filters contains the new tag, which was created after the page was opened.
    await page
      .side()
      .getByRole('checkbox', { name: 'just tagged', includeHidden: true })
      .waitFor({ state: 'attached' });
    await prisma.tag.delete({ where: { id: tag.id } });
  });

  test('when the session ends, the page opens sign-in by itself', async () => {
    const { prisma, userId } = suite.service;
    const user = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
    const session = await createSession(prisma, user);
    const search = `?topology=${suite.service.topologyOf(branch)}&view=L3Logical`;
    const page = await TopologyPage.open(suite.browser, { ...suite.service, session }, search);
    await page.page.locator('#live').getByText('Live').waitFor();
    const { request } = page.visitor.context;
    expect((await request.post('/api/auth/logout')).ok()).toBe(true);
    await page.page.waitForURL('**/sign-in?next=**');
    await leavePage(suite.browser, page.visitor);
  });

  test('dragged nodes stay where they were put; "Lay out again" arranges all nodes anew', async () => {
    const page = await open('L2Physical');
    const box = await page.labelled('lyo-sw-1');
    const { y } = await page.topLeft(box.id);
    await page.page.mouse.move(box.x, y + 5);
    await page.page.mouse.down();
    await page.page.mouse.move(box.x + 90, y + 65, { steps: 5 });
    await page.page.mouse.up();
    await page.settled();
    const dragged = await page.places();
    await page.page.reload();
    await page.isDrawn();
    expect(await page.places()).toEqual(dragged);
    await page.page.getByRole('button', { name: 'Lay out again' }).click();
    await page.page.waitForFunction(
      ([id, x]) =>
        (
          document.getElementById('canvas') as never as {
            _cyreg: { cy: { getElementById(id: string): { position(): { x: number } } } };
          }
        )._cyreg.cy
          .getElementById(id as string)
          .position().x !== x,
      [box.id, dragged[box.id]![0]] as const,
    );
  });

  test('a closed box stands for its ports until it is opened', async () => {
    const page = await open('L2Physical');
    const [closed] = (await page.drawn('node[?isClosed]')).filter(({ label }) => label.startsWith('Up ('));
    const items = (await page.drawn('node[shape = "item"]')).length;
    await page.page.mouse.dblclick(closed!.x, closed!.y);
    await page.details().getByRole('button', { name: 'Close box' }).waitFor();
    await page.settled();
    const count = Number(/\((\d+)\)/.exec(closed!.label)![1]);
    expect((await page.drawn('node[shape = "item"]')).length).toBe(items + count);
    await page.details().getByRole('button', { name: 'Close box' }).click();
    await page.details().getByRole('button', { name: 'Open box' }).waitFor();
    await page.settled();
    expect((await page.drawn('node[shape = "item"]')).length).toBe(items);
  });

  test('searching, moving, opening, zooming and questions work by keyboard alone', async () => {
    const page = await open('L2Physical');
    const { keyboard } = page.page;
    // The key `/` opens the search, also while a radio button has the focus.
    await page.page.getByRole('radio', { name: 'Physical (L2)' }).focus();
    await keyboard.press('/');
    await page.page.locator('#search:focus').waitFor();
    // Enter is pressed before the results arrive.
    await keyboard.type('lyo-sw-1');
    await keyboard.press('Enter');
    await page.details().locator('h2:focus').getByText('lyo-sw-1').waitFor();
    await keyboard.press('/');
    await page.page.locator('#search:focus').waitFor();
    // The first Escape closes the list of results, the second one the details.
    await page.page.locator('#found').waitFor();
    await keyboard.press('Escape');
    await page.page.locator('#found').waitFor({ state: 'detached' });
    expect(await page.details().isVisible()).toBe(true);
    await keyboard.press('Escape');
    await page.details().waitFor({ state: 'detached' });
    await keyboard.press('Enter');
    await page.details().locator('h2:focus').waitFor();
    await keyboard.press('Tab');
    await keyboard.press('Escape');
    await page.page.locator('#canvas:focus-visible').waitFor();
    expect(await page.details().count()).toBe(0);
    await keyboard.press('ArrowRight');
    await page.details().waitFor();
    const first = await page.parameter('selected');
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) {
      await keyboard.press(key);
      await page.settled();
      if ((await page.parameter('selected')) !== first) break;
    }
    expect(await page.parameter('selected')).not.toBe(first);
    await page.details().waitFor();
    await page.page.locator('#spoken').filter({ hasNotText: 'Nothing selected' }).waitFor({ state: 'attached' });
    await keyboard.press('ArrowLeft');
    await page.isDrawn();
    const zoom = await page.zoom();
    await keyboard.press('+');
    await eventually(async () => (await page.zoom()) > zoom);
    await keyboard.press('-');
    await keyboard.press('-');
    await eventually(async () => (await page.zoom()) < zoom);
    await keyboard.press('0');
    await page.settled();
    await keyboard.press('ArrowLeft');
    // Enter opens or closes the selected box. If the box is drawn as a card, the first Enter only moves the view to its
    // contents.
    await keyboard.press('Enter');
    await page.settled();
    const boxes = (await page.drawn('node')).length;
    await keyboard.press('Enter');
    await page.settled();
    await keyboard.press('Enter');
    await page.settled();
    expect((await page.drawn('node')).length).toBe(boxes);
    await keyboard.press('Escape');
    await page.details().waitFor({ state: 'detached' });
    expect(await page.parameter('selected')).toBeNull();
  });

  test('every control can be reached by Tab, has a name, and shows its focus', async () => {
    const page = await open('L2Physical');
    await page.page.locator('body').press('Tab');
    const focusedNames = new Set<string>();
    for (let presses = 0; presses < 60; presses += 1) {
      const focused = await page.page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const name =
          element.ariaLabel ?? (element as HTMLInputElement).labels?.[0]?.textContent ?? element.textContent ?? '';
        const shows =
          getComputedStyle(element.closest('label') ?? element).outlineStyle !== 'none' ||
          getComputedStyle(element).outlineStyle !== 'none';
        return { tag: element.tagName, name: name.trim(), shows };
      });
      if (focused.tag === 'BODY') break;
      expect(focused).toEqual({ tag: focused.tag, name: expect.stringMatching(/\S/), shows: true });
      focusedNames.add(focused.name.replace(/\s.*/s, ''));
      await page.page.keyboard.press('Tab');
    }
    for (const name of ['Filters', 'Netloom', 'Search', 'Path', 'Zoom', 'Fit', 'Lay', 'Export', 'Network', 'Your'])
      expect([...focusedNames]).toContain(name);
  });

  test('an opened section stays open; closing the details by keyboard returns the focus to the picture', async () => {
    const page = await open('L2Physical');
    await page.side().getByText('Machines', { exact: true }).click();
    const physical = page.side().getByRole('checkbox', { name: 'Physical' });
    await physical.focus();
    await page.page.keyboard.press('Space');
    await page.page.waitForFunction(() => new URLSearchParams(location.search).has('hide-machines'));
    await page.page.getByRole('button', { name: 'Reset filters' }).click();
    await page.page.waitForFunction(() => !new URLSearchParams(location.search).has('hide-machines'));
    await page.isDrawn();
    expect(await physical.isVisible()).toBe(true);
    await page.find('lyo-sw-1');
    await page.details().getByRole('button', { name: 'Close details' }).press('Enter');
    await page.page.locator('#canvas:focus').waitFor();
  });

  test('in windows of any size the picture has room, and lists stay inside the window', async () => {
    const page = await open('L2Physical', '&since=2025-01-01');
    const search = page.page.getByRole('combobox', { name: 'Search this view' });
    await page.side().getByRole('list', { name: 'Changes' }).waitFor();
    // A long list of changes scrolls inside the panel, so the page is no higher than the window.
    expect(await page.page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    for (const [width, height] of [
      [1280, 720],
      [640, 360],
      [390, 844],
    ] as const) {
      await page.page.setViewportSize({ width, height });
      await page.settled();
      const canvas = (await page.page.locator('#canvas').boundingBox())!;
      expect([width, canvas.height / height >= 0.6]).toEqual([width, true]);
      // The whole graph is in view, because the user has not zoomed in. In small windows the graph may be wider than
      // the view, so that names are readable.
      const right = Math.max(...(await page.drawn('node')).map(({ x }) => x));
      expect([width, width < 700 || right < canvas.x + canvas.width]).toEqual([width, true]);
      // A graph that has become too small for its names is laid out again.
      await eventually(async () => (await page.names()).unnamed.length === 0);
      await search.fill('lyo');
      const list = page.page.locator('.found');
      await list.getByRole('option').first().waitFor();
      const { x, width: listWidth } = (await list.boundingBox())!;
      expect([width, x >= 0, x + listWidth <= width]).toEqual([width, true, true]);
      await search.fill('');
    }
    const [side, beside] = [await page.side().boundingBox(), await page.page.locator('#canvas').boundingBox()];
    expect(side!.height).toBeLessThan(beside!.height / 2);
    await page.page.getByRole('button', { name: 'Filters and questions' }).click();
    await page.find('lyo-sw-1');
    const [details, canvas] = [await page.details().boundingBox(), await page.page.locator('#canvas').boundingBox()];
    expect(details!.height).toBeLessThan(canvas!.height / 2);
    await page.page.setViewportSize({ width: 640, height: 360 });
    expect((await page.details().boundingBox())!.width).toBeLessThan(640 * 0.45);
    // The field for the instant to compare with and the button that ends the comparison are on one line.
    await page.page.setViewportSize({ width: 1280, height: 720 });
    const compared = page.page.getByRole('combobox', { name: 'Compare with' });
    const [choice, end] = [
      await compared.boundingBox(),
      await page.page.getByRole('button', { name: 'Stop comparing' }).boundingBox(),
    ];
    expect(Math.abs(choice!.y - end!.y)).toBeLessThan(end!.height);
    await page.page.getByRole('button', { name: 'Filters and questions' }).click();
    await page.side().waitFor();
    expect(await findingsInAllLooks(page.page)).toEqual([]);
  });

  test('the first Tab leads to the picture; the key ? lists the keys', async () => {
    const page = await open('L2Physical');
    await page.page.locator('body').press('Tab');
    await page.page.locator('.skip:focus').getByText('Skip to the picture').waitFor();
    await page.page.keyboard.press('Enter');
    await page.page.locator('#canvas:focus').waitFor();
    await page.page.keyboard.press('?');
    const keys = page.page.getByRole('dialog', { name: 'Keys' });
    await keys.getByText('search this view').waitFor();
    expect(await findingsInAllLooks(page.page)).toEqual([]);
    await page.page.keyboard.press('Escape');
    await keys.waitFor({ state: 'hidden' });
    // In a text field, the key `?` enters a character instead of opening the list of keys.
    const search = page.page.getByRole('combobox', { name: 'Search this view' });
    await search.press('?');
    expect([await search.inputValue(), await keys.isVisible()]).toEqual(['?', false]);
  });

  test('the name of the network is whole where there is room; on a telephone the tools take one row', async () => {
    const page = await suite.open(`?topology=${suite.service.topologyOf('Riverside Campus')}&view=L2Physical`, {
      width: 1440,
      height: 900,
    });
    const picker = page.page.getByRole('combobox', { name: 'Network' });
    expect(await picker.inputValue()).toBe('Riverside Campus');
    expect(await picker.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
    await page.page.setViewportSize({ width: 390, height: 844 });
    await page.settled();
    const [tools, footer] = [await page.page.locator('.tools').boundingBox(), page.page.locator('footer')];
    expect(tools!.height).toBeLessThan(70);
    const share = page.page.getByRole('button', { name: 'Share', exact: true });
    await share.scrollIntoViewIfNeeded();
    const { x, width } = (await share.boundingBox())!;
    expect([x >= 0, x + width <= 390]).toEqual([true, true]);
    await footer.scrollIntoViewIfNeeded();
    expect(await page.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  test('a window that changes its size while the view is moving to everything still shows everything', async () => {
    const page = await open('L2Physical');
    for (const _step of [1, 2, 3]) await page.page.getByRole('button', { name: 'Zoom in' }).click();
    await page.isDrawn();
    // Changes the size of the window in the same turn of the event loop as the click, before the view begins to move.
    await page.page.evaluate(() => {
      document.querySelector<HTMLButtonElement>('[title="Show everything (0)"]')!.click();
      document.getElementById('canvas')!.style.width = '800px';
      dispatchEvent(new Event('resize'));
    });
    await page.settled();
    const { x, width } = (await page.page.locator('#canvas').boundingBox())!;
    expect(Math.round(width)).toBe(800);
    const rows = await page.drawn('node');
    expect(Math.min(...rows.map((node) => node.x))).toBeGreaterThanOrEqual(x);
    expect(Math.max(...rows.map((node) => node.x))).toBeLessThanOrEqual(x + width);
  });

  test('discovery runs above the picture leave it visible and centred', async () => {
    const page = await open('L2Physical');
    /** The number of pixels by which the centre of the graph is below the centre of the canvas. */
    const offset = async () => {
      const { y, height } = (await page.page.locator('#canvas').boundingBox())!;
      const rows = (await page.drawn('node')).map((node) => node.y);
      return { height, down: (Math.min(...rows) + Math.max(...rows)) / 2 - (y + height / 2) };
    };
    const before = await offset();
    const { prisma } = suite.service;
    const networkId = suite.service.networkOf(branch);
    const daemon = await prisma.daemon.findFirstOrThrow({ where: { networkId } });
    for (let runs = 0; runs < 4; runs += 1)
      await addSession(suite.service, await addDiscovery(suite.service, daemon.id, networkId));
    await page.page.getByRole('list', { name: 'Running discoveries' }).getByRole('listitem').nth(3).waitFor();
    await page.settled();
    const during = await offset();
    expect(during.height).toBeLessThan(before.height - 60);
    expect(Math.abs(during.down - before.down)).toBeLessThan(10);
    // The page reports the runs as ended after their rows are deleted. The test dismisses this message.
    await prisma.discoverySession.deleteMany({ where: { networkId } });
    await page.page.getByRole('list', { name: 'Running discoveries' }).waitFor({ state: 'detached' });
    await page.page.getByRole('button', { name: 'Dismiss ended discoveries' }).click();
    await page.page.getByRole('region', { name: 'Discoveries' }).waitFor({ state: 'detached' });
    await page.settled();
    const after = await offset();
    expect([after.height, Math.abs(after.down - before.down) < 2]).toEqual([before.height, true]);
  });

  test('everything drawn is also available as a list, for screen readers', async () => {
    const page = await open('L2Physical');
    await page.side().getByText('List of everything shown').click();
    await page.side().getByRole('button', { name: 'What is in lyo-sw-1' }).click();
    await page
      .side()
      .getByRole('button', { name: /^lyo-sw-1 Host/ })
      .click();
    await page.details().getByRole('heading', { name: 'lyo-sw-1', level: 2 }).waitFor();
  });

  test("the URL's instant shows the past, which does not change", async () => {
    const host = await suite.service.prisma.host.findFirstOrThrow({
      where: { networkId: suite.service.networkOf(branch), name: 'lyo-sw-1' },
    });
    const before = new Date();
    await suite.service.prisma.host.update({ where: { id: host.id }, data: { name: 'renamed' } });
    const page = await open('L2Physical', `&at=${before.toISOString()}`);
    expect(await page.labelled('lyo-sw-1')).toBeDefined();
    await page.page.locator('#live').getByText('The past').waitFor();
    await page.page.getByRole('button', { name: 'Back to now' }).click();
    await page.nodeIsDrawn('renamed');
    expect(await page.parameter('at')).toBeNull();
    await suite.service.prisma.host.update({ where: { id: host.id }, data: { name: 'lyo-sw-1' } });
    await page.nodeIsDrawn('lyo-sw-1');
  });

  test('a snapshot is shown with the facts of its instant', async () => {
    const networkId = suite.service.networkOf(branch);
    const host = await suite.service.prisma.host.findFirstOrThrow({ where: { networkId, name: 'lyo-sw-2' } });
    const page = await open('L2Physical');
    const { createSnapshot } = await page.ask(
      `mutation { createSnapshot(input: { networkId: "${networkId}" }) { topology { id } } }`,
    );
    // The event simulates a user who returns from another tab. The page then reloads the list of snapshots, so that the
    // new snapshot can be chosen.
    await page.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    const instants = page.page.getByRole('combobox', { name: 'Instant', exact: true });
    await page.page.waitForFunction(
      (id) => document.querySelector(`header option[value="${id}"]`) !== null,
      createSnapshot.topology.id,
    );
    expect(await instants.getByRole('option').count()).toBe(2);
    await suite.service.prisma.host.update({
      where: { id: host.id },
      data: { name: 'later', sysLocation: 'elsewhere' },
    });
    await page.nodeIsDrawn('later');
    await page.page.goto(`/topology?topology=${createSnapshot.topology.id}&view=L2Physical`);
    await page.isDrawn();
    await page.find('lyo-sw-2');
    await page.details().getByText(host.sysLocation!).waitFor();
    await page.page.locator('#live').getByText('The past').waitFor();
    await page.page.getByRole('combobox', { name: 'Instant' }).selectOption({ label: 'Now' });
    await page.nodeIsDrawn('later');
    await suite.service.prisma.host.update({
      where: { id: host.id },
      data: { name: host.name, sysLocation: host.sysLocation },
    });
    await page.nodeIsDrawn('lyo-sw-2');
  });

  test('colour scheme and reduced motion follow the settings of the system', async () => {
    const page = await open('L3Logical', '', { colorScheme: 'dark' });
    const colorOf = () => page.page.evaluate(() => getComputedStyle(document.getElementById('page')!).backgroundColor);
    const textOf = () =>
      page.page.evaluate(() =>
        (
          document.getElementById('canvas') as never as {
            _cyreg: { cy: { nodes(): { style(name: string): string }[] } };
          }
        )._cyreg.cy
          .nodes()[0]!
          .style('color'),
      );
    const [dark, darkText] = [await colorOf(), await textOf()];
    await page.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.settled();
    expect([await colorOf(), await textOf()]).not.toEqual([dark, darkText]);
    expect(await textOf()).not.toBe(darkText);
  });

  test('when the session ends, sign-in leads back to the same place', async () => {
    const visitor = await newVisitor(suite.browser, suite.service.url);
    await visitor.context.addCookies([{ name: 'session_id', value: 'A'.repeat(43), url: suite.service.url }]);
    await visitor.page.goto(`/topology?topology=${suite.service.topologyOf(branch)}&view=Workloads`);
    await visitor.page.waitForURL('**/sign-in?next=%2Ftopology%3Ftopology*Workloads');
    await leavePage(suite.browser, visitor);
  });

  test('the page says when the service is unavailable, and continues when it is back', async () => {
    const page = await open('L2Physical');
    const footer = page.page.locator('#notice');
    await page.page.locator('#live').getByText('Live').waitFor();
    await page.page.route('**/graphql', (route) => route.abort());
    // Moving the pointer over the controls of time makes the page request the snapshots again.
    await page.page.getByRole('region', { name: 'Time' }).hover();
    await chooseNetwork(page.page, 'Riverside Campus');
    await page.page.getByRole('alert').getByText('The service does not answer.').waitFor();
    await footer.getByText('The service does not answer.').waitFor();
    // The graph arrives over the open connection. The list of VLANs fails to load, and one message says so.
    await page.isDrawn();
    expect(await page.page.getByRole('alert').count()).toBe(1);
    await page.page.unroute('**/graphql');
    await page.page.getByRole('alert').waitFor({ state: 'detached' });
    await page.side().getByText('Where a VLAN goes').click();
    await page.side().getByRole('combobox', { name: 'VLAN' }).locator('option').nth(1).waitFor({ state: 'attached' });
    await page.page.locator('#live').getByText('Live').waitFor();
    await page.page.waitForFunction(() => document.getElementById('notice')!.textContent === '');
  });

  test('a deleted network is no longer drawn, and another one can be chosen', async () => {
    const page = await open('L2Physical');
    await page.page.locator('#live').getByText('Live').waitFor();
    await page.ask(`mutation { deleteNetwork(id: "${suite.service.networkOf(branch)}") }`);
    await page.page.getByRole('alert').getByText(`${branch} is gone`).waitFor();
    expect(await page.page.locator('#canvas, #live').count()).toBe(0);
    await page.page.waitForFunction(() => document.getElementById('notice')!.textContent === '');
    await chooseNetwork(page.page, 'Riverside Campus');
    await page.isDrawn();
    await page.page.locator('#live').getByText('Live').waitFor();
    await page.page.goBack();
    await page.page.getByRole('alert').getByText(`${branch} is gone`).waitFor();
  });
});
