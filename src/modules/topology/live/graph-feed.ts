// A graph that is read live: drawn anew when its network changes, once for all who listen to it.
import { setTimeout as pause } from 'node:timers/promises';
import type { NetworkChange } from '../../../data/tenancy/change-watch';
import { requireKept } from '../../../data/tenancy/kept';
import { requireVisible } from '../../../data/tenancy/rows';
import { AppError, isOurs, toPublicError } from '../../../errors';
import type { GraphqlContext } from '../../../graphql/context';
import type { StreamListener } from '../../../graphql/event-streams';
import { onBehalfOfAll } from '../../../platform/postgres/connection-shares';
import { diffNetworks } from '../answers/graph-diffs';
import type { GraphKey } from '../answers/graph-keys';
import { drawnRow } from '../answers/graph-of-topology';
import type { GraphDiff } from '../graph/diff';
import { drawTopology, type DrawnGraph } from '../schema/topology-graph.schema';
import { cursorOfRows, proofOf, proofOfRows, writeCursor, type GraphCursor } from './graph-cursor';
import type { ReadableGraph } from './graph-reader';
import { KeptChanges } from './kept-changes';

/** What a listener hears: that the graph has changed, or why there is nothing more to hear. */
export interface GraphHeard extends NetworkChange {
  readonly refusal?: AppError;
}
export type GraphListener = StreamListener<GraphHeard>;

/** Nodes and edges of one event. */
const mostItems = 1_000;
/** Changed nodes and edges that are kept for readers who are behind. */
const mostKept = 2_000;
/** A network that takes long to read is not read all the time: it rests as long as reading it took. */
const longestRestMs = 2_000;

interface Present {
  readonly graph: DrawnGraph;
  readonly proof: string;
  readonly cursor: string;
}

export class GraphFeed implements ReadableGraph {
  private readonly listeners = new Set<GraphListener>();
  private readonly kept = new KeptChanges(mostKept);
  /** Of the positions whose changes are kept. */
  private readonly positions = new Map<string, number>();
  private present: Present | undefined;
  private starting: Promise<void> | undefined;
  private unlisten: (() => void) | undefined;
  private isStale = false;
  private isRunning = false;

  constructor(
    private readonly key: GraphKey,
    private readonly networkId: string,
    /** Whether changes of rows are told that leave the graph as it is. */
    private readonly tellsRows: boolean,
    /** Called when nobody listens any more. */
    private readonly onLeft: () => void,
  ) {}

  /** Resolves once the graph is there. Answers how to leave. */
  async join(listener: GraphListener, context: GraphqlContext): Promise<() => void> {
    this.listeners.add(listener);
    const isFirst = !this.starting;
    this.starting ??= this.start(context);
    try {
      await this.starting;
    } catch (error) {
      // What was refused to another may be allowed to this one.
      if (!isFirst && this.listeners.has(listener)) return this.join(listener, context);
      this.leave(listener);
      throw error;
    }
    listener.onChange(this.heard);
    return () => this.leave(listener);
  }

  get position(): number {
    return this.kept.position;
  }

  get cursor(): string {
    return this.drawn.cursor;
  }

  since(position: number): GraphDiff | undefined {
    return this.kept.since(position);
  }

  part(after: string | null) {
    const { network, drawing } = this.drawn.graph;
    return network.ask('part', { ...drawing, after, first: mostItems });
  }

  /** The position of a cursor that this replica gave a moment ago. */
  positionOf(cursor: string): number | undefined {
    return this.positions.get(cursor);
  }

  /**
   * What has changed since a cursor of another replica, or of long ago: by the history of the network, if the graph drawn
   * from it is proven to be the cursor's.
   */
  async changesSince(
    { at, proof }: GraphCursor,
    context: GraphqlContext,
  ): Promise<{ readonly position: number; readonly cursor: string; readonly changes: GraphDiff } | undefined> {
    const { graph, proof: known, cursor } = this.drawn;
    const now = { position: this.position, cursor };
    if (proof === known) return { ...now, changes: { nodes: [], edges: [] } };
    // The state of rows is known by its name alone, and that is another one.
    if (this.tellsRows || at.getTime() > Date.now()) return undefined;
    const subjects = [{ model: 'Network', id: this.networkId }];
    const isKept = await requireKept(context.sql, { at }, subjects).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false;
        throw error;
      },
    );
    if (!isKept) return undefined;
    const past = await this.draw(context, context.asOf(at));
    if ((await this.proofOf(past)) !== proof) return undefined;
    const changes = await diffNetworks(past.network, graph.network, graph.drawing, context);
    return changes.nodes.length + changes.edges.length > mostKept ? undefined : { ...now, changes };
  }

  private get drawn(): Present {
    if (!this.present) throw new Error('the graph is read before it was drawn');
    return this.present;
  }

  private get heard(): GraphHeard {
    return { key: this.key.text, networkId: this.networkId };
  }

  private leave(listener: GraphListener): void {
    this.listeners.delete(listener);
    if (this.listeners.size > 0) return;
    this.unlisten?.();
    this.onLeft();
  }

  private async start(context: GraphqlContext): Promise<void> {
    try {
      this.unlisten = await context.streams.watch.inventories.listen({
        networkIds: () => [this.networkId],
        onChange: () => {
          this.isStale = true;
          void this.refresh();
        },
      });
      await this.advance(context);
      void this.refresh();
    } catch (error) {
      this.unlisten?.();
      this.starting = undefined;
      throw error;
    }
  }

  /** Draws the graph anew for as long as there is something new. */
  private async refresh(): Promise<void> {
    if (this.isRunning || !this.present) return;
    this.isRunning = true;
    await onBehalfOfAll(async () => {
      while (this.isStale && this.listeners.size > 0) {
        this.isStale = false;
        const begunAt = performance.now();
        await this.refreshOnce();
        const rest = Math.min(performance.now() - begunAt, longestRestMs);
        if (this.listeners.size > 0) await pause(rest, undefined, { ref: false });
      }
    });
    this.isRunning = false;
  }

  private async refreshOnce(): Promise<void> {
    let context: GraphqlContext | undefined;
    try {
      context = await this.contextOfAny();
      if (context && (await this.advance(context)))
        for (const listener of [...this.listeners]) listener.onChange(this.heard);
    } catch (error) {
      const reason = toPublicError(error);
      if (isOurs(reason)) context?.logger.error({ err: error }, 'drawing a live graph failed');
      for (const listener of [...this.listeners]) listener.end(reason);
    }
  }

  /** By the rights that one of the listeners has now; those who have none any more end by that. */
  private async contextOfAny(): Promise<GraphqlContext | undefined> {
    for (const listener of [...this.listeners]) {
      const context = await listener.contextNow();
      if (context) return context;
    }
    return undefined;
  }

  /** Whether the graph has changed. */
  private async advance(context: GraphqlContext): Promise<boolean> {
    const graph = await this.draw(context, context);
    const proof = await this.proofOf(graph);
    const before = this.present;
    if (before?.proof === proof) {
      this.present = { ...before, graph };
      return false;
    }
    if (before) this.kept.add(await diffNetworks(before.graph.network, graph.network, graph.drawing, context));
    const cursor = this.tellsRows ? cursorOfRows(proof) : writeCursor({ at: graph.network.since, proof });
    this.present = { graph, proof, cursor };
    this.positions.set(cursor, this.position);
    for (const [known, position] of this.positions) {
      if (position >= this.kept.first) break;
      this.positions.delete(known);
    }
    return true;
  }

  /** By the options that are saved now. */
  private async draw(now: GraphqlContext, context: GraphqlContext): Promise<DrawnGraph> {
    const { topologyId } = this.key.name;
    const row = await requireVisible(now.db, 'Topology', topologyId, { select: { ...drawnRow, options: true } });
    return drawTopology(row as never, this.key, context);
  }

  private async proofOf({ network, drawing }: DrawnGraph): Promise<string> {
    if (this.tellsRows) return proofOfRows(this.key.name, network);
    return proofOf(this.key.text, await network.ask('digest', drawing));
  }
}
