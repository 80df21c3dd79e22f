// A new user with a home network registers, scans, schedules a scan for every night, takes a snapshot, and sends a
// friend a link that shows the map on a telephone.
import type { ChildProcess } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import type { Browser } from 'playwright-core';
import { requirement } from '../../support/requirement';
import { createWorld, type World } from '../../support/world';
import { newFolder, removeFolder } from '../../agent/support/agent';
import { describeInBrowser, leaveBrowser, openBrowser, password } from '../browser';
import { hasProgram, runPasted, stopPasted } from '../discovery/pasted';
import { Person } from './person';

const { test: withCurl } = requirement('curl', hasProgram('curl'));
/** A machine on the loopback interface. Nothing else is scanned, whatever networks the machine of the test has. */
const machine = '127.0.0.79';

describeInBrowser('the first evening of a home network', () => {
  let world: World;
  let browser: Browser;
  let agent: ChildProcess | undefined;
  let service: Server;
  const folder = newFolder();
  beforeAll(async () => {
    [world, browser] = await Promise.all([createWorld({ HOST: '127.0.0.1' }), openBrowser()]);
    service = createServer((socket) => void socket.on('error', () => undefined).end('220 FTP ready\r\n'));
    await new Promise<void>((resolve) => service.listen(2121, machine, resolve));
  });
  afterAll(async () => {
    if (agent) await stopPasted(agent);
    await new Promise((resolve) => service.close(resolve));
    await leaveBrowser(browser);
    await world.close();
    removeFolder(folder);
  });

  withCurl('from nothing to a map on a telephone', async () => {
    const owner = await Person.arrive(browser, world.url);
    const { page } = owner;
    await page.goto('/sign-in');
    const register = page.locator('#register');
    await owner.click(page.getByText('Create an account'));
    await owner.fill(register.getByLabel('Organization'), 'Our house');
    await owner.fill(register.getByLabel('First network'), 'Home');
    await owner.fill(register.getByLabel('E-mail'), `home-${Date.now()}@netloom.example`);
    await owner.fill(register.getByLabel('Password'), password);
    await owner.click(register.getByLabel('I accept'));
    await owner.click(register.getByRole('button'));

    // The map of an empty network links to a page with the command of an agent. The test adds options that limit the
    // scan to one machine.
    await owner.click(owner.link('Choose how to fill it'));
    await owner.click(owner.button(/^This machine/));
    await owner.click(owner.button('Make the command'));
    const command = await page.getByRole('group', { name: 'Agent command' }).innerText();
    agent = runPasted(`${command} --allow ${machine} --rate 20000 --docker /none`, folder);
    owner.actions += 1;
    await owner.click(owner.button(/^Confirm /));
    await owner.click(page.getByRole('dialog').getByRole('button', { name: 'Confirm' }));
    await page.getByText(/Its first run is complete: [1-9]/).waitFor();

    // Changes the schedule of the scan from weekly to daily.
    await owner.click(owner.link('change when'));
    const job = page.getByRole('list', { name: 'Jobs', exact: true }).getByRole('listitem').first();
    await owner.click(job.getByText('Change', { exact: true }));
    await owner.choose(job.getByLabel('Runs', { exact: true }), 'Every day');
    await job.getByRole('list', { name: 'Next runs' }).first().waitFor();
    await owner.click(job.getByRole('button', { name: 'Save' }));
    await job.getByText(/^every day at /).waitFor();

    // Opens the map, and takes a snapshot.
    await owner.click(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /Topology|Map/ }));
    await owner.isDrawn();
    await owner.click(owner.button('Take snapshot'));
    await owner.fill(page.getByLabel('Name (optional)'), 'First evening');
    await owner.press('Enter');
    await page
      .locator('#notice')
      .getByText(/Took the snapshot “First evening”/)
      .waitFor();

    // Creates a link with which somebody without an account can open the map.
    await owner.click(owner.button('Share'));
    const dialog = page.getByRole('dialog', { name: 'Share this map' });
    await owner.fill(dialog.getByLabel('Name'), 'For Ada');
    await owner.click(dialog.getByRole('button', { name: 'Create link' }));
    const link = (await dialog.getByRole('group', { name: 'Link of For Ada' }).textContent())!;

    const friend = await Person.arrive(browser, world.url, { width: 390, height: 844 });
    await friend.page.goto(link);
    await friend.isDrawn();
    const canvas = (await friend.page.locator('#canvas').boundingBox())!;
    expect(canvas.height / 844).toBeGreaterThan(2 / 3);
    expect(await friend.sideways()).toBe(0);
    expect(friend.actions).toBe(0);
    expect([...(await friend.leave()), ...(await owner.leave())]).toEqual([]);
    expect(owner.actions).toBeLessThanOrEqual(24);

    const network = await world.prisma.network.findFirstOrThrow({ where: { name: 'Home' } });
    const stored = await world.prisma.discovery.findFirstOrThrow({
      where: { networkId: network.id, runType: 'Scheduled' },
    });
    expect([stored.cronSchedule, stored.scheduleEnabled]).toEqual(['0 0 0 * * *', true]);
    expect(await world.prisma.host.count({ where: { networkId: network.id } })).toBeGreaterThan(0);
  });
});
