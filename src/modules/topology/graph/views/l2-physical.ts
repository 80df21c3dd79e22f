// The L2 view: devices as boxes, their ports in them; only devices that a neighbour report names.
import { container, noInlineGroups, type Draft, type ViewSource } from '../draft';
import { linkedInterfaceIds } from '../filters';
import type { Container, Element } from '../graph';
import type { Inventory, InventoryHost } from '../inventory';
import { hostContainerId, type Lookup } from '../lookup';
import { remembered } from '../remembered';

/** IANA ifTypes without a cable: softwareLoopback, propVirtual, ieee80211, tunnel, l2vlan, l3ipvlan, bridge. */
const virtualIfTypes = new Set([24, 53, 71, 131, 135, 136, 209]);

export const hostContainer = remembered(({ id, displayName }: InventoryHost): Container =>
  container({
    id: hostContainerId(id),
    containerType: 'Host',
    header: displayName,
    entityId: id,
    icon: 'server',
  }),
);

export function draftL2Physical({ lookup }: ViewSource): Draft {
  const hostIds = hostsWithLinks(lookup);
  return {
    containers: [...hostIds].map((hostId) => hostContainer(lookup.hosts.get(hostId)!)),
    elements: elementsOf(lookup.inventory.interfaces),
  };
}

const elementsOf = remembered((interfaces: Inventory['interfaces']): readonly Element[] => {
  const linked = linkedInterfaceIds({ interfaces });
  const hostIds = linkedHosts(interfaces);
  const elements: Element[] = [];
  for (const { id, hostId, displayName, ifType } of interfaces) {
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
  return elements;
});

/** Hosts with a port that knows its neighbour, and the hosts at the far ends. */
export const hostsWithLinks = ({ inventory }: Lookup): ReadonlySet<string> => linkedHosts(inventory.interfaces);

const linkedHosts = remembered((interfaces: Inventory['interfaces']): ReadonlySet<string> => {
  const hostIds = new Set<string>();
  for (const { hostId, neighbors } of interfaces) {
    for (const neighbor of neighbors) {
      hostIds.add(hostId);
      hostIds.add(neighbor.hostId);
    }
  }
  return hostIds;
});
