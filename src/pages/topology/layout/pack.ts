// Packs unconnected rectangles: rectangles of similar size in a grid, boxes of any size in rows.
import type { Point, Rect, Size } from './tree';

export interface Packed extends Size {
  readonly places: ReadonlyMap<string, Point>;
}

/** Proportions (width by height) of the usual drawing area. */
export const aspect = 1.5;

/**
 * The relative scale at which something of this size fills a screen, for comparing layouts. `shape` is width by height.
 */
export const fitScale = ({ width, height }: Size, shape = aspect): number => Math.min(shape / width, 1 / height);

/**
 * Places nodes in columns of equal width, filled row by row. The number of columns is the one with which the grid
 * appears largest on a screen of the given aspect ratio.
 */
export function packGrid(ids: readonly string[], sizeOf: (id: string) => Size, gap: number, shape = aspect): Packed {
  if (ids.length === 0) return { width: 0, height: 0, places: new Map() };
  const sizes = ids.map(sizeOf);
  const width = Math.max(...sizes.map((size) => size.width));
  const height = sizes.reduce((sum, size) => sum + size.height, 0) / ids.length;
  const about = Math.sqrt((ids.length * (height + gap) * shape) / (width + gap));
  const [fewer, more] = [Math.max(1, Math.floor(about)), Math.ceil(about)].map((columns) =>
    inColumns(Math.min(columns, ids.length), ids, sizes, width, gap),
  ) as [Packed, Packed];
  return fitScale(more, shape) > fitScale(fewer, shape) ? more : fewer;
}

/** Places rectangles in columns of equal width. `rowGap` may differ from `gap`. */
export function inColumns(
  columns: number,
  ids: readonly string[],
  sizes: readonly Size[],
  width: number,
  gap: number,
  rowGap = gap,
): Packed {
  const places = new Map<string, Point>();
  let y = 0;
  for (let start = 0; start < ids.length; start += columns) {
    const row = ids.slice(start, start + columns);
    row.forEach((id, column) => places.set(id, { x: column * (width + gap), y }));
    y += Math.max(...sizes.slice(start, start + columns).map(({ height }) => height)) + rowGap;
  }
  return { width: columns * (width + gap) - gap, height: y - rowGap, places };
}

/**
 * Fills a grid column by column, which keeps the order from left to right. Columns and rows are as large as their
 * largest rectangle, so that lines can run in between.
 */
export function inRows(
  rows: number,
  ids: readonly string[],
  sizeOf: (id: string) => Size,
  { x: gapX, y: gapY }: Point,
): Packed {
  const columns = Math.ceil(ids.length / rows);
  const widths = new Array<number>(columns).fill(0);
  const heights = new Array<number>(Math.min(rows, ids.length)).fill(0);
  ids.forEach((id, index) => {
    const [column, row] = [Math.floor(index / rows), index % rows];
    widths[column] = Math.max(widths[column]!, sizeOf(id).width);
    heights[row] = Math.max(heights[row]!, sizeOf(id).height);
  });
  const [xs, ys] = [startsOf(widths, gapX), startsOf(heights, gapY)];
  const places = new Map(
    ids.map((id, index): [string, Point] => {
      const [column, row] = [Math.floor(index / rows), index % rows];
      return [id, { x: xs[column]! + (widths[column]! - sizeOf(id).width) / 2, y: ys[row]! }];
    }),
  );
  return { width: xs.at(-1)! + widths.at(-1)!, height: ys.at(-1)! + heights.at(-1)!, places };
}

/** The ellipse grows in at most this many steps until its nodes do not overlap. */
const mostRadii = 400;

/**
 * Places nodes on an ellipse of this aspect ratio, so that a straight line between two of them runs through no other.
 */
export function inEllipse(ids: readonly string[], sizeOf: (id: string) => Size, gap: number, shape = aspect): Packed {
  const sizes = ids.map(sizeOf);
  const step = Math.max(1, Math.min(...sizes.map(({ height }) => height)) / 2);
  const rectsAt = (radius: number) =>
    sizes.map(({ width, height }, index): Rect => {
      const angle = (2 * Math.PI * index) / ids.length - Math.PI / 2;
      return {
        x: radius * shape * (1 + Math.cos(angle)) - width / 2,
        y: radius * (1 + Math.sin(angle)) - height / 2,
        width,
        height,
      };
    });
  let rects = rectsAt(step);
  for (let turn = 2; turn < mostRadii && overlapInRing(rects, gap); turn += 1) rects = rectsAt(step * turn);
  const [left, upper] = [Math.min(...rects.map(({ x }) => x)), Math.min(...rects.map(({ y }) => y))];
  return {
    width: Math.max(...rects.map(({ x, width }) => x + width)) - left,
    height: Math.max(...rects.map(({ y, height }) => y + height)) - upper,
    places: new Map(ids.map((id, index) => [id, { x: rects[index]!.x - left, y: rects[index]!.y - upper }])),
  };
}

const overlapInRing = (rects: readonly Rect[], gap: number): boolean =>
  rects.some((a, index) =>
    rects
      .slice(index + 1)
      .some(
        (b) =>
          a.x < b.x + b.width + gap &&
          b.x < a.x + a.width + gap &&
          a.y < b.y + b.height + gap &&
          b.y < a.y + a.height + gap,
      ),
  );

function startsOf(lengths: readonly number[], gap: number): readonly number[] {
  let at = 0;
  return lengths.map((length) => {
    const start = at;
    at += length + gap;
    return start;
  });
}

/**
 * Places boxes in rows, so that all of them together have about the aspect ratio of a screen. The highest boxes come
 * first, so that little space is lost.
 */
export function packShelves(
  ids: readonly string[],
  sizeOf: (id: string) => Size,
  gap: number,
  atLeast = 0,
  shape = aspect,
): Packed {
  const area = ids.reduce((sum, id) => sum + (sizeOf(id).width + gap) * (sizeOf(id).height + gap), 0);
  const widest = Math.max(0, ...ids.map((id) => sizeOf(id).width));
  const limit = Math.max(atLeast, widest, Math.sqrt(area * shape));
  const order = [...ids].sort((a, b) => sizeOf(b).height - sizeOf(a).height);
  const places = new Map<string, Point>();
  let [x, y, shelf, width] = [0, 0, 0, 0];
  for (const id of order) {
    const size = sizeOf(id);
    if (x > 0 && x + size.width > limit) [x, y, shelf] = [0, y + shelf + gap, 0];
    places.set(id, { x, y });
    width = Math.max(width, x + size.width);
    shelf = Math.max(shelf, size.height);
    x += size.width + gap;
  }
  return { width, height: ids.length === 0 ? 0 : y + shelf, places };
}
