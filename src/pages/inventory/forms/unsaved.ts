// Tracks whether a form has unsaved changes. The pages ask before they leave such a form, and the browser asks before
// it closes the tab.
import { useEffect, useRef } from 'preact/hooks';
import { keepForm } from '../../kit/entries';

let isUnsaved: () => boolean = () => false;

/** Whether the open form has changes that would be lost. */
export const hasUnsaved = (): boolean => isUnsaved();

/** Resets the open form to having no unsaved changes, after they were saved or the user has decided to drop them. */
export function discardUnsaved(): void {
  isUnsaved = () => false;
}

/** Registers the form as the open one. `differs` is whether the form has unsaved changes. */
export function useUnsaved(differs: boolean): void {
  const current = useRef(differs);
  current.current = differs;
  useEffect(() => {
    const own = () => current.current;
    isUnsaved = own;
    const removeForm = keepForm(hasUnsaved);
    return () => {
      removeForm();
      if (isUnsaved === own) discardUnsaved();
    };
  }, []);
}
