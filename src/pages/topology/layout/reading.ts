// Computes which part of a drawing a small window shows at first: the zoom and the centre.
import type { Line } from '../graph/shown';
import { zoomToRead } from './legible';
import type { OuterNodes } from './outer';
import type { Point, Rect, Size } from './tree';

export interface Reading {
  /** The lowest zoom at which the names of all devices, subnets and folds can be read. */
  readonly zoom: number;
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

export function readingOf(
  lines: readonly Pick<Line, 'source' | 'target'>[],
  outer: Pick<OuterNodes, 'names' | 'of'>,
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
    zoom: zoomToRead(rectangles, outer.names),
    focus: at ? { x: at.x + at.width / 2, y: at.y + at.height / 2 } : upperLeft,
  };
}
