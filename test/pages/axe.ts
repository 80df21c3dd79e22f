// Accessibility violations that axe-core finds on a page, in narrow and wide windows, light and dark.
import axe from 'axe-core';
import type { Page } from 'playwright-core';

type Run = (options: object) => Promise<{ violations: { id: string; nodes: { target: unknown[]; html: string }[] }[] }>;
type ColorScheme = 'light' | 'dark';

export const usualWidths: readonly number[] = [360, 1440];
/** Widths of windows to check, with one more that shows a list on a large screen. */
export const allWidths: readonly number[] = [...usualWidths, 2560];

/**
 * Accessibility violations by rule and element, in the page's present window and colours, and how far the page can be
 * scrolled sideways.
 */
async function findings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: { run: Run } }).axe.run({
      resultTypes: ['violations'],
    });
    const texts = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`));
    const beyond = document.documentElement.scrollWidth - innerWidth;
    return beyond > 0 ? [...texts, `${beyond} pixels are beside the window`] : texts;
  });
}

/** Accessibility violations in a window of one size. Afterwards, the page has its former size and colours again. */
export async function findingsAt(page: Page, width: number, colorScheme: ColorScheme): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
  return (await findings(page)).map((text) => `${width} ${colorScheme} ${text}`);
}

/** Accessibility violations in windows of these widths, each in light and dark colours. */
export async function findingsInAllLooks(page: Page, widths: readonly number[] = usualWidths): Promise<string[]> {
  const found: string[] = [];
  const former = page.viewportSize();
  for (const width of widths)
    for (const colorScheme of ['light', 'dark'] as const) found.push(...(await findingsAt(page, width, colorScheme)));
  await page.emulateMedia({ colorScheme: 'light' });
  if (former) await page.setViewportSize(former);
  return found;
}
