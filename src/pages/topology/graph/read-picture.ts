// Converts the service's response to a picture.
import type { TopologyView } from '../../../generated/page-operations';
import { foldsOfSmallGraph, readFolds } from './folds';
import { ownNameOfNode } from '../../../modules/topology/graph/ports/port-name';
import { buildPicture, type Box, type CardService, type Freshness, type Item } from './picture';
import { roleLooks } from './roles';
import type { AnsweredContainer, AnsweredElement, AnsweredNode, Link, PageGraph, Picture } from './picture';

export const isContainer = (node: AnsweredNode): node is AnsweredContainer => node.nodeType === 'Container';
export const isElement = (node: AnsweredNode): node is AnsweredElement => node.nodeType === 'Element';
type AnsweredEdge = PageGraph['graph']['edges'][number];
type AnsweredHost = AnsweredElement['host'];

interface Sighting {
  readonly lastSeenAt: string;
  readonly source?: { readonly type: string } | null;
}
type Judge = (sighting: Sighting | null | undefined) => Freshness;

/** Returns a function that tells whether a row is stale: discovery has not found it for more than `staleAfterHours`. */
export function freshnessJudge(staleAfterHours: number, now: number): Judge {
  const oldest = now - staleAfterHours * 3_600_000;
  const observedSources = ['Discovery', 'DiscoveryWithMatch', 'Inferred'];
  return (sighting) => {
    if (!sighting || (sighting.source && !observedSources.includes(sighting.source.type))) return 'current';
    return Date.parse(sighting.lastSeenAt) < oldest ? 'stale' : 'current';
  };
}

/**
 * Converts the API's graph to a picture. `drawsFolds` decides by the number of nodes whether expanded folds are drawn
 * too.
 */
export function readPicture(
  graph: PageGraph['graph'],
  view: TopologyView,
  judge: Judge,
  drawsFolds: (nodes: number) => boolean,
): Picture {
  const read = graph.nodes.filter(isContainer).map((container) => readBox(container, judge));
  const cards = graph.nodes.filter(isElement).map((element) => readItem(element, judge));
  const hiddenCount = graph.folds.reduce((sum, fold) => sum + (fold.isExpanded ? 0 : fold.nodeCount), 0);
  const isLarge = drawsFolds(read.length + cards.length + hiddenCount);
  const folds = isLarge ? graph.folds : foldsOfSmallGraph(graph.folds);
  const {
    boxes,
    items,
    links: foldedLinks,
  } = folds.length > 0
    ? readFolds({ ...graph, folds }, view, read, cards, isLarge)
    : { boxes: read, items: cards, links: [] };
  const ports = new Map(items.flatMap((item) => (item.kind === 'Interface' ? [[item.id, item] as const] : [])));
  const links = graph.edges.map((edge): Link => {
    const { id, edgeType: type, source, target, relationKey, viewConfig: look } = edge;
    const label = labelOf(edge, ports);
    const isBlocked = 'isBlocked' in edge && edge.isBlocked;
    const basis = 'basis' in edge ? { basis: edge.basis } : {};
    const link = { id, type, source, target, label, relationKey, look, isBlocked, folded: null, ...basis };
    if (!('sourceMemberIds' in edge)) return link;
    const { sourceMemberIds: sourceIds, targetMemberIds: targetIds, targetHostId } = edge;
    return { ...link, members: { sourceIds, targetIds, targetHostId } };
  });
  const { availableViews, filteredOut } = graph;
  return buildPicture({ boxes, items, links: [...links, ...foldedLinks], availableViews, filteredOut });
}

/**
 * The label of an edge. For cables and aggregates, the service uses the display names of ports, which are often
 * aliases; this label uses the ports' names on their devices (ifName), if the ports are drawn.
 */
function labelOf({ edgeType, source, target, label }: AnsweredEdge, ports: ReadonlyMap<string, Item>): string | null {
  const names = [source, target].flatMap((id) => ports.get(id)?.title ?? []);
  return names.length >= (leastPorts[edgeType] ?? Infinity) ? names.join(' ↔ ') : label;
}
/**
 * The number of ports that must be drawn for a label of port names. The far end of an aggregate is a host if the
 * aggregate there is unknown.
 */
const leastPorts: Partial<Record<AnsweredEdge['edgeType'], number>> = { PhysicalLink: 2, AggregateLink: 1 };

function readBox(container: AnsweredContainer, judge: Judge): Box {
  const host = 'host' in container ? container.host : null;
  const subnet = 'subnet' in container ? container.subnet : null;
  return {
    shape: 'box',
    id: container.id,
    kind: container.containerType,
    parentId: container.parentContainerId,
    entityId: container.entityId,
    title: container.header ?? '',
    icon: host?.role ? roleLooks[host.role].icon : container.icon,
    color: container.color,
    role: host?.role ?? null,
    fact: host?.model ?? (host?.role ? roleLooks[host.role].name : null),
    acceptsEdges: container.willAcceptEdges,
    isClosedAtFirst: container.isCollapsedByDefault,
    hostId: container.containerType === 'Host' ? container.entityId : null,
    hostTagIds: host?.tagIds ?? [],
    subnetTagIds: subnet?.tagIds ?? [],
    isVirtual: host?.virtualizationMetadata != null,
    freshness: judge(host ?? subnet),
    fold: null,
  };
}

function readItem(element: AnsweredElement, judge: Judge): Item {
  const host: AnsweredHost = element.host;
  const address = 'ipAddress' in element ? element.ipAddress : null;
  const port = 'interface' in element ? element.interface : null;
  const service = 'service' in element ? element.service : null;
  const title = ownNameOfNode(element) ?? host?.displayName ?? '';
  const ownSeen = service ?? (address || port ? { ...(address ?? port)!, source: host?.source } : host);
  return {
    shape: 'item',
    id: element.id,
    kind: element.elementType,
    parentId: element.containerId,
    hostId: element.hostId,
    hostName: host?.displayName ?? '',
    title,
    hostTagIds: host?.tagIds ?? [],
    isVirtual: host?.virtualizationMetadata != null,
    freshness: judge(ownSeen),
    address: address?.ipAddress ?? null,
    subnetId: 'subnetId' in element ? element.subnetId : null,
    operStatus: port?.operStatus ?? null,
    alias: port?.ifAlias && port.ifAlias !== title ? port.ifAlias : null,
    speedBps: port?.speedBps == null ? null : Number(port.speedBps),
    service: service && { ...service, id: element.id, ports: [], isHeading: false },
    services: readServices(element.inlineGroups),
  };
}

/**
 * Reads the services in a node. The ports of a group, such as a container runtime, are listed at the group's first
 * service.
 */
function readServices(rows: AnsweredElement['inlineGroups']): CardService[] {
  const portsOf = new Map<string, string[]>();
  for (const { port, groupId } of rows)
    if (port) portsOf.set(groupId, [...(portsOf.get(groupId) ?? []), `${port.number}/${port.protocol}`]);
  return rows.flatMap(({ service, entityId, groupId, role }) => {
    if (!service) return [];
    const { name, category, tagIds } = service;
    const ports = entityId === groupId || role === 'Header' ? (portsOf.get(groupId) ?? []) : [];
    return [{ id: entityId, name, category, tagIds, ports, isHeading: role === 'Header' }];
  });
}
