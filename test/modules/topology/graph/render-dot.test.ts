// Exported graphs in DOT, read by Graphviz itself.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { renderDot } from '../../../../src/modules/topology/graph/render/dot';
import {
  edgeLabels,
  elementTexts,
  expectWhole,
  namedGraphs,
  oneLine,
  sortLines,
  type ReadGraph,
} from './exported-graphs';
import { requirement } from '../../../support/requirement';

interface DotGraph {
  readonly objects?: readonly {
    readonly name: string;
    readonly label: string;
    readonly shape?: string;
    readonly nodes?: readonly number[];
    readonly subgraphs?: readonly number[];
  }[];
  readonly edges?: readonly { readonly tail: number; readonly head: number; readonly label?: string }[];
}

const isInstalled = spawnSync('dot', ['-V']).status === 0;
const { test: testWithDot } = requirement('dot, of the Debian package graphviz', isInstalled);

/**
 * Starts a shell that runs Graphviz (`dot`) on one graph at a time, because several graphs in one input may make
 * `dot` crash. A small shell starts programs faster than this large process.
 */
function openGraphviz() {
  const folder = mkdtempSync(path.join(tmpdir(), 'netloom-dot-'));
  const file = path.join(folder, 'graph.dot');
  const shell = spawn('sh', [
    '-c',
    `while read -r _; do dot -Tdot_json "$1" -o "$1.json"; echo "$?"; done`,
    'sh',
    file,
  ]);
  const statuses = createInterface({ input: shell.stdout });
  return {
    read: async (input: string): Promise<DotGraph> => {
      writeFileSync(file, input);
      const whenAnswered = once(statuses, 'line');
      shell.stdin.write('next\n');
      expect(await whenAnswered).toEqual(['0']);
      return JSON.parse(readFileSync(`${file}.json`, 'utf8')) as DotGraph;
    },
    close: () => {
      shell.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The text of a label. Graphviz resolves escapes in labels only when it draws them, so this function resolves them. */
const labelText = (label: string): string =>
  label.replace(/\\(["\\n])/g, (_all, one: string) => (one === 'n' ? ' ' : one)).replaceAll('&amp;', '&');
const nameOf = (name: string): string => name.replace(/^cluster_/, '');

function read({ objects = [], edges = [] }: DotGraph): ReadGraph {
  // Graphviz lists a node for every box around it, with inner boxes last. So the last box is the innermost one.
  const parents = new Map<number, string>();
  for (const { name, nodes = [], subgraphs = [] } of objects)
    for (const index of [...nodes, ...subgraphs]) parents.set(index, nameOf(name));
  const nodes = objects.flatMap(({ name, shape }, index) => {
    if (shape !== 'point') return [{ id: nameOf(name), parent: parents.get(index) }];
    expect(parents.get(index)).toBe(name);
    return [];
  });
  const idAt = (index: number) => objects[index]!.name;
  return {
    nodes,
    edges: edges.map(({ tail, head, label = '' }) => ({
      source: idAt(tail),
      target: idAt(head),
      label: labelText(label),
    })),
  };
}

testWithDot('Graphviz reads DOT: boxes as clusters, every node and edge once, texts as they are', async () => {
  const graphviz = openGraphviz();
  const property = fc.asyncProperty(namedGraphs, async (graphs) => {
    for (const { graph, lookup } of graphs) {
      const foundDotGraph = await graphviz.read(renderDot(graph, lookup));
      const { objects = [] } = foundDotGraph;
      const readGraph = read(foundDotGraph);
      expectWhole(readGraph, graph);
      expect(sortLines(readGraph.edges.map(({ label }) => label))).toEqual(edgeLabels(graph));
      const elements = objects.filter(({ name, shape }) => shape !== 'point' && !name.startsWith('cluster_'));
      expect(sortLines(elements.map(({ label }) => labelText(label).trim()))).toEqual(elementTexts(graph, lookup));
      const headings = graph.nodes.flatMap((node) =>
        node.nodeType === 'Container' ? [oneLine(node.header ?? '')] : [],
      );
      const labels = objects.filter(({ name }) => name.startsWith('cluster_')).map(({ label }) => labelText(label));
      if (graph.view !== 'L3Logical') expect(sortLines(labels)).toEqual(sortLines(headings));
    }
  });
  await fc.assert(property, { numRuns: 40 }).finally(graphviz.close);
});
