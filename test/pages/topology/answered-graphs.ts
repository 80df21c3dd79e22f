// Computes the first picture that the page draws of an inventory: builds and folds the graph as the service does, and
// converts it to the form of the service's response.
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
 * The picture that the page shows of an inventory in a window of this size, and the choices of a user who has changed
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
  // The response type has more members of rows, but no layout reads them.
  return answered as unknown as PageGraph['graph'];
}

type HostRow = ReturnType<typeof hostOf>;

const hostOf = ({ displayName, isVirtual, tagIds }: Inventory['hosts'][number]) => ({
  ...{ displayName, tagIds, role: null, model: null },
  virtualizationMetadata: isVirtual ? {} : null,
});

/** The rows of a node, in the form in which the service's response contains them. */
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
