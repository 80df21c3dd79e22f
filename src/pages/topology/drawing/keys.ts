// Keyboard control of the topology drawing: the action of each key, and the node to which a key goes.
import type { Drawn } from '../state/store';
import { centreOf } from './elements';

export interface Direction {
  readonly x: -1 | 0 | 1;
  readonly y: -1 | 0 | 1;
}
/** Selects another node: the next one in a direction, the first one in a box, or the box around a node. */
type Move = (Direction & { readonly kind: 'go' }) | { readonly kind: 'into' } | { readonly kind: 'out' };
export type KeyAction =
  | Move
  | (Direction & { readonly kind: 'pan' })
  | { readonly kind: 'zoom'; readonly isIn: boolean }
  | { readonly kind: 'fit' }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'foldBack' }
  | { readonly kind: 'drop' };

const arrows: Readonly<Record<string, Direction>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
const others: Readonly<Record<string, KeyAction>> = {
  '+': { kind: 'zoom', isIn: true },
  '=': { kind: 'zoom', isIn: true },
  '-': { kind: 'zoom', isIn: false },
  '0': { kind: 'fit' },
  Enter: { kind: 'toggle' },
  ' ': { kind: 'toggle' },
  Escape: { kind: 'drop' },
  Backspace: { kind: 'foldBack' },
};

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const withAlt: Readonly<Record<string, KeyAction>> = { ArrowDown: { kind: 'into' }, ArrowUp: { kind: 'out' } };

export function keyAction({ key, shiftKey, ctrlKey, metaKey, altKey }: Key): KeyAction | undefined {
  if (ctrlKey || metaKey) return undefined;
  if (altKey) return shiftKey ? undefined : withAlt[key];
  const arrow = arrows[key];
  if (!arrow) return others[key];
  // When the viewport moves in a direction, the drawing moves in the opposite direction.
  return shiftKey ? { kind: 'pan', x: flip(arrow.x), y: flip(arrow.y) } : { kind: 'go', ...arrow };
}

const buttonTypes = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'];

/** Whether the element takes typed text, so that keys must not count as shortcuts. */
export function takesText(target: EventTarget | null): boolean {
  const { tagName, type = 'text' } = (target ?? {}) as Partial<HTMLInputElement>;
  return tagName === 'TEXTAREA' || (tagName === 'INPUT' && !buttonTypes.includes(type));
}

const flip = (one: -1 | 0 | 1) => (one === 0 ? 0 : one === 1 ? -1 : 1);

type Layout = Pick<Drawn, 'rectangles' | 'tree'> & { readonly visible: Pick<Drawn['visible'], 'lines'> };
type Tree = Drawn['tree'];

/**
 * The nodes between which the arrow keys go: those directly in a box, or the outermost nodes. Open folds do not count
 * as boxes, because they only surround nodes of the same level.
 */
const stopsIn = (tree: Tree, boxId: string | null): string[] =>
  (tree.children.get(boxId) ?? []).flatMap((id) => (tree.openFolds.has(id) ? stopsIn(tree, id) : [id]));

/** The innermost box around a node that is not an open fold; null for an outermost node. */
function boxAround(tree: Tree, id: string): string | null {
  let at = tree.parentOf.get(id) ?? null;
  while (at !== null && tree.openFolds.has(at)) at = tree.parentOf.get(at) ?? null;
  return at;
}

/** The node that a key selects; undefined if there is none, such as in a closed box. */
export function nextNode(layout: Layout, selected: string | null, move: Move): string | undefined {
  if (move.kind === 'go') return nextInDirection(layout, selected, move);
  if (selected === null) return undefined;
  return move.kind === 'into' ? stopsIn(layout.tree, selected)[0] : (layout.tree.parentOf.get(selected) ?? undefined);
}

/**
 * The nearest node in the direction of an arrow key, preferably one that is linked with the current node. The keys go
 * from device to device, not into another device. From a port, they go to ports beside it, and at the edge of the
 * device to the next device.
 */
function nextInDirection(layout: Layout, from: string | null, direction: Direction): string | undefined {
  const { tree } = layout;
  if (from === null || !layout.rectangles.has(from)) return stopsIn(tree, null)[0];
  let outermost = from;
  for (let start: string | null = from; start !== null; start = boxAround(tree, start)) {
    const next = nextBeside(layout, start, direction, usualAside);
    if (next !== undefined) return next;
    outermost = start;
  }
  return nextBeside(layout, outermost, direction, anyAside);
}

/** How far aside a node may be, in relation to how far it is ahead. */
const usualAside = 2;
const anyAside = Infinity;

/** The nearest node in a direction, among those in the same box. */
function nextBeside(
  { visible, rectangles, tree }: Layout,
  from: string,
  { x, y }: Direction,
  mostAside: number,
): string | undefined {
  const candidates = new Set(
    stopsIn(tree, boxAround(tree, from)).filter((id) => id !== from && !isAround(tree.parentOf, from, id)),
  );
  const stopOf = (end: string): string | undefined => {
    let at: string | null | undefined = end;
    while (at != null && at !== from && !candidates.has(at)) at = tree.parentOf.get(at);
    return at ?? undefined;
  };
  const neighbours = new Set(
    visible.lines.flatMap(({ source, target }) => {
      const ends = [stopOf(source), stopOf(target)];
      return ends.includes(from) ? ends : [];
    }),
  );
  const centre = centreOf(rectangles.get(from)!);
  let best: { id: string; cost: number } | undefined;
  for (const id of candidates) {
    const other = centreOf(rectangles.get(id)!);
    const distance = (other.x - centre.x) * x + (other.y - centre.y) * y;
    const aside = Math.abs((other.x - centre.x) * y) + Math.abs((other.y - centre.y) * x);
    if (distance <= 1 || aside > distance * mostAside) continue;
    const cost = (distance + 2 * aside) * (neighbours.has(id) ? 0.5 : 1);
    if (!best || cost < best.cost) best = { id, cost };
  }
  return best?.id;
}

const isAround = (parentOf: ReadonlyMap<string, string | null>, outer: string, inner: string): boolean => {
  for (let at = parentOf.get(inner); at != null; at = parentOf.get(at)) if (at === outer) return true;
  return false;
};

/**
 * The action of Ctrl-Z (undo), Shift-Ctrl-Z and Ctrl-Y (redo), with the Command key on a Mac; undefined for other keys.
 */
export function undoKey({
  key,
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>): 'undo' | 'redo' | undefined {
  if (ctrlKey === metaKey || altKey) return undefined;
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key === 'y' && ctrlKey ? 'redo' : undefined;
}
