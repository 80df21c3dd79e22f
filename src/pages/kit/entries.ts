// Tells whether leaving the page, or a part of it, would lose what the user has entered.

type Check = () => boolean;
const forms = new Set<Check>();
const selections = new Set<Check>();

const isTrue = (check: Check): boolean => check();

/** Whether a form has entries that are not saved. */
export const hasFormEntries = (): boolean => [...forms].some(isTrue);

/** Whether the page has entries in forms, or selected rows. */
export const hasEntries = (): boolean => hasFormEntries() || [...selections].some(isTrue);

const askBeforeUnload = (event: Event): void => {
  if (hasFormEntries()) event.preventDefault();
};

/**
 * Registers a form. `hasValues` tells whether the form has entries that are not saved. While it has some, the browser
 * asks before the page is left. Returns a function that removes the form.
 */
export function keepForm(hasValues: Check): () => void {
  addEventListener('beforeunload', askBeforeUnload);
  forms.add(hasValues);
  return () => void forms.delete(hasValues);
}

/**
 * Registers a selection. `hasRows` tells whether rows are selected. The page is left without a question, but not because
 * the session has ended. Returns a function that removes the selection.
 */
export function keepSelection(hasRows: Check): () => void {
  selections.add(hasRows);
  return () => void selections.delete(hasRows);
}
