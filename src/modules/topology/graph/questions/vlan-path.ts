// The path of a VLAN: the ports and cables that carry the VLAN, and cables that carry the VLAN at only one end.
import type { PreparedInventory } from '../build-graph';
import { portLinks, type PortLink } from '../edges/link-edges';
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
export interface VlanPath {
  readonly ports: readonly VlanPort[];
  /** Cables that carry the VLAN at both ends. */
  readonly links: readonly VlanLink[];
  /** Cables that carry the VLAN at one end only. */
  readonly gaps: readonly VlanGap[];
  /**
   * Ids of the hosts in each segment of the VLAN, the largest segment first. If there are several segments, the VLAN is
   * partitioned.
   */
  readonly segments: readonly (readonly string[])[];
}

/**
 * Finds the path of a VLAN by id. A port carries a VLAN untagged (as its native VLAN) or tagged (IEEE 802.1Q). Ports
 * that the view does not show are included.
 */
export function vlanPath(vlanId: string, { visible, lookup }: Pick<PreparedInventory, 'visible' | 'lookup'>): VlanPath {
  const ports: VlanPort[] = [];
  const hostIds: string[] = [];
  const add = (interfaceId: string, hostId: string, mode: VlanPort['mode']): void => {
    ports.push({ interfaceId, mode });
    hostIds.push(hostId);
  };
  for (const { id, hostId, nativeVlanId, taggedVlanIds } of visible.interfaces) {
    if (nativeVlanId === vlanId) add(id, hostId, 'Native');
    else if (taggedVlanIds.includes(vlanId)) add(id, hostId, 'Tagged');
  }
  const carrying = new Set(ports.map(({ interfaceId }) => interfaceId));
  // `lookup` contains all ports with cables, even those that the view's filters hide.
  const cables = portLinks(lookup);
  const whole = cables.filter(({ a, b }) => carrying.has(a.id) && carrying.has(b.id));
  return {
    ports,
    links: whole.map(({ a, b }) => ({ sourceInterfaceId: a.id, targetInterfaceId: b.id })),
    gaps: cables.flatMap(({ a, b }) => {
      if (carrying.has(a.id) === carrying.has(b.id)) return [];
      const [carryingPort, lacking] = carrying.has(a.id) ? [a, b] : [b, a];
      return [{ carryingInterfaceId: carryingPort.id, lackingInterfaceId: lacking.id }];
    }),
    segments: segmentsOf(hostIds, whole),
  };
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
