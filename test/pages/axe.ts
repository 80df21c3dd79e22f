// Accessibility violations that axe-core finds on a page, in narrow and wide windows, light and dark.
import axe from 'axe-core';
import type { Page } from 'playwright-core';

type Run = (options: object) => Promise<{ violations: { id: string; nodes: { target: unknown[]; html: string }[] }[] }>;

/**
 * Accessibility findings by rule and element. In the narrow window also elements that make the page scroll sideways.
 */
export async function findingsInAllLooks(page: Page, widths: readonly number[] = [360, 1440]): Promise<string[]> {
  const found: string[] = [];
  const former = page.viewportSize();
  await page.evaluate(axe.source);
  for (const width of widths)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const here = await page.evaluate(async () => {
        const { violations } = await (globalThis as unknown as { axe: { run: Run } }).axe.run({
          resultTypes: ['violations'],
        });
        const texts = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`));
        const beyond = document.documentElement.scrollWidth - innerWidth;
        return beyond > 0 ? [...texts, `${beyond} pixels are beside the window`] : texts;
      });
      found.push(...here.map((text) => `${width} ${colorScheme} ${text}`));
    }
  await page.emulateMedia({ colorScheme: 'light' });
  if (former) await page.setViewportSize(former);
  return found;
}
