// Moves layers apart until the drawing fills the screen in both directions.
import { aspect } from './pack';
import type { Routes } from './routed';
import { findBounds, buildRectangles, top, type Places, type Rect, type Tree } from './tree';

/** Maximum gap between layers, as a share of the screen. Layers farther apart do not look connected. */
const widest = 0.22;

type Axis = 'x' | 'y';

/** An empty strip between nodes, across the whole drawing, and by how much it becomes wider. */
interface Strip {
  readonly start: number;
  readonly end: number;
  readonly grows: number;
}

export interface Arrangement {
  readonly places: Places;
  readonly routes: Routes;
}

/**
 * Moves layers apart along the axis on which the drawing would not fill the screen. Since the other axis limits its
 * scale, the drawing stays as large as before. `shape` is the screen's width by height.
 */
export function spread(tree: Tree, { places, routes }: Arrangement, shape = aspect): Arrangement {
  const rectangles = buildRectangles(tree, places);
  const bounds = findBounds(rectangles.values());
  if (!bounds) return { places, routes };
  const roots = tree.children.get(top) ?? [];
  const isWide = bounds.width > bounds.height * shape;
  const axis: Axis = isWide ? 'y' : 'x';
  const screen = isWide ? bounds.width / shape : bounds.height * shape;
  const occupied = roots.map((id) => {
    const { x, y, width, height } = rectangles.get(id)!;
    return isWide ? ([y, y + height] as const) : ([x, x + width] as const);
  });
  const strips = grown(freeStrips(occupied), screen - (isWide ? bounds.height : bounds.width), screen * widest);
  // Bends of lines in a widened strip move in proportion, so that lines keep their shape.
  const shift = (at: number): number =>
    strips.reduce(
      (sum, { start, end, grows }) => sum + grows * Math.min(1, Math.max(0, (at - start) / (end - start))),
      at,
    );
  const move = <Item extends { readonly x: number; readonly y: number }>(item: Item): Item => ({
    ...item,
    [axis]: shift(item[axis]),
  });
  const ofRoots = roots.flatMap((id) => (places.has(id) ? [[id, move(places.get(id)!)] as const] : []));
  return {
    places: new Map([...places, ...ofRoots]),
    routes: new Map(
      [...routes].map(([id, { points, from, to }]) => [
        id,
        { points: points.map(move), from: move<Rect>(from), to: move<Rect>(to) },
      ]),
    ),
  };
}

function freeStrips(occupied: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const strips: (readonly [number, number])[] = [];
  let occupiedUntil = Infinity;
  for (const [start, end] of [...occupied].sort(([a], [b]) => a - b)) {
    if (start > occupiedUntil) strips.push([occupiedUntil, start]);
    occupiedUntil = occupiedUntil === Infinity ? end : Math.max(occupiedUntil, end);
  }
  return strips;
}

function grown(strips: readonly (readonly [number, number])[], missing: number, most: number): readonly Strip[] {
  const share = strips.length === 0 ? 0 : Math.max(0, missing) / strips.length;
  return strips.map(([start, end]) => ({ start, end, grows: Math.max(0, Math.min(share, most - (end - start))) }));
}
