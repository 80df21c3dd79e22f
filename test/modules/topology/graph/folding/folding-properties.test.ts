// What holds for every folded graph: nothing is lost or counted twice, and what is unfolded is the whole graph again.
import fc from 'fast-check';
import { groupings, type Detail, type FoldedGraph } from '../../../../../src/modules/topology/graph/folding/detail';
import { membersOf, stopsOfFolds } from '../../../../../src/modules/topology/graph/folding/fold-members';
import type { FoldTree } from '../../../../../src/modules/topology/graph/folding/folded-graph';
import type { Node } from '../../../../../src/modules/topology/graph/graph';
import type { Inventory } from '../../../../../src/modules/topology/graph/inventory';
import { topologyViews } from '../../../../../src/modules/topology/graph/options';
import { stopsOf } from '../../../../../src/modules/topology/graph/questions/stops';
import { idOf, inventories, requestOptions } from '../inventories';
import { closedIn, foldedBy, sum, treeOf } from './folding';

interface Case {
  readonly tree: FoldTree;
  readonly detail: Detail;
  readonly folded: FoldedGraph;
}

/** Any inventory, options, view and grouping; any folds opened and closed, and anything revealed. */
const given = fc.record({
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
      .map(({ kind, number }) => idOf(kind, number)),
    { maxLength: 3 },
  ),
});

const always = (property: (one: Case) => void) =>
  fc.assert(
    fc.property(given, ({ inventory, options, view, groupBy, limit, foldAbove, share, reveal }) => {
      const tree = treeOf(inventory, view, groupBy, options);
      const expanded = tree.folds.filter((_, at) => share > 0 && at % 4 < share).map(({ planned }) => planned.id);
      const collapsed = tree.folds.filter((_, at) => at % 4 === 3 - share).map(({ planned }) => planned.id);
      const detail = { limit, foldAbove, groupBy, expanded, collapsed, reveal };
      property({ tree, detail, folded: foldedBy(tree, detail) });
    }),
    { numRuns: 500 },
  );

test('every node is shown or counted in exactly one closed fold', () =>
  always(({ tree, folded }) => {
    expect(folded.nodes.length + sum(closedIn(folded).map(({ nodeCount }) => nodeCount))).toBe(tree.graph.nodes.length);
    const shown = new Set(folded.nodes.map(({ id }) => id));
    for (const { id } of tree.graph.nodes) expect(folded.foldedIn(id).length > 0).toBe(!shown.has(id));
    for (const { counts, nodeCount } of folded.folds) expect(sum(counts.map(({ count }) => count))).toBe(nodeCount);
  }));

test('every edge is shown, in a folded edge or inside exactly one closed fold', () =>
  always(({ tree, folded }) => {
    const inside = sum(closedIn(folded).map(({ edgeCount }) => edgeCount));
    const bundled = sum(folded.foldedEdges.map(({ count }) => count));
    expect(folded.edges.length + bundled + inside).toBe(tree.graph.edges.length);
    for (const { kinds, count } of folded.foldedEdges) expect(sum(kinds.map((kind) => kind.count))).toBe(count);
  }));

test('with all folds open it is the whole graph, byte for byte', () =>
  always(({ tree, detail }) => {
    const all = foldedBy(tree, { ...detail, limit: 1, expanded: tree.folds.map(({ planned }) => planned.id) });
    const { nodes, edges } = tree.graph;
    expect(JSON.stringify({ nodes: all.nodes, edges: all.edges })).toBe(JSON.stringify({ nodes, edges }));
    expect([closedIn(all), all.foldedEdges]).toEqual([[], []]);
    expect(tree.byId().size).toBe(tree.folds.length);
    const few = foldedBy(tree, { ...detail, collapsed: [], foldAbove: Math.max(1, nodes.length) });
    expect(JSON.stringify(few.nodes)).toBe(JSON.stringify(nodes));
  }));

test('what is shown is the same as in the whole graph, in its order, with the boxes around it', () =>
  always(({ tree, folded }) => {
    const place = new Map(tree.graph.nodes.map((node, at) => [node, at]));
    const places = folded.nodes.map((node) => place.get(node)!);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    const shown = new Set(folded.nodes.map(({ id }) => id));
    for (const node of folded.nodes) {
      const around = node.nodeType === 'Element' ? node.containerId : node.parentContainerId;
      if (around !== null) expect(shown.has(around)).toBe(true);
    }
  }));

test('folded edges end at what is drawn, once for each pair, and never at both ends alike', () =>
  always(({ folded }) => {
    const drawn = new Set([
      ...folded.nodes.map(({ id }) => id),
      ...closedIn(folded).flatMap(({ id, basis }) => (basis === 'Contents' ? [] : id)),
    ]);
    for (const { source, target } of folded.foldedEdges) {
      expect([drawn.has(source), drawn.has(target)]).toEqual([true, true]);
      expect(source).not.toBe(target);
    }
    const pairs = folded.foldedEdges.map(({ source, target }) => [source, target].sort().join(' '));
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(new Set(folded.folds.map(({ id }) => id)).size).toBe(folded.folds.length);
  }));

test('opening a fold leaves all others as they are', () =>
  always(({ tree, detail, folded }) => {
    for (const opened of closedIn(folded).slice(0, 3)) {
      const after = foldedBy(tree, { ...detail, expanded: [...detail.expanded, opened.id] });
      const shownAfter = new Set(after.nodes.map(({ id }) => id));
      for (const { id } of folded.nodes) expect(shownAfter.has(id)).toBe(true);
      const others = closedIn(folded).filter(({ id }) => id !== opened.id);
      expect(after.folds).toEqual(expect.arrayContaining(others));
    }
  }));

test('a fold that is collapsed stands for all that is in it but for what is revealed, and all others stay as they are', () =>
  always(({ tree, detail, folded }) => {
    const shut = { ...detail, expanded: [], reveal: [] };
    const before = foldedBy(tree, shut);
    for (const closed of before.folds.filter(({ isExpanded }) => isExpanded).slice(0, 3)) {
      const after = foldedBy(tree, { ...shut, collapsed: [...detail.collapsed, closed.id] });
      expect(after.folds.find(({ id }) => id === closed.id)).toMatchObject({ isExpanded: false });
      for (const { id } of tree.graph.nodes) {
        const isIn = after.foldedIn(id)[0] === closed.id;
        if (!isIn) expect(after.foldedIn(id)).toEqual(before.foldedIn(id));
      }
    }
    const both = foldedBy(tree, { ...detail, collapsed: detail.expanded });
    const known = folded.folds.filter(({ id, isExpanded }) => isExpanded && detail.expanded.includes(id));
    for (const { id } of known) expect(both.folds.find((fold) => fold.id === id)).toMatchObject({ isExpanded: true });
  }));

test('every node that is shown is a member of the innermost open fold around it, and of no other', () =>
  always(({ tree, folded }) => {
    const open = new Map(folded.folds.filter(({ isExpanded }) => isExpanded).map((fold) => [fold.id, fold]));
    const holders = new Map<string, string[]>();
    for (const { id, memberIds, isExpanded } of folded.folds) {
      if (!isExpanded) expect(memberIds).toEqual([]);
      for (const member of memberIds) holders.set(member, [...(holders.get(member) ?? []), id]);
    }
    for (const { id } of folded.nodes) {
      let fold = tree.foldOf.get(id);
      while (fold && !open.has(fold.planned.id)) fold = fold.parent;
      expect(holders.get(id) ?? []).toEqual(fold ? [fold.planned.id] : []);
      holders.delete(id);
    }
    expect(holders.size).toBe(0);
  }));

test('whatever is in a fold is shown when the folds that it is in are opened', () =>
  always(({ tree, detail, folded }) => {
    for (const { id } of tree.graph.nodes.slice(0, 5)) {
      const opened = foldedBy(tree, { ...detail, expanded: [...detail.expanded, ...folded.foldedIn(id)] });
      expect(opened.foldedIn(id)).toEqual([]);
      expect(opened.nodes.some((node) => node.id === id)).toBe(true);
    }
  }));

test('what is revealed is shown, and nothing else but the boxes around it', () =>
  always(({ tree, detail }) => {
    // Contents that are open come with their box.
    const closed = { ...detail, expanded: [], collapsed: [] };
    const without = foldedBy(tree, { ...closed, reveal: [] });
    for (const node of tree.graph.nodes.slice(0, 5)) {
      const shown = foldedBy(tree, { ...closed, reveal: [node.id] });
      const more = shown.nodes.filter((one) => !without.nodes.includes(one));
      expect(shown.foldedIn(node.id)).toEqual([]);
      expect(more.length).toBeLessThanOrEqual(3);
      for (const box of more.slice(0, -1)) expect(box.nodeType).toBe('Container');
    }
  }));

test('in a question a fold stands for the outermost nodes in it, in every view', () =>
  always(({ tree }) => {
    const { graph, lookup, foldOf } = tree;
    const plain = stopsOf(graph.view, lookup, graph);
    const stops = stopsOfFolds(plain, tree);
    for (const fold of tree.folds.slice(0, 6)) {
      const isInside = (id: string | null) => {
        for (let at = id === null ? undefined : foldOf.get(id); at; at = at.parent) if (at === fold) return true;
        return false;
      };
      const around = (node: Node) => (node.nodeType === 'Element' ? node.containerId : node.parentContainerId);
      const members = graph.nodes.filter((node) => isInside(node.id) && !isInside(around(node))).map(({ id }) => id);
      const { id } = fold.planned;
      expect([...membersOf(tree, id)].sort()).toEqual([...members].sort());
      expect(new Set(stops.at(id))).toEqual(new Set(members.flatMap((member) => plain.at(member))));
      expect(stops.closedBy([id])).toEqual(plain.closedBy([...membersOf(tree, id)]));
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
          foldedBy(treeOf(rows, view, groupBy), { limit: 4 }),
        );
        expect(JSON.stringify(other)).toBe(JSON.stringify(one));
      },
    ),
    { numRuns: 300 },
  );
});
