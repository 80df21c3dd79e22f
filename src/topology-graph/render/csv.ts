// A graph's edges as CSV: one line for each, with the names of both ends.
import { csvHeader, csvLines } from '../../csv';
import { edgeLines, labelOf, namesOf, type Renderer } from './picture';

const columns = [
  ...['id', 'type', 'source_id', 'source_name', 'target_id', 'target_name', 'label'],
  ...['is_directed', 'is_multi_hop'],
].map((name) => [name]);

export const renderCsv: Renderer = (graph, lookup) => {
  const names = namesOf(graph, lookup);
  const rows = graph.edges.map((edge) => ({
    id: edge.id,
    type: edge.edgeType,
    source_id: edge.source,
    source_name: names.get(edge.source),
    target_id: edge.target,
    target_name: names.get(edge.target),
    label: labelOf(edge),
    is_directed: edgeLines[edge.edgeType].isArrow,
    is_multi_hop: edge.isMultiHop,
  }));
  return csvHeader(columns) + csvLines(columns, rows);
};
