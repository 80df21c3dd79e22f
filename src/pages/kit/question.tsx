// A dialog that asks before something is done, and shows why it was refused.
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { errorText } from './asking';

interface QuestionProps {
  readonly button: string;
  readonly question: string;
  readonly cancel?: string;
  /** What is done cannot be undone. */
  readonly isDangerous?: boolean;
  readonly act: () => Promise<unknown>;
  readonly close: () => void;
  /** Words for a refusal. */
  readonly wordsFor?: (error: unknown) => string;
  readonly children?: ComponentChildren;
}

export function Question({
  button,
  question,
  cancel = 'Cancel',
  isDangerous = true,
  act,
  close,
  wordsFor = errorText,
  children,
}: QuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const isHere = useRef(true);
  useLayoutEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      isHere.current = false;
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
      setProblem(wordsFor(error));
      setBusy(false);
    }
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      // The browser reports late that it has closed a dialog: the next question may be open by then.
      onClose={() => isHere.current && close()}
    >
      <p id={id}>{question}</p>
      {children}
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      <div class="buttons">
        <button type="button" onClick={close}>
          {cancel}
        </button>
        <button type="button" class={isDangerous ? 'danger' : 'main'} disabled={isBusy} onClick={() => void confirm()}>
          {button}
        </button>
      </div>
    </dialog>
  );
}
