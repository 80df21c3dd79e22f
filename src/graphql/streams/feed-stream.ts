// The event stream of one client that reads a live feed. Sends changes as fast as the client reads, with the client's
// current rights.
import { setTimeout as pause } from 'node:timers/promises';
import { isOurs, toPublicError, type AppError } from '../../errors';
import type { GraphqlContext } from '../context';
import { openStream, type EventStream } from './event-streams';
import type { FeedHeard, LiveFeed } from './live-feed';
import { Outage } from './outage';

/**
 * Minimum pause in milliseconds between events whose fields read rows. A subscription is charged only once, so such
 * events are delayed and combined.
 */
const betweenReadsMs = 500;

/** An event with the context in which it is resolved, or the error with which the stream ends. */
export interface FeedMessage<Event> {
  readonly context?: GraphqlContext;
  readonly event?: Event;
  readonly refusal?: AppError;
}

/** Determines the events of a feed for one client. It stores only a position, so that a slow client costs no memory. */
export interface FeedReader<Event> {
  /** Whether there are more events to send without waiting for a change of the feed. */
  readonly hasMore: boolean;
  /** Whether the last event was only a part of an update. The remaining parts are then sent without a pause. */
  readonly isUnderWay?: boolean;
  /** Resolves with the next event; undefined if the client has the current state. */
  next(context: GraphqlContext): Promise<Event | undefined>;
}

interface FeedRequest<Feed extends LiveFeed, Event> {
  readonly networkId: string;
  /** Opens the feed. It is called after the stream was admitted. */
  readonly feed: () => Feed;
  readonly reader: (feed: Feed) => FeedReader<Event>;
  /** Whether the requested fields of an event read rows. */
  readonly asksForRows: boolean;
}

export async function openFeedStream<Feed extends LiveFeed, Event>(
  context: GraphqlContext,
  { networkId, feed, reader, asksForRows }: FeedRequest<Feed, Event>,
): Promise<AsyncIterableIterator<FeedMessage<Event>>> {
  let joinedFeed: Feed | undefined;
  const stream = await openStream<FeedHeard>(context, {
    networkId,
    poll: { listen: (listener) => (joinedFeed = feed()).join(listener, context) },
    farewell: (refusal) => ({ key: networkId, networkId, refusal }),
  });
  return new FeedStream(stream, joinedFeed!.heard, reader(joinedFeed!), asksForRows);
}

class FeedStream<Event> implements AsyncIterableIterator<FeedMessage<Event>> {
  private readyAt = 0;
  private readonly outage = new Outage();

  constructor(
    private readonly stream: EventStream<FeedHeard>,
    private readonly heard: FeedHeard,
    private readonly reader: FeedReader<Event>,
    private readonly asksForRows: boolean,
  ) {}

  async next(): Promise<IteratorResult<FeedMessage<Event>, undefined>> {
    const { stream, reader } = this;
    if (this.asksForRows && !reader.isUnderWay && performance.now() < this.readyAt)
      await pause(this.readyAt - performance.now(), undefined, { ref: false });
    for (;;) {
      // The reader has more events to send: do not wait for a change of the feed.
      if (reader.hasMore) stream.onChange(this.heard);
      const event = await stream.next();
      if (event.done) return event;
      if (event.value.refusal) return { done: false, value: { refusal: event.value.refusal } };
      try {
        const event = await reader.next(stream.judgedContext());
        this.outage.end();
        this.readyAt = performance.now() + betweenReadsMs;
        if (event) return { done: false, value: { event, context: stream.judgedContext() } };
      } catch (error) {
        if (this.outage.isToWaitFor(error)) {
          await Outage.pause();
          stream.onChange(this.heard);
          continue;
        }
        const refusal = toPublicError(error);
        if (isOurs(refusal)) stream.judgedContext().logger.error({ err: error }, 'reading a live feed failed');
        stream.end();
        return { done: false, value: { refusal } };
      }
    }
  }

  return(): Promise<IteratorResult<FeedMessage<Event>, undefined>> {
    return this.stream.return() as Promise<IteratorResult<FeedMessage<Event>, undefined>>;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
