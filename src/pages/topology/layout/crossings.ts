// Counts how many lines cross each other in an arrangement.
import type { Line } from '../graph/shown';
import { type Places, type Point, type Size, type Tree } from './tree';

/** A line with the points through which it is drawn, including both ends. */
export interface DrawnLine {
  readonly source: string;
  readonly target: string;
  readonly points: readonly Point[];
}

/** Counts the crossings of lines. Two lines that end at the same node do not cross. */
export function countCrossings(drawnLines: readonly DrawnLine[]): number {
  let crossings = 0;
  for (const [at, one] of drawnLines.entries())
    for (let next = at + 1; next < drawnLines.length; next += 1) {
      const other = drawnLines[next]!;
      if (!doMeet(one, other)) crossings += crossingsOfTwo(one.points, other.points);
    }
  return crossings;
}

const doMeet = (one: DrawnLine, other: DrawnLine): boolean =>
  one.source === other.source ||
  one.source === other.target ||
  one.target === other.source ||
  one.target === other.target;

function crossingsOfTwo(one: readonly Point[], other: readonly Point[]): number {
  let crossings = 0;
  for (let a = 1; a < one.length; a += 1)
    for (let b = 1; b < other.length; b += 1)
      if (doCross(one[a - 1]!, one[a]!, other[b - 1]!, other[b]!)) crossings += 1;
  return crossings;
}

const side = (a: Point, b: Point, c: Point): number => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
const doCross = (a: Point, b: Point, c: Point, d: Point): boolean =>
  side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;

/** The end of a line, relative to the corner of the outermost box around it (`root`), so that the box can be moved. */
interface Anchor extends Point {
  readonly root: string;
}
export interface AnchoredLine {
  readonly source: string;
  readonly target: string;
  readonly from: Anchor;
  readonly to: Anchor;
}

/**
 * Lines between different outermost boxes, with their ends relative to these boxes, so that crossings can be counted
 * for any positions of the boxes.
 */
export function anchorLines(
  tree: Tree,
  lines: readonly Line[],
  places: Places,
  sizes: ReadonlyMap<string, Size>,
): AnchoredLine[] {
  const anchorOf = (id: string): Anchor => {
    const { width, height } = sizes.get(id)!;
    let [root, x, y] = [id, width / 2, height / 2];
    for (let around = tree.parentOf.get(root); around != null; around = tree.parentOf.get(root)) {
      const place = places.get(root)!;
      [root, x, y] = [around, x + place.x, y + place.y];
    }
    return { root, x, y };
  };
  return lines
    .filter(({ look }) => look.affectsLayout)
    .map(({ source, target }) => ({ source, target, from: anchorOf(source), to: anchorOf(target) }))
    .filter(({ from, to }) => from.root !== to.root);
}

/** Counts the crossings of straight lines. Ignores lines with an end at a node that has no position in `corners`. */
export function countStraightCrossings(lines: readonly AnchoredLine[], corners: ReadonlyMap<string, Point>): number {
  const at = ({ root, x, y }: Anchor): Point[] => {
    const corner = corners.get(root);
    return corner ? [{ x: corner.x + x, y: corner.y + y }] : [];
  };
  const drawnLines = lines.map(({ source, target, from, to }) => ({
    source,
    target,
    points: [...at(from), ...at(to)],
  }));
  return countCrossings(drawnLines.filter(({ points }) => points.length === 2));
}
