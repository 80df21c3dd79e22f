// Pure functions that find IP addresses to move to another host: the reported machine responds at an address that is
// stored at a host that is not the reported machine.
import { isStationMac, isVendorAssigned } from '../../../platform/text/identifiers';
import { isOfManyMachines, addressPlace, type IdentityAddress, type MachineEvidence } from './identity';
import type { Candidate, Judgement } from './judge';
import { describeReason } from './words';

export interface Move {
  readonly addressId: string;
  readonly fromHostId: string;
  readonly reason: string;
  /**
   * The MAC address stored with the moving IP address, which becomes a former MAC address of the former host. Null if
   * no vendor assigned it, or if the reported machine or another address or port of the former host has it.
   */
  readonly formerMac: string | null;
}

/** Returns the moves of reported addresses that are stored at other hosts than the reported machine. */
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
 * An address that a machine no longer uses. `forAddressId` is the machine's new address, which has the same MAC address
 * and moved to the machine from another host.
 */
export interface Leave {
  readonly addressId: string;
  readonly forAddressId: string;
}

/**
 * Returns the stored addresses that the reported host no longer uses. The run has not seen such an address, and the
 * report has its MAC address exactly once, at a new address that moves to this host from another host. If no other host
 * had the new address, it overwrites the old address in the stored row, and nothing is returned.
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
  // Several moving rows may have the same subnet and address. Then the map below keeps the last row, which is the one
  // with the lowest id.
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
