// Types of the argument `detail`, which says how a graph is folded, and of the folded graph.
import type { Edge, Node } from '../graph';
import type { EdgeType } from '../options';
import type { FoldCount } from './kinds';

export const groupings = ['Auto', 'Uplink', 'Location', 'Tag', 'Kind', 'Subnet', 'Vlan', 'Name'] as const;
export type Grouping = (typeof groupings)[number];

/**
 * What the members of a fold have in common: a property such as `Location`; for `Contents`, the box around them; for
 * `Endpoints`, the devices to which they are connected; for `LearnedEndpoints`, the device whose forwarding table lists
 * them.
 */
export type FoldBasis =
  Exclude<Grouping, 'Auto'> | 'Contents' | 'Endpoints' | 'LearnedEndpoints' | 'Software' | 'Others';

/** Number of nodes and folds that are legible on 1,440 × 900 pixels: each takes about 120 × 90 pixels with its name. */
export const legibleMarks = 120;

export interface Detail {
  /** Number of boxes and elements above which a graph is folded. */
  readonly foldAbove: number;
  /** Number of nodes and folds up to which folds are expanded automatically. */
  readonly limit: number;
  readonly groupBy: Grouping;
  /** Ids of folds to expand. A fold inside a collapsed fold stays hidden until the outer fold is expanded. */
  readonly expanded: readonly string[];
  /** Ids of folds to collapse that would be expanded automatically. */
  readonly collapsed: readonly string[];
  /**
   * Ids of nodes or rows that are drawn even if they are members of collapsed folds. These folds stay collapsed, and
   * hide their other members.
   */
  readonly reveal: readonly string[];
}

/**
 * Several nodes that are drawn as one symbol. A fold of the contents of a box has no symbol of its own: the box is its
 * symbol.
 */
export interface Fold {
  readonly id: string;
  readonly basis: FoldBasis;
  readonly label: string;
  /** A sentence that explains why the members are folded together. */
  readonly reason: string;
  readonly isExpanded: boolean;
  /** Number of folds around this fold. */
  readonly depth: number;
  readonly parentFoldId: string | null;
  /** Id of the box that contains the fold; null at the top level. */
  readonly containerId: string | null;
  /** Ids of the hosts and subnets to which the members are connected; empty if the fold is not based on connections. */
  readonly anchorIds: readonly string[];
  /** Ids of the visible nodes in the fold, without those of a nested expanded fold. Empty for a collapsed fold. */
  readonly memberIds: readonly string[];
  /**
   * Numbers of nodes by kind, the most frequent kind first. A collapsed fold counts the nodes that it hides; an
   * expanded fold counts all nodes in it.
   */
  readonly counts: readonly FoldCount[];
  readonly nodeCount: number;
  /** Number of edges with both ends in the fold. A collapsed fold hides these edges. */
  readonly edgeCount: number;
}

/** The edges of one type that a folded edge replaces. */
export interface FoldedEdgeKind {
  readonly edgeType: EdgeType;
  readonly count: number;
  /** How many of these edges lead from the target of the folded edge to its source. */
  readonly reversedCount: number;
}

/**
 * One edge between two symbols (nodes or folds). It replaces all edges between them that end inside a collapsed fold.
 */
export interface FoldedEdge {
  readonly id: string;
  /**
   * Id of a node or fold. Of the two ends, the one with the lower id is the source, because the edge may replace edges
   * in both directions.
   */
  readonly source: string;
  readonly target: string;
  readonly count: number;
  readonly kinds: readonly FoldedEdgeKind[];
  /** The worst ifOperStatus (RFC 2863) of the ports at the ends of the edges; null if no port's state is known. */
  readonly worstState: string | null;
}

export interface FoldedGraph {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
  /** Collapsed folds, and expanded folds around visible nodes; outer folds before the folds inside them. */
  readonly folds: readonly Fold[];
  readonly foldedEdges: readonly FoldedEdge[];
  /**
   * Ids of the collapsed folds that contain a node or row, outermost first. Empty if the node or row is visible, or if
   * the row has nodes in different folds.
   */
  foldedIn(id: string): readonly string[];
}
