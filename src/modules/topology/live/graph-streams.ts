// Streams of live graphs: each reads a feed that it shares with all who ask for the same topology, view and options.
import { setTimeout as pause } from 'node:timers/promises';
import type { EventStreams, GraphqlContext } from '../../../graphql/context';
import { openStream, type EventStream } from '../../../graphql/event-streams';
import { AppError, isOurs, toPublicError } from '../../../errors';
import type { GraphKey } from '../answers/graph-keys';
import { readCursor } from './graph-cursor';
import { GraphFeed, type GraphHeard } from './graph-feed';
import { GraphReader, type GraphEvent } from './graph-reader';

/** Different graphs that are read live at a time on each replica: of an organization, and of all together. */
const mostGraphs = 100;
const mostGraphsInAll = 1_000;
/** A subscription is paid for once: events that read rows come no faster, changes in between are sent as one. */
const betweenReadsMs = 500;

/** What is sent, by the rights of that moment; or why the stream ends. */
export interface GraphMessage {
  readonly context?: GraphqlContext;
  readonly key: GraphKey;
  readonly event?: GraphEvent;
  readonly refusal?: AppError;
}

interface Feeds {
  readonly byKey: Map<string, GraphFeed>;
  readonly countOf: Map<string, number>;
}
const feedsOf = new WeakMap<EventStreams, Feeds>();

/** The feed of the graph; beyond the most: `rate_limit_exceeded`. */
function feedOf({ streams, viewer }: GraphqlContext, { key, networkId, tellsRows }: Wanted): GraphFeed {
  const feeds = feedsOf.get(streams) ?? { byKey: new Map(), countOf: new Map() };
  feedsOf.set(streams, feeds);
  const name = tellsRows ? `${key.text} rows` : key.text;
  const known = feeds.byKey.get(name);
  if (known) return known;
  const { organizationId } = viewer;
  const count = feeds.countOf.get(organizationId) ?? 0;
  if (count >= mostGraphs || feeds.byKey.size >= mostGraphsInAll)
    throw new AppError('rate_limit_exceeded', { live_graphs: count >= mostGraphs ? mostGraphs : mostGraphsInAll }, 1);
  const feed = new GraphFeed(key, networkId, tellsRows, () => {
    if (feeds.byKey.get(name) !== feed) return;
    feeds.byKey.delete(name);
    const left = feeds.countOf.get(organizationId)! - 1;
    if (left > 0) feeds.countOf.set(organizationId, left);
    else feeds.countOf.delete(organizationId);
  });
  feeds.byKey.set(name, feed);
  feeds.countOf.set(organizationId, count + 1);
  return feed;
}

interface Wanted {
  readonly key: GraphKey;
  readonly networkId: string;
  /** Whether each event reads rows of its own. */
  readonly asksForRows: boolean;
  /** Whether changes of rows are told that leave the graph as it is. */
  readonly tellsRows: boolean;
  /** The cursor of what the caller has already. */
  readonly since: string | null | undefined;
}

export async function openGraphStream(
  context: GraphqlContext,
  wanted: Wanted,
): Promise<AsyncIterableIterator<GraphMessage>> {
  const { key, networkId } = wanted;
  let feed: GraphFeed | undefined;
  const stream = await openStream<GraphHeard>(context, {
    networkId,
    poll: { listen: (listener) => (feed = feedOf(context, wanted)).join(listener, context) },
    farewell: (refusal) => ({ key: key.text, networkId, refusal }),
  });
  return new GraphStream(stream, feed!, wanted);
}

class GraphStream implements AsyncIterableIterator<GraphMessage> {
  private reader: GraphReader | undefined;
  private readyAt = 0;

  constructor(
    private readonly stream: EventStream<GraphHeard>,
    private readonly feed: GraphFeed,
    private readonly wanted: Wanted,
  ) {}

  async next(): Promise<IteratorResult<GraphMessage, undefined>> {
    const { stream } = this;
    const { key, networkId, asksForRows } = this.wanted;
    if (asksForRows && performance.now() < this.readyAt)
      await pause(this.readyAt - performance.now(), undefined, { ref: false });
    // The rest of a graph that comes in parts waits for no change.
    if (this.reader?.isCurrent === false) stream.onChange({ key: key.text, networkId });
    for (;;) {
      const heard = await stream.next();
      if (heard.done) return heard;
      if (heard.value.refusal) return { done: false, value: { key, refusal: heard.value.refusal } };
      try {
        const event = await this.nextEvent();
        this.readyAt = performance.now() + betweenReadsMs;
        if (event) return { done: false, value: { key, event, context: stream.judgedContext() } };
      } catch (error) {
        const refusal = toPublicError(error);
        if (isOurs(refusal)) stream.judgedContext().logger.error({ err: error }, 'reading a live graph failed');
        stream.end();
        return { done: false, value: { key, refusal } };
      }
    }
  }

  /** Undefined: the reader has all there is. */
  private async nextEvent(): Promise<GraphEvent | undefined> {
    if (this.reader) return this.reader.isCurrent ? undefined : this.reader.next();
    const { since } = this.wanted;
    const position = since == null ? undefined : this.feed.positionOf(since);
    if (since != null && position === undefined) {
      const missed = await this.feed.changesSince(readCursor(since, 'since'), this.stream.judgedContext());
      if (missed) {
        this.reader = new GraphReader(this.feed, missed.position);
        return { isWhole: false, cursor: missed.cursor, changes: missed.changes };
      }
    }
    this.reader = new GraphReader(this.feed, position);
    return this.reader.next();
  }

  return(): Promise<IteratorResult<GraphMessage, undefined>> {
    return this.stream.return() as Promise<IteratorResult<GraphMessage, undefined>>;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
