// What is entered and not saved: the pages ask before they leave it, and so does the browser before it closes.
import { useEffect, useRef } from 'preact/hooks';

let isUnsaved: () => boolean = () => false;

/** Whether leaving would lose something. */
export const hasUnsaved = (): boolean => isUnsaved();

/** From now on nothing is unsaved: it was saved, or is given up. */
export function discardUnsaved(): void {
  isUnsaved = () => false;
}

/** The answer is asked for when somebody leaves. */
export function useUnsaved(differs: boolean): void {
  const current = useRef(differs);
  current.current = differs;
  useEffect(() => {
    const own = () => current.current;
    isUnsaved = own;
    const ask = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => {
      removeEventListener('beforeunload', ask);
      if (isUnsaved === own) discardUnsaved();
    };
  }, []);
}
