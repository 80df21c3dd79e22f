// Tests the details of a line on the topology page in a browser: a click or a button selects the line, the panel shows
// its ports and how it is known, and Escape closes it.
import { findingsInAllLooks } from '../axe';
import { describeInBrowser } from '../browser';
import { demoSuite, type TopologyPage } from './demo-page';

const campus = 'Riverside Campus';

interface Line {
  id(): string;
  data(name: string): unknown;
  renderedMidpoint(): { x: number; y: number };
}

describeInBrowser('the details of a line', () => {
  const suite = demoSuite();
  const open = (more = '', options = {}) =>
    suite.open(`?topology=${suite.service.topologyOf(campus)}&view=L2Physical${more}`, options);
  /** The middle of each visible line on the screen, with the number of links that the line stands for. */
  const linesOf = (page: TopologyPage) =>
    page.page.evaluate(() => {
      const canvas = document.getElementById('canvas') as unknown as HTMLElement & {
        _cyreg: { cy: { edges(of: string): { map<T>(of: (line: Line) => T): T[] } } };
      };
      const { left, top } = canvas.getBoundingClientRect();
      return canvas._cyreg.cy.edges(':visible').map((line) => {
        const { x, y } = line.renderedMidpoint();
        return { x: x + left, y: y + top, count: Number(line.data('count')) };
      });
    });
  /** Clicks lines until one opens its details: a node or a label may cover the middle of a line. */
  const clickLine = async (page: TopologyPage, isWanted: (count: number) => boolean) => {
    for (const { x, y, count } of await linesOf(page)) {
      if (!isWanted(count)) continue;
      await page.page.mouse.click(x, y);
      await page.settled();
      if ((await page.parameter('lines')) !== null) return;
      await page.page.keyboard.press('Escape');
      await page.settled();
    }
    throw new Error('no line opens its details');
  };
  const panel = ({ page }: TopologyPage) => page.getByRole('complementary', { name: 'Details of the line' });

  test('a click on a line shows both ports, how the line is known and since when; Escape closes the details', async () => {
    const page = await open();
    await clickLine(page, (count) => count === 1);
    await panel(page).getByText('Known by', { exact: true }).waitFor();
    const { interfaceNeighbor } = suite.service.prisma;
    const cable = await interfaceNeighbor.findFirstOrThrow({
      where: {
        networkId: suite.service.networkOf(campus),
        protocol: 'LLDP',
        basis: null,
        remoteInterfaceId: { not: null },
      },
      include: { interface: { include: { host: true } }, remoteInterface: { include: { host: true } } },
    });
    await page.page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    expect(await page.parameter('lines')).toBeNull();

    const [near, far] = [cable.interface, cable.remoteInterface!];
    await page.page.goto(`${page.page.url()}&group-by=Nothing&selected=${near.id}`);
    await page.isDrawn();
    await page
      .details()
      .getByRole('button', { name: new RegExp(`^Details of the line to .*${far.host!.name}`) })
      .press('Enter');
    await panel(page)
      .getByText(/^LLDP, reported by /)
      .waitFor();
    const heading = panel(page).getByRole('heading', { level: 2 });
    for (const { ifName, host } of [near, far]) {
      expect(await heading.innerText()).toContain(`${host!.name} ${ifName}`);
      await panel(page).getByRole('button', { name: ifName!, exact: true }).first().waitFor();
    }
    // The button that had the focus is gone, so the heading of the new details has it.
    await page.page.waitForFunction(() => document.activeElement?.id === 'line-heading');
    expect(await page.drawn('edge.selected')).toHaveLength(1);
    expect(await findingsInAllLooks(page.page)).toEqual([]);
    await panel(page).getByRole('button', { name: far.host!.name, exact: true }).click();
    await page.details().getByRole('heading', { name: far.host!.name, level: 2 }).waitFor();
    expect(await panel(page).count()).toBe(0);
  });

  test('a line for several links lists them, and each of them can be chosen', async () => {
    const page = await open('', { width: 1000, height: 700 });
    await clickLine(page, (count) => count > 1);
    const list = panel(page).getByRole('list').first();
    await list.getByRole('button').nth(1).waitFor();
    const name = await list.getByRole('button').nth(1).innerText();
    await list.getByRole('button').nth(1).click();
    await panel(page).locator('[aria-current="true"]').getByText(name, { exact: true }).waitFor();
    await panel(page).getByRole('button', { name: 'Close details' }).click();
    await panel(page).waitFor({ state: 'detached' });
    expect(await page.drawn('edge.selected')).toEqual([]);
  });
});
