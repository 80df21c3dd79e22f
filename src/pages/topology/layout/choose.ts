// Which of two arrangements is shown: the preferred one, such as that whose lines are led around boxes, unless the other is seen much larger.
import { scaleOf } from './pack';
import { boundsOf, rectanglesOf, type Places, type Tree } from './tree';

/** So much larger makes up for lines that are straight. */
const muchLarger = 1.5;

function scaleOfAll(tree: Tree, places: Places): number {
  const bounds = boundsOf(rectanglesOf(tree, places).values());
  return bounds ? scaleOf(bounds) : 1;
}

export function clearer<Arranged extends { readonly places: Places }>(
  tree: Tree,
  preferred: Arranged,
  other: Arranged,
): Arranged {
  return scaleOfAll(tree, other.places) > scaleOfAll(tree, preferred.places) * muchLarger ? other : preferred;
}
