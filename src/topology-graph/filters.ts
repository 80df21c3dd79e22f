// Filters that take rows out before anything is built, and count them.
import type { FilteredOut } from './graph';
import type { Inventory } from './inventory';
import type { RequestOptions, View } from './options';

/** Views that show ports as elements: a port leaves the inventory only if all of them hide it. */
const viewsOfPorts: readonly View[] = ['L2Physical'];

/** Ports that have a neighbour, or are named as one. */
export function linkedInterfaceIds({ interfaces }: Pick<Inventory, 'interfaces'>): Set<string> {
  const linked = new Set<string>();
  for (const { id, neighbors } of interfaces) {
    if (neighbors.length > 0) linked.add(id);
    for (const { interfaceId } of neighbors) if (interfaceId !== null) linked.add(interfaceId);
  }
  return linked;
}

/** The states of links that all views of ports hide. */
function hiddenLinkStates({ hideMetadataValues }: Pick<RequestOptions, 'hideMetadataValues'>): Set<string> {
  const lists = viewsOfPorts.map((view) => hideMetadataValues[view]?.Interface?.LinkState ?? []);
  return new Set(lists[0]!.filter((state) => lists.every((list) => list.includes(state))));
}

const linkStateOf = (isLinked: boolean): 'Linked' | 'Unlinked' => (isLinked ? 'Linked' : 'Unlinked');

/** The inventory that is drawn, and how many rows each filter took out of it. */
export function filterInventory(
  inventory: Inventory,
  options: Pick<RequestOptions, 'hideMetadataValues'>,
): { inventory: Inventory; filteredOut: FilteredOut } {
  const hidden = hiddenLinkStates(options);
  if (hidden.size === 0) return { inventory, filteredOut: {} };
  const linked = linkedInterfaceIds(inventory);
  const interfaces = inventory.interfaces.filter(({ id }) => !hidden.has(linkStateOf(linked.has(id))));
  const dropped = inventory.interfaces.length - interfaces.length;
  return {
    inventory: dropped === 0 ? inventory : { ...inventory, interfaces },
    filteredOut: dropped === 0 ? {} : { Interface: { LinkState: dropped } },
  };
}
