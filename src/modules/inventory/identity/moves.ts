// Finds addresses that move: the reported machine responds at them, and another host has had them. Pure functions.
import { isStationMac, isVendorAssigned } from '../../../platform/text/identifiers';
import { isOfManyMachines, addressPlace, type IdentityAddress, type MachineEvidence } from './identity';
import type { Candidate, Judgement } from './judge';
import { describeReason } from './words';

export interface Move {
  readonly addressId: string;
  readonly fromHostId: string;
  readonly reason: string;
  /**
   * A MAC address from a vendor that the former host has nowhere else, so that the host can still be recognized by it;
   * null if there is none.
   */
  readonly formerMac: string | null;
}

/** Addresses of the report that belong to hosts other than the reported machine. */
export function findMoves(machine: MachineEvidence, candidates: readonly Candidate[], judgement: Judgement): Move[] {
  const places = new Set(machine.addresses.filter((one) => !isOfManyMachines(one)).map(addressPlace));
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
      const isItsOwn = isVendorAssigned(macAddress) && !remainingMacs.has(macAddress);
      return { addressId: id!, fromHostId: hostId, reason, formerMac: isItsOwn ? macAddress : null };
    });
  });
}

/** An address that a machine has left, and the one with the same MAC address that it took from another host. */
export interface Leave {
  readonly addressId: string;
  readonly forAddressId: string;
}

/**
 * Addresses that the reported host has left: the run has not seen them, and their MAC address is in the report only
 * once, at an address that another host had. If no other host had that address, the stored row gets the new address
 * instead.
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
  // If several rows have the same place, the one with the lowest id moves.
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
