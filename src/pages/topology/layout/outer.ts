// Finds the outer nodes of a picture, which users see first: devices, subnets, machines and collapsed folds. A fold is a
// group of nodes that is drawn as one node while it is collapsed.
import type { Shown } from '../graph/shown';
import { openTitle, shortTitle } from '../graph/texts';
import type { Tree } from './tree';

export interface OuterNodes {
  /**
   * The ids of the outer nodes: boxes at the top level and in expanded folds. The expanded folds themselves are
   * excluded.
   */
  readonly ids: readonly string[];
  /** The ids of the expanded folds around a node, the innermost first. */
  readonly foldsAround: (id: string) => readonly string[];
  /** The id of the outer node that is or contains the node. Undefined for expanded folds. */
  readonly of: (id: string) => string | undefined;
  /**
   * The names of outer nodes and expanded folds, by id. These names must be readable while the whole picture is shown.
   */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * `hasSigns` is whether the picture compares two instants. In that case, the names of changed nodes begin with a sign.
 */
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
  return {
    ids,
    foldsAround: (id) => withBoxesAround(tree, id).filter((at) => openFolds.has(at) && at !== id),
    of: (id) => withBoxesAround(tree, id).find((at) => outer.has(at)),
    names: new Map(
      namedBoxes.map(({ id, title }) => {
        const name = isClosed.has(id) ? shortTitle(title) : openTitle(title);
        return [id, hasSigns ? `+ ${name}` : name];
      }),
    ),
  };
}

/** The ids of a node and of the boxes around it, the innermost first. */
function withBoxesAround({ parentOf }: Tree, id: string): readonly string[] {
  const ids: string[] = [];
  for (let at: string | null | undefined = id; at != null; at = parentOf.get(at)) ids.push(at);
  return ids;
}
