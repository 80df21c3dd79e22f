// The types of a picture: the graph as the page draws it, with boxes, items in boxes, and links.
import type {
  Color,
  EdgeType,
  GraphContainerType,
  GraphElementType,
  HostRole,
  NeighborBasis,
  PageGraphQuery,
} from '../../../generated/page-operations';

export type PageGraph = NonNullable<PageGraphQuery['topology']>;
export type AnsweredNode = PageGraph['graph']['nodes'][number];
export type AnsweredContainer = Extract<AnsweredNode, { readonly containerType: unknown }>;
export type AnsweredElement = Extract<AnsweredNode, { readonly elementType: unknown }>;
export type Fold = PageGraph['graph']['folds'][number];
export type LinkLook = PageGraph['graph']['edges'][number]['viewConfig'];

export type Freshness = 'current' | 'stale';

/** A service that is shown in a node. */
export interface CardService {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly tagIds: readonly string[];
  /** Ports on which the service listens, such as "443/Tcp". */
  readonly ports: readonly string[];
  /** Whether the services below belong to this one, as containers belong to their runtime. */
  readonly isHeading: boolean;
}

interface NodeBase {
  readonly id: string;
  readonly title: string;
  /** Id of the host that the node represents or belongs to. */
  readonly hostId: string | null;
  readonly hostTagIds: readonly string[];
  readonly isVirtual: boolean;
  readonly freshness: Freshness;
}
/** A box around other nodes: a device, a subnet or another group, or a fold. */
export interface Box extends NodeBase {
  readonly shape: 'box';
  readonly kind: GraphContainerType | 'Fold';
  readonly parentId: string | null;
  readonly entityId: string | null;
  readonly icon: string | null;
  readonly color: Color | null;
  /** The role of the device in the network, such as router. */
  readonly role?: HostRole | null;
  readonly fact?: string | null;
  readonly acceptsEdges: boolean;
  readonly isClosedAtFirst: boolean;
  readonly subnetTagIds: readonly string[];
  /**
   * For a fold: its description. For another box: the collapsed fold that contains everything in the box, if there is
   * one.
   */
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
  /** A port's alias (ifAlias), often the name of the far device; null if it is empty or equals `title`. */
  readonly alias?: string | null;
  /** The speed of a port in bits per second. */
  readonly speedBps?: number | null;
  readonly service: CardService | null;
  readonly services: readonly CardService[];
}
export type Node = Box | Item;

/** Links that are drawn as one line, because they end inside a collapsed fold. */
export interface FoldedLink {
  readonly count: number;
  /** How many of the links lead from the target of the line to its source. */
  readonly reversedCount: number;
  readonly isDown: boolean;
}

export interface Link {
  readonly id: string;
  readonly type: EdgeType;
  readonly source: string;
  readonly target: string;
  readonly label: string | null;
  readonly relationKey: string | null;
  readonly look: LinkLook;
  /** Whether the spanning tree protocol blocks the link; unknown if a fold hides its end. */
  readonly isBlocked?: boolean;
  /** Set if the line stands for several links that end inside a fold. */
  readonly folded: FoldedLink | null;
  /** How the link is known: a protocol or a table, such as LLDP. */
  readonly basis?: NeighborBasis;
  /** The ports that a link aggregate (LAG) combines. */
  readonly members?: AggregateMembers;
}
export interface AggregateMembers {
  readonly sourceIds: readonly string[];
  readonly targetIds: readonly string[];
  readonly targetHostId: string;
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

export function buildPicture(parts: Omit<Picture, 'nodes' | 'linksOf'>): Picture {
  const { boxes, items, links } = parts;
  const linksOf = new Map<string, Link[]>();
  for (const link of links)
    for (const end of [link.source, link.target]) {
      const linksOfEnd = linksOf.get(end);
      if (linksOfEnd) linksOfEnd.push(link);
      else linksOf.set(end, [link]);
    }
  const nodes = new Map<string, Node>([...boxes, ...items].map((node) => [node.id, node]));
  return { ...parts, nodes, linksOf };
}

/** All services shown in a node, or the service that the node is. */
export const servicesOf = (node: Node): readonly CardService[] =>
  node.shape === 'item' ? [...node.services, ...(node.service ? [node.service] : [])] : [];
/** Ids of all tags that match a node: those of its host, subnet and services. */
export function tagIdsOf(node: Node): ReadonlySet<string> {
  const ownTagIds = node.shape === 'box' ? node.subnetTagIds : servicesOf(node).flatMap(({ tagIds }) => tagIds);
  return new Set([...node.hostTagIds, ...ownTagIds]);
}
