// Tests the addresses of a subnet on the subnet's page, in a real browser: which addresses are in use, moving between
// them by keyboard, and reserving and releasing addresses.
import type { Browser, Page } from 'playwright-core';
import { createWorld, type Caller, type World } from '../../support/world';
import { findingsInAllLooks } from '../axe';
import { describeInBrowser, leaveBrowser, newVisitor, openBrowser, type Visitor } from '../browser';
import { visit } from './lead';

describeInBrowser('addresses of a subnet', () => {
  let world: World;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let networkId: string;
  beforeAll(async () => {
    [world, browser] = await Promise.all([createWorld(), openBrowser()]);
    ({ networkId } = world);
    visitor = await visitAs(world.owner);
    page = visitor.page;
  });
  afterEach(() => expect([visitor.foreignRequests, visitor.complaints]).toEqual([[], []]));
  afterAll(async () => {
    await leaveBrowser(browser);
    await world.close();
  });

  const visitAs = ({ credential }: Caller) =>
    newVisitor(browser, world.url, { width: 1400, height: 850, session: credential.session });

  let blocks = 0;
  /**
   * Creates a subnet with a printer at its second address, and with ten reserved addresses if the subnet is large
   * enough.
   */
  async function addSubnet(bits: number) {
    const { prisma, organizationId, owner } = world;
    blocks += 16;
    const net = `10.88.${blocks}`;
    const cidr = `${net}.0/${bits}`;
    const { id } = await prisma.subnet.create({ data: { networkId, name: 'Printers', cidr, subnetType: 'Lan' } });
    const host = await prisma.host.create({ data: { networkId, name: 'printer-1' } });
    const inSubnet = { networkId, subnetId: id, subnetCidr: cidr };
    await prisma.ipAddress.create({ data: { ...inSubnet, hostId: host.id, ipAddress: `${net}.1` } });
    await prisma.addressReservation.create({
      data: {
        ...{ ...inSubnet, organizationId, createdByUserId: owner.userId, purpose: 'cameras' },
        ...{ firstAddress: `${net}.8`, lastAddress: `${net}.10` },
      },
    });
    return { id, net, hostId: host.id };
  }
  const open = (id: string, on = page) => visit(on, `/inventory/${networkId}/subnets/${id}`);
  const cell = (words: string, on = page) => on.getByRole('button', { name: words, exact: true });
  const fill = async (values: Readonly<Record<string, string>>) => {
    const form = page.getByRole('form', { name: 'Reserve addresses' });
    for (const [label, value] of Object.entries(values)) await form.getByLabel(label).fill(value);
    await form.getByRole('button', { name: 'Reserve' }).press('Enter');
  };

  test('each address of a small subnet is a cell with its name, reachable by arrow keys', async () => {
    const { id, net, hostId } = await addSubnet(28);
    await open(id);
    await cell(`${net}.0: address of the network`).focus();
    expect(await page.locator('.address-grid button').count()).toBe(16);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const facts = page.getByRole('group', { name: `${net}.1`, exact: true });
    await facts.getByRole('link', { name: 'printer-1' }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: `${net}.15`, exact: true }).waitFor();
    await cell(`${net}.9: reserved: cameras, by ${world.owner.email}`).click();
    await page.getByText(`Reserved (${net}.8 – ${net}.10): cameras`).waitFor();
    await page.getByText('taken by printer-1').waitFor({ state: 'detached' });
    await cell(`${net}.1: taken by printer-1`).click();
    await facts.getByRole('link', { name: 'printer-1' }).click();
    await page.waitForURL(`**/hosts/${hostId}`);
  });

  test('the next free address is reserved, is then no longer the next one, and is released', async () => {
    const { id, net } = await addSubnet(28);
    await open(id);
    const next = page.getByRole('group', { name: 'Next free address' });
    await next.getByText(`${net}.2`, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Reserve addresses' }).press('Enter');
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'purpose');
    await fill({ 'Last address': `${net}.3`, 'For what': 'phones' });
    await next.getByText(`${net}.4`, { exact: true }).waitFor();
    const words = `reserved: phones, by ${world.owner.email}`;
    await cell(`${net}.3: ${words}`).click();
    await page.getByRole('button', { name: `Release ${net}.2 – ${net}.3` }).press('Enter');
    await page.getByRole('button', { name: `Yes, release ${net}.2 – ${net}.3` }).press('Enter');
    await cell(`${net}.3: free`).waitFor();
    await next.getByText(`${net}.2`, { exact: true }).waitFor();
  });

  test('a refusal of the service is shown in the form, which keeps the entered values', async () => {
    const { id, net } = await addSubnet(28);
    await open(id);
    await page.getByRole('button', { name: 'Reserve addresses' }).press('Enter');
    const alert = page.getByRole('form').getByRole('alert');
    await fill({ 'Last address': `${net}.8`, 'For what': 'phones' });
    await alert.getByText(`${net}.8 to ${net}.10 is reserved already.`).waitFor();
    await fill({ 'Last address': `${net}.1` });
    await alert.getByText('The first address is after the last one.').waitFor();
    await fill({ 'Last address': '10.99.0.1' });
    await alert.getByText(`10.99.0.1 is outside ${net}.0/28.`).waitFor();
    await fill({ 'Last address': '' });
    await cell(`${net}.2: reserved: phones, by ${world.owner.email}`).waitFor();
  });

  test('a large subnet is a list of ranges; Viewers and views of the past can only read it', async () => {
    const { id, net } = await addSubnet(20);
    await open(id);
    const rows = page.locator('.address-ranges > li');
    await rows.nth(4).waitFor();
    expect(await rows.locator('strong').allInnerTexts()).toEqual([
      `${net}.0`,
      `${net}.1`,
      `${net}.2 – ${net}.7`,
      `${net}.8 – ${net}.10`,
      `${net}.11 – 10.88.${blocks + 15}.254`,
      `10.88.${blocks + 15}.255`,
    ]);
    await page.getByRole('button', { name: `Reserve ${net}.2 – ${net}.7` }).press('Enter');
    await fill({ 'For what': 'phones' });
    await rows.filter({ hasText: 'phones' }).waitFor();

    const viewer = await visitAs(world.viewer);
    await open(id, viewer.page);
    await viewer.page.locator('.address-ranges > li').filter({ hasText: 'phones' }).waitFor();
    expect(await viewer.page.getByRole('button', { name: /Reserve|Release/ }).count()).toBe(0);
    await viewer.context.close();

    await page.goto(`/inventory/${networkId}/subnets/${id}?at=${encodeURIComponent(new Date().toISOString())}`);
    await rows.filter({ hasText: 'cameras' }).waitFor();
    expect(await page.getByRole('button', { name: /Reserve|Release/ }).count()).toBe(0);
    expect(await page.getByText('Next free address').count()).toBe(0);
  });

  test('the subnet that stands for all external addresses has no list of addresses', async () => {
    const outside = await world.prisma.subnet.findFirstOrThrow({ where: { networkId, sourceType: 'System' } });
    await page.goto(`/inventory/${networkId}/subnets/${outside.id}`);
    await page.locator('.detail h2').waitFor();
    await page.getByRole('heading', { name: 'Source and times' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('heading', { name: /^Addresses/ }).count()).toBe(0);
  });

  test('the section has no accessibility issues, from 360 pixels on, light and dark', async () => {
    const findings: string[] = [];
    for (const bits of [26, 20]) {
      const { id, net } = await addSubnet(bits);
      await open(id);
      await page.getByRole('button', { name: 'Reserve addresses' }).press('Enter');
      if (bits === 26) await cell(`${net}.9: reserved: cameras, by ${world.owner.email}`).click();
      findings.push(...(await findingsInAllLooks(page)).map((finding) => `/${bits}: ${finding}`));
    }
    expect(findings).toEqual([]);
  });
});
