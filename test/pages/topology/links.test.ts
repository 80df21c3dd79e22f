// Tests decisions on the topology page about links, and about hosts that may be the same machine. Members can make and
// revoke decisions by keyboard alone, and the page draws them at once. Viewers get no such controls.
import { randomUUID } from 'node:crypto';
import { createSession } from '../../../src/auth/sessions';
import { findingsInAllLooks } from '../axe';
import { describeInBrowser, leavePage, newVisitor, type Visitor } from '../browser';
import { demoSuite, type TopologyPage } from './demo-page';

const branch = 'Lyon Branch';

interface Cable {
  readonly portId: string;
  readonly farId: string;
  readonly farName: string;
}

describeInBrowser('links on the topology page', () => {
  const suite = demoSuite();
  const search = (portId: string) => `?topology=${suite.service.topologyOf(branch)}&view=L2Physical&selected=${portId}`;
  const links = ({ page }: TopologyPage) => page.getByRole('region', { name: 'Links of the port' });
  const decide = (page: TopologyPage, end: string, name: string) =>
    links(page)
      .getByRole('group', { name: `Decide on the link to ${end}` })
      .getByRole('button', { name, exact: true });
  const decisions = () =>
    suite.service.prisma.linkDecision.findMany({ where: { networkId: suite.service.networkOf(branch) } });

  /**
   * A cable between two devices that also have other cables, so that both devices stay in the picture without this
   * cable.
   */
  async function cable(): Promise<Cable> {
    const foundInterfaceNeighbors = await suite.service.prisma.interfaceNeighbor.findMany({
      where: { networkId: suite.service.networkOf(branch), remoteInterfaceId: { not: null } },
      include: { interface: true, remoteInterface: { include: { host: true } } },
      orderBy: { id: 'asc' },
    });
    const cablesOf = (hostId: string) =>
      foundInterfaceNeighbors.filter((one) => one.interface.hostId === hostId).length;
    const one = foundInterfaceNeighbors.find(
      ({ interface: near, remoteInterface: far }) => cablesOf(near.hostId) > 1 && cablesOf(far!.hostId) > 1,
    )!;
    const far = one.remoteInterface!;
    return {
      portId: one.interfaceId,
      farId: far.id,
      farName: `${far.host.name} ${far.ifName}`,
    };
  }
  const isDrawn = async (page: TopologyPage, { portId, farId }: Cable) => {
    const { topology } = await page.ask(
      `{ topology(id: "${suite.service.topologyOf(branch)}") { graph(view: L2Physical) { edges { source target } } } }`,
    );
    return (topology.graph.edges as { source: string; target: string }[]).some(
      ({ source, target }) => [source, target].includes(portId) && [source, target].includes(farId),
    );
  };

  /** A new user of the organization with the role Viewer, at a page of a browser. */
  async function newViewer(): Promise<Visitor> {
    const { prisma, demo, networkOf, url } = suite.service;
    const { organizationId } = demo;
    const email = `viewer-${randomUUID()}@${organizationId}.example`;
    const viewer = await prisma.user.create({ data: { organizationId, email, permissions: 'Viewer' } });
    await prisma.userNetwork.create({ data: { userId: viewer.id, organizationId, networkId: networkOf(branch) } });
    const visitor = await newVisitor(suite.browser, url);
    const session = await createSession(prisma, viewer);
    await visitor.context.addCookies([{ name: 'session_id', value: session, url }]);
    return visitor;
  }

  test('a link is refuted by keyboard, names who refuted it, and returns when that is withdrawn', async () => {
    const one = await cable();
    const page = await suite.open(search(one.portId));
    await links(page).getByText('reported by').first().waitFor();
    expect(await isDrawn(page, one)).toBe(true);
    await decide(page, one.farName, 'Refute').focus();
    await page.page.keyboard.press('Enter');
    await links(page).getByText(`refuted by hand by ${suite.service.demo.email}`).waitFor();
    await page.page.getByText('Refuted: the link is removed, whatever discovery reports.').first().waitFor();
    expect(await isDrawn(page, one)).toBe(false);
    expect(await decisions()).toMatchObject([{ verdict: 'Refuted', interfaceId: one.portId }]);
    await decide(page, one.farName, 'Undo').focus();
    await page.page.keyboard.press('Enter');
    await decide(page, one.farName, 'Refute').waitFor();
    expect([await isDrawn(page, one), await decisions()]).toEqual([true, []]);
  });

  test('a link is confirmed from either end', async () => {
    const one = await cable();
    const page = await suite.open(search(one.portId));
    await decide(page, one.farName, 'Confirm').click();
    await links(page).getByText('confirmed by hand').waitFor();
    await page.page.goto(`/topology${search(one.farId)}`);
    await links(page).getByText('confirmed by hand').waitFor();
    await links(page).getByRole('button', { name: 'Undo', exact: true }).click();
    await links(page).getByText('confirmed by hand').waitFor({ state: 'detached' });
    expect(await decisions()).toEqual([]);
  });

  test('a link is proposed by keyboard to a machine found by name, and is drawn', async () => {
    const networkId = suite.service.networkOf(branch);
    const other = await suite.service.prisma.host.create({ data: { networkId, name: 'patch-panel-7' } });
    const data = { networkId, hostId: other.id, ifIndex: 1, ifDescr: 'slot 1' };
    const far = await suite.service.prisma.interface.create({ data });
    const one = await cable();
    const page = await suite.open(search(one.portId));
    await links(page).getByText('Propose a link').focus();
    await page.page.keyboard.press('Enter');
    await page.page.keyboard.press('Tab');
    await page.page.keyboard.type('patch-panel');
    await page.page.keyboard.press('Enter');
    await links(page).getByRole('option', { name: 'slot 1' }).waitFor({ state: 'attached' });
    await links(page).getByLabel('Port', { exact: true }).selectOption({ label: 'slot 1' });
    await links(page).getByRole('button', { name: 'Propose', exact: true }).focus();
    await page.page.keyboard.press('Enter');
    await links(page).getByText('by hand alone, proposed by hand').waitFor();
    await page.nodeIsDrawn('patch-panel-7');
    expect(await isDrawn(page, { ...one, farId: far.id })).toBe(true);
    await decide(page, 'patch-panel-7 slot 1', 'Undo').click();
    await links(page).getByText('proposed by hand').waitFor({ state: 'detached' });
    expect(await isDrawn(page, { ...one, farId: far.id })).toBe(false);
    await suite.service.prisma.host.delete({ where: { id: other.id } });
  });

  test('the ports are those of the chosen machine, although the ports of another one arrive later', async () => {
    const networkId = suite.service.networkOf(branch);
    const { prisma } = suite.service;
    const ids: string[] = [];
    for (const name of ['rack-panel-1', 'rack-panel-2']) {
      const { id: hostId } = await prisma.host.create({ data: { networkId, name } });
      await prisma.interface.create({ data: { networkId, hostId, ifIndex: 1, ifDescr: `slot of ${name}` } });
      ids.push(hostId);
    }
    const page = await suite.open(search((await cable()).portId));
    let answerFirst = (): void => undefined;
    const isWanted = new Promise<void>((resolve) => (answerFirst = resolve));
    await page.page.route('**/graphql', async (route) => {
      const body = route.request().postData() ?? '';
      if (body.includes('PagePortsOfHost') && body.includes(ids[0]!)) await isWanted;
      await route.continue();
    });
    await links(page).getByText('Propose a link').click();
    await links(page).getByLabel('Other machine').fill('rack-panel');
    await links(page).getByRole('button', { name: 'Find' }).click();
    await links(page).getByLabel('Machine', { exact: true }).selectOption({ label: 'rack-panel-2' });
    const port = links(page).getByLabel('Port', { exact: true });
    await port.getByRole('option', { name: 'slot of rack-panel-2' }).waitFor({ state: 'attached' });
    const late = page.page.waitForResponse((response) => (response.request().postData() ?? '').includes(ids[0]!));
    answerFirst();
    await (await late).finished();
    await page.settled();
    expect((await port.getByRole('option').allInnerTexts()).slice(1)).toEqual(['slot of rack-panel-2']);
    await page.page.unroute('**/graphql');
    await prisma.host.deleteMany({ where: { id: { in: ids } } });
  });

  test('proposing a link from a machine to itself is refused with an explanation', async () => {
    const one = await cable();
    const { host } = await suite.service.prisma.interface.findUniqueOrThrow({
      where: { id: one.portId },
      select: { host: true },
    });
    const page = await suite.open(search(one.portId));
    await links(page).getByText('Propose a link').click();
    await links(page).getByLabel('Other machine').fill(host.name);
    await links(page).getByRole('button', { name: 'Find' }).click();
    await links(page).getByLabel('Machine', { exact: true }).selectOption({ label: host.name });
    await links(page).getByRole('button', { name: 'Propose', exact: true }).click();
    await links(page).getByRole('alert').waitFor();
    expect(await decisions()).toEqual([]);
  });

  test('users without the right see links and decisions only; past instants show neither', async () => {
    const one = await cable();
    const visitor = await newViewer();
    await visitor.page.goto(`/topology${search(one.portId)}`);
    const section = visitor.page.getByRole('region', { name: 'Links of the port' });
    await section.getByText('reported by').first().waitFor();
    expect([await section.getByRole('button').count(), await section.getByText('Propose').count()]).toEqual([0, 0]);
    const at = new Date().toISOString();
    await visitor.page.goto(`/topology${search(one.portId)}&at=${at}`);
    await visitor.page.getByRole('heading', { name: /^Joined with/ }).waitFor();
    expect(await section.count()).toBe(0);
    expect(visitor.complaints).toEqual([]);
    await leavePage(suite.browser, visitor);
  });

  describe('machines that may be one', () => {
    const reasons = [{ evidence: 'MacAddress', strength: 'Decides', values: ['00:1b:21:0a:0b:0c'] }];
    const suggestions = ({ page }: Pick<TopologyPage, 'page'>) =>
      page.getByRole('region', { name: 'Machines that may be one' });
    const badge = (page: Pick<TopologyPage, 'page'>) =>
      suggestions(page).getByRole('button', { name: 'Same machine?' });
    const at = (more = '') => `?topology=${suite.service.topologyOf(branch)}&view=L3Logical${more}`;
    const press = async ({ page }: TopologyPage, button: ReturnType<typeof badge>) => {
      await button.focus();
      await page.keyboard.press('Enter');
    };

    async function addMachine(name: string, number: number): Promise<string> {
      const { prisma, networkOf } = suite.service;
      const networkId = networkOf(branch);
      const { id: hostId } = await prisma.host.create({ data: { networkId, name } });
      const subnet = await prisma.subnet.findFirstOrThrow({
        where: { networkId, subnetType: 'Lan' },
        orderBy: { id: 'asc' },
      });
      const ipAddress = subnet.cidr.replace(/\d+\/\d+$/, String(number));
      const data = { hostId, networkId, subnetId: subnet.id, subnetCidr: subnet.cidr, ipAddress };
      await prisma.ipAddress.create({ data });
      return hostId;
    }
    /** Adds two hosts, and a suggestion that both hosts are the same machine. */
    async function addPair() {
      const [hostId, otherHostId] = [await addMachine('twin-a', 241), await addMachine('twin-b', 242)];
      const data = { networkId: suite.service.networkOf(branch), hostId, otherHostId, reasons };
      await suite.service.prisma.identitySuggestion.create({ data });
      return { hostId, otherHostId };
    }
    const answerGroup = (page: Pick<TopologyPage, 'page'>) =>
      suggestions(page).getByRole('group', { name: /^Are twin-a .* and twin-b .* one machine/ });
    afterEach(async () => {
      await suite.service.prisma.host.deleteMany({ where: { name: { startsWith: 'twin-' } } });
    });

    test('a counter opens the list of suggestions with reasons; accepted ones merge, and can be split', async () => {
      const { hostId, otherHostId } = await addPair();
      const page = await suite.open(at());
      await press(page, badge(page));
      expect(await badge(page).textContent()).toContain('1 pair of machines to decide on');
      await suggestions(page).getByText('same MAC address 00:1b:21:0a:0b:0c').waitFor();
      await press(page, answerGroup(page).getByRole('button', { name: 'Show twin-a on the map' }));
      const details = page.page.getByRole('complementary', { name: 'Details' });
      await details
        .getByRole('heading', { name: /twin-a|\.241/ })
        .first()
        .waitFor();
      expect(await findingsInAllLooks(page.page)).toEqual([]);
      await press(page, answerGroup(page).getByRole('button', { name: 'One machine', exact: true }));
      await suggestions(page).waitFor({ state: 'detached' });
      expect(await suite.service.prisma.host.count({ where: { id: hostId } })).toBe(0);
      // The host of this URL no longer exists: it was merged into another host, which the page selects instead.
      await page.page.goto(`/topology${at(`&selected=${hostId}&from=${hostId}`)}`);
      await page.page.waitForFunction(
        (survivor) => new URLSearchParams(location.search).get('from') === survivor,
        otherHostId,
      );
      const identity = details.getByRole('region', { name: 'Identity' });
      await identity.getByText('a person merged them').waitFor();
      await press(page, identity.getByRole('button', { name: 'Split off twin-a' }));
      await page.page.getByText('twin-a is a machine of its own again, and stays apart.').first().waitFor();
      expect(await suite.service.prisma.host.count({ where: { id: { in: [hostId, otherHostId] } } })).toBe(2);
      expect(await suite.service.prisma.identitySuggestion.findMany({ where: { hostId } })).toMatchObject([
        { otherHostId, state: 'Refused' },
      ]);
    });

    test('a postponed suggestion stays in the list uncounted; a refused one disappears', async () => {
      const { hostId } = await addPair();
      const page = await suite.open(at());
      await badge(page).click();
      await press(page, answerGroup(page).getByRole('button', { name: 'Later', exact: true }));
      await badge(page).getByText('put off').waitFor();
      await press(page, answerGroup(page).getByRole('button', { name: 'Two machines', exact: true }));
      await suggestions(page).waitFor({ state: 'detached' });
      const keptSuggestions = await suite.service.prisma.identitySuggestion.findMany({ where: { hostId } });
      expect(keptSuggestions).toMatchObject([{ state: 'Refused' }]);
    });

    test('a Viewer sees suggestions but cannot answer them; past instants show none', async () => {
      const { hostId } = await addPair();
      const visitor = await newViewer();
      await visitor.page.goto(`/topology${at()}`);
      await badge(visitor).click();
      await answerGroup(visitor).getByRole('button', { name: 'Show twin-b on the map' }).waitFor();
      expect(await answerGroup(visitor).getByRole('button').count()).toBe(2);
      await visitor.page.goto(`/topology${at(`&at=${new Date().toISOString()}`)}`);
      await visitor.page.locator('#live', { hasText: 'The past' }).waitFor();
      expect(await suggestions(visitor).count()).toBe(0);
      expect(visitor.complaints).toEqual([]);
      await leavePage(suite.browser, visitor);
      expect(await suite.service.prisma.host.count({ where: { id: hostId } })).toBe(1);
    });
  });
});
