// What a saved view leaves out of a graph: kinds of edges, categories of services, machines and what carries a tag.
import { bundled, displayGraph, type DisplayOptions } from './display';
import { edgeAppearances } from './edge-appearances';
import type { FoldedGraph } from './folding/detail';
import type { Graph, Node } from './graph';
import type { Lookup } from './lookup';
import { edgeTypes, type EdgeType, type RequestOptions, type View } from './options';
import { withoutHiddenServices } from './render/hidden-services';

/** As a saved view has them; what is missing or null is as in the options of the topology. */
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

/** What is chosen, and what the options of the topology say of the rest. */
export function filtersOf(
  chosen: ChosenFilters,
  view: View,
  { local, request }: { readonly local: DisplayOptions; readonly request: Pick<RequestOptions, 'hideMetadataValues'> },
): ViewFilters {
  const savedValues = (filter: string): string[] =>
    Object.values(request.hideMetadataValues[view] ?? {}).flatMap((filters) => filters[filter] ?? []);
  const isHidden = (type: EdgeType): boolean =>
    chosen.edgeTypes
      ? !chosen.edgeTypes.includes(type)
      : local.hideEdgeTypes.includes(type) || edgeAppearances[view][type]?.defaultVisibility !== 'Visible';
  const tags = chosen.hiddenTagIds;
  return {
    bundleEdges: local.bundleEdges,
    hideEdgeTypes: edgeTypes.filter(isHidden),
    tagFilter: tags ? { hiddenHostTagIds: tags, hiddenServiceTagIds: tags, hiddenSubnetTagIds: tags } : local.tagFilter,
    hiddenCategories: chosen.hiddenCategories ?? savedValues('Category'),
    hiddenMachines: chosen.hiddenMachines ?? savedValues('Virtualization'),
  };
}

/** The graph without what the filters hide, and without boxes that they leave empty. */
export function filterGraph(graph: Graph, lookup: Lookup, filters: ViewFilters): Graph {
  const shown = withoutHidden(graph, lookup, filters);
  return filters.bundleEdges ? { ...shown, edges: bundled(shown.edges, shown) } : shown;
}

/** The same of a graph that is folded: folds stay as they are, but for those in boxes that are gone. */
export function filterFolded(folded: FoldedGraph, whole: Graph, lookup: Lookup, filters: ViewFilters): FoldedGraph {
  const left = withoutHidden(whole, lookup, filters);
  const nodeOf = new Map<string, Node>(left.nodes.map((node) => [node.id, node]));
  const edgeIds = new Set(left.edges.map(({ id }) => id));
  const nodes = folded.nodes.flatMap(({ id }) => nodeOf.get(id) ?? []);
  const edges = folded.edges.filter(({ id }) => edgeIds.has(id));
  const inSight = folded.folds
    .filter(({ containerId }) => containerId === null || nodeOf.has(containerId))
    .map((fold) => ({ ...fold, memberIds: fold.memberIds.filter((id) => nodeOf.has(id)) }));
  const filled = new Set<string>();
  // Outer ones come first.
  for (const { id, isExpanded, memberIds, parentFoldId } of inSight.toReversed())
    if (!isExpanded || memberIds.length > 0 || filled.has(id)) {
      filled.add(id);
      if (parentFoldId !== null) filled.add(parentFoldId);
    }
  const gone = new Set(folded.folds.flatMap(({ id }) => (filled.has(id) ? [] : [id])));
  const ends = new Set([...nodeOf.keys(), ...filled]);
  return {
    nodes,
    edges: filters.bundleEdges ? bundled(edges, { nodes, edges }) : edges,
    folds: inSight.filter(({ id }) => filled.has(id)),
    foldedEdges: folded.foldedEdges.flatMap((edge) => {
      const kinds = edge.kinds.filter(({ edgeType }) => !filters.hideEdgeTypes.includes(edgeType));
      if (kinds.length === 0 || !ends.has(edge.source) || !ends.has(edge.target)) return [];
      return [{ ...edge, kinds, count: kinds.reduce((sum, { count }) => sum + count, 0) }];
    }),
    foldedIn: (id) => {
      const around = folded.foldedIn(id);
      return around.some((fold) => gone.has(fold)) ? [] : around;
    },
  };
}

/** All that is left, edge by edge. */
function withoutHidden(graph: Graph, lookup: Lookup, filters: ViewFilters): Graph {
  const categories = { Service: { Category: [...filters.hiddenCategories] } };
  const { graph: served } = withoutHiddenServices(graph, lookup, { hideMetadataValues: { [graph.view]: categories } });
  const nodes = withoutMachines(served.nodes, lookup, filters.hiddenMachines);
  const shown = displayGraph({ ...served, nodes }, lookup, { ...filters, bundleEdges: false });
  const kept = withoutEmptied(graph.nodes, shown.nodes);
  const ids = new Set(kept.map(({ id }) => id));
  return {
    ...shown,
    nodes: kept,
    edges: shown.edges.filter(({ source, target }) => ids.has(source) && ids.has(target)),
  };
}

function withoutMachines(nodes: readonly Node[], lookup: Lookup, hidden: readonly string[]): Node[] {
  if (hidden.length === 0) return [...nodes];
  const isHidden = (hostId: string | null): boolean => {
    const host = lookup.hosts.get(hostId ?? '');
    return host !== undefined && hidden.includes(host.isVirtual ? 'Virtualized' : 'BareMetal');
  };
  const gone = new Set<string>();
  return nodes.filter((node) => {
    if (node.nodeType === 'Element') return !gone.has(node.containerId) && !isHidden(node.hostId);
    const isGone = gone.has(node.parentContainerId ?? '') || (node.containerType === 'Host' && isHidden(node.entityId));
    if (isGone) gone.add(node.id);
    return !isGone;
  });
}

/** A box that was never filled stands for its own row; one that the filters emptied says nothing any more. */
function withoutEmptied(before: readonly Node[], after: readonly Node[]): Node[] {
  const [filledBefore, filledNow] = [filledBoxes(before), filledBoxes(after)];
  return after.filter(({ id, nodeType }) => nodeType === 'Element' || filledNow.has(id) || !filledBefore.has(id));
}

/** Boxes with an element in them, at any depth. */
function filledBoxes(nodes: readonly Node[]): ReadonlySet<string> {
  const filled = new Set<string>();
  // A box comes before its contents.
  for (const node of nodes.toReversed()) {
    if (node.nodeType === 'Element') filled.add(node.containerId);
    else if (filled.has(node.id) && node.parentContainerId !== null) filled.add(node.parentContainerId);
  }
  return filled;
}
