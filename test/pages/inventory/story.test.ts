// A new user works in the inventory by keyboard alone, in a real browser. The user finds a machine by the end of its
// MAC address, sees its switch port, corrects its name, and tags thirty hosts. The user also restores a VLAN that was
// deleted by mistake, and enters a printer at the next free address.
import type { Browser, Locator, Page } from 'playwright-core';
import { describeInBrowser, leaveBrowser, newVisitor, openBrowser, type Visitor } from '../browser';
import { serveDemo, type DemoService } from '../topology/demo-page';

const locating = `query ($networkId: UUID!, $text: String!) {
  locate(networkId: $networkId, text: $text) { ports { interfaceId evidence } }
}`;
const tagName = 'Moves in spring';
/** The test fails after this number of Tab presses, which is more than any two controls are apart. */
const mostPresses = 150;

describeInBrowser('a day with the inventory, by keyboard alone', () => {
  let service: DemoService;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let networkId: string;
  beforeAll(async () => {
    [service, browser] = await Promise.all([serveDemo(), openBrowser()]);
    networkId = service.networkOf('Riverside Campus');
    await service.prisma.tag.create({ data: { organizationId: service.demo.organizationId, name: tagName } });
    visitor = await newVisitor(browser, service.url, { width: 1400, height: 850 });
    page = visitor.page;
  });
  afterEach(() => expect([visitor.foreignRequests, visitor.complaints]).toEqual([[], []]));
  afterAll(async () => {
    await leaveBrowser(browser);
    await service.close();
  });

  const press = (key: string) => page.keyboard.press(key);
  const type = (text: string) => page.keyboard.type(text);
  const dialog = () => page.getByRole('dialog');
  const titles = () => page.locator('[data-index] .title a');
  const noticeIs = (text: string | RegExp) => page.locator('.notice').getByText(text).waitFor();

  async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await target.waitFor();
    for (let presses = 0; presses < mostPresses; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await press(key);
    }
    throw new Error(`${key} does not reach ${String(target)}`);
  }
  async function enter(target: Locator, key?: 'Shift+Tab'): Promise<void> {
    await tabTo(target, key);
    await press('Enter');
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true });
  /**
   * Opens the list of a kind of rows. Presses Shift+Tab, because the links to the lists come first in the tab order.
   */
  async function openKind(plural: string): Promise<void> {
    await enter(
      page.getByRole('navigation', { name: 'Kinds' }).getByRole('link', { name: plural, exact: true }),
      'Shift+Tab',
    );
    await titles().first().waitFor();
  }

  /** Finds a machine whose port is known only from the forwarding table of a switch. */
  async function machineBehindPort() {
    const { prisma } = service;
    const ports = await prisma.interface.findMany({
      where: { networkId, fdbMacs: { isEmpty: false } },
      orderBy: { id: 'asc' },
      select: { id: true, ifName: true, fdbMacs: true },
    });
    for (const port of ports)
      for (const macAddress of port.fdbMacs) {
        const address = await prisma.ipAddress.findFirst({ where: { networkId, macAddress }, include: { host: true } });
        if (!address) continue;
        const response = await fetch(`${service.url}/graphql`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Cookie: `session_id=${service.session}`, Origin: service.url },
          body: JSON.stringify({ query: locating, variables: { networkId, text: address.hostId } }),
        });
        const { data } = (await response.json()) as {
          data: { locate: { ports: { interfaceId: string; evidence: string }[] } };
        };
        const [located] = data.locate.ports;
        if (located?.evidence === 'ForwardingTable' && located.interfaceId === port.id)
          return { macAddress, port, address, host: address.host };
      }
    throw new Error('the demo has no machine that only a forwarding table leads to');
  }

  test('an engineer works by keyboard alone, from sign-in on', async () => {
    const { prisma, demo } = service;
    const { macAddress, port, address, host } = await machineBehindPort();

    // Step 1: the user signs in.
    await page.goto('/inventory');
    await page.waitForURL('**/sign-in?next=*');
    await tabTo(page.getByLabel('E-mail').first());
    await type(demo.email);
    await tabTo(page.getByLabel('Password').first());
    await type(demo.password);
    await press('Enter');
    await page.waitForURL('**/inventory/*/hosts');
    await titles().first().waitFor();

    // Step 2: the user finds the machine by the end of its MAC address, and sees the machine's switch port.
    await press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Find anything' });
    await palette.getByRole('combobox').waitFor();
    await type(macAddress.replaceAll(':', '').slice(-6));
    const options = palette.getByRole('option');
    await options.filter({ hasText: address.ipAddress }).first().waitFor();
    const selectedOption = palette.getByRole('option', { selected: true });
    for (let row = 0; !(await selectedOption.innerText()).includes(address.ipAddress); row += 1) {
      const formerId = await selectedOption.getAttribute('id');
      await press('ArrowDown');
      await page.locator(`#${formerId}[aria-selected=false]`).waitFor();
      expect(row).toBeLessThan(await options.count());
    }
    await press('Enter');
    await page.waitForURL(`**/ip-addresses/${address.id}`);
    const ports = page.getByRole('region', { name: 'Where is it?' }).getByRole('list', { name: 'Ports of the host' });
    await ports.locator(`a[href$="/interfaces/${port.id}"]`).waitFor();
    await ports.getByText(`by the forwarding table (${macAddress})`).waitFor();

    // Step 3: the user corrects the name of the machine.
    await enter(page.locator('.detail .facts').locator(`a[href$="/hosts/${host.id}"]`), 'Shift+Tab');
    await page.waitForURL(`**/hosts/${host.id}`);
    await enter(link('Edit'));
    const name = page.getByRole('form', { name: 'Edit host' }).getByLabel(/^Name/);
    await tabTo(name);
    await press('Control+a');
    await type('Reception desk');
    await press('Enter');
    await noticeIs('Saved: Reception desk.');
    await page.getByRole('heading', { name: 'Reception desk', level: 2 }).waitFor();
    expect(await prisma.host.findUniqueOrThrow({ where: { id: host.id } })).toMatchObject({ name: 'Reception desk' });

    // Step 4: the user tags thirty hosts.
    await enter(link('← Hosts'));
    await tabTo(titles().first());
    for (let index = 0; index < 30; index += 1) {
      if (index > 0) await press('ArrowDown');
      await page.waitForFunction((at) => document.activeElement?.closest(`[data-index="${at}"]`) !== null, index);
      await press('Space');
    }
    await page.getByText('30 selected', { exact: true }).waitFor();
    await enter(button('Add tag'), 'Shift+Tab');
    await tabTo(dialog().getByRole('combobox'));
    await type(tagName);
    await page.locator('[role=option]').filter({ hasText: tagName }).waitFor();
    await press('Enter');
    await enter(dialog().getByRole('button', { name: 'Add tag' }));
    await page.getByText('Added to 30 hosts.').waitFor();
    expect(await prisma.tagAssignment.count({ where: { tag: { name: tagName }, hostId: { not: null } } })).toBe(30);

    // Step 5: the user deletes a VLAN by mistake and restores it.
    await openKind('VLANs');
    await enter(titles().first());
    await page.waitForURL('**/vlans/*');
    const vlanId = new URL(page.url()).pathname.split('/').at(-1)!;
    const vlan = await prisma.vlan.findUniqueOrThrow({ where: { id: vlanId } });
    await enter(button('Delete'));
    await enter(dialog().getByRole('button', { name: 'Delete' }));
    await noticeIs(/^Deleted: /);
    expect(await prisma.vlan.count({ where: { id: vlanId } })).toBe(0);
    await enter(link('Restore it from its history'), 'Shift+Tab');
    await page.getByRole('heading', { name: 'This VLAN is not there' }).waitFor();
    await enter(button('Restore this VLAN'));
    await enter(dialog().getByRole('button', { name: 'Restore this VLAN' }));
    await page.getByRole('heading', { name: `${vlan.vlanNumber} ${vlan.name}`, level: 2 }).waitFor();
    const { vlanNumber } = await prisma.vlan.findUniqueOrThrow({ where: { id: vlanId } });
    expect(vlanNumber).toBe(vlan.vlanNumber);

    // Step 6: the user enters a printer at the next free address of a subnet.
    const subnet = await prisma.subnet.findUniqueOrThrow({ where: { id: address.subnetId } });
    await openKind('Subnets');
    await press('/');
    await page.waitForFunction(() => document.activeElement?.id === 'search');
    await type(subnet.cidr);
    await page.locator('.count').getByText('1 subnet', { exact: true }).waitFor();
    await enter(titles().filter({ hasText: subnet.cidr }));
    await page.waitForURL(`**/subnets/${subnet.id}`);
    const next = page.getByRole('group', { name: 'Next free address' });
    const freeAddress = (await next.innerText()).trim().split(/\s/)[0]!;
    await openKind('Hosts');
    await enter(link('New host'));
    const form = page.getByRole('form', { name: 'New host' });
    await tabTo(form.getByLabel(/^Name/));
    await type('Printer at reception');
    const role = form.getByLabel(/^Role/);
    await tabTo(role);
    // The role is chosen by arrow keys, because typed letters select a wrong option if one of them arrives late.
    for (let row = await role.locator('option').count(); row > 0; row -= 1)
      if ((await role.inputValue()) !== 'Printer') await press('ArrowDown');
    expect(await role.inputValue()).toBe('Printer');
    await enter(form.getByRole('button', { name: 'Add IP address' }));
    await tabTo(form.getByRole('combobox', { name: /^Subnet/ }));
    await type(subnet.cidr);
    await page.locator('[role=option]').filter({ hasText: subnet.cidr }).first().waitFor();
    await press('Enter');
    await tabTo(form.getByRole('textbox', { name: /^IP address/ }));
    await type(freeAddress);
    await enter(form.getByRole('button', { name: 'Create host' }));
    await noticeIs('Created: Printer at reception.');
    await page.locator('.detail h2').waitFor();
    await page.locator('.detail [aria-busy=true]').first().waitFor({ state: 'detached' });
    const printer = await prisma.ipAddress.findMany({
      where: { networkId, ipAddress: freeAddress },
      select: { subnetId: true, host: { select: { name: true, role: true } } },
    });
    expect(printer).toEqual([{ subnetId: subnet.id, host: { name: 'Printer at reception', role: 'Printer' } }]);
  });
});
