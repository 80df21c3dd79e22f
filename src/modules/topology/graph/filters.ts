// Filters by value: which hosts and ports are removed before building, which ports are needed but not drawn, and how
// many of each.
import type { FilteredOut } from './graph';
import { linkedAggregateIds } from './edges/aggregate-edges';
import type { Inventory, InventoryHost, MachinePlaces } from './inventory';
import { memoizeByIdentity } from './remembered';
import { isRequested, topologyViews, type RequestOptions, type View } from './options';

/** Views that show ports as elements. A port is hidden only if all of these views hide it. */
export const viewsOfPorts: readonly View[] = ['L2Physical'];

/** Ids of ports that have a neighbor, or that are another port's neighbor. */
export const linkedInterfaceIds = ({ interfaces }: Pick<Inventory, 'interfaces'>): ReadonlySet<string> =>
  linkedAmong(interfaces);

const linkedAmong = memoizeByIdentity((interfaces: Inventory['interfaces']): ReadonlySet<string> => {
  const linkedIds = new Set<string>();
  for (const { id, neighbors } of interfaces) {
    if (neighbors.length > 0) linkedIds.add(id);
    for (const { interfaceId } of neighbors) if (interfaceId !== null) linkedIds.add(interfaceId);
  }
  return linkedIds;
});
/** Ids of hosts with a port that has a known neighbor, and of the hosts at the other ends. */
export const linkedHostIds = memoizeByIdentity((interfaces: Inventory['interfaces']): ReadonlySet<string> => {
  const hostIds = new Set<string>();
  for (const { hostId, neighbors } of interfaces) {
    for (const neighbor of neighbors) {
      hostIds.add(hostId);
      hostIds.add(neighbor.hostId);
    }
  }
  return hostIds;
});

const none: ReadonlySet<string> = new Set();
const withoutUnlinked = memoizeByIdentity(
  (interfaces: Inventory['interfaces'], aggregates: ReadonlySet<string>, portIds: ReadonlySet<string>) => {
    const linkedIds = linkedAmong(interfaces);
    return interfaces.filter(({ id }) => linkedIds.has(id) || aggregates.has(id) || portIds.has(id));
  },
);

const withPorts = memoizeByIdentity(
  (linkedIds: ReadonlySet<string>, portIds: ReadonlySet<string>): ReadonlySet<string> =>
    portIds.size === 0 ? linkedIds : new Set([...linkedIds, ...portIds]),
);

/** The link states that all views with ports hide. */
function hiddenLinkStates({ hideMetadataValues }: Pick<RequestOptions, 'hideMetadataValues'>): Set<string> {
  const lists = viewsOfPorts.map((view) => hideMetadataValues[view]?.Interface?.LinkState ?? []);
  return new Set(lists[0]!.filter((state) => lists.every((list) => list.includes(state))));
}

/** Values of `Host.Staleness` that are hidden unless the options set others. */
const hiddenByDefault: readonly string[] = ['missing'];

/** Returns whether a host is removed because it is missing: every missing host is, unless a view shows missing ones. */
export function missingHosts({ hideMetadataValues }: Pick<RequestOptions, 'hideMetadataValues'>) {
  const lists = topologyViews.map((view) => hideMetadataValues[view]?.Host?.Staleness ?? hiddenByDefault);
  const isFiltered = lists.every((list) => list.includes('missing'));
  return ({ missingSince }: Pick<InventoryHost, 'missingSince'>): boolean => isFiltered && !!missingSince;
}

export interface FilteredInventory {
  /** The inventory. If unlinked ports are hidden, they are removed, because nothing depends on them. */
  readonly inventory: Inventory;
  /** Linked ports that are not drawn. They are part of the inventory, because devices and cables depend on them. */
  readonly undrawnPortIds: ReadonlySet<string>;
  readonly filteredOut: FilteredOut;
}

/**
 * The inventory that is drawn, and how many rows each filter hides. If aggregate links or machines without a cable are
 * requested, aggregates with such a link and ports with such a machine count as linked.
 */
export function filterInventory(
  inventory: Inventory,
  options: Pick<RequestOptions, 'hideMetadataValues' | 'optionalEdgeTypes'>,
  machinePlaces?: MachinePlaces,
): FilteredInventory {
  const hiddenStates = hiddenLinkStates(options);
  if (hiddenStates.size === 0) return { inventory, undrawnPortIds: none, filteredOut: {} };
  const linkedIds = linkedInterfaceIds(inventory);
  const aggregates = isRequested('AggregateLink', options) ? linkedAggregateIds(inventory.interfaces) : none;
  const interfaces = hiddenStates.has('Unlinked')
    ? withoutUnlinked(inventory.interfaces, aggregates, machinePlaces?.portIds ?? none)
    : undefined;
  const undrawnPortIds = hiddenStates.has('Linked') ? withPorts(linkedIds, machinePlaces?.portIds ?? none) : none;
  const hiddenCount = inventory.interfaces.length - (interfaces ?? inventory.interfaces).length;
  const count = hiddenCount + undrawnPortIds.size;
  return {
    inventory: hiddenCount === 0 ? inventory : { ...inventory, interfaces: interfaces! },
    undrawnPortIds,
    filteredOut: count === 0 ? {} : { Interface: { LinkState: count } },
  };
}
