// Exported graphs in text formats: whatever names their rows have, each format reads back with every node and edge
// once.
import fc from 'fast-check';
import type { Graph } from '../../../../src/modules/topology/graph/graph';
import type { Lookup } from '../../../../src/modules/topology/graph/lookup';
import { renderers, type TextFormat } from '../../../../src/modules/topology/answers/export-formats';
import { csvRows, parseCsv } from '../../../support/files';
import { edgeLabels, expectWhole, namedGraphs, oneLine, sortLines } from './exported-graphs';
import { readConfluence, readXml, type XmlElement } from './render-readers';

function always(format: TextFormat, property: (text: string, graph: Graph, lookup: Lookup) => void): void {
  const check = fc.property(namedGraphs, (graphs) => {
    for (const { graph, lookup } of graphs) {
      const text = renderers[format](graph, lookup);
      property(text, graph, lookup);
      // No character in a name changes the direction of the text around it.
      expect(text).not.toMatch(/[\u2028-\u202e\u2066-\u2069]/);
    }
  });
  fc.assert(check, { numRuns: 150 });
}

test('GraphML is well-formed XML with a nested graph for each box', () => {
  always('Graphml', (text, graph) => {
    const read: {
      nodes: { id: string; parent?: string }[];
      edges: { source: string; target: string; label: string }[];
    } = { nodes: [], edges: [] };
    const dataOf = ({ children }: XmlElement, key: string) =>
      children.find(({ name, attributes }) => name === 'data' && attributes.key === key)?.text ?? '';
    const walk = (element: XmlElement, parent?: string): void => {
      const { id, source, target } = element.attributes;
      if (element.name === 'node') read.nodes.push({ id: id!, parent });
      if (element.name === 'edge')
        read.edges.push({ source: source!, target: target!, label: dataOf(element, 'edge_label') });
      for (const child of element.children) walk(child, element.name === 'node' ? id : parent);
    };
    const root = readXml(text);
    expect(root.attributes.xmlns).toBe('http://graphml.graphdrawing.org/xmlns');
    walk(root);
    expectWhole(read, graph);
    expect(sortLines(read.edges.map(({ label }) => label))).toEqual(edgeLabels(graph));
  });
});

test('a Cytoscape file has each element with its parent', () => {
  always('Cytoscape', (text, graph) => {
    const { nodes, edges } = JSON.parse(text).elements;
    const data = ({ data: one }: { data: never }) => one;
    expectWhole({ nodes: nodes.map(data), edges: edges.map(data) }, graph);
  });
});

test('a CSV has a line for each edge, and spreadsheets run no formula in its names', () => {
  always('Csv', (text, graph) => {
    const rows = csvRows(text);
    expect(rows.map(({ id }) => id)).toEqual(graph.edges.map(({ id }) => id));
    expect(rows.map(({ source_id, target_id }) => [source_id, target_id])).toEqual(
      graph.edges.map(({ source, target }) => [source, target]),
    );
    for (const cell of parseCsv(text).slice(1).flat()) expect(cell).not.toMatch(/^[=+\-@]|[\t\r\n]/);
  });
});

test('a Confluence page lists every subnet, host and edge of the view in tables', () => {
  always('Confluence', (text, graph, lookup) => {
    const tables = readConfluence(text);
    expect(Object.keys(tables)).toEqual(['Subnets', 'Hosts', 'Connections']);
    const hostIds = new Set(
      graph.nodes.flatMap((node) => {
        if (node.nodeType === 'Element') return [node.hostId];
        return node.containerType === 'Host' ? [node.entityId!] : [];
      }),
    );
    const names = [...hostIds].map((id) => oneLine(lookup.hosts.get(id)!.displayName));
    expect(sortLines(tables.Hosts!.map(([name]) => name!))).toEqual(sortLines(names));
    expect(tables.Connections!.map(([, , type]) => type)).toEqual(graph.edges.map(({ edgeType }) => edgeType));
    expect(sortLines(tables.Connections!.map(([, , , label]) => label!))).toEqual(edgeLabels(graph));
    for (const rows of Object.values(tables)) expect(rows.every(({ length }) => length === rows[0]!.length)).toBe(true);
  });
});
