// What has no edges, in rows: the elements of a box in a grid, the boxes in it below.
import type { BoxToPlace, ElementToPlace, Rectangle, Size } from './layout';

/** One box with what is in it. */
export interface Nest {
  readonly box: BoxToPlace;
  readonly nests: Nest[];
  readonly elements: ElementToPlace[];
}
/** Places of what is in something, from its corner. */
export interface Block extends Size {
  readonly places: ReadonlyMap<string, Rectangle>;
}

/** Space between a box and what is in it. */
export const boxPadding = 12;
const gap = 8;
/** Width to height that a pile of boxes comes near to. */
const proportion = 1.5;

/** A box with all that is in it. */
export function packedBox(nest: Nest): Block {
  const { heading } = nest.box;
  const rest = packedRest(nest);
  const places = new Map<string, Rectangle>();
  for (const [id, place] of rest?.places ?? [])
    places.set(id, { ...place, x: place.x + boxPadding, y: place.y + heading.height });
  return {
    width: Math.max(heading.width, (rest?.width ?? 0) + 2 * boxPadding),
    height: heading.height + (rest ? rest.height + boxPadding : 0),
    places,
  };
}

/** What is in a box, without the box; nothing if it is empty. */
export function packedRest({ nests, elements }: Nest): Block | undefined {
  const inside = nests.map((nest) => ({ id: nest.box.id, ...packedBox(nest) }));
  if (elements.length + inside.length === 0) return undefined;
  const cellWidth = elements.reduce((most, { width }) => Math.max(most, width), 0);
  const cells = elements.map(({ id, height }) => ({ id, width: cellWidth, height }));
  const pile = pileUp(cells);
  const boxes = pileUp(inside, pile.width);
  const places = new Map<string, Rectangle>(pile.places);
  const top = elements.length > 0 && inside.length > 0 ? pile.height + gap : pile.height;
  for (const { id, places: within } of inside) {
    const place = boxes.places.get(id)!;
    const y = place.y + top;
    places.set(id, { ...place, y });
    for (const [inner, at] of within) places.set(inner, { ...at, x: at.x + place.x, y: at.y + y });
  }
  return { width: Math.max(pile.width, boxes.width), height: top + boxes.height, places };
}

/** In rows from left to right, about as wide as they are high together, or as wide as something else is anyway. */
export function pileUp(things: readonly (Size & { readonly id: string })[], leastWidth = 0, between = gap): Block {
  const area = things.reduce((sum, { width, height }) => sum + (width + between) * (height + between), 0);
  const widest = things.reduce(
    (most, { width }) => Math.max(most, width),
    Math.max(leastWidth, Math.sqrt(area * proportion)),
  );
  const places = new Map<string, Rectangle>();
  let [x, y, rowHeight, width] = [0, 0, 0, 0];
  for (const { id, ...size } of things) {
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
