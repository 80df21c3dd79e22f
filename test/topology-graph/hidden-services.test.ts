// The filter on categories of services in pictures: what it hides is in no card and no box, all else stays.
import fc from 'fast-check';
import { buildGraph, prepareInventory } from '../../src/topology-graph/build-graph';
import type { Graph } from '../../src/topology-graph/graph';
import { topologyViews } from '../../src/topology-graph/options';
import { withoutHiddenServices } from '../../src/topology-graph/render/hidden-services';
import { inventories, requestOptions } from './inventories';

const servicesIn = ({ nodes }: Graph): string[] =>
  nodes.flatMap((node) => {
    if (node.nodeType === 'Container') return [];
    const inside = node.inlineGroups.map(({ entityId, entityType, groupId }) =>
      entityType === 'Port' ? `port of ${groupId}` : entityId,
    );
    return [...(node.elementType === 'Service' ? [node.id] : []), ...inside];
  });

test('services of hidden categories go with their ports and edges; everything else stays', () => {
  fc.assert(
    fc.property(inventories, requestOptions, (inventory, options) => {
      for (const view of topologyViews) {
        const hiding = { ...options, hideMetadataValues: { [view]: { Service: { Category: ['ReverseProxy'] } } } };
        const { lookup } = prepareInventory(inventory, hiding);
        const graph = buildGraph(prepareInventory(inventory, hiding), view);
        const isHidden = (id: string) =>
          lookup.services.get(id.replace('port of ', ''))?.software.category === 'ReverseProxy';
        const shown = withoutHiddenServices(graph, lookup, hiding);
        expect(servicesIn(shown)).toEqual(servicesIn(graph).filter((id) => !isHidden(id)));
        expect(shown.nodes.map(({ id }) => id)).toEqual(
          graph.nodes
            .filter((node) => !('elementType' in node && node.elementType === 'Service' && isHidden(node.id)))
            .map(({ id }) => id),
        );
        const ids = new Set(shown.nodes.map(({ id }) => id));
        expect(shown.edges).toEqual(graph.edges.filter(({ source, target }) => ids.has(source) && ids.has(target)));
      }
    }),
  );
});
