// Undo and redo of moving, closing, folding and hiding.
import type { Remembrance } from '../layout/memory';
import { filters, type Place } from '../state/place';
import type { State, Store } from '../state/store';
import type { Arranging, Surface } from '../state/surface';

const foldedBy = ['groupBy', 'unfolded', 'folded', 'revealed'] as const;
const undoable = [...foldedBy, ...filters] as const;
type UndoablePlace = Pick<Place, (typeof undoable)[number]>;

interface Step {
  readonly layoutKey: string;
  readonly historyKey: string;
  readonly closed: State['closed'];
  readonly place: UndoablePlace;
  readonly moves: number;
  readonly memory: Remembrance;
  /** Whether the whole picture was visible before the step. */
  readonly isWhole: boolean;
}

export interface Undoing {
  readonly undo: () => void;
  readonly redo: () => void;
}

const mostSteps = 100;

const undoablePlaceOf = (place: Place): UndoablePlace =>
  Object.fromEntries(undoable.map((name): readonly unknown[] => [name, place[name]])) as UndoablePlace;
const textOf = ({ closed, place, moves }: Pick<Step, 'closed' | 'place' | 'moves'>): string =>
  JSON.stringify([[...closed], place, moves]);

interface Surroundings {
  readonly surfaceOf: () => Surface | undefined;
  /** Whether a location is being shown, which takes several requests. It counts as one step. */
  readonly isSeeking: () => boolean;
}

/** Records the user's changes of the drawing for undo. Opening another topology or view forgets them. */
export function createUndoing(
  store: Store,
  arranging: Pick<Arranging, 'arrange' | 'memory' | 'restore'>,
  go: (change: Partial<Place>) => void,
  { surfaceOf, isSeeking }: Surroundings,
): Undoing {
  let [past, future]: [readonly Step[], readonly Step[]] = [[], []];
  let last: Step | undefined;
  let isRestoring = false;
  /** Whether a step was recorded in this turn of the event loop. All changes within one turn are a single step. */
  let isRemembered = false;

  const stepNow = (): Step | undefined => {
    const { drawing, closed, place, moves } = store.state;
    if (!drawing) return undefined;
    return {
      ...{ layoutKey: drawing.layoutKey, historyKey: drawing.historyKey },
      ...{ closed, moves, place: undoablePlaceOf(place), memory: arranging.memory() },
      isWhole: surfaceOf()?.camera() === null,
    };
  };
  const report = (): void => {
    const [canUndo, canRedo] = [past.length > 0, future.length > 0];
    if (store.state.canUndo !== canUndo || store.state.canRedo !== canRedo) store.set({ canUndo, canRedo });
  };

  store.subscribe(() => {
    const now = stepNow();
    if (!now) return;
    const before = last;
    last = now;
    if (before?.historyKey !== now.historyKey) [past, future] = [[], []];
    else if (!isRestoring && !isRemembered && !isSeeking() && isOther(before, now)) {
      past = [...past, before].slice(-mostSteps);
      future = [];
      isRemembered = true;
      setTimeout(() => (isRemembered = false));
    }
    report();
  });

  const restore = (step: Step): void => {
    isRestoring = true;
    const isOtherGrouping = step.place.groupBy !== store.state.place.groupBy;
    // Each grouping has its own positions, which are loaded with its graph.
    if (!isOtherGrouping) arranging.restore(step.memory);
    const isOtherPlace = JSON.stringify(step.place) !== JSON.stringify(undoablePlaceOf(store.state.place));
    store.set({ closed: step.closed, moves: step.moves });
    // The folds of one grouping do not exist in another, so none of them stays selected.
    if (isOtherPlace) go({ ...step.place, ...(isOtherGrouping && { selected: null }) });
    if (!isOtherGrouping) void arranging.arrange().then(() => step.isWhole && surfaceOf()?.look(null));
    isRestoring = false;
    report();
  };
  return {
    undo() {
      const step = past.at(-1);
      const now = stepNow();
      if (!step || !now) return;
      [past, future] = [past.slice(0, -1), [...future, now]];
      restore(step);
    },
    redo() {
      const step = future.at(-1);
      const now = stepNow();
      if (!step || !now) return;
      [past, future] = [[...past, now], future.slice(0, -1)];
      restore(step);
    },
  };
}

const isOther = (before: Step, now: Step): boolean =>
  (before.closed !== now.closed ||
    before.moves !== now.moves ||
    undoable.some((name) => before.place[name] !== now.place[name])) &&
  textOf(before) !== textOf(now);
