// One reader of a live graph, which determines the reader's next event. It stores only a position, so that a slow
// reader costs no memory.
import { mergeDiffs, type GraphChange, type ShownDiff } from '../graph/diff';
import type { GraphPart } from '../graph/graph-parts';

/** A live graph as its readers use it. */
export interface ReadableGraph {
  /** Position of the current graph; each change adds one. */
  readonly position: number;
  /** Cursor of the current graph. */
  readonly cursor: string;
  /** The changes since the position; undefined if they are no longer stored. */
  since(position: number): ShownDiff | undefined;
  /** The part of the current graph after an item; null means from the beginning. */
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
 * Sends a whole graph in parts, each from the current graph. Changes that happen meanwhile are sent again with the last
 * part. So no past graph is kept in memory for a reader.
 */
export class GraphReader {
  /** Position of the graph that the client has; undefined if it has none yet. */
  private at: number | undefined;
  /** State while a whole graph is sent: the position at which sending started, and the last item sent. */
  private whole: { readonly from: number; readonly after: string | null } | undefined;

  /** `at` is the position that the client has already. If undefined, the reader begins with the whole graph. */
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

  /** Whether a whole graph is being sent and the last event was one part of it. */
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
