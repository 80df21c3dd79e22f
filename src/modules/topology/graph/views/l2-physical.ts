// The L2 view: devices as boxes with their ports. A device needs a neighbor link to be shown; wireless clients and
// machines without a known cable are added on request.
import { derivedId } from '../../../../platform/text/derived-id';
import { virtualTypes, wirelessType } from '../../../../platform/text/interface-types';
import { container, noInlineGroups, type Draft, type ViewSource } from '../draft';
import { linkedAggregateIds } from '../edges/aggregate-edges';
import { wirelessHostIds } from '../edges/wireless-edges';
import { linkedHostIds, linkedInterfaceIds } from '../filters';
import type { Container, Element } from '../graph';
import type { Inventory, InventoryHost, MachinePlaces } from '../inventory';
import { hostContainerId, type Lookup } from '../lookup';
import { isRequested } from '../options';
import { memoizeByIdentity } from '../remembered';
import { boxNames } from '../vocabulary';

/**
 * Whether a port of this type cannot have a cable (virtual or wireless). Such a port is drawn only if it has a link.
 */
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

const none: ReadonlySet<string> = new Set();

export function draftL2Physical({ lookup, options }: ViewSource): Draft {
  const { hosts, interfaces } = lookup.inventory;
  const { machinePlaces } = lookup;
  const portIds = machinePlaces?.portIds ?? none;
  const hostIds = new Set([
    ...devicesAmong(interfaces, portIds),
    ...(isRequested('WirelessAssociation', options) ? wirelessHostIds(hosts) : []),
    ...(machinePlaces?.portsOf.keys() ?? []),
  ]);
  const aggregateIds = isRequested('AggregateLink', options) ? linkedAggregateIds(interfaces) : none;
  const boxes = [...hostIds].map((hostId) => hostContainer(lookup.hosts.get(hostId)!));
  const elements = elementsOf(interfaces, aggregateIds, portIds);
  // If no device reports a link, the view stays empty, which shows users that neighbor data is missing. A box with all
  // machines without a port would hide the problem.
  if (!machinePlaces || machinePlaces.withoutPort.length === 0 || boxes.length === 0)
    return { containers: boxes, elements };
  const others = unlocatedElements(hosts, machinePlaces);
  return { containers: [...boxes, unlocatedBox], elements: [...elements, ...others] };
}

/** A box for machines whose switch port is unknown: neither a cable nor a forwarding table shows it. */
const unlocatedBox = container({
  id: derivedId('unlocated-machines'),
  containerType: 'UnlocatedMachines',
  header: boxNames.UnlocatedMachines,
  icon: 'pc',
  isCollapsedByDefault: true,
});

const unlocatedElements = memoizeByIdentity(
  (hosts: Inventory['hosts'], { withoutPort }: MachinePlaces): readonly Element[] => {
    const ids = new Set(withoutPort);
    return hosts.flatMap(({ id, displayName }): Element | readonly Element[] =>
      ids.has(id)
        ? {
            nodeType: 'Element',
            elementType: 'Host',
            id,
            header: displayName,
            containerId: unlocatedBox.id,
            hostId: id,
            inlineGroups: noInlineGroups,
          }
        : [],
    );
  },
);

/** Ids of the hosts to draw: hosts with a link, and switches whose forwarding tables show a machine without a cable. */
const devicesAmong = memoizeByIdentity(
  (interfaces: Inventory['interfaces'], portIds: ReadonlySet<string>): ReadonlySet<string> => {
    if (portIds.size === 0) return linkedHostIds(interfaces);
    const learning = interfaces.flatMap(({ id, hostId }) => (portIds.has(id) ? hostId : []));
    return new Set([...linkedHostIds(interfaces), ...learning]);
  },
);

const elementsOf = memoizeByIdentity(
  (interfaces: Inventory['interfaces'], aggregateIds: ReadonlySet<string>, portIds: ReadonlySet<string>) => {
    const linkedIds = linkedInterfaceIds({ interfaces });
    const hostIds = devicesAmong(interfaces, portIds);
    const elements: Element[] = [];
    for (const { id, hostId, displayName, ifType } of interfaces) {
      if (!hostIds.has(hostId)) continue;
      const isLinked = linkedIds.has(id) || aggregateIds.has(id) || portIds.has(id);
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
  },
);

/** Ids of hosts that have a port with a known neighbor, and of the neighboring hosts. */
export const hostsWithLinks = ({ inventory }: Lookup): ReadonlySet<string> => linkedHostIds(inventory.interfaces);
