// Applies the filter on service categories to images: removes hidden services from elements, and elements that are
// hidden services.
import type { Element, Graph } from '../graph';
import type { Lookup } from '../lookup';
import type { RequestOptions } from '../options';

export interface ShownGraph {
  readonly graph: Graph;
  /** Number of services that were removed from the graph. */
  readonly hiddenServices: number;
}

/** The graph without hidden services; the same object if the options hide no category in this view. */
export function withoutHiddenServices(
  graph: Graph,
  lookup: Lookup,
  { hideMetadataValues }: Pick<RequestOptions, 'hideMetadataValues'>,
): ShownGraph {
  const categories = new Set(hideMetadataValues[graph.view]?.Service?.Category);
  const hiddenIds = new Set<string>();
  const isHidden = (serviceId: string): boolean => {
    const isOne = categories.has(lookup.services.get(serviceId)?.software.category ?? '');
    if (isOne) hiddenIds.add(serviceId);
    return isOne;
  };
  const shownPart = (element: Element): Element => ({
    ...element,
    inlineGroups: element.inlineGroups.filter(
      ({ entityId, entityType, groupId }) => !isHidden(entityType === 'Port' ? groupId : entityId),
    ),
  });
  const nodes = graph.nodes
    .filter((node) => !(node.nodeType === 'Element' && node.elementType === 'Service' && isHidden(node.id)))
    .map((node) => (node.nodeType === 'Element' ? shownPart(node) : node));
  const ids = new Set(nodes.map(({ id }) => id));
  const edges = graph.edges.filter(({ source, target }) => ids.has(source) && ids.has(target));
  return { graph: hiddenIds.size === 0 ? graph : { ...graph, nodes, edges }, hiddenServices: hiddenIds.size };
}
