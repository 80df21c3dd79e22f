// Opens and closes boxes and folds.
import { isFoldedUp } from '../graph/folds';
import type { Folding } from '../state/folding';
import type { Store } from '../state/store';

export interface Boxes {
  /** Opens or closes a box or fold. */
  readonly toggle: (boxId: string) => void;
  readonly closeAll: () => void;
  /** Opens all boxes and folds. Returns false if folds stay collapsed, because they hide too many nodes. */
  readonly openAll: () => boolean;
}

export function createBoxes(
  store: Store,
  folding: Pick<Folding, 'fold' | 'unfold' | 'unfoldAll'>,
  arrange: (how?: { readonly anew: boolean }) => Promise<void>,
): Boxes {
  const setAll = (isClosed: boolean): void => {
    const boxes = store.state.picture?.boxes ?? [];
    const affectedBoxes = boxes.filter(({ parentId }) => !isClosed || parentId === null);
    store.set({ closed: new Map(affectedBoxes.map(({ id }) => [id, isClosed])) });
    void arrange({ anew: true });
  };
  return {
    toggle(boxId) {
      const { drawing, closed, picture } = store.state;
      const box = picture?.nodes.get(boxId);
      if (!drawing || box?.shape !== 'box') return;
      const isClosed = drawing.visible.isClosed.has(boxId);
      if (box.kind === 'Fold' && box.fold?.isExpanded && !isClosed) return folding.fold(box.fold.id);
      // The contents may first have to be loaded, because the service has folded them. The box is open once they
      // arrive.
      store.set({ closed: new Map([...closed, [boxId, !isClosed]]) });
      if (isFoldedUp(box)) folding.unfold(box.fold!.id);
      else void arrange();
    },
    closeAll: () => setAll(true),
    openAll() {
      const opensFolds = folding.unfoldAll();
      setAll(false);
      return opensFolds;
    },
  };
}
