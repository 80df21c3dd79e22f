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
      // The dialog's action may have removed the button that opened it, together with the button's row.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return {
    ref,
    onCancel: (event: Event) => {
      event.preventDefault();
      close();
    },
    // The browser may fire `close` after the dialog was removed, when another dialog is already open. Such an event is
    // ignored.
    onClose: () => isHere.current && close(),
  };
}
