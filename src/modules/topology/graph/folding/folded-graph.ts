// Builds the folded graph of a view for the folds that a request expands, and counts the hidden nodes and edges.
import { derivedId } from '../../../../platform/text/derived-id';
import type { Edge, Graph, Node } from '../graph';
import { groupRows, type Lookup } from '../lookup';
import type { EdgeType } from '../options';
import { byText } from '../order';
import { portStateNames } from '../vocabulary';
import { namedNodes, type NamedNodes } from '../questions/named-nodes';
import type { PlannedFold } from './arrange';
import type { Detail, Fold, FoldedEdge, FoldedGraph } from './detail';
import { kindOfNode, type FoldedKind } from './kinds';
import { once } from './machine-facts';
import type { Plan } from './plan';

/** A planned fold with its position among all folds of the view. */
export interface PlacedFold {
  /** Index among all folds of the view. */
  readonly index: number;
  readonly plannedFold: PlannedFold;
  /** The fold around this fold. For the contents of a box, the fold around the box. */
  readonly parent: PlacedFold | undefined;
  readonly depth: number;
  /** Id of the box, if this fold is the contents of a box; otherwise undefined. */
  readonly boxId: string | undefined;
  readonly nodeIds: string[];
  readonly inside: PlacedFold[];
}

/** The plan of a view: its folds, and the fold that contains each node. */
export interface FoldTree {
  readonly graph: Graph;
  readonly lookup: Lookup;
  /** All folds, each after the fold that contains it. */
  readonly folds: readonly PlacedFold[];
  readonly foldOf: ReadonlyMap<string, PlacedFold>;
  /** All folds by id. Computed at the first call. */
  readonly byId: () => ReadonlyMap<string, PlacedFold>;
  readonly nodes: () => ReadonlyMap<string, Node>;
  readonly kindOf: (hostId: string) => FoldedKind;
  readonly namedNodes: () => NamedNodes;
}

export function growTree(graph: Graph, lookup: Lookup, { members, contents, facts }: Plan): FoldTree {
  const folds: PlacedFold[] = [];
  const foldOf = new Map<string, PlacedFold>();
  const place = (plannedFold: PlannedFold, parent: PlacedFold | undefined, boxId?: string): PlacedFold => {
    const [index, depth] = [folds.length, parent ? parent.depth + 1 : 0];
    const placedFold = { index, plannedFold, parent, depth, boxId, nodeIds: [], inside: [] };
    folds.push(placedFold);
    parent?.inside.push(placedFold);
    addMembers(plannedFold.members, placedFold);
    return placedFold;
  };
  const addMembers = (inside: Plan['members'], fold: PlacedFold | undefined): void => {
    for (const member of inside) {
      if (typeof member !== 'string') place(member, fold);
      else {
        if (fold) foldOf.set(member, fold);
        fold?.nodeIds.push(member);
        const content = contents.get(member);
        if (content) place(content, fold, member);
      }
    }
  };
  addMembers(members, undefined);
  return {
    ...{ graph, lookup, folds, foldOf, kindOf: facts.kindOf },
    byId: once(() => new Map(folds.map((fold) => [fold.plannedFold.id, fold]))),
    nodes: once(() => new Map(graph.nodes.map((node) => [node.id, node]))),
    namedNodes: once(() => namedNodes(graph)),
  };
}

/** The part of a view that a request shows: which folds are expanded, and which nodes collapsed folds hide. */
export interface Cut {
  readonly open: ReadonlySet<PlacedFold>;
  /** The outermost collapsed fold among this fold and the folds around it; undefined if all of them are expanded. */
  readonly closedAround: (fold: PlacedFold) => PlacedFold | undefined;
  /** The outermost collapsed fold that hides a node; undefined if the node is visible. */
  readonly closedOver: (nodeId: string) => PlacedFold | undefined;
}

export function cutTree(tree: FoldTree, detail: Omit<Detail, 'groupBy'>): Cut {
  const open = openedBy(tree, detail);
  const foldsNamed = (ids: readonly string[]) => ids.flatMap((id) => tree.byId().get(id) ?? []);
  for (const fold of foldsNamed(detail.collapsed)) open.delete(fold);
  for (const fold of foldsNamed(detail.expanded)) open.add(fold);
  const revealedFolds = revealedBy(tree, detail.reveal);
  const closedFolds: (PlacedFold | undefined)[] = [];
  for (const fold of tree.folds) {
    // If `detail.reveal` makes a box visible inside a collapsed fold, the contents of the box are not hidden by that
    // fold.
    const isOut = fold.boxId !== undefined && revealedFolds.has(fold.boxId);
    const around = fold.parent && !isOut ? closedFolds[fold.parent.index] : undefined;
    closedFolds.push(around ?? (open.has(fold) ? undefined : fold));
  }
  const closedAround = (fold: PlacedFold) => closedFolds[fold.index];
  const closedOver = (nodeId: string) => {
    const fold = tree.foldOf.get(nodeId);
    return fold && !revealedFolds.has(nodeId) ? closedFolds[fold.index] : undefined;
  };
  return { open, closedAround, closedOver };
}

/**
 * Order in which folds are expanded automatically: first folds of boxes, then the contents of boxes; outer folds before
 * the folds inside them.
 */
const rankOf = (fold: PlacedFold): number => (isOfContents(fold) ? contentsRank : 0) + fold.depth;
const contentsRank = 1000;
const isOfContents = ({ plannedFold }: PlacedFold): boolean => plannedFold.containerId !== null;

/**
 * By how much the number of drawn symbols grows if a fold is expanded. The symbol of the fold disappears, unless it is
 * a box.
 */
const gainOf = ({ nodeIds, inside, boxId }: PlacedFold): number =>
  nodeIds.length + inside.filter((fold) => fold.boxId === undefined).length - (boxId === undefined ? 1 : 0);

/**
 * Whether a fold may be expanded automatically. False for folds of machines without a known cable, because these
 * machines would outnumber the devices.
 */
const opensByItself = ({ plannedFold }: PlacedFold): boolean => plannedFold.basis !== 'LearnedEndpoints';

/**
 * The folds that are expanded automatically: level by level, as long as at most `limit` nodes and folds are visible.
 */
function openedBy(
  { graph, folds }: FoldTree,
  { limit, foldAbove }: Pick<Detail, 'limit' | 'foldAbove'>,
): Set<PlacedFold> {
  if (graph.nodes.length <= foldAbove) return new Set(folds.filter(opensByItself));
  const openFolds = new Set<PlacedFold>();
  const ranks = groupRows(folds, rankOf);
  let marks = graph.nodes.length - folds.reduce((sum, { nodeIds }) => sum + nodeIds.length, 0);
  marks += folds.filter(({ parent, boxId }) => !parent && boxId === undefined).length;
  for (const rank of [...ranks.keys()].sort((a, b) => a - b)) {
    // The physical view shows the ports of a device only on request, so folds of ports are never expanded
    // automatically.
    if (rank >= contentsRank && graph.view === 'L2Physical') break;
    const candidates = ranks
      .get(rank)!
      .filter((fold) => opensByItself(fold) && (!fold.parent || openFolds.has(fold.parent)));
    const gains = new Map(candidates.map((fold) => [fold, gainOf(fold)]));
    const all = [...gains.values()].reduce((sum, gain) => sum + gain, 0);
    const isRoom = marks + all <= limit;
    // If not all folds of a level fit, usually none is expanded. But a nearly empty picture (less than a sixth of
    // `limit`) is filled with the smaller folds of the level.
    if (!isRoom && marks >= limit / 6) break;
    const most = isRoom ? Infinity : Math.floor((limit - marks) / candidates.length);
    for (const [fold, gain] of gains) {
      if (gain > most) continue;
      openFolds.add(fold);
      marks += gain;
    }
  }
  return openFolds;
}

/**
 * The node with this id, or the nodes that show the row with this id. If a box and a node inside the box show the row,
 * only the box is returned.
 */
function outermost(tree: FoldTree, id: string): Node[] {
  const ownNode = tree.nodes().get(id);
  if (ownNode) return [ownNode];
  const matchingNodes = tree.namedNodes().named(id);
  const ids = new Set(matchingNodes.map((node) => node.id));
  return matchingNodes.filter((node) => !ids.has(boxAround(node) ?? ''));
}
const boxAround = (node: Node): string | null =>
  node.nodeType === 'Element' ? node.containerId : node.parentContainerId;

/** Ids of the nodes that show the rows or nodes with these ids, and of all boxes around these nodes. */
function revealedBy(tree: FoldTree, ids: readonly string[]): Set<string> {
  const revealedIds = new Set<string>();
  for (const id of ids)
    for (const node of outermost(tree, id))
      for (let at: string | null = node.id; at !== null; at = boxAround(tree.nodes().get(at)!)) revealedIds.add(at);
  return revealedIds;
}

export function drawCut(tree: FoldTree, cut: Cut): FoldedGraph {
  const { graph, lookup } = tree;
  const { closedOver } = cut;
  const edges: Edge[] = [];
  const tally = new Tally(tree, cut);
  const bundles = new Map<string, DirectedEdge[]>();
  for (const edge of graph.edges) {
    const [from, to] = [closedOver(edge.source), closedOver(edge.target)];
    if (!from && !to) edges.push(edge);
    const [source, target] = [shownNodeId(edge.source, from), shownNodeId(edge.target, to)];
    if (source === target) tally.hide(from ?? to!);
    else if (from ?? to) {
      const isReversed = byText(source, target) > 0;
      const key = isReversed ? `${target} ${source}` : `${source} ${target}`;
      const bundle = bundles.get(key);
      if (bundle) bundle.push({ edge, isReversed });
      else bundles.set(key, [{ edge, isReversed }]);
    }
    tally.addEdge(edge);
  }
  for (const node of graph.nodes) tally.addNode(node);
  return {
    nodes: graph.nodes.filter(({ id }) => !closedOver(id)),
    edges,
    folds: tally.folds(),
    foldedEdges: [...bundles]
      .map(([key, bundle]) => foldedEdge(key.split(' ') as [string, string], bundle, lookup))
      .sort((a, b) => byText(a.source, b.source) || byText(a.target, b.target)),
    foldedIn: (id) => foldedIn(tree, cut, id),
  };
}

/**
 * Id of the symbol that is drawn for a node: the node itself, the collapsed fold that hides it, or the box whose
 * contents are collapsed.
 */
export const shownNodeId = (nodeId: string, closedFold: PlacedFold | undefined): string =>
  closedFold ? (closedFold.boxId ?? closedFold.plannedFold.id) : nodeId;

export const foldedEdgeId = (source: string, target: string): string => derivedId('folded-edge', source, target);

/** Counts the nodes of each fold: those that a collapsed fold hides, or all nodes in an expanded fold. */
class Tally {
  /** Numbers of nodes by kind, for each fold. The array index is the `index` of the fold. */
  private readonly kinds: (Map<FoldedKind, number> | undefined)[] = [];
  private readonly edges: (number | undefined)[] = [];
  private readonly members: (string[] | undefined)[] = [];
  private readonly open: (readonly PlacedFold[] | undefined)[] = [];

  constructor(
    private readonly tree: FoldTree,
    private readonly cut: Cut,
  ) {}

  hide(fold: PlacedFold): void {
    this.edges[fold.index] = (this.edges[fold.index] ?? 0) + 1;
  }

  addNode(node: Node): void {
    const kind = kindOfNode(node, this.tree.kindOf);
    const closedFold = this.cut.closedOver(node.id);
    if (closedFold) this.count(closedFold, kind);
    let isInner = !closedFold;
    for (const fold of this.openAround(node.id)) {
      this.count(fold, kind);
      if (isInner) (this.members[fold.index] ??= []).push(node.id);
      isInner = false;
    }
  }

  addEdge({ source, target }: Edge): void {
    const around = this.openAround(target);
    if (around.length === 0) return;
    for (const fold of this.openAround(source)) if (around.includes(fold)) this.hide(fold);
  }

  /** The expanded and visible folds around a node, innermost first. */
  private openAround(nodeId: string): readonly PlacedFold[] {
    const fold = this.tree.foldOf.get(nodeId);
    return fold ? this.openFrom(fold) : [];
  }

  private openFrom(fold: PlacedFold): readonly PlacedFold[] {
    const isOpenFold = this.open[fold.index];
    if (isOpenFold) return isOpenFold;
    const outer = fold.parent ? this.openFrom(fold.parent) : [];
    return (this.open[fold.index] = this.cut.closedAround(fold) ? outer : [fold, ...outer]);
  }

  private count(fold: PlacedFold, kind: FoldedKind): void {
    const counts = (this.kinds[fold.index] ??= new Map<FoldedKind, number>());
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }

  folds(): Fold[] {
    return this.tree.folds.flatMap((fold): Fold | readonly never[] => {
      const kinds = this.kinds[fold.index];
      if (!kinds) return [];
      const { id, basis, label, reason, containerId, anchorIds } = fold.plannedFold;
      const counts = [...kinds].map(([kind, count]) => ({ kind, count }));
      return {
        ...{ id, basis, label, reason, containerId, anchorIds, depth: fold.depth },
        isExpanded: !this.cut.closedAround(fold),
        parentFoldId: fold.parent?.plannedFold.id ?? null,
        counts: counts.sort((a, b) => b.count - a.count || byText(a.kind, b.kind)),
        nodeCount: counts.reduce((sum, { count }) => sum + count, 0),
        edgeCount: this.edges[fold.index] ?? 0,
        memberIds: this.members[fold.index] ?? [],
      };
    });
  }
}

const states: readonly string[] = portStateNames;

/** An edge in a folded edge. `isReversed`: the edge leads from the target of the folded edge to its source. */
interface DirectedEdge {
  readonly edge: Edge;
  readonly isReversed: boolean;
}

function foldedEdge([source, target]: [string, string], edges: readonly DirectedEdge[], lookup: Lookup): FoldedEdge {
  const kinds = new Map<EdgeType, { readonly count: number; readonly reversedCount: number }>();
  let worst = -1;
  for (const {
    edge: { edgeType, payload },
    isReversed,
  } of edges) {
    const { count, reversedCount } = kinds.get(edgeType) ?? { count: 0, reversedCount: 0 };
    kinds.set(edgeType, { count: count + 1, reversedCount: reversedCount + (isReversed ? 1 : 0) });
    if (!('sourceEntityId' in payload)) continue;
    const far = 'targetEntityId' in payload ? payload.targetEntityId : payload.targetAggregateId;
    for (const id of [payload.sourceEntityId, far])
      worst = Math.max(worst, states.indexOf(lookup.interfaces.get(id ?? '')?.operStatus ?? ''));
  }
  return {
    ...{ id: foldedEdgeId(source, target), source, target, count: edges.length },
    kinds: [...kinds]
      .map(([edgeType, counts]) => ({ edgeType, ...counts }))
      .sort((a, b) => b.count - a.count || byText(a.edgeType, b.edgeType)),
    worstState: states[worst] ?? null,
  };
}

/** The collapsed folds that contain a node, outermost first. */
export function closedChain({ foldOf }: FoldTree, { closedOver }: Cut, nodeId: string): PlacedFold[] {
  const closedFold = closedOver(nodeId);
  if (!closedFold) return [];
  const chain = [closedFold];
  for (let fold = foldOf.get(nodeId)!; fold !== closedFold; fold = fold.parent!) chain.splice(1, 0, fold);
  return chain;
}

function foldedIn(tree: FoldTree, cut: Cut, id: string): readonly string[] {
  const chains = outermost(tree, id).map((node) =>
    closedChain(tree, cut, node.id).map(({ plannedFold }) => plannedFold.id),
  );
  const [first = [], ...others] = chains;
  // Several nodes in different folds may show the row. Only folds that contain all of these nodes are returned.
  let length = first.length;
  for (const chain of others) while (length > 0 && chain[length - 1] !== first[length - 1]) length -= 1;
  return first.slice(0, length);
}
