// Chooses between two arrangements of a picture. Returns the preferred one, unless the other would be shown much
// larger.
import { fitScale } from './pack';
import { findBounds, buildRectangles, type Places, type Tree } from './tree';

/** The other arrangement is chosen if it is shown this many times larger. */
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
