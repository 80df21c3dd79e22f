// Counts how many lines cross each other in an arrangement.
import type { Line } from '../graph/shown';
import { type Places, type Point, type Size, type Tree } from './tree';

/** A line with the points of its route, including both ends. */
export interface Way {
  readonly source: string;
  readonly target: string;
  readonly points: readonly Point[];
}

/**
 * Number of crossings of lines. Pairs of lines that share an end are not counted, because such lines meet at that end.
 */
export function countCrossings(drawnLines: readonly Way[]): number {
  let crossings = 0;
  for (const [at, one] of drawnLines.entries())
    for (let next = at + 1; next < drawnLines.length; next += 1) {
      const other = drawnLines[next]!;
      if (!doMeet(one, other)) crossings += crossingsOfTwo(one.points, other.points);
    }
  return crossings;
}

const doMeet = (one: Way, other: Way): boolean =>
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

/** An end of a line: the top-level node that contains the end, and the offset from the top left corner of that node. */
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
 * The lines between different top-level nodes, with the positions of their ends in these nodes. The contents of the
 * nodes must already be arranged.
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

/** Number of crossings of straight lines. Lines with an end outside of `corners` are not counted. */
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
