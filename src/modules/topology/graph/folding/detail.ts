// The reader's request for a folded graph, and the result's types.
import type { Edge, Node } from '../graph';
import type { EdgeType } from '../options';
import type { FoldCount } from './kinds';

export const groupings = ['Auto', 'Uplink', 'Location', 'Tag', 'Kind', 'Subnet', 'Vlan', 'Name'] as const;
export type Grouping = (typeof groupings)[number];

/** What the members of a fold share. `Contents`: their box; `Endpoints`: the nodes they are connected to. */
export type FoldBasis = Exclude<Grouping, 'Auto'> | 'Contents' | 'Endpoints' | 'Software' | 'Others';

/** Number of marks that fill a canvas of 1,440 × 900 pixels: one with its name takes about 120 × 90. */
export const legibleMarks = 120;

export interface Detail {
  /** Boxes and elements above which a graph is folded. */
  readonly foldAbove: number;
  /** Number of marks up to which a folded graph opens folds by itself. */
  readonly limit: number;
  readonly groupBy: Grouping;
  /** Folds to open; one inside a closed fold stays closed until that is opened. */
  readonly expanded: readonly string[];
  /** Folds to close that are open by themselves. */
  readonly collapsed: readonly string[];
  /** Ids of nodes or rows that are shown, with the boxes around them, although the rest of their folds stays closed. */
  readonly reveal: readonly string[];
}

/** Several nodes drawn as one mark, or as their box if they are the contents of one. */
export interface Fold {
  readonly id: string;
  readonly basis: FoldBasis;
  readonly label: string;
  /** Why the members are together, as a sentence. */
  readonly reason: string;
  readonly isExpanded: boolean;
  /** Number of folds around this one. */
  readonly depth: number;
  readonly parentFoldId: string | null;
  /** Id of the box that contains the fold; null at the top level. */
  readonly containerId: string | null;
  /** Hosts and subnets that the members are connected to; empty if they are grouped for another reason. */
  readonly anchorIds: readonly string[];
  /** Nodes drawn inside it but in no nested open fold; empty for a closed fold. */
  readonly memberIds: readonly string[];
  /** Numbers of nodes by kind, most frequent first: those that a closed fold hides, or an open one contains. */
  readonly counts: readonly FoldCount[];
  readonly nodeCount: number;
  /** Number of edges with both ends in the fold. A closed fold hides them. */
  readonly edgeCount: number;
}

/** All edges between two marks that are not drawn by themselves, because a fold hides one of their ends. */
export interface FoldedEdge {
  readonly id: string;
  /** Ids of nodes or folds in ascending order: the edge may represent both directions. */
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
  /** Visible folds: closed ones, and open ones around visible nodes; outer ones first. */
  readonly folds: readonly Fold[];
  readonly foldedEdges: readonly FoldedEdge[];
  /** Ids of the closed folds around a node or row, outermost first; empty if it is visible or in several folds. */
  foldedIn(id: string): readonly string[];
}
