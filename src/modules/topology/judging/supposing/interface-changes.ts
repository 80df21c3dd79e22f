// Applies supposed changes of ports, cables and VLANs to an inventory.
import { isDownState } from '../../../inventory/shared/port-states';
import type { Inventory, InventoryInterface, InventoryNeighbor } from '../../graph/inventory';
import { bundleId, withBundles } from '../../graph/carried-vlans';
import { cablesToHost } from '../../graph/edges/link-edges';
import { memoizeByIdentity } from '../../graph/remembered';

type Interfaces = Inventory['interfaces'];

/** Whether a port has a cable, whichever end reports it. */
export const hasCable = (interfaces: Interfaces, interfaceId: string): boolean =>
  interfaces.some(
    ({ id, neighbors }) =>
      (id === interfaceId && neighbors.length > 0) ||
      neighbors.some((neighbor) => neighbor.interfaceId === interfaceId),
  );

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
  const isDown = cablesLostWith(interfaces, failedIds, failedHostIds);
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
function portsWithoutCable(interfaces: Interfaces, isDown: IsLost): ReadonlySet<string> {
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

/** The ports without reports of cables that are down. */
const withoutDownCables = memoizeByIdentity((interfaces: Interfaces): Interfaces =>
  interfaces.map((port) =>
    port.neighbors.some(({ downSince }) => downSince)
      ? { ...port, neighbors: port.neighbors.filter(({ downSince }) => !downSince) }
      : port,
  ),
);

type IsLost = (port: InventoryInterface, neighbor: InventoryNeighbor) => boolean;

/**
 * Returns a function that says whether the cable that a port reports is lost with the ports `lostIds` and the hosts
 * `lostHostIds`. A report that names no port is about the known cables between the port and the far host. If there are
 * none, it is about the same cables as the reports of the far host that name no port either.
 */
function cablesLostWith(
  interfaces: Interfaces,
  lostIds: ReadonlySet<string>,
  lostHostIds: ReadonlySet<string> = new Set(),
): IsLost {
  const working = withoutDownCables(interfaces);
  const cablesTo = cablesToHost(working);
  const silentPairs = pairsWithoutReporter(working, lostIds);
  return (port, { interfaceId, hostId, downSince }) => {
    if (lostIds.has(port.id) || lostHostIds.has(hostId)) return true;
    if (interfaceId !== null) return lostIds.has(interfaceId);
    const cables = downSince ? cablesToHost(interfaces)(port, hostId) : cablesTo(port, hostId);
    if (cables.length === 0) return silentPairs.has(`${hostId} ${port.hostId}`);
    return cables.every(({ a, b }) => lostIds.has(a.id) || lostIds.has(b.id));
  };
}

/**
 * Pairs of host ids, as texts `A B`: all ports on which host A reports host B, while no port at B is known, are lost.
 * If B also reports A without A's port, both reports are about the same cables, so B's reports count as lost too.
 */
function pairsWithoutReporter(interfaces: Interfaces, lostIds: ReadonlySet<string>): ReadonlySet<string> {
  const cablesTo = cablesToHost(interfaces);
  const [silent, reporting] = [new Set<string>(), new Set<string>()];
  for (const port of interfaces)
    for (const { interfaceId, hostId } of port.neighbors) {
      if (interfaceId !== null || cablesTo(port, hostId).length > 0) continue;
      (lostIds.has(port.id) ? silent : reporting).add(`${port.hostId} ${hostId}`);
    }
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
  const isLost = cablesLostWith(interfaces, removedIds, new Set(removedHostId === undefined ? [] : [removedHostId]));
  return interfaces
    .filter(({ id }) => !removedIds.has(id))
    .map((port) => {
      const neighbors = port.neighbors.filter((neighbor) => !isLost(port, neighbor));
      const isMember = !!port.aggregateId && removedIds.has(port.aggregateId);
      if (neighbors.length === port.neighbors.length && !isMember) return port;
      return { ...port, neighbors, ...(isMember && { aggregateId: null }) };
    });
}

/** Removes all cables of a port, whichever end reports them. */
export function disconnect(interfaces: Interfaces, interfaceId: string): Interfaces {
  const isLost = cablesLostWith(interfaces, new Set([interfaceId]));
  return interfaces.map((port) => {
    const neighbors = port.neighbors.filter((neighbor) => !isLost(port, neighbor));
    return neighbors.length === port.neighbors.length ? port : { ...port, neighbors };
  });
}

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
