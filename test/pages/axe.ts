// Accessibility violations that axe-core finds on a page, in narrow and wide windows, light and dark.
import axe from 'axe-core';
import type { Page } from 'playwright-core';

type Run = (options: object) => Promise<{ violations: { id: string; nodes: { target: unknown[]; html: string }[] }[] }>;
type ColorScheme = 'light' | 'dark';

export const usualWidths: readonly number[] = [360, 1440];
/** Widths of windows to check, with one more that shows a list on a large screen. */
export const allWidths: readonly number[] = [...usualWidths, 2560];

/** The rules that look at colours. All others find the same in light and dark. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * Accessibility violations by rule and element, in the page's present window and colours, and how far the page can be
 * scrolled sideways. Without `rules`, those of all rules.
 */
async function findings(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (values) => {
    const { violations } = await (globalThis as unknown as { axe: { run: Run } }).axe.run({
      resultTypes: ['violations'],
      // Only rules about media and an experimental rule, which is off, read files that axe would load again.
      preload: false,
      ...(values && { runOnly: { type: 'rule', values } }),
    });
    const texts = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`));
    const beyond = document.documentElement.scrollWidth - innerWidth;
    return beyond > 0 ? [...texts, `${beyond} pixels are beside the window`] : texts;
  }, rules);
}

/**
 * Accessibility violations in a window of one size, of all rules unless `rules` are given. The page keeps this size and
 * these colours.
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
 * Accessibility violations in windows of these widths, each in light and dark colours. In the dark, only rules about
 * colours run. Afterwards, the page has its former size again and is light.
 */
export async function findingsInAllLooks(page: Page, widths: readonly number[] = usualWidths): Promise<string[]> {
  const found: string[] = [];
  const former = page.viewportSize();
  for (const width of widths) {
    found.push(...(await findingsAt(page, width, 'light')));
    found.push(...(await findingsAt(page, width, 'dark', colorRules)));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (former) await page.setViewportSize(former);
  return found;
}
