// Tests which facts the details panel shows about access points, their clients, switches and ports.
import { hiddenWords } from '../../../src/pages/topology/panels/search/hidden-words';
import { findingsInAllLooks } from '../axe';
import { describeInBrowser, leavePage } from '../browser';
import { demoSuite, type TopologyPage } from './demo-page';

const campus = 'Riverside Campus';

describeInBrowser('the details', () => {
  const suite = demoSuite();
  const networkId = () => suite.service.networkOf(campus);
  const open = (selected: string, view = 'L2Physical') =>
    suite.open(`?topology=${suite.service.topologyOf(campus)}&view=${view}&group-by=Nothing&selected=${selected}`);
  /** Opens a host through its first address, because a host without links has no box in the physical view. */
  const openHost = async (hostId: string) => {
    const where = { networkId: networkId(), hostId };
    const { id } = await suite.service.prisma.ipAddress.findFirstOrThrow({ where, orderBy: { position: 'asc' } });
    return open(id, 'L3Logical');
  };
  const ready = async (page: TopologyPage) => {
    await page.details().and(page.page.locator('[aria-busy="false"]')).waitFor();
    return page.details();
  };
  const pictures = async ({ page }: TopologyPage, name: string) => {
    if (!process.env.PICTURES) return;
    for (const [width, height] of [
      [1400, 1400],
      [390, 1600],
    ] as const)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        await page.waitForTimeout(1500);
        await page.screenshot({ path: `${process.env.PICTURES}/${name}-${width}-${colorScheme}.png` });
      }
  };

  test('an access point lists its first wireless clients with network, band and signal, and their number', async () => {
    const { prisma } = suite.service;
    const all = await prisma.wirelessAssociation.findMany({
      where: { networkId: networkId() },
      include: { clientHost: true, signal: true, accessPointHost: true },
    });
    const one = all.find(({ ssid, clientHost }) => ssid === 'Staff' && clientHost)!;
    const ofPoint = all.filter(({ accessPointHostId }) => accessPointHostId === one.accessPointHostId);
    const extra = Array.from({ length: 60 }, (_, index) => ({
      ...{ networkId: networkId(), hostId: one.hostId, accessPointHostId: one.hostId, isOwnRadio: true },
      ...{ clientMac: `06:00:00:00:00:${String(index).padStart(2, '0')}`, ssid: 'Zoo' },
    }));
    await prisma.wirelessAssociation.createMany({ data: extra });
    const page = await openHost(one.hostId);
    const details = await ready(page);
    await details.getByText(`Wireless clients (${ofPoint.length + 60})`, { exact: true }).waitFor();
    const line = details.getByRole('listitem').filter({ hasText: one.clientHost!.name }).first();
    const band = one.band === 'FiveGhz' ? '5 GHz' : '2.4 GHz';
    expect(await line.innerText()).toContain(`Staff · ${band} · channel ${one.channel} · ${one.signal!.signalDbm} dBm`);
    expect(await details.getByText(`and ${ofPoint.length + 10} more`, { exact: true }).count()).toBe(1);
    await pictures(page, 'access-point');
    expect(await findingsInAllLooks(page.page)).toEqual([]);
    await prisma.wirelessAssociation.deleteMany({
      where: { networkId: networkId(), clientMac: { startsWith: '06:00:00:00:00:' } },
    });
  });

  test('a wireless client names its access point; a controller lists the clients of its access points', async () => {
    const { prisma } = suite.service;
    const one = await prisma.wirelessAssociation.findFirstOrThrow({
      where: { networkId: networkId(), ssid: 'Staff', clientHostId: { not: null } },
      include: { accessPointHost: true },
    });
    const controller = await prisma.host.findFirstOrThrow({ where: { networkId: networkId(), name: 'rv-core-1' } });
    const hostile = '‮<b>x</b>';
    const { id } = await prisma.wirelessAssociation.create({
      data: {
        ...{ networkId: networkId(), hostId: controller.id, clientMac: '06:00:00:00:01:01', ssid: hostile },
        ...{ accessPointName: 'ap-of-the-cellar' },
      },
    });
    const atClient = await ready(await openHost(one.clientHostId!));
    await atClient.getByText('Wireless (1)', { exact: true }).waitFor();
    expect(await atClient.getByRole('listitem').filter({ hasText: one.accessPointHost!.name }).count()).toBeGreaterThan(
      0,
    );
    await leavePage(suite.browser, suite.opened.visitor);
    const atController = await ready(await openHost(controller.id));
    await atController.getByText('Clients of its access points (1)', { exact: true }).waitFor();
    const line = atController.getByRole('listitem').filter({ hasText: '06:00:00:00:01:01' }).first();
    expect(await line.innerText()).toBe(`06:00:00:00:01:01 at ap-of-the-cellar ${hostile}`);
    await prisma.wirelessAssociation.delete({ where: { id } });
  });

  test('a subnet lists its addresses with their machines, and says which machines are hidden', async () => {
    const { prisma } = suite.service;
    const hidden = await prisma.ipAddress.findFirstOrThrow({
      where: { networkId: networkId(), host: { hidden: true } },
      include: { host: true },
    });
    const where = { networkId: networkId(), subnetId: hidden.subnetId };
    const addresses = await prisma.ipAddress.findMany({ where, include: { host: true } });
    const shown = addresses.find(({ host }) => !host.hidden)!;
    const page = await open(hidden.subnetId, 'L3Logical');
    const details = await ready(page);
    await details.getByText(`Addresses (${addresses.length})`, { exact: true }).waitFor();
    const lineOf = (ipAddress: string) =>
      details.getByRole('listitem').filter({ hasText: new RegExp(`^${ipAddress.replaceAll('.', '\\.')} `) });
    expect(await lineOf(hidden.ipAddress).innerText()).toBe(
      `${hidden.ipAddress} ${hidden.host.name} hidden, so no view draws it`,
    );
    expect(await lineOf(hidden.ipAddress).getByRole('link').getAttribute('href')).toBe(
      `/inventory/${networkId()}/hosts/${hidden.hostId}`,
    );
    await lineOf(shown.ipAddress).getByRole('button', { name: shown.host.name, exact: true }).click();
    await page.page.waitForFunction((id) => new URLSearchParams(location.search).get('selected') === id, shown.id);
  });

  test('a hypervisor lists its virtual machines, which lead to their nodes', async () => {
    const { prisma } = suite.service;
    const machine = await prisma.host.findFirstOrThrow({
      where: {
        networkId: networkId(),
        virtualizationServiceId: { not: null },
        hidden: false,
        ipAddresses: { some: {} },
      },
      include: { virtualizationService: true, ipAddresses: true },
    });
    const { hostId } = machine.virtualizationService!;
    const where = { networkId: networkId(), virtualizationService: { hostId } };
    const page = await openHost(hostId);
    const details = await ready(page);
    await details.getByText(`Virtual machines (${await prisma.host.count({ where })})`, { exact: true }).waitFor();
    await details.getByRole('button', { name: machine.name, exact: true }).first().click();
    await details.getByRole('heading', { name: new RegExp(`^${machine.name}`), level: 2 }).waitFor();
    expect(machine.ipAddresses.map(({ id }) => id)).toContain(await page.parameter('selected'));
  });

  test('a machine names its switch port, which leads to the port and to the machines that the port has learned', async () => {
    const { prisma } = suite.service;
    const machine = await prisma.host.findFirstOrThrow({ where: { networkId: networkId(), name: 'rv-b-prn-01' } });
    const page = await openHost(machine.id);
    const details = await ready(page);
    const { locate } = await page.ask(`{ locate(networkId: "${networkId()}", text: "${machine.id}") {
      ports { interfaceId interface { ifName } host { displayName } } } }`);
    const [port] = locate.ports;
    await details
      .getByRole('button', { name: `${port.host.displayName} ${port.interface.ifName}`, exact: true })
      .click();
    await page.page.waitForFunction(() => new URLSearchParams(location.search).get('view') === 'L2Physical');
    await page.isDrawn();
    expect(await page.parameter('selected')).toBe(port.interfaceId);
    // The heading has the port's own name. The port's alias, which names the connected machine, follows the word
    // `Port`.
    await details.getByRole('heading', { name: `${port.host.displayName} ${port.interface.ifName}` }).waitFor();
    await details.getByText(`Port, alias ${machine.name}`, { exact: true }).waitFor();
    const learned = details.getByRole('button', { name: machine.name, exact: true });
    await learned.first().waitFor();
    // An interface that the view does not draw has details nevertheless.
    const { id } = await prisma.interface.create({
      data: { networkId: networkId(), hostId: machine.id, ifIndex: 900, ifDescr: 'lo900', ifType: 24 },
    });
    await learned.first().click();
    await details.getByText('Interfaces (1)', { exact: true }).click();
    await details.getByRole('button', { name: 'lo900', exact: true }).click();
    await details.getByText('Port, not shown in this view').waitFor();
    expect(await page.parameter('selected')).toBe(id);
    // The search finds an interface that is not drawn, by the name of its device and its own name, and says why the
    // interface is not drawn.
    await page.page.getByRole('button', { name: 'Close details' }).click();
    await details.waitFor({ state: 'detached' });
    await page.page.getByRole('combobox', { name: 'Search this view' }).fill(`lo900 on ${machine.name}`);
    const option = page.page.getByRole('option').filter({ hasText: `${machine.name} lo900` });
    await option.getByText('not drawn: ').waitFor();
    await option.click();
    await details.getByText('Port, not shown in this view').waitFor();
    const { topology } = await page.ask(`{ topology(id: "${await page.parameter('topology')}") {
      graph(view: L2Physical) { whyHidden(entityId: "${id}") { reason message tag { name } } } } }`);
    await details.getByText(hiddenWords(topology.graph.whyHidden, true)).waitFor();
    expect(await page.parameter('selected')).toBe(id);
    await prisma.interface.delete({ where: { id } });
  });

  test('a port shows its PoE power, traffic and errors; its switch the power of all ports', async () => {
    const { prisma } = suite.service;
    const ports = await prisma.interface.findMany({
      where: { networkId: networkId(), poeStatus: 'Delivering', counters: { isNot: null } },
      include: { counters: true },
      orderBy: { id: 'asc' },
    });
    const port = ports[0]!;
    const poeMilliwattsOf = ({ counters }: (typeof ports)[number]) =>
      (counters!.latest as { poeMilliwatts: number }).poeMilliwatts;
    const reading = { ...(port.counters!.latest as object), inErrors: '12345', outErrors: '0' };
    await prisma.interfaceCounters.update({ where: { interfaceId: port.id }, data: { latest: reading } });
    const page = await open(port.id);
    const details = await ready(page);
    const words = (milliwatts: number) => `${(milliwatts / 1000).toFixed(1)} W`;
    await details
      .getByText(`Delivering, class ${port.poeClass}, ${words(poeMilliwattsOf(port))}`, { exact: true })
      .waitFor();
    expect(await details.getByText(/^12,345 in( \(.+ a second\))?, 0 out$/).count()).toBe(1);
    expect(await details.getByText(/^in [\d.]+ [kMG]?bit\/s.*, out [\d.]+ [kMG]?bit\/s/).count()).toBe(1);
    await pictures(page, 'port');
    expect(await findingsInAllLooks(page.page)).toEqual([]);
    await leavePage(suite.browser, page.visitor);
    const ownPorts = ports.filter(({ hostId }) => hostId === port.hostId);
    const all = words(ownPorts.reduce((sum, one) => sum + poeMilliwattsOf(one), 0));
    const atSwitch = await openHost(port.hostId);
    const ofSwitch = await ready(atSwitch);
    const count = `${ownPorts.length} ${ownPorts.length === 1 ? 'port' : 'ports'}`;
    await ofSwitch.getByText(`${all}, ${count}`, { exact: true }).waitFor();
    await ofSwitch.getByText(/^Interfaces \(/).click();
    const line = ofSwitch.getByRole('listitem').filter({ hasText: `PoE ${words(poeMilliwattsOf(port))}` });
    expect(await line.count()).toBeGreaterThan(0);
    await pictures(atSwitch, 'switch');
  });

  test('a forwarding port names the spanning trees that block it', async () => {
    const { prisma } = suite.service;
    const { id } = await prisma.interface.findFirstOrThrow({
      where: { networkId: networkId(), poeStatus: 'Delivering' },
      orderBy: { id: 'asc' },
    });
    const state = { stpState: 'Forwarding' as const, isStpRootPort: true };
    const blocked = { stpBlockedVlans: [20, 50], stpBlockedInstances: [3] };
    await prisma.interface.update({ where: { id }, data: { ...state, ...blocked } });
    const details = await ready(await open(id));
    const words = 'Forwarding, leads to the root, blocked in VLANs 20, 50, blocked in instance 3';
    await details.getByText(words, { exact: true }).waitFor();
  });

  test('a past instant shows no current readings', async () => {
    const { prisma } = suite.service;
    const { id, poeClass } = await prisma.interface.findFirstOrThrow({
      where: { networkId: networkId(), poeStatus: 'Delivering', counters: { isNot: null } },
      orderBy: { id: 'asc' },
    });
    const at = new Date(Date.now() - 600_000).toISOString();
    const details = await ready(await open(`${id}&at=${at}`));
    await details.getByText(`Delivering, class ${poeClass}`, { exact: true }).waitFor();
    expect(await details.getByText('Counters read').count()).toBe(0);
  });

  test('a management address is a link only if it is a web address', async () => {
    const { prisma } = suite.service;
    const host = await prisma.host.findFirstOrThrow({
      where: { networkId: networkId(), managementUrl: { startsWith: 'https://' }, name: { contains: 'core' } },
    });
    const details = await ready(await openHost(host.id));
    const link = details.getByRole('link', { name: host.managementUrl! });
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    await prisma.host.update({ where: { id: host.id }, data: { managementUrl: 'javascript:alert(1)' } });
    await leavePage(suite.browser, suite.opened.visitor);
    const again = await ready(await openHost(host.id));
    await again.getByText('javascript:alert(1)', { exact: true }).waitFor();
    expect(await again.getByRole('link', { name: 'javascript' }).count()).toBe(0);
  });
});
