// The button that restores a row to its state at an instant.
import { InventoryRestoreRevisionDocument, type InventoryKind } from '../../../generated/inventory-operations';
import { ask } from '../../kit/asking';
import { instantWords } from '../../kit/instants/instant-words';
import { Restore } from '../../kit/restore';
import { useInventory } from '../address/context';
import type { Kind } from '../address/kinds-by-list';
import { texts } from '../page-texts';

interface RestoreRevisionProps {
  readonly kind: Kind;
  readonly id: string;
  readonly at: string;
  /** Whether the row is deleted, and this button restores its last state. */
  readonly isLast?: boolean;
  /** Called after the row was restored, with a sentence that says what was restored. */
  readonly done: (words: string) => void;
}

/** Renders nothing if the viewer may not restore rows, or if the API cannot restore this kind of row. */
export function RestoreRevision({ kind, id, at, isLast = false, done }: RestoreRevisionProps) {
  const { start } = useInventory();
  if (kind.historyKind === null || !start.viewer.may.includes('restoreRevision')) return null;
  const input = { kind: kind.historyKind as InventoryKind, id, at };
  const restore = async (isPreview: boolean) =>
    (await ask(InventoryRestoreRevisionDocument, { input: { ...input, isPreview } })).restoreRevision;
  const words = isLast ? texts.restoreRevision.restore(kind.singular) : texts.restoreRevision.restoreThisState;
  return (
    <Restore
      button={words}
      label={isLast ? words : texts.restoreRevision.of(words, kind.singular, instantWords(at))}
      isMain={isLast}
      preview={() => restore(true)}
      act={() => restore(false)}
      done={done}
    />
  );
}
