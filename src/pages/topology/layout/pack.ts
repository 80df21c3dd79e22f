// Packs unconnected rectangles: cards of one kind in a grid, boxes of any size in rows.
import type { Point, Size } from './tree';

export interface Packed extends Size {
  readonly places: ReadonlyMap<string, Point>;
}

/** Aspect ratio (width by height) of the window's space beside the side panels. */
export const aspect = 1.5;

/**
 * The scale at which a picture of this size fits on a screen, or on a part of the screen with the given aspect ratio.
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

/**
 * Places rectangles in columns. Each row is as high as its highest rectangle; rows may be farther apart than columns.
 */
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
