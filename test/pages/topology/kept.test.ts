// Tests that the topology page restores its picture: after a reload, and by the back button, undo and redo.
import { describeInBrowser } from '../browser';
import { demoSuite, type TopologyPage } from './demo-page';

const branch = 'Lyon Branch';

describeInBrowser('the picture of the topology page', () => {
  const suite = demoSuite();
  const open = (more = '', options = {}) =>
    suite.open(`?topology=${suite.service.topologyOf(branch)}&view=L2Physical${more}`, options);
  const tool = ({ page }: TopologyPage, name: string) => page.getByRole('button', { name, exact: true });
  /** Waits until the page's address has this parameter or, with `is` false, no longer has it. */
  const addressHas = ({ page }: TopologyPage, name: string, is = true) =>
    page.waitForFunction(([of, isWanted]) => new URLSearchParams(location.search).has(of) === isWanted, [
      name,
      is,
    ] as const);

  test('closed boxes and the visible area are in the URL; reloading and the back button restore them', async () => {
    const page = await open();
    const opened = await page.places();
    await tool(page, 'Close boxes').click();
    await addressHas(page, 'close');
    await page.isDrawn();
    const closed = await page.places();
    expect(Object.keys(closed).length).toBeLessThan(Object.keys(opened).length);
    await tool(page, 'Zoom in').click();
    await addressHas(page, 'look');
    const zoom = await page.zoom();
    await page.page.reload();
    await page.isDrawn();
    expect(await page.places()).toEqual(closed);
    expect(await page.zoom()).toBe(zoom);
    await page.page.getByText('Workloads', { exact: true }).click();
    await addressHas(page, 'close', false);
    await page.isDrawn();
    await page.page.goBack();
    await addressHas(page, 'close');
    await page.isDrawn();
    expect(await page.places()).toEqual(closed);
    expect(await page.zoom()).toBe(zoom);
    expect(await page.page.evaluate(() => location.search.length)).toBeLessThan(2048);
  });

  test('closing and moving can be undone and redone, by keys and by buttons', async () => {
    const page = await open();
    const opened = await page.places();
    expect(await tool(page, 'Undo').isDisabled()).toBe(true);
    await tool(page, 'Close boxes').click();
    await addressHas(page, 'close');
    await page.isDrawn();
    const closed = await page.places();
    await page.page.keyboard.press('Control+z');
    await addressHas(page, 'close', false);
    await page.isDrawn();
    expect(await page.places()).toEqual(opened);
    await page.page.keyboard.press('Control+Shift+Z');
    await addressHas(page, 'close');
    await page.isDrawn();
    expect(await page.places()).toEqual(closed);
    await tool(page, 'Undo').click();
    await addressHas(page, 'close', false);
    await page.isDrawn();
    const { x, y } = await page.labelled('lyo-sw-1');
    await page.page.mouse.move(x, y);
    await page.page.mouse.down();
    await page.page.mouse.move(x + 40, y + 30, { steps: 4 });
    await page.page.mouse.up();
    await page.settled();
    expect(await page.places()).not.toEqual(opened);
    await tool(page, 'Undo').click();
    await page.settled();
    expect(await page.places()).toEqual(opened);
    // In a text field, the shortcuts for undo and redo apply to the text, and the picture does not change.
    const search = page.page.getByRole('combobox', { name: 'Search this view' });
    await search.fill('lyo');
    await search.press('Control+Shift+Z');
    await page.settled();
    expect(await page.places()).toEqual(opened);
  });

  test('a narrow window has its own picture, also in a browser that was wide; Fit shows all of it', async () => {
    const [wide, narrow] = [
      { width: 1400, height: 850 },
      { width: 390, height: 844 },
    ];
    const page = await suite.open(`?topology=${suite.service.topologyOf('Riverside Campus')}&view=L2Physical`, wide);
    const wideZoom = await page.zoom();
    const widest = () =>
      page.page.evaluate(() => {
        const { cy } = (document.getElementById('canvas') as unknown as Canvas)._cyreg;
        return Math.max(...cy.nodes('[!isFold]').map((node) => node.renderedWidth()));
      });
    const widePlaces = await page.places();
    await page.page.setViewportSize(narrow);
    // The page lays out the picture for the narrow window once the window has kept its new size for a moment.
    await page.page.waitForFunction(() => Object.keys(localStorage).some((key) => key.endsWith('L2Physical Narrow')));
    await page.isDrawn();
    expect((await page.names()).unnamed).toEqual([]);
    expect(await widest()).toBeLessThan(narrow.width);
    const places = await page.places();
    await page.page.reload();
    await page.isDrawn();
    expect(await page.places()).toEqual(places);
    expect(await widest()).toBeLessThan(narrow.width);
    await tool(page, 'Fit').click();
    // A narrow window may show only a part of the picture at first, so the address keeps that the user chose Fit.
    await addressHas(page, 'look');
    await page.isDrawn();
    await isInWindow(page);
    await page.page.setViewportSize(wide);
    await page.page.waitForFunction(
      (before) =>
        Math.abs((document.getElementById('canvas') as unknown as Canvas)._cyreg.cy.zoom() / before - 1) < 0.01,
      wideZoom,
    );
    await page.isDrawn();
    expect(await page.places()).toEqual(widePlaces);
  });

  test.each(['L2Physical', 'L3Logical', 'Workloads', 'Application'])(
    'on a telephone the whole picture is in the window, and everything visible has its name: %s',
    async (view) => {
      const page = await suite.open(`?topology=${suite.service.topologyOf('Riverside Campus')}&view=${view}`, {
        width: 360,
        height: 740,
      });
      expect((await page.names()).unnamed).toEqual([]);
      await isInWindow(page);
    },
  );
});

/** The part of the drawing library that this suite uses. */
interface Canvas {
  readonly _cyreg: {
    readonly cy: {
      zoom(): number;
      nodes(selector?: string): {
        map<T>(of: (node: { renderedWidth(): number }) => T): T[];
        renderedBoundingBox(): { x1: number; x2: number; y1: number; y2: number };
      };
    };
  };
}

async function isInWindow(page: TopologyPage): Promise<void> {
  const canvas = (await page.page.locator('#canvas').boundingBox())!;
  const { x1, x2, y1, y2 } = await pictureBounds(page);
  expect([x1 >= 0, x2 <= canvas.width, y1 >= 0, y2 <= canvas.height]).toEqual([true, true, true, true]);
}

/** The bounds of all drawn nodes in pixels of the canvas. */
const pictureBounds = ({ page }: TopologyPage) =>
  page.evaluate(() => {
    const { cy } = (document.getElementById('canvas') as unknown as Canvas)._cyreg;
    const { x1, x2, y1, y2 } = cy.nodes().renderedBoundingBox();
    return { x1: Math.round(x1), x2: Math.round(x2), y1: Math.round(y1), y2: Math.round(y2) };
  });
