// A button that restores rows. Its dialog shows what would change or what prevents the restoration, and asks for
// confirmation.
import { useEffect, useId, useState } from 'preact/hooks';
import { errorText } from './asking';
import { useModal } from './modal';
import { conflictWords, rowWords, type Restoration } from './words/restore-words';
import { texts } from './words/texts';

interface RestoreProps {
  /** The text of the button: `Undo` or `Restore`. */
  readonly button: string;
  /** Label for screen readers, which says what is restored. */
  readonly label: string;
  /** Whether the button is the main action of its page. */
  readonly isMain?: boolean;
  /** Requests a preview of the restoration from the service. Nothing is changed. */
  readonly preview: () => Promise<Restoration>;
  readonly act: () => Promise<Restoration>;
  /** Called with a sentence for the user after the rows were restored. */
  readonly done: (words: string) => void;
}

/**
 * Maximum number of rows and of conflicts that the dialog lists. If there are more, it shows the number of the others.
 */
const mostListed = 20;

export function Restore({ button, label, isMain = false, preview, act, done }: RestoreProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class={isMain ? 'main' : undefined}
        aria-label={label}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {button}
      </button>
      {isOpen && <RestoreDialog {...{ button, label, preview, act, done }} close={() => setOpen(false)} />}
    </>
  );
}

function RestoreDialog({ button, label, preview, act, done, close }: RestoreProps & { readonly close: () => void }) {
  const modal = useModal(close);
  const [plan, setPlan] = useState<Restoration>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  useEffect(() => {
    preview().then(setPlan, (error: unknown) => setProblem(errorText(error)));
  }, []);
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { rowCount } = await act();
      close();
      done(rowCount === 1 ? texts.restore.oneRowWasRestored : texts.restore.rowsWereRestored(rowCount));
    } catch (error) {
      setProblem(errorText(error));
      // The restoration may have failed because rows have changed since the preview. A new preview shows the conflicts.
      await preview().then(setPlan, () => undefined);
      setBusy(false);
    }
  };
  const isPossible = plan !== undefined && plan.isChanged && plan.conflictCount === 0;
  return (
    <dialog {...modal} aria-labelledby={id}>
      <h3 id={id}>{label}</h3>
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      {plan ? <Plan plan={plan} /> : problem === null && <p role="status">{texts.restore.lookingAtWhatWould}</p>}
      <div class="buttons">
        <button type="button" onClick={close}>
          {isPossible ? texts.restore.cancel : texts.restore.close}
        </button>
        {isPossible && (
          <button type="button" class="main" disabled={isBusy} onClick={() => void confirm()}>
            {button}
          </button>
        )}
      </div>
    </dialog>
  );
}

function Plan({ plan: { isChanged, rows, rowCount, conflicts, conflictCount } }: { plan: Restoration }) {
  if (conflictCount > 0)
    return (
      <>
        <p>{texts.restore.nothingCanBeRestored}</p>
        <Sentences name={texts.restore.conflicts} sentences={conflicts.map(conflictWords)} count={conflictCount} />
      </>
    );
  if (!isChanged) return <p>{texts.restore.everything}</p>;
  return (
    <>
      <p>{texts.restore.thisIsWhatChanges}</p>
      <Sentences name={texts.restore.changes} sentences={rows.map(rowWords)} count={rowCount} />
    </>
  );
}

function Sentences({ name, sentences, count }: { name: string; sentences: readonly string[]; count: number }) {
  const listed = sentences.slice(0, mostListed);
  return (
    <>
      <ul class="changes" aria-label={name}>
        {listed.map((sentence) => (
          <li key={sentence}>
            <bdi>{sentence}</bdi>
          </li>
        ))}
      </ul>
      {count > listed.length && <p class="quiet">{texts.restore.andMore(count - listed.length)}</p>}
    </>
  );
}
