// Applies display options on the server, for clients that draw a graph as received: hides edge types, hides rows with
// certain tags, and bundles edges.
import type { Container, Edge, Element, Graph } from './graph';
import type { Lookup } from './lookup';
import type { EdgeType } from './options';
import { byText } from './order';
import { hidingTags, type TagFilter } from './tag-filter';

export interface DisplayOptions {
  readonly bundleEdges: boolean;
  readonly hideEdgeTypes: readonly EdgeType[];
  readonly tagFilter: TagFilter;
}

/**
 * The graph without edge types, hosts, subnets and services that the display options hide, and with bundled edges if
 * `bundleEdges` is set.
 */
export function displayGraph(graph: Graph, lookup: Lookup, options: DisplayOptions): Graph {
  const nodes = withoutHiddenTags(graph, lookup, options.tagFilter);
  const ids = new Set(nodes.map(({ id }) => id));
  const shownEdges = graph.edges.filter(
    ({ edgeType, source, target }) => !options.hideEdgeTypes.includes(edgeType) && ids.has(source) && ids.has(target),
  );
  return {
    ...graph,
    nodes,
    edges: options.bundleEdges ? bundleEdges(shownEdges, { nodes, edges: shownEdges }) : shownEdges,
  };
}

/**
 * The nodes that remain if the options hide certain tags: a tagged host or subnet is hidden with everything in its box,
 * a tagged service in each element that lists it. The containers of a hidden container runtime remain.
 */
function withoutHiddenTags(graph: Graph, lookup: Lookup, tagFilter: TagFilter): Graph['nodes'] {
  const tags = hidingTags(graph.nodes, lookup, tagFilter);
  const containers = graph.nodes.filter((node): node is Container => node.nodeType === 'Container');
  const all = graph.nodes.filter((node): node is Element => node.nodeType === 'Element');
  const parentOf = new Map(containers.map(({ id, parentContainerId }) => [id, parentContainerId]));
  const goneRuntimes = new Set(containers.flatMap((box) => (tags.ofRuntime(box) === undefined ? [] : [box.id])));
  const elements = all
    .filter((element) => tags.ofElement(element) === undefined)
    .map((element) => ({
      ...element,
      containerId: goneRuntimes.has(element.containerId) ? parentOf.get(element.containerId)! : element.containerId,
      inlineGroups: element.inlineGroups.filter((row) => tags.ofRow(row) === undefined),
    }));
  const usedContainers = new Set(
    elements.flatMap(({ containerId }) => [containerId, parentOf.get(containerId) ?? containerId]),
  );
  // Several container bridges may share one box. If the subnet of the box is hidden, the box remains as long as it
  // contains addresses of another bridge.
  const isShownBox = (box: Container): boolean => {
    if (goneRuntimes.has(box.id) || tags.ofMachine(box.id) !== undefined) return false;
    const mayBeEmpty = box.elementRuleId === null && tags.ofSubnet(box) === undefined;
    return mayBeEmpty || usedContainers.has(box.id);
  };
  return [...containers.filter(isShownBox), ...elements];
}

/**
 * Replaces parallel edges by the first of them in the order of the graph. Edges are parallel if they have the same
 * type, connect the same two boxes, and have equal relation keys or none. If some of them lead in the opposite
 * direction, the edge that replaces them has no arrow.
 */
export function bundleEdges(edges: readonly Edge[], graph: Pick<Graph, 'nodes' | 'edges'>): Edge[] {
  const boxOf = new Map(graph.nodes.map((node) => [node.id, node.nodeType === 'Element' ? node.containerId : node.id]));
  const endsOf = ({ source, target }: Edge) => [boxOf.get(source)!, boxOf.get(target)!] as const;
  const bundleOf = (edge: Edge): string => {
    const ends = endsOf(edge);
    // Edges between elements in the same box are not bundled, because a single edge cannot stand for all pairs of
    // elements.
    if (ends[0] === ends[1]) return edge.id;
    return `${edge.edgeType} ${[...ends].sort(byText).join(' ')} ${edge.relationKey ?? ''}`;
  };
  const bundles = new Map<string, Edge>();
  for (const edge of graph.edges) {
    const bundle = bundleOf(edge);
    const first = bundles.get(bundle) ?? edge;
    bundles.set(bundle, endsOf(first)[0] === endsOf(edge)[0] ? first : withoutArrow(first));
  }
  const edgeBundles = new Set(edges.map(bundleOf));
  return [...bundles].flatMap(([bundle, edge]) => (edgeBundles.has(bundle) ? edge : []));
}

const withoutArrow = (edge: Edge): Edge =>
  edge.appearance.showDirectionality
    ? { ...edge, appearance: { ...edge.appearance, showDirectionality: false } }
    : edge;
