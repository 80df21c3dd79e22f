// The L2 view: devices as boxes with their ports. Only devices with a neighbor link and, on request, wireless clients.
import { virtualTypes, wirelessType } from '../../../../platform/text/interface-types';
import { container, noInlineGroups, type Draft, type ViewSource } from '../draft';
import { linkedAggregateIds } from '../edges/aggregate-edges';
import { wirelessHostIds } from '../edges/wireless-edges';
import { linkedInterfaceIds } from '../filters';
import type { Container, Element } from '../graph';
import type { Inventory, InventoryHost } from '../inventory';
import { hostContainerId, type Lookup } from '../lookup';
import { isRequested } from '../options';
import { memoizeByIdentity } from '../remembered';

/** Whether the port cannot have a cable. Such a port is drawn only if it has a link. */
const isWithoutCable = (ifType: number | null): boolean => virtualTypes.has(ifType) || ifType === wirelessType;

export const hostContainer = memoizeByIdentity(({ id, displayName }: InventoryHost): Container =>
  container({
    id: hostContainerId(id),
    containerType: 'Host',
    header: displayName,
    entityId: id,
    icon: 'server',
  }),
);

const noAggregates: ReadonlySet<string> = new Set();

export function draftL2Physical({ lookup, options }: ViewSource): Draft {
  const { hosts, interfaces } = lookup.inventory;
  const linkedHosts = hostsWithLinks(lookup);
  const hostIds = isRequested('WirelessAssociation', options)
    ? [...new Set([...linkedHosts, ...wirelessHostIds(hosts)])]
    : [...linkedHosts];
  const aggregateIds = isRequested('AggregateLink', options) ? linkedAggregateIds(interfaces) : noAggregates;
  return {
    containers: hostIds.map((hostId) => hostContainer(lookup.hosts.get(hostId)!)),
    elements: elementsOf(interfaces, aggregateIds),
  };
}

const elementsOf = memoizeByIdentity((interfaces: Inventory['interfaces'], aggregateIds: ReadonlySet<string>) => {
  const linkedIds = linkedInterfaceIds({ interfaces });
  const hostIds = linkedHosts(interfaces);
  const elements: Element[] = [];
  for (const { id, hostId, displayName, ifType } of interfaces) {
    if (!hostIds.has(hostId)) continue;
    const isLinked = linkedIds.has(id) || aggregateIds.has(id);
    if (isWithoutCable(ifType) && !isLinked) continue;
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
  return elements as readonly Element[];
});

/** Hosts with a port that has a known neighbor, and the hosts at the other ends. */
export const hostsWithLinks = ({ inventory }: Lookup): ReadonlySet<string> => linkedHosts(inventory.interfaces);

const linkedHosts = memoizeByIdentity((interfaces: Inventory['interfaces']): ReadonlySet<string> => {
  const hostIds = new Set<string>();
  for (const { hostId, neighbors } of interfaces) {
    for (const neighbor of neighbors) {
      hostIds.add(hostId);
      hostIds.add(neighbor.hostId);
    }
  }
  return hostIds;
});
