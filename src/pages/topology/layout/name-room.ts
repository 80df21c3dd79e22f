// Estimates whether a drawing can have space for all names, because trying a layout takes long.
import { headingPixels, type Gaps, type NodeGaps, type SizesByNode } from './legible';
import { top, type Size, type Tree } from './tree';

/**
 * How much of a drawing nodes can fill, in layers and in rings. The measured maximum in networks of 100 to 10,000 hosts
 * is 0.88 and 0.43.
 */
const mostFilled = { layers: 0.9, rings: 0.55 };
/** Small drawings are not estimated, because their layout is fast. */
const fewNames = 12;

/** Returns false only if nodes of these sizes (in pixels) cannot fit into the window in any arrangement. */
export function mayHaveRoom(
  { tree, gaps: { inRings } }: { readonly tree: Tree; readonly gaps: Gaps },
  needed: SizesByNode,
  { grid }: NodeGaps,
  room: Size,
): boolean {
  if (needed.size <= fewNames) return true;
  const areaIn = (parent: string | null): number =>
    (tree.children.get(parent) ?? []).reduce((sum, id) => sum + areaOf(id), 0);
  const areaOf = (id: string): number => {
    const { width, height } = needed.get(id) ?? { width: 0, height: 0 };
    const ofName = (width + grid) * (height + grid);
    return needed.has(id) && tree.openFolds.has(id) ? Math.max(ofName, areaIn(id) + width * headingPixels) : ofName;
  };
  const most = (room.width + grid) * (room.height + grid) * mostFilled[inRings ? 'rings' : 'layers'];
  return areaIn(top) <= most;
}
