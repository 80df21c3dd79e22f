// Properties of every graph, for any inventory, options and order of rows.
import fc from 'fast-check';
import { buildGraph, prepareInventory } from '../../../../src/modules/topology/graph/build-graph';
import type { Container, Element, Graph } from '../../../../src/modules/topology/graph/graph';
import type { Inventory } from '../../../../src/modules/topology/graph/inventory';
import { topologyViews, type RequestOptions } from '../../../../src/modules/topology/graph/options';
import { inventories, requestOptions } from './inventories';

const graphsOf = (inventory: Inventory, options: RequestOptions): Graph[] => {
  const preparedInventory = prepareInventory(inventory, options);
  return topologyViews.map((view) => buildGraph(preparedInventory, view));
};
const containersOf = (graph: Graph) => graph.nodes.filter((node): node is Container => node.nodeType === 'Container');
const elementsOf = (graph: Graph) => graph.nodes.filter((node): node is Element => node.nodeType === 'Element');

/** Checks the property on generated inventories, in all four views of each. */
const always = (property: (graph: Graph, inventory: Inventory, options: RequestOptions) => void) =>
  fc.assert(
    fc.property(inventories, requestOptions, (inventory, options) => {
      for (const graph of graphsOf(inventory, options)) property(graph, inventory, options);
    }),
    { numRuns: 500 },
  );

const expectUnique = (values: readonly unknown[]) => expect(values).toHaveLength(new Set(values).size);

test('the order of the rows does not change a byte of the graph', () => {
  const shuffledInventories = inventories.chain((inventory) =>
    fc
      .record(
        Object.fromEntries(
          Object.entries(inventory).map(([kind, rows]) => [
            kind,
            fc.shuffledSubarray([...(rows as unknown[])], { minLength: (rows as unknown[]).length }),
          ]),
        ),
      )
      .map((other) => [inventory, other as unknown as Inventory] as const),
  );
  fc.assert(
    fc.property(shuffledInventories, requestOptions, ([one, other], options) => {
      expect(JSON.stringify(graphsOf(other, options))).toBe(JSON.stringify(graphsOf(one, options)));
    }),
    { numRuns: 500 },
  );
});

test('building a graph does not change the inventory', () => {
  fc.assert(
    fc.property(inventories, requestOptions, (inventory, options) => {
      const before = JSON.stringify([inventory, options]);
      graphsOf(inventory, options);
      expect(JSON.stringify([inventory, options])).toBe(before);
    }),
  );
});

test('every id occurs once, so that no element is in two places', () =>
  always((graph) => {
    expectUnique(graph.nodes.map(({ id }) => id));
    expectUnique(graph.edges.map(({ id }) => id));
  }));

test('every element is in a box, boxes nest one level deep, and outer boxes come first', () =>
  always((graph) => {
    const place = new Map(graph.nodes.map(({ id }, index) => [id, index]));
    const boxes = new Map(containersOf(graph).map((box) => [box.id, box]));
    graph.nodes.forEach((node, index) => {
      const around = node.nodeType === 'Element' ? node.containerId : node.parentContainerId;
      if (around === null) return;
      expect(boxes.has(around)).toBe(true);
      expect(place.get(around)).toBeLessThan(index);
      if (node.nodeType === 'Container') expect(boxes.get(around)!.parentContainerId).toBeNull();
    });
  }));

test('every edge joins two different nodes', () =>
  always((graph) => {
    const ids = new Set(graph.nodes.map(({ id }) => id));
    for (const { source, target } of graph.edges) {
      expect([ids.has(source), ids.has(target)]).toEqual([true, true]);
      expect(source).not.toBe(target);
    }
  }));

test('no link is drawn twice, in either direction, and none within a host', () =>
  always((graph) => {
    const pairs = graph.edges.flatMap((edge) => {
      if (edge.edgeType === 'PhysicalLink')
        return [[edge.payload.sourceEntityId, edge.payload.targetEntityId].sort().join()];
      if (edge.edgeType === 'NeighborLink')
        return [[edge.payload.sourceHostId, edge.payload.targetHostId].sort().join()];
      return [];
    });
    expectUnique(pairs);
  }));

test('nothing of a hidden host is drawn', () =>
  always((graph, inventory) => {
    const hiddenHosts = new Set(inventory.hosts.filter((host) => host.hidden).map(({ id }) => id));
    for (const { hostId } of elementsOf(graph)) expect(hiddenHosts.has(hostId)).toBe(false);
    for (const { entityId } of containersOf(graph)) expect(hiddenHosts.has(entityId ?? '')).toBe(false);
  }));

test('boxes of rules are not empty, and exist only in views for which the rule is meant', () =>
  always((graph, _inventory, { elementRules }) => {
    const usedContainerIds = new Set(elementsOf(graph).map(({ containerId }) => containerId));
    for (const box of containersOf(graph)) {
      if (box.elementRuleId === null) continue;
      expect(elementRules.some(({ id }) => id === box.elementRuleId)).toBe(true);
      expect(usedContainerIds.has(box.id)).toBe(true);
    }
  }));

test('kinds hidden in a view do not occur in it', () =>
  always((graph, _inventory, { hideEntities }) => {
    const hiddenTypes = hideEntities[graph.view]!;
    for (const { elementType, inlineGroups } of elementsOf(graph))
      for (const kind of [elementType, ...inlineGroups.map(({ entityType }) => entityType)])
        expect(hiddenTypes).not.toContain(kind);
    if (hiddenTypes.includes('Subnet'))
      expect(containersOf(graph).some((box) => box.containerType === 'Subnet')).toBe(false);
  }));

test('missing hosts and links that are down are omitted and counted', () => {
  const since = '2026-11-22T10:00:00.000Z';
  const unpluggedInventories = inventories.chain((inventory) => {
    const links = inventory.interfaces.flatMap(({ neighbors }) => neighbors);
    return fc
      .tuple(fc.subarray([...inventory.hosts]), fc.subarray(links))
      .map(([missing, down]) => ({ inventory, missing: new Set(missing), down: new Set(down) }));
  });
  fc.assert(
    fc.property(unpluggedInventories, requestOptions, ({ inventory, missing, down }, options) => {
      const markedInventory: Inventory = {
        ...inventory,
        hosts: inventory.hosts.map((host) => (missing.has(host) ? { ...host, missingSince: since } : host)),
        interfaces: inventory.interfaces.map((port) => ({
          ...port,
          neighbors: port.neighbors.map((link) => (down.has(link) ? { ...link, downSince: since } : link)),
        })),
      };
      const without: Inventory = {
        ...inventory,
        hosts: inventory.hosts.map((host) => (missing.has(host) ? { ...host, hidden: true } : host)),
        interfaces: inventory.interfaces.map((port) => ({
          ...port,
          neighbors: port.neighbors.filter((link) => !down.has(link)),
        })),
      };
      const count = [...missing].filter(({ hidden }) => !hidden).length;
      const expectedValues = graphsOf(without, options).map((graph) => ({
        ...graph,
        filteredOut: { ...graph.filteredOut, ...(count > 0 && { Host: { Staleness: count } }) },
      }));
      expect(graphsOf(markedInventory, options)).toEqual(expectedValues);
      const showing = {
        ...options,
        hideMetadataValues: { ...options.hideMetadataValues, Workloads: { Host: { Staleness: [] } } },
      };
      const pluggedInventory: Inventory = { ...markedInventory, interfaces: inventory.interfaces };
      expect(graphsOf(pluggedInventory, showing)).toEqual(graphsOf(inventory, showing));
    }),
    { numRuns: 300 },
  );
});
