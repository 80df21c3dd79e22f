// Tests the picture of what-if changes in a real browser: lost and added parts are marked, the page's questions are
// about the changed network, and the user can return to the real network.
import { findingsInAllLooks } from '../axe';
import { describeInBrowser } from '../browser';
import { demoSuite, type TopologyPage } from './demo-page';

const campus = 'Riverside Campus';

describeInBrowser('the picture of supposed changes', () => {
  const suite = demoSuite();

  const hostNamed = (name: string) =>
    suite.service.prisma.host.findFirstOrThrow({
      where: { networkId: suite.service.networkOf(campus), name },
      include: { interfaces: { include: { neighbors: true, neighborOf: true }, orderBy: { id: 'asc' } } },
    });
  const open = (more = '', options = {}) =>
    suite.open(`?topology=${suite.service.topologyOf(campus)}&view=L2Physical${more}`, options);
  const notice = ({ page }: TopologyPage) => page.locator('#supposed');
  /** Waits until the notice about what-if changes contains `words`, or with null until there is no notice. */
  const showsSupposed = async (page: TopologyPage, words: RegExp | null) => {
    if (words) await notice(page).getByText(words).waitFor();
    else await notice(page).waitFor({ state: 'detached' });
    await page.page.waitForFunction(() => document.querySelector('#drawing')?.textContent === '');
    await page.settled();
  };
  /** Ids and sorted classes of all parts that are drawn as lost, removed, failed, added or changed. */
  const marked = async (page: TopologyPage) =>
    (await page.drawn('.lost, .removed, .failed, .added, .changed'))
      .map(({ id, classes }) => `${id} ${[...classes].sort().join()}`)
      .sort();

  test('what fails and what that cuts off is drawn as lost, also after a reload; the real picture comes back', async () => {
    const page = await open();
    const before = await page.places();
    await page.find('rv-c-dist-1');
    const { id } = await hostNamed('rv-c-dist-1');
    const button = page.details().getByRole('button', { name: 'What-if failure' });
    await button.focus();
    await page.page.keyboard.press('Enter');
    await showsSupposed(page, /^After the what-if changes, not the network as it is: − \d+ nodes and lines lost$/);
    await page
      .side()
      .getByText(/^[1-9]\d* cut off/)
      .waitFor();
    await page.page.locator('#live').getByText('Live, after the what-if changes').waitFor();
    expect((await page.drawn('node.failed')).length).toBe(1);
    expect((await page.drawn('edge.removed')).length).toBeGreaterThan(1);
    expect((await page.drawn('node.lost')).length).toBeGreaterThan(1);
    expect(await page.places()).toEqual(before);
    await page.side().getByText('Legend', { exact: true }).click();
    await page.side().getByText('− lost by the what-if changes').waitFor();
    expect(await findingsInAllLooks(page.page)).toEqual([]);
    const [places, marks] = [await page.places(), await marked(page)];
    expect(await page.parameter('suppose')).toBe(`host:${id}`);
    await page.page.reload();
    await page.isDrawn();
    await showsSupposed(page, /lost$/);
    await page
      .side()
      .getByText(/^[1-9]\d* cut off/)
      .waitFor();
    await page.settled();
    expect([await page.places(), await marked(page)]).toEqual([places, marks]);
    await page.page.getByRole('button', { name: 'Show it as it is' }).click();
    await showsSupposed(page, null);
    expect(await page.parameter('suppose')).toBeNull();
    expect([await page.places(), await marked(page)]).toEqual([before, []]);
    await page.page.locator('#live').getByText('Live', { exact: true }).waitFor();
  });

  test('a supposed cable is drawn on a phone, and a path takes it', async () => {
    const [one, other] = [await hostNamed('rv-c-acc-1'), await hostNamed('rv-c-acc-2')];
    const freeOf = ({ interfaces }: typeof one) =>
      interfaces.findLast(({ neighbors, neighborOf }) => neighbors.length + neighborOf.length === 0)!;
    const cable = `cable:${freeOf(one).id}:${freeOf(other).id}`;
    const path = `&from=${one.id}&to=${other.id}`;
    const page = await open(`&suppose=${cable}${path}`, { width: 390, height: 844 });
    await showsSupposed(page, /\+ \d+ (nodes and lines|node or line) added/);
    expect(await notice(page).isVisible()).toBe(true);
    const bounds = (await notice(page).boundingBox())!;
    expect(bounds.y + bounds.height).toBeLessThan(844);
    const isPath = () => page.drawn('edge.path');
    await page.page.waitForFunction(() => document.getElementById('canvas')!.dataset.framed !== undefined);
    await page.settled();
    // The path between the two switches consists only of the cable that the what-if change adds.
    expect((await isPath()).length).toBe(1);
    await page.page.getByRole('button', { name: 'Filters and questions' }).click();
    await page.side().getByText('1 step', { exact: false }).waitFor();
    await page.page.getByRole('button', { name: 'Show it as it is' }).click();
    await showsSupposed(page, null);
    await page.side().getByText('2 steps', { exact: false }).waitFor();
  });

  test('a change of the real network is drawn while changes are supposed', async () => {
    const { id } = await hostNamed('rv-c-dist-1');
    const access = await hostNamed('rv-b-acc-1');
    const page = await open(`&suppose=host:${id}`);
    await showsSupposed(page, /lost$/);
    const { prisma } = suite.service;
    const name = 'rv-b-renamed';
    await prisma.host.update({ where: { id: access.id }, data: { name } });
    await page.nodeIsDrawn(name);
    await showsSupposed(page, /lost$/);
    expect((await page.drawn('node.failed')).length).toBe(1);
    await prisma.host.update({ where: { id: access.id }, data: { name: access.name } });
    await page.nodeIsDrawn(access.name!);
  });

  test('what is not possible is said, and the network is drawn as it is', async () => {
    const page = await open('&suppose=host:6f2b5c1e-0000-4000-8000-000000000001');
    await showsSupposed(page, /^The network as it is, because a what-if change is not possible$/);
    await page.side().getByText('This change is not possible:').waitFor();
    expect(await marked(page)).toEqual([]);
  });

  test('a comparison of instants ends the supposition, and the other way round', async () => {
    const { id } = await hostNamed('rv-c-dist-1');
    const page = await open(`&suppose=host:${id}`);
    await showsSupposed(page, /lost$/);
    await page.page.getByLabel('Compare with').selectOption('day');
    await showsSupposed(page, null);
    expect(await page.parameter('since')).not.toBeNull();
    await page.page.goBack();
    await showsSupposed(page, /lost$/);
    expect(await page.parameter('since')).toBeNull();
  });
});
