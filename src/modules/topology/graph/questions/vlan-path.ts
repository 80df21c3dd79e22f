// Finds where in the network a VLAN is carried: the ports and cables with the VLAN, cables with the VLAN at one end
// only or with different tagging, and cables to ports whose VLANs are unknown. Also counts these for each VLAN of a
// network.
import type { PreparedInventory } from '../build-graph';
import { carriedVlans, carries, isCarriedBetween, portsByVlan } from '../carried-vlans';
import { hostLinks, portLinks, type PortLink } from '../edges/link-edges';
import { groupRows } from '../lookup';
import { placesOfMachines } from '../machine-places';
import { byText } from '../order';
import { memoizeByIdentity } from '../remembered';

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
  /** Cables that carry the VLAN: untagged at both ends, or tagged at both. */
  readonly links: readonly VlanLink[];
  /**
   * Cables that carry the VLAN at one end only, while VLANs of the other end are known, or that carry it tagged at one
   * end (`carryingInterfaceId`) and untagged at the other.
   */
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
  /** The hosts in the VLAN without ports in the VLAN, each with a port that sends it the VLAN untagged. */
  readonly attachedHosts: readonly Pick<VlanUnknownEnd, 'carryingInterfaceId' | 'hostId'>[];
  /**
   * Parts of the VLAN that are not connected with each other: for each part the ids of its hosts, the largest part
   * first.
   */
  readonly segments: readonly (readonly string[])[];
}

/** Numbers of ports, gaps, unknown ends and segments of a VLAN. */
export interface VlanSummary {
  readonly vlanId: string;
  readonly portCount: number;
  readonly gapCount: number;
  readonly unknownEndCount: number;
  readonly segmentCount: number;
}

type NetworkRows = Pick<PreparedInventory, 'visible' | 'lookup'>;

/**
 * Finds the path of a VLAN. Ports that the view hides are included. If no VLAN of a port is known, this does not mean
 * that the port lacks the VLAN: most end devices, access points and hypervisors do not report their VLANs.
 */
export function vlanPath(vlanId: string, rows: NetworkRows): VlanPath {
  const vlansOf = carriedVlans(rows.visible.interfaces);
  const { cablesOf, farEndsOf } = endsByPort(rows.visible, rows.lookup);
  const carryingPorts = portsByVlan(rows.visible.interfaces).get(vlanId) ?? [];
  const modes = new Map(
    carryingPorts.map((port) => [port.id, carries(vlansOf(port), vlanId).isNative ? 'Native' : 'Tagged'] as const),
  );
  const cables = inOrder(carryingPorts.flatMap(({ id }) => cablesOf.get(id) ?? []));
  const isWhole = ({ a, b }: PortLink): boolean => isCarriedBetween(vlansOf(a), vlansOf(b), vlanId);
  const whole = cables.filter(isWhole);
  const unreadEnds = cables.flatMap(({ a, b }) => {
    if (modes.has(a.id) === modes.has(b.id)) return [];
    const [carryingPort, other] = modes.has(a.id) ? [a, b] : [b, a];
    return vlansOf(other).isRead ? [] : { carryingPort, other };
  });
  const gaps = cables.flatMap((cable): VlanGap | readonly VlanGap[] => {
    const { a, b } = cable;
    if (isWhole(cable) || !vlansOf(a).isRead || !vlansOf(b).isRead) return [];
    const isOfA = modes.get(a.id) === 'Tagged' || !modes.has(b.id);
    const [carryingPort, other] = isOfA ? [a, b] : [b, a];
    return { carryingInterfaceId: carryingPort.id, lackingInterfaceId: other.id };
  });
  const farEnds: VlanUnknownEnd[] = [
    ...unreadEnds.map(({ carryingPort, other }) => ({
      ...{ carryingInterfaceId: carryingPort.id, hostId: other.hostId, interfaceId: other.id },
    })),
    ...inOrder(carryingPorts.flatMap(({ id }) => farEndsOf.get(id) ?? [])),
  ];
  const ownHostIds = carryingPorts.map(({ hostId }) => hostId);
  const modeAt = ({ carryingInterfaceId }: VlanUnknownEnd) => modes.get(carryingInterfaceId);
  const untagged = farEnds.filter((end) => modeAt(end) === 'Native');
  const ownHosts = new Set(ownHostIds);
  const hosts = new Set([...ownHosts, ...untagged.map(({ hostId }) => hostId)]);
  return {
    ports: [...modes].map(([interfaceId, mode]) => ({ interfaceId, mode })),
    links: whole.map(({ a, b }) => ({ sourceInterfaceId: a.id, targetInterfaceId: b.id })),
    gaps,
    unknownEnds: farEnds
      .filter((end) => modeAt(end) === 'Tagged' && !hosts.has(end.hostId))
      .map(({ carryingInterfaceId, hostId, interfaceId }) => ({ carryingInterfaceId, hostId, interfaceId })),
    hosts: [...hosts].sort(byText),
    attachedHosts: untagged.flatMap(({ carryingInterfaceId, hostId }) =>
      ownHosts.has(hostId) ? [] : { carryingInterfaceId, hostId },
    ),
    segments: segmentsOf(ownHostIds, whole),
  };
}

/**
 * Summarizes the paths of all VLANs of the network. VLANs with gaps come first, then those with several segments, each
 * by VLAN ID (IEEE 802.1Q).
 */
export function vlanSummaries(rows: NetworkRows): readonly VlanSummary[] {
  const summaries = [...rows.lookup.vlans.values()].map(({ id, vlanNumber }) => {
    const { ports, gaps, unknownEnds, segments } = vlanPath(id, rows);
    const counts = { gapCount: gaps.length, unknownEndCount: unknownEnds.length, segmentCount: segments.length };
    return { vlanNumber, summary: { vlanId: id, portCount: ports.length, ...counts } };
  });
  const rank = ({ gapCount, segmentCount }: VlanSummary) => (gapCount > 0 ? 0 : segmentCount > 1 ? 1 : 2);
  return summaries
    .sort(
      (a, b) =>
        rank(a.summary) - rank(b.summary) || a.vlanNumber - b.vlanNumber || byText(a.summary.vlanId, b.summary.vlanId),
    )
    .map(({ summary }) => summary);
}

type Ordered<T> = T & { readonly order: number };
/** The distinct items, sorted by `order`. */
const inOrder = <T extends object>(items: readonly Ordered<T>[]): readonly Ordered<T>[] =>
  [...new Set(items)].sort((a, b) => a.order - b.order);

/** By port id: the cables of the port, and its links for which only the host at the far end is known. */
const endsByPort = memoizeByIdentity((visible: NetworkRows['visible'], lookup: NetworkRows['lookup']) => {
  const cables = portLinks(lookup).map((link, order) => ({ ...link, order }));
  const farEnds = endsWithoutPort({ visible, lookup }).map((end, order) => ({ ...end, order }));
  const cablesOf = groupRows(
    cables.flatMap((cable) => [cable.a, cable.b].map(({ id }) => ({ id, cable }))),
    ({ id }) => id,
  );
  return {
    cablesOf: new Map([...cablesOf].map(([id, ends]) => [id, ends.map(({ cable }) => cable)])),
    farEndsOf: groupRows(farEnds, ({ carryingInterfaceId }) => carryingInterfaceId),
  };
});

/**
 * Links for which only the host at the far end is known: the neighbor report names no port, or forwarding tables list
 * the machine at a single port.
 */
function endsWithoutPort({ visible, lookup }: NetworkRows): VlanUnknownEnd[] {
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
