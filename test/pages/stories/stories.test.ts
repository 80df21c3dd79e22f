// Five new users each complete a task from sign-in to its end, and their actions are counted. The users are the
// engineer of a large network, a provider with ten clients, a Viewer, a user with rights in one network, and a user
// with a telephone. first-evening.test.ts has the owner of a home network.
import type { Browser } from 'playwright-core';
import { hashPassword } from '../../../src/auth/passwords';
import type { Permissions } from '../../../src/data/tenancy/viewer';
import { findingsInAllLooks } from '../axe';
import { describeInBrowser, leaveBrowser, openBrowser, password } from '../browser';
import { serveDemo, type DemoService } from '../topology/demo-page';
import { Person } from './person';

const campus = 'Riverside Campus';
const branch = 'Lyon Branch';

describeInBrowser('people at the pages', () => {
  let service: DemoService;
  let browser: Browser;
  beforeAll(async () => {
    [service, browser] = await Promise.all([serveDemo(), openBrowser()]);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await service.close();
  });

  /**
   * Creates a user of the demo organization with this role, whose rights are limited to the networks with these names.
   */
  async function addUser(permissions: Permissions, networkNames: readonly string[] = []): Promise<string> {
    const { prisma, demo, networkOf } = service;
    const { organizationId } = demo;
    const email = `${permissions.toLowerCase()}-${networkNames.length}@stories.example`;
    const user = await prisma.user.create({
      data: { email, organizationId, permissions, passwordHash: await hashPassword(password), emailVerified: true },
    });
    const data = networkNames.map((name) => ({ userId: user.id, networkId: networkOf(name), organizationId }));
    await prisma.userNetwork.createMany({ data });
    return email;
  }
  const arrive = (options: Parameters<typeof Person.arrive>[2] = {}) => Person.arrive(browser, service.url, options);

  test('an engineer finds a machine, sees what fails with its switch, and schedules a scan', async () => {
    const { demo, prisma, networkOf } = service;
    const networkId = networkOf(campus);
    const engineer = await arrive();
    const { page } = engineer;
    await page.goto('/discovery');
    await engineer.signIn(demo.email, demo.password);
    await engineer.chooseNetwork(campus);
    await engineer.click(
      page.getByRole('navigation', { name: 'Parts of the page' }).getByRole('link', { name: 'Jobs' }),
    );
    await engineer.click(page.getByText('New job'));
    const form = page.getByRole('form', { name: 'Create job' });
    await engineer.fill(form.getByLabel('Name', { exact: true }), 'Every night');
    await form.getByText(/Runs every day at/).waitFor();
    await engineer.click(form.getByRole('button', { name: 'Create job' }));
    const job = page.getByRole('list', { name: 'Jobs', exact: true }).getByRole('listitem');
    await job.filter({ hasText: 'Every night' }).first().waitFor();
    expect(await findingsInAllLooks(page)).toEqual([]);

    // Finds a machine by its name with the search, which every page has.
    const host = await prisma.host.findFirstOrThrow({ where: { networkId, name: 'rv-a-acc-1' } });
    await engineer.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Find anything' });
    await engineer.fill(palette.getByRole('combobox'), 'rv-a-acc-1');
    await palette.getByRole('option', { selected: true }).filter({ hasText: 'rv-a-acc-1' }).waitFor();
    await engineer.press('Enter');
    await page.waitForURL(`**/hosts/${host.id}`);
    await engineer.click(engineer.link('Show on the map'));
    await engineer.isDrawn();
    await engineer.click(page.getByRole('button', { name: 'If this fails' }));
    await page.locator('.short-answer', { hasText: 'still reached' }).waitFor();
    expect(await engineer.leave()).toEqual([]);
    expect(engineer.actions).toBeLessThanOrEqual(14);
  });

  test("a service provider adds a tenth client's network and sends the first client a share with a password", async () => {
    const { demo, prisma } = service;
    const { organizationId } = demo;
    const others = await prisma.network.count({ where: { organizationId } });
    const names = Array.from({ length: 9 - others }, (_, index) => `Client ${index + others + 1}`);
    for (const name of names) await prisma.network.create({ data: { organizationId, name } });
    const provider = await arrive();
    const { page } = provider;
    await page.goto('/organization');
    await provider.signIn(demo.email, demo.password);
    await provider.click(page.getByRole('navigation').getByRole('link', { name: 'Networks', exact: true }));
    await provider.click(page.getByText('New network', { exact: true }));
    await provider.fill(page.getByRole('form', { name: 'Create network' }).getByLabel('Name'), 'Client 10');
    await provider.press('Enter');
    await provider.click(page.getByRole('link', { name: 'How do you want to fill it?' }));
    await provider.click(provider.button(/^An agent there/));
    await provider.click(provider.button('Make the command'));
    await page.getByRole('group', { name: 'Agent command' }).waitFor();
    expect(await findingsInAllLooks(page)).toEqual([]);

    await page.goto('/topology');
    await provider.chooseNetwork(branch);
    await provider.isDrawn();
    await provider.click(provider.button('Share'));
    const dialog = page.getByRole('dialog', { name: 'Share this map' });
    await provider.fill(dialog.getByLabel('Name'), 'For Lyon');
    await provider.fill(dialog.getByLabel('Password'), 'open sesame');
    await provider.click(dialog.getByRole('button', { name: 'Create link' }));
    const link = (await dialog.getByRole('group', { name: 'Link of For Lyon' }).textContent())!;
    const client = await arrive();
    await client.page.goto(link);
    await client.fill(client.page.getByLabel('Password'), 'open sesame');
    await client.click(client.button('Open'));
    await client.isDrawn();
    expect([...(await client.leave()), ...(await provider.leave())]).toEqual([]);
    expect([provider.actions <= 16, client.actions]).toEqual([true, 2]);
  });

  test('a Viewer reads the map, runs and jobs, and sees no action that would be refused', async () => {
    const viewer = await arrive();
    const { page } = viewer;
    const email = await addUser('Viewer', [campus]);
    await page.goto('/sign-in');
    await viewer.signIn(email, password);
    await viewer.isDrawn();
    for (const name of ['Share', 'Take snapshot', 'Rename snapshot', 'Delete snapshot'])
      expect([name, await viewer.button(name).count()]).toEqual([name, 0]);
    await page.goto(`/discovery/${service.networkOf(campus)}`);
    const parts = page.getByRole('navigation', { name: 'Parts of the page' });
    await page.getByRole('list', { name: 'Daemons' }).getByRole('listitem').first().waitFor();
    await viewer.click(parts.getByRole('link', { name: 'Jobs' }));
    await page.getByRole('list', { name: 'Jobs', exact: true }).getByRole('listitem').first().waitFor();
    await viewer.click(parts.getByRole('link', { name: 'Runs' }));
    await page.getByRole('list', { name: 'Ended runs' }).getByRole('listitem').first().waitFor();
    for (const text of ['New job', 'Start now', 'Stop', 'Change', 'Delete', 'Scan one host again', 'Confirm'])
      expect([text, await page.getByText(text, { exact: true }).count()]).toEqual([text, 0]);
    await page.goto(`/discovery/${service.networkOf(campus)}/fill`);
    await page.getByText('Filling a network needs the role Member').waitFor();
    expect(await viewer.leave()).toEqual([]);
    expect(viewer.actions).toBeLessThanOrEqual(5);
  });

  test('a user with rights in one network sees only that network, also by URLs of others', async () => {
    const narrowed = await arrive();
    const { page } = narrowed;
    const email = await addUser('Member', [branch]);
    await page.goto('/sign-in');
    await narrowed.signIn(email, password);
    await narrowed.isDrawn();
    const networks = async () => {
      await page.getByRole('combobox', { name: 'Network', exact: true }).click();
      const names = await page.getByRole('listbox', { name: 'Networks' }).getByRole('option').allTextContents();
      await page.keyboard.press('Escape');
      return names;
    };
    expect(await networks()).toEqual([branch]);
    expect(await narrowed.button('Take snapshot').count()).toBe(1);
    await page.goto('/discovery');
    await page.getByRole('list', { name: 'Daemons' }).getByRole('listitem').first().waitFor();
    expect(await networks()).toEqual([branch]);
    await page.goto(`/discovery/${service.networkOf(campus)}/runs`);
    await page.getByText('This network does not exist, or you have no access to it.').waitFor();
    expect(await page.getByRole('list').filter({ hasText: campus }).count()).toBe(0);
    // The address of a topology in a network that the user cannot access opens the user's own network instead.
    await page.goto(`/topology?topology=${service.topologyOf(campus)}`);
    await narrowed.isDrawn();
    expect(await networks()).toEqual([branch]);
    expect(await page.getByText(campus).count()).toBe(0);
    expect(await narrowed.leave()).toEqual([]);
    expect(narrowed.actions).toBeLessThanOrEqual(3);
  });

  test.each([
    [360, 740],
    [430, 932],
  ])('a user with a telephone %i pixels wide views the map and starts a scan', async (width, height) => {
    const { demo, networkOf } = service;
    const person = await arrive({ width, height });
    const { page } = person;
    await page.goto('/topology?view=L2Physical');
    await person.signIn(demo.email, demo.password);
    await person.isDrawn();
    await person.chooseNetwork(branch);
    await person.isDrawn();
    const canvas = (await page.locator('#canvas').boundingBox())!;
    // The whole canvas is on the screen, and takes up at least two thirds of the screen's height.
    expect([width, canvas.height >= (height * 2) / 3, canvas.y + canvas.height <= height]).toEqual([width, true, true]);
    expect(await person.sideways()).toBeLessThanOrEqual(0);

    await page.goto(`/inventory/${networkOf(branch)}/hosts`);
    await page.locator('[data-index] .title a').first().waitFor();
    expect(await person.sideways()).toBeLessThanOrEqual(0);
    for (const part of ['daemons', 'runs', 'jobs', 'credentials', 'unreached', 'import', 'suggestions', 'fill']) {
      await page.goto(`/discovery/${networkOf(branch)}/${part}`);
      await page.locator('#part-title').waitFor();
      expect([part, await person.sideways()]).toEqual([part, 0]);
    }
    await page.goto(`/discovery/${networkOf(branch)}/jobs`);
    const start = page.getByRole('button', { name: /^Start now/ }).first();
    const box = (await start.boundingBox())!;
    // The button is at least 24 pixels high, as touch screens need (WCAG 2.2, 2.5.8).
    expect(box.height).toBeGreaterThanOrEqual(24);
    // The fields of the form are below each other: all have the same left edge.
    await person.click(page.getByText('New job'));
    const form = page.getByRole('form', { name: 'Create job' });
    const fields = await Promise.all(
      ['Name', 'Daemon', 'Scans', 'Runs', 'Time'].map((label) => form.getByLabel(label, { exact: true }).boundingBox()),
    );
    expect(new Set(fields.map((field) => Math.round(field!.x))).size).toBe(1);
    expect(await person.leave()).toEqual([]);
    expect(person.actions).toBeLessThanOrEqual(6);
  });
});
