// Opens a dialog element as a modal dialog while its component is shown.
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Returns the properties of a modal dialog element. When the dialog is removed, the focus returns to the element that
 * had the focus before the dialog opened.
 */
export function useModal(close: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  const isHere = useRef(true);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    ref.current?.showModal();
    return () => {
      isHere.current = false;
      // The element that had the focus before, such as the button that opened the dialog, may have been removed
      // together with its row.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return {
    ref,
    onCancel: (event: Event) => {
      event.preventDefault();
      close();
    },
    // The browser fires `close` with a delay, when another dialog may already be open. The callback is called only
    // while this dialog is still rendered.
    onClose: () => isHere.current && close(),
  };
}
