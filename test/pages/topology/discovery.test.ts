// Tests the topology page while a network is discovered: the page shows how runs progress and end, and a page of an
// empty network explains how to fill the network.
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import type { Browser, Page, Request, Route, WebSocketRoute } from 'playwright-core';
import { runDiscover } from '../../../src/agent/discover/command';
import { demoAccess } from '../../../src/auth/published-access';
import { demoEmail } from '../../../src/pages/kit/commands';
import { addDiscovery, addSession } from '../../support/discovery-rows';
import { createWorld, type Caller, type DaemonCaller, type World } from '../../support/world';
import { newFolder, removeFolder } from '../../agent/support/agent';
import {
  chooseNetwork,
  describeInBrowser,
  givePassword,
  leaveBrowser,
  leavePage,
  newVisitor,
  openBrowser,
  password,
  readSubscriptions,
  type Subscribed,
  type Visitor,
} from '../browser';

describeInBrowser('the topology page while a network is discovered', () => {
  let world: World;
  let browser: Browser;
  let visitor: Visitor | undefined;
  let sentRequests: Request[];
  let subscribed: Subscribed[];
  let sockets: number;
  beforeAll(async () => {
    [world, browser] = await Promise.all([createWorld(), openBrowser()]);
  });
  afterEach(async () => {
    await world.prisma.discoverySession.deleteMany({ where: { network: { organizationId: world.organizationId } } });
    if (!visitor) return;
    expect([visitor.foreignRequests, visitor.complaints]).toEqual([[], []]);
    await leavePage(browser, visitor);
    visitor = undefined;
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await world.close();
  });

  const asks = (operation: string) => (request: Request) =>
    request.url().endsWith('/graphql') && Boolean(request.postData()?.includes(` ${operation}(`));
  const addressOf = async (networkId: string, more = '&view=Workloads') => {
    const { id } = await world.prisma.topology.findFirstOrThrow({ where: { networkId, snapshotId: null } });
    return `/topology?topology=${id}${more}`;
  };
  /** Opens the page. `before` runs before the page sends its first request. */
  const visit = async (address: string, { caller = world.viewer, ...options }: Visit = {}): Promise<Page> => {
    visitor = await newVisitor(browser, world.url, { width: 1400, height: 850, ...options });
    await visitor.context.addCookies([{ name: 'session_id', value: caller.credential.session!, url: world.url }]);
    const { page } = visitor;
    sentRequests = [];
    page.on('request', (request) => sentRequests.push(request));
    subscribed = readSubscriptions(page);
    sockets = 0;
    page.on('websocket', () => (sockets += 1));
    await options.before?.(page);
    await page.goto(address);
    return page;
  };
  interface Visit {
    readonly caller?: Caller;
    readonly colorScheme?: 'light' | 'dark';
    readonly width?: number;
    readonly height?: number;
    readonly before?: (page: Page) => Promise<unknown>;
  }
  /** Opens the page and waits for the list of discovery runs. From then on the page receives their progress. */
  const visitLive = async (networkId = world.networkId, options: Visit = {}): Promise<Page> => {
    const page = await visit(await addressOf(networkId), {
      ...options,
      before: (openedPage) => {
        listed = openedPage.waitForResponse((response) => asks('PageRuns')(response.request()));
        return Promise.resolve();
      },
    });
    await listed;
    await page.locator('#live').getByText('Live').waitFor();
    return page;
  };
  let listed: Promise<unknown>;

  const addRun = async (daemon: DaemonCaller, fields: Parameters<typeof addSession>[2] = {}): Promise<string> =>
    addSession(world, await addDiscovery(world, daemon.daemonId, daemon.networkId), fields);
  const report = async (daemon: DaemonCaller, sessionId: string, body: object): Promise<void> => {
    const path = `/api/v1/discovery/${sessionId}/update`;
    const reply = await daemon.send('POST', path, { body: { session_id: sessionId, ...body } });
    expect([reply.status, reply.story]).toEqual([200, reply.story]);
  };
  const runsFollowed = () => subscribed.filter(({ name }) => name === 'PageRunProgress').length;
  const isStream = (request: Request) => request.headers().accept === 'text/event-stream';
  const running = (page: Page) => page.getByRole('list', { name: 'Running discoveries' }).getByRole('listitem');
  /**
   * Waits until `count` running discoveries are listed, and returns the texts of all. The page draws discoveries some
   * time after the response.
   */
  const rowsOf = async (page: Page, count: number): Promise<string[]> => {
    await running(page)
      .nth(count - 1)
      .waitFor();
    return running(page).allTextContents();
  };
  const saysNothing = (page: Page) => page.waitForFunction(() => document.getElementById('notice')!.textContent === '');

  test('a run appears when it starts, follows its reports, and disappears when it ends, over one connection', async () => {
    const daemon = await world.addDaemon();
    const page = await visitLive();
    expect(await page.getByRole('region', { name: 'Discoveries' }).count()).toBe(0);
    const sessionId = await addRun(daemon);
    const row = running(page).filter({ hasText: 'Discovery by daemon on daemon host' });
    await row.getByText('waits for its daemon').waitFor();
    for (const [progress, machines, remainingSeconds, words] of [
      [10, 1, 200, ['10 %', '1 machine found', 'about 3 min left']],
      [64, 12, 40, ['64 %', '12 machines found', 'about 40 s left']],
    ] as const) {
      await report(daemon, sessionId, {
        ...{ phase: 'Scanning', progress, hosts_discovered: machines, estimated_remaining_secs: remainingSeconds },
      });
      for (const word of words) await row.getByText(word, { exact: true }).waitFor();
      const bar = row.getByRole('progressbar', { name: 'Progress: Discovery by daemon on daemon host' });
      expect(await bar.evaluate((one) => (one as HTMLProgressElement).value)).toBe(progress);
    }
    const status = page.getByRole('region', { name: 'Discoveries' }).getByRole('status');
    await status.getByText('Discovery by daemon on daemon host is scanning.', { exact: true }).waitFor();
    const refreshed = page.waitForRequest(asks('PageVlans'));
    await report(daemon, sessionId, { phase: 'Complete', hosts_discovered: 14 });
    await status.getByText('Discovery by daemon on daemon host is complete. 14 machines found.').waitFor();
    await refreshed;
    expect(await running(page).count()).toBe(0);
    expect([runsFollowed(), sentRequests.filter(asks('PageRuns')).length]).toEqual([1, 2]);
    // The page receives the progress of runs over the same connection as changes of the graph.
    expect([sockets, sentRequests.filter(isStream).length]).toEqual([1, 0]);
    const dismiss = page.getByRole('button', { name: 'Dismiss ended discoveries' });
    await dismiss.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Discoveries' }).waitFor({ state: 'detached' });
  });

  test('a run that started earlier appears at once; a failed or cancelled run says so and why', async () => {
    const [first, second] = [await world.addDaemon(), await world.addDaemon()];
    await world.prisma.daemon.update({ where: { id: second.daemonId }, data: { name: 'second' } });
    const [failing, cancelled] = [
      await addRun(first, { phase: 'Scanning', progress: 30, hostsDiscovered: 2 }),
      await addRun(second, { phase: 'Started' }),
    ];
    const page = await visitLive();
    expect(await rowsOf(page, 2)).toEqual([
      expect.stringContaining('is scanning30 %2 machines found'),
      expect.stringContaining('Discovery by second on daemon host has started0 %0 machines found'),
    ]);
    await report(first, failing, { phase: 'Failed', error: `The network is unreachable. ${'x'.repeat(9_000)}` });
    const ended = page.locator('.discoveries .ended');
    await ended.getByText('Discovery by daemon on daemon host failed: The network is unreachable. xxx').waitFor();
    expect((await ended.textContent())!.length).toBeLessThan(420);
    await report(second, cancelled, { phase: 'Cancelled', hosts_discovered: 1 });
    await ended.getByText('Discovery by second on daemon host was cancelled. 1 machine found.').waitFor();
    expect(await running(page).count()).toBe(0);
  });

  test('at most five runs are listed, active ones first; the others are counted', async () => {
    const daemon = await world.addDaemon();
    for (let runs = 0; runs < 6; runs += 1) await addRun(daemon, { phase: 'Queued' });
    await addRun(daemon, { phase: 'Scanning', progress: 5 });
    const page = await visitLive();
    const rows = await rowsOf(page, 6);
    expect(rows).toHaveLength(6);
    expect(rows[0]).toContain('is scanning');
    expect(rows[1]).toContain('waits behind another discovery');
    expect(rows[5]).toBe('and 2 more discoveries');
  });

  test('runs that ended in a hidden tab are shown on return; runs of other networks are not', async () => {
    const [daemon, elsewhere] = [await world.addDaemon(), await world.addDaemon({ networkId: world.otherNetworkId })];
    const sessionId = await addRun(daemon, { phase: 'Scanning', progress: 30 });
    const waiting = await addRun(daemon, { phase: 'Queued' });
    const other = await addRun(elsewhere, { phase: 'Scanning', progress: 77 });
    const page = await visitLive();
    expect(await rowsOf(page, 2)).toHaveLength(2);
    const see = (isHidden: boolean) =>
      page.evaluate((isTabHidden) => {
        Object.defineProperty(document, 'hidden', { value: isTabHidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
    await see(true);
    await report(daemon, sessionId, { phase: 'Failed', error: 'no route' });
    await world.prisma.discoverySession.delete({ where: { id: waiting } });
    await report(elsewhere, other, { phase: 'Scanning', progress: 78 });
    await see(false);
    const ended = page.locator('.discoveries .ended');
    await ended.getByText('failed: no route. 0 machines found.').waitFor();
    await ended.getByText('was cancelled').waitFor();
    expect(await page.getByText('78 %').count()).toBe(0);
    await chooseNetwork(page, 'South');
    await running(page).getByText('78 %').waitFor();
    expect([await ended.count(), await running(page).count()]).toEqual([0, 1]);
  });

  test('without WebSockets, event streams are used; a refused stream is tried again, and the page says so', async () => {
    const daemon = await world.addDaemon();
    const refuse = (route: Route) => (asks('PageRunProgress')(route.request()) ? route.abort() : route.fallback());
    const before = async (one: Page) => {
      await one.routeWebSocket('**/graphql', (socket) => socket.close());
      await one.route('**/graphql', refuse);
    };
    const page = await visit(await addressOf(world.networkId), { before });
    await page.locator('#notice').getByText('The service does not answer.').waitFor();
    await addRun(daemon, { phase: 'Scanning', progress: 41 });
    await page.unroute('**/graphql', refuse);
    await running(page).getByText('41 %').waitFor();
    await saysNothing(page);
    // The page draws the graph, although the event stream about runs was refused at first.
    await page.locator('#live').getByText('Live').waitFor();
    await page.locator('#canvas[aria-busy=false]').waitFor();
  });

  test('a past instant shows no runs', async () => {
    await addRun(await world.addDaemon(), { phase: 'Scanning', progress: 12 });
    const page = await visitLive();
    await running(page).getByText('12 %').waitFor();
    await page.goto(await addressOf(world.networkId, `&view=Workloads&at=${new Date().toISOString()}`));
    await page.locator('#canvas[aria-busy=false]').waitFor();
    expect(await running(page).count()).toBe(0);
    expect(runsFollowed()).toBe(1);
  });

  const colors = (page: Page, selector: string) =>
    page.locator(selector).evaluate((one) => {
      const { color, backgroundColor } = getComputedStyle(one);
      const light = (text: string) =>
        text
          .match(/[\d.]+/g)!
          .slice(0, 3)
          .map((part) => Number(part) / 255)
          .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
          .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index]!, 0);
      const [high, low] = [light(color), light(backgroundColor)].sort((a, b) => b - a);
      return { backgroundColor, contrast: (high! + 0.05) / (low! + 0.05) };
    });

  test('an empty network explains how to fill it: by command, with a key, or by hand; light and dark', async () => {
    const { id: networkId } = await world.owner
      .query(`mutation { createNetwork(input: { name: "It's new" }) { id } }`)
      .then(({ createNetwork }) => createNetwork);
    const page = await visit(await addressOf(networkId), { caller: world.owner });
    const guide = page.getByRole('region', { name: "It's new is empty" });
    const command = guide.getByRole('group', { name: 'Discovery command' });
    const names = `--email ${world.owner.email} --organization World --network 'It'\\''s new' --server ${world.url}`;
    expect(await command.textContent()).toBe(`npm run discover -- 192.168.1.0/24 ${names}`);
    const ranges = guide.getByRole('textbox', { name: 'Ranges to scan' });
    await ranges.fill('10.0.0.0/24  fd00::/64');
    expect(await command.textContent()).toBe(`npm run discover -- 10.0.0.0/24 fd00::/64 ${names}`);
    await ranges.fill('$(reboot)');
    await guide.getByText('Not valid: enter addresses').waitFor();
    expect(await command.count()).toBe(0);
    await ranges.fill('');
    expect(await command.textContent()).toBe(`npm run discover -- ${names}`);
    expect(await guide.textContent()).not.toMatch(/nlm_/);
    expect(await page.getByText('Nothing to draw').count()).toBe(0);

    // The Tab key reaches the controls of the guide in their order.
    await ranges.focus();
    const reached: string[] = [];
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press('Tab');
      reached.push(await page.evaluate(() => document.activeElement!.ariaLabel ?? document.activeElement!.textContent));
    }
    expect(reached).toEqual([
      'Copy: Discovery command',
      'create a key',
      '',
      expect.stringContaining('detect from the content'),
      'enter a subnet',
      'enter a host',
    ]);
    await visitor!.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await guide.getByRole('button', { name: 'Copy: Discovery command' }).click();
    await page.locator('#notice').getByText('Copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`npm run discover -- ${names}`);

    const light = await colors(page, '.guide pre >> nth=0');
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await colors(page, '.guide pre >> nth=0');
    expect([light.contrast > 7, dark.contrast > 7, light.backgroundColor === dark.backgroundColor]).toEqual([
      true,
      true,
      false,
    ]);

    const links = await guide.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')!));
    expect(links).toEqual([
      `/discovery/${networkId}/fill`,
      '/account#keys',
      `/inventory/${networkId}/subnets/new`,
      `/inventory/${networkId}/hosts/new`,
    ]);
    // On a telephone, the guide is not covered by the tools of the picture.
    await page.setViewportSize({ width: 360, height: 780 });
    expect(await page.getByRole('group', { name: 'Picture tools' }).isVisible()).toBe(false);
    await world.owner.query(`mutation { deleteNetwork(id: "${networkId}") }`);
  });

  test('the displayed command fills the network unchanged, and the page shows the run', async () => {
    const { id: networkId } = (
      await world.owner.query(`mutation { createNetwork(input: { name: "It's new" }) { id } }`)
    ).createNetwork;
    await givePassword(world, world.owner);
    const page = await visit(await addressOf(networkId, '&view=L3Logical'), { caller: world.owner });
    const guide = page.getByRole('region', { name: "It's new is empty" });
    await guide.getByRole('textbox', { name: 'Ranges to scan' }).fill('127.0.0.78');
    const command = (await guide.getByRole('group', { name: 'Discovery command' }).textContent())!;
    await page.locator('#live').getByText('Live').waitFor();
    // A shell splits the command into words, as it does for a user. A function in place of `npm` prints the words.
    const script = `npm() { shift 3; printf '%s\\n' "$@"; }; ${command}`;
    const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
    const machine = createServer((socket) => void socket.on('error', () => undefined).end('220 FTP ready\r\n'));
    await new Promise<void>((resolve) => machine.listen(2121, '127.0.0.78', resolve));
    const folder = newFolder();
    const quiet = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const silent = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      await runDiscover([...words, '--password', password, '--rate', '20000', '--docker', '/none', '--name', 'probe'], {
        ...{ startScript: '/none', stateFolder: folder, port: '4000', environment: {} },
      });
      expect(process.exitCode ?? 0).toBe(0);
    } finally {
      quiet.mockRestore();
      silent.mockRestore();
      process.exitCode = undefined;
      await new Promise((resolve) => machine.close(resolve));
      removeFolder(folder);
    }
    await page
      .locator('.discoveries .ended')
      .getByText(/^Discovery by probe.* is complete\. 1 machine found\.$/)
      .waitFor();
    await guide.waitFor({ state: 'detached' });
    await page.waitForFunction(() => !document.getElementById('drawn-count')!.textContent.startsWith('0 boxes'));
    const hostFilter = { networkId, ipAddresses: { some: { ipAddress: '127.0.0.78' } } };
    expect(await world.prisma.host.count({ where: hostFilter })).toBe(1);
    await world.prisma.daemon.deleteMany({ where: { networkId } });
    await world.owner.query(`mutation { deleteNetwork(id: "${networkId}") }`);
  });

  test('the guide disappears with the first host, and is hidden from users who may not add hosts', async () => {
    const networkId = (await world.owner.query(`mutation { createNetwork(input: { name: "Empty" }) { id } }`))
      .createNetwork.id;
    const caller = await world.addUser('Viewer', [networkId]);
    const page = await visit(await addressOf(networkId), { caller });
    const guide = page.getByRole('region', { name: 'Empty is empty' });
    await guide.getByText('ask a Member of World').waitFor();
    expect(await guide.getByRole('group').count()).toBe(0);
    await page.locator('#live').getByText('Live').waitFor();
    const host = await world.prisma.host.create({ data: { networkId, name: 'first' } });
    await guide.waitFor({ state: 'detached' });
    // The network has rows, but none of them is shown in this view.
    await page.getByRole('radio', { name: 'Physical (L2)' }).check({ force: true });
    await page.getByText('Nothing to draw in this view.').waitFor();
    await world.prisma.host.delete({ where: { id: host.id } });
    await guide.waitFor();
    // A past state cannot be changed, so the page shows no guide to filling the network.
    await page.goto(await addressOf(networkId, `&view=L2Physical&at=${new Date().toISOString()}`));
    await page.getByText('Nothing to draw in this view.').waitFor();
    expect(await guide.count()).toBe(0);
    await world.owner.query(`mutation { deleteNetwork(id: "${networkId}") }`);
  });

  test('a graph that loads slowly shows that it is being drawn', async () => {
    await world.addDaemon();
    let answer: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (answer = resolve));
    const hold = async (socket: WebSocketRoute) => {
      await gate;
      socket.connectToServer();
    };
    const page = await visit(await addressOf(world.networkId), {
      colorScheme: 'dark',
      before: (one) => one.routeWebSocket('**/graphql', hold),
    });
    const message = page.getByRole('status').getByText('The picture is being drawn…');
    await message.waitFor();
    expect((await colors(page, '.drawing')).contrast).toBeGreaterThan(7);
    expect(await page.locator('#canvas[data-drawn]').count()).toBe(0);
    answer();
    await message.waitFor({ state: 'detached' });
    expect(await page.locator('#canvas').getAttribute('data-drawn')).toMatch(/ Workloads$/);
  });

  test('the account that the command refuses is the demo account', () => expect(demoEmail).toBe(demoAccess.email));
});
