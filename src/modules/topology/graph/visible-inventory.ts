// The inventory without hidden hosts, their parts, and links that are down: those are in no graph.
import type { Inventory, InventoryHost, InventoryInterface } from './inventory';
import { byId } from './order';
import { memoizeByIdentity, rememberedByIds } from './remembered';

/**
 * Every list sorted by id, without hosts that are not shown and everything that hangs on them: every reference to a host,
 * service, subnet or port leads to a row of the same inventory, or the row that holds it is left out or forgets it.
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

/** The spanning tree runs on an aggregate: its members pass what it passes. */
const asItsAggregate = (row: InventoryInterface, blockedIds: Ids): InventoryInterface =>
  row.aggregateId && !row.isStpBlocked && blockedIds.has(row.aggregateId) ? { ...row, isStpBlocked: true } : row;

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
