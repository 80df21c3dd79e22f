// Differences between graphs: of small networks before and after a change, and of generated pairs, where applying the
// difference to one graph gives the other.
import fc from 'fast-check';
import { buildGraph, prepareInventory } from '../../../../src/modules/topology/graph/build-graph';
import {
  changedMembers,
  countChanges,
  diffGraphs,
  type GraphChange,
} from '../../../../src/modules/topology/graph/diff';
import type { Edge, Graph, Node } from '../../../../src/modules/topology/graph/graph';
import type { Inventory } from '../../../../src/modules/topology/graph/inventory';
import { topologyViews, type View } from '../../../../src/modules/topology/graph/options';
import { draw, drawGraph, type Drawing } from './drawing';
import { inventories, requestOptions } from './inventories';

const nameOf = (node: Node) =>
  `${node.nodeType === 'Container' ? node.containerType : node.elementType} ${node.header}`;
const changedNodes = (changes: readonly GraphChange<Node>[]) =>
  changes.map(({ changeType, before, after }) => `${changeType} ${nameOf((after ?? before)!)}`);
const between = (before: Drawing, after: Drawing, view: View) =>
  diffGraphs(drawGraph(before, view), drawGraph(after, view));

const lan = () =>
  draw()
    .subnet('lan', '10.0.0.0/24')
    .host('web', { at: ['lan 10.0.0.1'] });

test('a subnet with its first address is listed as added, box first; the reverse lists it as removed', () => {
  const more = () =>
    lan()
      .subnet('dmz', '10.1.0.0/24', 'Dmz')
      .host('proxy', { at: ['dmz 10.1.0.1'] });
  const { nodes, edges } = between(lan(), more(), 'L3Logical');
  expect(changedNodes(nodes)).toEqual(['Added Subnet dmz: 10.1.0.0/24', 'Added IPAddress proxy']);
  expect(edges).toEqual([]);
  const returnedGraphDiff = between(more(), lan(), 'L3Logical');
  expect(changedNodes(returnedGraphDiff.nodes)).toEqual(['Removed Subnet dmz: 10.1.0.0/24', 'Removed IPAddress proxy']);
  expect(returnedGraphDiff.nodes[0]).toMatchObject({ id: 'dmz', after: null, before: { containerType: 'Subnet' } });
  expect(countChanges(returnedGraphDiff.nodes)).toEqual({ Added: 0, Removed: 2, Changed: 0 });
});

test('an address in another subnet is listed as moved to its box; a renamed box by its header', () => {
  const before = lan()
    .subnet('dmz', '10.1.0.0/24')
    .host('proxy', { at: ['dmz 10.1.0.1'] });
  const after = lan()
    .subnet('dmz', '10.1.0.0/24', 'Lan', { name: 'edge' })
    .host('proxy', { at: ['dmz 10.1.0.1'] });
  after.rows.ipAddresses[0]!.subnetId = 'dmz';
  const { nodes } = between(before, after, 'L3Logical');
  const byId = new Map(nodes.map((change) => [change.id, change]));
  expect(changedMembers(byId.get('dmz')!)).toEqual([
    { field: 'header', from: 'dmz: 10.1.0.0/24', to: 'edge: 10.1.0.0/24' },
  ]);
  expect(changedMembers(byId.get('web@10.0.0.1')!)).toEqual([
    { field: 'containerId', from: 'lan', to: 'dmz' },
    { field: 'subnetId', from: 'lan', to: 'dmz' },
  ]);
  expect(byId.get('lan')!.changeType).toBe('Removed');
  expect(changedMembers(byId.get('lan')!)).toEqual([]);
});

test('a cable that is unplugged, moved, or reported by another protocol is listed', () => {
  const switches = () => draw().host('a').host('b').port('a/1').port('b/1').port('b/2');
  const first = switches().neighbour('a/1', 'b/1');
  const movedGraphDiff = between(first, switches().neighbour('a/1', 'b/2'), 'L2Physical');
  expect(movedGraphDiff.edges.map(({ changeType, before, after }) => [changeType, (after ?? before)!.label])).toEqual([
    ['Added', '1 ↔ 2'],
    ['Removed', '1 ↔ 1'],
  ]);
  const reportedGraphDiff = between(first, switches().neighbour('a/1', 'b/1', 'CDP'), 'L2Physical');
  expect(reportedGraphDiff.edges.map(changedMembers)).toEqual([
    [expect.objectContaining({ field: 'payload', to: expect.objectContaining({ protocol: 'CDP' }) as unknown })],
  ]);
  expect(reportedGraphDiff.nodes).toEqual([]);
  expect(between(first, switches(), 'L2Physical').edges.map(({ changeType }) => changeType)).toEqual(['Removed']);
});

/** The nodes or edges by id, after applying the changes. */
function applyRows<T extends Node | Edge>(items: readonly T[], changes: readonly GraphChange<T>[]): Map<string, T> {
  const result = new Map(items.map((one) => [one.id, one]));
  for (const { id, before, after } of changes) {
    expect(result.get(id) ?? null).toEqual(before);
    if (after) result.set(id, after);
    else result.delete(id);
  }
  return result;
}
const byId = <T extends { id: string }>(items: readonly T[]) => new Map(items.map((one) => [one.id, one]));

/** Two inventories. The second has some rows of the first, and some of a third inventory. */
const twice = fc
  .tuple(inventories, inventories, fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }))
  .map(
    ([one, other, choices]) =>
      [
        one,
        Object.fromEntries(
          Object.keys(one).map((kind, index) => [kind, (choices[index] ? one : other)[kind as keyof Inventory]]),
        ) as unknown as Inventory,
      ] as const,
  );

test('applying a difference to the first graph gives the second; a graph has no difference to itself', () => {
  fc.assert(
    fc.property(twice, requestOptions, (two, options) => {
      const [first, second] = two.map((inventory) => prepareInventory(inventory, options)) as [never, never];
      for (const view of topologyViews) {
        const [before, after]: [Graph, Graph] = [buildGraph(first, view), buildGraph(second, view)];
        const { nodes, edges } = diffGraphs(before, after);
        expect(applyRows(before.nodes, nodes)).toEqual(byId(after.nodes));
        expect(applyRows(before.edges, edges)).toEqual(byId(after.edges));
        for (const change of [...nodes, ...edges])
          if (change.changeType === 'Changed') expect(changedMembers(change).length).toBeGreaterThan(0);
        expect(diffGraphs(after, structuredClone(after))).toEqual({ nodes: [], edges: [] });
      }
    }),
    { numRuns: 150 },
  );
});
