// Exports a graph as a Mermaid flowchart: a subgraph per box, a node per element.
import type { Graph } from '../graph';
import { derivedId } from '../../../../platform/text/derived-id';
import { buildBoxes, edgeLines, edgeLabel, elementLines, plain, type Box, type Renderer } from './picture';

export const renderMermaid: Renderer = (graph, lookup) => {
  const ids = shortIds(graph);
  const quoteLines = (...lines: string[]) => `"${lines.map(escapeText).join('<br/>') || ' '}"`;
  const boxLines = ({ box, title, boxes, elements }: Box, indent: string): string[] => [
    `${indent}subgraph ${ids.get(box.id)}[${quoteLines(title)}]`,
    ...elements.map((element) => `${indent}  ${ids.get(element.id)}[${quoteLines(...elementLines(element, lookup))}]`),
    ...boxes.flatMap((inner) => boxLines(inner, `${indent}  `)),
    `${indent}end`,
  ];
  const edges = graph.edges.map((edge) => {
    const { isArrow, isDotted } = edgeLines[edge.edgeType];
    const line = isDotted ? '-.-' : isArrow ? '--' : '---';
    const label = edgeLabel(edge);
    const text = label === '' ? '' : `|${quoteLines(label)}|`;
    return `  ${ids.get(edge.source)} ${line}${isArrow ? '>' : ''}${text} ${ids.get(edge.target)}`;
  });
  const boxes = buildBoxes(graph, lookup).flatMap((box) => boxLines(box, '  '));
  return ['flowchart TD', ...boxes, ...edges, ''].join('\n');
};

/**
 * Short ids of nodes: the first eight hexadecimal digits of the id. If two nodes have the same eight digits, the later
 * node gets eight digits of a derived id.
 */
function shortIds({ nodes }: Graph): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const usedIds = new Set<string>();
  for (const { id } of nodes) {
    let short = id.slice(0, 8);
    for (let attempt = 1; usedIds.has(short); attempt += 1) short = derivedId(id, String(attempt)).slice(0, 8);
    usedIds.add(short);
    ids.set(id, short);
  }
  return ids;
}

/** Mermaid's entity codes for characters, without `#` and `;`. */
const codes: Readonly<Record<string, string>> = { '"': 'quot', '<': 'lt', '>': 'gt', '&': 'amp' };
// Characters that must be escaped, because they end a quoted text, or because Mermaid interprets them even inside
// quotes: `%%{` begins a directive, backticks Markdown, and `style` and `classDef` a statement.
const special = /["<>&#[\]{}|`%\\]|[sc](?=tyle|lassDef)/g;
const escapeText = (text: string): string =>
  plain(text).replace(special, (character) => `#${codes[character] ?? character.charCodeAt(0)};`);
