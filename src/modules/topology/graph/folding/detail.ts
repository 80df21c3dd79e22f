// What a reader requests of a folded graph, and the types of the result.
import type { Edge, Node } from '../graph';
import type { EdgeType } from '../options';
import type { FoldCount } from './kinds';

export const groupings = ['Auto', 'Uplink', 'Location', 'Tag', 'Kind', 'Subnet', 'Vlan', 'Name'] as const;
export type Grouping = (typeof groupings)[number];

/**
 * What the members of a fold have in common. `Contents`: their box. `Endpoints`: the nodes to which they are connected.
 */
export type FoldBasis = Exclude<Grouping, 'Auto'> | 'Contents' | 'Endpoints' | 'Software' | 'Others';

/** Number of marks that fill a canvas of 1,440 × 900 pixels: a mark with its name takes about 120 × 90. */
export const legibleMarks = 120;

export interface Detail {
  /** Graphs with more boxes and elements than this are folded. */
  readonly foldAbove: number;
  /** Folds open automatically until the graph has this number of marks. */
  readonly limit: number;
  readonly groupBy: Grouping;
  /** Ids of folds to open. A fold in a closed one stays hidden until that one is opened. */
  readonly expanded: readonly string[];
  /** Ids of folds to close that would open automatically. */
  readonly collapsed: readonly string[];
  /** Ids of nodes or rows to show with the boxes around them. Their folds stay closed around the other members. */
  readonly reveal: readonly string[];
}

/** Several nodes that are drawn as one mark; as their box, if they are the contents of a box. */
export interface Fold {
  readonly id: string;
  readonly basis: FoldBasis;
  readonly label: string;
  /** A sentence that says why the members are grouped. */
  readonly reason: string;
  readonly isExpanded: boolean;
  /** Number of folds that contain this one. */
  readonly depth: number;
  readonly parentFoldId: string | null;
  /** Id of the box that contains the fold; null at the top level. */
  readonly containerId: string | null;
  /** Ids of hosts and subnets to which the members are connected; empty if they are grouped for another reason. */
  readonly anchorIds: readonly string[];
  /** Ids of the nodes that are drawn in the fold but in no nested open fold; empty for a closed fold. */
  readonly memberIds: readonly string[];
  /** Numbers of nodes by kind, most frequent first: nodes that a closed fold hides, or that an open one contains. */
  readonly counts: readonly FoldCount[];
  readonly nodeCount: number;
  /** Number of edges with both ends in the fold. If it is closed, they are hidden. */
  readonly edgeCount: number;
}

/** Represents all edges between two marks that are not drawn separately, because a fold hides an end of each. */
export interface FoldedEdge {
  readonly id: string;
  /** Id of a node or fold. The two ends are in ascending order, because the edge may represent both directions. */
  readonly source: string;
  readonly target: string;
  readonly count: number;
  readonly kinds: readonly { readonly edgeType: EdgeType; readonly count: number }[];
  /** The worst ifOperStatus (RFC 2863) of the end ports; null if no port is known. */
  readonly worstState: string | null;
}

export interface FoldedGraph {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
  /** Visible folds: closed ones, and open ones around visible nodes. Outer folds come first. */
  readonly folds: readonly Fold[];
  readonly foldedEdges: readonly FoldedEdge[];
  /**
   * Ids of the closed folds that contain a node or row, outermost first; empty if it is visible or in several folds.
   */
  foldedIn(id: string): readonly string[];
}
