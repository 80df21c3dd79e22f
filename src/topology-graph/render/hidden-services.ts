// What clients do with the filter on categories of services, done for pictures: hidden services are in no card and no box.
import type { Element, Graph } from '../graph';
import type { Lookup } from '../lookup';
import type { RequestOptions } from '../options';

/** The graph as it is, if the options hide no category of services in its view. */
export function withoutHiddenServices(graph: Graph, lookup: Lookup, { hideMetadataValues }: RequestOptions): Graph {
  const categories = hideMetadataValues[graph.view]?.Service?.Category ?? [];
  if (categories.length === 0) return graph;
  const isHidden = (serviceId: string): boolean =>
    categories.includes(lookup.services.get(serviceId)?.software.category ?? '');
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
  return { ...graph, nodes, edges: graph.edges.filter(({ source, target }) => ids.has(source) && ids.has(target)) };
}
