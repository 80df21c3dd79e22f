// Lays out a whole picture anew for a window: sizes at which names can be read, places of nodes, and routes of lines.
import type { ElkNode } from 'elkjs/lib/elk-api';
import type { Line } from '../graph/shown';
import { clearer } from './choose';
import { zoomToRead } from './legible';
import type { OuterNodes } from './outer';
import { isSmallRoom } from './reading';
import { canBeRouted, layOutRouted } from './routed';
import { spread, type Arrangement } from './spread';
import { makeLegible, type Legible } from './to-read';
import { findBounds, type Places, type Point, type Rect, type Size, type Tree } from './tree';
import { untangle } from './untangle';
import { routeAround, unitFromZoom } from './ways/around';

export interface PictureLayout {
  readonly outer: OuterNodes;
  readonly isBox: (id: string) => boolean;
  /** Whether nodes stand in rings around their centre instead of in layers. */
  readonly inRings: boolean;
  /** The part of the canvas that a picture fills if it is shown whole: width and height in pixels. */
  readonly room: Size;
  readonly runElk: (graph: ElkNode) => Promise<ElkNode>;
}

/** Lays out the tree with nodes that are large enough for their names. */
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
  // In a window that is higher than wide, the layers of the picture are not moved apart.
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

/** Points of lines by the id of the line, from one end to the other. */
type Routes = ReadonlyMap<string, readonly Point[]>;

/** Adds routes around nodes for the lines that have no route. */
export function withWaysAround(
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
  const shownZoom = isSmallRoom(room) ? Math.max(whole, zoomToRead(rectangles, outer.names)) : whole;
  const unit = unitFromZoom(shownZoom);
  return new Map([...routeAround(others, rectangles, outer, unit), ...routes]);
}

/** The zoom at which all rectangles are visible; at most 1, and 1 without rectangles. */
export function zoomToShow(rectangles: Iterable<Rect>, room: Size): number {
  const bounds = findBounds(rectangles);
  return bounds ? Math.min(room.width / bounds.width, room.height / bounds.height, 1) : 1;
}
