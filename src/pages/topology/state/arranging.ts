// From the picture and the choices to what is drawn and where; one arrangement at a time, the newest wins.
import { showPicture } from '../graph/shown';
import { keepPlaces, type Memory } from '../layout/keep';
import { layOut } from '../layout/lay-out';
import { layOutLayers } from '../layout/layers';
import { loadMemory, remember, saveMemory } from '../layout/memory';
import { rectanglesOf, treeOf, type Places, type Tree } from '../layout/tree';
import { choicesOf } from './choices';
import { sceneKeyOf } from './place';
import type { Store } from './store';

export interface Arranging {
  /** Draws the picture as chosen, each thing where it was; `anew` forgets where things were. */
  arrange(how?: { readonly anew?: boolean }): Promise<void>;
  /** Moves nodes to where the reader has dragged them; corners relative to the box around. */
  move(places: Places): void;
}

export function createArranging(store: Store): Arranging {
  let memory: Memory = new Map();
  let memoryKey = '';
  let round = 0;

  const memoryOf = (key: string): Memory => {
    const { start, place } = store.state;
    if (key !== memoryKey) {
      memory = loadMemory(start!.viewer.userId, place.topologyId!, place.view);
      memoryKey = key;
    }
    return memory;
  };

  const put = (tree: Tree, places: Places, shown = store.state.drawn!.shown, arrangement?: number): void => {
    const { start, place, picture, sceneKey, drawn } = store.state;
    memory = remember(tree, places, memory, (id) => picture!.nodes.has(id));
    const isKept = saveMemory(start!.viewer.userId, place.topologyId!, place.view, memory);
    store.set({
      drawn: {
        sceneKey,
        shown,
        tree,
        places,
        rectangles: rectanglesOf(tree, places),
        arrangement: arrangement ?? drawn?.arrangement ?? 0,
      },
      ...(!isKept && { notice: 'This browser has no room to remember where things are.' }),
    });
  };

  return {
    async arrange({ anew = false } = {}) {
      const { picture, options, place, closed, sceneKey, drawn } = store.state;
      if (!picture || !options || sceneKey !== sceneKeyOf(place)) return;
      const ownRound = (round += 1);
      const shown = showPicture(picture, choicesOf(picture, options, place, closed));
      const tree = treeOf(shown);
      const kept = anew ? undefined : keepPlaces(tree, memoryOf(sceneKey), shown.lines);
      const startedAt = performance.now();
      const places = kept ?? (await layOut(tree, shown.lines, layOutLayers));
      if (ownRound !== round) return;
      if (!kept) {
        memory = new Map();
        const { measured } = store.state;
        store.set({ measured: { ...measured, layoutMs: performance.now() - startedAt } });
      }
      put(tree, places, shown, (drawn?.arrangement ?? 0) + (anew ? 1 : 0));
    },
    move(moved) {
      const { drawn } = store.state;
      if (!drawn) return;
      put(drawn.tree, new Map([...drawn.places, ...moved]));
    },
  };
}
