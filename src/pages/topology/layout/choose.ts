// Which of two arrangements is shown: the preferred one, such as that whose lines are led around boxes, unless the other is seen much larger.
import { aspect, scaleOf } from './pack';
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
  much = muchLarger,
): Arranged {
  return scaleOfAll(tree, other.places) > scaleOfAll(tree, preferred.places) * much ? other : preferred;
}

/** How much of a screen it fills, where all of it is in sight. */
export function shareOf(tree: Tree, places: Places): number {
  const bounds = boundsOf(rectanglesOf(tree, places).values());
  if (!bounds || bounds.height === 0) return 1;
  const shape = bounds.width / bounds.height;
  return Math.min(shape / aspect, aspect / shape);
}
