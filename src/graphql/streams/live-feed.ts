// A live read that all its listeners share. It is refreshed once for all of them when its network changes.
import { setTimeout as pause } from 'node:timers/promises';
import { networkChanges } from '../../data/tenancy/network-changes';
import type { NetworkChange } from '../../data/tenancy/poll';
import { AppError, isOurs, toPublicError } from '../../errors';
import { onBehalfOfAll } from '../../platform/postgres/connection-shares';
import type { EventStreams, GraphqlContext } from '../context';
import type { StreamListener } from './event-streams';
import { Outage } from './outage';

/** Notifies a listener of new data in the feed, or of the error with which the feed ends. */
export interface FeedHeard extends NetworkChange {
  readonly refusal?: AppError;
}
export type FeedListener = StreamListener<FeedHeard>;

/** Maximum pause in milliseconds between refreshes. The pause is as long as the last refresh took. */
const longestRestMs = 2_000;
/** Milliseconds until an incomplete refresh continues. */
const untilMoreMs = 100;

export interface Advance {
  /** Whether the refresh found anything new for the listeners. */
  readonly isNew: boolean;
  /** Whether the feed has more to read without another change. */
  readonly isBehind?: boolean;
}

export abstract class LiveFeed {
  private readonly listeners = new Set<FeedListener>();
  private starting: Promise<void> | undefined;
  private unlisten: (() => void) | undefined;
  private isStarted = false;
  private isStale = false;
  private isRunning = false;
  private readonly outage = new Outage();

  protected constructor(
    private readonly name: string,
    protected readonly networkId: string,
    /** Called when the last listener has left. */
    private readonly onLeft: () => void,
  ) {}

  /** Reads the news since the last refresh (the first time everything), with the rights of one listener. */
  protected abstract advance(context: GraphqlContext): Promise<Advance>;

  get heard(): FeedHeard {
    return { key: this.name, networkId: this.networkId };
  }

  /** Adds a listener. Resolves after the first read, with a function that removes the listener. */
  async join(listener: FeedListener, context: GraphqlContext): Promise<() => void> {
    this.listeners.add(listener);
    const isFirst = !this.starting;
    this.starting ??= this.start(context);
    try {
      await this.starting;
    } catch (error) {
      // Reading the feed may have failed for another listener's lack of rights, which does not concern this listener.
      // So this listener tries itself.
      if (!isFirst && this.listeners.has(listener)) return this.join(listener, context);
      this.leave(listener);
      throw error;
    }
    listener.onChange(this.heard);
    return () => this.leave(listener);
  }

  private leave(listener: FeedListener): void {
    this.listeners.delete(listener);
    if (this.listeners.size > 0) return;
    this.unlisten?.();
    this.onLeft();
  }

  private async start(context: GraphqlContext): Promise<void> {
    try {
      this.unlisten = await context.streams.pollOf(networkChanges).listen({
        networkIds: () => [this.networkId],
        onChange: () => {
          this.isStale = true;
          void this.refresh();
        },
      });
      await this.advance(context);
      this.isStarted = true;
      void this.refresh();
    } catch (error) {
      this.unlisten?.();
      this.starting = undefined;
      throw error;
    }
  }

  /** Refreshes repeatedly until no new data is found. */
  private async refresh(): Promise<void> {
    if (this.isRunning || !this.isStarted) return;
    this.isRunning = true;
    await onBehalfOfAll(async () => {
      while (this.isStale && this.listeners.size > 0) {
        this.isStale = false;
        const begunAt = performance.now();
        const isBehind = await this.refreshOnce();
        this.isStale ||= isBehind;
        const rest = Math.min(performance.now() - begunAt, longestRestMs);
        if (this.listeners.size > 0)
          await pause(isBehind ? Math.max(rest, untilMoreMs) : rest, undefined, { ref: false });
      }
    });
    this.isRunning = false;
    // A change arrived after the loop's last check, so another refresh starts.
    if (this.isStale && this.listeners.size > 0) void this.refresh();
  }

  private async refreshOnce(): Promise<boolean> {
    let context: GraphqlContext | undefined;
    try {
      context = await this.contextOfAny();
      if (!context) return false;
      const { isNew, isBehind = false } = await this.advance(context);
      this.outage.end();
      if (isNew) for (const listener of [...this.listeners]) listener.onChange(this.heard);
      return isBehind;
    } catch (error) {
      if (this.outage.isToWaitFor(error)) {
        await Outage.pause();
        return true;
      }
      const reason = toPublicError(error);
      if (isOurs(reason)) context?.logger.error({ err: error }, 'reading a live feed failed');
      for (const listener of [...this.listeners]) listener.end(reason);
      return false;
    }
  }

  /** A context with the current rights of any listener. Listeners that have lost their rights are ended. */
  private async contextOfAny(): Promise<GraphqlContext | undefined> {
    for (const listener of [...this.listeners]) {
      const context = await listener.contextNow();
      if (context) return context;
    }
    return undefined;
  }
}

interface Bounds {
  /** Maximum number of feeds per organization, and in total on each replica. */
  readonly most: number;
  readonly mostInAll: number;
  /** The parameter of the error that names the limit. */
  readonly parameter: string;
}

/** Feeds of one kind, by key. */
class SharedFeeds<Feed extends LiveFeed> {
  private readonly byKey = new Map<string, Feed>();
  private readonly countOf = new Map<string, number>();
  constructor(private readonly bounds: Bounds) {}

  /** The feed with this key, created if necessary. Throws `rate_limit_exceeded` beyond the limits. */
  of(organizationId: string, key: string, make: (onLeft: () => void) => Feed): Feed {
    const existingFeed = this.byKey.get(key);
    if (existingFeed) return existingFeed;
    const { most, mostInAll, parameter } = this.bounds;
    const count = this.countOf.get(organizationId) ?? 0;
    if (count >= most || this.byKey.size >= mostInAll)
      throw new AppError('rate_limit_exceeded', { [parameter]: count >= most ? most : mostInAll }, 1);
    const feed = make(() => {
      if (this.byKey.get(key) !== feed) return;
      this.byKey.delete(key);
      const remaining = this.countOf.get(organizationId)! - 1;
      if (remaining > 0) this.countOf.set(organizationId, remaining);
      else this.countOf.delete(organizationId);
    });
    this.byKey.set(key, feed);
    this.countOf.set(organizationId, count + 1);
    return feed;
  }
}

/** Creates a function that returns the feeds of a replica, given the replica's event streams. */
export function sharedFeeds<Feed extends LiveFeed>(bounds: Bounds): (streams: EventStreams) => SharedFeeds<Feed> {
  const all = new WeakMap<EventStreams, SharedFeeds<Feed>>();
  return (streams) => {
    const feeds = all.get(streams) ?? new SharedFeeds<Feed>(bounds);
    all.set(streams, feeds);
    return feeds;
  };
}
