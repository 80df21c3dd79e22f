// A graph as the page keeps it: boxes, items and links, read once from the answer and never changed.
import type {
  Color,
  EdgeType,
  GraphContainerType,
  GraphElementType,
  PageGraphQuery,
} from '../../../generated/page-operations';

export type PageGraph = NonNullable<PageGraphQuery['topology']>;
type AnsweredContainer = PageGraph['graph']['containers'][number];
type AnsweredElement = PageGraph['graph']['elements'][number];
type AnsweredHost = AnsweredElement['host'];
export type LinkLook = PageGraph['graph']['edges'][number]['viewConfig'];

export type Freshness = 'current' | 'stale';

/** A service written on a card, or one that is a card itself. */
export interface CardService {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly tagIds: readonly string[];
  /** Ports that it listens on, as "443/Tcp". */
  readonly ports: readonly string[];
  /** The group's heading: a container runtime above its containers. */
  readonly isHeading: boolean;
}

interface NodeBase {
  readonly id: string;
  readonly title: string;
  /** The host that it is or is part of. */
  readonly hostId: string | null;
  readonly hostTagIds: readonly string[];
  readonly isVirtual: boolean;
  readonly freshness: Freshness;
}
export interface Box extends NodeBase {
  readonly shape: 'box';
  readonly kind: GraphContainerType;
  readonly parentId: string | null;
  readonly entityId: string | null;
  readonly icon: string | null;
  readonly color: Color | null;
  readonly acceptsEdges: boolean;
  readonly isClosedAtFirst: boolean;
  readonly subnetTagIds: readonly string[];
}
export interface Item extends NodeBase {
  readonly shape: 'item';
  readonly kind: GraphElementType;
  readonly parentId: string;
  readonly hostName: string;
  readonly hostId: string;
  readonly address: string | null;
  readonly subnetId: string | null;
  readonly operStatus: string | null;
  /** The item's own service, when it stands for one. */
  readonly service: CardService | null;
  readonly services: readonly CardService[];
}
export type Node = Box | Item;

export interface Link {
  readonly id: string;
  readonly type: EdgeType;
  readonly source: string;
  readonly target: string;
  readonly label: string | null;
  readonly relationKey: string | null;
  readonly look: LinkLook;
}

export interface Picture {
  readonly boxes: readonly Box[];
  readonly items: readonly Item[];
  readonly links: readonly Link[];
  readonly nodes: ReadonlyMap<string, Node>;
  readonly linksOf: ReadonlyMap<string, readonly Link[]>;
  readonly availableViews: PageGraph['graph']['availableViews'];
  readonly filteredOut: PageGraph['graph']['filteredOut'];
}

interface Seen {
  readonly lastSeenAt: string;
  readonly source?: { readonly type: string } | null;
}
type Judge = (seen: Seen | null | undefined) => Freshness;

/** Stale as the domain says: found by discovery, and not seen for longer than the network's window. */
export function freshnessJudge(staleAfterHours: number, now: number): Judge {
  const oldest = now - staleAfterHours * 3_600_000;
  const observed = ['Discovery', 'DiscoveryWithMatch', 'Inferred'];
  return (seen) => {
    if (!seen || (seen.source && !observed.includes(seen.source.type))) return 'current';
    return Date.parse(seen.lastSeenAt) < oldest ? 'stale' : 'current';
  };
}

export function readPicture(graph: PageGraph['graph'], judge: Judge): Picture {
  const boxes = graph.containers.map((container) => readBox(container, judge));
  const items = graph.elements.map((element) => readItem(element, judge));
  const links = graph.edges.map(({ id, edgeType, source, target, label, relationKey, viewConfig }): Link => ({
    id,
    type: edgeType,
    source,
    target,
    label,
    relationKey,
    look: viewConfig,
  }));
  const { availableViews, filteredOut } = graph;
  return pictureOf({ boxes, items, links, availableViews, filteredOut });
}

/** With what finds its nodes and links. */
export function pictureOf(parts: Omit<Picture, 'nodes' | 'linksOf'>): Picture {
  const { boxes, items, links } = parts;
  const linksOf = new Map<string, Link[]>();
  for (const link of links)
    for (const end of [link.source, link.target]) {
      const known = linksOf.get(end);
      if (known) known.push(link);
      else linksOf.set(end, [link]);
    }
  const nodes = new Map<string, Node>([...boxes, ...items].map((node) => [node.id, node]));
  return { ...parts, nodes, linksOf };
}

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
    icon: container.icon,
    color: container.color,
    acceptsEdges: container.willAcceptEdges,
    isClosedAtFirst: container.isCollapsedByDefault,
    hostId: container.containerType === 'Host' ? container.entityId : null,
    hostTagIds: host?.tagIds ?? [],
    subnetTagIds: subnet?.tagIds ?? [],
    isVirtual: host?.virtualizationMetadata != null,
    freshness: judge(host ?? subnet),
  };
}

function readItem(element: AnsweredElement, judge: Judge): Item {
  const host: AnsweredHost = element.host;
  const address = 'ipAddress' in element ? element.ipAddress : null;
  const port = 'interface' in element ? element.interface : null;
  const service = 'service' in element ? element.service : null;
  const ownSeen = service ?? (address || port ? { ...(address ?? port)!, source: host?.source } : host);
  return {
    shape: 'item',
    id: element.id,
    kind: element.elementType,
    parentId: element.containerId,
    hostId: element.hostId,
    hostName: host?.displayName ?? '',
    title: element.header ?? host?.displayName ?? '',
    hostTagIds: host?.tagIds ?? [],
    isVirtual: host?.virtualizationMetadata != null,
    freshness: judge(ownSeen),
    address: address?.ipAddress ?? null,
    subnetId: 'subnetId' in element ? element.subnetId : null,
    operStatus: port?.operStatus ?? null,
    service: service && { ...service, id: element.id, ports: [], isHeading: false },
    services: readServices(element.inlineGroups),
  };
}

/** The services of the rows inside an element; ports go to the service of their group. */
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
