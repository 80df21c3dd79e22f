// Tests typical questions of network operators about a network of 500 hosts. The topology page answers each in three
// actions or fewer.
import type { Browser } from 'playwright-core';
import { describeInBrowser, leaveBrowser, leavePage, openBrowser } from '../browser';
import { serveDemo, TopologyPage, type DemoService } from './demo-page';

const mostActions = 3;

describeInBrowser('questions of operators, on a network of 500 hosts', () => {
  let service: DemoService;
  let browser: Browser;
  let page: TopologyPage;
  let networkId: string;
  let actions: number;
  beforeAll(async () => {
    [service, browser] = await Promise.all([serveDemo({ hosts: 500, networks: 1 }), openBrowser()]);
    networkId = service.demo.networks[0]!.id;
  });
  afterEach(async () => {
    expect(actions).toBeLessThanOrEqual(mostActions);
    expect([page.visitor.foreignRequests, page.visitor.complaints]).toEqual([[], []]);
    await leavePage(browser, page.visitor);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await service.close();
  });

  const open = async (view: string) => {
    actions = 0;
    const topologyId = service.topologyOf(service.demo.networks[0]!.name);
    page = await TopologyPage.open(browser, service, `?topology=${topologyId}&view=${view}`);
  };
  /** Performs one action as the user, and counts the action: a click, a choice, or a text and Enter. */
  const act = async (doing: Promise<unknown>) => {
    await doing;
    actions += 1;
  };
  const find = async (text: string) => {
    await act(page.find(text));
    await page.settled();
  };
  const click = async (name: string) => act(page.details().getByRole('button', { name, exact: true }).click());

  test('on which two devices does everything depend?', async () => {
    await open('L2Physical');
    const labelledNodes = await page.page.evaluate(() => {
      const { cy } = (document.getElementById('canvas') as never as { _cyreg: { cy: Core } })._cyreg;
      interface Core {
        nodes(): { map<T>(of: (node: { degree(loops: boolean): number; data(name: string): string }) => T): T[] };
      }
      return cy
        .nodes()
        .map((node) => ({ label: node.data('label'), degree: node.degree(false) }))
        .sort((a, b) => b.degree - a.degree)
        .slice(0, 2);
    });
    expect(labelledNodes.map(({ label }) => label.split(' ')[0]).sort()).toEqual(['rv-core-1', 'rv-core-2']);
  });

  test('what is in the Science Block?', async () => {
    await open('L2Physical');
    await find('Science Block');
    const text = page.details().getByText('They report the same location');
    await text.waitFor();
    expect(await text.textContent()).toMatch(/\d+ workstations/);
    const [block] = await page.drawn('node.selected');
    expect(block!.label).toMatch(/^Science Block/);
    const inside = await page.drawn(`node[around = "${block!.id}"]`);
    expect(inside.length).toBeGreaterThan(1);
  });

  test('where is a VLAN interrupted?', async () => {
    const { prisma } = service;
    const vlan = await prisma.vlan.findFirstOrThrow({ where: { networkId, vlanNumber: 50 } });
    // Removes the VLAN from a port with a cable to another switch, so that the VLAN is interrupted there.
    const carriedInterfaceVlan = await prisma.interfaceVlan.findFirstOrThrow({
      where: { vlanId: vlan.id, interface: { host: { name: 'rv-a-dist-1' }, neighbors: { some: {} } } },
      include: { interface: true },
    });
    await prisma.interfaceVlan.deleteMany({
      where: { interfaceId: carriedInterfaceVlan.interfaceId, vlanId: vlan.id },
    });
    await open('L2Physical');
    await act(page.side().getByText('Where a VLAN goes').click());
    await act(page.side().getByRole('combobox', { name: 'VLAN' }).selectOption(vlan.id));
    await page
      .side()
      .getByText(/gaps?: the other end/)
      .waitFor();
    await page
      .side()
      .getByRole('button', { name: `${carriedInterfaceVlan.interface.ifName} of rv-a-dist-1` })
      .waitFor();
    await page.nodeIsDrawn('rv-a-dist-1');
    await page.page.waitForFunction(() => {
      const { cy } = (
        document.getElementById('canvas') as never as { _cyreg: { cy: { $(of: string): { length: number } } } }
      )._cyreg;
      return cy.$('node.gap').length > 0;
    });
  });

  test('where is this machine, of which only the name is known?', async () => {
    await open('L3Logical');
    const host = await service.prisma.host.findFirstOrThrow({
      where: { networkId, name: { startsWith: 'rv-a-tel-' } },
      include: { ipAddresses: true },
    });
    await find(host.ipAddresses[0]!.ipAddress);
    await page.details().getByText(host.name).first().waitFor();
  });

  test('what fails with this access switch?', async () => {
    await open('L2Physical');
    await find('rv-a-acc-1');
    await click('If this fails, what is cut off?');
    await page
      .side()
      .getByText(/^[1-9]\d* unreachable/)
      .waitFor();
    // The test chose no root, so the page has chosen the device with the most links as the root.
    expect(await page.side().locator('.chosen-node', { hasText: 'Seen from' }).innerText()).toMatch(/rv-core-[12]/);
    await page.settled();
    expect((await page.drawn('node.lost')).length).toBeGreaterThan(0);
  });

  test('how does this access point reach the firewall?', async () => {
    await open('L2Physical');
    const hosts = await service.prisma.host.findMany({ where: { networkId, name: { startsWith: 'rv-a-ap-' } } });
    await find(hosts[0]!.name!);
    await click('Path from here');
    await page.side().getByText('Select where it leads').waitFor();
    expect(await page.parameter('to')).toBeNull();
    await find('rv-fw-1');
    await page.side().locator('.hops > li').nth(3).waitFor();
    await page.settled();
    expect((await page.drawn('edge.path')).length).toBeGreaterThan(2);
  });

  test('which machines are printers, and how many?', async () => {
    await open('Workloads');
    await act(page.page.getByLabel('Group by').selectOption({ label: 'Kind of device' }));
    await page.nodeIsDrawn('Printers');
    // Waits until the graph no longer moves, because the position of the click must be the final one.
    await page.settled();
    const printers = (await page.drawn('node[?isFold]')).find(({ label }) => label.startsWith('Printers'))!;
    await act(page.page.mouse.click(printers.x, printers.y));
    await page
      .details()
      .getByText(/\d+ printers/)
      .first()
      .waitFor();
  });

  test('what has changed since the last snapshot?', async () => {
    await open('L2Physical');
    const choice = page.page.getByRole('combobox', { name: 'Compare with' });
    const label = (await choice
      .getByText(/^Snapshot /)
      .last()
      .textContent())!;
    await act(choice.selectOption({ label }));
    await page.side().getByRole('list', { name: 'Changes' }).waitFor();
    await page.page.waitForFunction(() => new URLSearchParams(location.search).has('since'));
    await page.settled();
    expect((await page.drawn('.changed, .added, .removed')).length).toBeGreaterThan(0);
  });

  test('what depends on this switch?', async () => {
    await open('L2Physical');
    await find('rv-a-acc-1');
    await page
      .details()
      .getByRole('heading', { name: /^Joined with \([1-9]/ })
      .waitFor();
    const neighbours = await page.details().getByRole('listitem').allTextContents();
    expect(neighbours.some((text) => text.includes('rv-a-dist-'))).toBe(true);
  });

  test('which subnets are behind the routers of the Main Hall?', async () => {
    await open('L3Logical');
    const labels = (await page.drawn('node')).map(({ label }) => label);
    for (const name of ['staff', 'voice', 'printers'])
      expect(labels.some((label) => label.startsWith(`Main Hall ${name}: 10.`))).toBe(true);
  });
});
