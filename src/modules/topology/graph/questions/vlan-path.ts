// The path of a VLAN: the ports and cables that carry the VLAN, cables that carry the VLAN at only one end, and ends of
// which no VLAN is known.
import type { PreparedInventory } from '../build-graph';
import { carriedVlans, carries } from '../carried-vlans';
import { hostLinks, portLinks, type PortLink } from '../edges/link-edges';
import { placesOfMachines } from '../machine-places';
import { byText } from '../order';

export interface VlanPort {
  readonly interfaceId: string;
  readonly mode: 'Native' | 'Tagged';
}
export interface VlanLink {
  readonly sourceInterfaceId: string;
  readonly targetInterfaceId: string;
}
export interface VlanGap {
  readonly carryingInterfaceId: string;
  readonly lackingInterfaceId: string;
}
/** A port and its far end, of which no VLAN is known. */
export interface VlanUnknownEnd {
  readonly carryingInterfaceId: string;
  readonly hostId: string;
  /** The port at the far end; null if only the host is known. */
  readonly interfaceId: string | null;
}
export interface VlanPath {
  readonly ports: readonly VlanPort[];
  /** Cables that carry the VLAN at both ends. */
  readonly links: readonly VlanLink[];
  /** Cables that carry the VLAN at one end only. VLANs of the other end are known, and this one is not among them. */
  readonly gaps: readonly VlanGap[];
  /** Ports that carry the VLAN tagged, to an end of which no VLAN is known and which is not among `hosts`. */
  readonly unknownEnds: readonly VlanUnknownEnd[];
  /**
   * Ids of the hosts in the VLAN: hosts of the ports, and hosts without known VLANs at the far end of a port that sends
   * the VLAN's frames untagged.
   */
  readonly hosts: readonly string[];
  /**
   * Ids of the hosts of the ports in each segment of the VLAN, the largest segment first. No cable that carries the
   * VLAN at both ends connects two segments.
   */
  readonly segments: readonly (readonly string[])[];
}

/**
 * Finds the path of a VLAN by id. A port carries a VLAN untagged (as its native VLAN) or tagged (IEEE 802.1Q). Ports
 * that the view does not show are included. A port of which no VLAN is known is not taken for a port without the VLAN:
 * most end devices, access points and hypervisors do not report their VLANs.
 */
export function vlanPath(vlanId: string, { visible, lookup }: Pick<PreparedInventory, 'visible' | 'lookup'>): VlanPath {
  const vlansOf = carriedVlans(visible.interfaces);
  const ports = visible.interfaces.flatMap((port): (VlanPort & { hostId: string }) | readonly never[] => {
    const { isNative, isTagged } = carries(vlansOf(port), vlanId);
    if (!isNative && !isTagged) return [];
    return { interfaceId: port.id, hostId: port.hostId, mode: isNative ? 'Native' : 'Tagged' };
  });
  const modes = new Map(ports.map(({ interfaceId, mode }) => [interfaceId, mode]));
  // `lookup` contains all ports with cables, even those that the view's filters hide.
  const cables = portLinks(lookup);
  const whole = cables.filter(({ a, b }) => modes.has(a.id) && modes.has(b.id));
  const halves = cables.flatMap(({ a, b }) => {
    if (modes.has(a.id) === modes.has(b.id)) return [];
    const [carryingPort, other] = modes.has(a.id) ? [a, b] : [b, a];
    return { carryingPort, other, isRead: vlansOf(other).isRead };
  });
  const farEnds: VlanUnknownEnd[] = [
    ...halves.flatMap(({ carryingPort, other, isRead }) =>
      isRead ? [] : { carryingInterfaceId: carryingPort.id, hostId: other.hostId, interfaceId: other.id },
    ),
    ...endsWithoutPort({ visible, lookup }),
  ];
  const ownHostIds = ports.map(({ hostId }) => hostId);
  const modeAt = ({ carryingInterfaceId }: VlanUnknownEnd) => modes.get(carryingInterfaceId);
  const untagged = farEnds.filter((end) => modeAt(end) === 'Native').map(({ hostId }) => hostId);
  const hosts = new Set([...ownHostIds, ...untagged]);
  return {
    ports: ports.map(({ interfaceId, mode }) => ({ interfaceId, mode })),
    links: whole.map(({ a, b }) => ({ sourceInterfaceId: a.id, targetInterfaceId: b.id })),
    gaps: halves.flatMap(({ carryingPort, other, isRead }) =>
      isRead ? { carryingInterfaceId: carryingPort.id, lackingInterfaceId: other.id } : [],
    ),
    unknownEnds: farEnds.filter((end) => modeAt(end) === 'Tagged' && !hosts.has(end.hostId)),
    hosts: [...hosts].sort(byText),
    segments: segmentsOf(ownHostIds, whole),
  };
}

/**
 * The far ends of ports at which only a host is known, not its port: the port reports the host, or the forwarding
 * tables lead to this port alone.
 */
function endsWithoutPort({ visible, lookup }: Pick<PreparedInventory, 'visible' | 'lookup'>): VlanUnknownEnd[] {
  const hostOf = (id: string) => lookup.interfaces.get(id)?.hostId;
  const reported = hostLinks(lookup).flatMap(({ hostA, hostB, reporters }) =>
    reporters.flatMap((ids) =>
      ids.map((id) => ({ carryingInterfaceId: id, hostId: hostOf(id) === hostA ? hostB : hostA, interfaceId: null })),
    ),
  );
  const learned = [...placesOfMachines(visible).portsOf].flatMap(([hostId, [id, ...others]]) =>
    id === undefined || others.length > 0 ? [] : { carryingInterfaceId: id, hostId, interfaceId: null },
  );
  return [...reported, ...learned];
}

/** Divides hosts into sets that are connected by the cables; the largest set comes first. */
function segmentsOf(hostIds: readonly string[], cables: readonly PortLink[]): string[][] {
  const segmentOf = new Map([...new Set(hostIds)].map((id) => [id, [id]]));
  for (const { a, b } of cables) {
    const [one, other] = [segmentOf.get(a.hostId)!, segmentOf.get(b.hostId)!].sort((x, y) => y.length - x.length);
    if (one === other) continue;
    for (const id of other!) {
      one!.push(id);
      segmentOf.set(id, one!);
    }
  }
  return [...new Set(segmentOf.values())]
    .map((segment) => segment.sort(byText))
    .sort((a, b) => b.length - a.length || byText(a[0]!, b[0]!));
}
