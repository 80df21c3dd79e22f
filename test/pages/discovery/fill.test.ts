// Guarantees of the page that fills a network by an agent. The displayed command works in a shell, and the page shows
// the agent's progress from its first call to the end of its first run.
import type { Browser, Page } from 'playwright-core';
import { requirement } from '../../support/requirement';
import { createWorld, type Caller, type World } from '../../support/world';
import { newFolder, removeFolder } from '../../agent/support/agent';
import { findingsInAllLooks } from '../axe';
import { describeInBrowser, leaveBrowser, leavePage, newVisitor, openBrowser, type Visitor } from '../browser';
import { hasProgram, runPasted, stopPasted } from './pasted';

const fetcher = ['curl', 'wget'].find(hasProgram);
const withFetcher = requirement('curl or wget', fetcher !== undefined);

describeInBrowser('the page that fills a network', () => {
  let world: World;
  let browser: Browser;
  let visitor: Visitor | undefined;
  beforeAll(async () => {
    [world, browser] = await Promise.all([createWorld({ HOST: '127.0.0.1' }), openBrowser()]);
  });
  afterEach(async () => {
    if (!visitor) return;
    expect([visitor.foreignRequests, visitor.complaints]).toEqual([[], []]);
    await leavePage(browser, visitor);
    visitor = undefined;
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await world.close();
  });

  const addNetwork = async (name: string): Promise<string> => {
    const body = { name, organization_id: world.organizationId, tags: [] };
    return (await world.owner.rest.post('/networks', body)).body.data.id as string;
  };
  const visit = async (networkId: string, caller: Caller = world.owner, before?: (page: Page) => Promise<unknown>) => {
    visitor = await newVisitor(browser, world.url, { session: caller.credential.session });
    await before?.(visitor.page);
    await visitor.page.goto(`/discovery/${networkId}/fill`);
    return visitor.page;
  };
  const choose = (page: Page, buttonName: string) => page.getByRole('button', { name: buttonName }).click();
  const makeCommand = async (page: Page): Promise<string> => {
    await page.getByRole('button', { name: 'Make the command' }).click();
    return page.getByRole('group', { name: 'Agent command' }).innerText();
  };
  const status = (page: Page) => page.locator('.follow').getByRole('status');

  withFetcher.test(
    'the command installs an agent, whose daemon is confirmed and whose first run is shown',
    async () => {
      const networkId = await addNetwork('Branch');
      const page = await visit(networkId);
      await choose(page, 'This machine');
      await makeCommand(page);
      await page.getByRole('button', { name: `with ${fetcher}` }).click();
      const command = await page.getByRole('group', { name: 'Agent command' }).innerText();
      await status(page).getByText('Waiting for the agent to call').waitFor();
      expect(await findingsInAllLooks(page)).toEqual([]);
      const folder = newFolder();
      // The options limit the scan to a loopback address, whatever networks the machine of the test has.
      const agent = runPasted(`${command} --allow 127.0.0.78 --rate 20000 --docker /none`, folder);
      try {
        await status(page).getByText('has called').waitFor();
        await page.getByRole('button', { name: /^Confirm / }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
        await page.getByText('is confirmed.').waitFor();
        await page.getByText('Its first run is complete').waitFor();
        expect(await findingsInAllLooks(page)).toEqual([]);
      } finally {
        await stopPasted(agent);
        removeFolder(folder);
      }
      const [daemon, ...others] = await world.prisma.daemon.findMany({ where: { networkId } });
      expect([daemon!.confirmedAt, others]).toEqual([expect.any(Date), []]);
    },
  );

  test('if no daemon reports for a minute, the page says what to check', async () => {
    const page = await visit(await addNetwork('Silent'), world.owner, (openedPage) => openedPage.clock.install());
    await choose(page, 'An agent there');
    await makeCommand(page);
    await status(page).getByText('Waiting for the agent to call').waitFor();
    expect(await page.getByText('Nothing has been heard for a minute').count()).toBe(0);
    await page.clock.fastForward(63_000);
    await page.getByText('Nothing has been heard for a minute').waitFor();
    await page.getByText('node --version').waitFor();
    await page.clock.fastForward(15 * 60_000);
    await status(page).getByText('The code has expired: make a new command.').waitFor();
  });

  test('a hidden tab sends no requests, and sends one as soon as it is visible again', async () => {
    const page = await visit(await addNetwork('Hidden'), world.owner, (openedPage) => openedPage.clock.install());
    let requestCount = 0;
    page.on('request', (request) => {
      if (/DiscoveryPageFillProgress/.test(request.postData() ?? '')) requestCount += 1;
    });
    await choose(page, 'An agent there');
    await makeCommand(page);
    await status(page).getByText('Waiting for the agent to call').waitFor();
    const show = (state: 'hidden' | 'visible') =>
      page.evaluate((visibility) => {
        Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    const answer = () => page.waitForResponse((response) => /FillProgress/.test(response.request().postData() ?? ''));
    const [next] = await Promise.all([answer(), page.clock.runFor(3_100)]);
    await next.finished();
    await show('hidden');
    await page.clock.runFor(3_100);
    const before = requestCount;
    await page.clock.runFor(120_000);
    expect(requestCount).toBe(before);
    await Promise.all([answer(), show('visible')]);
    expect(requestCount).toBe(before + 1);
    // The code in the command has expired before it was used, so the page stops asking for the agent's state.
    await page.clock.fastForward(15 * 60_000);
    await status(page).getByText('The code has expired: make a new command.').waitFor();
    const atEnd = requestCount;
    await page.clock.runFor(60_000);
    expect(requestCount).toBe(atEnd);
  });

  test('if Netloom listens on the loopback address only, the page says so and accepts another address', async () => {
    const page = await visit(await addNetwork('Local'));
    await choose(page, 'An agent there');
    const address = page.getByLabel('Address of Netloom, as that machine reaches it');
    expect(await address.inputValue()).toBe(world.url);
    await page.getByText('HOST=0.0.0.0 npm start').waitFor();
    await address.fill('https://netloom.example/path');
    await page.getByText('Not valid').waitFor();
    expect(await page.getByRole('button', { name: 'Make the command' }).isDisabled()).toBe(true);
    await address.fill('https://netloom.example');
    expect(await makeCommand(page)).toMatch(
      /^curl -fsSL https:\/\/netloom\.example\/agent\/netloom-agent\.cjs .* --server https:\/\/netloom\.example --enrol nlm_e_\w{32}$/,
    );
    await page.getByRole('button', { name: 'as a service (systemd)' }).click();
    await page.getByText('systemctl enable --now netloom-agent').waitFor();
    await page.getByRole('button', { name: 'Revoke the code' }).click();
    await page.getByText('The code was revoked.').waitFor();
    expect(await page.getByRole('group', { name: 'Agent command' }).count()).toBe(0);
  });

  test('other ways to add hosts are linked; a Viewer is referred to a Member', async () => {
    const networkId = await addNetwork('Ways');
    const page = await visit(networkId);
    await choose(page, 'A file');
    await page.getByRole('link', { name: 'Import the file' }).waitFor();
    await choose(page, 'By hand');
    const link = page.getByRole('link', { name: 'Enter a subnet' });
    expect(await link.getAttribute('href')).toBe(`/inventory/${networkId}/subnets/new`);
    await choose(page, 'Switches by SNMP');
    await page.getByRole('link', { name: 'Store the SNMP credentials' }).waitFor();
    await leavePage(browser, visitor!);
    const asViewer = await visit(world.networkId, world.viewer);
    await asViewer.getByText('Filling a network needs the role Member').waitFor();
  });
});
