// Guarantees of nested inputs and addresses in the inventory's forms, in a real browser. Members of a group keep their
// order, a service is created with its bindings, and a host with its credentials. The form warns about an address that
// is not free.
import type { Browser, Page } from 'playwright-core';
import { kindOfList } from '../../../../src/pages/inventory/address/kinds-by-list';
import { createWorld, type World } from '../../../support/world';
import { findingsInAllLooks } from '../../axe';
import { describeInBrowser, leaveBrowser, newVisitor, openBrowser, type Visitor } from '../../browser';
import { visit } from '../lead';

describeInBrowser('nested inputs and addresses of forms', () => {
  let world: World;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let networkId: string;
  let hostId: string;
  beforeAll(async () => {
    [world, browser] = await Promise.all([createWorld(), openBrowser()]);
    networkId = world.networkId;
    await addRows();
    const { session } = world.owner.credential;
    visitor = await newVisitor(browser, world.url, { width: 1400, height: 850, session });
    page = visitor.page;
  });
  afterEach(() => expect([visitor.foreignRequests, visitor.complaints]).toEqual([[], []]));
  afterAll(async () => {
    await leaveBrowser(browser);
    await world.close();
  });

  const create = async (type: string, input: object): Promise<string> => {
    const text = `mutation ($input: Create${type}Input!) { row: create${type}(input: $input) { id } }`;
    return ((await world.owner.query(text, { input })) as { row: { id: string } }).row.id;
  };
  async function addRows(): Promise<void> {
    hostId = await create('Host', { networkId, name: 'nested-host' });
    const subnetId = await create('Subnet', { networkId, cidr: '10.91.0.0/29', name: 'Nested', subnetType: 'Lan' });
    await create('IpAddress', { networkId, hostId, subnetId, ipAddress: '10.91.0.1' });
    await create('Port', { networkId, hostId, number: 9001, protocol: 'Tcp' });
    const reserved = { firstAddress: '10.91.0.5', lastAddress: '10.91.0.5', purpose: 'Phones' };
    await create('AddressReservation', { networkId, subnetId, ...reserved });
    for (const name of ['Nested web', 'Nested cache', 'Nested store'])
      await create('Service', { networkId, hostId, name, serviceDefinition: 'custom' });
    const { organizationId } = world;
    const credential = { organizationId, credentialType: 'SnmpV2c' as const, secrets: Buffer.from('sealed') };
    for (const name of ['Nested first', 'Nested second'])
      await world.prisma.credential.create({ data: { ...credential, name } });
  }

  const address = (list: string, rest = '') => `/inventory/${networkId}/${kindOfList(list).slug}${rest}`;
  const control = (path: string) => page.locator(`#field-${path.replaceAll('.', '-')}`);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
  const noticeIs = (text: RegExp) => page.locator('.notice').getByText(text).waitFor();
  const idInAddress = () => new URL(page.url()).pathname.split('/')[4]!;
  async function pick(path: string, text: string): Promise<void> {
    await control(path).fill(text);
    await page.locator('[role="option"]').filter({ hasText: text }).first().waitFor();
    await control(path).press('Enter');
    // The list of options must close after a choice, also in a field for several rows.
    await page.getByRole('listbox').waitFor({ state: 'detached' });
  }

  test('members of a group are added, reordered and removed, and their kind is changed', async () => {
    await visit(page, address('groups', '/new'));
    await control('name').fill('Path to the store');
    await control('groupType').selectOption('RequestPath');
    await control('color').selectOption('Blue');
    // The form has no field for members before the user has chosen the kind of members.
    expect(await control('members.serviceIds').count()).toBe(0);
    await control('members.type').selectOption('Services');
    for (const name of ['Nested store', 'Nested cache', 'Nested web']) await pick('members.serviceIds', name);
    await press('Create group');
    await noticeIs(/^Created: /);
    const members = async () => {
      const group = await world.prisma.group.findUniqueOrThrow({
        where: { id: idInAddress() },
        include: { members: { include: { service: true, binding: true }, orderBy: { position: 'asc' } } },
      });
      return group.members.map(({ service, binding }) => service?.name ?? binding?.id);
    };
    expect(await members()).toEqual(['Nested store', 'Nested cache', 'Nested web']);

    await page.getByRole('link', { name: 'Edit' }).press('Enter');
    const list = page.getByRole('list', { name: 'Services' });
    await list.getByText('Nested web').waitFor();
    await press('Move Nested web up');
    await list.getByText('2. Nested web').waitFor();
    // The focus moves together with the row that is moved.
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Move Nested web up');
    await page.keyboard.press('Enter');
    await list.getByText('1. Nested web').waitFor();
    await press('Remove Nested cache');
    await press('Save');
    await noticeIs(/^Saved: /);
    expect(await members()).toEqual(['Nested web', 'Nested store']);

    await page.getByRole('link', { name: 'Edit' }).press('Enter');
    await page.getByRole('list', { name: 'Services' }).getByText('Nested web').waitFor();
    await control('members.type').selectOption('Bindings');
    expect(await control('members.serviceIds').count()).toBe(0);
    expect(await findingsInAllLooks(page)).toEqual([]);
    await press('Save');
    await noticeIs(/^Saved: /);
    expect(await members()).toEqual([]);
  });

  test('a new service is created with bindings to addresses and ports of its host', async () => {
    await visit(page, address('services', `/new?hostId=${hostId}`));
    await control('name').fill('Nested mail');
    // The input for the software has a list of suggestions.
    await page.locator('datalist option[value="custom"]').waitFor({ state: 'attached' });
    await control('serviceDefinition').fill('custom');
    await press('Add binding');
    await pick('bindings.0.ipAddressId', '10.91.0.1');
    await pick('bindings.0.portId', '9001');
    await press('Create service');
    await noticeIs(/^Created: Nested mail/);
    const [binding, ...others] = await world.prisma.binding.findMany({
      where: { serviceId: idInAddress() },
      include: { ipAddress: true, port: true },
    });
    expect(others).toEqual([]);
    expect([binding?.ipAddress?.ipAddress, binding?.port?.number]).toEqual(['10.91.0.1', 9001]);
  });

  test('the credentials of a host are chosen and ordered', async () => {
    await visit(page, address('hosts', '/new'));
    await control('name').fill('Nested switch');
    await page.getByText('More fields').press('Enter');
    await pick('credentialAssignments', 'Nested second');
    await pick('credentialAssignments', 'Nested first');
    await press('Create host');
    await noticeIs(/^Created: Nested switch\.$/);
    const read = async () => {
      const { host } = (await world.owner.query('query ($id: UUID!) { host(id: $id) { credentials { name } } }', {
        id: idInAddress(),
      })) as { host: { credentials: { name: string }[] } };
      return host.credentials.map(({ name }) => name);
    };
    expect(await read()).toEqual(['Nested second', 'Nested first']);
    await page.getByRole('link', { name: 'Edit' }).press('Enter');
    await page.getByText('More fields').press('Enter');
    await page.getByRole('list', { name: 'Credentials' }).getByText('Nested first').waitFor();
    await press('Move Nested first up');
    await press('Save');
    await noticeIs(/^Saved: /);
    expect(await read()).toEqual(['Nested first', 'Nested second']);
    // The edit form lists the parts of a host that have forms of their own.
    await page.getByRole('link', { name: 'Edit' }).press('Enter');
    await page.getByText(/^Not in this form: IP addresses, .*in their own forms/).waitFor();
  });

  test('a button fills in the next free address; each address of a new host has its own', async () => {
    await visit(page, address('hosts', '/new'));
    await control('name').fill('Nested printer');
    for (const key of [0, 1]) {
      await press('Add IP address');
      const part = page.getByRole('group', { name: `IP address ${key + 1}` });
      if (key === 0) {
        await part.getByRole('button', { name: 'Next free address' }).press('Enter');
        await part.getByText('Choose a subnet first.').waitFor();
      }
      await pick(`ipAddresses.${key}.subnetId`, '10.91.0.0/29');
      await part.getByRole('button', { name: 'Next free address' }).press('Enter');
      const free = ['10.91.0.2', '10.91.0.3'][key]!;
      await page.waitForFunction(
        ([id, value]) => document.querySelector<HTMLInputElement>(id!)?.value === value,
        [`#field-ipAddresses-${key}-ipAddress`, free],
      );
      await page.waitForFunction(
        (id) => `#${document.activeElement?.id}` === id,
        `#field-ipAddresses-${key}-ipAddress`,
      );
    }
    await press('Create host');
    await noticeIs(/^Created: Nested printer\.$/);
    const { ipAddresses } = await world.prisma.host.findUniqueOrThrow({
      where: { id: idInAddress() },
      include: { ipAddresses: { orderBy: { position: 'asc' } } },
    });
    expect(ipAddresses.map(({ ipAddress }) => ipAddress)).toEqual(['10.91.0.2', '10.91.0.3']);
  });

  test('a subnet links to the form of a new host, with its next free address filled in', async () => {
    const { id } = await world.prisma.subnet.findFirstOrThrow({ where: { networkId, name: 'Nested' } });
    await visit(page, address('subnets', `/${id}`));
    await page.getByRole('link', { name: /^New host at 10\.91\.0\.\d$/ }).press('Enter');
    await control('ipAddresses.0.subnetId').waitFor();
    const free = await control('ipAddresses.0.ipAddress').inputValue();
    // Nothing has been entered yet, so leaving the form needs no confirmation.
    await page.goBack();
    await page.getByRole('link', { name: `New host at ${free}` }).press('Enter');
    await control('name').fill('Nested plotter');
    await press('Create host');
    await noticeIs(/^Created: Nested plotter\.$/);
    const hostOf = { ipAddress: free, host: { name: 'Nested plotter' } };
    expect(await world.prisma.ipAddress.count({ where: { networkId, ...hostOf } })).toBe(1);
  });

  test("the form warns about addresses that are taken, reserved, outside, or the subnet's own", async () => {
    await visit(page, address('ipAddresses', '/new'));
    await pick('subnetId', '10.91.0.0/29');
    const warning = page.locator('.address-warning');
    for (const [text, words] of [
      ['10.91.0.1', /taken by nested-host/],
      ['10.91.0.5', /reserved: Phones/],
      ['10.91.0.7', /broadcast address/],
      ['10.92.0.1', /outside the subnet/],
    ] as const) {
      await control('ipAddress').fill(text);
      await warning.getByText(words).waitFor();
    }
    expect(await findingsInAllLooks(page)).toEqual([]);
    const answer = page.waitForResponse((response) => response.request().postData()?.includes('10.91.0.6') ?? false);
    await control('ipAddress').fill('10.91.0.6');
    await answer;
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await warning.count()).toBe(0);
  });
});
