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
   * Kind of API key, such as `user keys`. Under this text, the page remembers a new API key while the user views
   * another section.
   */
  readonly kind: string;
  readonly documents: Documents;
  readonly reload: () => Promise<void>;
  /** Returns a shell command that contains the new key. */
  readonly commandOf?: (key: string) => string;
}

export function useKeyActions({ kind, documents, reload, commandOf }: KeyActionsOptions) {
  const { notice } = useHere();
  const [newKey, setShown] = useShownOnce<ShownKey>(kind);
  const show = async (name: string, key: string) => {
    setShown({ name, key, ...(commandOf && { command: commandOf(key) }) });
    await reload();
  };
  return {
    /** A new key. It is shown until the user closes it, because the service returns a key only once. */
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
