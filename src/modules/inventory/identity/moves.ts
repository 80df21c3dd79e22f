// Finds IP addresses to move between hosts: if a machine responds at an address that is stored at another host, the
// address moves to the machine's host.
import { isStationMac, isVendorAssigned } from '../../../platform/text/identifiers';
import { isOfManyMachines, addressPlace, type IdentityAddress, type MachineEvidence } from './identity';
import type { Candidate, Judgement } from './judge';
import { describeReason } from './words';

export interface Move {
  readonly addressId: string;
  readonly fromHostId: string;
  readonly reason: string;
  /**
   * The MAC address that was stored with the moved IP address. It becomes a former MAC address of the host that loses
   * the IP address, so that reports still match this host. Null if the MAC address cannot identify this host.
   */
  readonly formerMac: string | null;
}

export function findMoves(machine: MachineEvidence, candidates: readonly Candidate[], judgement: Judgement): Move[] {
  const places = new Set(machine.addresses.filter((one) => !isOfManyMachines(one)).map(addressPlace));
  const machineMacs = new Set([...machine.portMacs, ...machine.addresses.map(({ macAddress }) => macAddress)]);
  return judgement.displacedHosts.flatMap(({ hostId, reasons }) => {
    const { addresses, portMacs, name, hostname } = candidates.find((one) => one.hostId === hostId)!;
    const against = reasons.filter(({ strength }) => strength === 'Contradicts').map(describeReason);
    const reason = `from ${name || hostname || hostId}: ${against.join('; ') || 'another machine answers for it'}`;
    const isMoving = (one: IdentityAddress) => !isOfManyMachines(one) && places.has(addressPlace(one));
    const remainingMacs = new Set([
      ...portMacs,
      ...addresses.filter((one) => !isMoving(one)).map(({ macAddress }) => macAddress),
    ]);
    return addresses.filter(isMoving).map(({ id, macAddress }) => {
      const isItsOwn = isVendorAssigned(macAddress) && !remainingMacs.has(macAddress) && !machineMacs.has(macAddress);
      return { addressId: id!, fromHostId: hostId, reason, formerMac: isItsOwn ? macAddress : null };
    });
  });
}

/**
 * An address that a machine has exchanged for a new one: the same network card (MAC address) responds at the new
 * address, which was stored at another host before.
 */
export interface Leave {
  readonly addressId: string;
  readonly forAddressId: string;
}

/**
 * Finds addresses that a machine has exchanged for new ones: the discovery run found the machine's MAC address at a new
 * address only, which was stored at another host before. If the new address was not stored at any host, nothing is
 * returned, because the row of the old address then gets the new address.
 */
export function findLeaves(
  machine: MachineEvidence,
  hostId: string,
  candidates: readonly Candidate[],
  moves: readonly Move[],
  answeringForOthers: ReadonlySet<string>,
): Leave[] {
  const host = candidates.find((one) => one.hostId === hostId);
  if (host === undefined) return [];
  const withMac = (addresses: readonly IdentityAddress[], mac: string) =>
    addresses.filter((one) => one.macAddress === mac);
  const moving = new Set(moves.map(({ addressId }) => addressId));
  const movingAddresses = candidates.flatMap(({ addresses }) => addresses).filter(({ id }) => moving.has(id!));
  // If an IP address is stored at several hosts, the row with the lowest id counts, so that the result does not depend
  // on the order of `candidates`. It is sorted last, because the map keeps the last of equal keys.
  const inOrder = movingAddresses.sort((one, other) => (one.id! < other.id! ? 1 : -1));
  const movedTo = new Map(inOrder.map((address) => [addressPlace(address), address.id!]));
  const keptPlaces = new Set(host.addresses.map(addressPlace));
  return machine.addresses.flatMap((address) => {
    const { macAddress: mac } = address;
    const forAddressId = movedTo.get(addressPlace(address));
    if (!isStationMac(mac) || answeringForOthers.has(mac) || forAddressId === undefined) return [];
    const [before, another] = withMac(host.addresses, mac);
    const isOnce = withMac(machine.addresses, mac).length === 1 && another === undefined;
    if (before === undefined || !isOnce || before.isSeenInRun || keptPlaces.has(addressPlace(address))) return [];
    return [{ addressId: before.id!, forAddressId }];
  });
}
