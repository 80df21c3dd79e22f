// Opens a dialog element as a modal one while its component is shown.
import { useLayoutEffect, useRef } from 'preact/hooks';

/** The properties of the dialog element. When it goes, the element that had the focus before has it again. */
export function useModal(close: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  const isHere = useRef(true);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    ref.current?.showModal();
    return () => {
      isHere.current = false;
      // The opening button may have been removed together with its row.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return {
    ref,
    onCancel: (event: Event) => {
      event.preventDefault();
      close();
    },
    // The browser reports late that it has closed a dialog: the next one may be open by then.
    onClose: () => isHere.current && close(),
  };
}
