// Tests sharing from the map. The dialog creates, changes, disables and deletes links that visitors without an account
// can open. Snapshots are taken and deleted at the time bar.
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { createSession } from '../../../src/auth/sessions';
import { findingsInAllLooks } from '../axe';
import { describeInBrowser, leavePage, newVisitor } from '../browser';
import { demoSuite, type TopologyPage } from './demo-page';

const branch = 'Lyon Branch';
const dayMs = 86_400_000;

describeInBrowser('sharing from the map', () => {
  const suite = demoSuite();
  const open = (more = '&view=L3Logical') => suite.open(`?topology=${suite.service.topologyOf(branch)}${more}`);
  const openDialog = async ({ page }: TopologyPage) => {
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Share this map' });
    await dialog.waitFor();
    return dialog;
  };
  /** Opens the link as a visitor without an account, and checks what the page shows. */
  const stranger = async (link: string, look: (page: Page) => Promise<unknown>) => {
    const visitor = await newVisitor(suite.browser, suite.service.url);
    await visitor.page.goto(link);
    await look(visitor.page);
    await leavePage(suite.browser, visitor);
  };
  const waitUntilDrawn = (page: Page) => page.locator('#canvas[aria-busy="false"][data-drawn]').waitFor();
  const heading = (name: string) => (page: Page) => page.getByRole('heading', { name }).waitFor();

  test('a share opens the picture, with its password and views, until it is disabled or deleted', async () => {
    const map = await open('&view=L2Physical&hide-machines=Virtualized');
    const dialog = await openDialog(map);
    await dialog.getByText('This map has no links yet.').waitFor();
    await dialog.getByText(/is reached from this machine only/).waitFor();
    await dialog.getByLabel('Name').fill('For the client');
    await dialog.getByLabel('Applications').uncheck();
    await dialog.getByLabel('Saving the picture').uncheck();
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByText('For the client is shared.').waitFor();
    // The form closes, and the new share has the focus and says that it is new.
    await dialog.getByRole('button', { name: 'Create link' }).waitFor({ state: 'hidden' });
    await dialog.locator('li:focus').getByText('New: copy the link here.').waitFor();
    const link = (await dialog.getByRole('group', { name: 'Link of For the client' }).textContent())!;
    const share = await suite.service.prisma.share.findFirstOrThrow({ where: { name: 'For the client' } });
    expect(link).toBe(`${suite.service.url}/share/${share.id}?view=L2Physical&hide-machines=Virtualized`);
    expect(share).toMatchObject({ enabledViews: ['L2Physical', 'L3Logical', 'Workloads'], showExportButton: false });
    // By default, a share ends after 30 days and has no password, and the list of shares says so.
    expect(Math.round((share.expiresAt!.getTime() - Date.now()) / dayMs)).toBe(30);
    await dialog.getByText('without a password: everyone with the link sees the map').waitFor();
    await stranger(link, async (page) => {
      await waitUntilDrawn(page);
      expect(await page.locator('.views label').allTextContents()).toEqual([
        'Physical (L2)',
        'Logical (L3)',
        'Workloads',
      ]);
    });
    expect(await findingsInAllLooks(map.page)).toEqual([]);

    await dialog.getByText('Change For the client').click();
    const form = dialog.locator('li form');
    await form.getByLabel('Password').fill('open sesame');
    // Saving the form keeps the share's expiry time to the second, unless the user chooses another time.
    await form.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('For the client is changed.').waitFor();
    const expiry = async () =>
      (await suite.service.prisma.share.findUniqueOrThrow({ where: { id: share.id } })).expiresAt;
    expect(Math.abs((await expiry())!.getTime() - share.expiresAt!.getTime())).toBeLessThan(1_000);
    await dialog.getByText('with a password').waitFor();
    await stranger(link, heading('This map has a password'));
    await dialog.getByText('Change For the client').click();
    await form.getByLabel('Expires after').selectOption('until it is deleted');
    await form.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('without an end').waitFor();
    expect(await expiry()).toBeNull();

    await dialog.getByRole('button', { name: 'Disable For the client' }).click();
    await dialog.getByText('For the client is disabled.').waitFor();
    await stranger(link, heading('This map is not shared at present'));
    await dialog.getByRole('button', { name: 'Enable For the client' }).click();
    await dialog.getByText('For the client is enabled.').waitFor();
    await dialog.getByRole('button', { name: 'Delete For the client' }).click();
    await dialog.getByRole('button', { name: 'Delete For the client permanently' }).click();
    await dialog.getByText('For the client is deleted.').waitFor();
    await stranger(link, heading('There is no such map'));
    await map.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('a link opens the selection; the dialog names the questions that it leaves out', async () => {
    const { prisma, networkOf } = suite.service;
    const { id } = await prisma.host.findFirstOrThrow({
      where: { networkId: networkOf(branch), name: { startsWith: 'lyo-sw-1' } },
    });
    const map = await open(`&view=L2Physical&selected=${id}&failing=${id}&root=${id}`);
    const dialog = await openDialog(map);
    await dialog.getByText(/The link does not show what you see now: it leaves out .*what fails/).waitFor();
    await dialog.getByLabel('Name').fill('With a selection');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = (await dialog.getByRole('group', { name: 'Link of With a selection' }).textContent())!;
    expect(link.split('?')[1]).toBe(`view=L2Physical&selected=${await map.parameter('selected')}`);
    await stranger(link, async (page) => {
      await waitUntilDrawn(page);
      await page.locator('.details').waitFor();
    });
    await dialog.getByRole('button', { name: 'Delete With a selection' }).click();
    await dialog.getByRole('button', { name: 'Delete With a selection permanently' }).click();
    await dialog.getByText('With a selection is deleted.').waitFor();
  });

  test('a refused share keeps the form and says why', async () => {
    const map = await open();
    const dialog = await openDialog(map);
    await dialog.getByLabel('Name').fill('Wall');
    await dialog.getByLabel('Sites that may embed it').fill('https://wiki.example.com/');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.locator('form .problem').waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Wall');
    expect(await suite.service.prisma.share.count({ where: { name: 'Wall' } })).toBe(0);
  });

  test('a snapshot is taken, viewed, and deleted from the time controls', async () => {
    const map = await open();
    const { page } = map;
    const { prisma, networkOf } = suite.service;
    const networkId = networkOf(branch);
    const before = await prisma.snapshot.count({ where: { networkId } });
    await page.getByRole('button', { name: 'Take snapshot' }).click();
    await page.getByLabel('Name (optional)').fill('Before the move');
    await page.keyboard.press('Enter');
    await page
      .locator('#notice')
      .getByText(/Took the snapshot “Before the move” of/)
      .waitFor();
    expect(await prisma.snapshot.count({ where: { networkId } })).toBe(before + 1);
    const newSnapshot = await prisma.snapshot.findFirstOrThrow({ where: { networkId }, orderBy: { takenAt: 'desc' } });
    const pinned = await prisma.topology.findFirstOrThrow({ where: { snapshotId: newSnapshot.id } });
    expect(newSnapshot.name).toBe('Before the move');
    await page.getByRole('combobox', { name: 'Instant' }).selectOption(pinned.id);
    await page.getByRole('button', { name: 'Rename snapshot' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename the snapshot' });
    expect(await dialog.getByLabel('Name (optional)').inputValue()).toBe('Before the move');
    await dialog.getByLabel('Name (optional)').fill('Hall 2 is empty');
    expect(await findingsInAllLooks(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await page
      .getByRole('combobox', { name: 'Instant' })
      .locator('option:checked')
      .getByText(/^Hall 2 is empty, /)
      .waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Delete snapshot' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete snapshot' }).click();
    await page
      .locator('#notice')
      .getByText(/Deleted the snapshot “Hall 2 is empty” of/)
      .waitFor();
    expect(await prisma.snapshot.count({ where: { networkId } })).toBe(before);
    await page.getByRole('button', { name: 'Take snapshot' }).waitFor();
  });

  test('a Viewer can create neither shares nor snapshots', async () => {
    const { prisma, demo, networkOf, url } = suite.service;
    const { organizationId } = demo;
    const email = `viewer-${randomUUID()}@netloom.example`;
    const viewer = await prisma.user.create({ data: { organizationId, email, permissions: 'Viewer' } });
    await prisma.userNetwork.create({ data: { userId: viewer.id, organizationId, networkId: networkOf(branch) } });
    const visitor = await newVisitor(suite.browser, url, { session: await createSession(prisma, viewer) });
    await visitor.page.goto(`/topology?topology=${suite.service.topologyOf(branch)}&view=L3Logical`);
    await waitUntilDrawn(visitor.page);
    for (const name of ['Share', 'Take snapshot', 'Rename snapshot', 'Delete snapshot'])
      expect([name, await visitor.page.getByRole('button', { name, exact: true }).count()]).toEqual([name, 0]);
    await leavePage(suite.browser, visitor);
  });
});
