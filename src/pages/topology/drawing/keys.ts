// Keyboard control of the topology drawing: the action of each key, and the next node in a direction.
import type { Drawn } from '../state/store';
import { centreOf } from './elements';

export interface Direction {
  readonly x: -1 | 0 | 1;
  readonly y: -1 | 0 | 1;
}
export type KeyAction =
  | (Direction & { readonly kind: 'go' | 'pan' })
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

export function keyAction({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): KeyAction | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
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

/** The nearest node in the direction of an arrow key, preferably one that is linked with the current node. */
export function nextInDirection(
  { visible, rectangles, tree }: Drawn,
  from: string | null,
  { x, y }: Direction,
): string | undefined {
  const start = from === null ? undefined : rectangles.get(from);
  const candidates = [...visible.items.map(({ id }) => id), ...visible.boxes.map(({ id }) => id)];
  if (!start || from === null) return tree.children.get(null)?.[0];
  const neighbours = new Set(
    visible.lines.flatMap(({ source, target }) => (source === from ? [target] : target === from ? [source] : [])),
  );
  const centre = centreOf(start);
  let best: { id: string; cost: number } | undefined;
  for (const id of candidates) {
    if (id === from || isAround(tree.parentOf, id, from)) continue;
    const other = centreOf(rectangles.get(id)!);
    const ahead = (other.x - centre.x) * x + (other.y - centre.y) * y;
    const aside = Math.abs((other.x - centre.x) * y) + Math.abs((other.y - centre.y) * x);
    if (ahead <= 1 || aside > ahead * 2) continue;
    const cost = (ahead + 2 * aside) * (neighbours.has(id) ? 0.5 : 1);
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
