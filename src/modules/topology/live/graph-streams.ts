// Streams of live graphs. Streams with the same topology, view and options share a feed.
import type { GraphqlContext } from '../../../graphql/context';
import { openFeedStream, type FeedMessage, type FeedReader } from '../../../graphql/streams/feed-stream';
import { sharedFeeds } from '../../../graphql/streams/live-feed';
import type { GraphKey } from '../answers/graph-keys';
import type { DrawnGraph } from '../answers/draw-topology';
import { readCursor } from './graph-cursor';
import { GraphFeed, feedName } from './graph-feed';
import { GraphReader, type GraphEvent } from './graph-reader';

/** Maximum number of different live graphs: 100 per organization, 1,000 in total. */
const feedsOf = sharedFeeds<GraphFeed>({ most: 100, mostInAll: 1_000, parameter: 'live_graphs' });

/** An event with the key of its graph, and the graph itself. */
export interface KeyedGraphEvent extends GraphEvent {
  readonly key: GraphKey;
  readonly graph: DrawnGraph;
}

interface StreamRequest {
  readonly key: GraphKey;
  readonly networkId: string;
  /** Whether the client also selects rows, which are read from the database for each event. */
  readonly asksForRows: boolean;
  /** Whether a change of a row is reported even if the graph does not change. */
  readonly tellsRows: boolean;
  /** The cursor of the graph that the client has already; null or undefined if it has none. */
  readonly since: string | null | undefined;
}

export const openGraphStream = (
  context: GraphqlContext,
  { key, networkId, asksForRows, tellsRows, since }: StreamRequest,
): Promise<AsyncIterableIterator<FeedMessage<KeyedGraphEvent>>> =>
  openFeedStream(context, {
    ...{ networkId, asksForRows },
    feed: () =>
      feedsOf(context.streams).of(
        context.viewer.organizationId,
        feedName(key, tellsRows),
        (onLeft) => new GraphFeed(key, networkId, tellsRows, onLeft),
      ),
    reader: (feed) => new CursorReader(feed, key, since),
  });

/**
 * Reads a live graph for one client. Continues from the client's cursor if possible; otherwise sends the whole graph.
 */
class CursorReader implements FeedReader<KeyedGraphEvent> {
  private reader: GraphReader | undefined;

  constructor(
    private readonly feed: GraphFeed,
    private readonly key: GraphKey,
    private readonly since: string | null | undefined,
  ) {}

  get hasMore(): boolean {
    return this.reader?.isCurrent === false;
  }

  get isUnderWay(): boolean {
    return this.reader?.isUnderWay === true;
  }

  async next(context: GraphqlContext): Promise<KeyedGraphEvent | undefined> {
    const event = await this.nextEvent(context);
    return event && { ...event, key: this.key, graph: this.feed.graph };
  }

  private async nextEvent(context: GraphqlContext): Promise<GraphEvent | undefined> {
    if (this.reader) return this.reader.isCurrent ? undefined : this.reader.next();
    const { since } = this;
    const position = since == null ? undefined : this.feed.positionOf(since);
    if (since != null && position === undefined) {
      const missedChanges = await this.feed.changesSince(readCursor(since, 'since'), context);
      if (missedChanges) {
        this.reader = new GraphReader(this.feed, missedChanges.position);
        return { isWhole: false, cursor: missedChanges.cursor, changes: missedChanges.changes };
      }
    }
    this.reader = new GraphReader(this.feed, position);
    return this.reader.next();
  }
}
