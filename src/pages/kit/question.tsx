// A dialog that asks for confirmation before an action. If the action is refused, the dialog shows why.
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { errorText } from './asking';
import { useModal } from './modal';
import { texts } from './words/texts';

interface QuestionProps {
  readonly button: string;
  readonly question: string;
  readonly cancel?: string;
  /** Whether the action cannot be undone. */
  readonly isDangerous?: boolean;
  readonly act: () => Promise<unknown>;
  readonly close: () => void;
  /** Returns the message for an error of the action. */
  readonly wordsFor?: (error: unknown) => string;
  readonly children?: ComponentChildren;
}

export function Question({
  button,
  question,
  cancel = texts.question.cancel,
  isDangerous = true,
  act,
  close,
  wordsFor = errorText,
  children,
}: QuestionProps) {
  const modal = useModal(close);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
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
    <dialog {...modal} aria-labelledby={id}>
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
