// Keeps what is drawn where it was: new nodes find a free spot, and what has grown pushes others aside, never over them.
import type { Line } from '../graph/shown';
import { gap, headerHeight, isOpen, padding, top, type Point, type Rect, type Size, type Tree } from './tree';

/** Where a node was, in which box, and how large. */
export interface Remembered extends Rect {
  readonly parent: string | null;
}
export type Memory = ReadonlyMap<string, Remembered>;

const spacingAtTop = 40;

/** Undefined when so little is known that arranging anew is better. */
export function keepPlaces(tree: Tree, memory: Memory, lines: readonly Line[]): Map<string, Point> | undefined {
  const known = (id: string): Remembered | undefined => {
    const one = memory.get(id);
    return one && one.parent === tree.parentOf.get(id) ? one : undefined;
  };
  const roots = tree.children.get(top) ?? [];
  if (roots.filter(known).length * 2 < roots.length) return undefined;
  const neighbours = neighboursOf(lines);
  const places = new Map<string, Point>();
  const sizes = new Map<string, Size>(tree.sizes);
  const visit = (parent: string | null): void => {
    const ids = tree.children.get(parent) ?? [];
    for (const id of ids) if (isOpen(tree, id)) visit(id);
    const spacing = parent === top ? spacingAtTop : gap;
    const rects = new Map<string, Rect>(ids.flatMap((id) => (known(id) ? [[id, known(id)!] as const] : [])));
    for (const id of [...rects.keys()]) grow(rects, id, sizes.get(id)!, spacing);
    for (const id of ids) {
      if (rects.has(id)) continue;
      const anchor = (neighbours.get(id) ?? []).map((other) => rects.get(other)).find((rect) => rect !== undefined);
      rects.set(id, {
        ...freeSpot([...rects.values()], sizes.get(id)!, spacing, parent === top, anchor),
        ...sizes.get(id)!,
      });
    }
    let [right, bottom] = [0, 0];
    for (const [id, rect] of rects) {
      places.set(id, { x: rect.x, y: rect.y });
      right = Math.max(right, rect.x + rect.width);
      bottom = Math.max(bottom, rect.y + rect.height);
    }
    if (parent === top) return;
    const least = tree.sizes.get(parent)!;
    sizes.set(parent, {
      width: Math.max(least.width, right + padding),
      height: Math.max(least.height, bottom + padding),
    });
  };
  visit(top);
  return places;
}

function neighboursOf(lines: readonly Line[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { source, target } of lines)
    for (const [id, other] of [
      [source, target],
      [target, source],
    ] as const)
      found.set(id, [...(found.get(id) ?? []), other]);
  return found;
}

const overlaps = (a: Rect, b: Rect, spacing: number): boolean =>
  a.x < b.x + b.width + spacing &&
  b.x < a.x + a.width + spacing &&
  a.y < b.y + b.height + spacing &&
  b.y < a.y + a.height + spacing;

/** A rectangle grows to the right and down: what lies there moves on by as much, in step, so that nothing meets anew. */
export function grow(rects: Map<string, Rect>, id: string, size: Size, spacing: number): void {
  const before = rects.get(id)!;
  const after = { ...before, ...size };
  rects.set(id, after);
  const wider = Math.max(0, size.width - before.width);
  const higher = Math.max(0, size.height - before.height);
  if (wider === 0 && higher === 0) return;
  const isMet = [...rects].some(([other, rect]) => other !== id && overlaps(after, rect, spacing - 1));
  if (!isMet) return;
  for (const [other, rect] of rects) {
    if (other === id) continue;
    const x = rect.x >= before.x + before.width ? rect.x + wider : rect.x;
    const y = rect.y >= before.y + before.height ? rect.y + higher : rect.y;
    rects.set(other, { ...rect, x, y });
  }
}

/** Beside or below another, close to the anchor or else where the whole grows least. */
function freeSpot(rects: readonly Rect[], size: Size, spacing: number, isTop: boolean, anchor?: Rect): Point {
  const origin = isTop ? { x: 0, y: 0 } : { x: padding, y: headerHeight };
  if (rects.length === 0) return origin;
  const [right, bottom] = [
    Math.max(...rects.map((rect) => rect.x + rect.width)),
    Math.max(...rects.map((rect) => rect.y + rect.height)),
  ];
  const costOf = ({ x, y }: Point) =>
    anchor
      ? Math.hypot(x - anchor.x, y - anchor.y)
      : Math.max(right, x + size.width) * Math.max(bottom, y + size.height) + y + x / 1000;
  const candidates = rects.flatMap(({ x, y, width, height }) => [
    { x: x + width + spacing, y },
    { x, y: y + height + spacing },
  ]);
  const byCost = candidates.map((at) => ({ at, cost: costOf(at) })).sort((a, b) => a.cost - b.cost);
  const found = byCost.find(({ at }) => !rects.some((rect) => overlaps({ ...at, ...size }, rect, spacing - 1)));
  return found?.at ?? { x: origin.x, y: bottom + spacing };
}
