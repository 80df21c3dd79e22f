// Tests the search for accessibility violations: every rule runs in each width, and rules about colours also run in
// dark colours.
import { findingsInAllLooks } from './axe';
import { describeInBrowser, leaveBrowser, openBrowser } from './browser';

/** A page with one violation in wide windows only, and one violation in dark colours only. */
const content = `<!doctype html>
<html lang="en">
  <head>
    <title>Planted</title>
    <style>
      .wide { display: none }
      @media (min-width: 1000px) { .wide { display: block } }
      p { color: #000; background: #fff }
      @media (prefers-color-scheme: dark) { p { color: #777; background: #666 } }
    </style>
  </head>
  <body>
    <main>
      <h1>Planted</h1>
      <p>Hard to read in the dark</p>
      <img class="wide" src="data:," />
    </main>
  </body>
</html>`;

describeInBrowser('accessibility', () => {
  test('issues that occur only in wide windows or dark mode are found, once for each of these', async () => {
    const browser = await openBrowser();
    try {
      const page = await (await browser.newContext()).newPage();
      await page.setContent(content);
      const findings = (await findingsInAllLooks(page)).map((text) => text.replace(/: <.*/s, ''));
      expect(findings).toEqual([
        ...['360 dark color-contrast', '1440 light image-alt', '1440 dark color-contrast', '2560 light image-alt'],
        '2560 dark color-contrast',
      ]);
    } finally {
      await leaveBrowser(browser);
    }
  });
});
