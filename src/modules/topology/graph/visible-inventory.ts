// The inventory without rows that no graph shows: hidden hosts, the rows that belong to them, and links that are down.
import type { Inventory, InventoryHost, InventoryInterface } from './inventory';
import { byId } from './order';
import { memoizeByIdentity, rememberedByIds } from './remembered';

/**
 * The inventory without the hosts for which `isShown` is false, and without the rows that depend on those hosts. All
 * lists are sorted by id. References to hosts, services, subnets and ports stay valid: a row that refers to a missing
 * row is omitted or loses the reference.
 */
export function visibleInventory(inventory: Inventory, isShown: (host: InventoryHost) => boolean): Inventory {
  const hosts = inventory.hosts.filter(isShown).sort(byId);
  const hostIds = idsOf(hosts);
  const services = servicesOf(inventory.services, hostIds);
  const subnets = sortRows(inventory.subnets) as Inventory['subnets'];
  return {
    hosts,
    subnets,
    ipAddresses: addressesOf(inventory.ipAddresses, hostIds, idsOf(subnets)),
    interfaces: interfacesOf(inventory.interfaces, hostIds),
    ports: portsOf(inventory.ports, hostIds),
    bindings: bindingsOf(inventory.bindings, idsOf(services)),
    services,
    groups: sortRows(inventory.groups) as Inventory['groups'],
    vlans: sortRows(inventory.vlans) as Inventory['vlans'],
    tags: sortRows(inventory.tags) as Inventory['tags'],
  };
}

interface Row {
  readonly id: string;
}
const idsOf = memoizeByIdentity((rows: readonly Row[]): ReadonlySet<string> => new Set(rows.map(({ id }) => id)));
const sortRows = memoizeByIdentity((rows: readonly Row[]): readonly Row[] => [...rows].sort(byId));

const ofVisible = <T extends Row & { readonly hostId: string }>(rows: readonly T[], hostIds: ReadonlySet<string>) =>
  rows.filter(({ hostId }) => hostIds.has(hostId)).sort(byId);

type Ids = ReadonlySet<string>;
const servicesOf = rememberedByIds((rows: Inventory['services'], hostIds: Ids) => ofVisible(rows, hostIds));
const portsOf = rememberedByIds((rows: Inventory['ports'], hostIds: Ids) => ofVisible(rows, hostIds));
const addressesOf = rememberedByIds((rows: Inventory['ipAddresses'], hostIds: Ids, subnetIds: Ids) =>
  ofVisible(rows, hostIds).filter(({ subnetId }) => subnetIds.has(subnetId)),
);
const bindingsOf = rememberedByIds((rows: Inventory['bindings'], serviceIds: Ids) =>
  rows.filter(({ serviceId }) => serviceIds.has(serviceId)).sort(byId),
);
const interfacesOf = rememberedByIds((rows: Inventory['interfaces'], hostIds: Ids) => {
  const visibleRows = ofVisible(rows, hostIds);
  const ids = idsOf(visibleRows);
  const blockedIds = new Set(visibleRows.flatMap(({ id, isStpBlocked }) => (isStpBlocked ? id : [])));
  return visibleRows.map((row) => asItsAggregate(withVisibleNeighbors(row, hostIds, ids), blockedIds));
});

/**
 * The port, marked as blocked if its aggregate is blocked. The spanning tree treats an aggregate as one port, so it
 * blocks all members together.
 */
const asItsAggregate = (row: InventoryInterface, blockedIds: Ids): InventoryInterface =>
  row.aggregateId && !row.isStpBlocked && blockedIds.has(row.aggregateId) ? { ...row, isStpBlocked: true } : row;

/**
 * Removes neighbors of a port that are hidden or whose link is down. If only the neighbor's port is hidden, the
 * neighbor stays without its port.
 */
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
