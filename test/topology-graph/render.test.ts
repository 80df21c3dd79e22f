// Graphs as text: whatever their rows are called, each format reads back with every node and edge once.
import fc from 'fast-check';
import { buildGraph, prepareInventory } from '../../src/topology-graph/build-graph';
import type { Graph } from '../../src/topology-graph/graph';
import { derivedId } from '../../src/topology-graph/ids';
import type { Inventory } from '../../src/topology-graph/inventory';
import type { Lookup } from '../../src/topology-graph/lookup';
import { topologyViews } from '../../src/topology-graph/options';
import { renderers, type TextFormat } from '../../src/entities/topology/export-formats';
import { csvRows, parseCsv } from '../support/files';
import { inventories, requestOptions } from './inventories';
import { readConfluence, readDot, readMermaid, readXml, type ReadGraph, type XmlElement } from './render-readers';

const hostile = fc.oneof(
  fc.constantFrom(
    ...[
      'a "quoted" name',
      '[x] <b>y</b> {z} (w)',
      'a --> b',
      ']]>',
      'two\nlines\r\n\r',
      'C:\\',
      '\\',
      '"',
      '&amp; &#34;',
    ],
    ...[
      'end',
      'subgraph',
      'style:x #1;',
      'classDef a:b#c;',
      '%%{init: {}}%%',
      '`x`',
      'a|b',
      '||',
      '\ud800',
      '日本 🦑',
      '',
    ],
    ...['=1+1', '//x', '/*', '*/', 'graph', ';', '#quot;', '-struck-', '{code}', 'h1. x', '\u2028', '\u0000'],
  ),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
);

/** The inventory with names that begin with any text and end with what tells them apart. */
const named = (inventory: Inventory, texts: readonly string[]): Inventory => {
  let next = 0;
  const text = () => texts[next++ % texts.length]!;
  return {
    ...inventory,
    hosts: inventory.hosts.map((row) => ({ ...row, displayName: text(), hostname: text() })),
    subnets: inventory.subnets.map((row) => ({ ...row, name: text() })),
    interfaces: inventory.interfaces.map((row) => ({ ...row, displayName: text() })),
    services: inventory.services.map((row) => ({ ...row, name: text() })),
    groups: inventory.groups.map((row) => ({ ...row, name: text() })),
    vlans: inventory.vlans.map((row) => ({ ...row, name: text() })),
    tags: inventory.tags.map((row) => ({ ...row, name: text() })),
  };
};

function always(format: TextFormat, property: (text: string, graph: Graph, lookup: Lookup) => void): void {
  const texts = fc.array(hostile, { minLength: 1, maxLength: 30 });
  const check = fc.property(inventories, requestOptions, texts, (inventory, options, names) => {
    const prepared = prepareInventory(named(inventory, names), options);
    for (const view of topologyViews) {
      const graph = buildGraph(prepared, view);
      property(renderers[format](graph, prepared.lookup), graph, prepared.lookup);
    }
  });
  fc.assert(check, { numRuns: 150 });
}

const parentOf = (node: Graph['nodes'][number]) =>
  node.nodeType === 'Container' ? node.parentContainerId : node.containerId;
const sorted = (lines: readonly string[]) => [...lines].sort();

/** Every node once in its box, every edge once between its ends, and nothing else. */
function expectWhole(read: ReadGraph, graph: Graph, idOf: (id: string) => string = (id) => id): void {
  const expectedNodes = graph.nodes.map((node) => {
    const parent = parentOf(node);
    return `${idOf(node.id)} in ${parent === null ? 'none' : idOf(parent)}`;
  });
  expect(sorted(read.nodes.map(({ id, parent }) => `${id} in ${parent ?? 'none'}`))).toEqual(sorted(expectedNodes));
  const expectedEdges = graph.edges.map(({ source, target }) => `${idOf(source)} ${idOf(target)}`);
  expect(sorted(read.edges.map(({ source, target }) => `${source} ${target}`))).toEqual(sorted(expectedEdges));
}

const oneLine = (text: string) =>
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff\ufffe\uffff]+/gu, ' ').trim();
const edgeLabels = (graph: Graph) => sorted(graph.edges.map(({ label }) => oneLine(label ?? '')));

test('Mermaid reads back, with ids of eight digits and texts as they are', () => {
  always('Mermaid', (text, graph) => {
    const read = readMermaid(text);
    const short = new Map<string, string>();
    // In the order of the boxes and elements: the reader tells which short id stands where.
    expect(read.nodes.every(({ id }) => /^[0-9a-f]{8}$/.test(id))).toBe(true);
    expect(new Set(read.nodes.map(({ id }) => id)).size).toBe(graph.nodes.length);
    for (const { id } of graph.nodes) {
      let attempt = 0;
      let candidate = id.slice(0, 8);
      while ([...short.values()].includes(candidate)) candidate = derivedId(id, String((attempt += 1))).slice(0, 8);
      short.set(id, candidate);
    }
    expectWhole(read, graph, (id) => short.get(id)!);
    expect(sorted(read.edges.map(({ label }) => label))).toEqual(edgeLabels(graph));
  });
});

test('DOT reads back with boxes as clusters and texts as they are', () => {
  always('Dot', (text, graph) => {
    const read = readDot(text);
    expectWhole(read, graph);
    expect(sorted(read.edges.map(({ label }) => label))).toEqual(edgeLabels(graph));
  });
});

test('GraphML is well-formed XML with a graph in each box', () => {
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
    expect(sorted(read.edges.map(({ label }) => label))).toEqual(edgeLabels(graph));
  });
});

test('Cytoscape has each element with its parent', () => {
  always('Cytoscape', (text, graph) => {
    const { nodes, edges } = JSON.parse(text).elements;
    const data = ({ data: one }: { data: never }) => one;
    expectWhole({ nodes: nodes.map(data), edges: edges.map(data) }, graph);
  });
});

test('CSV has a line for each edge, whose names no spreadsheet runs', () => {
  always('Csv', (text, graph) => {
    const rows = csvRows(text);
    expect(rows.map(({ id }) => id)).toEqual(graph.edges.map(({ id }) => id));
    expect(rows.map(({ source_id, target_id }) => [source_id, target_id])).toEqual(
      graph.edges.map(({ source, target }) => [source, target]),
    );
    for (const cell of parseCsv(text).slice(1).flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
  });
});

test('Confluence has every subnet and host of the view in a table, and every edge', () => {
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
    expect(sorted(tables.Hosts!.map(([name]) => name!))).toEqual(sorted(names));
    expect(tables.Connections!.map(([, , type]) => type)).toEqual(graph.edges.map(({ edgeType }) => edgeType));
    expect(sorted(tables.Connections!.map(([, , , label]) => label!))).toEqual(edgeLabels(graph));
    for (const rows of Object.values(tables)) expect(rows.every(({ length }) => length === rows[0]!.length)).toBe(true);
  });
});
