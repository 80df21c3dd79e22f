// The inventory without hidden hosts, their parts, and links that are down: those are in no graph.
import type { Inventory, InventoryHost, InventoryInterface } from './inventory';
import { byId } from './order';

/**
 * Every list sorted by id, without hosts that are not shown and everything that hangs on them: every reference to a host,
 * service, subnet or port leads to a row of the same inventory, or the row that holds it is left out or forgets it.
 */
export function visibleInventory(inventory: Inventory, isShown: (host: InventoryHost) => boolean): Inventory {
  const hosts = inventory.hosts.filter(isShown).sort(byId);
  const hostIds = new Set(hosts.map(({ id }) => id));
  const ofVisible = <T extends { readonly id: string; readonly hostId: string }>(rows: readonly T[]): T[] =>
    rows.filter(({ hostId }) => hostIds.has(hostId)).sort(byId);
  const services = ofVisible(inventory.services);
  const serviceIds = new Set(services.map(({ id }) => id));
  const subnets = [...inventory.subnets].sort(byId);
  const subnetIds = new Set(subnets.map(({ id }) => id));
  const interfaces = ofVisible(inventory.interfaces);
  const interfaceIds = new Set(interfaces.map(({ id }) => id));
  return {
    hosts,
    subnets,
    ipAddresses: ofVisible(inventory.ipAddresses).filter(({ subnetId }) => subnetIds.has(subnetId)),
    interfaces: interfaces.map((row) => withVisibleNeighbors(row, hostIds, interfaceIds)),
    ports: ofVisible(inventory.ports),
    bindings: inventory.bindings.filter(({ serviceId }) => serviceIds.has(serviceId)).sort(byId),
    services,
    groups: [...inventory.groups].sort(byId),
    vlans: [...inventory.vlans].sort(byId),
    tags: [...inventory.tags].sort(byId),
  };
}

/** A neighbour whose port is left out is still known by its host; a link that is down leads nowhere. */
function withVisibleNeighbors(
  row: InventoryInterface,
  hostIds: ReadonlySet<string>,
  interfaceIds: ReadonlySet<string>,
): InventoryInterface {
  const isWhole = row.neighbors.every(
    ({ hostId, interfaceId, downSince }) =>
      !downSince && hostIds.has(hostId) && (interfaceId === null || interfaceIds.has(interfaceId)),
  );
  if (isWhole) return row;
  const neighbors = row.neighbors
    .filter(({ hostId, downSince }) => !downSince && hostIds.has(hostId))
    .map((neighbor) =>
      neighbor.interfaceId === null || interfaceIds.has(neighbor.interfaceId)
        ? neighbor
        : { ...neighbor, interfaceId: null },
    );
  return { ...row, neighbors };
}
