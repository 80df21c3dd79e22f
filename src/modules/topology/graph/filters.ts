// Filters by value: finds hosts and ports to remove before a graph is built, and ports that are not drawn but that
// cables or devices need. Counts the removed rows.
import type { FilteredOut } from './graph';
import { linkedAggregateIds } from './edges/aggregate-edges';
import type { Inventory, InventoryHost, MachinePlaces } from './inventory';
import { memoizeByIdentity } from './remembered';
import { isRequested, topologyViews, type RequestOptions, type View } from './options';

/** Views that show ports as elements. A port is hidden only if all these views hide it. */
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
/** Ids of hosts that have a port with a known neighbor, and of the neighboring hosts. */
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

/** The link states that the options hide in all views with ports. */
function hiddenLinkStates({ hideMetadataValues }: Pick<RequestOptions, 'hideMetadataValues'>): Set<string> {
  const lists = viewsOfPorts.map((view) => hideMetadataValues[view]?.Interface?.LinkState ?? []);
  return new Set(lists[0]!.filter((state) => lists.every((list) => list.includes(state))));
}

/** Values of `Host.Staleness` that are hidden if the options do not set such values. */
const hiddenByDefault: readonly string[] = ['missing'];

/**
 * Returns a function that tells whether a host is removed because it is missing. Missing hosts are removed unless the
 * options of a view show them.
 */
export function missingHosts({ hideMetadataValues }: Pick<RequestOptions, 'hideMetadataValues'>) {
  const lists = topologyViews.map((view) => hideMetadataValues[view]?.Host?.Staleness ?? hiddenByDefault);
  const isFiltered = lists.every((list) => list.includes('missing'));
  return ({ missingSince }: Pick<InventoryHost, 'missingSince'>): boolean => isFiltered && !!missingSince;
}

export interface FilteredInventory {
  /**
   * The inventory to draw. If unlinked ports are hidden, the inventory does not contain them, because nothing depends
   * on them.
   */
  readonly inventory: Inventory;
  /**
   * Ids of linked ports that are not drawn. The inventory contains these ports, because devices and cables depend on
   * them.
   */
  readonly undrawnPortIds: ReadonlySet<string>;
  readonly filteredOut: FilteredOut;
}

/**
 * The inventory that is drawn, and the numbers of rows that filters hide. If aggregate links are requested, aggregates
 * with such a link count as linked. If machines without a cable are requested, ports with such a machine count as
 * linked.
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
