// Estimates without a layout whether a picture can have room for names, because each layout takes long.
import { headingPixels, type Gaps, type NodeGaps, type SizesByNode } from './legible';
import { top, type Size, type Tree } from './tree';

/**
 * Maximum share of a picture that nodes and the gaps beside them fill, in layers and in rings. In networks of 100 to
 * 10,000 hosts, the measured maximum is 0.88 and 0.43.
 */
const mostFilled = { layers: 0.9, rings: 0.55 };
/**
 * For this number of names or fewer, nothing is estimated: layouts are fast, and a single long name can fill the
 * picture.
 */
const fewNames = 12;

/**
 * Whether nodes of these sizes in pixels may fit into the room, with these gaps. False only if the nodes are too large
 * for any arrangement.
 */
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
