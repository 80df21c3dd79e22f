// Computes which part of a drawing a small window shows at first: the zoom and the centre.
import type { Line } from '../graph/shown';
import { zoomToRead } from './legible';
import type { OuterNodes } from './outer';
import type { Point, Rect, Size } from './tree';

export interface Reading {
  /** The lowest zoom at which the names of all devices, subnets and folds can be read. */
  readonly zoom: number;
  /** The lowest zoom at which the outermost nodes can be named. What is in them may be hidden there. */
  readonly outermostZoom: number;
  /** The centre of the node with the most lines. Negative infinity means the upper left corner. */
  readonly focus: Point;
}
export const upperLeft: Point = { x: -Infinity, y: -Infinity };

/** Width in pixels below which a window shows readable names rather than the whole picture. */
const smallWidth = 700;
/**
 * If a drawing is too large for a small window, it is laid out for a window this many times larger, of which a part is
 * shown.
 */
export const largerRooms = [1.4, 2, 2.8, 4];
export const isSmallRoom = ({ width }: Pick<Size, 'width'>): boolean => width < smallWidth;

/**
 * In a drawing with at most `fewNodes` outermost nodes, names that need a window larger by at most `nearlyFits` are
 * still shown: shorter, without what follows them, or beside their nodes, where few other nodes are.
 */
const fewNodes = 16;
const nearlyFits = largerRooms[0]!;

/** Whether the names of the outermost nodes have space at this zoom. */
export const isNamedAt = ({ outermostZoom }: Pick<Reading, 'outermostZoom'>, zoom: number): boolean =>
  zoom >= outermostZoom;

/**
 * The zoom at which a small window shows a drawing first. `wholeZoom` is the zoom at which everything fits. It is
 * chosen if the outermost nodes can then be named. Otherwise the window shows a part of the drawing, but not less than
 * if the drawing had been made for the largest of `largerRooms`.
 */
export const zoomInSmallRoom = (zooms: Omit<Reading, 'focus'>, wholeZoom: number): number =>
  isNamedAt(zooms, wholeZoom) ? wholeZoom : Math.min(zooms.zoom, wholeZoom * Math.max(...largerRooms));

export const readingZooms = (
  { names, outermostNames }: Pick<OuterNodes, 'names' | 'outermostNames'>,
  rectangles: ReadonlyMap<string, Rect>,
): Omit<Reading, 'focus'> => ({
  zoom: zoomToRead(rectangles, names),
  outermostZoom: zoomToRead(rectangles, outermostNames) / (outermostNames.size <= fewNodes ? nearlyFits : 1),
});

export function readingOf(
  lines: readonly Pick<Line, 'source' | 'target'>[],
  outer: Pick<OuterNodes, 'names' | 'outermostNames' | 'of'>,
  rectangles: ReadonlyMap<string, Rect>,
): Reading {
  const counts = new Map<string, number>();
  for (const { source, target } of lines)
    for (const id of [outer.of(source), outer.of(target)])
      if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  const [busiest] = [...counts].reduce<readonly [string | undefined, number]>(
    (most, one) => (one[1] > most[1] ? one : most),
    [undefined, 0],
  );
  const at = busiest === undefined ? undefined : rectangles.get(busiest);
  return {
    ...readingZooms(outer, rectangles),
    focus: at ? { x: at.x + at.width / 2, y: at.y + at.height / 2 } : upperLeft,
  };
}
