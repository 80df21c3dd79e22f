// The list of keys of the topology page, which the key `?` opens.
import { useEffect, useRef } from 'preact/hooks';
import { takesText } from '../drawing/keys';
import { texts } from './texts';

export function KeyHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || takesText(event.target)) return;
      // If another dialog is open, the list of keys would cover the dialog.
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      dialog.current?.showModal();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <dialog ref={dialog} class="key-help" aria-labelledby="key-help">
      <h2 id="key-help">{texts.keyHelp.keys}</h2>
      <dl>
        {texts.keyHelp.of.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <button type="button" class="plain" onClick={() => dialog.current?.close()}>
        {texts.keyHelp.close}
      </button>
    </dialog>
  );
}
