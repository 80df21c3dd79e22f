// Applies supposed changes of ports, cables and VLANs to an inventory.
import { isDownState } from '../../../inventory/shared/port-states';
import type { Inventory, InventoryInterface, InventoryNeighbor } from '../../graph/inventory';
import { bundleId, membersByAggregate } from '../../graph/carried-vlans';

type Interfaces = Inventory['interfaces'];

/** Whether a port has a cable, whichever end reports it. */
export const hasCable = (interfaces: Interfaces, interfaceId: string): boolean =>
  interfaces.some(
    ({ id, neighbors }) =>
      (id === interfaceId && neighbors.length > 0) ||
      neighbors.some((neighbor) => neighbor.interfaceId === interfaceId),
  );

/**
 * Ids of the failing ports `ids` and of the ports that go down with them: all members of a failing aggregate, and an
 * aggregate whose last working member fails.
 */
function withBundles(interfaces: Interfaces, ids: ReadonlySet<string>): Set<string> {
  const members = membersByAggregate(interfaces);
  const downIds = new Set(ids);
  for (const id of ids) for (const member of members.get(id) ?? []) downIds.add(member.id);
  for (const [aggregateId, ports] of members)
    if (ports.every(({ id, operStatus }) => downIds.has(id) || isDownState(operStatus))) {
      if (ports.some(({ id }) => downIds.has(id))) downIds.add(aggregateId);
    }
  return downIds;
}

/**
 * Supposes that the ports `ids` fail. Since `at`, their cables are down, and so are the ports at the other ends of
 * these cables and all cables to hosts in `failedHostIds`.
 */
export function failInterfaces(
  interfaces: Interfaces,
  ids: ReadonlySet<string>,
  at: string,
  failedHostIds: ReadonlySet<string> = new Set(),
): Interfaces {
  const failedIds = withBundles(interfaces, ids);
  const silentPairs = pairsWithoutReporter(interfaces, failedIds);
  const isDown = (port: InventoryInterface, { interfaceId, hostId }: InventoryNeighbor): boolean =>
    failedIds.has(port.id) ||
    failedHostIds.has(hostId) ||
    (interfaceId === null ? silentPairs.has(`${hostId} ${port.hostId}`) : failedIds.has(interfaceId));
  const farIds = portsWithoutCable(interfaces, isDown);
  const downIds = withBundles(interfaces, new Set([...failedIds, ...farIds]));
  return interfaces.map((port) => {
    const neighbors = port.neighbors.map((neighbor) =>
      isDown(port, neighbor) && !neighbor.downSince ? { ...neighbor, downSince: at } : neighbor,
    );
    const isChanged = neighbors.some((neighbor, index) => neighbor !== port.neighbors[index]);
    if (!downIds.has(port.id)) return isChanged ? { ...port, neighbors } : port;
    return { ...port, neighbors, operStatus: isDownState(port.operStatus) ? port.operStatus : 'Down' };
  });
}

/** Ids of ports whose last working cable goes down by this failure. */
function portsWithoutCable(
  interfaces: Interfaces,
  isDown: (port: InventoryInterface, neighbor: InventoryNeighbor) => boolean,
): ReadonlySet<string> {
  const [idsWithDownCable, idsWithUpCable] = [new Set<string>(), new Set<string>()];
  for (const port of interfaces)
    for (const neighbor of port.neighbors) {
      if (neighbor.downSince) continue;
      const ports = isDown(port, neighbor) ? idsWithDownCable : idsWithUpCable;
      ports.add(port.id);
      if (neighbor.interfaceId !== null) ports.add(neighbor.interfaceId);
    }
  for (const id of idsWithUpCable) idsWithDownCable.delete(id);
  return idsWithDownCable;
}

/**
 * Pairs of host ids, as texts `A B`: every port on which host A reports host B without B's port has failed. If B also
 * reports A without A's port, both reports are about the same cables, so B's reports count as down too.
 */
function pairsWithoutReporter(interfaces: Interfaces, failedIds: ReadonlySet<string>): ReadonlySet<string> {
  const [silent, reporting] = [new Set<string>(), new Set<string>()];
  for (const { id, hostId, neighbors } of interfaces)
    for (const neighbor of neighbors)
      if (neighbor.interfaceId === null) (failedIds.has(id) ? silent : reporting).add(`${hostId} ${neighbor.hostId}`);
  for (const pair of reporting) silent.delete(pair);
  return silent;
}

/** Removes ports with their cables. Members of a removed aggregate stay, but belong to no aggregate. */
export function removeInterfaces(
  interfaces: Interfaces,
  isRemoved: (port: InventoryInterface) => boolean,
  removedHostId?: string,
): Interfaces {
  const removedIds = new Set(interfaces.filter(isRemoved).map(({ id }) => id));
  return interfaces
    .filter(({ id }) => !removedIds.has(id))
    .map((port) => {
      const neighbors = port.neighbors.filter(
        ({ interfaceId, hostId }) => !(interfaceId !== null && removedIds.has(interfaceId)) && hostId !== removedHostId,
      );
      const isMember = !!port.aggregateId && removedIds.has(port.aggregateId);
      if (neighbors.length === port.neighbors.length && !isMember) return port;
      return { ...port, neighbors, ...(isMember && { aggregateId: null }) };
    });
}

export const disconnect = (interfaces: Interfaces, interfaceId: string): Interfaces =>
  interfaces.map((port) => {
    const neighbors =
      port.id === interfaceId ? [] : port.neighbors.filter((neighbor) => neighbor.interfaceId !== interfaceId);
    return neighbors.length === port.neighbors.length ? port : { ...port, neighbors };
  });

const neighborAt = ({ id, hostId }: InventoryInterface): InventoryNeighbor => ({
  ...{ interfaceId: id, hostId, protocol: 'LLDP', basis: 'Manual', downSince: null },
});

/** Adds a cable between two ports. A port that was down is up afterwards. */
export function connect(interfaces: Interfaces, one: InventoryInterface, other: InventoryInterface): Interfaces {
  const withCable = (port: InventoryInterface, far: InventoryInterface): InventoryInterface => ({
    ...port,
    operStatus: isDownState(port.operStatus) ? 'Up' : port.operStatus,
    neighbors: [...port.neighbors, neighborAt(far)],
  });
  return interfaces.map((port) => {
    if (port.id === one.id) return withCable(port, other);
    return port.id === other.id ? withCable(port, one) : port;
  });
}

export function setVlans(
  interfaces: Interfaces,
  port: InventoryInterface,
  vlans: Pick<InventoryInterface, 'nativeVlanId' | 'taggedVlanIds'>,
): Interfaces {
  const bundle = bundleId(port);
  return interfaces.map((one) =>
    bundleId(one) === bundle ? { ...one, nativeVlanId: vlans.nativeVlanId, taggedVlanIds: vlans.taggedVlanIds } : one,
  );
}
