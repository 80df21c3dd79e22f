// Draws folds (groups of nodes shown as one symbol) as boxes: an expanded fold surrounds its nodes, a collapsed one
// replaces them. Also adds the lines that end at folds.
import type { EdgeType, TopologyView } from '../../../generated/page-operations';
import { edgeAppearances } from '../../../modules/topology/graph/edge-appearances';
import { isDownState } from '../../../modules/topology/graph/vocabulary';
import type { Box, Fold, Item, Link, PageGraph } from './picture';

type AnsweredGraph = PageGraph['graph'];

const icons: Readonly<Partial<Record<Fold['basis'], string>>> = {
  Endpoints: 'users',
  LearnedEndpoints: 'users',
  Uplink: 'network',
  Location: 'globe',
  Tag: 'tag',
  Kind: 'category',
  Subnet: 'network',
  Vlan: 'vlan',
  Software: 'application',
};

/**
 * Adds the folds of a graph to its boxes and items. In a small graph, expanded folds are not drawn (see
 * `foldsOfSmallGraph`). If all contents of a box are folded, the box is drawn as closed.
 */
export function readFolds(
  { folds, foldedEdges }: Pick<AnsweredGraph, 'folds' | 'foldedEdges'>,
  view: TopologyView,
  boxes: readonly Box[],
  items: readonly Item[],
  isLarge = true,
): { boxes: readonly Box[]; items: readonly Item[]; links: readonly Link[] } {
  const around = new Map(
    folds.flatMap(({ id, basis, memberIds }) =>
      basis === 'Contents' ? [] : memberIds.map((member) => [member, id] as const),
    ),
  );
  const filled = new Set([...boxes, ...items].map(({ parentId }) => parentId));
  const isClosedBox = ({ basis, isExpanded, containerId }: Fold) =>
    basis === 'Contents' && !isExpanded && !filled.has(containerId);
  const ofBox = new Map(folds.filter(isClosedBox).map((fold) => [fold.containerId, fold]));
  const marks = folds.filter((fold) => !isClosedBox(fold) && !(fold.basis === 'Contents' && fold.isExpanded));
  const basisOf = new Map(folds.map(({ id, basis }) => [id, basis]));
  const all = [
    ...boxes.map((box) => ({
      ...box,
      parentId: around.get(box.id) ?? box.parentId,
      fold: ofBox.get(box.id) ?? null,
      // In a large graph, the service has folded the contents of boxes that begin closed, so the page does not close
      // them.
      isClosedAtFirst: box.isClosedAtFirst && !isLarge,
    })),
    ...marks.map((fold): Box => {
      const isInFold = fold.parentFoldId !== null && basisOf.get(fold.parentFoldId) !== 'Contents';
      return foldBox(fold, fold.basis !== 'Contents' && isInFold ? fold.parentFoldId : fold.containerId);
    }),
  ];
  const parentOf = new Map(all.map(({ id, parentId }) => [id, parentId]));
  const depthOf = (id: string | null): number => (id === null ? 0 : 1 + depthOf(parentOf.get(id) ?? null));
  return {
    boxes: withLocationNames(all)
      .map((box) => ({ box, depth: depthOf(box.id) }))
      .sort((a, b) => a.depth - b.depth)
      .map(({ box }) => box),
    items: items.map((item) => ({ ...item, parentId: around.get(item.id) ?? item.parentId })),
    links: foldedEdges.flatMap(({ id, source, target, kinds, worstState }) =>
      kinds.flatMap(({ edgeType, count, reversedCount }): Link[] => {
        const look = lookOf(view, edgeType);
        const folded = { count, reversedCount, isDown: isDownState(worstState) };
        const rest = { source, target, label: null, relationKey: null, folded };
        return look ? [{ id: `${id} ${edgeType}`, type: edgeType, look, ...rest }] : [];
      }),
    ),
  };
}

/**
 * Folds in different locations may have the same title, such as `Switches`. The titles of such folds then also name the
 * location, because the box of the location may be out of the window.
 */
function withLocationNames(boxes: readonly Box[]): readonly Box[] {
  const boxById = new Map(boxes.map((box) => [box.id, box]));
  const locationOf = ({ parentId }: Box): Box | undefined => {
    const outer = parentId === null ? undefined : boxById.get(parentId);
    return outer === undefined || outer.fold?.basis === 'Location' ? outer : locationOf(outer);
  };
  const foldCounts = new Map<string, number>();
  for (const { kind, title } of boxes) if (kind === 'Fold') foldCounts.set(title, (foldCounts.get(title) ?? 0) + 1);
  return boxes.map((box) => {
    const location = box.kind === 'Fold' && foldCounts.get(box.title)! > 1 ? locationOf(box) : undefined;
    return location ? { ...box, title: `${box.title} · ${location.title}` } : box;
  });
}

/**
 * In a small graph, omits expanded folds, except those of machines without a known cable. A fold inside an omitted fold
 * moves to the top level.
 */
export function foldsOfSmallGraph(folds: AnsweredGraph['folds']): AnsweredGraph['folds'] {
  const drawnFolds = folds.filter(({ isExpanded, basis }) => !isExpanded || basis === 'LearnedEndpoints');
  const ids = new Set(drawnFolds.map(({ id }) => id));
  return drawnFolds.map((fold) =>
    fold.parentFoldId === null || ids.has(fold.parentFoldId) ? fold : { ...fold, parentFoldId: null },
  );
}

const lookOf = (view: TopologyView, type: EdgeType) => edgeAppearances[view][type];

const foldBox = (fold: Fold, parentId: string | null): Box => ({
  ...{ shape: 'box', id: fold.id, kind: 'Fold', parentId, entityId: null, fold },
  title: fold.basis === 'Contents' ? `${fold.nodeCount} more` : fold.label,
  ...{ icon: icons[fold.basis] ?? 'layers', color: null, acceptsEdges: false, isClosedAtFirst: false },
  ...{ hostId: null, hostTagIds: [], subnetTagIds: [], isVirtual: false, freshness: 'current' },
});

/** The number of elements in a collapsed fold, without the boxes around them. Open boxes are counted in the same way. */
export const elementsIn = ({ nodeCount, counts }: Pick<Fold, 'nodeCount' | 'counts'>): number =>
  counts.reduce((sum, { kind, count }) => (kind === 'Group' ? sum - count : sum), nodeCount);

/** Whether the service has folded the contents of the box, so that they are not part of the response. */
export const isFoldedUp = ({ fold }: Pick<Box, 'fold'>): boolean => fold !== null && !fold.isExpanded;
