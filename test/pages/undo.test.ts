// Tests undoing an event on the audit page in a real browser: before anything is written, the page shows what undoing
// would change or what prevents it.
import type { Browser, Page } from 'playwright-core';
import { createWorld, type World } from '../support/world';
import { findingsInAllLooks } from './axe';
import {
  describeInBrowser,
  givePassword,
  leaveBrowser,
  newVisitor,
  openBrowser,
  signIn,
  type Visitor,
} from './browser';

describeInBrowser('undo on the audit page', () => {
  let world: World;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    [world, browser] = await Promise.all([createWorld(), openBrowser()]);
    await givePassword(world, world.admin);
    visitor = await newVisitor(browser, world.url);
    page = visitor.page;
    await page.goto('/organization/audit');
    await page.waitForURL('**/sign-in?next=%2Forganization%2Faudit');
    await signIn(page, world.admin.email);
    await page.waitForURL('**/organization/audit');
  });
  afterEach(() => expect([visitor.foreignRequests, visitor.complaints]).toEqual([[], []]));
  afterAll(async () => {
    await leaveBrowser(browser);
    await world.close();
  });

  const audit = () => page.getByRole('region', { name: 'Audit', exact: true });
  const dialog = () => page.getByRole('dialog');
  const vlan = { name: 'Cameras', vlanNumber: 40 };

  /** Opens the undo dialog of the newest event with this operation. */
  async function openUndo(operation: string): Promise<void> {
    const events = audit().getByRole('rowgroup').filter({ hasText: operation });
    await audit().getByRole('button', { name: 'Show' }).click();
    await events
      .first()
      .getByRole('button', { name: /^Undo the change by / })
      .press('Enter');
    await dialog().waitFor();
  }

  test('a VLAN that was deleted by mistake is restored by keyboard', async () => {
    const { prisma, networkId, organizationId, member } = world;
    const { id } = await prisma.vlan.create({ data: { ...vlan, networkId, organizationId } });
    expect((await member.rest.delete(`/vlans/${id}`)).status).toBe(200);
    await openUndo('deleteVlan');
    await dialog().getByText('VLAN Cameras comes back.').waitFor();
    expect(await findingsInAllLooks(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await prisma.vlan.count({ where: { id } })).toBe(0);

    await openUndo('deleteVlan');
    await dialog().getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByRole('status').getByText('One row was restored.').waitFor();
    await dialog().waitFor({ state: 'detached' });
    expect(await prisma.vlan.findUnique({ where: { id } })).toMatchObject(vlan);

    await openUndo('deleteVlan');
    await dialog().getByText('Everything is as it was already.').waitFor();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await dialog().waitFor({ state: 'detached' });
  });

  test('obstacles are explained, and the restore cannot be confirmed', async () => {
    const { prisma, networkId, organizationId, member } = world;
    const { id } = await prisma.vlan.create({ data: { name: 'Doors', vlanNumber: 50, networkId, organizationId } });
    await member.query(`mutation($id: UUID!) { updateVlan(id: $id, input: { name: "wrong" }) { id } }`, { id });
    await openUndo('updateVlan');
    await dialog().getByText('VLAN Doors: name from wrong to Doors.').waitFor();
    // Another user changes the row while the dialog is open.
    await prisma.vlan.update({ where: { id }, data: { name: 'right' } });
    await dialog().getByRole('button', { name: 'Undo' }).click();
    await dialog().getByText('The VLAN was changed again since.').waitFor();
    expect(await dialog().getByRole('button', { name: 'Undo' }).count()).toBe(0);
    expect(await findingsInAllLooks(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Close' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await prisma.vlan.findUnique({ where: { id } })).toMatchObject({ name: 'right' });
  });
});
