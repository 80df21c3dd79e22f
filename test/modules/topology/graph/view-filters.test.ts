// What a saved view leaves out: exactly what its filters name, of a graph that is folded and of one that is not.
import fc from 'fast-check';
import type { DisplayOptions } from '../../../../src/modules/topology/graph/display';
import { groupings } from '../../../../src/modules/topology/graph/folding/detail';
import type { Graph, Node } from '../../../../src/modules/topology/graph/graph';
import type { Lookup } from '../../../../src/modules/topology/graph/lookup';
import { edgeTypes, topologyViews } from '../../../../src/modules/topology/graph/options';
import {
  filterFolded,
  filterGraph,
  filtersOf,
  type ChosenFilters,
  type ViewFilters,
} from '../../../../src/modules/topology/graph/view-filters';
import { completeOptions } from '../../../../src/modules/topology/options';
import { foldedBy, treeOf, usualOptions } from './folding/folding';
import { idOf, inventories } from './inventories';

const some = <T>(values: readonly T[]) => fc.subarray([...values]);
const chosen = fc.record({
  edgeTypes: some(edgeTypes),
  hiddenCategories: some(['ReverseProxy', 'Hypervisor', 'ContainerRuntime', 'OpenPorts']),
  hiddenMachines: some(['Virtualized', 'BareMetal']),
  hiddenTagIds: some([0, 1, 2].map((number) => idOf('tag', number))),
});
const { local } = completeOptions('00000000-0000-4000-8000-000000000000', {});
const filtersBy = (given: ChosenFilters, view: Graph['view'], saved: DisplayOptions = local): ViewFilters => ({
  ...filtersOf(given, view, { local: saved, request: { hideMetadataValues: {} } }),
  bundleEdges: false,
});
const everything = { edgeTypes: [...edgeTypes], hiddenCategories: [], hiddenMachines: [], hiddenTagIds: [] };

const given = fc.record({
  inventory: inventories,
  view: fc.constantFrom(...topologyViews),
  groupBy: fc.constantFrom(...groupings),
  limit: fc.constantFrom(1, 3, 8),
  chosen,
});
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

/** Said of each node by itself. */
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
/** In the box of a machine that is hidden, or in one inside it. */
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

test('elements go that a filter names, or that are in a machine that one names, and edges of hidden kinds or without an end', () => {
  fc.assert(
    fc.property(given, ({ inventory, view, chosen: asked }) => {
      const { graph, lookup } = treeOf(inventory, view);
      const filters = filtersBy(asked, view);
      const left = filterGraph(graph, lookup, filters);
      const elements = graph.nodes.filter(({ nodeType }) => nodeType === 'Element');
      expect(idsOf(left.nodes.filter(({ nodeType }) => nodeType === 'Element'))).toEqual(
        idsOf(elements.filter((one) => !isHidden(one, lookup, filters) && !isInHidden(one, graph, lookup, filters))),
      );
      const ids = new Set(idsOf(left.nodes));
      for (const node of left.nodes) {
        const around = node.nodeType === 'Element' ? node.containerId : node.parentContainerId;
        if (around !== null) expect(ids).toContain(around);
        if (node.nodeType === 'Container') continue;
        for (const { entityId, entityType, groupId } of node.inlineGroups) {
          const service = lookup.services.get(entityType === 'Port' ? groupId : entityId);
          expect(asked.hiddenCategories).not.toContain(service?.software.category);
          expect(service?.tagIds.some((id) => asked.hiddenTagIds.includes(id)) ?? false).toBe(false);
        }
      }
      expect(idsOf(left.edges)).toEqual(
        idsOf(
          graph.edges.filter(
            ({ edgeType, source, target }) => asked.edgeTypes.includes(edgeType) && ids.has(source) && ids.has(target),
          ),
        ),
      );
    }),
    { numRuns: 300 },
  );
});

test('filters that hide nothing give the same graph, folded and whole', () => {
  fc.assert(
    fc.property(given, ({ inventory, view, groupBy, limit }) => {
      const tree = treeOf(inventory, view, groupBy);
      const filters = filtersBy(everything, view);
      const { nodes, edges } = filterGraph(tree.graph, tree.lookup, filters);
      expect({ nodes, edges }).toEqual({ nodes: tree.graph.nodes, edges: tree.graph.edges });
      const { foldedIn, ...folded } = foldedBy(tree, { limit });
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

test('folded it shows of its nodes and edges those that are in no fold, and every end and member is shown', () => {
  fc.assert(
    fc.property(given, ({ inventory, view, groupBy, limit, chosen: asked }) => {
      const tree = treeOf(inventory, view, groupBy);
      const filters = filtersBy(asked, view);
      const whole = filterGraph(tree.graph, tree.lookup, filters);
      const folded = foldedBy(tree, { limit });
      const shown = filterFolded(folded, tree.graph, tree.lookup, filters);
      const [nodeIds, edgeIds] = [new Set(idsOf(folded.nodes)), new Set(idsOf(folded.edges))];
      expect(shown.nodes).toEqual(whole.nodes.filter(({ id }) => nodeIds.has(id)));
      expect(shown.edges).toEqual(whole.edges.filter(({ id }) => edgeIds.has(id)));
      const ids = new Set([...idsOf(shown.nodes), ...idsOf(shown.folds)]);
      for (const { source, target, kinds, count } of shown.foldedEdges) {
        expect([ids.has(source), ids.has(target)]).toEqual([true, true]);
        expect(kinds.every(({ edgeType }) => asked.edgeTypes.includes(edgeType))).toBe(true);
        expect(kinds.reduce((sum, one) => sum + one.count, 0)).toBe(count);
      }
      for (const { isExpanded, memberIds, containerId, id } of shown.folds) {
        for (const member of memberIds) expect(ids).toContain(member);
        if (containerId !== null) expect(ids).toContain(containerId);
        const hasInner = shown.folds.some(({ parentFoldId }) => parentFoldId === id);
        expect(!isExpanded || memberIds.length > 0 || hasInner).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

test('what the view does not say is as the options of the topology and the kinds of its view say', () => {
  const saved = { ...local, hideEdgeTypes: ['RequestPath' as const], bundleEdges: true };
  const hideMetadataValues = {
    ...usualOptions.hideMetadataValues,
    L3Logical: { Service: { Category: ['OpenPorts'] }, Host: { Virtualization: ['Virtualized'] } },
  };
  const filters = filtersOf({}, 'L3Logical', { local: saved, request: { hideMetadataValues } });
  // Those that are hidden by default, those of the options, and those that the view does not have.
  expect([...filters.hideEdgeTypes].sort()).toEqual([
    'AggregateLink',
    'Hypervisor',
    'NeighborLink',
    'PhysicalLink',
    'RequestPath',
    'SameContainer',
    'WirelessAssociation',
  ]);
  expect(filters).toMatchObject({
    ...{ bundleEdges: true, tagFilter: saved.tagFilter },
    ...{ hiddenCategories: ['OpenPorts'], hiddenMachines: ['Virtualized'] },
  });
  const own = filtersOf({ ...everything, hiddenTagIds: ['a'] }, 'L3Logical', {
    local: saved,
    request: { hideMetadataValues },
  });
  expect(own).toMatchObject({ hideEdgeTypes: [], hiddenCategories: [], hiddenMachines: [] });
  expect(own.tagFilter.hiddenSubnetTagIds).toEqual(['a']);
});
