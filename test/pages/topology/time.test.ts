// Tests time travel on the topology page: the graph at any instant, chosen by slider, field or keyboard, and the
// comparison of two instants.
import { describeInBrowser } from '../browser';
import { demoSuite, type TopologyPage } from './demo-page';

const campus = 'Riverside Campus';
const view = 'L3Logical';

interface Change {
  readonly id: string;
  readonly changeType: 'Added' | 'Removed' | 'Changed';
}

describeInBrowser('travelling in time on the topology page', () => {
  const suite = demoSuite();

  const topologyId = () => suite.service.topologyOf(campus);
  const open = (more = '') => suite.open(`?topology=${topologyId()}&view=${view}${more}`);
  const snapshots = () =>
    suite.service.prisma.snapshot.findMany({
      where: { networkId: suite.service.networkOf(campus) },
      orderBy: { takenAt: 'asc' },
    });

  /** Ids of all boxes and elements in the service's graph at an instant. The instant null is the present. */
  const idsAt = async (page: TopologyPage, at: string | null): Promise<string[]> => {
    const asOf = at === null ? '' : `@at(instant: "${at}")`;
    const { topology } = await page.ask(
      `query Q ${asOf} { topology(id: "${topologyId()}") { graph(view: ${view}) { containers { id: elementId } elements { id: elementId } } } }`,
    );
    return [...topology.graph.containers, ...topology.graph.elements].map(({ id }: { id: string }) => id).sort();
  };
  const showsAll = async (page: TopologyPage, ids: readonly string[]) => {
    await page.page.waitForFunction((expectedText) => {
      const canvas = document.getElementById('canvas') as unknown as {
        _cyreg?: { cy: { nodes(): { map<T>(of: (node: { id(): string }) => T): T[] } } };
      };
      const drawnIds = canvas._cyreg?.cy.nodes().map((node) => node.id());
      return drawnIds?.sort().join() === expectedText;
    }, ids.join());
    await page.isDrawn();
  };
  const slider = (page: TopologyPage) => page.page.getByRole('slider', { name: 'Instant on a slider' });
  const addressSays = (page: TopologyPage, name: string, isThere: boolean) =>
    page.page.waitForFunction(([of, isWanted]) => new URLSearchParams(location.search).has(of) === isWanted, [
      name,
      isThere,
    ] as const);

  test('the slider shows a past graph, unchanged nodes stay in place, and back returns to the present', async () => {
    const page = await open();
    const now = await idsAt(page, null);
    await showsAll(page, now);
    const places = await page.places();
    expect(await slider(page).getAttribute('aria-valuetext')).toBe('Now');
    const [first] = await snapshots();
    const [begin, last] = await slider(page).evaluate((input: HTMLInputElement) => [
      Number(input.min),
      Number(input.max),
    ]);
    const network = await suite.service.prisma.network.findUniqueOrThrow({
      where: { id: suite.service.networkOf(campus) },
    });
    const share = (first!.takenAt.getTime() - network.createdAt.getTime()) / (Date.now() - network.createdAt.getTime());
    await slider(page).fill(`${begin! + Math.round(share * last!)}`);
    await addressSays(page, 'at', true);
    const at = (await page.parameter('at'))!;
    const then = await idsAt(page, at);
    expect(then).not.toEqual(now);
    await showsAll(page, then);
    await page.page.locator('#live').getByText('The past').waitFor();
    const movedEntries = Object.entries(await page.places()).filter(([id, [x, y]]) => {
      const before = places[id];
      return before && (before[0] !== x || before[1] !== y);
    });
    // Nodes move only to make room for other nodes, so most nodes stay where they were.
    expect(movedEntries.length * 2).toBeLessThan(then.filter((id) => now.includes(id)).length);

    await page.page.goBack();
    await addressSays(page, 'at', false);
    await showsAll(page, now);
    expect(await page.places()).toEqual(places);
    await page.page.locator('#live').getByText('Live').waitFor();
  });

  test('steps in which something changed are marked once one comes near the slider', async () => {
    const page = await open();
    const marks = page.page.locator('#snapshots option[label$=" changes"], #snapshots option[label$="1 change"]');
    expect(await marks.count()).toBe(0);
    await slider(page).hover();
    await marks.first().waitFor({ state: 'attached' });
    const { min, max } = await slider(page).evaluate(({ min, max }: HTMLInputElement) => ({ min, max }));
    const steps = await marks.evaluateAll((options) => options.map((one) => Number((one as HTMLOptionElement).value)));
    expect(steps.every((step) => step >= Number(min) && step < Number(max))).toBe(true);
    expect(new Set(steps).size).toBe(steps.length);
  });

  test('by keyboard, an arrow moves one step into the past, and End returns to the present', async () => {
    const page = await open();
    await slider(page).focus();
    await page.page.keyboard.press('ArrowLeft');
    await addressSays(page, 'at', true);
    const one = (await page.parameter('at'))!;
    expect(await slider(page).getAttribute('aria-valuetext')).not.toBe('Now');
    await page.page.keyboard.press('PageDown');
    await page.page.waitForFunction((before) => new URLSearchParams(location.search).get('at') !== before, one);
    expect(Date.parse((await page.parameter('at'))!)).toBeLessThan(Date.parse(one));
    await page.settled();
    await page.page.keyboard.press('End');
    await addressSays(page, 'at', false);
    await page.settled();
  });

  test('while the slider moves, only the step on which it rests is requested', async () => {
    const page = await open();
    const requestedInstants: string[] = [];
    page.page.on('request', (request) => {
      if (request.postData()?.includes('query PageGraph')) requestedInstants.push(request.postDataJSON().variables.at);
    });
    await slider(page).evaluate((input: HTMLInputElement) => {
      for (let step = 0; step < 50; step += 1) {
        input.stepDown();
        for (const event of ['input', 'change']) input.dispatchEvent(new Event(event, { bubbles: true }));
      }
    });
    await addressSays(page, 'at', true);
    await page.page.locator('#live').getByText('The past').waitFor();
    await page.isDrawn();
    expect(requestedInstants).toEqual([await page.parameter('at')]);
  });

  test('a snapshot taken elsewhere appears when the user is about to choose an instant', async () => {
    const page = await open();
    const { createSnapshot } = await page.ask(
      `mutation { createSnapshot(input: { networkId: "${suite.service.networkOf(campus)}" }) { id takenAt topology { id } } }`,
    );
    await page.page.getByLabel('Compare with').hover();
    await page.page.waitForFunction(
      ({ takenAt, topology }) =>
        document.querySelector(`.time-bar option[value="${takenAt}"]`) &&
        document.querySelector(`header option[value="${topology.id}"]`),
      createSnapshot,
    );
    await page.ask(`mutation { deleteSnapshot(id: "${createSnapshot.id}") }`);
  });

  test('a step with a snapshot is exactly its instant; the field accepts any instant to the second', async () => {
    const page = await open();
    const [first] = await snapshots();
    const index = await page.page.locator('#snapshots option').first().getAttribute('value');
    await slider(page).fill(index!);
    await addressSays(page, 'at', true);
    expect(Date.parse((await page.parameter('at'))!)).toBe(first!.takenAt.getTime());
    expect(await slider(page).getAttribute('aria-valuetext')).toContain('snapshot');
    const field = page.page.getByLabel('Exact instant');
    const other = new Date(first!.takenAt.getTime() + 86_400_000);
    other.setMilliseconds(0);
    await field.fill(new Date(other.getTime() - other.getTimezoneOffset() * 60_000).toISOString().slice(0, 19));
    await page.page.waitForFunction((at) => new URLSearchParams(location.search).get('at') === at, other.toISOString());
    await showsAll(page, await idsAt(page, other.toISOString()));
    const instant = page.page.getByRole('combobox', { name: 'Instant', exact: true });
    expect(await instant.locator('option:checked').textContent()).not.toBe('Now');
    await instant.selectOption({ label: 'Now' });
    await showsAll(page, await idsAt(page, null));
    // The page replaces an instant before the network's creation by the creation time, and an instant in the future by
    // now.
    const { createdAt } = await suite.service.prisma.network.findUniqueOrThrow({
      where: { id: suite.service.networkOf(campus) },
    });
    await field.fill('1999-01-01T00:00:00');
    await field.blur();
    await page.page.waitForFunction(
      (at) => new URLSearchParams(location.search).get('at') === at,
      createdAt.toISOString(),
    );
    expect(await field.inputValue()).not.toContain('1999');
    await field.fill('2999-01-01T00:00:00');
    await field.blur();
    await addressSays(page, 'at', false);
    expect(await field.inputValue()).toBe('');
  });

  test('playing compares instants without choosing a comparison, and pausing or another view ends it', async () => {
    const page = await open();
    await page.page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.side().getByText('Differences', { exact: true }).waitFor();
    const compared = page.page.getByRole('combobox', { name: 'Compare with' });
    expect([await page.parameter('since'), await compared.inputValue()]).toEqual([null, '']);
    await page.page.getByRole('button', { name: 'Pause' }).click();
    await page.side().getByText('Differences', { exact: true }).waitFor({ state: 'detached' });
    await page.page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.side().getByText('Differences', { exact: true }).waitFor();
    await page.page.getByText('Workloads', { exact: true }).click();
    await page.page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await page.side().getByText('Differences', { exact: true }).waitFor({ state: 'detached' });
  });

  test('an instant before the kept history is explained', async () => {
    const page = await open();
    const id = suite.service.networkOf(campus);
    const { createdAt } = await suite.service.prisma.network.findUniqueOrThrow({ where: { id } });
    const keptTime = new Date(createdAt.getTime() + 86_400_000);
    await suite.service.prisma.network.update({ where: { id }, data: { historyKeptSince: keptTime } });
    const before = new Date(createdAt.getTime() + 1_000).toISOString();
    await page.page.goto(`/topology?topology=${topologyId()}&view=${view}&at=${before}`);
    await page.page.getByRole('alert').getByText('History is kept since').waitFor();
    await suite.service.prisma.network.update({ where: { id }, data: { historyKeptSince: null } });
  });

  test('two instants are compared: changes are marked and listed as the API reports them', async () => {
    const [first] = await snapshots();
    const networkId = suite.service.networkOf(campus);
    // Deletes an address, so that the comparison has added, removed and changed parts.
    const page = await open();
    const addresses = await suite.service.prisma.ipAddress.findMany({
      where: { networkId, validFrom: { lt: first!.takenAt }, bindings: { none: {} } },
      include: { host: { include: { ipAddresses: true } } },
    });
    const doomedAddress = addresses.find(({ host }) => host.ipAddresses.length > 1)!;
    await suite.service.prisma.ipAddress.delete({ where: { id: doomedAddress.id } });
    const since = first!.takenAt.toISOString();
    const label = await page.page.locator('#snapshots option').first().getAttribute('label');
    await page.page.getByRole('combobox', { name: 'Compare with' }).selectOption({ label: `Snapshot ${label}` });
    await addressSays(page, 'since', true);
    await page.page.getByRole('list', { name: 'Changes' }).waitFor();
    const before = await idsAt(page, since);
    await showsAll(page, [...new Set([...before, ...(await idsAt(page, null))])].sort());

    const { topologyDiff } = await page.ask(
      `{ topologyDiff(topologyId: "${topologyId()}", view: ${view}, from: "${since}") {
          nodeCounts { added removed changed } edgeCounts { added removed changed }
          nodes(first: 1000) { nodes { id: elementId changeType } } } }`,
    );
    const changes = topologyDiff.nodes.nodes as Change[];
    for (const type of ['Added', 'Removed', 'Changed'] as const) {
      const reportedIds = changes.filter(({ changeType }) => changeType === type).map(({ id }) => id);
      const drawnRows = await page.drawn(`node.${type.toLowerCase()}`);
      expect([type, drawnRows.map(({ id }) => id).sort()]).toEqual([type, reportedIds.sort()]);
      expect([type, reportedIds.length > 0]).toEqual([type, true]);
      const sign = { Added: '+ ', Removed: '− ', Changed: '~ ' }[type];
      expect(drawnRows.filter(({ label: text }) => !text.startsWith(sign))).toEqual([]);
      const name = type.toLowerCase() as 'added';
      const count = topologyDiff.nodeCounts[name] + topologyDiff.edgeCounts[name];
      await page.side().locator(`label.is-${name} .count`).getByText(`${count}`, { exact: true }).waitFor();
    }
    const isRemoved = (await page.drawn('node.removed')).map(({ id }) => id);
    expect(isRemoved).toContain(doomedAddress.id);

    // The list of differences can be filtered by type. A click on an entry brings the part into view and shows its
    // previous state.
    await page.side().locator('label.is-added').click();
    await page.side().locator('label.is-changed').click();
    const listed = page.side().getByRole('list', { name: 'Changes' }).getByRole('listitem');
    await page.page.waitForFunction(
      () => document.querySelectorAll('.changes .is-added, .changes .is-changed').length === 0,
    );
    expect(await listed.count()).toBe(topologyDiff.nodeCounts.removed + topologyDiff.edgeCounts.removed);
    await page.side().locator(`li[data-id="${doomedAddress.id}"] button`).click();
    await page.details().getByText(doomedAddress.ipAddress).first().waitFor();
    expect(await page.parameter('selected')).toBe(doomedAddress.id);

    // The page shows the previous details of a removed part, and the search finds the part, but the page offers no
    // paths.
    await page
      .details()
      .getByRole('heading', { name: /^Joined with \([1-9]/ })
      .waitFor();
    await page.page.getByRole('combobox', { name: 'Search this view' }).fill(doomedAddress.ipAddress);
    await page.page.getByRole('option').filter({ hasText: 'removed since' }).first().click();
    await page.details().getByRole('button', { name: 'Path from here' }).click();
    const other = (await page.drawn('node.changed'))[0]!.id;
    await page.side().locator('label.is-changed').click();
    await page.side().locator(`li[data-id="${other}"] button`).click();
    await page.details().getByRole('button', { name: 'Path to here' }).click();
    await page.side().getByText('removed since').waitFor();

    await page.page.getByRole('button', { name: 'Stop comparing' }).click();
    await showsAll(page, await idsAt(page, null));
    expect(await page.drawn('.added, .removed, .changed')).toEqual([]);
  });

  test('the row that a comparison adds above the picture cuts nothing off', async () => {
    const page = await open();
    const heights = () =>
      page.page.evaluate(() => {
        const canvas = document.getElementById('canvas') as unknown as HTMLElement & { _cyreg: { cy: Drawing } };
        type Drawing = { nodes(): { renderedBoundingBox(): { y2: number } } };
        return [canvas.clientHeight, canvas._cyreg.cy.nodes().renderedBoundingBox().y2] as const;
      });
    const [before] = await heights();
    await page.page.getByRole('combobox', { name: 'Compare with' }).selectOption('day');
    await page.page.waitForFunction((height) => document.getElementById('canvas')!.clientHeight < height, before);
    await page.side().getByText('Differences').waitFor();
    await page.settled();
    const [height, lowest] = await heights();
    expect(lowest).toBeLessThanOrEqual(height);
  });

  test('a URL with two instants opens the comparison, whichever of them is earlier', async () => {
    const [first, second] = await snapshots();
    const [from, to] = [first!.takenAt.toISOString(), second!.takenAt.toISOString()];
    const page = await open(`&at=${from}&since=${to}`);
    await page.page.getByRole('list', { name: 'Changes' }).waitFor();
    expect(await page.side().locator('.differences').textContent()).not.toContain('now');
    const union = [...new Set([...(await idsAt(page, from)), ...(await idsAt(page, to))])].sort();
    await showsAll(page, union);
    const { topologyDiff } = await page.ask(
      `{ topologyDiff(topologyId: "${topologyId()}", view: ${view}, from: "${from}", to: "${to}") {
          nodes(first: 1000, changeTypes: [Added]) { nodes { id: elementId } } } }`,
    );
    const added = topologyDiff.nodes.nodes.map(({ id }: { id: string }) => id) as string[];
    expect((await page.drawn('node.added')).map(({ id }) => id).sort()).toEqual(added.sort());
  });
});
