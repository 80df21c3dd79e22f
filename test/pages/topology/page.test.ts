// Tests the topology page in a real browser, with the demo organization: it draws the graph, shows details, exports
// files and keeps positions.
import { randomUUID } from 'node:crypto';
import { chooseNetwork, describeInBrowser, leavePage, newVisitor, signIn } from '../browser';
import { eventually } from '../../support/eventually';
import { demoSuite } from './demo-page';

const campus = 'Riverside Campus';

describeInBrowser('topology page', () => {
  const suite = demoSuite({ returning: true });

  const open = (search = `?topology=${suite.service.topologyOf(campus)}&view=L2Physical`, options = {}) =>
    suite.open(search, options);

  test('a signed-out visitor signs in and returns to the same URL', async () => {
    const visitor = await newVisitor(suite.browser, suite.service.url);
    await visitor.page.goto(`/topology?topology=${suite.service.topologyOf(campus)}&view=Workloads`);
    await visitor.page.waitForURL('**/sign-in?next=**');
    await signIn(visitor.page, suite.service.demo.email, suite.service.demo.password);
    await visitor.page.locator('#canvas[aria-busy=false]').waitFor();
    expect(new URL(visitor.page.url()).searchParams.get('view')).toBe('Workloads');
    expect([visitor.foreignRequests, visitor.complaints]).toEqual([[], []]);
    await leavePage(suite.browser, visitor);
  });

  test('the page sends requests only to the public GraphQL API', async () => {
    const paths = new Set<string>();
    const visitor = await newVisitor(suite.browser, suite.service.url);
    await visitor.context.addCookies([{ name: 'session_id', value: suite.service.session, url: suite.service.url }]);
    visitor.page.on('request', (request) =>
      paths.add(new URL(request.url()).pathname.replace(/^\/assets\/.*/, '/assets')),
    );
    await visitor.page.goto('/topology');
    await visitor.page.locator('#canvas[aria-busy=false]').waitFor();
    await visitor.page.locator('#live').getByText('Live').waitFor();
    expect([...paths].filter((path) => !path.startsWith('image/')).sort()).toEqual([
      '/assets',
      '/graphql',
      '/topology',
    ]);
    await leavePage(suite.browser, visitor);
  });

  test('with the whole picture visible, names of boxes are readable; zoomed in, boxes show headers', async () => {
    const page = await open(`?topology=${suite.service.topologyOf(campus)}&view=L3Logical`, {
      width: 1280,
      height: 720,
    });
    const paintedOver = () =>
      page.page.evaluate(() => {
        const surface = document.querySelector<HTMLCanvasElement>('canvas.overview')!;
        const { data } = surface.getContext('2d')!.getImageData(0, 0, surface.width, surface.height);
        return data.filter((value, index) => index % 4 === 3 && value > 0).length;
      });
    await page.settled();
    expect(await page.zoom()).toBeLessThan(0.6);
    const namesOf = async () =>
      (await page.drawn('node[depth = 1]')).map(({ classes }) => (classes.includes('named-over') ? 'over' : 'own'));
    expect(new Set(await namesOf())).toEqual(new Set(['over']));
    // Zoomed out, names are painted over the drawing. More than 400 painted pixels show that there is at least one
    // word.
    await page.find('Servers: 10.16.1.0/24');
    await page.settled();
    expect(await page.zoom()).toBeLessThan(0.88);
    expect(await paintedOver()).toBeGreaterThan(400);
    for (let steps = 0; steps < 4; steps += 1) await page.page.getByRole('button', { name: 'Zoom in' }).click();
    await page.settled();
    expect(await page.zoom()).toBeGreaterThan(1);
    expect(await paintedOver()).toBe(0);
    expect(new Set(await namesOf())).toEqual(new Set(['own']));
  });

  test('with the whole picture visible, no label of a line is cut off at the edge of the window', async () => {
    const page = await open(`?topology=${suite.service.topologyOf(campus)}&view=L3Logical`, {
      width: 1440,
      height: 900,
    });
    await page.settled();
    const { labels, width } = await page.page.evaluate(() => {
      type Labelled = HTMLCanvasElement & { labels: readonly { x: number; width: number; lines: string[] }[] };
      const surface = document.querySelector<Labelled>('canvas.overview')!;
      return { labels: surface.labels, width: surface.clientWidth };
    });
    expect(labels.length).toBeGreaterThan(10);
    expect(labels.filter((label) => label.x < -1 || label.x + label.width > width + 1)).toEqual([]);
  });

  test('a box without room for names of its contents is a card with their count; zoomed in, it opens', async () => {
    const page = await open();
    await page.settled();
    const core = await page.labelled('rv-core-1');
    const before = await page.contentsOf(core.id);
    expect(before).toEqual({ isCard: true, seen: 0, facts: expect.stringMatching(/\d+ ports/) });
    await page.page.mouse.dblclick(core.x, core.y);
    await eventually(async () => (await page.contentsOf(core.id)).seen > 0);
    expect((await page.contentsOf(core.id)).isCard).toBe(false);
  });

  test('Open boxes zooms in until the contents of all boxes are drawn, and says so', async () => {
    const page = await open(`?topology=${suite.service.topologyOf(campus)}&view=Workloads`);
    await page.settled();
    const { id } = await page.labelled('rv-pve-1');
    expect(await page.cards()).toContain(id);
    await page.page.getByRole('button', { name: 'Open boxes' }).click();
    await eventually(async () => (await page.contentsOf(id)).seen > 0);
    await page.settled();
    expect(await page.cards()).toEqual([]);
    await page.page.getByText('Opened the boxes and zoomed in').waitFor();
  });

  test('reloading restores closed boxes and the zoom', async () => {
    const page = await open();
    await page.find('rv-core-1');
    await page.details().getByRole('button', { name: 'Close box' }).click();
    await page.nodeIsDrawn('rv-core-1 (');
    await page.page.getByRole('button', { name: 'Zoom in' }).click();
    await page.settled();
    const [zoom, places] = [await page.zoom(), await page.places()];
    // The page writes the visible area to the address once the graph no longer moves.
    await page.page.waitForFunction(
      (level) => new URLSearchParams(location.search).get('look')?.endsWith(`,${level}`),
      zoom,
    );
    await page.page.reload();
    await page.nodeIsDrawn('rv-core-1 (');
    await page.settled();
    expect(await page.places()).toEqual(places);
    expect(await page.zoom()).toBeCloseTo(zoom);
  });

  test('the legend lists the lines, boxes, states of ports and marks of the view', async () => {
    const page = await open();
    await page.side().getByText('Legend', { exact: true }).click();
    const entry = (words: string | RegExp) => page.side().getByRole('listitem').filter({ hasText: words });
    const machines = 'Machine without a cable';
    for (const words of [
      /^Cable/,
      'Neighbour',
      machines,
      'Trunk ports',
      'port up',
      'closed box',
      'selected',
      'unreachable',
    ])
      expect([words, await entry(words).count()]).toEqual([words, 1]);
    expect(await entry('failed').locator('rect').getAttribute('stroke-dasharray')).not.toBeNull();
    expect(await entry('unreachable').locator('rect').getAttribute('stroke-dasharray')).toBeNull();
  });

  test('each view draws its own nodes by name, the URL names the view, and the back button returns', async () => {
    const page = await open();
    const boxes = async () => (await page.drawn('node[shape = "box"]')).map(({ label }) => label);
    for (const [name, view, label] of [
      ['Physical (L2)', 'L2Physical', 'rv-core-1'],
      ['Logical (L3)', 'L3Logical', 'Servers: 10.16.1.0/24'],
      ['Workloads', 'Workloads', 'rv-pve-1'],
      ['Applications', 'Application', 'Telephony'],
    ] as const) {
      await page.page.getByRole('radio', { name }).check({ force: true });
      await page.isDrawn();
      expect([await page.parameter('view'), await boxes()]).toEqual([view, expect.arrayContaining([label])]);
      await page.settled();
      // Every visible node has a name, and no two shortened names look the same.
      const { unnamed, cut } = await page.names();
      expect([view, unnamed]).toEqual([view, []]);
      expect([view, new Set(cut).size]).toEqual([view, cut.length]);
    }
    await page.page.goBack();
    await page.page.getByRole('radio', { name: 'Workloads', checked: true }).waitFor();
    await page.isDrawn();
    expect(await boxes()).toContain('rv-pve-1');
  });

  test('another network is chosen by name, a snapshot by its time', async () => {
    const page = await open(`?topology=${randomUUID()}&view=L2Physical`);
    const notice = page.page.locator('#notice');
    await notice.getByText('does not exist').waitFor();
    await chooseNetwork(page.page, 'Lyon Branch');
    await page.isDrawn();
    await eventually(async () => (await notice.textContent()) === '');
    expect(await page.parameter('topology')).toBe(suite.service.topologyOf('Lyon Branch'));
    expect(await page.labelled('lyo-sw-1')).toBeDefined();
  });

  test('the picture is moved by dragging, zoomed by wheel and buttons, and moved by the minimap', async () => {
    const page = await open();
    const before = await page.labelled('rv-core-1');
    const canvas = (await page.page.locator('#canvas').boundingBox())!;
    await page.page.mouse.move(canvas.x + 20, canvas.y + 20);
    await page.page.mouse.down();
    await page.page.mouse.move(canvas.x + 140, canvas.y + 90, { steps: 4 });
    await page.page.mouse.up();
    const movedNode = await page.labelled('rv-core-1');
    expect([movedNode.x - before.x, movedNode.y - before.y].map(Math.round)).toEqual([120, 70]);
    const zoom = await page.zoom();
    await page.page.mouse.wheel(0, -240);
    await page.page.waitForFunction(
      (old) =>
        (document.getElementById('canvas') as never as { _cyreg: { cy: { zoom(): number } } })._cyreg.cy.zoom() > old,
      zoom,
    );
    await page.page.getByRole('button', { name: 'Fit' }).click();
    await page.isDrawn();
    await page.page.locator('#minimap').waitFor({ state: 'detached' });
    await page.page.getByRole('button', { name: 'Zoom in' }).click();
    await eventually(async () => (await page.zoom()) > zoom);
    await page.page.getByRole('button', { name: 'Zoom in' }).click();
    const centred = await page.labelled('rv-core-1');
    const minimap = (await page.page.locator('#minimap').boundingBox())!;
    await page.page.mouse.click(minimap.x + 30, minimap.y + 100);
    await eventually(async () => (await page.labelled('rv-core-1')).x !== centred.x);
  });
});
