// The picture: an immutable graph as the page draws it, with boxes, items and links.
import type {
  Color,
  EdgeType,
  GraphContainerType,
  GraphElementType,
  HostRole,
  PageGraphQuery,
} from '../../../generated/page-operations';

export type PageGraph = NonNullable<PageGraphQuery['topology']>;
export type AnsweredNode = PageGraph['graph']['nodes'][number];
export type AnsweredContainer = Extract<AnsweredNode, { readonly containerType: unknown }>;
export type AnsweredElement = Extract<AnsweredNode, { readonly elementType: unknown }>;
export type Fold = PageGraph['graph']['folds'][number];
export type LinkLook = PageGraph['graph']['edges'][number]['viewConfig'];

export type Freshness = 'current' | 'stale';

/** A service that an item lists or represents. */
export interface CardService {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly tagIds: readonly string[];
  /** Ports on which the service listens, such as "443/Tcp". */
  readonly ports: readonly string[];
  /** Whether the service is the heading of a group, such as a container runtime with its containers below. */
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
/** A box of the graph, or a fold, either expanded or collapsed. */
export interface Box extends NodeBase {
  readonly shape: 'box';
  readonly kind: GraphContainerType | 'Fold';
  readonly parentId: string | null;
  readonly entityId: string | null;
  readonly icon: string | null;
  readonly color: Color | null;
  /** The role, in its network, of the host that the box shows. */
  readonly role?: HostRole | null;
  /** One fact about the box, such as the model of a device; null if nothing is known. */
  readonly fact?: string | null;
  readonly acceptsEdges: boolean;
  readonly isClosedAtFirst: boolean;
  readonly subnetTagIds: readonly string[];
  /**
   * The fold that the box represents. For a box of the graph, the collapsed fold of its contents; null if there is
   * none.
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
  /** The service that the item represents; null for items of other kinds. */
  readonly service: CardService | null;
  readonly services: readonly CardService[];
}
export type Node = Box | Item;

/** Edges that are drawn as one line, because a fold hides one end of each edge. */
export interface FoldedLink {
  readonly count: number;
  /** Whether a port at one end of these edges is down. */
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
  /** Whether the spanning tree blocks the link at one end; unknown for folded links. */
  readonly isBlocked?: boolean;
  /** The combined edges, if the link represents edges of folded nodes; null if it represents a single edge. */
  readonly folded: FoldedLink | null;
  /** The protocol or table from which the link is known, such as LLDP; absent for other edges. */
  readonly basis?: string;
  /** The member ports of a link aggregate; absent for other links. */
  readonly members?: AggregateMembers;
}
/** The member ports of an aggregate, at its source and at its target. */
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

/** Completes a picture with indexes: its nodes by id, and the links of each node. */
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

/** All services of a node: those that it lists, and the service that it represents. */
export const servicesOf = (node: Node): readonly CardService[] =>
  node.shape === 'item' ? [...node.services, ...(node.service ? [node.service] : [])] : [];
/** The ids of the tags of a node's host, and of the subnet or services that the node shows. */
export function tagIdsOf(node: Node): ReadonlySet<string> {
  const ownTagIds = node.shape === 'box' ? node.subnetTagIds : servicesOf(node).flatMap(({ tagIds }) => tagIds);
  return new Set([...node.hostTagIds, ...ownTagIds]);
}
