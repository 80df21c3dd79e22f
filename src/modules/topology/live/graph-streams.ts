// Streams of live graphs: each reads a feed that it shares with all who ask for the same topology, view and options.
import type { GraphqlContext } from '../../../graphql/context';
import { openStream, type EventStream } from '../../../graphql/event-streams';
import type { EventStreams } from '../../../graphql/context';
import { AppError, toPublicError } from '../../../errors';
import type { GraphKey } from '../answers/graph-keys';
import { readCursor } from './graph-cursor';
import { GraphFeed, type GraphHeard } from './graph-feed';
import { GraphReader, type GraphEvent } from './graph-reader';

/** Different graphs that are read live at a time on each replica: of an organization, and of all together. */
const mostGraphs = 100;
const mostGraphsInAll = 1_000;

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
function feedOf({ streams, viewer }: GraphqlContext, key: GraphKey, networkId: string): GraphFeed {
  const feeds = feedsOf.get(streams) ?? { byKey: new Map(), countOf: new Map() };
  feedsOf.set(streams, feeds);
  const known = feeds.byKey.get(key.text);
  if (known) return known;
  const { organizationId } = viewer;
  const count = feeds.countOf.get(organizationId) ?? 0;
  if (count >= mostGraphs || feeds.byKey.size >= mostGraphsInAll)
    throw new AppError('rate_limit_exceeded', { live_graphs: count >= mostGraphs ? mostGraphs : mostGraphsInAll }, 1);
  const feed = new GraphFeed(key, networkId, () => {
    if (feeds.byKey.get(key.text) !== feed) return;
    feeds.byKey.delete(key.text);
    const left = feeds.countOf.get(organizationId)! - 1;
    if (left > 0) feeds.countOf.set(organizationId, left);
    else feeds.countOf.delete(organizationId);
  });
  feeds.byKey.set(key.text, feed);
  feeds.countOf.set(organizationId, count + 1);
  return feed;
}

interface Wanted {
  readonly key: GraphKey;
  readonly networkId: string;
  /** The cursor of what the caller has already. */
  readonly since: string | null | undefined;
}

export async function openGraphStream(
  context: GraphqlContext,
  { key, networkId, since }: Wanted,
): Promise<AsyncIterableIterator<GraphMessage>> {
  let feed: GraphFeed | undefined;
  const stream = await openStream<GraphHeard>(context, {
    networkId,
    poll: { listen: (listener) => (feed = feedOf(context, key, networkId)).join(listener, context) },
    farewell: (refusal) => ({ key: key.text, networkId, refusal }),
  });
  return new GraphStream(stream, feed!, key, since);
}

class GraphStream implements AsyncIterableIterator<GraphMessage> {
  private reader: GraphReader | undefined;

  constructor(
    private readonly stream: EventStream<GraphHeard>,
    private readonly feed: GraphFeed,
    private readonly key: GraphKey,
    private readonly since: string | null | undefined,
  ) {}

  async next(): Promise<IteratorResult<GraphMessage, undefined>> {
    const { stream, key } = this;
    // The rest of a graph that comes in parts waits for no change.
    if (this.reader?.isCurrent === false) stream.onChange({ key: key.text, networkId: this.networkId });
    for (;;) {
      const heard = await stream.next();
      if (heard.done) return heard;
      if (heard.value.refusal) return { done: false, value: { key, refusal: heard.value.refusal } };
      this.networkId = heard.value.networkId;
      try {
        const event = await this.nextEvent();
        if (event) return { done: false, value: { key, event, context: stream.judgedContext() } };
      } catch (error) {
        const refusal = toPublicError(error);
        stream.judgedContext().logger.error({ err: error }, 'reading a live graph failed');
        stream.end();
        return { done: false, value: { key, refusal } };
      }
    }
  }
  private networkId = '';

  /** Undefined: the reader has all there is. */
  private async nextEvent(): Promise<GraphEvent | undefined> {
    if (this.reader) return this.reader.isCurrent ? undefined : this.reader.next();
    const position = this.since == null ? undefined : this.feed.positionOf(this.since);
    if (this.since != null && position === undefined) {
      const missed = await this.feed.changesSince(readCursor(this.since, 'since'), this.stream.judgedContext());
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
