// Keeps nodes where they are when the drawing changes: new nodes get a free spot, and growing boxes push others aside.
import type { Line } from '../graph/shown';
import {
  gap,
  headerHeight,
  isOpen,
  padding,
  top,
  type Place,
  type Places,
  type Point,
  type Rect,
  type Size,
  type Tree,
} from './tree';

export interface Remembered extends Rect {
  readonly parent: string | null;
  readonly isOpen: boolean;
}
export type Memory = ReadonlyMap<string, Remembered>;

const spacingAtTop = 40;
/** Gap in pixels that a growing box leaves to a box that it pushes aside. */
const clearanceAtTop = 16;
const clearance = 6;

/**
 * Computes positions that leave known nodes in place. Undefined if most outer nodes are new, so that a fresh layout is
 * better.
 */
export function keepPlaces(tree: Tree, memory: Memory, lines: readonly Line[]): Map<string, Place> | undefined {
  const findRemembered = (id: string): Remembered | undefined => {
    const one = memory.get(id);
    return one && one.parent === tree.parentOf.get(id) ? one : undefined;
  };
  const roots = tree.children.get(top) ?? [];
  if (roots.filter(findRemembered).length * 2 < roots.length) return undefined;
  const neighbours = neighboursOf(tree, lines);
  const places = new Map<string, Place>();
  const sizes = new Map<string, Size>(
    [...tree.sizes].map(([id, size]) => {
      const before = findRemembered(id);
      return [id, before?.isOpen === isOpen(tree, id) ? atLeast(size, before) : size];
    }),
  );
  const visit = (parent: string | null): void => {
    const ids = tree.children.get(parent) ?? [];
    for (const id of ids) if (isOpen(tree, id)) visit(id);
    const spacing = parent === top ? spacingAtTop : gap;
    const rects = new Map<string, Rect>(
      ids.flatMap((id) => (findRemembered(id) ? [[id, findRemembered(id)!] as const] : [])),
    );
    for (const id of [...rects.keys()]) grow(rects, id, sizes.get(id)!, parent === top ? clearanceAtTop : clearance);
    for (const id of ids) {
      if (rects.has(id)) continue;
      const neighbour = (neighbours.get(id) ?? []).find(({ siblingId }) => rects.has(siblingId));
      const anchor = neighbour && middleOf(tree, neighbour, rects.get(neighbour.siblingId)!, places);
      rects.set(id, {
        ...freeSpot([...rects.values()], sizes.get(id)!, spacing, parent === top, anchor),
        ...sizes.get(id)!,
      });
    }
    let [right, bottom] = [0, 0];
    for (const [id, rect] of rects) {
      places.set(id, { x: rect.x, y: rect.y, width: rect.width, height: rect.height });
      right = Math.max(right, rect.x + rect.width);
      bottom = Math.max(bottom, rect.y + rect.height);
    }
    if (parent === top) return;
    sizes.set(parent, atLeast(sizes.get(parent)!, { width: right + padding, height: bottom + padding }));
  };
  visit(top);
  return places;
}

const atLeast = (a: Size, b: Size): Size => ({
  width: Math.max(a.width, b.width),
  height: Math.max(a.height, b.height),
});

interface Neighbour {
  readonly siblingId: string;
  readonly endId: string;
}

/**
 * Finds the neighbours of each node: nodes in the same box to which a line leads. The line may also end at parts of the
 * two nodes, such as ports.
 */
function neighboursOf(tree: Tree, lines: readonly Line[]): ReadonlyMap<string, readonly Neighbour[]> {
  const neighbours = new Map<string, Neighbour[]>();
  const add = (id: string, neighbour: Neighbour) => {
    const before = neighbours.get(id);
    if (before) before.push(neighbour);
    else neighbours.set(id, [neighbour]);
  };
  for (const { source, target } of lines) {
    const byParent = new Map(withOuter(tree, target).map((id) => [tree.parentOf.get(id), id]));
    const sourceId = withOuter(tree, source).find((id) => byParent.has(tree.parentOf.get(id)));
    if (sourceId === undefined) continue;
    const targetId = byParent.get(tree.parentOf.get(sourceId))!;
    if (sourceId === targetId) continue;
    add(sourceId, { siblingId: targetId, endId: target });
    add(targetId, { siblingId: sourceId, endId: source });
  }
  return neighbours;
}

function withOuter({ parentOf }: Tree, id: string): string[] {
  const ids: string[] = [];
  for (let at: string | null | undefined = id; at != null && parentOf.has(at); at = parentOf.get(at)) ids.push(at);
  return ids;
}

function middleOf(tree: Tree, { siblingId, endId }: Neighbour, { x, y, ...size }: Rect, places: Places): Point {
  const { width = 0, height = 0 } = endId === siblingId ? size : { ...tree.sizes.get(endId), ...places.get(endId) };
  const middle = { x: x + width / 2, y: y + height / 2 };
  for (const id of withOuter(tree, endId)) {
    if (id === siblingId) break;
    middle.x += places.get(id)?.x ?? 0;
    middle.y += places.get(id)?.y ?? 0;
  }
  return middle;
}

const overlaps = (a: Rect, b: Rect, spacing: number): boolean =>
  a.x < b.x + b.width + spacing &&
  b.x < a.x + a.width + spacing &&
  a.y < b.y + b.height + spacing &&
  b.y < a.y + a.height + spacing;

/**
 * Enlarges a rectangle to the right and down. Rectangles in its way move aside and push others in turn, as little as
 * possible.
 */
export function grow(rects: Map<string, Rect>, id: string, size: Size, clearance: number): void {
  const before = rects.get(id)!;
  rects.set(id, { ...before, ...size });
  // A rectangle that does not grow pushes nothing, so nodes that a user has placed close together stay there.
  if (size.width <= before.width && size.height <= before.height) return;
  const pushing: (readonly [string, Rect])[] = [[id, before]];
  // Limits the work in a drawing too crowded to separate all its rectangles.
  for (let steps = 0; pushing.length > 0 && steps < rects.size * 8; steps += 1) {
    const [pusher, old] = pushing.shift()!;
    const now = rects.get(pusher)!;
    for (const [other, rect] of rects) {
      if (other === pusher || !overlaps(now, rect, clearance) || overlaps(old, rect, 0)) continue;
      const aside = now.x + now.width + clearance;
      const down = now.y + now.height + clearance;
      const isRight = rect.x >= old.x + old.width;
      const isBelow = rect.y >= old.y + old.height;
      if (!isRight && !isBelow) continue;
      const goesAside = isRight && (!isBelow || aside - rect.x <= down - rect.y);
      rects.set(other, goesAside ? { ...rect, x: Math.max(rect.x, aside) } : { ...rect, y: Math.max(rect.y, down) });
      pushing.push([other, rect]);
    }
  }
}

/** Finds a free spot next to a rectangle: nearest to the anchor or, without one, where the drawing grows least. */
function freeSpot(rects: readonly Rect[], size: Size, spacing: number, isTop: boolean, anchor?: Point): Point {
  const origin = isTop ? { x: 0, y: 0 } : { x: padding, y: headerHeight };
  if (rects.length === 0) return origin;
  const [right, bottom] = [
    Math.max(...rects.map((rect) => rect.x + rect.width)),
    Math.max(...rects.map((rect) => rect.y + rect.height)),
  ];
  const costOf = ({ x, y }: Point) =>
    anchor
      ? Math.hypot(x + size.width / 2 - anchor.x, y + size.height / 2 - anchor.y)
      : Math.max(right, x + size.width) * Math.max(bottom, y + size.height) + y + x / 1000;
  const candidates = rects.flatMap(({ x, y, width, height }) => [
    { x: x + width + spacing, y },
    { x, y: y + height + spacing },
  ]);
  const byCost = candidates.map((at) => ({ at, cost: costOf(at) })).sort((a, b) => a.cost - b.cost);
  const spot = byCost.find(({ at }) => !rects.some((rect) => overlaps({ ...at, ...size }, rect, spacing - 1)));
  return spot?.at ?? { x: origin.x, y: bottom + spacing };
}
