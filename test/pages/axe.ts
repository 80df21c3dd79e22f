// Finds accessibility violations of a page by axe-core, in narrow and wide windows, in light and dark colours.
import axe from 'axe-core';
import type { Page } from 'playwright-core';

type Run = (options: object) => Promise<{ violations: { id: string; nodes: { target: unknown[]; html: string }[] }[] }>;
type ColorScheme = 'light' | 'dark';

/** The widths of a telephone, a notebook and a large screen. */
export const allWidths: readonly number[] = [360, 1440, 2560];

/** The rules of axe-core that check colours. All other rules find the same violations in light and dark colours. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * Accessibility violations of the page in its present size and colours, and a text if the page is wider than the
 * window. All rules of axe-core run unless `rules` are given.
 */
async function findings(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (values) => {
    const { violations } = await (globalThis as unknown as { axe: { run: Run } }).axe.run({
      resultTypes: ['violations'],
      // `preload` would load stylesheets and media again, which only rules about media need.
      preload: false,
      ...(values && { runOnly: { type: 'rule', values } }),
    });
    const texts = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`));
    const beyond = document.documentElement.scrollWidth - innerWidth;
    return beyond > 0 ? [...texts, `${beyond} pixels are beside the window`] : texts;
  }, rules);
}

/**
 * Accessibility violations in a window of this width, in these colours. All rules run unless `rules` are given. The
 * page keeps this width and these colours.
 */
export async function findingsAt(
  page: Page,
  width: number,
  colorScheme: ColorScheme,
  rules?: readonly string[],
): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
  return (await findings(page, rules)).map((text) => `${width} ${colorScheme} ${text}`);
}

/**
 * Accessibility violations in windows of these widths, in light and dark colours. In dark colours, only rules about
 * colours run. Afterwards, the page has its former size and light colours.
 */
export async function findingsInAllLooks(page: Page, widths = allWidths): Promise<string[]> {
  const allFindings: string[] = [];
  const formerSize = page.viewportSize();
  for (const width of widths) {
    allFindings.push(...(await findingsAt(page, width, 'light')));
    allFindings.push(...(await findingsAt(page, width, 'dark', colorRules)));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (formerSize) await page.setViewportSize(formerSize);
  return allFindings;
}
