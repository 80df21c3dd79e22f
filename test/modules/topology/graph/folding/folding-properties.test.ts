// Properties of every folded graph: nothing is lost or counted twice, and unfolding everything gives the whole graph.
import fc from 'fast-check';
import { groupings, type Detail, type FoldedGraph } from '../../../../../src/modules/topology/graph/folding/detail';
import { foldMembers, stopsOfFolds } from '../../../../../src/modules/topology/graph/folding/fold-members';
import type { FoldTree } from '../../../../../src/modules/topology/graph/folding/folded-graph';
import type { Node } from '../../../../../src/modules/topology/graph/graph';
import type { Inventory } from '../../../../../src/modules/topology/graph/inventory';
import { topologyViews } from '../../../../../src/modules/topology/graph/options';
import { buildStops } from '../../../../../src/modules/topology/graph/questions/stops';
import { toId, inventories, requestOptions } from '../inventories';
import { collapsedFolds, foldTree, sum, planTree } from './folding';

interface Case {
  readonly tree: FoldTree;
  readonly detail: Detail;
  readonly folded: FoldedGraph;
}

/**
 * Random input for each property of folding. Of every four consecutive folds, the user has expanded `share` folds and
 * collapsed one fold.
 */
const givenInput = fc.record({
  inventory: inventories,
  options: requestOptions,
  view: fc.constantFrom(...topologyViews),
  groupBy: fc.constantFrom(...groupings),
  limit: fc.constantFrom(1, 3, 8, 1000),
  foldAbove: fc.constantFrom(1, 8, 1000),
  share: fc.nat({ max: 3 }),
  reveal: fc.uniqueArray(
    fc
      .record({
        kind: fc.constantFrom('host', 'address', 'interface', 'service', 'subnet'),
        number: fc.nat({ max: 8 }),
      })
      .map(({ kind, number }) => toId(kind, number)),
    { maxLength: 3 },
  ),
});

const always = (property: (one: Case) => void) =>
  fc.assert(
    fc.property(givenInput, ({ inventory, options, view, groupBy, limit, foldAbove, share, reveal }) => {
      const tree = planTree(inventory, view, groupBy, options);
      const expandedIds = tree.folds
        .filter((_, at) => share > 0 && at % 4 < share)
        .map(({ plannedFold }) => plannedFold.id);
      const collapsedIds = tree.folds.filter((_, at) => at % 4 === 3 - share).map(({ plannedFold }) => plannedFold.id);
      const detail = { limit, foldAbove, groupBy, expanded: expandedIds, collapsed: collapsedIds, reveal };
      property({ tree, detail, folded: foldTree(tree, detail) });
    }),
    { numRuns: 500 },
  );

test('every node is shown or counted in exactly one closed fold', () =>
  always(({ tree, folded }) => {
    expect(folded.nodes.length + sum(collapsedFolds(folded).map(({ nodeCount }) => nodeCount))).toBe(
      tree.graph.nodes.length,
    );
    const shownIds = new Set(folded.nodes.map(({ id }) => id));
    for (const { id } of tree.graph.nodes) expect(folded.foldedIn(id).length > 0).toBe(!shownIds.has(id));
    for (const { counts, nodeCount } of folded.folds) expect(sum(counts.map(({ count }) => count))).toBe(nodeCount);
  }));

test('every edge is shown, in a folded edge, or inside exactly one closed fold', () =>
  always(({ tree, folded }) => {
    const inside = sum(collapsedFolds(folded).map(({ edgeCount }) => edgeCount));
    const bundledCount = sum(folded.foldedEdges.map(({ count }) => count));
    expect(folded.edges.length + bundledCount + inside).toBe(tree.graph.edges.length);
    for (const { kinds, count } of folded.foldedEdges) expect(sum(kinds.map((kind) => kind.count))).toBe(count);
  }));

test('a folded edge counts the edges that lead from its target to its source', () =>
  always(({ tree, folded }) => {
    const drawnFor = (id: string) => {
      const fold = collapsedFolds(folded).find((one) => one.id === folded.foldedIn(id)[0]);
      return fold?.basis === 'Contents' ? fold.containerId! : (fold?.id ?? id);
    };
    const key = (source: string, target: string, edgeType: string) => [source, target, edgeType].join(' ');
    const numbers = new Map<string, number>();
    for (const { source, target, edgeType } of tree.graph.edges) {
      const drawn = key(drawnFor(source), drawnFor(target), edgeType);
      numbers.set(drawn, (numbers.get(drawn) ?? 0) + 1);
    }
    for (const { source, target, kinds } of folded.foldedEdges)
      for (const { edgeType, count, reversedCount } of kinds) {
        expect(count - reversedCount).toBe(numbers.get(key(source, target, edgeType)) ?? 0);
        expect(reversedCount).toBe(numbers.get(key(target, source, edgeType)) ?? 0);
      }
  }));

test('with all folds open the graph equals the whole graph, byte for byte', () =>
  always(({ tree, detail }) => {
    const all = foldTree(tree, {
      ...detail,
      limit: 1,
      expanded: tree.folds.map(({ plannedFold }) => plannedFold.id),
    });
    const { nodes, edges } = tree.graph;
    expect(JSON.stringify({ nodes: all.nodes, edges: all.edges })).toBe(JSON.stringify({ nodes, edges }));
    expect([collapsedFolds(all), all.foldedEdges]).toEqual([[], []]);
    expect(tree.byId().size).toBe(tree.folds.length);
    const few = foldTree(tree, { ...detail, collapsed: [], foldAbove: Math.max(1, nodes.length) });
    expect(JSON.stringify(few.nodes)).toBe(JSON.stringify(nodes));
  }));

test('shown elements have the content, order and boxes that they have in the whole graph', () =>
  always(({ tree, folded }) => {
    const place = new Map(tree.graph.nodes.map((node, at) => [node, at]));
    const places = folded.nodes.map((node) => place.get(node)!);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    const shownIds = new Set(folded.nodes.map(({ id }) => id));
    for (const node of folded.nodes) {
      const around = node.nodeType === 'Element' ? node.containerId : node.parentContainerId;
      if (around !== null) expect(shownIds.has(around)).toBe(true);
    }
  }));

test('folded edges end at drawn nodes, once per pair, and never join a node to itself', () =>
  always(({ folded }) => {
    const drawnIds = new Set([
      ...folded.nodes.map(({ id }) => id),
      ...collapsedFolds(folded).flatMap(({ id, basis }) => (basis === 'Contents' ? [] : id)),
    ]);
    for (const { source, target } of folded.foldedEdges) {
      expect([drawnIds.has(source), drawnIds.has(target)]).toEqual([true, true]);
      expect(source).not.toBe(target);
    }
    const pairs = folded.foldedEdges.map(({ source, target }) => [source, target].sort().join(' '));
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(new Set(folded.folds.map(({ id }) => id)).size).toBe(folded.folds.length);
  }));

test('opening a fold changes no other fold', () =>
  always(({ tree, detail, folded }) => {
    for (const openedFold of collapsedFolds(folded).slice(0, 3)) {
      const after = foldTree(tree, { ...detail, expanded: [...detail.expanded, openedFold.id] });
      const shownAfter = new Set(after.nodes.map(({ id }) => id));
      for (const { id } of folded.nodes) expect(shownAfter.has(id)).toBe(true);
      const others = collapsedFolds(folded).filter(({ id }) => id !== openedFold.id);
      expect(after.folds).toEqual(expect.arrayContaining(others));
    }
  }));

test('a collapsed fold contains all its members except revealed ones; other folds are unchanged', () =>
  always(({ tree, detail, folded }) => {
    const shutDetail = { ...detail, expanded: [], reveal: [] };
    const before = foldTree(tree, shutDetail);
    for (const closedFold of before.folds.filter(({ isExpanded }) => isExpanded).slice(0, 3)) {
      const after = foldTree(tree, { ...shutDetail, collapsed: [...detail.collapsed, closedFold.id] });
      expect(after.folds.find(({ id }) => id === closedFold.id)).toMatchObject({ isExpanded: false });
      for (const { id } of tree.graph.nodes) {
        const isIn = after.foldedIn(id)[0] === closedFold.id;
        if (!isIn) expect(after.foldedIn(id)).toEqual(before.foldedIn(id));
      }
    }
    const both = foldTree(tree, { ...detail, collapsed: detail.expanded });
    const knownFolds = folded.folds.filter(({ id, isExpanded }) => isExpanded && detail.expanded.includes(id));
    for (const { id } of knownFolds)
      expect(both.folds.find((fold) => fold.id === id)).toMatchObject({ isExpanded: true });
  }));

test('every shown node is a member of the innermost open fold around it, and of no other', () =>
  always(({ tree, folded }) => {
    const open = new Map(folded.folds.filter(({ isExpanded }) => isExpanded).map((fold) => [fold.id, fold]));
    const holders = new Map<string, string[]>();
    for (const { id, memberIds, isExpanded } of folded.folds) {
      if (!isExpanded) expect(memberIds).toEqual([]);
      for (const member of memberIds) holders.set(member, [...(holders.get(member) ?? []), id]);
    }
    for (const { id } of folded.nodes) {
      let fold = tree.foldOf.get(id);
      while (fold && !open.has(fold.plannedFold.id)) fold = fold.parent;
      expect(holders.get(id) ?? []).toEqual(fold ? [fold.plannedFold.id] : []);
      holders.delete(id);
    }
    expect(holders.size).toBe(0);
  }));

test('every member of a fold is shown once all folds around it are open', () =>
  always(({ tree, detail, folded }) => {
    for (const { id } of tree.graph.nodes.slice(0, 5)) {
      const openedFoldedGraph = foldTree(tree, { ...detail, expanded: [...detail.expanded, ...folded.foldedIn(id)] });
      expect(openedFoldedGraph.foldedIn(id)).toEqual([]);
      expect(openedFoldedGraph.nodes.some((node) => node.id === id)).toBe(true);
    }
  }));

test('revealing nodes shows these nodes and the boxes around them, and no others', () =>
  always(({ tree, detail }) => {
    // No fold is expanded by the user, because an expanded fold would show further nodes.
    const closedDetail = { ...detail, expanded: [], collapsed: [] };
    const without = foldTree(tree, { ...closedDetail, reveal: [] });
    for (const node of tree.graph.nodes.slice(0, 5)) {
      const shownFoldedGraph = foldTree(tree, { ...closedDetail, reveal: [node.id] });
      const more = shownFoldedGraph.nodes.filter((one) => !without.nodes.includes(one));
      expect(shownFoldedGraph.foldedIn(node.id)).toEqual([]);
      expect(more.length).toBeLessThanOrEqual(3);
      for (const box of more.slice(0, -1)) expect(box.nodeType).toBe('Container');
    }
  }));

test('a question about a fold concerns its outermost nodes, in every view', () =>
  always(({ tree }) => {
    const { graph, lookup, foldOf } = tree;
    const plain = buildStops(graph.view, lookup, graph);
    const stops = stopsOfFolds(plain, tree);
    for (const fold of tree.folds.slice(0, 6)) {
      const isInside = (id: string | null) => {
        for (let at = id === null ? undefined : foldOf.get(id); at; at = at.parent) if (at === fold) return true;
        return false;
      };
      const around = (node: Node) => (node.nodeType === 'Element' ? node.containerId : node.parentContainerId);
      const members = graph.nodes.filter((node) => isInside(node.id) && !isInside(around(node))).map(({ id }) => id);
      const { id } = fold.plannedFold;
      expect([...foldMembers(tree, id)].sort()).toEqual([...members].sort());
      expect(new Set(stops.at(id))).toEqual(new Set(members.flatMap((member) => plain.at(member))));
      expect(stops.closedBy([id])).toEqual(plain.closedBy([...foldMembers(tree, id)]));
    }
    for (const { id } of graph.nodes.slice(0, 5)) expect(stops.at(id)).toEqual([...new Set(plain.at(id))]);
  }));

test('the order of the rows makes no difference', () => {
  const backwards = (inventory: Inventory) =>
    Object.fromEntries(
      Object.entries(inventory).map(([kind, rows]) => [kind, [...(rows as unknown[])].reverse()]),
    ) as never;
  fc.assert(
    fc.property(
      inventories,
      fc.constantFrom(...topologyViews),
      fc.constantFrom(...groupings),
      (inventory, view, groupBy) => {
        const [one, other] = [inventory, backwards(inventory)].map((rows) =>
          foldTree(planTree(rows, view, groupBy), { limit: 4 }),
        );
        expect(JSON.stringify(other)).toBe(JSON.stringify(one));
      },
    ),
    { numRuns: 300 },
  );
});
