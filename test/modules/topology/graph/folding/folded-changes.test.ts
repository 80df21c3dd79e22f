// Folding the difference of two graphs: every change is either shown at a visible node or edge, or counted once in a
// fold.
import fc from 'fast-check';
import { countChanges, diffGraphs, type ChangeCounts } from '../../../../../src/modules/topology/graph/diff';
import { groupings } from '../../../../../src/modules/topology/graph/folding/detail';
import { foldDiff } from '../../../../../src/modules/topology/graph/folded-changes';
import type { Inventory } from '../../../../../src/modules/topology/graph/inventory';
import { topologyViews } from '../../../../../src/modules/topology/graph/options';
import { inventories } from '../inventories';
import { demoInventories } from '../demo-inventories';
import { foldTree, sum, planTree } from './folding';

/** An inventory, and the same inventory with some hosts hidden and other hosts renamed. */
const pairs = inventories.chain((before) =>
  fc.tuple(fc.subarray([...before.hosts]), fc.subarray([...before.hosts])).map(([removedHosts, renamedHosts]) => ({
    before,
    after: {
      ...before,
      hosts: before.hosts.map((host) => ({
        ...host,
        ...(removedHosts.includes(host) && { hidden: !host.hidden }),
        ...(renamedHosts.includes(host) && { displayName: `${host.displayName}x` }),
      })),
    } satisfies Inventory,
  })),
);
const kinds = ['Added', 'Removed', 'Changed'] as const;
const total = (counts: readonly ChangeCounts[]): ChangeCounts =>
  Object.fromEntries(kinds.map((kind) => [kind, sum(counts.map((one) => one[kind]))])) as ChangeCounts;

test('changes of hidden elements are counted once, in the fold that hides them', () => {
  fc.assert(
    fc.property(
      pairs,
      fc.constantFrom(...topologyViews),
      fc.constantFrom(...groupings),
      fc.constantFrom(1, 4, 1000),
      ({ before, after }, view, groupBy, limit) => {
        const trees = { before: planTree(before, view, groupBy), after: planTree(after, view, groupBy) };
        const diff = diffGraphs(trees.before.graph, trees.after.graph);
        const { folds, foldedEdges } = foldDiff(diff, trees, {
          ...{ limit, foldAbove: limit, expanded: [], collapsed: [], reveal: [] },
        });
        const { foldedIn } = foldTree(trees.after, { limit });
        const isHidden = (id: string) => foldedIn(id).length > 0;
        const nodes = total(folds.map(({ nodeCounts }) => nodeCounts));
        const hiddenChanges = countChanges(diff.nodes.filter(({ id }) => isHidden(id)));
        const all = countChanges(diff.nodes);
        expect([nodes.Added, nodes.Changed]).toEqual([hiddenChanges.Added, hiddenChanges.Changed]);
        expect(nodes.Removed).toBeLessThanOrEqual(all.Removed);
        const edges = total([...folds.map(({ edgeCounts }) => edgeCounts), ...foldedEdges.map(({ counts }) => counts)]);
        const hiddenEdges = countChanges(
          diff.edges.filter(
            ({ before: was, after: is }) => isHidden((is ?? was)!.source) || isHidden((is ?? was)!.target),
          ),
        );
        expect([edges.Added, edges.Changed]).toEqual([hiddenEdges.Added, hiddenEdges.Changed]);
        const wholly = foldDiff(diff, trees, { limit: 1, foldAbove: 1000, expanded: [], collapsed: [], reveal: [] });
        expect(wholly).toEqual({ folds: [], foldedEdges: [] });
      },
    ),
    { numRuns: 300 },
  );
});

test('added and removed endpoints are counted on the switch to which they are folded', () => {
  const [before] = demoInventories(500) as [Inventory];
  const tree = planTree(before, 'L2Physical');
  const endpoints = tree.folds.find(({ plannedFold }) => plannedFold.label === 'Endpoints of rv-a-acc-1')!;
  const [removedHost, renamedHost] = before.hosts.filter((host) =>
    endpoints.nodeIds.some((id) => tree.nodes().get(id)!.nodeType === 'Container' && entityOf(id) === host.id),
  );
  function entityOf(id: string): string | null {
    const node = tree.nodes().get(id)!;
    return node.nodeType === 'Container' ? node.entityId : null;
  }
  const after: Inventory = {
    ...before,
    hosts: before.hosts
      .filter(({ id }) => id !== removedHost!.id)
      .map((host) => (host.id === renamedHost!.id ? { ...host, displayName: 'renamed' } : host)),
  };
  const trees = { before: tree, after: planTree(after, 'L2Physical') };
  const parents: string[] = [];
  for (let fold = endpoints.parent; fold; fold = fold.parent) parents.push(fold.plannedFold.id);
  const { folds } = foldDiff(diffGraphs(tree.graph, trees.after.graph), trees, {
    ...{ limit: 1, foldAbove: 1, expanded: parents, collapsed: [], reveal: [] },
  });
  expect(folds).toContainEqual(
    expect.objectContaining({
      ...{ id: endpoints.plannedFold.id, changeType: 'Changed', label: 'Endpoints of rv-a-acc-1' },
      nodeCounts: expect.objectContaining({ Changed: 1, Added: 0 }) as unknown,
    }),
  );
  expect(folds.find(({ id }) => id === endpoints.plannedFold.id)!.nodeCounts.Removed).toBeGreaterThanOrEqual(1);
});
