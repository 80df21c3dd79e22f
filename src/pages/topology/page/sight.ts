// Makes a node visible: opens the boxes around it, and loads it if it is hidden inside a fold.
import type { Place } from '../state/place';
import type { Folding } from '../state/folding';
import type { Store } from '../state/store';
import type { Surface } from '../state/surface';

export interface Sight {
  readonly attach: (surface: Surface | undefined) => void;
  readonly surface: Surface | undefined;
  /** Moves the view to a node, and opens the closed boxes that contain it. */
  readonly reveal: (id: string) => void;
  /** Selects a node and moves the view to it. Also accepts the id of a database row, for which a node stands. */
  readonly show: (id: string) => void;
}

export function createSight(
  store: Store,
  folding: Pick<Folding, 'nodeNamed' | 'seek'>,
  { arrange, go }: { readonly arrange: () => Promise<void>; readonly go: (change: Partial<Place>) => void },
): Sight {
  let surface: Surface | undefined;
  const reveal = async (id: string): Promise<void> => {
    const { picture, drawing, closed } = store.state;
    const around: string[] = [];
    for (let at = picture?.nodes.get(id)?.parentId ?? null; at !== null; at = picture?.nodes.get(at)?.parentId ?? null)
      if (drawing?.visible.isClosed.has(at)) around.push(at);
    if (around.length > 0) {
      store.set({ closed: new Map([...closed, ...around.map((box) => [box, false] as const)]) });
      await arrange();
    }
    // The details panel covers part of the window, so it must appear before the view moves.
    await Promise.resolve();
    surface?.reveal(id);
  };
  return {
    get surface() {
      return surface;
    },
    attach: (newSurface) => void (surface = newSurface),
    reveal: (id) => void reveal(id),
    show(id) {
      const node = folding.nodeNamed(id);
      if (!node) return folding.seek(id);
      go({ selected: node.id });
      void reveal(node.id);
    },
  };
}
