// Tests images in which filters hide categories of services: the hidden services are drawn nowhere, and the legend
// says what is hidden.
import fc from 'fast-check';
import { buildGraph, prepareInventory } from '../../../../src/modules/topology/graph/build-graph';
import type { Graph } from '../../../../src/modules/topology/graph/graph';
import { topologyViews } from '../../../../src/modules/topology/graph/options';
import { withoutHiddenServices } from '../../../../src/modules/topology/graph/render/hidden-services';
import { buildSketch } from '../../../../src/modules/topology/graph/render/sketch';
import { buildLegend } from '../../../../src/modules/topology/graph/render/svg-legend';
import { draw, buildOptions } from './drawing';
import { inventories, requestOptions } from './inventories';

const servicesIn = ({ nodes }: Graph): string[] =>
  nodes.flatMap((node) => {
    if (node.nodeType === 'Container') return [];
    const inside = node.inlineGroups.map(({ entityId, entityType, groupId }) =>
      entityType === 'Port' ? `port of ${groupId}` : entityId,
    );
    return [...(node.elementType === 'Service' ? [node.id] : []), ...inside];
  });

test('services of hidden categories disappear with their ports and edges; everything else stays', () => {
  fc.assert(
    fc.property(inventories, requestOptions, (inventory, options) => {
      for (const view of topologyViews) {
        const hiding = { ...options, hideMetadataValues: { [view]: { Service: { Category: ['ReverseProxy'] } } } };
        const { lookup } = prepareInventory(inventory, hiding);
        const graph = buildGraph(prepareInventory(inventory, hiding), view);
        const serviceOf = (id: string) => id.replace('port of ', '');
        const isHidden = (id: string) => lookup.services.get(serviceOf(id))?.software.category === 'ReverseProxy';
        const { graph: shownGraph, hiddenServices } = withoutHiddenServices(graph, lookup, hiding);
        // A service and the ports on which it listens count as one hidden service.
        expect(hiddenServices).toBe(new Set(servicesIn(graph).filter(isHidden).map(serviceOf)).size);
        expect(servicesIn(shownGraph)).toEqual(servicesIn(graph).filter((id) => !isHidden(id)));
        expect(shownGraph.nodes.map(({ id }) => id)).toEqual(
          graph.nodes
            .filter((node) => !('elementType' in node && node.elementType === 'Service' && isHidden(node.id)))
            .map(({ id }) => id),
        );
        const ids = new Set(shownGraph.nodes.map(({ id }) => id));
        expect(shownGraph.edges).toEqual(
          graph.edges.filter(({ source, target }) => ids.has(source) && ids.has(target)),
        );
      }
    }),
  );
});

test('the legend shows the numbers of ports and services that filters hide', () => {
  const drawing = draw()
    .subnet('lan', '10.0.0.0/24')
    .host('sw', { at: ['lan 10.0.0.1'] })
    .service('open', { on: 'sw', software: 'open-ports', listens: ['10.0.0.1:7', '10.0.0.1:9'] })
    .service('ssh', { on: 'sw', listens: ['10.0.0.1:22'] })
    .port('sw/1')
    .port('sw/2')
    .port('sw/3')
    .host('pc')
    .neighbour('sw/1', 'pc');
  const notesOf = (view: 'L2Physical' | 'L3Logical', isFiltering: boolean) => {
    const options = buildOptions({ hidesLinkStates: isFiltering ? ['Unlinked'] : [] });
    const Service = { Category: isFiltering ? ['OpenPorts'] : [] };
    options.hideMetadataValues = { ...options.hideMetadataValues, L3Logical: { Service } };
    const preparedInventory = prepareInventory(drawing.rows, options);
    const { graph, hiddenServices } = withoutHiddenServices(
      buildGraph(preparedInventory, view),
      preparedInventory.lookup,
      options,
    );
    const { lines } = buildLegend(buildSketch(graph, preparedInventory.lookup, hiddenServices), 'light', 640);
    return lines.flatMap((line) => /Not drawn, [^<]*/.exec(line) ?? []);
  };
  const because = 'Not drawn, because filters of the options leave them out:';
  expect(notesOf('L2Physical', true)).toEqual([`${because} ports of the network by the state of their links (2).`]);
  expect(notesOf('L3Logical', true)).toEqual([`${because} services by category (1).`]);
  for (const view of ['L2Physical', 'L3Logical'] as const) expect(notesOf(view, false)).toEqual([]);
});
