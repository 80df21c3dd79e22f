// A live graph of one topology, view and options. It is built again when its network changes, once for all of its
// subscribers.
import { assertWithinRetention } from '../../../data/tenancy/kept';
import { requireSelected } from '../../../data/tenancy/rows';
import { AppError } from '../../../errors';
import type { GraphqlContext } from '../../../graphql/context';
import { LiveFeed, type Advance } from '../../../graphql/streams/live-feed';
import { diffShownNetworks } from '../answers/graph-diffs';
import type { GraphKey } from '../answers/graph-keys';
import { drawnRow } from '../answers/graph-of-topology';
import { noDiff, type ShownDiff } from '../graph/diff';
import { drawTopology, type DrawnGraph } from '../answers/draw-topology';
import { cursorOfRows, cursorProof, proofOfRows, writeCursor, type GraphCursor } from './graph-cursor';
import type { ReadableGraph } from './graph-reader';
import { KeptChanges } from './kept-changes';

/** Maximum number of nodes, edges and folds in an event. */
const mostItems = 1_000;
/** Maximum number of changes that are stored for clients that have not read them yet. */
const mostKept = 2_000;

interface Present {
  readonly graph: DrawnGraph;
  readonly proof: string;
  readonly cursor: string;
}

/** Name of the feed of a graph. With `tellsRows`, it is the feed for clients that also receive changes of rows. */
export const feedName = (key: GraphKey, tellsRows: boolean): string => (tellsRows ? `${key.text} rows` : key.text);

export class GraphFeed extends LiveFeed implements ReadableGraph {
  private readonly recentChanges = new KeptChanges(mostKept);
  /** By recently issued cursor: the position in `recentChanges` after which a client with this cursor continues. */
  private readonly positions = new Map<string, number>();
  private present: Present | undefined;

  constructor(
    private readonly key: GraphKey,
    networkId: string,
    /** Whether a change of a row is reported even if the graph does not change. */
    private readonly tellsRows: boolean,
    onLeft: () => void,
  ) {
    super(feedName(key, tellsRows), networkId, onLeft);
  }

  get position(): number {
    return this.recentChanges.position;
  }

  get cursor(): string {
    return this.drawn.cursor;
  }

  since(position: number): ShownDiff | undefined {
    return this.recentChanges.since(position);
  }

  part(after: string | null) {
    const { network, drawing } = this.drawn.graph;
    return network.ask('part', { ...drawing, after, first: mostItems });
  }

  /** The position of a cursor in this feed; undefined for a cursor that is old, or that another replica issued. */
  positionOf(cursor: string): number | undefined {
    return this.positions.get(cursor);
  }

  /**
   * The changes since a cursor that is old, or that another replica issued. The graph of that instant is built from
   * history; if its digest differs from that of the cursor, returns undefined.
   */
  async changesSince(
    { at, proof }: GraphCursor,
    context: GraphqlContext,
  ): Promise<{ readonly position: number; readonly cursor: string; readonly changes: ShownDiff } | undefined> {
    const { graph, proof: lastProof, cursor } = this.drawn;
    const now = { position: this.position, cursor };
    if (proof === lastProof) return { ...now, changes: noDiff };
    // Cursors of clients that follow changes of rows have no instant, and a cursor from the future is invalid.
    if (this.tellsRows || at.getTime() > Date.now()) return undefined;
    const subjects = [{ model: 'Network', id: this.networkId }];
    const isKept = await assertWithinRetention(context.sql, { at }, subjects).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false;
        throw error;
      },
    );
    if (!isKept) return undefined;
    const past = await this.draw(context, context.asOf(at));
    if ((await this.proofOf(past)) !== proof) return undefined;
    const changes = await this.diff(past, graph, context);
    return changes && { ...now, changes };
  }

  get graph(): DrawnGraph {
    return this.drawn.graph;
  }

  private get drawn(): Present {
    if (!this.present) throw new Error('the graph is read before it was drawn');
    return this.present;
  }

  protected async advance(context: GraphqlContext): Promise<Advance> {
    const graph = await this.draw(context, context);
    const proof = await this.proofOf(graph);
    const before = this.present;
    if (before?.proof === proof) {
      this.present = { ...before, graph };
      return { isNew: false };
    }
    if (before) this.recentChanges.add(await this.diff(before.graph, graph, context));
    const cursor = this.tellsRows ? cursorOfRows(proof) : writeCursor({ at: graph.network.since, proof });
    this.present = { graph, proof, cursor };
    this.positions.set(cursor, this.position);
    for (const [cursor, position] of this.positions) {
      if (position >= this.recentChanges.first) break;
      this.positions.delete(cursor);
    }
    return { isNew: true };
  }

  /** The changes between two graphs; undefined if there are more changes than can be stored. */
  private diff(before: DrawnGraph, { network, drawing }: DrawnGraph, context: GraphqlContext) {
    const diffRequest = { drawing, withRows: this.tellsRows, most: mostKept };
    return diffShownNetworks(before.network, network, diffRequest, context);
  }

  /** Builds the graph from the rows at the instant of `context`, but with the present options of the topology. */
  private async draw(now: GraphqlContext, context: GraphqlContext): Promise<DrawnGraph> {
    const { topologyId } = this.key.name;
    const row = await requireSelected(now.db, 'Topology', topologyId, { ...drawnRow, options: true } as const);
    return drawTopology(row, this.key, context);
  }

  private async proofOf({ network, drawing }: DrawnGraph): Promise<string> {
    if (this.tellsRows) return proofOfRows(this.key.name, network);
    return cursorProof(this.key.text, await network.ask('digest', drawing));
  }
}
