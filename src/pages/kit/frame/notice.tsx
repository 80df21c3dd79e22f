// The latest notice of a page, such as "Saved.", in a corner of the window. The notice disappears after some seconds.
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../icons';
import { texts } from './texts';

/** Milliseconds for which a notice is shown. A notice stays while the pointer is over it. */
const shownMs = 10_000;

export interface Notice {
  readonly words: string;
  show(words: string): void;
}

export function useNotice(): Notice {
  const [words, setWords] = useState('');
  const show = (next: string) => {
    // Screen readers do not announce a text again if it stays the same, so the notice is cleared first.
    setWords('');
    if (next !== '') requestAnimationFrame(() => setWords(next));
  };
  return { words, show };
}

export function NoticeCorner({ notice: { words, show } }: { readonly notice: Notice }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (words === '' || isHeld) return;
    const timer = setTimeout(() => show(''), shownMs);
    return () => clearTimeout(timer);
  }, [words, isHeld]);
  const hide = () => {
    setHeld(false);
    show('');
  };
  return (
    <div
      class={words === '' ? 'unseen' : 'notice'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <p role="status">{words}</p>
      {words !== '' && (
        <button type="button" class="link" aria-label={texts.hideNotice} onClick={hide}>
          <Icon name="x" />
        </button>
      )}
    </div>
  );
}
