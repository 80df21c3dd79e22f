// Helpers for suites about exported graphs: graphs whose rows have names with special characters, and what every
// export format must contain.
import fc from 'fast-check';
import { buildGraph, prepareInventory } from '../../../../src/modules/topology/graph/build-graph';
import type { Graph } from '../../../../src/modules/topology/graph/graph';
import type { Inventory } from '../../../../src/modules/topology/graph/inventory';
import type { Lookup } from '../../../../src/modules/topology/graph/lookup';
import { topologyViews } from '../../../../src/modules/topology/graph/options';
import { elementLines } from '../../../../src/modules/topology/graph/render/picture';
import { inventories, requestOptions } from './inventories';

/** The nodes and edges that were read back from an exported graph. */
export interface ReadGraph {
  readonly nodes: readonly { readonly id: string; readonly parent?: string }[];
  readonly edges: readonly { readonly source: string; readonly target: string; readonly label: string }[];
}

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
    ...[
      '=1+1',
      '//x',
      '/*',
      '*/',
      'graph',
      ';',
      '#quot;',
      '-struck-',
      '{code}',
      'h1. x',
      '\u2028',
      '\u0000',
      '\u202eback\u2067',
    ],
  ),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
);

/** The inventory with these texts as the names of its rows, one text after the other. */
const nameInventory = (inventory: Inventory, texts: readonly string[]): Inventory => {
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

/** The graphs of all views of an inventory, each with the `Lookup` that finds the inventory's rows by id. */
export const namedGraphs: fc.Arbitrary<{ graph: Graph; lookup: Lookup }[]> = fc
  .tuple(inventories, requestOptions, fc.array(hostile, { minLength: 1, maxLength: 30 }))
  .map(([inventory, options, names]) => {
    const preparedInventory = prepareInventory(nameInventory(inventory, names), options);
    return topologyViews.map((view) => ({
      graph: buildGraph(preparedInventory, view),
      lookup: preparedInventory.lookup,
    }));
  });

const parentOf = (node: Graph['nodes'][number]) =>
  node.nodeType === 'Container' ? node.parentContainerId : node.containerId;
export const sortLines = (lines: readonly string[]) => [...lines].sort();

/** Expects every node once in its box, every edge once between its ends, and nothing else. */
export function expectWhole(read: ReadGraph, graph: Graph, idOf: (id: string) => string = (id) => id): void {
  const expectedNodes = graph.nodes.map((node) => {
    const parent = parentOf(node);
    return `${idOf(node.id)} in ${parent === null ? 'none' : idOf(parent)}`;
  });
  expect(sortLines(read.nodes.map(({ id, parent }) => `${id} in ${parent ?? 'none'}`))).toEqual(
    sortLines(expectedNodes),
  );
  const expectedEdges = graph.edges.map(({ source, target }) => `${idOf(source)} ${idOf(target)}`);
  expect(sortLines(read.edges.map(({ source, target }) => `${source} ${target}`))).toEqual(sortLines(expectedEdges));
}

export const oneLine = (text: string) =>
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]+/gu, ' ').trim();
export const edgeLabels = (graph: Graph) => sortLines(graph.edges.map(({ label }) => oneLine(label ?? '')));
/** The texts on the elements, one line per element. */
export const elementTexts = ({ nodes }: Graph, lookup: Lookup): string[] =>
  sortLines(
    nodes.flatMap((node) =>
      node.nodeType === 'Element' ? [elementLines(node, lookup).map(oneLine).join(' ').trim()] : [],
    ),
  );
