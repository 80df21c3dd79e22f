// Explaining why a node or edge is hidden, on generated networks. Each reason is checked against the rows, or by
// undoing its cause.
import fc from 'fast-check';
import { buildGraph, prepareInventory } from '../../../../src/modules/topology/graph/build-graph';
import { displayGraph } from '../../../../src/modules/topology/graph/display';
import type { Graph } from '../../../../src/modules/topology/graph/graph';
import type { Inventory } from '../../../../src/modules/topology/graph/inventory';
import {
  edgeTypes,
  topologyViews,
  type EdgeType,
  type RequestOptions,
  type View,
} from '../../../../src/modules/topology/graph/options';
import { whyHidden, type HiddenReason } from '../../../../src/modules/topology/graph/questions/why-hidden';
import type { TagFilter } from '../../../../src/modules/topology/graph/tag-filter';
import { toId, inventories, requestOptions } from './inventories';

const someTags = fc.subarray([0, 1, 2, 3].map((number) => toId('tag', number)));
const tagFilters: fc.Arbitrary<TagFilter> = fc.record({
  hiddenHostTagIds: someTags,
  hiddenServiceTagIds: someTags,
  hiddenSubnetTagIds: someTags,
});

interface Display {
  readonly tagFilter: TagFilter;
  readonly hideEdgeTypes: readonly EdgeType[];
}
const displays: fc.Arbitrary<Display> = fc.record({
  tagFilter: tagFilters,
  hideEdgeTypes: fc.subarray([...edgeTypes]),
});

function ask(id: string, inventory: Inventory, options: RequestOptions, view: View, chosenDisplay?: Display) {
  const preparedInventory = prepareInventory(inventory, options);
  const builtGraph = buildGraph(preparedInventory, view);
  const display = chosenDisplay && { bundleEdges: false, ...chosenDisplay };
  const graph = display ? displayGraph(builtGraph, preparedInventory.lookup, display) : builtGraph;
  return { ...whyHidden(id, { graph, builtGraph, display, preparedInventory, inventory }), graph };
}

const isShown = (reason: HiddenReason): boolean => reason.startsWith('Shown') || reason === 'MergedBridge';

const linkStatesOf = ({ hideMetadataValues }: RequestOptions) => hideMetadataValues.L2Physical!.Interface!.LinkState!;
const showingLinkStates = (options: RequestOptions, ...states: string[]): RequestOptions => ({
  ...options,
  hideMetadataValues: {
    L2Physical: { Interface: { LinkState: linkStatesOf(options).filter((state) => !states.includes(state)) } },
  },
});

/** What should be visible, computed from the inventory alone, to check the reasons that the service gives. */
function factsOf(inventory: Inventory) {
  const visible = new Set(inventory.hosts.filter(({ hidden }) => !hidden).map(({ id }) => id));
  const typeOf = new Map(inventory.subnets.map(({ id, subnetType }) => [id, subnetType]));
  const isLoopback = ({ subnetId }: { subnetId: string }) => typeOf.get(subnetId) === 'Loopback';
  const addresses = inventory.ipAddresses.filter(({ hostId, subnetId }) => visible.has(hostId) && typeOf.has(subnetId));
  const services = inventory.services.filter(({ hostId }) => visible.has(hostId));
  const ports = inventory.interfaces.filter(({ hostId }) => visible.has(hostId));
  const neighbours = ports.flatMap(({ id, hostId, neighbors }) =>
    neighbors.filter((far) => visible.has(far.hostId)).map((far) => ({ id, hostId, far })),
  );
  const hostOf = (id: string) =>
    [...inventory.services, ...inventory.interfaces, ...inventory.ports].find((row) => row.id === id)?.hostId ?? id;
  const listening = (id: string) =>
    inventory.bindings.flatMap(({ serviceId, portId, ipAddressId }) => {
      const service = services.find((one) => one.id === serviceId);
      if (!service || (serviceId !== id && portId !== id)) return [];
      const ownAddresses = addresses.filter(({ hostId }) => hostId === service.hostId);
      return [
        {
          service,
          isEvery: ipAddressId === null,
          at: ownAddresses.filter((one) => (ipAddressId ?? one.id) === one.id),
        },
      ];
    });
  /**
   * The physical machine on which a host runs. The number of steps is limited, because generated rows may form a cycle.
   */
  const machineOf = (id: string): string | undefined => {
    let host = inventory.hosts.find((one) => one.id === id && !one.hidden);
    for (let step = 0; host?.isVirtual && step <= inventory.hosts.length; step += 1) {
      const { virtualizationServiceId } = host;
      const hypervisor = services.find((one) => one.id === virtualizationServiceId);
      host = inventory.hosts.find((one) => one.id === hypervisor?.hostId && !one.hidden);
    }
    return host?.isVirtual ? undefined : host?.id;
  };
  return { addresses, services, ports, neighbours, isLoopback, typeOf, hostOf, listening, machineOf };
}

const drawnKinds: Readonly<Record<View, readonly string[]>> = {
  L3Logical: ['subnets', 'ipAddresses', 'hosts', 'services', 'ports', 'groups'],
  L2Physical: ['hosts', 'interfaces', 'vlans'],
  Workloads: ['hosts', 'services', 'groups'],
  Application: ['hosts', 'services', 'tags', 'groups'],
};

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly view: View;
  readonly inventory: Inventory;
  readonly options: RequestOptions;
  readonly display: Display | undefined;
  readonly tagId: string | null;
  readonly graph: Graph;
}

const elementsOf = ({ nodes }: Graph) => nodes.flatMap((node) => (node.nodeType === 'Element' ? [node] : []));
const boxesOf = ({ nodes }: Graph) => nodes.flatMap((node) => (node.nodeType === 'Container' ? [node] : []));
const reasonWith = ({ id, inventory, view }: Case, options: RequestOptions): HiddenReason =>
  ask(id, inventory, options, view).reason;
const isWorkload = ({ software }: Inventory['services'][number]) =>
  !software.isHypervisor && !software.isContainerRuntime && software.category !== 'OpenPorts';

const showingAll = (options: RequestOptions): RequestOptions => ({
  ...showingLinkStates(options, 'Linked', 'Unlinked'),
  hideEntities: {},
});
const isOfGroup = (edge: Graph['edges'][number], id: string) =>
  'groupId' in edge.payload && edge.payload.groupId === id;

/**
 * Whether a group with this id has an edge in the graph without any hiding option. An edge connects a member with the
 * previous one (with the hub in a group `HubAndSpoke`) if both are drawn, and drawn as different nodes.
 */
function isJoining({ id, inventory, options, view }: Case): boolean {
  const { groupType, memberType, memberIds } = inventory.groups.find((row) => row.id === id)!;
  const drawnNodes = new Set(
    elementsOf(ask(id, inventory, showingAll(options), view).graph).map((element) => element.id),
  );
  const { services } = factsOf(inventory);
  const bindingOf = (memberId: string) =>
    inventory.bindings.find((row) => row.id === memberId && services.some((one) => one.id === row.serviceId));
  const placeOf = (memberId: string) => {
    if (memberType === 'Services') return view === 'L3Logical' ? undefined : memberId;
    return view === 'L3Logical' ? bindingOf(memberId)?.ipAddressId : bindingOf(memberId)?.serviceId;
  };
  const places = memberIds.map(placeOf).filter((place, index, all) => index === 0 || place !== all[index - 1]);
  const isDrawn = (place: string | null | undefined) => place != null && drawnNodes.has(place);
  return places.some((place, index) => {
    const before = groupType === 'HubAndSpoke' ? places[0] : places[index - 1];
    return index > 0 && isDrawn(before) && isDrawn(place) && place !== before;
  });
}

const isTrue: Readonly<Record<HiddenReason, (hiddenCase: Case) => boolean>> = {
  Shown: ({ id, graph }) =>
    graph.nodes.some((node) => node.id === id || (node.nodeType === 'Container' && node.entityId === id)) ||
    graph.edges.some((edge) => isOfGroup(edge, id)),
  ShownInside: ({ id, graph }) =>
    elementsOf(graph).some(({ inlineGroups }) => inlineGroups.some(({ entityId }) => entityId === id)),
  ShownByParts: ({ id, graph }) => elementsOf(graph).some(({ hostId }) => hostId === id),
  MergedBridge: ({ id, graph }) =>
    elementsOf(graph).some((one) => one.elementType === 'IPAddress' && one.subnetId === id) &&
    boxesOf(graph).some(({ containerType }) => containerType === 'Subnet'),
  NotInNetwork: () => false,
  // This reason only applies to questions about two ends of a link, which this suite does not ask.
  OneHost: () => false,
  NoLink: () => false,
  // This reason only applies to graphs of saved views, which this suite does not build.
  SavedViewFilter: () => false,
  // No port is down and no host is missing in these networks, so this reason never applies.
  LinkDown: () => false,
  MissingHost: () => false,
  // This reason needs neighbor records, which these networks do not have.
  UnresolvedNeighbour: () => false,
  HiddenHost: ({ id, kind, inventory }) => {
    const rows = inventory[kind as 'services'] as readonly { id: string; hostId?: string }[];
    const hostId = rows.find((row) => row.id === id)!.hostId ?? id;
    return inventory.hosts.find((host) => host.id === hostId)!.hidden;
  },
  TagFilter: (hiddenCase) => {
    const { inventory, options, display, tagId } = hiddenCase;
    const { tagFilter } = display!;
    const carries = ({ tagIds }: { tagIds: readonly string[] }) => tagIds.includes(tagId!);
    return (
      isShown(reasonWith(hiddenCase, options)) &&
      ((tagFilter.hiddenHostTagIds.includes(tagId!) && inventory.hosts.some(carries)) ||
        (tagFilter.hiddenServiceTagIds.includes(tagId!) && inventory.services.some(carries)) ||
        (tagFilter.hiddenSubnetTagIds.includes(tagId!) && inventory.subnets.some(carries)))
    );
  },
  HiddenEdgeType: (hiddenCase) => {
    const { id, inventory, display, options } = hiddenCase;
    const { groupType } = inventory.groups.find((row) => row.id === id)!;
    return display!.hideEdgeTypes.includes(groupType) && isShown(reasonWith(hiddenCase, options));
  },
  HiddenKind: (hiddenCase) => {
    const onlyKinds = showingLinkStates(hiddenCase.options, 'Linked', 'Unlinked');
    return (
      reasonWith(hiddenCase, onlyKinds) === 'HiddenKind' &&
      isShown(reasonWith(hiddenCase, { ...onlyKinds, hideEntities: {} }))
    );
  },
  LinkStateFilter: (hiddenCase) => {
    const { id, kind, view, inventory, options } = hiddenCase;
    const isLinked = factsOf(inventory).neighbours.some((one) => one.id === id || one.far.interfaceId === id);
    if (kind === 'interfaces' && !linkStatesOf(options).includes(isLinked ? 'Linked' : 'Unlinked')) return false;
    return view === 'L2Physical' && isShown(reasonWith(hiddenCase, showingLinkStates(options, 'Linked', 'Unlinked')));
  },
  LoopbackSubnet: ({ id, kind, inventory }) => {
    const { typeOf, isLoopback, listening } = factsOf(inventory);
    if (kind === 'subnets') return typeOf.get(id) === 'Loopback';
    if (kind === 'ipAddresses') return isLoopback(inventory.ipAddresses.find((row) => row.id === id)!);
    const at = listening(id).flatMap((one) => one.at);
    return at.length > 0 && at.every(isLoopback);
  },
  EmptySubnet: ({ id, inventory }) => !factsOf(inventory).addresses.some(({ subnetId }) => subnetId === id),
  NoAddress: ({ id, kind, inventory }) => {
    const { addresses, isLoopback, listening } = factsOf(inventory);
    const ofHosts = kind === 'hosts' ? [id] : listening(id).flatMap((one) => (one.isEvery ? [one.service.hostId] : []));
    return ofHosts.length > 0 && !addresses.some((one) => ofHosts.includes(one.hostId) && !isLoopback(one));
  },
  NoNeighbour: ({ id, inventory }) => {
    const { neighbours, hostOf } = factsOf(inventory);
    return !neighbours.some(({ hostId, far }) => hostId === hostOf(id) || far.hostId === hostOf(id));
  },
  VirtualPort: ({ id, inventory }) =>
    [24, 53, 135].includes(inventory.interfaces.find((row) => row.id === id)!.ifType!) &&
    !factsOf(inventory).neighbours.some((one) => one.id === id || one.far.interfaceId === id),
  NoNativePort: (hiddenCase) => {
    const { id, kind, inventory, graph, options } = hiddenCase;
    if (isShown(reasonWith(hiddenCase, showingAll(options)))) return false;
    const boxOf = new Map(boxesOf(graph).map((box) => [box.id, box.containerType]));
    const ports = elementsOf(graph).filter((one) => one.elementType === 'Interface');
    const native = new Set(inventory.interfaces.filter((one) => one.nativeVlanId === id).map((one) => one.id));
    const number = inventory.vlans.find((row) => row.id === id)?.vlanNumber;
    // Generated VLANs may have the same number, which the database does not allow. The boxes of such VLANs are ignored.
    const isAlone = inventory.vlans.filter((row) => row.vlanNumber === number).length === 1;
    return (
      kind === 'vlans' && !ports.some((one) => isAlone && native.has(one.id) && boxOf.get(one.containerId) === 'VLAN')
    );
  },
  NoDrawnMembers: (hiddenCase) =>
    hiddenCase.kind === 'groups' && hiddenCase.view !== 'L2Physical' && !isJoining(hiddenCase),
  NoHypervisor: ({ id, inventory }) => factsOf(inventory).machineOf(factsOf(inventory).hostOf(id)) === undefined,
  NoWorkload: ({ id, view, inventory }) => {
    const { services, listening, machineOf } = factsOf(inventory);
    const ownServices = services.filter(({ hostId }) => hostId === id);
    if (view === 'Application')
      return !ownServices.some((one) => one.software.category !== 'OpenPorts' && listening(one.id).length > 0);
    return !ownServices.some(isWorkload) && !inventory.hosts.some((one) => one.isVirtual && machineOf(one.id) === id);
  },
  BecameBox: ({ id, inventory }) => {
    const { software } = inventory.services.find((row) => row.id === id)!;
    return software.isHypervisor || software.isContainerRuntime;
  },
  OpenPorts: ({ id, inventory }) => inventory.services.find((row) => row.id === id)!.software.category === 'OpenPorts',
  NoBinding: ({ id, view, inventory }) =>
    factsOf(inventory)
      .listening(id)
      .every(({ at, isEvery }) => view === 'L3Logical' && at.length === 0 && !isEvery),
  NotAnApplication: ({ id, kind, view, graph }) =>
    view === 'Application' && kind === 'tags' && !boxesOf(graph).some(({ entityId }) => entityId === id),
  NotDrawnInView: ({ kind, view }) => !drawnKinds[view].includes(kind),
};

test('the reason for every row that is not drawn is true, and drawn rows are reported as shown', () => {
  fc.assert(
    fc.property(
      inventories,
      requestOptions,
      fc.constantFrom(...topologyViews),
      fc.option(displays, { nil: undefined }),
      (inventory, options, view, display) => {
        const hosts = new Set(inventory.hosts.map(({ id }) => id));
        const subnets = new Set(inventory.subnets.map(({ id }) => id));
        const wrong: [string, HiddenReason][] = [];
        for (const [kind, rows] of Object.entries(inventory))
          for (const { id, hostId, subnetId } of rows as readonly Record<'id' | 'hostId' | 'subnetId', string>[]) {
            // Skips generated rows without their host or subnet, which the database does not allow.
            if ((hostId && !hosts.has(hostId)) || (subnetId && !subnets.has(subnetId))) continue;
            const { reason, tagId, graph } = ask(id, inventory, options, view, display);
            const hiddenCase: Case = { id, kind, view, inventory, options, display, tagId, graph };
            if (!isTrue[reason](hiddenCase) || (reason !== 'Shown' && isTrue.Shown(hiddenCase)))
              wrong.push([id, reason]);
            expect(tagId !== null).toBe(reason === 'TagFilter');
          }
        expect(wrong).toEqual([]);
      },
    ),
    { numRuns: 300 },
  );
});
