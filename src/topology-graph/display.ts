// What a client would do with the display options, done here for clients that do not draw themselves.
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

/** The graph without hidden edge types and what hidden tags hide, and with parallel edges between two boxes as one. */
export function displayGraph(graph: Graph, lookup: Lookup, options: DisplayOptions): Graph {
  const nodes = withoutHiddenTags(graph, lookup, options.tagFilter);
  const ids = new Set(nodes.map(({ id }) => id));
  const shown = graph.edges.filter(
    ({ edgeType, source, target }) => !options.hideEdgeTypes.includes(edgeType) && ids.has(source) && ids.has(target),
  );
  return { ...graph, nodes, edges: options.bundleEdges ? bundle(shown, nodes) : shown };
}

/** Hidden hosts and subnets go with what is in their boxes; a hidden service leaves the cards, and what runs in it stays. */
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
  const used = new Set(elements.flatMap(({ containerId }) => [containerId, parentOf.get(containerId) ?? containerId]));
  // Merged bridges are one box under the first of them: the box stays as long as it holds addresses of another.
  const isShownBox = (box: Container): boolean => {
    if (goneRuntimes.has(box.id) || tags.ofMachine(box.id) !== undefined) return false;
    const mayBeEmpty = box.elementRuleId === null && tags.ofSubnet(box) === undefined;
    return mayBeEmpty || used.has(box.id);
  };
  return [...containers.filter(isShownBox), ...elements];
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
