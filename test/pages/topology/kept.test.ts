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

  test.each(['L2Physical', 'L3Logical', 'Workloads', 'Application'])(
    'on a telephone everything visible has its name: %s',
    async (view) => {
      const page = await suite.open(`?topology=${suite.service.topologyOf('Riverside Campus')}&view=${view}`, {
        width: 360,
        height: 740,
      });
      expect((await page.names()).unnamed).toEqual([]);
    },
  );
});
