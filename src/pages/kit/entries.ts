// Says whether the user would lose input by leaving the page or a part of the page.

type Check = () => boolean;
const forms = new Set<Check>();
const selections = new Set<Check>();

const isTrue = (check: Check): boolean => check();

/** Whether a form on the page has unsaved input. */
export const hasFormEntries = (): boolean => [...forms].some(isTrue);

/** Whether the page has a form with unsaved input, or selected rows. */
export const hasEntries = (): boolean => hasFormEntries() || [...selections].some(isTrue);

const askBeforeUnload = (event: Event): void => {
  if (hasFormEntries()) event.preventDefault();
};

/**
 * Registers a form. `hasValues` says whether the form has unsaved input; if so, the browser asks before the page is
 * left. Returns a function that unregisters the form.
 */
export function keepForm(hasValues: Check): () => void {
  addEventListener('beforeunload', askBeforeUnload);
  forms.add(hasValues);
  return () => void forms.delete(hasValues);
}

/**
 * Registers a selection. `hasRows` says whether rows are selected; if so, the page does not redirect to the sign-in
 * page when the session ends. Returns a function that unregisters the selection.
 */
export function keepSelection(hasRows: Check): () => void {
  selections.add(hasRows);
  return () => void selections.delete(hasRows);
}
