// Closes the details of the selected node: by a button, or by Escape wherever the focus is.
import { useEffect } from 'preact/hooks';
import type { Page } from '../../page/page';

export function closeDetails(page: Page): void {
  const focused = document.activeElement;
  const losesFocus = focused === null || focused === document.body || focused.closest('.details') !== null;
  page.go({ selected: null });
  // The element that had the focus is removed, so the focus moves to the picture.
  if (losesFocus) document.getElementById('canvas')?.focus({ preventScroll: true });
}

/** Closes the details on Escape, unless the key has closed a list or menu, or is about to close a dialog. */
export function useEscape(page: Page): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || page.store.state.place.selected === null) return;
      if (document.querySelector('dialog[open]')) return;
      // Otherwise, the browser would also clear a search field.
      event.preventDefault();
      closeDetails(page);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [page]);
}
