// Tracks whether the open form has unsaved changes. If so, the user is asked before another page opens, and the browser
// asks before the tab is closed.
import { useEffect, useRef } from 'preact/hooks';
import { keepForm } from '../../kit/entries';

let isUnsaved: () => boolean = () => false;

/** Whether the open form has changes that would be lost. */
export const hasUnsaved = (): boolean => isUnsaved();

/** Marks the open form as having no unsaved changes: they were saved, or the user has decided to discard them. */
export function discardUnsaved(): void {
  isUnsaved = () => false;
}

/** Registers the component's form as the open form. `differs` says whether the form has unsaved changes. */
export function useUnsaved(differs: boolean): void {
  const current = useRef(differs);
  current.current = differs;
  useEffect(() => {
    const isThisFormUnsaved = () => current.current;
    isUnsaved = isThisFormUnsaved;
    const removeForm = keepForm(hasUnsaved);
    return () => {
      removeForm();
      if (isUnsaved === isThisFormUnsaved) discardUnsaved();
    };
  }, []);
}
