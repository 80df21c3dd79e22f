// A graph as the page keeps it: boxes, items and links, read once from the answer and never changed.
import type {
  Color,
  EdgeType,
  GraphContainerType,
  GraphElementType,
  PageGraphQuery,
  TopologyView,
} from '../../../generated/page-operations';
import { readFolds, type Fold, type FoldedLink } from './folds';

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
/** A box of the graph, or a fold: what is folded together, open or closed. */
export interface Box extends NodeBase {
  readonly shape: 'box';
  readonly kind: GraphContainerType | 'Fold';
  readonly parentId: string | null;
  readonly entityId: string | null;
  readonly icon: string | null;
  readonly color: Color | null;
  readonly acceptsEdges: boolean;
  readonly isClosedAtFirst: boolean;
  readonly subnetTagIds: readonly string[];
  /** Of a fold itself; of another box the closed fold of its contents. */
  readonly fold: Fold | null;
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
  /** What it stands for where one of its ends is folded; null for a single edge. */
  readonly folded: FoldedLink | null;
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

/** `drawsFolds`: folds are drawn although all of them are open, because the reader has chosen them. */
export function readPicture(
  graph: PageGraph['graph'],
  view: TopologyView,
  judge: Judge,
  drawsFolds: (nodes: number) => boolean,
): Picture {
  const read = graph.containers.map((container) => readBox(container, judge));
  const cards = graph.elements.map((element) => readItem(element, judge));
  // Where nothing is to be folded the answer has no folds, not even open ones.
  const isFolded =
    graph.folds.length > 0 &&
    (graph.folds.some(({ isExpanded }) => !isExpanded) || drawsFolds(read.length + cards.length));
  const {
    boxes,
    items,
    links: foldedLinks,
  } = isFolded ? readFolds(graph, view, read, cards) : { boxes: read, items: cards, links: [] };
  const links = graph.edges.map(({ id, edgeType, source, target, label, relationKey, viewConfig }): Link => ({
    id,
    type: edgeType,
    source,
    target,
    label,
    relationKey,
    look: viewConfig,
    folded: null,
  }));
  const { availableViews, filteredOut } = graph;
  return pictureOf({ boxes, items, links: [...links, ...foldedLinks], availableViews, filteredOut });
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
    fold: null,
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
