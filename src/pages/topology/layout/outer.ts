// Finds the outer nodes of a picture, which users see first: devices, subnets, machines and collapsed folds. A fold is a
// group of nodes that is drawn as one node while it is collapsed.
import type { Box } from '../graph/picture';
import type { Shown } from '../graph/shown';
import { openTitle, shortTitle } from '../graph/texts';
import type { Tree } from './tree';

export interface OuterNodes {
  /** All outer nodes: devices, subnets, machines and collapsed folds. */
  readonly ids: readonly string[];
  readonly foldsAround: (id: string) => readonly string[];
  /** The outer node that contains a node, such as the device of a port; undefined for an expanded fold. */
  readonly of: (id: string) => string | undefined;
  /** Names that must be readable when the whole drawing is shown, by node id. */
  readonly names: ReadonlyMap<string, string>;
  /** Those of `names` whose nodes are in no other node. */
  readonly outermostNames: ReadonlyMap<string, string>;
}

/** With `hasSigns`, names get a sign for "added" or "removed", because the drawing compares two instants. */
export function outerNodes(
  { boxes, isClosed }: Pick<Shown, 'boxes' | 'isClosed'>,
  tree: Tree,
  { hasSigns = false } = {},
): OuterNodes {
  const { openFolds } = tree;
  const isAmongFolds = (parentId: string | null) => parentId === null || openFolds.has(parentId);
  const namedBoxes = boxes.filter(({ parentId }) => isAmongFolds(parentId));
  const ids = namedBoxes.flatMap(({ id }) => (openFolds.has(id) ? [] : [id]));
  const outer = new Set(ids);
  const nameOf = ({ id, title }: Box): string => {
    const name = isClosed.has(id) ? shortTitle(title) : openTitle(title);
    return hasSigns ? `+ ${name}` : name;
  };
  const namesOf = (some: readonly Box[]) => new Map(some.map((box) => [box.id, nameOf(box)]));
  return {
    ids,
    foldsAround: (id) => withBoxesAround(tree, id).filter((at) => openFolds.has(at) && at !== id),
    of: (id) => withBoxesAround(tree, id).find((at) => outer.has(at)),
    names: namesOf(namedBoxes),
    outermostNames: namesOf(namedBoxes.filter(({ parentId }) => parentId === null)),
  };
}

function withBoxesAround({ parentOf }: Tree, id: string): readonly string[] {
  const ids: string[] = [];
  for (let at: string | null | undefined = id; at != null; at = parentOf.get(at)) ids.push(at);
  return ids;
}
