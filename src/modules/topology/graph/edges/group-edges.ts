// Edges of groups. A group of type `RequestPath` connects each member with the next; a group of type `HubAndSpoke`
// connects its hub, the first member, with each other member.
import type { Edge } from '../graph';
import type { InventoryGroup, InventoryIpAddress } from '../inventory';
import { isMultiHop } from '../../../inventory/shared/subnet-types';
import { addEdge, type EdgeSource } from './edge';

/** A group member and the id of the node that shows it; `nodeId` is undefined if no node shows the member. */
interface Place {
  readonly memberId: string;
  readonly nodeId: string | undefined;
}

/**
 * For groups whose members are bindings: adds edges between the addresses of the members. A member that is bound to all
 * addresses of its host has no edge, because no single address represents the member.
 */
export function addGroupEdgesBetweenAddresses(edges: Edge[], from: EdgeSource): void {
  const { lookup } = from;
  for (const group of lookup.inventory.groups) {
    if (group.memberType !== 'Bindings') continue;
    const places = group.memberIds.map((memberId) => {
      const { ipAddressId } = lookup.bindings.get(memberId) ?? { ipAddressId: null };
      return { memberId, nodeId: ipAddressId ?? undefined };
    });
    for (const [source, target] of pairsOf(group, places)) {
      const [one, other] = [source, target].map(({ nodeId }) => lookup.ipAddresses.get(nodeId ?? ''));
      if (one && other) addGroupEdge(edges, from, group, source, target, addressFacts(one, other, group, from));
    }
  }
}

function addressFacts(
  one: InventoryIpAddress,
  other: InventoryIpAddress,
  group: InventoryGroup,
  { lookup }: EdgeSource,
) {
  const [from, to] = [one, other].map(({ subnetId }) => lookup.subnets.get(subnetId)!);
  return { label: from!.id === to!.id ? null : group.name, isMultiHop: isMultiHop(from!, to!) };
}

/** Adds the edges of all groups between services. Consecutive bindings of the same service count as one member. */
export function addGroupEdgesBetweenServices(edges: Edge[], from: EdgeSource): void {
  for (const group of from.lookup.inventory.groups) {
    const places = group.memberIds.map((memberId) => ({
      memberId,
      nodeId: group.memberType === 'Services' ? memberId : from.lookup.bindings.get(memberId)?.serviceId,
    }));
    const stops = places.filter(({ nodeId }, index) => index === 0 || nodeId !== places[index - 1]!.nodeId);
    for (const [source, target] of pairsOf(group, stops))
      addGroupEdge(edges, from, group, source, target, { label: group.name });
  }
}

function pairsOf<T>({ groupType }: InventoryGroup, members: readonly T[]): [T, T][] {
  const [hub, ...rest] = members;
  return rest.map((member, index) => [groupType === 'HubAndSpoke' ? hub! : members[index]!, member]);
}

function addGroupEdge(
  edges: Edge[],
  from: EdgeSource,
  group: InventoryGroup,
  source: Place,
  target: Place,
  facts: { label: string | null; isMultiHop?: boolean },
): void {
  if (source.nodeId === undefined || target.nodeId === undefined) return;
  addEdge(edges, from, group.groupType, {
    source: source.nodeId,
    target: target.nodeId,
    payload: { groupId: group.id, sourceId: source.memberId, targetId: target.memberId },
    relationKey: group.id,
    ...facts,
  });
}
