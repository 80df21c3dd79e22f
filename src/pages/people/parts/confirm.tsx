// A button for an action that cannot be undone: a dialog asks for confirmation and shows errors.
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { errorText } from '../../kit/asking';

interface ConfirmProps {
  readonly button: string;
  /** Label for screen readers, which names the subject of the action. */
  readonly label: string;
  readonly question: string;
  readonly act: () => Promise<unknown>;
}

export function Confirm({ button, label, question, act }: ConfirmProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="danger" aria-label={label} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {button}
      </button>
      {isOpen && <Question button={button} question={question} act={act} close={() => setOpen(false)} />}
    </>
  );
}

function Question({ button, question, act, close }: Omit<ConfirmProps, 'label'> & { readonly close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  useLayoutEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      // The opening button may have been removed together with its row.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await act();
      close();
    } catch (error) {
      setProblem(errorText(error));
      setBusy(false);
    }
  };
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={close}>
      <p id={id}>{question}</p>
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      <div class="buttons">
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="button" class="danger" disabled={isBusy} onClick={() => void confirm()}>
          {button}
        </button>
      </div>
    </dialog>
  );
}
