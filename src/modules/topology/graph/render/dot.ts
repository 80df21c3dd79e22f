// Exports a graph in Graphviz DOT: a cluster per box, a node per element.
import type { Edge } from '../graph';
import { buildBoxes, edgeLines, edgeLabel, elementLines, plain, type Box, type Renderer } from './picture';

export const renderDot: Renderer = (graph, lookup) => {
  const boxIds = new Set(graph.nodes.flatMap(({ nodeType, id }) => (nodeType === 'Container' ? [id] : [])));
  const ends = new Set(graph.edges.flatMap(({ source, target }) => [source, target]));
  const boxLines = ({ box, title, boxes, elements }: Box, indent: string): string[] => {
    // Graphviz draws no empty clusters, and its edges cannot end at clusters. So empty clusters, and clusters at which
    // edges end, get an invisible point.
    const needsPoint = ends.has(box.id) || (elements.length === 0 && boxes.length === 0);
    return [
      `${indent}subgraph ${quote(clusterOf(box.id))} {`,
      `${indent}  label=${text(title)};`,
      ...(needsPoint ? [`${indent}  ${quote(box.id)} [shape=point, style=invis];`] : []),
      ...elements.map(
        (element) => `${indent}  ${quote(element.id)} [label=${text(...elementLines(element, lookup))}];`,
      ),
      ...boxes.flatMap((inner) => boxLines(inner, `${indent}  `)),
      `${indent}}`,
    ];
  };
  const edgeLine = (edge: Edge): string => {
    const { isArrow, isDotted } = edgeLines[edge.edgeType];
    const label = edgeLabel(edge);
    const attributes = [
      ...(label === '' ? [] : [`label=${text(label)}`]),
      ...(isArrow ? [] : ['dir=none']),
      ...(isDotted ? ['style=dashed'] : []),
      ...(boxIds.has(edge.source) ? [`ltail=${quote(clusterOf(edge.source))}`] : []),
      ...(boxIds.has(edge.target) ? [`lhead=${quote(clusterOf(edge.target))}`] : []),
    ];
    const list = attributes.length > 0 ? ` [${attributes.join(', ')}]` : '';
    return `  ${quote(edge.source)} -> ${quote(edge.target)}${list};`;
  };
  return [
    `digraph ${quote(graph.view)} {`,
    '  compound=true;',
    '  node [shape=box];',
    ...buildBoxes(graph, lookup).flatMap((box) => boxLines(box, '  ')),
    ...graph.edges.map(edgeLine),
    '}',
    '',
  ].join('\n');
};

const clusterOf = (id: string): string => `cluster_${id}`;
const quote = (id: string): string => `"${id}"`;

/**
 * Quotes and escapes a label of several lines. In quoted strings, quotes must be escaped; in labels, backslashes and
 * HTML entities are interpreted too.
 */
const text = (...lines: string[]): string =>
  `"${lines.map((line) => plain(line).replace(/\\/g, '\\\\').replace(/&/g, '&amp;').replace(/"/g, '\\"')).join('\\n')}"`;
