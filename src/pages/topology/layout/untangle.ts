// Swaps nodes within a box if that shortens their lines. Open boxes are not swapped.
import type { Line } from '../graph/shown';
import { isOpen, buildRectangles, top, type Place, type Places, type Point, type Size, type Tree } from './tree';

/** A pass tries to swap each pair of nodes of a box. Further passes would take long and shorten lines only a little. */
const mostPasses = 4;
/**
 * If a box has more nodes of one size than this number, they are not swapped: there would be too many pairs, and users
 * find a node among so many by their order.
 */
const mostCards = 120;

export function untangle(tree: Tree, places: Places, lines: readonly Line[]): Places {
  const rectangles = buildRectangles(tree, places);
  const centres = new Map(
    [...rectangles].map(([id, { x, y, width, height }]) => [id, { x: x + width / 2, y: y + height / 2 }]),
  );
  const endsOf = farEndsOf(lines);
  const newPlaces = new Map<string, Place>(places);
  const lengthAt = (id: string, at: Point, other: string): number =>
    (endsOf.get(id) ?? []).reduce((sum, far) => {
      // A line between the two nodes is ignored, because swapping them does not change its length.
      const end = far === other ? undefined : centres.get(far);
      return sum + (end ? Math.hypot(end.x - at.x, end.y - at.y) : 0);
    }, 0);
  const change = (one: string, other: string): boolean => {
    const [a, b] = [centres.get(one)!, centres.get(other)!];
    const now = lengthAt(one, a, other) + lengthAt(other, b, one);
    if (lengthAt(one, b, other) + lengthAt(other, a, one) >= now - leastGain) return false;
    centres.set(one, b).set(other, a);
    const [place, otherPlace] = [newPlaces.get(one)!, newPlaces.get(other)!];
    newPlaces.set(one, otherPlace).set(other, place);
    return true;
  };
  const boxes = [...tree.children].flatMap(([box, inside]) =>
    box === top
      ? []
      : alike(
          inside.filter((id) => endsOf.has(id) && !isOpen(tree, id)),
          (id) => rectangles.get(id)!,
        ),
  );
  for (let pass = 0; pass < mostPasses; pass += 1) {
    let isShorter = false;
    for (const cards of boxes)
      for (const [at, one] of cards.entries())
        for (const other of cards.slice(at + 1)) if (change(one, other)) isShorter = true;
    if (!isShorter) break;
  }
  return newPlaces;
}

/** Two nodes are swapped only if their lines become shorter by more than this length: less may be a rounding error. */
const leastGain = 0.5;

function farEndsOf(lines: readonly Line[]): ReadonlyMap<string, readonly string[]> {
  const ends = new Map<string, string[]>();
  const add = (id: string, far: string): void => {
    const farEnds = ends.get(id);
    if (farEnds) farEnds.push(far);
    else ends.set(id, [far]);
  };
  for (const { source, target } of lines) {
    add(source, target);
    add(target, source);
  }
  return ends;
}

/** Groups nodes by size, because only nodes of the same size can be swapped. */
function alike(ids: readonly string[], sizeOf: (id: string) => Size): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const id of ids) {
    const { width, height } = sizeOf(id);
    const key = `${width} ${height}`;
    groups.set(key, [...(groups.get(key) ?? []), id]);
  }
  return [...groups.values()].filter(({ length }) => length > 1 && length <= mostCards);
}
