// Two searches in a graph, compared with brute force: cut vertices and cut edges by removing each vertex and each edge,
// and paths by listing all simple paths.
import fc from 'fast-check';
import { buildCutTree, commonCut, type Cut } from '../../../../src/modules/topology/judging/searches/cut-tree';
import { findShortestPath } from '../../../../src/modules/topology/judging/searches/distances';
import { createPathGraph, farEnd, type PathGraph } from '../../../../src/modules/topology/judging/searches/path-graph';

interface SampleGraph {
  readonly graph: PathGraph;
  readonly passing: ReadonlySet<number>;
  readonly lasting: ReadonlySet<number>;
  readonly starts: readonly number[];
}

const graphs: fc.Arbitrary<SampleGraph> = fc.integer({ min: 2, max: 8 }).chain((size) => {
  const vertex = fc.integer({ min: 0, max: size - 1 });
  return fc
    .record({
      pairs: fc.array(fc.tuple(vertex, vertex, fc.constantFrom(0, 1, 2)), { maxLength: 14 }),
      passing: fc.uniqueArray(vertex, { minLength: Math.ceil(size / 2) }),
      lasting: fc.uniqueArray(fc.nat({ max: 13 }), { maxLength: 3 }),
      starts: fc.uniqueArray(vertex, { minLength: 1, maxLength: 3 }),
    })
    .map(({ pairs, passing, lasting, starts }) => {
      const builder = createPathGraph();
      for (let at = 0; at < size; at += 1) builder.vertex({ id: `v${at}`, kind: 'Host', passage: 'Yes' });
      for (const [a, b, halves] of pairs)
        if (a !== b) builder.edge({ ends: [a, b], halves: halves as 0 | 1 | 2, elementIds: [] });
      return { graph: builder.build(), passing: new Set(passing), lasting: new Set(lasting), starts };
    });
});

/** The vertices that can be reached from the starts without the given vertex or edge. */
function reachable(
  { graph, passing, starts }: SampleGraph,
  without: { vertex?: number; edge?: number } = {},
): Set<number> {
  const reached = new Set(starts.filter((start) => start !== without.vertex));
  for (const vertex of reached) {
    if (!passing.has(vertex) && !starts.includes(vertex)) continue;
    for (const edge of graph.edgesAt[vertex]!) {
      const far = farEnd(graph.edges[edge]!, vertex);
      if (edge !== without.edge && far !== without.vertex) reached.add(far);
    }
  }
  return reached;
}

function cutsByForce(sample: SampleGraph, vertex: number): string[] {
  const { graph, lasting, starts } = sample;
  const vertices = graph.vertices.flatMap((_vertex, other) => {
    const isOnlyStart = starts.length === 1 && starts[0] === other;
    return other === vertex || isOnlyStart || reachable(sample, { vertex: other }).has(vertex) ? [] : `Vertex ${other}`;
  });
  const edges = graph.edges.flatMap((_edge, edge) =>
    lasting.has(edge) || reachable(sample, { edge }).has(vertex) ? [] : `Edge ${edge}`,
  );
  return [...vertices, ...edges].sort();
}

const chainOf = (nearest: Cut | null): string[] => {
  const cuts: string[] = [];
  for (let cut = nearest; cut; cut = cut.up) cuts.push(`${cut.kind} ${cut.at}`);
  return cuts;
};

const treeOf = ({ graph, passing, lasting, starts }: SampleGraph) =>
  buildCutTree(graph, {
    starts,
    passes: (vertex) => passing.has(vertex),
    isLasting: (edge) => lasting.has(graph.edges.indexOf(edge)),
  });

test('cuts are the vertices and edges without which a vertex is not reached', () => {
  fc.assert(
    fc.property(graphs, (sample) => {
      const tree = treeOf(sample);
      const all = reachable(sample);
      for (const vertex of sample.graph.vertices.keys()) {
        expect(tree.isReached(vertex)).toBe(all.has(vertex));
        if (all.has(vertex)) expect(chainOf(tree.cutOf(vertex)).sort()).toEqual(cutsByForce(sample, vertex));
      }
    }),
    { numRuns: 2_000 },
  );
});

test('cuts come in the order in which ways pass them, the nearest first', () => {
  fc.assert(
    fc.property(graphs, (sample) => {
      const tree = treeOf(sample);
      const all = reachable(sample);
      for (const vertex of sample.graph.vertices.keys()) {
        if (!all.has(vertex)) continue;
        // A cut of a vertex is a vertex or an edge that lies on every path to it. `up` leads from the nearest cut to
        // the next. If a cut is a vertex, the cuts beyond it must be exactly the cuts of that vertex.
        for (let cut = tree.cutOf(vertex); cut; cut = cut.up)
          if (cut.kind === 'Vertex') expect(chainOf(cut.up).sort()).toEqual(cutsByForce(sample, cut.at));
      }
    }),
    { numRuns: 1_000 },
  );
});

test('the deepest cut of two vertices has exactly the cuts of both', () => {
  fc.assert(
    fc.property(graphs, fc.nat(), fc.nat(), (sample, one, other) => {
      const tree = treeOf(sample);
      const all = [...reachable(sample)];
      const [a, b] = [all[one % all.length]!, all[other % all.length]!];
      const cuts = chainOf(tree.cutOf(b));
      const inBoth = chainOf(tree.cutOf(a)).filter((cut) => cuts.includes(cut));
      expect(chainOf(commonCut(tree.cutOf(a), tree.cutOf(b)))).toEqual(inBoth);
    }),
    { numRuns: 1_000 },
  );
});

test('a chain of 100,000 vertices does not overflow the stack', () => {
  const builder = createPathGraph();
  for (let at = 0; at < 100_000; at += 1) {
    builder.vertex({ id: `v${at}`, kind: 'Host', passage: 'Yes' });
    if (at > 0) builder.edge({ ends: [at - 1, at], halves: 2, elementIds: [] });
  }
  const graph = builder.build();
  const tree = buildCutTree(graph, { starts: [0], passes: () => true });
  expect(tree.cutOf(99_999)?.depth).toBe(2 * 99_999 - 1);
  expect(findShortestPath(graph, 0, 99_999, () => true)?.hops).toBe(99_999);
});

test('the shortest way is the shortest of all ways', () => {
  fc.assert(
    fc.property(graphs, fc.nat(), fc.nat(), (sample, one, other) => {
      const { graph, passing } = sample;
      const [from, to] = [one % graph.vertices.length, other % graph.vertices.length];
      let least = Infinity;
      const walk = (vertices: readonly number[], length: number): void => {
        const last = vertices.at(-1)!;
        if (last === to) least = Math.min(least, length);
        else if (last === from || passing.has(last))
          for (const edge of graph.edgesAt[last]!) {
            const far = farEnd(graph.edges[edge]!, last);
            if (!vertices.includes(far)) walk([...vertices, far], length + graph.edges[edge]!.halves / 2);
          }
      };
      walk([from], 0);
      const path = findShortestPath(graph, from, to, (vertex) => passing.has(vertex));
      expect(path?.hops ?? Infinity).toBe(least);
      if (!path) return;
      expect([path.vertices[0], path.vertices.at(-1)]).toEqual([from, to]);
      for (const vertex of path.vertices.slice(1, -1)) expect(passing.has(vertex)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});
