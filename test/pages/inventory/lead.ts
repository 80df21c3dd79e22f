// Leads an open page of the inventory to another place.
import type { Page } from 'playwright-core';

/** Goes to another place of the pages without loading them again. When it resolves, the former place is not shown. */
export const lead = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({ index: 0 }, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    return new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())));
  }, path);

/**
 * Goes to a place of the inventory. The page is led on, which costs less than loading it, unless it is another page, shows
 * the place already, or has a form, in which values may have been entered.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const { pathname, search } = new URL(page.url());
  const [, area, networkId] = path.split('/');
  const isNear = pathname.startsWith(`/${area}/${networkId}/`) && pathname + search !== path;
  if (isNear && (await page.getByRole('form').count()) === 0) await lead(page, path);
  else await page.goto(path);
}
