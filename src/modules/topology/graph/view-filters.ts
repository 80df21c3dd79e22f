// Applies the filters of a saved view to a graph: edge types, service categories, machines, and tags.
import { bundleEdges, displayGraph, type DisplayOptions } from './display';
import { edgeAppearances } from './edge-appearances';
import type { FoldedGraph } from './folding/detail';
import type { Graph, Node } from './graph';
import type { Lookup } from './lookup';
import { edgeTypes, type EdgeType, type RequestOptions, type View } from './options';
import { withoutHiddenServices } from './render/hidden-services';

/** Filters as a saved view stores them. If a filter is missing or null, the topology's options apply. */
export interface ChosenFilters {
  readonly edgeTypes?: readonly string[] | null;
  readonly hiddenCategories?: readonly string[] | null;
  readonly hiddenMachines?: readonly string[] | null;
  readonly hiddenTagIds?: readonly string[] | null;
}
export interface ViewFilters extends DisplayOptions {
  readonly hiddenCategories: readonly string[];
  readonly hiddenMachines: readonly string[];
}

/**
 * The filters that apply to a view. Filters that the saved view does not set are taken from the options of the
 * topology.
 */
export function mergeFilters(
  chosenFilters: ChosenFilters,
  view: View,
  { local, request }: { readonly local: DisplayOptions; readonly request: Pick<RequestOptions, 'hideMetadataValues'> },
): ViewFilters {
  const savedValues = (filter: string): string[] =>
    Object.values(request.hideMetadataValues[view] ?? {}).flatMap((filters) => filters[filter] ?? []);
  const isHidden = (type: EdgeType): boolean =>
    chosenFilters.edgeTypes
      ? !chosenFilters.edgeTypes.includes(type)
      : local.hideEdgeTypes.includes(type) || edgeAppearances[view][type]?.defaultVisibility !== 'Visible';
  const tags = chosenFilters.hiddenTagIds;
  return {
    bundleEdges: local.bundleEdges,
    hideEdgeTypes: edgeTypes.filter(isHidden),
    tagFilter: tags ? { hiddenHostTagIds: tags, hiddenServiceTagIds: tags, hiddenSubnetTagIds: tags } : local.tagFilter,
    hiddenCategories: chosenFilters.hiddenCategories ?? savedValues('Category'),
    hiddenMachines: chosenFilters.hiddenMachines ?? savedValues('Virtualization'),
  };
}

/** The graph without the nodes and edges that the filters hide, and without boxes that become empty. */
export function filterGraph(graph: Graph, lookup: Lookup, filters: ViewFilters): Graph {
  const filteredGraph = withoutHidden(graph, lookup, filters);
  return filters.bundleEdges
    ? { ...filteredGraph, edges: bundleEdges(filteredGraph.edges, filteredGraph) }
    : filteredGraph;
}

/**
 * Applies filters to a folded graph. A fold is removed if the box around it is hidden, or if it is expanded and all of
 * its nodes are hidden.
 */
export function filterFolded(
  foldedGraph: FoldedGraph,
  whole: Graph,
  lookup: Lookup,
  filters: ViewFilters,
): FoldedGraph {
  const filteredGraph = withoutHidden(whole, lookup, filters);
  const nodeOf = new Map<string, Node>(filteredGraph.nodes.map((node) => [node.id, node]));
  const edgeIds = new Set(filteredGraph.edges.map(({ id }) => id));
  const nodes = foldedGraph.nodes.flatMap(({ id }) => nodeOf.get(id) ?? []);
  const edges = foldedGraph.edges.filter(({ id }) => edgeIds.has(id));
  const inSight = foldedGraph.folds
    .filter(({ containerId }) => containerId === null || nodeOf.has(containerId))
    .map((fold) => ({ ...fold, memberIds: fold.memberIds.filter((id) => nodeOf.has(id)) }));
  const filledFolds = new Set<string>();
  // A fold is kept if a fold inside it is kept. In the list, inner folds come after outer folds, so the loop goes
  // backwards.
  for (const { id, isExpanded, memberIds, parentFoldId } of inSight.toReversed())
    if (!isExpanded || memberIds.length > 0 || filledFolds.has(id)) {
      filledFolds.add(id);
      if (parentFoldId !== null) filledFolds.add(parentFoldId);
    }
  const emptyFolds = new Set(foldedGraph.folds.flatMap(({ id }) => (filledFolds.has(id) ? [] : [id])));
  const ends = new Set([...nodeOf.keys(), ...filledFolds]);
  return {
    nodes,
    edges: filters.bundleEdges ? bundleEdges(edges, { nodes, edges }) : edges,
    folds: inSight.filter(({ id }) => filledFolds.has(id)),
    foldedEdges: foldedGraph.foldedEdges.flatMap((edge) => {
      const kinds = edge.kinds.filter(({ edgeType }) => !filters.hideEdgeTypes.includes(edgeType));
      if (kinds.length === 0 || !ends.has(edge.source) || !ends.has(edge.target)) return [];
      return [{ ...edge, kinds, count: kinds.reduce((sum, { count }) => sum + count, 0) }];
    }),
    foldedIn: (id) => {
      const around = foldedGraph.foldedIn(id);
      return around.some((fold) => emptyFolds.has(fold)) ? [] : around;
    },
  };
}

/** The graph without the nodes and edges that the filters hide. Edges are not bundled. */
function withoutHidden(graph: Graph, lookup: Lookup, filters: ViewFilters): Graph {
  const categories = { Service: { Category: [...filters.hiddenCategories] } };
  const { graph: servedGraph } = withoutHiddenServices(graph, lookup, {
    hideMetadataValues: { [graph.view]: categories },
  });
  const nodes = withoutMachines(servedGraph.nodes, lookup, filters.hiddenMachines);
  const displayedGraph = displayGraph({ ...servedGraph, nodes }, lookup, { ...filters, bundleEdges: false });
  const keptNodes = withoutEmptied(graph.nodes, displayedGraph.nodes);
  const ids = new Set(keptNodes.map(({ id }) => id));
  return {
    ...displayedGraph,
    nodes: keptNodes,
    edges: displayedGraph.edges.filter(({ source, target }) => ids.has(source) && ids.has(target)),
  };
}

function withoutMachines(nodes: readonly Node[], lookup: Lookup, hiddenIds: readonly string[]): Node[] {
  if (hiddenIds.length === 0) return [...nodes];
  const isHidden = (hostId: string | null): boolean => {
    const host = lookup.hosts.get(hostId ?? '');
    return host !== undefined && hiddenIds.includes(host.isVirtual ? 'Virtualized' : 'BareMetal');
  };
  const removedIds = new Set<string>();
  return nodes.filter((node) => {
    if (node.nodeType === 'Element') return !removedIds.has(node.containerId) && !isHidden(node.hostId);
    const isGone =
      removedIds.has(node.parentContainerId ?? '') || (node.containerType === 'Host' && isHidden(node.entityId));
    if (isGone) removedIds.add(node.id);
    return !isGone;
  });
}

/**
 * Removes boxes that the filters emptied. A box that was empty before the filters stays, because it represents a row.
 */
function withoutEmptied(before: readonly Node[], after: readonly Node[]): Node[] {
  const [filledBefore, filledNow] = [filledBoxes(before), filledBoxes(after)];
  return after.filter(({ id, nodeType }) => nodeType === 'Element' || filledNow.has(id) || !filledBefore.has(id));
}

/** Ids of boxes that contain an element, directly or in a nested box. */
function filledBoxes(nodes: readonly Node[]): ReadonlySet<string> {
  const filledIds = new Set<string>();
  // A box contains an element if a box inside it does. In the list, inner boxes come after outer boxes, so the loop
  // goes backwards.
  for (const node of nodes.toReversed()) {
    if (node.nodeType === 'Element') filledIds.add(node.containerId);
    else if (filledIds.has(node.id) && node.parentContainerId !== null) filledIds.add(node.parentContainerId);
  }
  return filledIds;
}
