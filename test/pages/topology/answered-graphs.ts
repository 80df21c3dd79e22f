// Computes the first picture of an inventory on the topology page without a server: builds and folds the graph, and
// converts it to a response of the service.
import type { FoldedGraph } from '../../../src/modules/topology/graph/folding/detail';
import { countsInWords } from '../../../src/modules/topology/graph/folding/kinds';
import type { Edge, Node } from '../../../src/modules/topology/graph/graph';
import type { Inventory } from '../../../src/modules/topology/graph/inventory';
import { topologyViews, type View } from '../../../src/modules/topology/graph/options';
import { completeOptions } from '../../../src/modules/topology/options';
import type { PageGraph, Picture } from '../../../src/pages/topology/graph/picture';
import { readPicture } from '../../../src/pages/topology/graph/read-picture';
import type { Choices } from '../../../src/pages/topology/graph/shown';
import { resolveChoices } from '../../../src/pages/topology/state/choices';
import type { Room } from '../../../src/pages/topology/state/detail';
import { readPlace, requestedOptionalKinds } from '../../../src/pages/topology/state/place';
import { foldTree, planTree } from '../../modules/topology/graph/folding/folding';

const options = completeOptions('00000000-0000-4000-8000-000000000000', {});

/**
 * The picture of an inventory in a space of this size, and the choices (such as filters) of a user who has changed
 * nothing.
 */
export function readInventory(
  inventory: Inventory,
  view: View,
  room: Room,
): { readonly picture: Picture; readonly choices: Choices } {
  const optionalEdgeTypes = requestedOptionalKinds({ view, edgeTypes: null });
  const tree = planTree(inventory, view, 'Auto', { ...options.request, optionalEdgeTypes });
  const answer = answerOf(foldTree(tree, room), inventory);
  const picture = readPicture(
    answer,
    view,
    () => 'current',
    (nodes) => nodes > room.foldAbove,
  );
  return { picture, choices: resolveChoices(picture, options, readPlace(`?view=${view}`), new Map()) };
}

function answerOf({ nodes, edges, folds, foldedEdges }: FoldedGraph, inventory: Inventory): PageGraph['graph'] {
  const hosts = new Map(inventory.hosts.map((host) => [host.id, hostOf(host)]));
  const answered = {
    availableViews: topologyViews,
    filteredOut: [],
    nodes: nodes.map((node) => ({ ...node, ...rowsOf(node, hosts, inventory) })),
    edges: edges.map((edge: Edge) => ({ ...edge, ...edge.payload, viewConfig: edge.appearance })),
    folds: folds.map((fold) => ({ ...fold, summary: countsInWords(fold.counts) })),
    foldedEdges,
  };
  // The response of the service has further fields, but the layout does not read them.
  return answered as unknown as PageGraph['graph'];
}

type HostRow = ReturnType<typeof hostOf>;

const hostOf = ({ displayName, isVirtual, tagIds }: Inventory['hosts'][number]) => ({
  ...{ displayName, tagIds, role: null, model: null },
  virtualizationMetadata: isVirtual ? {} : null,
});

/** The rows that a node shows, as the service's response contains them. */
function rowsOf(
  node: Node,
  hosts: ReadonlyMap<string, HostRow>,
  { ipAddresses, interfaces, services }: Inventory,
): object {
  if (node.nodeType === 'Container') return node.containerType === 'Host' ? { host: hosts.get(node.entityId!) } : {};
  const serviceOf = (id: string) => {
    const service = services.find((one) => one.id === id);
    return service && { name: service.name, category: service.software.category, tagIds: service.tagIds };
  };
  const inlineGroups = node.inlineGroups.map((row) => ({ ...row, service: serviceOf(row.entityId), port: null }));
  const common = { inlineGroups, host: hosts.get(node.hostId) };
  if (node.elementType === 'IPAddress')
    return { ...common, ipAddress: ipAddresses.find(({ id }) => id === node.ipAddressId) };
  if (node.elementType === 'Interface') {
    const { operStatus, ifName, displayName } = interfaces.find(({ id }) => id === node.interfaceId)!;
    return { ...common, interface: { operStatus, ifName, ifAlias: displayName, speedBps: null } };
  }
  return node.elementType === 'Service' ? { ...common, service: serviceOf(node.id) } : common;
}
