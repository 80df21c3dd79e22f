// A live feed: a result that all its listeners share. When its network changes, the result is read again once for all
// of them.
import { setTimeout as pause } from 'node:timers/promises';
import { networkChanges } from '../../data/tenancy/network-changes';
import type { NetworkChange } from '../../data/tenancy/poll';
import { AppError, isOurs, toPublicError } from '../../errors';
import { onBehalfOfAll } from '../../platform/postgres/connection-shares';
import type { EventStreams, GraphqlContext } from '../context';
import type { StreamListener } from './event-streams';
import { Outage } from './outage';

/** What a listener of a feed gets: the notice that the feed has new data, or the error with which the feed ends. */
export interface FeedHeard extends NetworkChange {
  readonly refusal?: AppError;
}
export type FeedListener = StreamListener<FeedHeard>;

/** Maximum pause in milliseconds between refreshes. A pause is as long as the last refresh took, up to this maximum. */
const longestRestMs = 2_000;
/** Minimum pause in milliseconds before a refresh that could not read everything is continued. */
const untilMoreMs = 100;

export interface Advance {
  /** Whether the refresh found new data for the listeners. */
  readonly isNew: boolean;
  /** Whether the refresh read only a part of the changes. If so, the next refresh begins at once. */
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
    /** Called after the last listener was removed. */
    private readonly onLeft: () => void,
  ) {}

  /** Reads what is new since the last refresh, with the rights of one listener. The first call reads everything. */
  protected abstract advance(context: GraphqlContext): Promise<Advance>;

  get heard(): FeedHeard {
    return { key: this.name, networkId: this.networkId };
  }

  /** Adds a listener. Resolves after the feed was first read, with a function that removes the listener. */
  async join(listener: FeedListener, context: GraphqlContext): Promise<() => void> {
    this.listeners.add(listener);
    const isFirst = !this.starting;
    this.starting ??= this.start(context);
    try {
      await this.starting;
    } catch (error) {
      // The first read ran with the rights of another listener, and may have failed because that listener lacks rights.
      // So the feed is read again with the rights of this listener.
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

  /** Refreshes the feed until it has all changes. */
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
    // A change that arrived after the loop ended, but before `isRunning` was reset, has started no refresh.
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

  /**
   * The request context of a listener that still has its rights; undefined if there is none. Ends listeners that have
   * lost their rights.
   */
  private async contextOfAny(): Promise<GraphqlContext | undefined> {
    for (const listener of [...this.listeners]) {
      const context = await listener.contextNow();
      if (context) return context;
    }
    return undefined;
  }
}

interface Bounds {
  /** Maximum number of feeds per organization in each process of the service. `mostInAll` is the maximum in total. */
  readonly most: number;
  readonly mostInAll: number;
  /** Name of the parameter that contains the limit in the error. */
  readonly parameter: string;
}

/** The feeds of one kind in this process, by key. */
class SharedFeeds<Feed extends LiveFeed> {
  private readonly byKey = new Map<string, Feed>();
  private readonly countOf = new Map<string, number>();
  constructor(private readonly bounds: Bounds) {}

  /**
   * Returns the feed with this key, and creates it if necessary. Throws `rate_limit_exceeded` if there are too many
   * feeds.
   */
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

/**
 * Returns a function that finds the feeds that belong to the event streams of a process; the first call creates them.
 */
export function sharedFeeds<Feed extends LiveFeed>(bounds: Bounds): (streams: EventStreams) => SharedFeeds<Feed> {
  const all = new WeakMap<EventStreams, SharedFeeds<Feed>>();
  return (streams) => {
    const feeds = all.get(streams) ?? new SharedFeeds<Feed>(bounds);
    all.set(streams, feeds);
    return feeds;
  };
}
