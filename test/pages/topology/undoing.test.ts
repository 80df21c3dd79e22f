// Tests undo of grouping: showing a location is one step, which undo takes back together with what was folded before.
import { createUndoing } from '../../../src/pages/topology/page/undoing';
import { createFolding } from '../../../src/pages/topology/state/folding';
import { readPlace, type Place } from '../../../src/pages/topology/state/place';
import type { Drawn, State, Store } from '../../../src/pages/topology/state/store';
import { boxNamed, buildPicture } from './pictures';

const unfoldedId = '6f2b5c1e-0000-4000-8000-000000000001';
const foldId = '6f2b5c1e-0000-4000-8000-000000000002';

/** A store with what undoing and folding read, and a `go` that only changes the place. */
function createPlaces() {
  const listeners: (() => void)[] = [];
  let state: Partial<State> = {
    place: { ...readPlace('?view=L2Physical'), unfolded: [unfoldedId] },
    closed: new Map(),
    moves: 0,
    groupedFor: null,
    canUndo: false,
    canRedo: false,
  };
  const store: Store = {
    get state() {
      return state as State;
    },
    set(change) {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.push(listener);
      return () => undefined;
    },
  };
  const go = (change: Partial<Place>) => store.set({ place: { ...store.state.place, ...change } });
  /** Draws the graph of the present grouping. */
  const draw = (historyKey = 'scene') =>
    store.set({ drawing: { historyKey, layoutKey: `${historyKey} ${store.state.place.groupBy}` } as Drawn });
  return { store, go, draw };
}

const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

test('undo takes back in one step that the search of a location has grouped the graph', async () => {
  const { store, go, draw } = createPlaces();
  const folding = createFolding(store, go, () => undefined);
  const arranging = {
    arrange: () => Promise.resolve(),
    memory: () => ({ nodes: new Map(), routes: new Map() }),
    restore: () => undefined,
  };
  const undoing = createUndoing(store, arranging, go, {
    surfaceOf: () => undefined,
    isSeeking: folding.isSeekingLocation,
  });
  draw();
  expect(folding.seekLocation('Science Block', [])).toBeUndefined();
  await nextTurn();
  expect(store.state.place).toMatchObject({ groupBy: 'Location', unfolded: [] });
  expect(store.state.groupedFor).toMatchObject({ name: 'Science Block', before: { groupBy: null } });
  // The graph arrives with the fold of the location, which is then unfolded by a further request.
  const fold = { basis: 'Location', isExpanded: false, id: foldId } as const;
  const box = boxNamed(foldId, { kind: 'Fold', title: 'Science Block', fold: { ...boxNamed('x').fold!, ...fold } });
  store.set({ picture: buildPicture([box], []) });
  draw();
  expect(folding.takeSought()).toBeUndefined();
  await nextTurn();
  draw();
  expect(folding.takeSought()?.id).toBe(foldId);
  go({ selected: foldId });
  await nextTurn();
  expect(store.state.place.unfolded).toEqual([foldId]);
  expect(store.state.canUndo).toBe(true);
  undoing.undo();
  expect(store.state.place).toMatchObject({ groupBy: null, unfolded: [unfoldedId], selected: null });
  expect([store.state.canUndo, store.state.canRedo]).toEqual([false, true]);
  draw();
  undoing.redo();
  expect(store.state.place).toMatchObject({ groupBy: 'Location', unfolded: [foldId] });
  // In another view, there is nothing to undo.
  draw('other scene');
  expect([store.state.canUndo, store.state.canRedo]).toEqual([false, false]);
});
