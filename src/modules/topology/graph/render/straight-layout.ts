// The layout of graphs that are too large for layers: boxes side by side, with straight lines between their contents.
import type { EdgeToPlace, Layout, Line, PictureToPlace, Point, Rectangle } from './placement';
import { buildNests, packedInColumns } from './packing';
import { packTogether } from './skyline';

const gap = 40;

/**
 * Places all boxes, elements and lines, in time proportional to their number. Labels get no position, because they
 * would overlap.
 */
export function straightLayout(picture: PictureToPlace): Layout {
  const blocks = packedInColumns(buildNests(picture).roots, gap).map(([id, block]) => ({ id, ...block }));
  const { width, height, places: tops } = packTogether(blocks, gap);
  const places = new Map(tops);
  for (const { id, places: inside } of blocks) {
    const { x, y } = tops.get(id)!;
    for (const [inner, place] of inside) places.set(inner, { ...place, x: place.x + x, y: place.y + y });
  }
  return { width, height, places, lines: new Map(picture.edges.map((edge) => [edge.id, lineOf(edge, places)])) };
}

function lineOf({ source, target }: EdgeToPlace, places: ReadonlyMap<string, Rectangle>): Line {
  const [from, to] = [places.get(source)!, places.get(target)!];
  return { points: [borderTowards(from, to), borderTowards(to, from)], label: null };
}

const middleOf = ({ x, y, width, height }: Rectangle): Point => ({ x: x + width / 2, y: y + height / 2 });

/** The point at which a straight line between the centers of two rectangles leaves the first rectangle. */
function borderTowards(from: Rectangle, to: Rectangle): Point {
  const [start, end] = [middleOf(from), middleOf(to)];
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const share = Math.min(1, from.width / 2 / Math.abs(dx), from.height / 2 / Math.abs(dy));
  return Number.isNaN(share) ? start : { x: start.x + dx * share, y: start.y + dy * share };
}
