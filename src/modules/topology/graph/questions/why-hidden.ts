// Explains why a row is not in a view. Finds the rule, filter or missing fact by building the view again without
// options that may hide the row.
import { buildGraph, draftView, hiddenParts, type PreparedInventory } from '../build-graph';
import type { DisplayOptions } from '../display';
import type { Draft } from '../draft';
import { viewsOfPorts } from '../filters';
import type { Edge, Graph, Node } from '../graph';
import { hide } from '../hide';
import type { Inventory } from '../inventory';
import { createLookup, type Lookup } from '../lookup';
import type { View } from '../options';
import { byText } from '../order';
import { hidingTags, type TagFilter } from '../tag-filter';
import { hostsWithLinks } from '../views/l2-physical';
import { findPhysicalHost } from '../views/workloads';

export const hiddenReasons = {
  Shown: 'It is in the graph.',
  ShownInside: 'It is shown inside an element of the graph.',
  ShownByParts: 'It is shown by its addresses or services.',
  MergedBridge: 'It is drawn in the box of the first bridge of its container runtime.',
  NotInNetwork: 'The network contains no such host, service, subnet, address, port, VLAN, tag or group.',
  HiddenHost: 'The host is hidden. Hidden hosts are in no graph.',
  MissingHost:
    'The last complete discovery of its addresses did not find the host. The option hide_metadata_values shows missing hosts.',
  LinkDown: 'The link is not drawn: a port at one of its ends is down.',
  HiddenKind: 'The option hide_entities excludes this entity type, or the entity that shows it, from the view.',
  LinkStateFilter:
    'The option hide_metadata_values excludes ports of this link state, or all ports that show the entity.',
  HiddenEdgeType: 'The display option hide_edge_types hides edges of this kind.',
  TagFilter: 'The display option tag_filter hides it, its box, or the element that shows it.',
  SavedViewFilter: 'A filter of the saved view hides it, its box, or the element or edge that shows it.',
  LoopbackSubnet: 'Loopback subnets are not drawn.',
  EmptySubnet: 'The subnet contains no address of a host that is shown.',
  NoAddress: 'The host has no address outside loopback subnets.',
  NoNeighbour: 'No port of the host has a resolved neighbour that is shown, and no neighbour reports the host.',
  UnresolvedNeighbour:
    'Neighbours are reported or learned, but no link follows from the records and forwarding tables.',
  OneHost: 'Both ends are of one host: links lead from one host to another.',
  NoLink: 'No link between the two follows from records, tables or decisions.',
  VirtualPort: 'The ifType of the port is not that of a cable port, and nothing is linked to it.',
  NoNativePort:
    'No port that is shown has the VLAN as native VLAN, or another rule than ByVLAN matches those ports first.',
  NoDrawnMembers:
    'Fewer than two connected members of the group are drawn: services, or in L3Logical the addresses of its bindings. A binding to all addresses has none.',
  NoHypervisor:
    'The physical host of the virtual machine is not found: a hypervisor is unknown, not shown or part of a loop.',
  NoWorkload: 'The host runs no service or virtual machine that this view shows.',
  BecameBox: 'Hypervisors and container runtimes with workloads are drawn as boxes in this view.',
  OpenPorts: 'Open ports without a service are not drawn in this view.',
  NoBinding: 'The service has no binding to an address of its host, or no service is bound to the port.',
  NotAnApplication:
    'The tag does not mark an application, the rule ByApplication excludes it, or no service that is shown belongs to it.',
  NotDrawnInView: 'This view does not draw entities of this type.',
} as const;
export type HiddenReason = keyof typeof hiddenReasons;

export interface Explanation {
  readonly reason: HiddenReason;
  /** The reason as a sentence. If a tag is the reason, the sentence contains the name of the tag. */
  readonly message: string;
  /** Id of the tag that hides the row; null if the reason is not a tag. */
  readonly tagId: string | null;
}

/** The graph in which the row is searched, with the intermediate results of building it. */
export interface SearchedGraph {
  readonly graph: Graph;
  /** The graph before display options hide rows with certain tags and edge types. */
  readonly builtGraph: Graph;
  readonly display?: Pick<DisplayOptions, 'tagFilter' | 'hideEdgeTypes'>;
  readonly preparedInventory: PreparedInventory;
  /** The whole network, including hidden hosts. */
  readonly inventory: Inventory;
  /** Sentences that say why the known neighbors of the row did not lead to a link. */
  readonly unlinkedReasons?: readonly string[];
}

export function whyHidden(entityId: string, question: SearchedGraph): Explanation {
  const isGroup = question.inventory.groups.some(({ id }) => id === entityId);
  const { reason, hiddenIds, since } = isGroup ? whyGroupHidden(entityId, question) : whyRowHidden(entityId, question);
  if (since) {
    const message = `${hiddenReasons[reason]} Since ${new Date(since).toISOString()}.`;
    return { reason, message, tagId: null };
  }
  if (reason === 'NoNeighbour' && question.unlinkedReasons?.length) {
    const message = [hiddenReasons.UnresolvedNeighbour, ...question.unlinkedReasons].join(' ');
    return { reason: 'UnresolvedNeighbour', message, tagId: null };
  }
  if (reason !== 'TagFilter') return { reason, message: hiddenReasons[reason], tagId: null };
  const { builtGraph, display, preparedInventory } = question;
  const tagIds = hiddenIds.map((id) => tagHiding(id, builtGraph.nodes, preparedInventory.lookup, display!.tagFilter));
  const tagId = tagIds.find((id) => id !== undefined) ?? null;
  const name = preparedInventory.lookup.tags.get(tagId ?? '')?.name;
  const message = name === undefined ? hiddenReasons.TagFilter : `${hiddenReasons.TagFilter} The tag: ${name}.`;
  return { reason, message, tagId };
}

interface Finding {
  readonly reason: HiddenReason;
  /**
   * Ids of the nodes that a tag may have hidden: the row itself or, for a group of services or bindings, the two ends
   * of one of the group's edges.
   */
  readonly hiddenIds: readonly string[];
  /** Instant since which the row is hidden; undefined if unknown. */
  readonly since?: string;
}

function whyRowHidden(entityId: string, question: SearchedGraph): Finding {
  const { graph, inventory, preparedInventory } = question;
  const finding = (reason: HiddenReason, since?: string): Finding => ({
    ...{ reason, hiddenIds: [entityId] },
    ...(since !== undefined && { since }),
  });
  const presence = presenceIn(graph.nodes, entityId);
  if (presence !== undefined && isDirect(presence)) return finding(presence);
  const entity = entityOf(entityId, inventory);
  if (!entity) return finding('NotInNetwork');
  const { kind, hostId } = entity;
  const host = inventory.hosts.find(({ id }) => id === hostId);
  if (host?.hidden) return finding('HiddenHost');
  if (host?.missingSince && !preparedInventory.lookup.hosts.has(host.id))
    return finding('MissingHost', host.missingSince);
  const everyPort = withEveryPort(preparedInventory, graph.view);
  const reason =
    filterHiding(entityId, presence, question, everyPort) ??
    presence ??
    missing[graph.view](entityId, kind, everyPort.lookup);
  const since = isForWantOfLinks(reason) && graph.view === 'L2Physical' ? downSince(entityId, inventory) : undefined;
  return since === undefined ? finding(reason) : finding('LinkDown', since);
}

const isForWantOfLinks = (reason: HiddenReason): boolean =>
  reason === 'NoNeighbour' || reason === 'LinkStateFilter' || reason === 'VirtualPort';

/**
 * The instant since which all links of a port or host are down. Undefined if a link is up, or if there are no links.
 */
function downSince(entityId: string, { interfaces }: Inventory): string | undefined {
  const ownInterfaces = new Set(
    interfaces.filter(({ id, hostId }) => [id, hostId].includes(entityId)).map(({ id }) => id),
  );
  const links = interfaces.flatMap(({ id, neighbors }) =>
    neighbors.filter(
      (far) => ownInterfaces.has(id) || ownInterfaces.has(far.interfaceId ?? '') || far.hostId === entityId,
    ),
  );
  const times = links.flatMap((link) => link.downSince ?? []);
  return times.length === links.length ? times.sort(byText).at(-1) : undefined;
}

/**
 * Explains why a graph does not show a group of services or bindings. A graph shows a group by edges between its
 * members, not by a node.
 */
function whyGroupHidden(groupId: string, { graph, builtGraph, display, preparedInventory }: SearchedGraph): Finding {
  const finding = (reason: HiddenReason, hiddenIds: readonly string[] = []): Finding => ({ reason, hiddenIds });
  const ofGroup = ({ edges }: Pick<Graph, 'edges'>): Edge | undefined =>
    edges.find(({ payload }) => 'groupId' in payload && payload.groupId === groupId);
  if (ofGroup(graph)) return finding('Shown');
  const hiddenGroup = ofGroup(builtGraph);
  if (hiddenGroup && display?.hideEdgeTypes.includes(hiddenGroup.edgeType)) return finding('HiddenEdgeType');
  if (hiddenGroup) return finding('TagFilter', [hiddenGroup.source, hiddenGroup.target]);
  if (graph.view === 'L2Physical') return finding('NotDrawnInView');
  const everyKind = { ...preparedInventory, options: { ...preparedInventory.options, hideEntities: {} } };
  return finding(ofGroup(buildGraph(everyKind, graph.view)) ? 'HiddenKind' : 'NoDrawnMembers');
}

/** The prepared inventory with all ports, without the filter by link state. */
const withEveryPort = (preparedInventory: PreparedInventory, view: View): PreparedInventory =>
  !viewsOfPorts.includes(view) || preparedInventory.filteredOut.Interface === undefined
    ? preparedInventory
    : {
        ...preparedInventory,
        lookup: createLookup(preparedInventory.visible, preparedInventory.lookup.machinePlaces),
        undrawnPortIds: new Set(),
        filteredOut: {},
      };

type Presence = 'Shown' | 'ShownInside' | 'ShownByParts' | 'MergedBridge';

const isDirect = (presence: Presence): boolean => presence === 'Shown' || presence === 'ShownInside';

/**
 * How a graph shows a row; undefined if the graph does not show the row. `Shown`: as a node. `ShownInside`: in the list
 * inside an element. `ShownByParts`: a host, by its addresses or ports. `MergedBridge`: a subnet, in the box of another
 * subnet.
 */
function presenceIn(nodes: readonly Node[], entityId: string): Presence | undefined {
  const subnets = new Set<string>();
  const presences = new Set<Presence>();
  for (const node of nodes) {
    if (node.id === entityId || (node.nodeType === 'Container' && node.entityId === entityId)) return 'Shown';
    if (node.nodeType === 'Container') {
      if (node.containerType === 'Subnet' || subnets.has(node.parentContainerId ?? '')) subnets.add(node.id);
      continue;
    }
    if (node.inlineGroups.some((row) => row.entityId === entityId)) presences.add('ShownInside');
    if (node.hostId === entityId) presences.add('ShownByParts');
    const isInSubnet = node.elementType === 'IPAddress' && node.subnetId === entityId;
    if (isInSubnet && subnets.has(node.containerId)) presences.add('MergedBridge');
  }
  return (['ShownInside', 'ShownByParts', 'MergedBridge'] as const).find((presence) => presences.has(presence));
}

/**
 * The filter that hides the row from the graph, or makes it visible only indirectly; undefined if there is none. If
 * several filters hide the row, returns the one that is applied last.
 */
function filterHiding(
  entityId: string,
  now: Presence | undefined,
  { graph, builtGraph, preparedInventory }: SearchedGraph,
  everyPort: PreparedInventory,
): HiddenReason | undefined {
  const rankIn = (nodes: readonly Node[]): number => rankOf(presenceIn(nodes, entityId));
  const { kinds, elementIds } = hiddenParts(everyPort, graph.view);
  const isFiltered = kinds.length > 0 || everyPort !== preparedInventory;
  if (graph === builtGraph && !isFiltered) return undefined;
  const before = rankIn(builtGraph.nodes);
  const { groupedDraft } = isFiltered ? draftView(everyPort, graph.view) : {};
  const best = groupedDraft ? rankIn(nodesOf(groupedDraft)) : before;
  if (best <= rankOf(now)) return undefined;
  if (!groupedDraft || best === before) return 'TagFilter';
  return best === rankIn(nodesOf(hide(groupedDraft, { kinds, elementIds }))) ? 'LinkStateFilter' : 'HiddenKind';
}

const rankOf = (presence: Presence | undefined): number => (presence === undefined ? 0 : isDirect(presence) ? 2 : 1);
const nodesOf = ({ containers, elements }: Draft): Node[] => [...containers, ...elements];

/** Id of the tag that hides the nodes of the row; undefined if no tag hides them. */
function tagHiding(entityId: string, nodes: readonly Node[], lookup: Lookup, tagFilter: TagFilter): string | undefined {
  const tags = hidingTags(nodes, lookup, tagFilter);
  const boxIds = new Set<string>();
  for (const node of nodes) {
    let tag: string | undefined;
    if (node.nodeType === 'Container') {
      if (node.entityId !== entityId) continue;
      boxIds.add(node.id);
      tag = tags.ofMachine(node.id) ?? tags.ofRuntime(node) ?? tags.ofSubnet(node);
    } else {
      const rows = node.inlineGroups.filter((row) => row.entityId === entityId);
      tag = rows.map(tags.ofRow).find((one) => one !== undefined);
      const isIts = node.id === entityId || node.hostId === entityId || rows.length > 0 || boxIds.has(node.containerId);
      const isInSubnet = node.elementType === 'IPAddress' && node.subnetId === entityId;
      if (isIts || isInSubnet) tag ??= tags.ofElement(node);
    }
    if (tag !== undefined) return tag;
  }
  return undefined;
}

interface FoundEntity {
  readonly kind: string;
  readonly hostId?: string;
}

function entityOf(id: string, inventory: Inventory): FoundEntity | undefined {
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
    Binding: inventory.bindings,
  };
  const kind = Object.entries(others).find(([, rows]) => (rows as readonly { id: string }[]).some(is))?.[0];
  return kind === undefined ? undefined : { kind };
}

type Reasoning = (id: string, kind: string, lookup: Lookup) => HiddenReason;

/** Explains, for each view, why it does not contain a row although no option hides the row. */
const missing: Readonly<Record<View, Reasoning>> = {
  L3Logical(id, kind, lookup) {
    if (kind === 'Subnet') return lookup.subnets.get(id)!.subnetType === 'Loopback' ? 'LoopbackSubnet' : 'EmptySubnet';
    // The view contains all addresses except loopback addresses, so this is a loopback address.
    if (kind === 'IPAddress') return 'LoopbackSubnet';
    if (kind === 'Host') return 'NoAddress';
    return kind === 'Service' || kind === 'Port' ? whyNotListening(id, lookup) : 'NotDrawnInView';
  },
  L2Physical(id, kind, lookup) {
    if (kind === 'Host') return 'NoNeighbour';
    if (kind === 'VLAN') return 'NoNativePort';
    if (kind !== 'Interface') return 'NotDrawnInView';
    // If the device has links, the view contains all of its ports except virtual ports, so this is a virtual port.
    return hostsWithLinks(lookup).has(lookup.interfaces.get(id)!.hostId) ? 'VirtualPort' : 'NoNeighbour';
  },
  Workloads(id, kind, lookup) {
    if (kind !== 'Host' && kind !== 'Service') return 'NotDrawnInView';
    const service = lookup.services.get(id);
    const host = lookup.hosts.get(service?.hostId ?? id)!;
    if (host.isVirtual && !findPhysicalHost(host, lookup)) return 'NoHypervisor';
    if (!service) return 'NoWorkload';
    // For known machines, the view contains all services except open ports of unknown software, and services that are
    // drawn as boxes.
    return service.software.category === 'OpenPorts' ? 'OpenPorts' : 'BecameBox';
  },
  Application(id, kind, lookup) {
    if (kind === 'Tag') return 'NotAnApplication';
    if (kind === 'Host') return 'NoWorkload';
    if (kind !== 'Service') return 'NotDrawnInView';
    // The view contains the services of applications, except open ports of unknown software.
    return lookup.services.get(id)!.software.category === 'OpenPorts' ? 'OpenPorts' : 'NoBinding';
  },
};

/**
 * Explains why a service or port is not in the L3 view, which shows services at the addresses on which they listen,
 * except loopback addresses.
 */
function whyNotListening(id: string, lookup: Lookup): HiddenReason {
  const bindings = lookup.inventory.bindings.filter(({ serviceId, portId }) => serviceId === id || portId === id);
  const isListening = bindings.some(({ serviceId, ipAddressId }) => {
    const addresses = lookup.addressesOf(lookup.services.get(serviceId)!.hostId);
    return addresses.some((address) => ipAddressId === null || address.id === ipAddressId);
  });
  if (isListening) return 'LoopbackSubnet';
  return bindings.some(({ ipAddressId }) => ipAddressId === null) ? 'NoAddress' : 'NoBinding';
}
