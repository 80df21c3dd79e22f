// Estimates whether a drawing can have space for all names, because trying a layout takes long.
import { headingPixels, type Gaps, type NodeGaps, type SizesByNode } from './legible';
import { top, type Size, type Tree } from './tree';

/**
 * Maximum fraction of a drawing that nodes can fill in each layout. In networks of 100 to 10,000 hosts, at most 0.88
 * was measured for layers and 0.43 for rings.
 */
const mostFilled = { layers: 0.9, rings: 0.55 };
/** With fewer names, trying the layout is so fast that no estimate is needed. */
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
