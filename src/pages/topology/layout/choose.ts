// Chooses between two arrangements: takes the alternative only if it can be shown much larger than the preferred one.
import { fitScale } from './pack';
import { findBounds, buildRectangles, type Places, type Tree } from './tree';

/** The alternative arrangement is chosen if it can be shown more than this many times larger than the preferred one. */
const muchLarger = 1.5;

function scaleOfAll(tree: Tree, places: Places, shape?: number): number {
  const bounds = findBounds(buildRectangles(tree, places).values());
  return bounds ? fitScale(bounds, shape) : 1;
}

export function clearer<Arranged extends { readonly places: Places }>(
  tree: Tree,
  preferred: Arranged,
  other: Arranged,
  shape?: number,
): Arranged {
  return scaleOfAll(tree, other.places, shape) > scaleOfAll(tree, preferred.places, shape) * muchLarger
    ? other
    : preferred;
}
