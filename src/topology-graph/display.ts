// What a client would do with the display options, done here for clients that do not draw themselves.
import type { Container, Edge, Element, Graph } from './graph';
import type { Lookup } from './lookup';
import type { EdgeType } from './options';
import { byText } from './order';

export interface DisplayOptions {
  readonly bundleEdges: boolean;
  readonly hideEdgeTypes: readonly EdgeType[];
  readonly tagFilter: {
    readonly hiddenHostTagIds: readonly string[];
    readonly hiddenServiceTagIds: readonly string[];
    readonly hiddenSubnetTagIds: readonly string[];
  };
}

/** The graph without hidden edge types and what hidden tags hide, and with parallel edges between two boxes as one. */
export function displayGraph(graph: Graph, lookup: Lookup, options: DisplayOptions): Graph {
  const nodes = withoutHiddenTags(graph, lookup, options.tagFilter);
  const ids = new Set(nodes.map(({ id }) => id));
  const shown = graph.edges.filter(
    ({ edgeType, source, target }) => !options.hideEdgeTypes.includes(edgeType) && ids.has(source) && ids.has(target),
  );
  return { ...graph, nodes, edges: options.bundleEdges ? bundle(shown, nodes) : shown };
}

const hasAny = (tagIds: readonly string[] | undefined, hidden: readonly string[]): boolean =>
  tagIds?.some((id) => hidden.includes(id)) ?? false;

function withoutHiddenTags({ nodes }: Graph, lookup: Lookup, tagFilter: DisplayOptions['tagFilter']): Graph['nodes'] {
  const { hiddenHostTagIds, hiddenServiceTagIds, hiddenSubnetTagIds } = tagFilter;
  const isHiddenHost = (id: string) => hasAny(lookup.hosts.get(id)?.tagIds, hiddenHostTagIds);
  const isHiddenService = (id: string) => hasAny(lookup.services.get(id)?.tagIds, hiddenServiceTagIds);
  const isHiddenSubnet = (id: string) => hasAny(lookup.subnets.get(id)?.tagIds, hiddenSubnetTagIds);
  const isShownBox = ({ containerType, entityId }: Container): boolean =>
    entityId === null ||
    !(
      (containerType === 'Host' && isHiddenHost(entityId)) ||
      (containerType === 'Subnet' && isHiddenSubnet(entityId)) ||
      ((containerType === 'Hypervisor' || containerType === 'ContainerRuntime') && isHiddenService(entityId))
    );
  const isShownElement = (element: Element): boolean =>
    !isHiddenHost(element.hostId) &&
    !(element.elementType === 'Service' && isHiddenService(element.id)) &&
    !(element.elementType === 'IPAddress' && isHiddenSubnet(element.subnetId));
  const boxes = nodes.filter((node): node is Container => node.nodeType === 'Container' && isShownBox(node));
  const boxIds = new Set(boxes.map(({ id }) => id));
  const isInside = (id: string | null) => id === null || boxIds.has(id);
  const kept = boxes.filter(({ parentContainerId }) => isInside(parentContainerId));
  const keptIds = new Set(kept.map(({ id }) => id));
  const elements = nodes
    .filter((node): node is Element => node.nodeType === 'Element' && keptIds.has(node.containerId))
    .filter(isShownElement)
    .map((element) => ({
      ...element,
      inlineGroups: element.inlineGroups.filter(
        ({ entityId, entityType }) => !(entityType === 'Service' && isHiddenService(entityId)),
      ),
    }));
  return [...kept, ...elements];
}

/** Of the edges between the same two boxes whose keys are equal or absent, the first stands for all. */
function bundle(edges: readonly Edge[], nodes: Graph['nodes']): Edge[] {
  const boxOf = new Map(nodes.map((node) => [node.id, node.nodeType === 'Element' ? node.containerId : node.id]));
  const bundles = new Map<string, Edge>();
  for (const edge of edges) {
    const ends = [boxOf.get(edge.source)!, boxOf.get(edge.target)!].sort(byText);
    // Inside one box there is nothing to bundle: its edges would all become one.
    const key = ends[0] === ends[1] ? edge.id : `${edge.edgeType} ${ends.join(' ')} ${edge.relationKey ?? ''}`;
    if (!bundles.has(key)) bundles.set(key, edge);
  }
  return [...bundles.values()];
}
