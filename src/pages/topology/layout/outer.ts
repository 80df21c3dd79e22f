// The nodes that users see first: whole devices, subnets and machines, and folds.
import type { Shown } from '../graph/shown';
import { shortTitle } from '../graph/texts';
import { isOpen, type Tree } from './tree';

export interface OuterNodes {
  /** The ids of boxes at the top level and in open folds. The open folds themselves are excluded. */
  readonly ids: readonly string[];
  /** The outer node that is, or contains, a node; undefined for open folds. */
  readonly of: (id: string) => string | undefined;
  /** The names of outer nodes and open folds, which must be readable while the whole picture is shown. */
  readonly names: ReadonlyMap<string, string>;
  readonly hasOpenFolds: boolean;
}

/** `hasSigns` says whether the picture is a comparison, in which a sign is before the names of changed nodes. */
export function outerNodes(
  { boxes, isClosed }: Pick<Shown, 'boxes' | 'isClosed'>,
  tree: Tree,
  { hasSigns = false } = {},
): OuterNodes {
  const openFolds = new Set(boxes.flatMap(({ id, kind }) => (kind === 'Fold' && isOpen(tree, id) ? [id] : [])));
  const isAmongFolds = (parentId: string | null) => parentId === null || openFolds.has(parentId);
  const named = boxes.filter(({ parentId }) => isAmongFolds(parentId));
  const ids = named.flatMap(({ id }) => (openFolds.has(id) ? [] : [id]));
  const outer = new Set(ids);
  return {
    ids,
    of(id) {
      for (let at: string | null | undefined = id; at != null; at = tree.parentOf.get(at)) if (outer.has(at)) return at;
      return undefined;
    },
    hasOpenFolds: openFolds.size > 0,
    names: new Map(
      named.map(({ id, title }) => {
        const name = isClosed.has(id) ? shortTitle(title) : title;
        return [id, hasSigns ? `+ ${name}` : name];
      }),
    ),
  };
}
