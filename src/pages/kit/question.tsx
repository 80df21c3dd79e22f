// A dialog that asks for confirmation before an action. If the action fails, the dialog shows the error.
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Refusal } from './ask';
import { errorText, sendForm } from './asking';
import { useModal } from './modal';
import { SignInAgain } from './words/sign-in-again';
import { texts } from './words/texts';

interface QuestionProps {
  readonly button: string;
  readonly question: string;
  readonly cancel?: string;
  /** Whether the action cannot be undone. */
  readonly isDangerous?: boolean;
  readonly act: () => Promise<unknown>;
  readonly close: () => void;
  /** Returns the message for an error that the action has thrown. */
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
  const [problem, setProblem] = useState<ComponentChildren>(null);
  const id = useId();
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await sendForm(act);
      close();
    } catch (error) {
      setProblem(error instanceof Refusal && error.isSignedOut ? <SignInAgain /> : wordsFor(error));
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
