// Takes screenshots of the inventory pages: some for docs/ and, on request, the list, a row and the forms of every
// kind, in two widths and color schemes.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

const firstRow = '[data-index] .title a';
const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } };
const docsSizes = { wide: { width: 1200, height: 640 }, narrow: { width: 390, height: 720 } };
const schemes = ['light', 'dark'];

/**
 * Takes the screenshots of the inventory pages for docs/. Returns their names. `network` is the name of the network to
 * show.
 */
export async function docsPictures(page, { origin, network, folder }) {
  const names = [];
  const take = async (name) => {
    await page.mouse.move(1, 1);
    await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' });
    names.push(name);
  };
  const takeNarrow = async (name) => {
    await page.setViewportSize(docsSizes.narrow);
    await settled(page);
    await take(`${name}-narrow`);
    await page.setViewportSize(docsSizes.wide);
  };
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(docsSizes.wide);
  const networkId = await openNetwork(page, origin, network);
  await take('inventory-list');
  await page.locator(firstRow).nth(3).click();
  // The sections "Where is it?" and "Identity" load last, so the script waits for them.
  for (const name of ['Where is it?', 'Identity'])
    await page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name }) })
      .locator('p, ul, dl')
      .first()
      .waitFor();
  await settled(page);
  await take('inventory-row');
  await takeNarrow('inventory-row');
  await page.goto(`${origin}/inventory/${networkId}/hosts/new`);
  await page.getByRole('form').waitFor();
  await settled(page);
  await take('inventory-form');
  await takeNarrow('inventory-form');
  await page.setViewportSize(docsSizes.narrow);
  await page.goto(`${origin}/inventory/${networkId}/hosts`);
  await page.locator(firstRow).first().waitFor();
  await take('inventory-list-narrow');
  return names;
}

/** Takes screenshots of the list, the first row and the forms of every kind. Returns the number of files. */
export async function everyKind(page, { origin, network, folder, kinds = /./ }) {
  await mkdir(folder, { recursive: true });
  await page.setViewportSize(sizes.wide);
  await openNetwork(page, origin, network);
  const lists = await page
    .getByRole('navigation', { name: 'Kinds' })
    .getByRole('link')
    .evaluateAll((links) => links.map(({ href }) => href));
  let count = 0;
  for (const list of lists.filter((one) => kinds.test(one))) {
    const slug = list.split('/').at(-1);
    for (const [pageName, address] of await addressesOf(page, list)) {
      await page.setViewportSize(sizes.wide);
      await page.goto(address);
      await settled(page);
      for (const [width, size] of Object.entries(sizes)) {
        await page.setViewportSize(size);
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme });
          await page.screenshot({ path: path.join(folder, `${slug}-${pageName}-${width}-${colorScheme}.png`) });
          count += 1;
        }
      }
    }
  }
  return count;
}

/** The URLs of a list's page, of its first row, and of the forms to which these pages link. */
async function addressesOf(page, list) {
  const links = (name) => page.locator('#content').getByRole('link', { name });
  const hrefOf = async (locator) => ((await locator.count()) > 0 ? locator.first().evaluate(({ href }) => href) : null);
  await page.goto(list);
  await settled(page);
  const row = await hrefOf(page.locator(firstRow));
  const create = await hrefOf(links(/^New /));
  if (row) await page.goto(row);
  await settled(page);
  const edit = row && (await hrefOf(links('Edit')));
  return Object.entries({ list, row, create, edit }).filter(([, address]) => address !== null);
}

/** Opens the list of hosts of the network with this name. Returns the network's id. */
async function openNetwork(page, origin, network) {
  const answer = await page.request.get(`${origin}/api/v1/networks`);
  const { id } = (await answer.json()).data.find(({ name }) => name === network);
  await page.goto(`${origin}/inventory/${id}/hosts`);
  await page.locator(firstRow).first().waitFor();
  return id;
}

/** Waits until the page has received all responses and has drawn them. */
async function settled(page) {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
