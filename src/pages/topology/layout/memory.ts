// Stores the positions of nodes in the browser, by user, topology and view, so that the drawing looks the same on the
// next visit.
import type { Memory, Remembered } from './keep';
import type { Route, Routes } from './routed';
import { isOpen, measure, type Places, type Point, type Rect, type Tree } from './tree';

export interface Remembrance {
  readonly nodes: Memory;
  readonly routes: Routes;
}
export const nothing: Remembrance = { nodes: new Map(), routes: new Map() };

/**
 * The positions of nodes to store: the present position of each drawn node, and the position in `before` of each node
 * that is not drawn at present but still exists.
 */
export function remember(tree: Tree, places: Places, before: Memory, exists: (id: string) => boolean): Memory {
  const sizes = measure(tree, places);
  const memory = new Map([...before].filter(([id]) => exists(id)));
  for (const [id, parent] of tree.parentOf) {
    const place = places.get(id);
    if (place) memory.set(id, { ...place, ...sizes.get(id)!, parent, isOpen: isOpen(tree, id) });
  }
  return memory;
}

const keyOf = (userId: string, scene: string) => `netloom.${userId}.places.${scene}`;

type StoredNode = readonly [number, number, number, number, string | null, 0 | 1];
type Numbers = readonly number[];
interface Stored {
  readonly nodes: Readonly<Record<string, StoredNode>>;
  /** By line id: the coordinates of all points of a route, and the rectangles that it connects. */
  readonly routes: Readonly<Record<string, readonly [Numbers, Numbers, Numbers]>>;
  /** When the saved view was last saved, to detect outdated positions; absent without a saved view. */
  readonly version?: string;
}

export const loadMemory = (userId: string, scene: string): Remembrance => load(localStorage, keyOf(userId, scene));

interface View {
  readonly id: string;
  readonly updatedAt: string;
}
const movedKey = ({ id }: Pick<View, 'id'>) => `netloom.moved.${id}`;

/** Positions that the user has changed in a saved view but not saved. Empty if the view was saved after the changes. */
export const loadMoved = (view: View): Remembrance => load(sessionStorage, movedKey(view), view.updatedAt);
/** Stores unsaved changes of positions in a saved view, so that a reload keeps them. */
export const saveMoved = (view: View, remembrance: Remembrance): void =>
  void save(sessionStorage, movedKey(view), remembrance, view.updatedAt);

/** Discards unsaved changes of positions, so that the view is shown as it was saved. */
export function forgetMoved(id: string): void {
  try {
    sessionStorage.removeItem(movedKey({ id }));
  } catch {
    // If the browser refuses access to its storage, nothing was stored.
  }
}

function load(storage: Storage, key: string, version?: string): Remembrance {
  try {
    const text = storage.getItem(key);
    if (text === null) return nothing;
    const { nodes, routes, version: storedVersion } = JSON.parse(text) as Stored;
    if (storedVersion !== version) return nothing;
    return {
      nodes: new Map(Object.entries(nodes).map(([id, storedNode]) => [id, readNode(storedNode)])),
      routes: new Map(Object.entries(routes).map(([id, storedRoute]) => [id, readRoute(storedRoute)])),
    };
  } catch {
    return nothing;
  }
}

const readNode = ([x, y, width, height, parent, open]: StoredNode): Remembered => ({
  ...{ x, y, width, height, parent },
  isOpen: open === 1,
});
const readRoute = ([numbers, from, to]: Stored['routes'][string]): Route => ({
  points: pairs(numbers),
  from: rectOf(from),
  to: rectOf(to),
});
const rectOf = ([x = 0, y = 0, width = 0, height = 0]: Numbers): Rect => ({ x, y, width, height });
const pairs = (numbers: Numbers): Point[] =>
  numbers.flatMap((x, index) => (index % 2 === 0 ? [{ x, y: numbers[index + 1] ?? 0 }] : []));

/**
 * Stores the positions of nodes and the routes of lines. Returns false if the browser's storage is full or disabled.
 */
export const saveMemory = (userId: string, scene: string, remembrance: Remembrance): boolean =>
  save(localStorage, keyOf(userId, scene), remembrance);

function save(storage: Storage, key: string, { nodes, routes }: Remembrance, version?: string): boolean {
  const numbersOf = ({ x, y, width, height }: Rect) => [x, y, width, height].map(Math.round);
  const storedMemory: Stored = {
    nodes: Object.fromEntries(
      [...nodes].map(([id, node]) => {
        const [x = 0, y = 0, width = 0, height = 0] = numbersOf(node);
        return [id, [x, y, width, height, node.parent, node.isOpen ? 1 : 0]];
      }),
    ),
    routes: Object.fromEntries(
      [...routes].map(([id, { points, from, to }]) => [
        id,
        [points.flatMap(({ x, y }) => [Math.round(x), Math.round(y)]), numbersOf(from), numbersOf(to)],
      ]),
    ),
    ...(version !== undefined && { version }),
  };
  try {
    storage.setItem(key, JSON.stringify(storedMemory));
    return true;
  } catch {
    return false;
  }
}
