// Takes screenshots of the pages that every user has: the start page, signing in, the home, checks, account,
// organization and REST pages in a wide and a narrow window, and the map on a telephone and with a failing check.
const windows = { wide: { width: 1200, height: 720 }, narrow: { width: 390, height: 844 } };

const pages = [
  { name: 'start-page', path: '/', isSignedOut: true, ready: 'main .links' },
  { name: 'sign-in', path: '/sign-in', isSignedOut: true, ready: '#sign-in' },
  { name: 'home-page', path: '/', ready: 'table.list tbody' },
  { name: 'checks-page', path: '/checks', ready: 'table.list .verdict' },
  { name: 'account-page', path: '/account/keys', ready: 'table.list tbody' },
  { name: 'organization-page', path: '/organization/shares', ready: 'table.list tbody' },
  { name: 'rest-page', path: '/docs', ready: '.opblock-tag' },
];

/** Yields the name of each screenshot and the page to take it of. `page` is a page of a signed-in user. */
export async function* showFrame(page, { origin, topology }) {
  const signedOut = await page.context().browser().newPage({ colorScheme: 'light' });
  for (const { name, path, isSignedOut, ready } of pages) {
    const shownPage = isSignedOut ? signedOut : page;
    for (const [width, size] of Object.entries(windows)) {
      await shownPage.setViewportSize(size);
      await shownPage.goto(`${origin}${path}`);
      await shownPage.locator(ready).first().waitFor();
      await shownPage.waitForLoadState('networkidle');
      yield { name: width === 'wide' ? name : `${name}-narrow`, shownPage };
    }
  }
  await signedOut.close();
  await page.setViewportSize(windows.narrow);
  await page.goto(`${origin}/topology?topology=${topology.id}&view=L2Physical`);
  await page.locator('#canvas[aria-busy="false"][data-drawn]').waitFor();
  yield { name: 'topology-page-narrow', shownPage: page };
  for (const [width, size] of Object.entries(windows)) {
    await page.setViewportSize(size);
    await page.goto(`${origin}/topology?topology=${topology.id}&view=L2Physical`);
    await page.locator('#canvas[aria-busy="false"][data-drawn]').waitFor();
    if (width === 'narrow') await page.getByRole('button', { name: 'Filters and questions' }).click();
    await page.locator('.wrong .is-failing button').first().click();
    await page.getByRole('list', { name: /^Findings of/ }).waitFor();
    yield { name: width === 'wide' ? 'topology-checks' : 'topology-checks-narrow', shownPage: page };
  }
}
