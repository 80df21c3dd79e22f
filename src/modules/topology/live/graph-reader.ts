// One subscriber of a live graph; determines the next event to send. It stores only a position, so that a slow
// subscriber costs no memory.
import { mergeDiffs, type GraphChange, type ShownDiff } from '../graph/diff';
import type { GraphPart } from '../graph/graph-parts';

/** The methods of a live graph that its subscribers use. */
export interface ReadableGraph {
  /** Position of the current graph: a counter to which each change of the graph adds one. */
  readonly position: number;
  /** Cursor of the current graph. */
  readonly cursor: string;
  /** The changes of the graph since a position; undefined if these changes are no longer stored. */
  since(position: number): ShownDiff | undefined;
  /** The part of the current graph that follows an item; null as `after` means from the beginning. */
  part(after: string | null): Promise<GraphPart>;
}

export interface GraphEvent {
  /** Whether the graph starts again with this event, so that the client must discard what it received before. */
  readonly isWhole: boolean;
  /** Cursor of the graph that the client has after this event; null if more parts of it follow. */
  readonly cursor: string | null;
  readonly changes: ShownDiff;
}

/**
 * Sends a whole graph in parts. Each part comes from the latest graph, so no past graph stays in memory. The last part
 * also contains the changes that happened since the first part.
 */
export class GraphReader {
  /** Position of the graph that the client has; undefined if the client has no graph yet. */
  private at: number | undefined;
  /** Set while a whole graph is sent: the position at which sending started, and the last item sent. */
  private whole: { readonly from: number; readonly after: string | null } | undefined;

  /** `at` is the position that the client has already. If undefined, sending begins with the whole graph. */
  constructor(
    private readonly graph: ReadableGraph,
    at?: number,
  ) {
    this.at = at;
  }

  /** Whether the client has the current graph. */
  get isCurrent(): boolean {
    return !this.whole && this.at === this.graph.position;
  }

  /** Whether a whole graph is being sent and more parts of it follow. */
  get isUnderWay(): boolean {
    return this.whole !== undefined;
  }

  async next(): Promise<GraphEvent> {
    const changes = this.at === undefined ? undefined : this.graph.since(this.at);
    if (!changes) return this.nextPart();
    this.at = this.graph.position;
    return { isWhole: false, cursor: this.graph.cursor, changes };
  }

  private async nextPart(): Promise<GraphEvent> {
    const isWhole = !this.whole;
    const { from, after } = this.whole ?? { from: this.graph.position, after: null };
    this.at = undefined;
    const part = await this.graph.part(after);
    const changes: ShownDiff = {
      ...{ nodes: part.nodes.map(addedChange), edges: part.edges.map(addedChange) },
      ...{ folds: part.folds.map(addedChange), foldedEdges: part.foldedEdges.map(addedChange) },
    };
    if (part.next !== null) {
      this.whole = { from, after: part.next };
      return { isWhole, cursor: null, changes };
    }
    this.whole = undefined;
    const missedChanges = this.graph.since(from);
    if (!missedChanges) return { isWhole, cursor: null, changes };
    this.at = this.graph.position;
    return { isWhole, cursor: this.graph.cursor, changes: mergeDiffs([changes, missedChanges]) };
  }
}

const addedChange = <T extends { readonly id: string }>(item: T): GraphChange<T> => ({
  ...{ id: item.id, changeType: 'Added', before: null, after: item },
});
