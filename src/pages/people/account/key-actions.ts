// Actions on existing keys of users and daemons: rotating, disabling, enabling and deleting a key.
import type { Document } from '../../kit/ask';
import { ask } from '../../kit/asking';
import { useHere, useShownOnce } from '../parts/frame';
import type { ShownKey } from '../parts/key';
import { texts } from './texts';

interface Documents {
  readonly rotate: Document<{ readonly key: string }, { id: string }>;
  readonly setEnabled: Document<unknown, { id: string; isEnabled: boolean }>;
  readonly remove: Document<unknown, { id: string }>;
}
interface Row {
  readonly id: string;
  readonly name: string;
}

interface KeyActionsOptions {
  /**
   * Name under which `useShownOnce` stores a new key while another section of the page is shown. Each kind of key has a
   * name of its own.
   */
  readonly kind: string;
  readonly documents: Documents;
  readonly reload: () => Promise<void>;
  /** Returns a shell command that contains the new key. */
  readonly commandOf?: (key: string) => string;
}

/** Returns the actions on keys of one kind, and the most recently created key. */
export function useKeyActions({ kind, documents, reload, commandOf }: KeyActionsOptions) {
  const { notice } = useHere();
  const [newKey, setShown] = useShownOnce<ShownKey>(kind);
  const show = async (name: string, key: string) => {
    setShown({ name, key, ...(commandOf && { command: commandOf(key) }) });
    await reload();
  };
  return {
    /** The new key, which the page shows until the user closes it; null if no key was created. */
    newKey,
    show,
    putAway: () => setShown(null),
    rotate: async ({ id, name }: Row) => show(name, (await ask(documents.rotate, { id })).key),
    setEnabled: async ({ id, name }: Row, isEnabled: boolean) => {
      await ask(documents.setEnabled, { id, isEnabled });
      await reload();
      notice(isEnabled ? texts.keyActions.acceptedAgain(name) : texts.keyActions.refusedFromNowOn(name));
    },
    remove: async ({ id, name }: Row) => {
      await ask(documents.remove, { id });
      setShown(null);
      await reload();
      notice(texts.common.deletedNotice(name));
    },
  };
}
