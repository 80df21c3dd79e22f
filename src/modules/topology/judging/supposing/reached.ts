// Finds the supposed (what-if) changes that have really happened: the present inventory is in the state that the change
// would cause. A pure function.
import { isDownState } from '../../../inventory/shared/port-states';
import type { Inventory, InventoryInterface, InventoryNeighbor } from '../../graph/inventory';
import { createLookup, type Lookup } from '../../graph/lookup';
import { bundleId } from '../../graph/carried-vlans';
import type { Change, ChangeKind, ChangeParameters, SupposedPort } from './changes';

interface Present {
  readonly inventory: Inventory;
  readonly lookup: Lookup;
  /**
   * Ids of the stored rows of a supposed device that now really exists, by the ids that the caller chose for the rows.
   */
  readonly realIds: Map<string, string>;
}
type Holds<Kind extends ChangeKind> = (present: Present, change: ChangeParameters[Kind]) => boolean;

const realId = ({ realIds }: Present, id: string): string => realIds.get(id) ?? id;
const portWith = (present: Present, id: string): InventoryInterface | undefined =>
  present.lookup.interfaces.get(realId(present, id));

const isWorking = ({ downSince }: InventoryNeighbor): boolean => !downSince;

/** Whether a working cable leads from one port to the other, whichever end reports it. */
function isConnected(present: Present, interfaceId: string, otherInterfaceId: string): boolean {
  const [one, other] = [portWith(present, interfaceId), portWith(present, otherInterfaceId)];
  const leadsTo = (from: InventoryInterface | undefined, to: InventoryInterface | undefined): boolean =>
    to !== undefined && !!from?.neighbors.some((neighbor) => isWorking(neighbor) && neighbor.interfaceId === to.id);
  return leadsTo(one, other) || leadsTo(other, one);
}

const hasWorkingCable = ({ interfaces }: Inventory, id: string): boolean =>
  interfaces.some(({ id: ownId, neighbors }) =>
    neighbors.some((neighbor) => isWorking(neighbor) && (ownId === id || neighbor.interfaceId === id)),
  );

const isSameSet = (some: readonly string[], others: readonly string[]): boolean => {
  const set = new Set(others);
  return set.size === new Set(some).size && some.every((one) => set.has(one));
};

const nameOf = (text: string): string => text.trim().toLowerCase();

/**
 * Whether a supposed device really exists now: a host with the name, addresses, ports and cables of the device. If so,
 * `realIds` maps the supposed ids to the ids of the stored rows, for the following changes.
 */
function hasDevice(present: Present, device: ChangeParameters['DeviceAdded']): boolean {
  const { inventory, lookup } = present;
  const candidates = inventory.hosts.filter(
    ({ id, displayName }) => id === device.hostId || nameOf(displayName) === nameOf(device.name),
  );
  return candidates.some(({ id: hostId }) => {
    const addresses = device.addresses.map(({ ipAddressId, ipAddress, subnetId }) => {
      const isThis = (one: Inventory['ipAddresses'][number]): boolean =>
        one.subnetId === subnetId && one.ipAddress === ipAddress;
      return [ipAddressId, lookup.addressesOf(hostId).find(isThis)?.id] as const;
    });
    const ports = device.ports.map((port) => [port, portNamed(inventory, hostId, port)?.id] as const);
    const ids: (readonly [string, string | undefined])[] = [
      [device.hostId, hostId],
      ...addresses,
      ...ports.map(([{ interfaceId }, id]) => [interfaceId, id] as const),
    ];
    if (ids.some(([, id]) => id === undefined)) return false;
    const withDevice = { ...present, realIds: new Map([...present.realIds, ...(ids as [string, string][])]) };
    const isCabled = ({ interfaceId, connectedTo }: SupposedPort): boolean =>
      connectedTo === undefined || isConnected(withDevice, interfaceId, connectedTo);
    if (!device.ports.every(isCabled)) return false;
    for (const [supposedId, id] of ids) present.realIds.set(supposedId, id!);
    return true;
  });
}

const portNamed = ({ interfaces }: Inventory, hostId: string, { interfaceId, name }: SupposedPort) => {
  const isNamed = ({ ifName, displayName }: Inventory['interfaces'][number]): boolean =>
    [ifName ?? '', displayName].some((one) => nameOf(one) === nameOf(name));
  return interfaces.find((port) => port.hostId === hostId && (port.id === interfaceId || isNamed(port)));
};

const judges: { readonly [Kind in ChangeKind]: Holds<Kind> } = {
  HostFails: (present, { hostId }) => present.lookup.hosts.get(realId(present, hostId))?.missingSince != null,
  HostRemoved: (present, { hostId }) => !present.lookup.hosts.has(realId(present, hostId)),
  InterfaceFails: (present, { interfaceId }) => isDownState(portWith(present, interfaceId)?.operStatus ?? null),
  InterfaceRemoved: (present, { interfaceId }) => portWith(present, interfaceId) === undefined,
  PortsConnected: (present, { interfaceId, otherInterfaceId }) => isConnected(present, interfaceId, otherInterfaceId),
  PortDisconnected: (present, { interfaceId }) => {
    const port = portWith(present, interfaceId);
    return port !== undefined && !hasWorkingCable(present.inventory, port.id);
  },
  VlansSet: (present, { interfaceId, nativeVlanId, taggedVlanIds }) => {
    const port = portWith(present, interfaceId);
    if (!port) return false;
    const bundle = bundleId(port);
    return present.inventory.interfaces
      .filter((one) => bundleId(one) === bundle)
      .every((one) => one.nativeVlanId === nativeVlanId && isSameSet(one.taggedVlanIds, taggedVlanIds));
  },
  AddressMoved: (present, { ipAddressId, hostId, subnetId, ipAddress }) => {
    const address = present.lookup.ipAddresses.get(realId(present, ipAddressId));
    const isThere = (one: Inventory['ipAddresses'][number]): boolean =>
      (hostId === undefined || one.hostId === realId(present, hostId)) &&
      (subnetId === undefined || one.subnetId === subnetId) &&
      (ipAddress === undefined || one.ipAddress === ipAddress);
    if (address) return isThere(address);
    // No row has the id of the address: the scan that found the moved address may have stored it as a new row.
    return ipAddress !== undefined && present.inventory.ipAddresses.some(isThere);
  },
  DeviceAdded: hasDevice,
};

/** Positions of the changes that have really happened: the inventory is in the state that the change would cause. */
export function reachedChanges(inventory: Inventory, changes: readonly Change[]): readonly number[] {
  const present: Present = { inventory, lookup: createLookup(inventory), realIds: new Map() };
  return changes.flatMap((change, position) => {
    const holds = judges[change.kind] as Holds<ChangeKind>;
    return holds(present, change) ? [position] : [];
  });
}
