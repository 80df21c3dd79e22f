// A button for an action that cannot be undone. A dialog asks for confirmation and shows errors.
import { useState } from 'preact/hooks';
import { Question } from '../question';

interface ConfirmProps {
  readonly button: string;
  /** Label for screen readers, which names the row on which the action acts. */
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
