// Exports a graph as GraphML. Boxes are nodes with nested graphs; edges are at the top level.
import type { Element } from '../graph';
import { buildBoxes, edgeLines, edgeLabel, elementLines, xmlText, type Box, type Renderer } from './picture';

export const renderGraphml: Renderer = (graph, lookup) => {
  const elementLine = (element: Element, indent: string): string =>
    `${indent}<node id="${element.id}">${data('label', elementLines(element, lookup).join(' '))}` +
    `${data('type', element.elementType)}${data('host', element.hostId)}</node>`;
  const boxLines = ({ box, title, boxes, elements }: Box, indent: string): string[] => [
    `${indent}<node id="${box.id}">${data('label', title)}${data('type', box.containerType)}`,
    ...(boxes.length + elements.length === 0
      ? []
      : [
          `${indent}  <graph id="${box.id}:" edgedefault="directed">`,
          ...elements.map((element) => elementLine(element, `${indent}    `)),
          ...boxes.flatMap((inner) => boxLines(inner, `${indent}    `)),
          `${indent}  </graph>`,
        ]),
    `${indent}</node>`,
  ];
  const edges = graph.edges.map((edge) => {
    const { id, source, target, edgeType } = edge;
    return (
      `    <edge id="${id}" source="${source}" target="${target}" directed="${edgeLines[edgeType].isArrow}">` +
      `${data('edge_label', edgeLabel(edge))}${data('edge_type', edgeType)}</edge>`
    );
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ...Object.entries(keys).map(
      ([id, [of, name]]) => `  <key id="${id}" for="${of}" attr.name="${name}" attr.type="string"/>`,
    ),
    `  <graph id="${graph.view}" edgedefault="directed">`,
    ...buildBoxes(graph, lookup).flatMap((box) => boxLines(box, '    ')),
    ...edges,
    '  </graph>',
    '</graphml>',
    '',
  ].join('\n');
};

const keys = {
  label: ['node', 'label'],
  type: ['node', 'type'],
  host: ['node', 'host_id'],
  edge_label: ['edge', 'label'],
  edge_type: ['edge', 'type'],
} as const;

const data = (key: keyof typeof keys, value: string): string =>
  value === '' ? '' : `<data key="${key}">${xmlText(value)}</data>`;
