// Packs boxes and elements that have no edges: the elements of a box form a grid, with the nested boxes below the grid.
import type { BoxToPlace, ElementToPlace, PictureToPlace, Rectangle, Size } from './placement';

/** A box with the boxes and elements in it. */
export interface Nest {
  readonly box: BoxToPlace;
  readonly nests: Nest[];
  readonly elements: ElementToPlace[];
}
/** Positions of a box's contents, relative to the upper left corner of the box. */
export interface Block extends Size {
  readonly places: ReadonlyMap<string, Rectangle>;
}
interface SizedItem extends Size {
  readonly id: string;
}

/** Space in pixels between a box and its contents. */
export const boxPadding = 12;
const gap = 8;
/** Target ratio of width to height of packed contents. */
const proportion = 1.5;

/** Builds the tree of boxes and elements. Also returns the id of the top-level box around each box and element. */
export function buildNests({ boxes, elements }: PictureToPlace) {
  const nests = new Map<string, Nest>();
  const topOf = new Map<string, string>();
  const roots: Nest[] = [];
  for (const box of boxes) {
    const nest: Nest = { box, nests: [], elements: [] };
    nests.set(box.id, nest);
    topOf.set(box.id, box.parentId === null ? box.id : topOf.get(box.parentId)!);
    (box.parentId === null ? roots : nests.get(box.parentId)!.nests).push(nest);
  }
  for (const element of elements) {
    nests.get(element.boxId)!.elements.push(element);
    topOf.set(element.id, topOf.get(element.boxId)!);
  }
  return { roots, topOf };
}

/**
 * The size of a packed box, and the positions of all boxes and elements in the box. The width is at least `leastWidth`.
 */
export function packedBox(nest: Nest, leastWidth = 0): Block {
  const { heading } = nest.box;
  const least = Math.max(heading.width, leastWidth);
  const rest = packedRest(nest, least - 2 * boxPadding);
  const places = new Map<string, Rectangle>();
  for (const [id, place] of rest?.places ?? [])
    places.set(id, { ...place, x: place.x + boxPadding, y: place.y + heading.height });
  return {
    width: Math.max(least, (rest?.width ?? 0) + 2 * boxPadding),
    height: heading.height + (rest ? rest.height + boxPadding : 0),
    places,
  };
}

/**
 * Boxes are arranged in columns. A column is at most this wide, as a multiple of the median width; wider boxes take
 * several columns.
 */
const mostColumnWidth = 1.4;

/** Widens boxes to whole numbers of columns, so that they align. Returns each box with its contents, by id. */
export function packedInColumns(nests: readonly Nest[], between: number): [string, Block][] {
  const widths = nests.map((nest) => packedBox(nest).width);
  const sortedWidths = [...widths].sort((a, b) => a - b);
  const middling = sortedWidths[sortedWidths.length >> 1] ?? 0;
  const column = sortedWidths.findLast((width) => width <= mostColumnWidth * middling) ?? 0;
  return nests.map((nest, index) => {
    const columns = Math.ceil((widths[index]! + between) / (column + between));
    return [nest.box.id, packedBox(nest, columns * (column + between) - between)];
  });
}

/** Packs elements as a grid, and nested boxes below it, without a border around them; undefined if there are none. */
export function packedRest({ nests, elements }: Nest, leastWidth = 0): Block | undefined {
  if (elements.length + nests.length === 0) return undefined;
  const cellWidth = elements.reduce((most, { width }) => Math.max(most, width), 0);
  const cells = elements.map(({ id, height }) => ({ id, width: cellWidth, height }));
  const boxes = nests.map((nest) => ({ id: nest.box.id, ...packedBox(nest) }));
  const cellPile = stackBlocks(cells);
  const boxPile = stackBlocks(boxes, cellPile.width);
  const width = Math.max(cellPile.width, boxPile.width, leastWidth);
  const places = new Map(stretchBlock(cellPile, width));
  const boxPlaces = stretchBlock(boxPile, width);
  const top = cells.length > 0 && boxes.length > 0 ? cellPile.height + gap : cellPile.height;
  for (const nest of nests) {
    const place = boxPlaces.get(nest.box.id)!;
    const at = { ...place, y: place.y + top };
    places.set(nest.box.id, at);
    for (const [id, inner] of packedBox(nest, place.width).places)
      places.set(id, { ...inner, x: inner.x + at.x, y: inner.y + at.y });
  }
  return { width, height: top + boxPile.height, places };
}

/**
 * Packs rectangles in rows from left to right. The row width follows from the target ratio `proportion`, and is at
 * least `leastWidth`.
 */
export function stackBlocks(items: readonly SizedItem[], leastWidth = 0, between = gap): Block {
  const area = items.reduce((sum, { width, height }) => sum + (width + between) * (height + between), 0);
  const widest = items.reduce(
    (most, { width }) => Math.max(most, width),
    Math.max(leastWidth, Math.sqrt(area * proportion)),
  );
  const places = new Map<string, Rectangle>();
  let [x, y, rowHeight, width] = [0, 0, 0, 0];
  for (const { id, ...size } of items) {
    if (x > 0 && x + size.width > widest) {
      y += rowHeight + between;
      [x, rowHeight] = [0, 0];
    }
    places.set(id, { x, y, width: size.width, height: size.height });
    rowHeight = Math.max(rowHeight, size.height);
    width = Math.max(width, x + size.width);
    x += size.width + between;
  }
  return { width, height: y + rowHeight, places };
}

/**
 * Widens rectangles that are stacked in one column to the same width. Rectangles in several columns are returned
 * unchanged.
 */
function stretchBlock({ places }: Block, width: number): Block['places'] {
  if ([...places.values()].some(({ x }) => x > 0)) return places;
  return new Map([...places].map(([id, place]) => [id, { ...place, width }]));
}
