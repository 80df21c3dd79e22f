// One reader of a live graph: which event comes next. It keeps a place alone, so that a slow reader costs no memory.
import { mergeDiffs, type GraphChange, type ShownDiff } from '../graph/diff';
import type { GraphPart } from '../graph/graph-parts';

/** A graph that changes, as its readers see it. */
export interface ReadableGraph {
  /** Grows by one with each change. */
  readonly position: number;
  /** Names the present graph. */
  readonly cursor: string;
  /** What has changed since the position; undefined: more than is kept. */
  since(position: number): ShownDiff | undefined;
  /** The part of the present graph after the place. */
  part(after: string | null): Promise<GraphPart>;
}

export interface GraphEvent {
  /** The graph begins anew with this event: what was sent before it is void. */
  readonly isWhole: boolean;
  /** The graph that the reader has now; null: more of it follows. */
  readonly cursor: string | null;
  readonly changes: ShownDiff;
}

/**
 * A whole graph comes in parts, each of the graph as it is by then; what changed meanwhile comes again with the last one.
 * So no reader holds on to a graph of the past.
 */
export class GraphReader {
  /** The position whose graph the reader has. */
  private at: number | undefined;
  /** The whole graph on its way: the position at which it began, and the place of the last item. */
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

  /** Whether a whole graph is on its way, of which the last event was a part. */
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
