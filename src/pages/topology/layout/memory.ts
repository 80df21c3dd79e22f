// Where things were: kept in the browser for each user, topology and view, so that a picture looks as it did.
import type { Memory, Remembered } from './keep';
import { measure, type Places, type Tree } from './tree';

/** What is remembered after an arrangement: what is drawn now, and of what exists beside it what was known before. */
export function remember(tree: Tree, places: Places, before: Memory, exists: (id: string) => boolean): Memory {
  const sizes = measure(tree, places);
  const memory = new Map([...before].filter(([id]) => exists(id)));
  for (const [id, parent] of tree.parentOf) {
    const place = places.get(id);
    if (place) memory.set(id, { ...place, ...sizes.get(id)!, parent });
  }
  return memory;
}

const keyOf = (userId: string, topologyId: string, view: string) => `netloom.${userId}.places.${topologyId}.${view}`;

type Stored = Readonly<Record<string, readonly [number, number, number, number, string | null]>>;

export function loadMemory(userId: string, topologyId: string, view: string): Memory {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(userId, topologyId, view)) ?? '{}') as Stored;
    return new Map(
      Object.entries(stored).map(([id, [x, y, width, height, parent]]): [string, Remembered] => [
        id,
        { x, y, width, height, parent },
      ]),
    );
  } catch {
    return new Map();
  }
}

/** False when the browser has no room or does not keep anything. */
export function saveMemory(userId: string, topologyId: string, view: string, memory: Memory): boolean {
  const stored = Object.fromEntries(
    [...memory].map(([id, { x, y, width, height, parent }]) => [
      id,
      [Math.round(x), Math.round(y), Math.round(width), Math.round(height), parent] as const,
    ]),
  ) satisfies Stored;
  try {
    localStorage.setItem(keyOf(userId, topologyId, view), JSON.stringify(stored));
    return true;
  } catch {
    return false;
  }
}
