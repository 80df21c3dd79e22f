// Moves an open page of the inventory to another address without loading the page again.
import type { Page } from 'playwright-core';

/**
 * Opens another address of the pages without loading them again. When the promise resolves, the content of the former
 * address is no longer shown.
 */
export const lead = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({ index: 0 }, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    return new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  }, path);

/**
 * Opens an address of the inventory. Uses `lead`, which costs less than loading the page, if the open page belongs to
 * the same area and network. A page with a form is loaded again, because values may have been entered.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const { pathname, search } = new URL(page.url());
  const [, area, networkId] = path.split('/');
  const isNear = pathname.startsWith(`/${area}/${networkId}/`) && pathname + search !== path;
  if (isNear && (await page.getByRole('form').count()) === 0) await lead(page, path);
  else await page.goto(path);
}
