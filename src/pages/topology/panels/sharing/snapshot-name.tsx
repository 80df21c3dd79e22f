// The dialog that asks for the name of a snapshot, when it is taken or renamed. A snapshot may have no name.
import { useId, useState } from 'preact/hooks';
import { useModal } from '../../../kit/modal';
import { usePage } from '../use-page';
import { texts } from './texts';

/** Maximum number of characters of a snapshot's name, as in the API. */
const longestName = 100;

interface SnapshotNameProps {
  readonly title: string;
  readonly button: string;
  readonly name: string | null;
  readonly hint?: string;
  /** Called with the entered name, or with null if the field is empty. */
  readonly act: (name: string | null) => Promise<void>;
  readonly close: () => void;
}

export function SnapshotName({ title, button, name, hint, act, close }: SnapshotNameProps) {
  const page = usePage();
  const modal = useModal(close);
  const id = useId();
  const [text, setText] = useState(name ?? '');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await act(text.trim() || null);
      close();
    } catch (error) {
      setProblem(page.wordsFor(error));
      setBusy(false);
    }
  };
  return (
    <dialog {...modal} aria-labelledby={id}>
      <form
        class="share-form"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <strong id={id}>{title}</strong>
        {hint && <p>{hint}</p>}
        <label>
          {texts.snapshotName.nameOptional}
          <input
            maxLength={longestName}
            value={text}
            placeholder={texts.snapshotName.suchAsBefore}
            autocomplete="off"
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
        <div class="buttons">
          <button type="button" onClick={close}>
            {texts.snapshotName.cancel}
          </button>
          <button type="submit" class="main" disabled={isBusy}>
            {button}
          </button>
        </div>
      </form>
    </dialog>
  );
}
