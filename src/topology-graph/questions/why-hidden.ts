// Why something is not in a view: the rule, filter or missing fact that keeps it out, in the order in which they apply.
import type { PreparedInventory } from '../build-graph';
import { linkedInterfaceIds } from '../filters';
import type { Graph } from '../graph';
import type { Inventory, InventoryIpAddress } from '../inventory';
import type { Lookup } from '../lookup';
import type { View } from '../options';
import { virtualIfTypes } from '../views/l2-physical';
import { isVirtualizer, physicalHostOf } from '../views/workloads';

export const hiddenReasons = {
  Shown: 'It is in the graph.',
  ShownInside: 'It is a row inside an element of the graph.',
  ShownByParts: 'It is shown by what belongs to it: its addresses or services.',
  MergedBridge: 'It is drawn in the box of the first bridge of its container runtime.',
  NotInNetwork: 'The network has no such host, service, subnet, address, port, VLAN or tag.',
  HiddenHost: 'Its host is hidden: hidden hosts are in no graph.',
  HiddenKind: 'The option hide_entities leaves its kind out of this view.',
  LinkStateFilter: 'The option hide_metadata_values leaves ports of its link state out.',
  LoopbackSubnet: 'Loopback subnets are not drawn.',
  EmptySubnet: 'The subnet has no address of a host that is shown.',
  NoAddress: 'The host has no address outside loopback subnets.',
  NoNeighbour: 'No port of the host has a resolved neighbour, and no neighbour names the host.',
  VirtualPort: 'It is no port with a cable, by its ifType, and nothing is linked to it.',
  NoNativePort: 'No port that is shown is in a box for it: none has it as native VLAN, or earlier rules claim them.',
  NoHypervisor: 'It is a virtual machine whose hypervisor is not known or not shown.',
  NoWorkload: 'The host runs no service or virtual machine that this view shows.',
  BecameBox: 'Hypervisors and container runtimes are boxes here, where something runs in them.',
  OpenPorts: 'Open ports that no service claims are not drawn in this view.',
  NoBinding: 'The service listens nowhere, or no service listens on the port.',
  NotAnApplication:
    'The tag marks no application, or the rule ByApplication leaves it out, or nothing shown carries it.',
  NotDrawnInView: 'This view does not draw this kind.',
} as const;
export type HiddenReason = keyof typeof hiddenReasons;

/** `inventory` is the network's own, with hidden hosts; the graph is one of `prepared`. */
export function whyHidden(
  entityId: string,
  graph: Graph,
  prepared: PreparedInventory,
  inventory: Inventory,
): HiddenReason {
  if (isNode(entityId, graph)) return 'Shown';
  const isInside = graph.nodes.some(
    (node) => node.nodeType === 'Element' && node.inlineGroups.some((row) => row.entityId === entityId),
  );
  if (isInside) return 'ShownInside';
  const found = entityOf(entityId, inventory);
  if (!found) return 'NotInNetwork';
  const { kind, hostId } = found;
  if (hostId !== undefined && inventory.hosts.find(({ id }) => id === hostId)?.hidden) return 'HiddenHost';
  if (prepared.options.hideEntities[graph.view]?.includes(kind)) return 'HiddenKind';
  const elements = graph.nodes.filter((node) => node.nodeType === 'Element');
  if (elements.some((element) => element.hostId === entityId)) return 'ShownByParts';
  if (elements.some((element) => element.elementType === 'IPAddress' && element.subnetId === entityId))
    return 'MergedBridge';
  const isFiltered = !prepared.lookup.interfaces.has(entityId) || prepared.undrawnPortIds.has(entityId);
  if (kind === 'Interface' && isFiltered) return 'LinkStateFilter';
  return reasons[graph.view](entityId, kind, prepared);
}

const isNode = (entityId: string, graph: Graph): boolean =>
  graph.nodes.some((node) => node.id === entityId || (node.nodeType === 'Container' && node.entityId === entityId));

interface Found {
  readonly kind: string;
  readonly hostId?: string;
}

function entityOf(id: string, inventory: Inventory): Found | undefined {
  const is = (row: { readonly id: string }) => row.id === id;
  if (inventory.hosts.some(is)) return { kind: 'Host', hostId: id };
  const parts = {
    IPAddress: inventory.ipAddresses,
    Interface: inventory.interfaces,
    Service: inventory.services,
    Port: inventory.ports,
  };
  for (const [kind, rows] of Object.entries(parts)) {
    const row = (rows as readonly { id: string; hostId: string }[]).find(is);
    if (row) return { kind, hostId: row.hostId };
  }
  const others = {
    Subnet: inventory.subnets,
    VLAN: inventory.vlans,
    Tag: inventory.tags,
    Group: inventory.groups,
    Binding: inventory.bindings,
  };
  const kind = Object.entries(others).find(([, rows]) => (rows as readonly { id: string }[]).some(is))?.[0];
  return kind === undefined ? undefined : { kind };
}

type Reasoning = (id: string, kind: string, prepared: PreparedInventory) => HiddenReason;

/** Addresses are drawn unless they are loopbacks or their kind is hidden. */
const whyNoAddress = (addresses: readonly InventoryIpAddress[], lookup: Lookup): HiddenReason | undefined => {
  if (addresses.length === 0) return undefined;
  const isLoopback = addresses.every(({ subnetId }) => lookup.subnets.get(subnetId)!.subnetType === 'Loopback');
  return isLoopback ? 'LoopbackSubnet' : 'HiddenKind';
};

const reasons: Readonly<Record<View, Reasoning>> = {
  L3Logical(id, kind, { lookup }) {
    if (kind === 'Subnet') return lookup.subnets.get(id)!.subnetType === 'Loopback' ? 'LoopbackSubnet' : 'EmptySubnet';
    if (kind === 'IPAddress') return 'LoopbackSubnet';
    if (kind === 'Host') {
      const why = whyNoAddress(lookup.addressesOf(id), lookup);
      return why === 'HiddenKind' ? why : 'NoAddress';
    }
    if (kind !== 'Service' && kind !== 'Port') return 'NotDrawnInView';
    const listening = lookup.inventory.bindings.filter(({ serviceId, portId }) => serviceId === id || portId === id);
    const bound = listening.flatMap(({ serviceId }) => lookup.boundAddressesOf(lookup.services.get(serviceId)!));
    return whyNoAddress(bound, lookup) ?? 'NoBinding';
  },
  L2Physical(id, kind, { lookup }) {
    if (kind === 'Host') return 'NoNeighbour';
    if (kind === 'VLAN') return 'NoNativePort';
    if (kind !== 'Interface') return 'NotDrawnInView';
    const { ifType } = lookup.interfaces.get(id)!;
    const isVirtual = ifType !== null && virtualIfTypes.has(ifType) && !linkedInterfaceIds(lookup.inventory).has(id);
    return isVirtual ? 'VirtualPort' : 'NoNeighbour';
  },
  Workloads(id, kind, { lookup }) {
    const host = lookup.hosts.get(kind === 'Service' ? lookup.services.get(id)!.hostId : id);
    if (!host || (kind !== 'Host' && kind !== 'Service')) return 'NotDrawnInView';
    if (host.isVirtual && !physicalHostOf(host, lookup)) return 'NoHypervisor';
    if (kind === 'Host') return 'NoWorkload';
    const service = lookup.services.get(id)!;
    if (service.software.category === 'OpenPorts') return 'OpenPorts';
    // What is left runs in a virtual machine, and these are hidden.
    return isVirtualizer(service) ? 'BecameBox' : 'HiddenKind';
  },
  Application(id, kind, { lookup }) {
    if (kind === 'Tag') return 'NotAnApplication';
    if (kind === 'Host') return 'NoWorkload';
    if (kind !== 'Service') return 'NotDrawnInView';
    return lookup.services.get(id)!.software.category === 'OpenPorts' ? 'OpenPorts' : 'NoBinding';
  },
};
