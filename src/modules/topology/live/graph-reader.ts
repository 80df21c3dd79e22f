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
  /** The next part of the current graph, after the item `after`; null for the first part. */
  part(after: string | null): Promise<GraphPart>;
}

export interface GraphEvent {
  /** Whether the graph starts again with this event, so that the client must discard what it received before. */
  readonly isWhole: boolean;
  /**
   * Cursor of the graph that the client has after this event. Null while parts are missing, or if the graph has to be
   * sent again.
   */
  readonly cursor: string | null;
  readonly changes: ShownDiff;
}

/**
 * Sends a graph in several events. The graph may change in between: each event has a part of the latest graph, and the
 * last event also has the changes since the first. So no past graph stays in memory.
 */
export class GraphReader {
  /** Position of the graph that the client has; undefined if the client has no graph yet. */
  private at: number | undefined;
  /** While a graph is being sent: the position at the first event, and the last item that was sent. */
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
