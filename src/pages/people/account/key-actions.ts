// Actions on existing keys of users and daemons: rotate, disable, enable, delete.
import { useState } from 'preact/hooks';
import type { Document } from '../../kit/ask';
import { ask } from '../../kit/asking';
import { useHere } from '../parts/frame';
import type { ShownKey } from '../parts/key';

interface Documents {
  readonly rotate: Document<{ readonly key: string }, { id: string }>;
  readonly setEnabled: Document<unknown, { id: string; isEnabled: boolean }>;
  readonly remove: Document<unknown, { id: string }>;
}
interface Row {
  readonly id: string;
  readonly name: string;
}

/** Actions on keys of one kind. `commandOf` returns the command that contains a new key. */
export function useKeyActions(documents: Documents, reload: () => Promise<void>, commandOf?: (key: string) => string) {
  const { notice } = useHere();
  const [newKey, setShown] = useState<ShownKey | null>(null);
  const show = async (name: string, key: string) => {
    setShown({ name, key, ...(commandOf && { command: commandOf(key) }) });
    await reload();
  };
  return {
    /** The new key, which the user must copy now. */
    newKey,
    show,
    putAway: () => setShown(null),
    rotate: async ({ id, name }: Row) => show(name, (await ask(documents.rotate, { id })).key),
    setEnabled: async ({ id, name }: Row, isEnabled: boolean) => {
      await ask(documents.setEnabled, { id, isEnabled });
      await reload();
      notice(`${name} is ${isEnabled ? 'accepted again' : 'refused from now on'}.`);
    },
    remove: async ({ id, name }: Row) => {
      await ask(documents.remove, { id });
      setShown(null);
      await reload();
      notice(`${name} is deleted.`);
    },
  };
}
