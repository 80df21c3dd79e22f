// Highlights where a VLAN goes: its ports, links, hosts and subnets, and its gaps.
import { linksBetween } from '../graph/links-between';
import type { Node } from '../graph/picture';
import { segmentSign } from '../graph/texts';
import type { AskedQuestions } from '../state/answers';
import type { MarkBuilder } from './mark-builder';

type VlanAnswer = NonNullable<NonNullable<AskedQuestions['vlan']>['answer']>;

/** Highlights a VLAN or, if `segmentIndex` is not null, one of its segments. Several segments are numbered. */
export function markVlan(
  builder: MarkBuilder,
  { ports, links, gaps, unknownEnds, hosts, segmentDetails }: VlanAnswer,
  subnetIds: readonly string[],
  segmentIndex: number | null,
): void {
  const { nodes, links: pictureLinks } = builder.picture;
  const segmentsOf = new Map<string, number[]>();
  segmentDetails.forEach(({ hostIds }, index) => {
    for (const id of hostIds) segmentsOf.set(id, [...(segmentsOf.get(id) ?? []), index]);
  });
  const isChosen = segmentIndex === null ? () => true : (index: number) => index === segmentIndex;
  const isPortChosen = (interfaceId: string): boolean =>
    segmentIndex === null || (segmentsOf.get(nodes.get(interfaceId)?.hostId ?? '') ?? []).some(isChosen);
  for (const { carryingInterfaceId, hostId, interfaceId } of unknownEnds) {
    if (!isPortChosen(carryingInterfaceId)) continue;
    builder.row(hostId, 'evidence');
    if (interfaceId !== null) builder.node(interfaceId, 'evidence');
  }
  for (const id of subnetIds) builder.row(id, 'vlan');
  // A host that carries the VLAN may have addresses in other VLANs' subnets too.
  const subnets = new Set(subnetIds);
  const isOfVlan = (node: Node | undefined): boolean => {
    if (subnets.size === 0) return true;
    if (node?.shape === 'box') return node.kind !== 'Subnet' || subnets.has(node.entityId ?? '');
    return node?.kind !== 'IPAddress' || subnets.has(node.subnetId ?? '');
  };
  for (const host of hosts)
    for (const index of (segmentsOf.get(host.id) ?? []).filter(isChosen))
      builder.host(host, 'vlan', segmentDetails.length > 1 ? segmentSign(index) : undefined, isOfVlan);
  for (const { interfaceId } of ports) if (isPortChosen(interfaceId)) builder.node(interfaceId, 'vlan');
  const between = linksBetween(pictureLinks);
  for (const { sourceInterfaceId, targetInterfaceId } of links)
    if (isPortChosen(sourceInterfaceId))
      for (const id of between(sourceInterfaceId, targetInterfaceId)) builder.link(id, 'vlan');
  for (const { carryingInterfaceId, lackingInterfaceId } of gaps) {
    if (!isPortChosen(carryingInterfaceId)) continue;
    builder.node(lackingInterfaceId, 'gap');
    for (const id of between(carryingInterfaceId, lackingInterfaceId)) builder.link(id, 'gap');
  }
}
