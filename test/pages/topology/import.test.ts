// Tests importing a file that the user drops or chooses on the page of an empty network. The page first shows a plan of
// the import, and draws the network after the import.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { formatNames } from '../../../src/pages/kit/import/import-file';
import { importFormats } from '../../../src/modules/discovery/importing/formats/formats';
import { newFolder, removeFolder } from '../../agent/support/agent';
import { createWorld, type Caller, type World } from '../../support/world';
import {
  describeInBrowser,
  leaveBrowser,
  leavePage,
  newVisitor,
  openBrowser,
  openTools,
  type Visitor,
} from '../browser';

const host = (n: number) => `<host><status state="up" reason="syn-ack"/>
<address addr="10.7.0.${n + 1}" addrtype="ipv4"/>
<hostnames><hostname name="host-${n}.example" type="PTR"/></hostnames>
<ports><port protocol="tcp" portid="22"><state state="open" reason="syn-ack"/><service name="ssh" method="probed" conf="10"/></port></ports></host>`;
const nmapOf = (count: number) =>
  `<?xml version="1.0"?>\n<nmaprun scanner="nmap" version="7.95">\n${Array.from({ length: count }, (_one, n) => host(n)).join('\n')}\n<runstats/></nmaprun>\n`;

test('every supported format can be chosen', () =>
  expect(Object.keys(formatNames).sort()).toEqual([...importFormats].sort()));

describeInBrowser('a file on the topology page of an empty network', () => {
  let world: World;
  let browser: Browser;
  let folder: string;
  let networkId: string;
  let member: Caller;
  let visitor: Visitor | undefined;
  beforeAll(async () => {
    folder = newFolder();
    [world, browser] = await Promise.all([createWorld(), openBrowser()]);
  });
  beforeEach(async () => {
    const answer = await world.owner.query(`mutation { createNetwork(input: { name: "Bob's & new" }) { id } }`);
    networkId = answer.createNetwork.id;
    member = await world.addUser('Member', [networkId]);
  });
  afterEach(async () => {
    await world.owner.query(`mutation { deleteNetwork(id: "${networkId}") }`);
    if (!visitor) return;
    expect([visitor.foreignRequests, visitor.complaints]).toEqual([[], []]);
    await leavePage(browser, visitor);
    visitor = undefined;
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await world.close();
    removeFolder(folder);
  });

  interface Visit {
    readonly width?: number;
    readonly height?: number;
    readonly before?: (page: Page) => Promise<unknown>;
  }
  const visit = async (caller: Caller, { before, ...size }: Visit = {}): Promise<Page> => {
    const { id } = await world.prisma.topology.findFirstOrThrow({ where: { networkId, snapshotId: null } });
    visitor = await newVisitor(browser, world.url, { width: 1400, height: 850, ...size });
    await visitor.context.addCookies([{ name: 'session_id', value: caller.credential.session!, url: world.url }]);
    const { page } = visitor;
    await before?.(page);
    await page.goto(`/topology?topology=${id}`);
    await page.getByRole('region', { name: "Bob's & new is empty" }).waitFor();
    return page;
  };
  const fileOf = (name: string, content: string | Buffer): string => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  /** Drops files on the page, as a user does from a file manager. */
  const drop = async (page: Page, ...files: readonly string[]): Promise<void> => {
    const session = await openTools(page);
    const data = { items: [], files: [...files], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, x: 700, y: 60, data });
    await session.detach();
  };
  const status = (page: Page) => page.locator('.import').getByRole('status');
  const alert = (page: Page) => page.locator('.import').getByRole('alert');
  const planOf = (page: Page) => page.getByRole('region', { name: 'Plan of the import' });
  const importing = (page: Page) => planOf(page).getByRole('button', { name: 'Import', exact: true });
  const hosts = () => world.prisma.host.count({ where: { networkId } });
  const plans = () => world.prisma.importPlan.count({ where: { networkId } });
  const isOfThisLoad = (page: Page) => page.evaluate(() => 'sameLoad' in window);
  const markLoad = (page: Page) => page.evaluate(() => void Object.assign(window, { sameLoad: true }));

  /** Whether the whole graph is in view and centred. */
  const isSeenWhole = (page: Page) =>
    page.evaluate(() => {
      interface Box {
        readonly x1: number;
        readonly y1: number;
        readonly x2: number;
        readonly y2: number;
      }
      interface Core {
        nodes(): { renderedBoundingBox(): Box };
        width(): number;
        height(): number;
      }
      const { cy } = (document.getElementById('canvas') as never as { _cyreg: { cy: Core } })._cyreg;
      const { x1, y1, x2, y2 } = cy.nodes().renderedBoundingBox();
      const [left, top, right, bottom] = [x1, y1, cy.width() - x2, cy.height() - y2];
      const isInside = [left, top, right, bottom].every((margin) => margin > 0);
      return isInside && Math.abs(left - right) < 10 && Math.abs(top - bottom) < 10;
    });

  test('a dropped file is shown as a plan with its first rows; after the import, the map shows the rows', async () => {
    const page = await visit(member);
    await markLoad(page);
    await drop(page, fileOf('scan.xml', nmapOf(8)));
    await status(page).getByText('scan.xml: 9 to create, 0 to change, 0 unchanged, 0 skipped.').waitFor();
    expect(await planOf(page).getByRole('listitem').allTextContents()).toEqual([
      'line 3 Subnet 10.7.0.0/24',
      ...[0, 1, 2, 3].map((n) => `line ${3 + n * 4} Host host-${n}.example`),
      'and 4 more',
    ]);
    expect(await hosts()).toBe(0);
    await importing(page).click();
    await page.getByRole('region', { name: "Bob's & new is empty" }).waitFor({ state: 'detached' });
    await page.waitForFunction(
      () => document.getElementById('drawn-count')!.textContent === '1 box, 8 elements, 0 lines',
    );
    await page.locator('#notice').getByText('scan.xml was imported.').waitFor();
    expect([await hosts(), await isOfThisLoad(page)]).toEqual([8, true]);
    expect(await isSeenWhole(page)).toBe(true);
    await page.locator('#canvas:focus').waitFor();
    const storedHost = await world.prisma.host.findFirstOrThrow({ where: { networkId } });
    expect([storedHost.sourceType, storedHost.sourceReason]).toEqual(['Imported', 'scan.xml']);
  });

  test('a file is chosen, planned and imported by keyboard alone, on a narrow screen', async () => {
    const page = await visit(member, { width: 390, height: 800 });
    const file = page.getByLabel('File', { exact: true });
    // The listener for the file chooser is added first, because the key press opens the file chooser at once.
    const chooser = page.waitForEvent('filechooser');
    await file.focus();
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(fileOf('scan.xml', nmapOf(2)));
    await importing(page).waitFor();
    const reached: string[] = [];
    for (let presses = 0; presses < 3; presses += 1) {
      await page.keyboard.press('Tab');
      reached.push(
        await page.evaluate(() => {
          const { labels, textContent } = document.activeElement as HTMLSelectElement;
          return labels?.[0]?.textContent ?? textContent;
        }),
      );
    }
    expect(reached).toEqual(['Format', 'Read scan.xml again', 'Import']);
    const widths = await page.evaluate(() => {
      const guide = document.querySelector('.guide')!;
      return [guide.scrollWidth - guide.clientWidth, document.documentElement.scrollWidth - innerWidth];
    });
    expect(widths).toEqual([0, 0]);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: "Bob's & new is empty" }).waitFor({ state: 'detached' });
    expect(await hosts()).toBe(2);
  });

  const refusedFiles: readonly [string, string, string | Buffer, string][] = [
    ['half of one', 'half.leases', 'lease 10.0.0.1 {\n  ends never;\n', 'the file ends before its end'],
    ['none of a known format', 'notes.txt', 'hello\n', 'none of the known formats'],
    ['an empty one', 'empty.xml', '', 'empty.xml is empty.'],
    ['a picture', 'dot.png', Buffer.from('iVBORw0KGgoAAAANSUhEUg==', 'base64'), 'dot.png is not text in UTF-8'],
    ['wrong bytes', 'leases', Buffer.from('1 a\n2 \xff\n', 'latin1'), 'UTF-16: line 2.'],
    ['entities', 'bomb.xml', '<!DOCTYPE nmaprun [<!ENTITY a "b">]>\n<nmaprun>&a;</nmaprun>', 'declares entities'],
  ];
  test('a file that cannot be read is refused with an announced message, and nothing is left behind', async () => {
    const page = await visit(member);
    await markLoad(page);
    for (const [faultName, name, content, words] of refusedFiles) {
      await drop(page, fileOf(name, content));
      await alert(page).getByText(words).waitFor();
      const leftovers = [await importing(page).count(), await plans(), await hosts(), await isOfThisLoad(page)];
      expect([faultName, ...leftovers]).toEqual([faultName, 0, 0, 0, true]);
      // After an error, the page reads the next file as usual.
      await drop(page, fileOf('scan.xml', nmapOf(1)));
      await importing(page).waitFor();
      expect(await alert(page).textContent()).toBe('');
      await world.prisma.importPlan.deleteMany({ where: { networkId } });
    }
  });

  test('two files, folders, and files that no longer exist are refused', async () => {
    const page = await visit(member);
    const [first, second] = [fileOf('one.xml', nmapOf(1)), fileOf('two.xml', nmapOf(1))];
    await drop(page, first, second);
    await alert(page).getByText('One file at a time').waitFor();
    mkdirSync(join(folder, 'scans'), { recursive: true });
    await drop(page, join(folder, 'scans'));
    await alert(page).getByText('scans cannot be read: it may be a folder').waitFor();
    await drop(page, first);
    await importing(page).waitFor();
    writeFileSync(first, nmapOf(2));
    await page.getByRole('button', { name: 'Read one.xml again' }).click();
    await alert(page).getByText('one.xml cannot be read: it may be a folder, or was moved or changed.').waitFor();
  });

  test('for a file that is too large for the browser, the page names the import command', async () => {
    const page = await visit(member);
    const shownCommand = page.getByRole('group', { name: 'Import command' });
    for (const content of ['x'.repeat(2_000_001), '"'.repeat(1_100_000)]) {
      await drop(page, fileOf('large.xml', content));
      await alert(page).getByText('large.xml is too large for this page').waitFor();
      const server = `--server ${world.url}`;
      expect(await shownCommand.textContent()).toBe(
        `npm run import -- FILE --key KEY --network 'Bob'\\''s & new' ${server}`,
      );
      await drop(page, fileOf('scan.xml', nmapOf(1)));
      await importing(page).waitFor();
      expect(await shownCommand.count()).toBe(0);
    }
  });

  test('a chosen format is used for the file; for a file without its own host, the page asks for the host', async () => {
    const page = await visit(member);
    const file = JSON.stringify({
      lldp: {
        interface: {
          eth0: {
            via: 'LLDP',
            chassis: { sw1: { id: { type: 'mac', value: '00:1b:21:bb:00:01' } } },
            port: { id: { type: 'ifname', value: 'Gi0/1' } },
          },
        },
      },
    });
    expect(await page.getByLabel('Host', { exact: true }).count()).toBe(0);
    await drop(page, fileOf('lldp.json', file));
    await alert(page).getByText('give its name or address').waitFor();
    await page.getByLabel('Format').selectOption({ label: formatNames.KeaLeases });
    await alert(page).getByText('cannot be read').waitFor();
    await page.getByLabel('Format').selectOption({ label: formatNames.LldpcliJson });
    await alert(page).getByText('give its name or address').waitFor();
    await page.getByLabel('Host', { exact: true }).fill('server-1');
    await page.keyboard.press('Enter');
    await planOf(page).getByText('Host server-1').waitFor();
    await importing(page).click();
    await page.getByRole('region', { name: "Bob's & new is empty" }).waitFor({ state: 'detached' });
    expect(await world.prisma.neighborEvidence.count({ where: { networkId } })).toBe(1);
  });

  test('names in a file are displayed as text only', async () => {
    const name = '<img src=x onerror=alert(1)>.csv';
    const page = await visit(member);
    await drop(page, fileOf(name, 'id,name,hostname,sys_object_id\n,"=cmd|<b>bold</b>",,\n'));
    await planOf(page).getByText('Host =cmd|<b>bold</b>').waitFor();
    await status(page).getByText(`${name}: 1 to create`).waitFor();
  });

  test('an expired or displaced plan is made again before the import', async () => {
    const page = await visit(member);
    await drop(page, fileOf('scan.xml', nmapOf(2)));
    await importing(page).waitFor();
    await world.prisma.importPlan.updateMany({
      where: { networkId },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    await importing(page).click();
    await alert(page).getByText('The plan is too old: read the file again.').waitFor();
    expect([await importing(page).count(), await hosts()]).toEqual([0, 0]);
    await page.getByRole('button', { name: 'Read scan.xml again' }).click();
    await importing(page).waitFor();
    await world.prisma.importPlan.deleteMany({ where: { networkId } });
    await importing(page).click();
    await alert(page).getByText('The plan is too old: read the file again.').waitFor();
    await page.getByRole('button', { name: 'Read scan.xml again' }).click();
    await importing(page).click();
    await page.getByRole('region', { name: "Bob's & new is empty" }).waitFor({ state: 'detached' });
    expect(await hosts()).toBe(2);
  });

  const networkChangedText = 'The network has changed since the file was read: read it again.';
  /** Delays the page's requests with this operation until the test calls the returned function. */
  const hold = async (page: Page, operation: string): Promise<() => void> => {
    let go: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes(` ${operation}(`)) await gate;
      await route.fallback();
    });
    return go;
  };
  /** Delays messages over the page's WebSocket: after `stop`, the page receives none until the test calls `go`. */
  const changesHeld = () => {
    let go: () => void = () => undefined;
    let gate = Promise.resolve();
    const before = (page: Page) =>
      page.routeWebSocket('**/graphql', (socket) => {
        const server = socket.connectToServer();
        server.onMessage((message) => void gate.then(() => socket.send(message)));
      });
    const stop = () => void (gate = new Promise<void>((resolve) => (go = resolve)));
    return { before, stop, go: () => go() };
  };
  const subnet = () => ({ networkId, name: 'Lan', cidr: '10.7.0.0/24', subnetType: 'Lan' }) as const;

  test('if the network has changed since the plan, nothing is imported, and the page says so', async () => {
    const { before, stop, go } = changesHeld();
    const page = await visit(member, { before });
    await page.locator('#live').getByText('Live').waitFor();
    await drop(page, fileOf('scan.xml', nmapOf(2)));
    await importing(page).waitFor();
    stop();
    await world.prisma.subnet.create({ data: subnet() });
    await importing(page).click();
    await alert(page).getByText(networkChangedText).waitFor();
    expect([await importing(page).count(), await hosts()]).toEqual([0, 0]);
    go();
    await page.getByRole('region', { name: "Bob's & new is empty" }).waitFor({ state: 'detached' });
  });

  test('a failed import is reported in the status line if the guide has disappeared', async () => {
    const page = await visit(member);
    await page.locator('#live').getByText('Live').waitFor();
    await drop(page, fileOf('scan.xml', nmapOf(2)));
    const go = await hold(page, 'KitApplyImport');
    await importing(page).click();
    await status(page).getByText('Importing scan.xml…').waitFor();
    await world.prisma.subnet.create({ data: subnet() });
    await page.getByRole('region', { name: "Bob's & new is empty" }).waitFor({ state: 'detached' });
    go();
    await page.locator('#notice').getByText(networkChangedText).waitFor();
    expect(await hosts()).toBe(0);
  });

  test('Viewers, and users who lost the right meanwhile, cannot import, and stay on the page', async () => {
    const viewer = await world.addUser('Viewer', [networkId]);
    let page = await visit(viewer);
    await markLoad(page);
    expect(await page.getByLabel('File', { exact: true }).count()).toBe(0);
    await drop(page, fileOf('scan.xml', nmapOf(1)));
    await alert(page).getByText('Importing a file needs the role Member.').waitFor();
    expect([await isOfThisLoad(page), await plans()]).toEqual([true, 0]);
    await leavePage(browser, visitor!);
    page = await visit(member);
    await world.prisma.user.update({ where: { id: member.userId }, data: { permissions: 'Viewer' } });
    await drop(page, fileOf('scan.xml', nmapOf(1)));
    await alert(page).getByText('needs the role Member').waitFor();
    expect(await plans()).toBe(0);
  });
});
