// Finds where in the network a VLAN is carried: the ports and cables with the VLAN, cables with the VLAN at one end
// only, and cables to ports whose VLANs are unknown.
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
/** A port with the VLAN, whose neighbor's VLANs are unknown. */
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
  /**
   * Ports that carry the VLAN tagged to a neighbor whose VLANs are unknown. Neighbors that are known to be in the VLAN
   * (`hosts`) are left out.
   */
  readonly unknownEnds: readonly VlanUnknownEnd[];
  /**
   * Ids of the hosts in the VLAN: the hosts of its ports, and each host that is connected to a port with the VLAN as
   * native VLAN, if the VLANs of that host are unknown.
   */
  readonly hosts: readonly string[];
  /**
   * Parts of the VLAN that are not connected with each other: for each part the ids of its hosts, the largest part
   * first.
   */
  readonly segments: readonly (readonly string[])[];
}

/**
 * Finds the path of a VLAN. Ports that the view hides are included. If no VLAN of a port is known, this does not mean
 * that the port lacks the VLAN: most end devices, access points and hypervisors do not report their VLANs.
 */
export function vlanPath(vlanId: string, { visible, lookup }: Pick<PreparedInventory, 'visible' | 'lookup'>): VlanPath {
  const vlansOf = carriedVlans(visible.interfaces);
  const ports = visible.interfaces.flatMap((port): (VlanPort & { hostId: string }) | readonly never[] => {
    const { isNative, isTagged } = carries(vlansOf(port), vlanId);
    if (!isNative && !isTagged) return [];
    return { interfaceId: port.id, hostId: port.hostId, mode: isNative ? 'Native' : 'Tagged' };
  });
  const modes = new Map(ports.map(({ interfaceId, mode }) => [interfaceId, mode]));
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
 * Links of which only the host at the far end is known, not its port: a neighbor's report without a port, or a machine
 * that forwarding tables place at a single port.
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
