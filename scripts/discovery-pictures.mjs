// Takes screenshots of the discovery page, of its instructions for a network without hosts, and of a share, each in a
// wide and a narrow window.
const windows = { wide: { width: 1200, height: 800 }, narrow: { width: 390, height: 844 } };

/**
 * Opens each page in each window size, and yields the name of the screenshot to take once the page is shown. `send`
 * posts to the REST API.
 */
export async function* showDiscovery(page, { origin, network, topology, send }) {
  const pages = [
    {
      name: 'discovery-page',
      open: () => page.goto(`${origin}/discovery/${network.id}/daemons`),
      isShown: () => page.getByRole('list', { name: 'Daemons' }).getByRole('listitem').first().waitFor(),
    },
    {
      name: 'discovery-fill',
      open: () => page.goto(`${origin}/discovery/${network.id}/fill`),
      isShown: async () => {
        await page.getByRole('button', { name: /^An agent there/ }).click();
        await page.getByRole('button', { name: 'Make the command' }).waitFor();
      },
    },
    {
      name: 'share-page',
      open: async () => {
        const body = { name: 'For the client', topology_id: topology.id, network_id: network.id };
        const { id } = await send('shares', body);
        await page.goto(`${origin}/share/${id}?view=L2Physical`);
      },
      isShown: () => page.locator('#canvas[aria-busy="false"][data-drawn]').waitFor(),
    },
  ];
  for (const { name, open, isShown } of pages)
    for (const [width, size] of Object.entries(windows)) {
      await page.setViewportSize(size);
      await open();
      await isShown();
      yield width === 'wide' ? name : `${name}-${width}`;
    }
}
