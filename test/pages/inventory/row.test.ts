// Tests how the inventory shows changes, in a real browser: the history of a row, live changes, and changes since an
// instant. Also tests where a host is and was connected, and hosts that may be the same machine.
import type { Browser, Page } from 'playwright-core';
import { databaseInstant } from '../../support/instants';
import { createWorld, type World } from '../../support/world';
import { findingsInAllLooks } from '../axe';
import { describeInBrowser, leaveBrowser, newVisitor, openBrowser, type Visitor } from '../browser';
import { visit } from './lead';

const laptopMac = '3c:52:82:00:00:01';

describeInBrowser('rows and their changes', () => {
  let world: World;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  /** Ids of hosts by name, such as `access`, and of ports by host and port, such as `access Gi1/0/1`. */
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    [world, browser] = await Promise.all([createWorld(), openBrowser()]);
    await addHost('access', { 'Gi1/0/1': {}, 'Gi1/0/2': {} });
    await addHost('laptop', { eth0: { macAddress: laptopMac } });
    await addHost('twin', {});
    await learn('access Gi1/0/1', [laptopMac]);
    await learn('access Gi1/0/1', []);
    await learn('access Gi1/0/2', [laptopMac, '3c:52:82:00:00:02']);
    visitor = await newVisitor(browser, world.url, {
      width: 1400,
      height: 850,
      session: world.member.credential.session,
    });
    page = visitor.page;
  });
  afterEach(() => expect([visitor.foreignRequests, visitor.complaints]).toEqual([[], []]));
  afterAll(async () => {
    await leaveBrowser(browser);
    await world.close();
  });

  async function addHost(name: string, ports: Readonly<Record<string, object>>): Promise<void> {
    const { networkId, prisma } = world;
    const host = await prisma.host.create({ data: { networkId, name } });
    ids[name] = host.id;
    for (const [ifName, columns] of Object.entries(ports)) {
      const data = { networkId, hostId: host.id, ifName, ifDescr: ifName, ...columns };
      ids[`${name} ${ifName}`] = (await prisma.interface.create({ data })).id;
    }
  }
  const learn = (port: string, fdbMacs: string[]) =>
    world.prisma.interface.update({ where: { id: ids[port]! }, data: { fdbMacs } });

  const address = (list: string, rest = '') => `/inventory/${world.networkId}/${list}${rest}`;
  async function addVlan(name: string, vlanNumber: number): Promise<string> {
    const { createVlan } = (await world.member.query(
      'mutation($input: CreateVlanInput!) { createVlan(input: $input) { id } }',
      { input: { networkId: world.networkId, name, vlanNumber } },
    )) as { createVlan: { id: string } };
    return createVlan.id;
  }
  const changeVlan = (id: string, input: object) =>
    world.member.query('mutation($id: UUID!, $input: UpdateVlanInput!) { updateVlan(id: $id, input: $input) { id } }', {
      id,
      input,
    });
  const deleteVlan = (id: string) => world.member.query('mutation($id: UUID!) { deleteVlan(id: $id) }', { id });
  const isLive = () => page.locator('[data-live=live]').waitFor({ state: 'attached' });
  const history = () => page.getByRole('list', { name: 'Changes, newest first' }).getByRole('listitem');
  const region = (name: string) => page.getByRole('region', { name });

  test('a row has a history with user and change, links to past states, and keeps both once deleted', async () => {
    const id = await addVlan('Office', 20);
    await changeVlan(id, { name: 'Offices', description: '<b>third floor</b>' });
    await visit(page, address('vlans', `/${id}`));
    await region('History').getByText('2', { exact: true }).waitFor();
    const [changed, created] = await history().allInnerTexts();
    expect(changed).toContain(`by ${world.member.email}`);
    expect(changed).toMatch(/Name\s+was\s+Office →\s+now\s+Offices/);
    expect(changed).toContain('<b>third floor</b>');
    expect(created).toMatch(/^Created/);
    await page.getByRole('link', { name: /^Show as of before/ }).press('Enter');
    await page.getByRole('heading', { name: '20 Office', exact: true, level: 2 }).waitFor();
    await history().first().waitFor();
    expect(await history().count()).toBe(1);
    await deleteVlan(id);
    await visit(page, address('vlans', `/${id}`));
    await page.getByRole('heading', { name: 'This VLAN is not there' }).waitFor();
    await history().nth(2).waitFor();
    expect((await history().allInnerTexts()).map((text) => text.split(/\s/)[0])).toEqual([
      'Deleted',
      'Changed',
      'Created',
    ]);
    await page.getByRole('button', { name: 'Restore this VLAN' }).waitFor();
    await page.getByRole('button', { name: /^Restore this state of the VLAN, as of / }).press('Enter');
    await page.getByRole('dialog').getByText('VLAN Office comes back.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore this state' }).press('Enter');
    await page.getByText('One row was restored.').waitFor();
    await page.getByRole('heading', { name: '20 Office', exact: true, level: 2 }).waitFor();
    await visit(page, address('networks', `/${world.networkId}`));
    await page.getByText('No history is kept of networks.').waitFor();
  });

  test('hosts whose names begin like an instant are shown', async () => {
    const name = '2026-12-01T03:00:00.lab';
    await addHost(name, {});
    await visit(page, address('hosts', `/${ids[name]}`));
    await page.getByRole('heading', { name, exact: true, level: 2 }).waitFor();
    await visit(page, address('hosts'));
    await page.getByRole('link', { name, exact: true }).waitFor();
    await world.prisma.host.delete({ where: { id: ids[name]! } });
  });

  test('facts of now do not stay under another instant whose facts cannot be read', async () => {
    const id = await addVlan('Lobby', 41);
    await changeVlan(id, { name: 'Entrance' });
    await visit(page, address('vlans', `/${id}`));
    const heading = page.getByRole('heading', { name: '41 Entrance', exact: true, level: 2 });
    await heading.waitFor();
    const before = page.getByRole('link', { name: /^Show as of before/ });
    await before.waitFor();
    await page.route('**/graphql', (route) => route.abort());
    await before.press('Enter');
    await page.getByText(/^As of /).waitFor();
    await heading.waitFor({ state: 'detached' });
    await page.unroute('**/graphql');
    await deleteVlan(id);
  });

  test('changes of references show the names of the rows; older changes load on demand', async () => {
    const vlans = await Promise.all(['Voice', 'Guests'].map((name, index) => addVlan(name, 300 + index)));
    const port = ids['access Gi1/0/1']!;
    const change = (nativeVlanId: string | undefined) =>
      world.prisma.interface.update({ where: { id: port }, data: { nativeVlanId: nativeVlanId ?? null } });
    for (let turn = 0; turn < 21; turn += 1) await change(vlans[turn % 2]);
    await visit(page, address('interfaces', `/${port}`));
    const first = history().first();
    await first.getByRole('link', { name: '301 Guests' }).waitFor();
    await first.getByRole('link', { name: '300 Voice' }).waitFor();
    expect(await history().count()).toBe(20);
    await page.getByRole('button', { name: 'Show older changes' }).press('Enter');
    await history().getByText('Created').waitFor();
  });

  test('a host shows where it is and was connected, and the map shows the path', async () => {
    await visit(page, address('hosts', `/${ids.laptop}`));
    const where = region('Where is it?');
    const ports = where.getByRole('list', { name: 'Ports of the host' });
    await ports.getByRole('link', { name: 'Gi1/0/2', exact: true }).waitFor();
    await ports.getByText('The port has learned other machines too').waitFor();
    await ports.getByText('by the forwarding table').waitFor();
    await where.getByText('Where it was before').press('Enter');
    await where
      .getByRole('list', { name: 'Earlier places, latest first' })
      .getByRole('link', { name: 'Gi1/0/1' })
      .waitFor();
    const { networkId } = world;
    const data = {
      networkId,
      interfaceId: ids['access Gi1/0/2']!,
      remoteHostId: ids.laptop!,
      protocol: 'LLDP' as const,
    };
    await world.prisma.interfaceNeighbor.create({ data });
    await page.reload();
    await ports.getByText('by a link').waitFor();
    await ports.getByRole('link', { name: 'Path on the map to Gi1/0/2' }).press('Enter');
    await page.getByText('1 step').waitFor();
    await visit(page, address('hosts', `/${ids.twin}`));
    await where.getByText('No MAC address of the host is known').waitFor();
  });

  test('without a drawn link to the host, the map shows the path from its router to its switch', async () => {
    const { networkId, prisma } = world;
    const mac = '3c:52:82:00:00:09';
    await addHost('desk', { eth0: { macAddress: mac } });
    await addHost('gateway', { 'Te1/1': {} });
    await addHost('floor', { 'Gi0/1': {}, up: {} });
    await learn('floor Gi0/1', [mac]);
    const port = page.getByRole('list', { name: 'Ports of the host' });
    await visit(page, address('hosts', `/${ids.desk}`));
    await port.getByRole('link', { name: 'Port on the map to Gi0/1' }).waitFor();
    await prisma.host.update({ where: { id: ids.gateway! }, data: { role: 'Router' } });
    const cidr = '10.81.0.0/24';
    const subnet = await prisma.subnet.create({ data: { networkId, name: 'desks', cidr, subnetType: 'Lan' } });
    await prisma.ipAddress.createMany({
      data: ['gateway', 'desk'].map((name, at) => ({
        ...{ networkId, hostId: ids[name]!, subnetId: subnet.id, subnetCidr: cidr, ipAddress: `10.81.0.${at + 1}` },
      })),
    });
    await page.reload();
    await port.getByRole('link', { name: 'Port on the map to Gi0/1' }).waitFor();
    const ends = { interfaceId: ids['floor up']!, remoteInterfaceId: ids['gateway Te1/1']! };
    await prisma.interfaceNeighbor.create({ data: { networkId, protocol: 'LLDP', ...ends } });
    await page.reload();
    await port.getByRole('link', { name: 'Path on the map from gateway to Gi0/1' }).press('Enter');
    await page.getByText('1 step').waitFor();
  });

  test('a host shows its identifiers and hosts that may be the same machine', async () => {
    const reasons = [{ evidence: 'SerialNumber', strength: 'Decides', values: ['foc1'] }];
    await world.prisma.identitySuggestion.create({
      data: { networkId: world.networkId, hostId: ids.laptop!, otherHostId: ids.twin!, reasons },
    });
    await visit(page, address('hosts', `/${ids.laptop}`));
    const identity = region('Identity');
    await identity.getByText(`MAC address ${laptopMac}`).waitFor();
    await identity.getByRole('link', { name: 'twin' }).waitFor();
    await identity.getByText('not answered yet').waitFor();
    await identity.getByText('foc1').waitFor();
  });

  test('a list announces changes and shows them on demand', async () => {
    const id = await addVlan('Cameras', 40);
    await visit(page, address('vlans', '?name.contains=Cam'));
    await page.getByRole('link', { name: '40 Cameras' }).waitFor();
    await isLive();
    await addVlan('Doors', 41);
    await changeVlan(id, { name: 'Cam 1' });
    await page.getByText('1 VLAN changed.').waitFor();
    expect(await page.getByRole('link', { name: '40 Cameras' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
    await page.getByRole('row').filter({ hasText: 'Changed' }).getByRole('link', { name: '40 Cam 1' }).waitFor();
    await page.getByText('1 VLAN changed.').waitFor({ state: 'detached' });
    await visit(page, address('vlans', `?at=${new Date().toISOString()}`));
    await page.locator('[data-live=off]').waitFor({ state: 'attached' });
  });

  test('the page of a row applies and marks changes as they happen', async () => {
    const id = await addVlan('Print', 50);
    await visit(page, address('vlans', `/${id}`));
    await page.getByRole('heading', { name: '50 Print' }).waitFor();
    await isLive();
    await changeVlan(id, { description: 'All printers' });
    await page.getByText('Changed just now: Description.').waitFor();
    await page.getByText('All printers changed just now').waitFor();
    await history().filter({ hasText: 'All printers' }).first().waitFor();
    await deleteVlan(id);
    await page.getByRole('heading', { name: 'This VLAN is not there' }).waitFor();
    await history().getByText('Deleted').waitFor();
  });

  test('a list shows what changed since an instant', async () => {
    const [keptId, deletedId] = [await addVlan('Kept', 60), await addVlan('Gone', 61)];
    await addVlan('Untouched', 62);
    const since = (await databaseInstant(world.prisma)).toISOString();
    await changeVlan(keptId, { name: 'Kept on' });
    await deleteVlan(deletedId);
    await addVlan('New', 63);
    await visit(page, address('vlans', `?since=${since}`));
    await page.getByText('1 added, 1 changed, 1 removed VLANs').waitFor();
    const row = (mark: string) => page.getByRole('row').filter({ hasText: mark }).getByRole('link');
    expect(await row('Added').innerText()).toBe('63 New');
    expect(await row('Changed').innerText()).toBe('60 Kept on');
    await page.getByText('Removed VLANs', { exact: true }).press('Enter');
    expect(await findingsInAllLooks(page)).toEqual([]);
    await page.getByRole('link', { name: 'Gone' }).press('Enter');
    await page.getByRole('heading', { name: '61 Gone' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Show all VLANs' }).press('Enter');
    await page.getByRole('link', { name: '62 Untouched' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  test('the page of a host has no accessibility issues', async () => {
    await visit(page, address('hosts', `/${ids.laptop}`));
    await region('Where is it?').getByText('Where it was before').press('Enter');
    await region('Identity').getByRole('link', { name: 'twin' }).waitFor();
    expect(await findingsInAllLooks(page)).toEqual([]);
  });
});
