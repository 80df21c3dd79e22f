// Tests the filters of a saved view on graphs with and without folds: they hide exactly the nodes and edges that they
// name.
import fc from 'fast-check';
import type { DisplayOptions } from '../../../../src/modules/topology/graph/display';
import { groupings } from '../../../../src/modules/topology/graph/folding/detail';
import type { Graph, Node } from '../../../../src/modules/topology/graph/graph';
import type { Lookup } from '../../../../src/modules/topology/graph/lookup';
import { edgeTypes, topologyViews } from '../../../../src/modules/topology/graph/options';
import {
  filterFolded,
  filterGraph,
  mergeFilters,
  type ChosenFilters,
  type ViewFilters,
} from '../../../../src/modules/topology/graph/view-filters';
import { completeOptions } from '../../../../src/modules/topology/options';
import { foldTree, planTree, usualOptions } from './folding/folding';
import { toId, inventories } from './inventories';

const subarrayOf = <T>(values: readonly T[]) => fc.subarray([...values]);
const chosenFilters = fc.record({
  edgeTypes: subarrayOf(edgeTypes),
  hiddenCategories: subarrayOf(['ReverseProxy', 'Hypervisor', 'ContainerRuntime', 'OpenPorts']),
  hiddenMachines: subarrayOf(['Virtualized', 'BareMetal']),
  hiddenTagIds: subarrayOf([0, 1, 2].map((number) => toId('tag', number))),
});
const { local } = completeOptions('00000000-0000-4000-8000-000000000000', {});
const filtersBy = (
  givenFilters: ChosenFilters,
  view: Graph['view'],
  savedDisplayOptions: DisplayOptions = local,
): ViewFilters => ({
  ...mergeFilters(givenFilters, view, { local: savedDisplayOptions, request: { hideMetadataValues: {} } }),
  bundleEdges: false,
});
const allFilters = { edgeTypes: [...edgeTypes], hiddenCategories: [], hiddenMachines: [], hiddenTagIds: [] };

const givenInput = fc.record({
  inventory: inventories,
  view: fc.constantFrom(...topologyViews),
  groupBy: fc.constantFrom(...groupings),
  limit: fc.constantFrom(1, 3, 8),
  chosen: chosenFilters,
});
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

/** Whether the filters hide the node itself, regardless of its boxes. */
function isHidden(node: Node, lookup: Lookup, { hiddenMachines, hiddenCategories, tagFilter }: ViewFilters): boolean {
  const tags = tagFilter.hiddenHostTagIds;
  const hasTag = (row: { readonly tagIds: readonly string[] } | undefined) =>
    row?.tagIds.some((id) => tags.includes(id));
  if (node.nodeType === 'Container') return false;
  const host = lookup.hosts.get(node.hostId ?? '');
  const service = node.elementType === 'Service' ? lookup.services.get(node.id) : undefined;
  const subnet = node.elementType === 'IPAddress' ? lookup.subnets.get(node.subnetId) : undefined;
  return Boolean(
    hasTag(host) ||
    hasTag(service) ||
    hasTag(subnet) ||
    (host && hiddenMachines.includes(host.isVirtual ? 'Virtualized' : 'BareMetal')) ||
    (service && hiddenCategories.includes(service.software.category)),
  );
}
/** Whether the node is inside the box of a hidden machine, at any depth. */
function isInHidden(node: Node, graph: Graph, lookup: Lookup, filters: ViewFilters): boolean {
  const boxes = new Map(graph.nodes.map((one) => [one.id, one]));
  for (
    let box = boxes.get((node.nodeType === 'Element' ? node.containerId : node.parentContainerId) ?? '');
    box?.nodeType === 'Container';
    box = boxes.get(box.parentContainerId ?? '')
  ) {
    const host = box.containerType === 'Host' ? lookup.hosts.get(box.entityId ?? '') : undefined;
    const isMachine = host && filters.hiddenMachines.includes(host.isVirtual ? 'Virtualized' : 'BareMetal');
    if (isMachine || host?.tagIds.some((id) => filters.tagFilter.hiddenHostTagIds.includes(id))) return true;
  }
  return false;
}

test('a filter removes named elements, contents of named machines, edges of hidden kinds, loose edges', () => {
  fc.assert(
    fc.property(givenInput, ({ inventory, view, chosen: askedFilters }) => {
      const { graph, lookup } = planTree(inventory, view);
      const filters = filtersBy(askedFilters, view);
      const remainingGraph = filterGraph(graph, lookup, filters);
      const elements = graph.nodes.filter(({ nodeType }) => nodeType === 'Element');
      expect(idsOf(remainingGraph.nodes.filter(({ nodeType }) => nodeType === 'Element'))).toEqual(
        idsOf(elements.filter((one) => !isHidden(one, lookup, filters) && !isInHidden(one, graph, lookup, filters))),
      );
      const ids = new Set(idsOf(remainingGraph.nodes));
      for (const node of remainingGraph.nodes) {
        const around = node.nodeType === 'Element' ? node.containerId : node.parentContainerId;
        if (around !== null) expect(ids).toContain(around);
        if (node.nodeType === 'Container') continue;
        for (const { entityId, entityType, groupId } of node.inlineGroups) {
          const service = lookup.services.get(entityType === 'Port' ? groupId : entityId);
          expect(askedFilters.hiddenCategories).not.toContain(service?.software.category);
          expect(service?.tagIds.some((id) => askedFilters.hiddenTagIds.includes(id)) ?? false).toBe(false);
        }
      }
      expect(idsOf(remainingGraph.edges)).toEqual(
        idsOf(
          graph.edges.filter(
            ({ edgeType, source, target }) =>
              askedFilters.edgeTypes.includes(edgeType) && ids.has(source) && ids.has(target),
          ),
        ),
      );
    }),
    { numRuns: 300 },
  );
});

test('filters that hide nothing give the same graph, folded and whole', () => {
  fc.assert(
    fc.property(givenInput, ({ inventory, view, groupBy, limit }) => {
      const tree = planTree(inventory, view, groupBy);
      const filters = filtersBy(allFilters, view);
      const { nodes, edges } = filterGraph(tree.graph, tree.lookup, filters);
      expect({ nodes, edges }).toEqual({ nodes: tree.graph.nodes, edges: tree.graph.edges });
      const { foldedIn, ...folded } = foldTree(tree, { limit });
      const { foldedIn: filteredIn, ...filtered } = filterFolded(
        { foldedIn, ...folded },
        tree.graph,
        tree.lookup,
        filters,
      );
      expect(filtered).toEqual(folded);
      for (const { id } of tree.graph.nodes) expect(filteredIn(id)).toEqual(foldedIn(id));
    }),
    { numRuns: 200 },
  );
});

test('a folded, filtered graph shows the remaining nodes and edges outside of closed folds, with all ends', () => {
  fc.assert(
    fc.property(givenInput, ({ inventory, view, groupBy, limit, chosen: askedFilters }) => {
      const tree = planTree(inventory, view, groupBy);
      const filters = filtersBy(askedFilters, view);
      const whole = filterGraph(tree.graph, tree.lookup, filters);
      const foldedGraph = foldTree(tree, { limit });
      const shownFoldedGraph = filterFolded(foldedGraph, tree.graph, tree.lookup, filters);
      const [nodeIds, edgeIds] = [new Set(idsOf(foldedGraph.nodes)), new Set(idsOf(foldedGraph.edges))];
      expect(shownFoldedGraph.nodes).toEqual(whole.nodes.filter(({ id }) => nodeIds.has(id)));
      expect(shownFoldedGraph.edges).toEqual(whole.edges.filter(({ id }) => edgeIds.has(id)));
      const ids = new Set([...idsOf(shownFoldedGraph.nodes), ...idsOf(shownFoldedGraph.folds)]);
      for (const { source, target, kinds, count } of shownFoldedGraph.foldedEdges) {
        expect([ids.has(source), ids.has(target)]).toEqual([true, true]);
        expect(kinds.every(({ edgeType }) => askedFilters.edgeTypes.includes(edgeType))).toBe(true);
        expect(kinds.reduce((sum, one) => sum + one.count, 0)).toBe(count);
      }
      for (const { isExpanded, memberIds, containerId, id } of shownFoldedGraph.folds) {
        for (const member of memberIds) expect(ids).toContain(member);
        if (containerId !== null) expect(ids).toContain(containerId);
        const hasInner = shownFoldedGraph.folds.some(({ parentFoldId }) => parentFoldId === id);
        expect(!isExpanded || memberIds.length > 0 || hasInner).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

test("what a saved view does not determine follows the topology's options and the view's defaults", () => {
  const savedOptions = { ...local, hideEdgeTypes: ['RequestPath' as const], bundleEdges: true };
  const hideMetadataValues = {
    ...usualOptions.hideMetadataValues,
    L3Logical: { Service: { Category: ['OpenPorts'] }, Host: { Virtualization: ['Virtualized'] } },
  };
  const filters = mergeFilters({}, 'L3Logical', { local: savedOptions, request: { hideMetadataValues } });
  // The edge types that the options hide, those that are hidden by default, and those that this view never has.
  expect([...filters.hideEdgeTypes].sort()).toEqual([
    'AggregateLink',
    'Hypervisor',
    'LearnedMachine',
    'NeighborLink',
    'PhysicalLink',
    'RequestPath',
    'SameContainer',
    'WirelessAssociation',
  ]);
  expect(filters).toMatchObject({
    ...{ bundleEdges: true, tagFilter: savedOptions.tagFilter },
    ...{ hiddenCategories: ['OpenPorts'], hiddenMachines: ['Virtualized'] },
  });
  const ownViewFilters = mergeFilters({ ...allFilters, hiddenTagIds: ['a'] }, 'L3Logical', {
    local: savedOptions,
    request: { hideMetadataValues },
  });
  expect(ownViewFilters).toMatchObject({ hideEdgeTypes: [], hiddenCategories: [], hiddenMachines: [] });
  expect(ownViewFilters.tagFilter.hiddenSubnetTagIds).toEqual(['a']);
});
