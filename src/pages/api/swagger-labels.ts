// Adds roles and labels that Swagger UI omits, so that screen readers can name its parts.
import { texts } from './texts';

/** HTML attributes to set on elements of Swagger UI. The keys are CSS selectors. */
const attributes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '.information-container': { role: 'region', 'aria-label': texts.docs.information },
  '.schemes-server-container': { role: 'region', 'aria-label': texts.docs.server },
  '.filter-container': { role: 'search' },
  'select#servers': { 'aria-label': texts.docs.server },
  // Swagger UI has no headings of level 2, so the headings of level 3 and 4 become level 2.
  'h3.opblock-tag, .models h4': { 'aria-level': '2' },
};

function label(root: Element): void {
  for (const [selector, values] of Object.entries(attributes))
    for (const element of root.querySelectorAll(selector))
      for (const [name, value] of Object.entries(values))
        if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Sets the missing labels now, and again whenever Swagger UI adds elements below `root`. */
export function labelSwagger(root: Element): void {
  label(root);
  new MutationObserver(() => label(root)).observe(root, { childList: true, subtree: true });
}
