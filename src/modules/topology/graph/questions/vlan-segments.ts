// Describes the segments of a VLAN: the parts between which no known cable carries the VLAN.
import type { Inventory } from '../inventory';
import { byText } from '../order';
import { memoizeByIdentity } from '../remembered';
import type { VlanPath } from './vlan-path';

export interface VlanSegment {
  /** Ids of the segment's hosts: those of its ports, and those that its ports send the VLAN untagged; ordered by id. */
  readonly hostIds: readonly string[];
  readonly portCount: number;
}

/** The segments of a VLAN, those with the most hosts first and, among these, those with the most ports. */
export function findSegmentDetails(
  { segments, ports, attachedHosts }: Pick<VlanPath, 'segments' | 'ports' | 'attachedHosts'>,
  visible: Pick<Inventory, 'interfaces'>,
): VlanSegment[] {
  const hostOfPort = hostsOfPorts(visible.interfaces);
  const details = segments.map((hostIds) => ({ hostIds: new Set(hostIds), portCount: 0 }));
  const segmentOf = new Map(segments.flatMap((hostIds, index) => hostIds.map((id) => [id, details[index]!] as const)));
  const segmentOfPort = (interfaceId: string) => segmentOf.get(hostOfPort.get(interfaceId) ?? '');
  for (const { interfaceId } of ports) {
    const segment = segmentOfPort(interfaceId);
    if (segment) segment.portCount += 1;
  }
  for (const { hostId, carryingInterfaceId } of attachedHosts) segmentOfPort(carryingInterfaceId)?.hostIds.add(hostId);
  return details
    .map(({ hostIds, portCount }) => ({ hostIds: [...hostIds].sort(byText), portCount }))
    .sort(
      (a, b) =>
        b.hostIds.length - a.hostIds.length || b.portCount - a.portCount || byText(a.hostIds[0]!, b.hostIds[0]!),
    );
}

const hostsOfPorts = memoizeByIdentity(
  (interfaces: Inventory['interfaces']) => new Map(interfaces.map(({ id, hostId }) => [id, hostId])),
);
const namesOfHosts = memoizeByIdentity(
  (hosts: Inventory['hosts']) => new Map(hosts.map(({ id, displayName }) => [id, displayName])),
);

/** Maximum number of hosts that the description of a segment names. */
export const mostFirstHosts = 5;

/** Ids of the first of these hosts, ordered by name. */
export function firstByName(hostIds: readonly string[], { hosts }: Pick<Inventory, 'hosts'>): string[] {
  const names = namesOfHosts(hosts);
  const nameOf = (id: string): string => names.get(id) ?? '';
  return [...hostIds].sort((a, b) => byText(nameOf(a), nameOf(b)) || byText(a, b)).slice(0, mostFirstHosts);
}
