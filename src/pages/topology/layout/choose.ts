// Which of two arrangements is shown: the one whose lines are led around boxes, unless the other is seen much larger.
import { aspect } from './pack';
import { boundsOf, rectanglesOf, type Places, type Tree } from './tree';

/** So much larger makes up for lines that are straight. */
const muchLarger = 1.5;

/** How large all of it can be drawn on a screen. */
function scaleOf(tree: Tree, places: Places): number {
  const bounds = boundsOf(rectanglesOf(tree, places).values());
  return bounds ? Math.min(aspect / bounds.width, 1 / bounds.height) : 1;
}

export function clearer<Arranged extends { readonly places: Places }>(
  tree: Tree,
  routed: Arranged,
  straight: Arranged,
): Arranged {
  return scaleOf(tree, straight.places) > scaleOf(tree, routed.places) * muchLarger ? straight : routed;
}
