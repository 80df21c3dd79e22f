// One reader of a live graph: determines its next event. It only stores a position, so a slow reader costs no memory.
import { mergeDiffs, type GraphChange, type ShownDiff } from '../graph/diff';
import type { GraphPart } from '../graph/graph-parts';

/** A live graph, as its readers see it. */
export interface ReadableGraph {
  /** Position of the present graph; grows by one with each change. */
  readonly position: number;
  /** Cursor of the present graph. */
  readonly cursor: string;
  /** The changes since the position; undefined if they are no longer kept. */
  since(position: number): ShownDiff | undefined;
  /** The part of the present graph after a position in its lists; null for the beginning. */
  part(after: string | null): Promise<GraphPart>;
}

export interface GraphEvent {
  /** Whether the graph starts again with this event: discard everything sent before. */
  readonly isWhole: boolean;
  /** Cursor of the graph that the reader has after this event; null if more parts of it follow. */
  readonly cursor: string | null;
  readonly changes: ShownDiff;
}

/**
 * Sends a whole graph in parts, each from the graph as it is at that time. Changes in the meantime are sent again with
 * the last part. So no reader keeps a past graph in memory.
 */
export class GraphReader {
  /** Position of the graph that the reader has; undefined while it has none. */
  private at: number | undefined;
  /** The whole graph being sent: the position at which it started, and the last item that was sent. */
  private whole: { readonly from: number; readonly after: string | null } | undefined;

  /** `at` is the position that the reader has already; undefined: it begins with the whole graph. */
  constructor(
    private readonly graph: ReadableGraph,
    at?: number,
  ) {
    this.at = at;
  }

  /** Whether the reader has the present graph. */
  get isCurrent(): boolean {
    return !this.whole && this.at === this.graph.position;
  }

  /** Whether a whole graph is being sent, of which the last event was a part. */
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
