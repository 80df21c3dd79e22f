// Finds the port to which a machine is connected, from cables and from the tables of devices.

/** Kinds of evidence that a machine is at a port, strongest first. */
export const locationEvidences = ['Cable', 'Wireless', 'ForwardingTable', 'ArpTable'] as const;
export type LocationEvidence = (typeof locationEvidences)[number];

/** A port, with one piece of evidence that the machine is connected to the port or reached through the port. */
export interface Sighting {
  readonly interfaceId: string;
  /** Id of the device to which the port belongs. */
  readonly hostId: string;
  readonly evidence: LocationEvidence;
  /** The machine's MAC address in the table of the device; null if the evidence is a cable. */
  readonly macAddress: string | null;
  /** Time at which the table of the device was read; null if the evidence is a cable. */
  readonly readAt: Date | null;
  /** Id of the discovery run that last read the port. */
  readonly runId: string | null;
  /** Number of MAC addresses that the port has learned. */
  readonly learnedCount: number;
  /** Whether the port has no socket for a cable: a VLAN interface, a bridge or a tunnel. */
  readonly isVirtual: boolean;
  /** Ids of the devices at the other ends of the port's cables, except the machine itself. */
  readonly farHostIds: readonly string[];
}

export interface Place extends Sighting {
  /**
   * Whether the port has also learned MAC addresses that are not the machine's, because an unmanaged switch, an access
   * point or virtual machines are connected to the port.
   */
  readonly isShared: boolean;
  /** Whether a later discovery run has seen the machine at a different port. */
  readonly isOutdated: boolean;
}

/** Why the location of the machine is uncertain. */
export const locationNotes = ['SeveralPorts', 'OnTheWayOnly', 'NotSeen'] as const;
export type LocationNote = (typeof locationNotes)[number];

export interface Places {
  /**
   * Ports to which the machine is connected: one port for each cable or MAC address. If the evidence disagrees, all
   * ports to which the machine may be connected.
   */
  readonly ports: readonly Place[];
  /**
   * Ports at which the machine was seen without being connected there: ports on the path to the machine, ports of
   * routers with its MAC address in their ARP table, and former ports.
   */
  readonly passing: readonly Place[];
  readonly note: LocationNote | null;
}

const keyOf = ({ interfaceId, macAddress }: Sighting) => `${interfaceId} ${macAddress ?? ''}`;
const rank = ({ evidence }: Sighting) => locationEvidences.indexOf(evidence);

/**
 * Sorts sightings by strength of evidence, strongest first, then by the number of learned MAC addresses, fewest first.
 */
const byNearness = (one: Sighting, other: Sighting): number =>
  rank(one) - rank(other) ||
  one.learnedCount - other.learnedCount ||
  (keyOf(one) < keyOf(other) ? -1 : keyOf(one) > keyOf(other) ? 1 : 0);

const isOfLaterRun = (one: Sighting, other: Sighting): boolean =>
  one.readAt !== null &&
  other.readAt !== null &&
  one.readAt > other.readAt &&
  one.runId !== null &&
  other.runId !== null &&
  one.runId !== other.runId;

/**
 * Divides the ports at which a machine was seen into ports to which it may be connected, and ports on the path. If
 * there are ports with a cable or wireless association to the machine, it is connected to these. Otherwise, a port is
 * on the path if the device behind it has learned the machine's MAC address too. `ownMacs` is the number of the
 * machine's MAC addresses.
 */
export function rankPlaces(sightings: readonly Sighting[], ownMacs: number): Places {
  const ofPorts = [...Map.groupBy(sightings, ({ interfaceId }) => interfaceId).values()];
  // A port that has learned several MAC addresses of the machine is listed once, with the strongest evidence.
  const strongest = ofPorts.map((ofPort) => ofPort.toSorted(byNearness)[0]!);
  const learnedSightings = strongest.filter(({ evidence }) => evidence === 'ForwardingTable');
  const learning = new Set(learnedSightings.map(({ hostId }) => hostId));
  const edges = learnedSightings.filter(
    ({ isVirtual, farHostIds }) => !isVirtual && !farHostIds.some((id) => learning.has(id)),
  );
  const certainSightings = strongest.filter(({ evidence }) => evidence === 'Cable' || evidence === 'Wireless');
  const isOutdated = (one: Sighting) => edges.some((other) => isOfLaterRun(other, one));
  const near = certainSightings.length > 0 ? certainSightings : edges.filter((one) => !isOutdated(one));
  const placeOf = (one: Sighting): Place => ({
    ...one,
    isShared: one.learnedCount > Math.max(1, ownMacs),
    isOutdated: edges.includes(one) && isOutdated(one),
  });
  const toPlaces = (sightingGroup: readonly Sighting[]) => sightingGroup.toSorted(byNearness).map(placeOf);
  const nearIds = new Set(near.map(({ interfaceId }) => interfaceId));
  // A machine with several network cards can be connected to several ports, but one MAC address can be at only one
  // port. So the location is uncertain if a MAC address was learned at two ports.
  const ofAddresses = Map.groupBy(
    sightings.filter(({ interfaceId, evidence }) => nearIds.has(interfaceId) && evidence === 'ForwardingTable'),
    ({ macAddress }) => macAddress,
  );
  const isUndecided = certainSightings.length === 0 && [...ofAddresses.values()].some(({ length }) => length > 1);
  return {
    ports: toPlaces(near),
    passing: toPlaces(strongest.filter(({ interfaceId }) => !nearIds.has(interfaceId))),
    note: isUndecided ? 'SeveralPorts' : near.length > 0 ? null : sightings.length > 0 ? 'OnTheWayOnly' : 'NotSeen',
  };
}
