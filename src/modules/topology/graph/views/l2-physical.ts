// The L2 view: devices as boxes, their ports in them; only devices that a neighbour report names.
import { container, noInlineGroups, type Draft, type ViewSource } from '../draft';
import { linkedInterfaceIds } from '../filters';
import type { Container, Element } from '../graph';
import { hostContainerId, type Lookup } from '../lookup';

/** IANA ifTypes without a cable: softwareLoopback, propVirtual, ieee80211, tunnel, l2vlan, l3ipvlan, bridge. */
const virtualIfTypes = new Set([24, 53, 71, 131, 135, 136, 209]);

export const hostContainer = (hostId: string, lookup: Lookup): Container =>
  container({
    id: hostContainerId(hostId),
    containerType: 'Host',
    header: lookup.hosts.get(hostId)!.displayName,
    entityId: hostId,
    icon: 'server',
  });

export function draftL2Physical({ lookup }: ViewSource): Draft {
  const linked = linkedInterfaceIds(lookup.inventory);
  const hostIds = hostsWithLinks(lookup);
  const elements: Element[] = [];
  for (const { id, hostId, displayName, ifType } of lookup.inventory.interfaces) {
    if (!hostIds.has(hostId)) continue;
    if (ifType !== null && virtualIfTypes.has(ifType) && !linked.has(id)) continue;
    elements.push({
      nodeType: 'Element',
      elementType: 'Interface',
      id,
      header: displayName,
      containerId: hostContainerId(hostId),
      hostId,
      interfaceId: id,
      inlineGroups: noInlineGroups,
    });
  }
  return { containers: [...hostIds].map((hostId) => hostContainer(hostId, lookup)), elements };
}

/** Hosts with a port that knows its neighbour, and the hosts at the far ends. */
export function hostsWithLinks(lookup: Lookup): Set<string> {
  const hostIds = new Set<string>();
  for (const { hostId, neighbors } of lookup.inventory.interfaces) {
    for (const neighbor of neighbors) {
      hostIds.add(hostId);
      hostIds.add(neighbor.hostId);
    }
  }
  return hostIds;
}
