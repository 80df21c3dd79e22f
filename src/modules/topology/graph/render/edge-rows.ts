// A graph's edges as table rows, with the names of both ends.
import type { Graph } from '../graph';
import type { Lookup } from '../lookup';
import { edgeLines, edgeLabel, nodeNames } from './picture';

/** Column names of the edge table, in order. */
export const edgeColumns = [
  ...['id', 'type', 'source_id', 'source_name', 'target_id', 'target_name', 'label'],
  ...['is_directed', 'is_multi_hop'],
];

/** One table row for each edge, with a value for each of `edgeColumns`, in the order of the graph. */
export function edgeRows(graph: Graph, lookup: Lookup): object[] {
  const names = nodeNames(graph, lookup);
  return graph.edges.map((edge) => ({
    id: edge.id,
    type: edge.edgeType,
    source_id: edge.source,
    source_name: names.get(edge.source),
    target_id: edge.target,
    target_name: names.get(edge.target),
    label: edgeLabel(edge),
    is_directed: edgeLines[edge.edgeType].isArrow,
    is_multi_hop: edge.isMultiHop,
  }));
}
