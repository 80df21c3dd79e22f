// Guarantees of the inventory's forms in a real browser, for each kind that the API can write. Rows are created,
// edited, cloned and deleted. Changes by other users are not overwritten unnoticed, errors are shown at their fields,
// and entered values are not lost by accident.
import type { Browser, Page } from 'playwright-core';
import { kindOfList } from '../../../../src/pages/inventory/address/kinds-by-list';
import { allForms, fieldLabel, findForm, type FormField } from '../../../../src/pages/inventory/address/form-facts';
import { enumWords } from '../../../../src/pages/inventory/texts';
import { createWorld, type Caller, type World } from '../../../support/world';
import { findingsInAllLooks } from '../../axe';
import { describeInBrowser, leaveBrowser, newVisitor, openBrowser, type Visitor } from '../../browser';
import { lead, visit } from '../lead';

interface Sample {
  /** The texts to enter, by the name of the input. An input for a reference gets a search text for the other row. */
  readonly entered: Readonly<Record<string, string>>;
  /**
   * A field that two users edit at the same time: its name, its first value, the value that the other user saves, and
   * the value that the test saves after that.
   */
  readonly edited?: readonly [field: string, ...values: string[]];
  /** Values that a clone needs in addition to those of its original. */
  readonly cloned?: Readonly<Record<string, string>>;
}

/** One sample for each kind with a form. The test 'each form has a sample' fails if a sample is missing. */
const samples: Readonly<Record<string, Sample>> = {
  hosts: {
    entered: { name: 'Printer of hall 2', role: 'Printer', description: 'By the door', tagIds: 'Forms tag' },
    edited: ['description', 'In the hall', 'In the cellar', 'In the attic'],
    cloned: {},
  },
  interfaces: {
    entered: { hostId: 'forms-host', ifDescr: 'Slot 1', ifIndex: '71', vlanIds: 'Forms VLAN' },
    edited: ['ifAlias', 'uplink', 'downlink', 'crosslink'],
    cloned: { ifDescr: 'Slot 2', ifIndex: '72' },
  },
  ipAddresses: {
    entered: { hostId: 'forms-host', subnetId: '10.98.0.0/24', ipAddress: '10.98.0.31' },
    edited: ['name', 'first', 'second', 'third'],
    cloned: { ipAddress: '10.98.0.32' },
  },
  ports: {
    entered: { hostId: 'forms-host', number: '4711', protocol: 'Tcp' },
    edited: ['number', '4712', '4713', '4714'],
    cloned: { number: '4811' },
  },
  services: {
    entered: { hostId: 'forms-host', name: 'Billing', serviceDefinition: 'billing' },
    edited: ['name', 'Billing A', 'Billing B', 'Billing C'],
    cloned: {},
  },
  bindings: {
    entered: { serviceId: 'Forms service', type: 'Port', portId: '8443' },
  },
  subnets: {
    entered: { cidr: '10.97.0.0/24', name: 'Guests', subnetType: 'Guest' },
    edited: ['name', 'Guests A', 'Guests B', 'Guests C'],
    cloned: { cidr: '10.96.0.0/24' },
  },
  vlans: {
    entered: { vlanNumber: '3901', name: 'Cameras' },
    edited: ['description', 'one', 'two', 'three'],
    cloned: { vlanNumber: '3902' },
  },
  addressReservations: {
    entered: { subnetId: '10.98.0.0/24', firstAddress: '10.98.0.50', lastAddress: '10.98.0.59', purpose: 'Phones' },
    edited: ['description', 'one', 'two', 'three'],
    cloned: { firstAddress: '10.98.0.60', lastAddress: '10.98.0.69' },
  },
  groups: {
    entered: {
      ...{ name: 'Path to billing', groupType: 'RequestPath', color: 'Blue' },
      ...{ 'members.type': 'Services', 'members.serviceIds': 'Forms service' },
    },
    edited: ['description', 'one', 'two', 'three'],
    cloned: {},
  },
  tags: {
    entered: { name: 'Hall 2', color: 'Blue' },
    edited: ['description', 'one', 'two', 'three'],
    cloned: { name: 'Hall 3' },
  },
  networks: {
    entered: { name: 'Annex' },
    edited: ['name', 'Annex A', 'Annex B', 'Annex C'],
  },
  snapshots: {
    entered: { name: 'Before the move' },
    edited: ['name', 'After the move A', 'After the move B', 'After the move C'],
  },
  discoveries: {
    entered: {
      ...{ name: 'Sunday', daemonId: 'Forms daemon', 'discoveryType.hostId': 'forms-host' },
      ...{ 'runType.type': 'Scheduled', 'runType.cronSchedule': '0 0 2 * * 0' },
    },
    edited: ['name', 'Sunday A', 'Sunday B', 'Sunday C'],
    cloned: {},
  },
  linkDecisions: { entered: { interfaceId: 'Forms port', remoteHostId: 'forms-other', verdict: 'Refuted' } },
};

const withForm = allForms.filter(({ create }) => create).map((form) => [form.list, form] as const);

const editedField = (list: string): FormField | undefined =>
  findForm(list)!.fields.find(({ name }) => name === samples[list]?.edited?.[0]);
/** The type of the edited field, and whether the field has several lines. These decide which control the field has. */
const editedControl = (list: string) => `${editedField(list)?.type} ${(editedField(list)?.maxLength ?? 0) > 255}`;
/**
 * Lists whose forms are tested with a change by another user: one for each type of control, because all forms share
 * the code for this conflict.
 */
const contested = withForm
  .map(([list]) => list)
  .filter((list) => editedField(list))
  .filter((list, index, lists) => lists.findIndex((one) => editedControl(one) === editedControl(list)) === index);

describeInBrowser('inventory forms', () => {
  let world: World;
  let browser: Browser;
  /** A Member of the network, and the Owner for forms that a Member may not send. */
  let visitors: readonly [Visitor, Visitor];
  let may: readonly string[];
  let page: Page;
  let networkId: string;
  beforeAll(async () => {
    [world, browser] = await Promise.all([createWorld(), openBrowser()]);
    networkId = world.networkId;
    await addRows();
    const member = await world.addUser('Member', [networkId]);
    visitors = [await visitAs(member), await visitAs(world.owner)];
    ({ may } = ((await member.query('{ viewer { may } }')) as { viewer: { may: string[] } }).viewer);
    page = visitors[0].page;
  });
  afterEach(() => {
    page = visitors[0].page;
    for (const { foreignRequests, complaints } of visitors) expect([foreignRequests, complaints]).toEqual([[], []]);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await world.close();
  });

  const visitAs = ({ credential }: Caller) =>
    newVisitor(browser, world.url, { width: 1400, height: 850, session: credential.session });

  const create = async (type: string, input: object): Promise<string> => {
    const text = `mutation ($input: Create${type}Input!) { row: create${type}(input: $input) { id } }`;
    return ((await world.owner.query(text, { input })) as { row: { id: string } }).row.id;
  };
  const update = (type: string, id: string, input: object) =>
    world.owner.query(
      `mutation ($id: UUID!, $input: Update${type}Input!) { update${type}(id: $id, input: $input) { id } }`,
      { id, input },
    );

  /** Creates the rows to which the samples refer. */
  async function addRows(): Promise<void> {
    const hostId = await create('Host', { networkId, name: 'forms-host' });
    await create('Host', { networkId, name: 'forms-other' });
    await create('Subnet', { networkId, cidr: '10.98.0.0/24', name: 'Forms subnet', subnetType: 'Lan' });
    await create('Service', { networkId, hostId, name: 'Forms service', serviceDefinition: 'custom' });
    await create('Port', { networkId, hostId, number: 8443, protocol: 'Tcp' });
    await create('Interface', { networkId, hostId, ifDescr: 'Forms port', ifIndex: 7 });
    await create('Vlan', { networkId, vlanNumber: 3900, name: 'Forms VLAN' });
    await create('Tag', { name: 'Forms tag' });
    const { organizationId } = world;
    const daemon = { networkId, organizationId, hostId, name: 'Forms daemon', url: '', mode: 'daemon_poll' as const };
    await world.prisma.daemon.create({ data: daemon });
  }

  const address = (list: string, rest = '') => `/inventory/${networkId}/${kindOfList(list).slug}${rest}`;
  const control = (name: string) => page.locator(`#field-${name.replaceAll('.', '-')}`);
  /**
   * The options of a combobox. The options of a `select` element have no `role` attribute, so the selector does not
   * match them.
   */
  const option = () => page.locator('[role="option"]');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
  const idInAddress = () => new URL(page.url()).pathname.split('/')[4]!;

  async function enter(field: FormField, text: string): Promise<void> {
    const input = control(field.name);
    if (!field.isFirst && !(await input.isVisible())) await page.getByText('More fields').press('Enter');
    if (field.of !== undefined) {
      await input.fill(text);
      await option().filter({ hasText: text }).first().waitFor();
      await input.press('Enter');
    } else if (await input.evaluate((element) => element.tagName === 'SELECT')) {
      await input.selectOption(text);
    } else {
      await input.fill(text);
    }
  }
  async function enterAll(list: string, entered: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(entered))
      await enter(
        findForm(list)!.fields.find((field) => field.name === name)!,
        text,
      );
  }
  /** The stored values of these fields of a row, as texts. */
  async function stored(list: string, id: string, names: readonly string[]): Promise<Record<string, string>> {
    const { one } = (await world.owner.query(String(findForm(list)!.documents.stored), { id })) as {
      one: Record<string, unknown>;
    };
    const valueAt = (path: string) =>
      path.split('.').reduce<unknown>((value, name) => (value as typeof one)[name], one);
    const pathOf = (name: string) => findForm(list)!.fields.find((field) => field.name === name)!.stored ?? name;
    return Object.fromEntries(names.map((name) => [name, String(valueAt(pathOf(name)))]));
  }
  const plainNames = (list: string, entered: object) =>
    Object.keys(entered).filter((name) => !findForm(list)!.fields.find((field) => field.name === name)!.of);
  const noticeIs = (text: RegExp) => page.locator('.notice').getByText(text).waitFor();

  /**
   * Edits a field of the row while another user saves the same field, and resolves the conflict with the value of the
   * form.
   */
  async function editDespiteChange(list: string, id: string): Promise<void> {
    const [name, , theirs, yours] = samples[list]!.edited as [string, string, string, string];
    const field = editedField(list)!;
    await page.getByRole('link', { name: 'Edit' }).press('Enter');
    await control(name).waitFor();
    await update(findForm(list)!.type, id, { [name]: field.type === 'Int' ? Number(theirs) : theirs });
    await enter(field, yours);
    await press('Save');
    const conflict = page.getByRole('region', { name: /changed this .* meanwhile/ });
    await conflict.getByText(theirs, { exact: true }).waitFor();
    await conflict.getByText(yours, { exact: true }).waitFor();
    expect(await stored(list, id, [name])).toEqual({ [name]: theirs });
    await press('Save');
    await page.getByText(`Choose a value of ${fieldLabel(list, name)} first.`).waitFor();
    await conflict.getByRole('radio', { name: 'Yours' }).press('Space');
    await press('Save');
    await noticeIs(/^Saved: /);
    expect(await stored(list, id, [name])).toEqual({ [name]: yours });
  }

  test('each form has a sample', () =>
    expect(Object.keys(samples).sort()).toEqual(withForm.map(([list]) => list).sort()));

  test.each(
    withForm.map(
      ([list, form]) => [list, contested.includes(list) ? ', edited despite a concurrent change' : '', form] as const,
    ),
  )('%s: a row is created, edited%s, cloned and deleted', async (list, isContested, form) => {
    const { entered, edited, cloned } = samples[list]!;
    const kind = kindOfList(list);
    page = visitors[may.includes(form.create!) ? 0 : 1].page;
    await visit(page, address(list));
    await page.getByRole('link', { name: `New ${kind.singular}`, exact: true }).press('Enter');
    await page.getByRole('heading', { name: `New ${kind.singular}`, level: 1 }).waitFor();
    await enterAll(list, entered);
    await press(`Create ${kind.singular}`);
    await noticeIs(/^Created: /);
    const id = idInAddress();
    const names = plainNames(list, entered);
    expect(await stored(list, id, names)).toEqual(Object.fromEntries(names.map((name) => [name, entered[name]])));

    if (edited) {
      const [name, first] = edited as [string, string];
      const field = editedField(list)!;
      await page.getByRole('link', { name: 'Edit' }).press('Enter');
      await enter(field, first);
      await press('Save');
      await noticeIs(/^Saved: /);
      expect(await stored(list, id, [name])).toEqual({ [name]: first });
      if (isContested !== '') await editDespiteChange(list, id);
    }
    if (cloned) {
      await page.getByRole('link', { name: 'Clone' }).press('Enter');
      await page.getByRole('heading', { name: `Clone ${kind.singular}`, level: 1 }).waitFor();
      await control(Object.keys(entered)[0]!).waitFor();
      await enterAll(list, cloned);
      await press(`Create ${kind.singular}`);
      await noticeIs(/^Created: /);
      expect(idInAddress()).not.toBe(id);
      const expectedFields = {
        ...entered,
        ...(edited && { [edited[0]]: edited[isContested === '' ? 1 : 3] }),
        ...cloned,
      };
      expect(await stored(list, idInAddress(), plainNames(list, expectedFields))).toEqual(
        Object.fromEntries(
          plainNames(list, expectedFields).map((name) => [name, (expectedFields as Record<string, string>)[name]]),
        ),
      );
      await lead(page, address(list, `/${id}`));
    }
    await page.locator('.detail h2').waitFor();
    await press('Delete');
    const question = page.getByRole('dialog');
    if (form.effect) await question.getByText(form.effect).waitFor();
    await question.getByRole('button', { name: 'Delete' }).press('Enter');
    await noticeIs(/^Deleted: /);
    const { code } = await world.owner.refusal(String(form.documents.stored), { id });
    expect(code).toBe('entity_not_found');
  });

  test("a refusal is shown at its field with the API's message, and the field gets the focus", async () => {
    await visit(page, address('vlans', '/new'));
    await control('name').fill('Cameras');
    const refused = async (number: string, words: RegExp) => {
      await control('vlanNumber').fill(number);
      await press('Create VLAN');
      await page.locator('#field-vlanNumber-problem').getByText(words).waitFor();
      await page.waitForFunction(() => document.activeElement?.id === 'field-vlanNumber');
      const described = await control('vlanNumber').getAttribute('aria-describedby');
      expect(described).toContain('field-vlanNumber-problem');
    };
    await refused('5000', /^Number must be between 1 and 4094\.$/);
    await refused('ten', /invalid format/);
    await refused('', /^Number is required\.$/);
    await refused('3900', /exists already/);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).press('Enter');
    await page.waitForURL(`**${address('vlans')}`);
  });

  test('if the session ends while a form is filled, its values stay until the user has signed in again', async () => {
    const ownVisitor = await visitAs(world.member);
    await ownVisitor.page.goto(address('vlans', '/new'));
    await ownVisitor.page.locator('#field-name').fill('Long typed');
    await ownVisitor.page.locator('#field-vlanNumber').fill('3977');
    const cookies = await ownVisitor.context.cookies();
    await ownVisitor.context.clearCookies();
    await ownVisitor.page.getByRole('button', { name: 'Create VLAN' }).click();
    await ownVisitor.page.getByRole('alert').getByRole('link', { name: 'Sign in in another tab' }).waitFor();
    expect(await ownVisitor.page.locator('#field-name').inputValue()).toBe('Long typed');
    await ownVisitor.context.addCookies(cookies);
    await ownVisitor.page.getByRole('button', { name: 'Create VLAN' }).click();
    await ownVisitor.page
      .locator('.notice')
      .getByText(/^Created: /)
      .waitFor();
    expect(await world.prisma.vlan.count({ where: { networkId, vlanNumber: 3977, name: 'Long typed' } })).toBe(1);
    await ownVisitor.context.close();
  });

  test('a refusal that concerns no field is shown above the form', async () => {
    const { id: hostId } = await world.prisma.host.findFirstOrThrow({ where: { networkId, name: 'forms-host' } });
    const { id: subnetId } = await world.prisma.subnet.findFirstOrThrow({ where: { networkId, name: 'Forms subnet' } });
    const service = await create('Service', { networkId, hostId, name: 'Twice', serviceDefinition: 'custom' });
    const portId = await create('Port', { networkId, hostId, number: 8444, protocol: 'Tcp' });
    const ipAddressId = await create('IpAddress', { networkId, hostId, subnetId, ipAddress: '10.98.0.77' });
    await create('Binding', { networkId, serviceId: service, type: 'Port', portId, ipAddressId });
    await visit(page, address('bindings', `/new?serviceId=${service}&ipAddressId=${ipAddressId}`));
    await control('type').selectOption('IPAddress');
    await press('Create binding');
    await page.locator('.refused').getByText('Another binding of the service has this address').waitFor();
    await page.waitForFunction(() => document.activeElement?.classList.contains('refused'));
    await world.prisma.service.delete({ where: { id: service } });
  });

  test('concurrent changes of different fields are both kept, and the user is told about the other', async () => {
    const id = await create('Vlan', { networkId, vlanNumber: 3950, name: 'Meeting' });
    await visit(page, address('vlans', `/${id}/edit`));
    await control('name').fill('Meeting room');
    await update('Vlan', id, { description: 'by somebody' });
    await press('Save');
    const conflict = page.getByRole('region', { name: /changed this VLAN meanwhile/ });
    await conflict.getByText('by somebody').waitFor();
    expect(await control('description').inputValue()).toBe('by somebody');
    await press('Save');
    await noticeIs(/^Saved: /);
    expect(await stored('vlans', id, ['name', 'description'])).toEqual({
      ...{ name: 'Meeting room', description: 'by somebody' },
    });

    // Saving the form must not recreate a row that another user has deleted meanwhile.
    await page.goto(address('vlans', `/${id}/edit`));
    await control('name').fill('Nobody');
    await world.prisma.vlan.delete({ where: { id } });
    await press('Save');
    await page
      .locator('.refused')
      .getByText(/not found|deleted/)
      .waitFor();
    expect(await control('name').inputValue()).toBe('Nobody');
  });

  test('creating a subnet that exists shows the existing one and says so', async () => {
    await visit(page, address('subnets', '/new'));
    await enterAll('subnets', { cidr: '10.98.0.0/24', name: 'Another name', subnetType: 'Lan' });
    await press('Create subnet');
    await noticeIs(/^It was there already: 10\.98\.0\.0\/24 Forms subnet\.$/);
  });

  test('links, the back button, Escape and closing ask before entered values are lost', async () => {
    const question = page.getByRole('dialog').filter({ hasText: 'Leave without saving?' });
    const stays = async () => {
      await question.getByRole('button', { name: 'Stay' }).press('Enter');
      await question.waitFor({ state: 'detached' });
      expect(await control('name').inputValue()).toBe('Unsaved');
      await page.waitForURL(`**${address('vlans', '/new')}`);
    };
    await page.goto(address('vlans'));
    await page.getByRole('link', { name: 'New VLAN', exact: true }).press('Enter');
    await control('name').waitFor();
    // Nothing has been entered yet, so leaving the form needs no confirmation.
    await page.goBack();
    await page.waitForURL(`**${address('vlans')}`);
    await page.goForward();
    await control('name').fill('Unsaved');

    await page.getByRole('link', { name: 'Hosts', exact: true }).press('Enter');
    await stays();
    await page.evaluate(() => history.back());
    await stays();
    await control('name').press('Escape');
    await question.waitFor();
    // Pressing Escape in the confirmation dialog keeps the form open.
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    const dialogEvent = page.waitForEvent('dialog');
    void page.evaluate(() => location.reload());
    const dialog = await dialogEvent;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    expect(await control('name').inputValue()).toBe('Unsaved');

    await page.evaluate(() => history.back());
    await question.getByRole('button', { name: 'Leave' }).press('Enter');
    await page.waitForURL(`**${address('vlans')}`);
    await page.getByRole('link', { name: 'New VLAN', exact: true }).waitFor();
  });

  test('after leaving a form that is being saved, the user stays on the list', async () => {
    await page.goto(address('vlans'));
    await page.getByRole('link', { name: 'New VLAN', exact: true }).press('Enter');
    await control('vlanNumber').fill('3980');
    await control('name').fill('Left while saving');
    let send = () => {};
    const isSent = new Promise<void>((resolve) => (send = resolve));
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('Left while saving')) await isSent;
      await route.continue();
    });
    await press('Create VLAN');
    await page.evaluate(() => history.back());
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).press('Enter');
    await page.waitForURL(`**${address('vlans')}`);
    const answer = page.waitForResponse((response) => response.request().postData()!.includes('Left while saving'));
    send();
    await (await answer).finished();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(new URL(page.url()).pathname).toBe(address('vlans'));
    await page.unroute('**/graphql');
  });

  test('a reference is chosen by keyboard; a text that matches no row cannot be saved', async () => {
    await visit(page, address('ports', '/new'));
    const host = control('hostId');
    await host.fill('forms');
    await option().nth(1).waitFor();
    expect(await host.getAttribute('aria-expanded')).toBe('true');
    await host.press('ArrowDown');
    const active = await host.getAttribute('aria-activedescendant');
    const second = await page.locator('[role="option"][aria-selected="true"]').innerText();
    expect(await page.locator(`#${active}`).innerText()).toBe(second);
    await host.press('Enter');
    expect(await host.inputValue()).toBe(second.split('\n')[0]);
    expect(await page.getByRole('listbox').count()).toBe(0);
    await host.fill('no such machine');
    await page.getByText('No hosts match.').waitFor();
    // No option matches the text, so Enter selects nothing, and does not submit the form.
    await host.press('Enter');
    expect(await page.locator('#field-hostId-problem').count()).toBe(0);
    // Escape closes the list of options, not the form.
    await host.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await press('Create TCP or UDP port');
    await page.locator('#field-hostId-problem').getByText('Choose one of the list, or empty the field.').waitFor();
    await page.waitForFunction(() => document.activeElement?.id === 'field-hostId');
  });

  test('a part of a prefix finds a subnet; a refused text shows no rows of the previous one', async () => {
    await visit(page, address('ipAddresses', '/new'));
    const subnet = control('subnetId');
    await subnet.fill('98.0');
    await option().filter({ hasText: '10.98.0.0/24' }).waitFor();
    await subnet.fill('x'.repeat(201));
    await page.getByText('At most 200 characters.').waitFor();
    expect(await option().count()).toBe(0);
  });

  test('a host is created together with its addresses, ports, interfaces and services', async () => {
    const enterPart = async (list: string, key: number, entered: Readonly<Record<string, string>>) => {
      const { singular } = kindOfList(list);
      await press(`Add ${singular}`);
      const fields = findForm('hosts')!.parts.find(({ name }) => name === list)!.fields;
      const path = (name: string) => `${list}-${key}-${name}`;
      await page.waitForFunction((prefix) => document.activeElement?.id.startsWith(prefix), `field-${list}-${key}-`);
      for (const [name, text] of Object.entries(entered))
        await enter({ ...fields.find((field) => field.name === name)!, name: path(name) }, text);
    };
    await visit(page, address('hosts', '/new'));
    await control('name').fill('Whole host');
    await enterPart('ipAddresses', 0, { subnetId: '10.98.0.0/24', ipAddress: '10.99.0.40' });
    await enterPart('ipAddresses', 1, { subnetId: '10.98.0.0/24', ipAddress: '10.98.0.41' });
    await enterPart('ports', 0, { number: '8081', protocol: 'Tcp' });
    await enterPart('ports', 1, {});
    await press('Remove TCP or UDP port 2');
    await enterPart('interfaces', 0, { ifDescr: 'eth0', ifIndex: '1', vlanIds: 'Forms VLAN' });
    await enterPart('services', 0, { name: 'Whole service', serviceDefinition: 'custom', tags: 'Forms tag' });
    await press('Add binding');
    await control('services-0-bindings-0-ipAddressId').selectOption({ label: '10.98.0.41' });
    await control('services-0-bindings-0-portId').selectOption({ label: '8081' });
    await press('Create host');
    // If an address is outside its subnet, the part with the address shows the error, and nothing is stored.
    await page.locator('#field-ipAddresses-0-ipAddress-problem').getByText('10.99.0.40 is outside').waitFor();
    expect(await world.prisma.host.count({ where: { networkId, name: 'Whole host' } })).toBe(0);
    await control('ipAddresses-0-ipAddress').fill('10.98.0.40');
    await press('Create host');
    await noticeIs(/^Created: Whole host\.$/);
    const host = await world.prisma.host.findUniqueOrThrow({
      where: { id: idInAddress() },
      include: {
        ...{ ipAddresses: true, ports: true, interfaces: true },
        services: { include: { bindings: { include: { ipAddress: true, port: true } } } },
      },
    });
    expect({
      addresses: host.ipAddresses.map(({ ipAddress }) => ipAddress).sort(),
      ports: host.ports.map(({ number }) => number),
      interfaces: host.interfaces.map(({ ifDescr }) => ifDescr),
      services: host.services.map(({ name }) => name),
      bindings: host.services.flatMap(({ bindings }) =>
        bindings.map(({ ipAddress, port }) => [ipAddress?.ipAddress, port?.number]),
      ),
    }).toEqual({
      ...{ addresses: ['10.98.0.40', '10.98.0.41'], ports: [8081], interfaces: ['eth0'] },
      ...{ services: ['Whole service'], bindings: [['10.98.0.41', 8081]] },
    });
  });

  test('the page of a row links to forms for its parts, which are already related to the row', async () => {
    await visit(page, address('hosts', '?name.eq=forms-host'));
    await page.locator('[data-index] .title a').press('Enter');
    await page.getByText('Add', { exact: true }).press('Enter');
    await page.getByRole('link', { name: 'TCP or UDP port' }).press('Enter');
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#field-hostId')?.value === 'forms-host');
  });

  test('views of the past have no forms', async () => {
    await visit(page, address('vlans', `?at=${new Date().toISOString()}`));
    await page.getByText(/^As of .*\d/).waitFor();
    expect(await page.getByRole('link', { name: /^New / }).count()).toBe(0);
    await visit(page, address('vlans', `/new?at=${new Date().toISOString()}`));
    await page.getByText('The past cannot be changed.').waitFor();
  });

  test('forms have no accessibility issues, from 360 pixels on, light and dark', async () => {
    const findings: string[] = [];
    const look = async (name: string) =>
      void findings.push(...(await findingsInAllLooks(page)).map((finding) => `${name}: ${finding}`));
    await visit(page, address('interfaces', '/new'));
    await page
      .getByText('More fields')
      .evaluate((element) => (element.parentElement as HTMLDetailsElement).setAttribute('open', ''));
    await press('Create interface');
    await page.locator('[aria-invalid="true"]').first().waitFor();
    await control('hostId').fill('forms');
    await option().first().waitFor();
    await look('refused, with a combobox');

    const id = await create('Vlan', { networkId, vlanNumber: 3960, name: 'Looks' });
    await page.goto(address('vlans', `/${id}/edit`));
    await control('name').fill('Looks good');
    await update('Vlan', id, { name: 'Looks bad', description: 'by somebody' });
    await press('Save');
    await page.getByRole('region', { name: /changed this VLAN meanwhile/ }).waitFor();
    await look('conflict');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor();
    await look('question');
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).press('Enter');
    expect(findings).toEqual([]);
  });

  test('enum values have the same labels in forms and lists', async () => {
    await visit(page, address('hosts', '/new'));
    await control('role').waitFor();
    const options = await control('role').locator('option').allInnerTexts();
    expect(options).toContain(enumWords('AccessPoint'));
  });
});
