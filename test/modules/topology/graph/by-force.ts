// Checks a property on generated inventories, with a function that picks up to three items of a list, for suites that
// compare results with brute force.
import fc from 'fast-check';
import {
  buildGraph,
  prepareInventory,
  type PreparedInventory,
} from '../../../../src/modules/topology/graph/build-graph';
import type { Container, Graph, Node } from '../../../../src/modules/topology/graph/graph';
import type { Inventory } from '../../../../src/modules/topology/graph/inventory';
import type { View } from '../../../../src/modules/topology/graph/options';
import { inventories, requestOptions } from './inventories';

export const isMachine = (node: Node): node is Container =>
  node.nodeType === 'Container' && node.containerType === 'Host';

/** Ids of the boxes that contain a node, innermost first. */
export function enclosingBoxes(graph: Graph, id: string): string[] {
  const node = graph.nodes.find((one) => one.id === id)!;
  const box = node.nodeType === 'Container' ? node.parentContainerId : node.containerId;
  return box === null ? [] : [box, ...enclosingBoxes(graph, box)];
}

/** Options that hide no hosts and ports by their state, because the brute force does not implement this filter. */
const plain = requestOptions.map((options) => ({ ...options, hideMetadataValues: {} }));

export const always = (
  view: View,
  property: (sample: {
    prepared: PreparedInventory;
    graph: Graph;
    inventory: Inventory;
    pick: (list: readonly string[]) => string[];
  }) => void,
  options = plain,
) =>
  fc.assert(
    fc.property(
      inventories,
      options,
      fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
      (inventory, chosenOptions, numbers) => {
        const preparedInventory = prepareInventory(inventory, chosenOptions);
        const pick = (list: readonly string[]) =>
          list.length === 0 ? [] : numbers.map((number) => list[number % list.length]!);
        property({ prepared: preparedInventory, graph: buildGraph(preparedInventory, view), inventory, pick });
      },
    ),
    { numRuns: 500 },
  );
