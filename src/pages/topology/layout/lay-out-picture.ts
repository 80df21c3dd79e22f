// Computes a new layout of the topology for a window: sizes of nodes that make names readable, positions, and routes of
// lines.
import type { ElkNode } from 'elkjs/lib/elk-api';
import type { Line } from '../graph/shown';
import { clearer } from './choose';
import type { OuterNodes } from './outer';
import { isSmallRoom, readingZooms, zoomInSmallRoom } from './reading';
import { canBeRouted, layOutRouted } from './routed';
import { spread, type Arrangement } from './spread';
import { makeLegible, type Legible } from './to-read';
import { findBounds, type Places, type Point, type Rect, type Size, type Tree } from './tree';
import { untangle } from './untangle';
import { routeAround, unitFromZoom } from './routes/around';

export interface PictureLayout {
  readonly outer: OuterNodes;
  readonly isBox: (id: string) => boolean;
  /** Whether to arrange nodes in rings instead of layers. */
  readonly inRings: boolean;
  /** Width and height in pixels that are available when the whole drawing is shown. */
  readonly room: Size;
  readonly runElk: (graph: ElkNode) => Promise<ElkNode>;
}

export async function layOutPicture(
  tree: Tree,
  lines: readonly Line[],
  layout: PictureLayout,
): Promise<Arrangement & { readonly tree: Tree }> {
  const legible = makeLegible(tree, lines, layout.outer, layout.room, layout.inRings);
  return { tree: legible.tree, ...(await arrange(legible, lines, layout)) };
}

async function arrange(
  { tree, gaps, places: placed, fits }: Legible,
  lines: readonly Line[],
  { isBox, runElk, room }: PictureLayout,
): Promise<Arrangement> {
  const places = untangle(tree, placed, lines);
  const straight: Arrangement = { places, routes: new Map() };
  const { shape, inRings, inFolds } = gaps;
  const foldHeading = inFolds.heading;
  if (inRings) return straight;
  const routed = canBeRouted(tree, lines) ? await layOutRouted(tree, lines, { isBox, runElk, foldHeading }) : undefined;
  const arrangement = routed && fits(routed.places) ? clearer(tree, routed, straight, shape) : straight;
  // Layers are moved apart to fill a wide window. A tall window stays as it is.
  return shape === undefined ? spread(tree, arrangement, room.width / room.height) : arrangement;
}

/**
 * Rounds positions in the same way as when they are stored, so that nodes do not move slightly when the page is opened
 * again.
 */
export const wholeNumbers = (places: Places): Places =>
  new Map(
    [...places].map(([id, { x, y, width = 0, height = 0 }]) => [
      id,
      { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) },
    ]),
  );

type Routes = ReadonlyMap<string, readonly Point[]>;

/** Routes lines around nodes, except lines that already have a route. */
export function withRoutesAround(
  routes: Routes,
  lines: readonly Line[],
  {
    rectangles,
    outer,
    room,
  }: Pick<PictureLayout, 'outer' | 'room'> & { readonly rectangles: ReadonlyMap<string, Rect> },
): Routes {
  const others = lines.filter(({ id }) => !routes.has(id));
  const whole = zoomToShow(rectangles.values(), room);
  // A small window shows a part of a large picture, at a zoom at which names can be read.
  const shownZoom = isSmallRoom(room) ? zoomInSmallRoom(readingZooms(outer, rectangles), whole) : whole;
  const unit = unitFromZoom(shownZoom);
  return new Map([...routeAround(others, rectangles, outer, unit), ...routes]);
}

/** The zoom at which everything is visible; at most 1. */
export function zoomToShow(rectangles: Iterable<Rect>, room: Size): number {
  const bounds = findBounds(rectangles);
  return bounds ? Math.min(room.width / bounds.width, room.height / bounds.height, 1) : 1;
}
