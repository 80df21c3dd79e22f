// Open event streams: their maximum number, the rights of their callers, the changes that wait to be sent, and how
// streams end.
import { userOf, type Viewer } from '../../data/tenancy/viewer';
import { AppError, toPublicError } from '../../errors';
import type { DirectSql } from '../../data/client';
import { createPoll, type ChangeSource, type Listener, type NetworkChange, type Poll } from '../../data/tenancy/poll';
import { Places } from '../../platform/limits/places';
import { requireScope, scopeRefusal } from '../../data/tenancy/rows';
import type { EventStreams, GraphqlContext, OpenStream } from '../context';
import { Outage } from './outage';

/** Maximum number of open streams in each process of the service: `mostStreams` per user, and `mostInAll` in total. */
const mostStreams = 10;
const mostInAll = 10_000;
/** Milliseconds between two checks of the rights of idle streams. One SQL statement checks all streams. */
const judgedEveryMs = 2_500;
/** Maximum age in milliseconds of the last rights check of a stream when a change is sent. */
const judgementLastsMs = 1_000;

/** Creates the registry of this process's event streams. `onError` is called if the database cannot be polled. */
export function createEventStreams(sql: DirectSql, onError: (error: unknown) => void): EventStreams {
  const polls = new Map<unknown, Poll<never>>();
  const all = new Set<OpenStream>();
  const places = new Places(mostStreams);
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const judgeAll = (): void => {
    for (const stream of all) void stream.judge();
  };
  return {
    pollOf<Change extends NetworkChange>(source: ChangeSource<Change>) {
      const poll: Poll<Change> = polls.get(source) ?? createPoll({ ...source(sql), onError });
      polls.set(source, poll);
      return poll;
    },
    admit(userId, stream) {
      const leave = places.take(userId);
      if (!leave) throw new AppError('rate_limit_exceeded', { open_streams: mostStreams }, 1);
      if (isClosed || all.size >= mostInAll) {
        leave();
        throw new AppError('rate_limit_exceeded', isClosed ? {} : { open_streams: mostInAll }, 1);
      }
      all.add(stream);
      timer ??= setInterval(judgeAll, judgedEveryMs).unref();
      return () => {
        leave();
        all.delete(stream);
        if (all.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    close() {
      isClosed = true;
      for (const stream of [...all]) stream.end(new AppError('service_unavailable', {}, 1));
    },
  };
}

/** The methods of an event stream that the source of its changes uses. */
export interface StreamListener<Change> extends Listener<Change>, OpenStream {
  /**
   * Resolves with the request's context, with the caller's current rights; undefined if the stream has ended. Throws
   * `service_unavailable` while the database is unavailable.
   */
  contextNow(): Promise<GraphqlContext | undefined>;
}

interface Source<Change> {
  readonly poll: { listen(listener: StreamListener<Change>): Promise<() => void> };
  /**
   * Id of the network whose changes are sent. If it is undefined or null, the changes of all networks that the caller
   * can access are sent, including networks to which the caller gets access later.
   */
  readonly networkId?: string | null;
  /** Returns the change to send when the caller gets access to a network. Undefined if nothing is to be sent. */
  readonly arrival?: (networkId: string) => Change;
  /** Returns the last change to send when the stream ends with an error. Undefined if nothing is to be sent. */
  readonly farewell?: (reason: AppError) => Change;
}

/**
 * Streams the changes of the caller's networks until the caller disconnects or loses the right to them. Throws
 * `entity_access_denied` for a network that the caller cannot access, and `rate_limit_exceeded` for too many streams.
 */
export async function openStream<Change extends NetworkChange>(
  context: GraphqlContext,
  source: Source<Change>,
): Promise<EventStream<Change>> {
  const { viewer, audience, streams } = context;
  requireScope(viewer, source);
  const stream = new EventStream(context, source);
  stream.onEnd(streams.admit(userOf(viewer).userId, stream));
  audience.onGone(() => stream.end());
  try {
    stream.onEnd(await source.poll.listen(stream));
  } catch (error) {
    stream.end();
    throw error;
  }
  return stream;
}

export class EventStream<Change extends NetworkChange>
  implements AsyncIterableIterator<Change>, StreamListener<Change>
{
  /**
   * The latest change of each object, by key of the object, with the time of its arrival. A newer change replaces an
   * older one, so that changes do not accumulate in memory for a slow client.
   */
  private readonly pendingChanges = new Map<string, { change: Change; heardAt: number }>();
  private readonly releases: (() => void)[] = [];
  /** The viewer with the rights of the last rights check. */
  private viewer: Viewer;
  private reach: ReadonlySet<string>;
  /**
   * When the last rights check began; its result arrived at `judgedAt`. A check covers only changes that arrived before
   * it began.
   */
  private askedAt = 0;
  private judgedAt = 0;
  private readonly outage = new Outage();
  private isOver = false;
  private lastWord: Change | undefined;
  private wake: () => void = () => undefined;

  constructor(
    private readonly context: GraphqlContext,
    private readonly source: Source<Change>,
  ) {
    this.viewer = context.viewer;
    this.reach = new Set(context.viewer.networkIds);
  }

  networkIds(): Iterable<string> {
    return this.source.networkId == null ? this.reach : [this.source.networkId];
  }

  onChange(change: Change): void {
    if (this.isOver) return;
    this.pendingChanges.delete(change.key);
    this.pendingChanges.set(change.key, { change, heardAt: performance.now() });
    this.wake();
  }

  onEnd(release: () => void): void {
    if (this.isOver) release();
    else this.releases.push(release);
  }

  end(reason?: AppError): void {
    if (this.isOver) return;
    this.isOver = true;
    this.lastWord = reason && this.source.farewell?.(reason);
    this.pendingChanges.clear();
    for (const release of this.releases) release();
    this.wake();
  }

  /**
   * Checks the caller's rights again. While the database is unavailable, nothing is sent. Any other error ends the
   * stream.
   */
  async judge(): Promise<void> {
    const askedAt = performance.now();
    const audience = await this.context.audience.rejudge().catch((error: unknown) => toPublicError(error));
    if (this.isOver) return;
    if (audience instanceof AppError) return this.outage.isToWaitFor(audience) ? undefined : this.end(audience);
    this.outage.end();
    const { networkId, arrival } = this.source;
    const refusal = scopeRefusal(audience, { networkId });
    if (refusal) return this.end(refusal);
    const addedNetworkIds = audience.networkIds.filter((id) => !this.reach.has(id));
    this.viewer = audience;
    this.reach = new Set(audience.networkIds);
    this.askedAt = askedAt;
    this.judgedAt = performance.now();
    if (networkId == null && arrival) for (const id of addedNetworkIds) this.onChange(arrival(id));
  }

  async contextNow(): Promise<GraphqlContext | undefined> {
    const askedAt = performance.now();
    if (!this.isJudged(askedAt - judgementLastsMs)) await this.judge();
    if (this.isOver) return undefined;
    if (this.judgedAt < askedAt - judgementLastsMs) throw new AppError('service_unavailable', {}, 1);
    return this.judgedContext();
  }

  /** The request's context, with the rights of the last rights check. */
  judgedContext(): GraphqlContext {
    return this.context.judgedAs(this.viewer);
  }

  /**
   * Whether a change that arrived at `heardAt` may be sent: rights were checked after it arrived, and recently. The age
   * of a check counts from its end, because a slow check would otherwise be outdated when it ends.
   */
  private isJudged(heardAt: number): boolean {
    return this.askedAt >= heardAt && performance.now() - this.judgedAt <= judgementLastsMs;
  }

  async next(): Promise<IteratorResult<Change, undefined>> {
    while (!this.isOver) {
      const [first] = this.pendingChanges;
      if (!first) {
        await new Promise<void>((resolve) => (this.wake = resolve));
        continue;
      }
      const [key, { change, heardAt }] = first;
      if (!this.isJudged(heardAt)) {
        await this.judge();
        if (!this.isOver && this.outage.isUnderWay) await Outage.pause();
      }
      // After a rights check, the loop begins again before it sends a change: meanwhile, a newer change may have
      // replaced this change, or the stream may have ended.
      else {
        this.pendingChanges.delete(key);
        if (this.reach.has(change.networkId)) return { done: false, value: change };
      }
    }
    const value = this.lastWord;
    this.lastWord = undefined;
    return value ? { done: false, value } : { done: true, value: undefined };
  }

  return(): Promise<IteratorResult<Change, undefined>> {
    this.end();
    this.lastWord = undefined;
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
