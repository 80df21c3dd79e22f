// Tests edges that are drawn on request, blocked links and virtual addresses, in the campus network of the demo
// organization.
import { eventually } from '../../support/eventually';
import { findingsInAllLooks } from '../axe';
import { describeInBrowser, leavePage } from '../browser';
import { demoSuite, type TopologyPage } from './demo-page';

const campus = 'Riverside Campus';

describeInBrowser('lines on request', () => {
  const suite = demoSuite();
  const search = (view: string, more = '') =>
    `?topology=${suite.service.topologyOf(campus)}&view=${view}&group-by=Nothing${more}`;
  const choose = (page: TopologyPage, name: string) =>
    page.page.getByRole('group', { name: 'On request' }).getByLabel(name);
  const labels = async (page: TopologyPage) => (await page.drawn('edge')).map(({ label }) => label);
  /** The label of the aggregated link between the two core switches. */
  const aggregate = /^Po1 ↔ Po1, members .+ ↔ .+/;

  test('with "aggregates" chosen, an aggregate is one line with its members; the URL keeps the choice', async () => {
    const page = await suite.open(search('L2Physical'));
    expect(await choose(page, 'Aggregate').isChecked()).toBe(false);
    expect((await labels(page)).some((label) => aggregate.test(label))).toBe(false);
    const before = (await page.drawn('edge')).length;
    await choose(page, 'Aggregate').check();
    await eventually(async () => (await labels(page)).some((label) => aggregate.test(label)));
    await page.settled();
    const drawnLabels = await labels(page);
    expect(drawnLabels.filter((label) => aggregate.test(label))).toHaveLength(1);
    expect(drawnLabels.length).toBeLessThan(before);
    expect(new URL(page.page.url()).searchParams.get('edges')).toContain('AggregateLink');
    await page.page.reload();
    await page.isDrawn();
    expect((await labels(page)).filter((label) => aggregate.test(label))).toHaveLength(1);
    await choose(page, 'Aggregate').uncheck();
    await page.settled();
    expect((await labels(page)).some((label) => aggregate.test(label))).toBe(false);
    expect(await page.drawn('edge')).toHaveLength(before);
  });

  test('routing neighbours are drawn in both views that have them; the workload view has no such option', async () => {
    const edges = '&edges=RoutingNeighbor';
    for (const view of ['L2Physical', 'L3Logical']) {
      const page = await suite.open(search(view, edges));
      expect([view, await labels(page)]).toEqual([view, ['OSPF Full']]);
      await leavePage(suite.browser, page.visitor);
    }
    const page = await suite.open(search('Workloads'));
    expect(await page.page.getByRole('group', { name: 'On request' }).count()).toBe(0);
  });

  test('machines without a cable are at their ports unless they are switched off, the others in one card that says why', async () => {
    const { prisma, networkOf, topologyOf } = suite.service;
    await prisma.host.create({ data: { networkId: networkOf(campus), name: 'quiet-machine' } });
    const page = await suite.open(search('L2Physical'));
    const drawnIds = new Set((await page.drawn('node')).map(({ id }) => id));
    const { topology } = await page.ask(`{ topology(id: "${topologyOf(campus)}") {
      graph(view: L2Physical, optionalEdgeTypes: [LearnedMachine]) {
        edges { edgeType source } containers { id: elementId containerType } elements { header containerId } } } }`);
    const { edges, containers, elements } = topology.graph;
    const machineIds = edges.flatMap((edge: Record<string, string>) =>
      edge.edgeType === 'LearnedMachine' ? edge.source : [],
    );
    expect(machineIds.length).toBeGreaterThan(0);
    expect(machineIds.filter((id: string) => !drawnIds.has(id))).toEqual([]);
    const card = containers.find((one: Record<string, string>) => one.containerType === 'UnlocatedMachines');
    expect(elements).toContainEqual({ header: 'quiet-machine', containerId: card.id });
    await page.side().getByLabel('Machine without a cable').uncheck();
    await eventually(async () => (await page.drawn('node')).length < drawnIds.size);
    await page.settled();
    expect(new URL(page.page.url()).searchParams.get('edges')).not.toContain('LearnedMachine');
    await page.page.goto(`/topology${search('L2Physical', `&selected=${card.id}`)}`);
    await page.isDrawn();
    await page.details().getByText('No cable to these machines is known').waitFor();
    await page.details().getByRole('heading', { name: 'Machines whose port nobody reports' }).waitFor();
    expect((await page.drawn('node')).find(({ id }) => id === card.id)!.label).toMatch(/nobody reports \(\d+\)$/);
  });

  test('machines without a cable are one counted card at each switch, accessible, which opens and closes again', async () => {
    const page = await suite.open(search('L2Physical').replace('&group-by=Nothing', ''));
    const machineCard = await page.labelled('Machines at');
    expect(machineCard.label).toMatch(/^Machines at \S+\n\d+ /);
    expect(await findingsInAllLooks(page.page)).toEqual([]);
    const before = (await page.drawn('node')).length;
    await page.page.goto(`/topology${search('L2Physical').replace('&group-by=Nothing', `&unfold=${machineCard.id}`)}`);
    await page.isDrawn();
    expect((await page.drawn('node')).length).toBeGreaterThan(before);
    expect((await page.drawn('node')).find(({ id }) => id === machineCard.id)!.label).not.toContain('\n');
  });

  test('a link that a spanning tree blocks is named at the line and in the legend, accessibly', async () => {
    const page = await suite.open(
      search('L2Physical', '&edges=PhysicalLink,NeighborLink,AggregateLink,RoutingNeighbor'),
    );
    const blocked = (await labels(page)).filter((label) => label.includes('blocked by the spanning tree'));
    expect(blocked).toHaveLength(1);
    await page.page.getByText('Legend', { exact: true }).click();
    expect(await page.page.getByText('link blocked by the spanning tree').isVisible()).toBe(true);
    if (process.env.PICTURES) await picturesOf(page);
    expect(await findingsInAllLooks(page.page)).toEqual([]);
  });

  test('the details of a router name the group of its virtual address', async () => {
    const { prisma, networkOf } = suite.service;
    const { id } = await prisma.ipAddress.findFirstOrThrow({
      where: { networkId: networkOf(campus), ipAddress: '10.16.1.1' },
    });
    const { page } = await suite.open(search('L3Logical', `&selected=${id}`));
    await page.getByText('virtual, of VRRP 30').first().waitFor({ timeout: 20_000 });
    expect(await page.getByText('Router groups').count()).toBeGreaterThan(0);
  });
});

async function picturesOf({ page }: TopologyPage): Promise<void> {
  for (const [width, height] of [
    [1400, 850],
    [390, 844],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `${process.env.PICTURES}/${width}-${colorScheme}.png` });
    }
}
