// Open event streams: how many a caller may have, whether they still may, which changes wait to be sent, and how they end.
import { userOf, type Viewer } from '../../data/tenancy/viewer';
import { AppError, toPublicError } from '../../errors';
import type { DirectSql } from '../../data/client';
import { createPoll, type ChangeSource, type Listener, type NetworkChange, type Poll } from '../../data/tenancy/poll';
import { Places } from '../../platform/limits/places';
import { requireScope, scopeRefusal } from '../../data/tenancy/rows';
import type { EventStreams, GraphqlContext, OpenStream } from '../context';
import { Outage } from './outage';

/** Open at a time, per user and of all together, on each replica. */
const mostStreams = 10;
const mostInAll = 10_000;
/** How often the rights of idle streams are checked again: of all of them at the same moment, in one statement. */
const judgedEveryMs = 2_500;
/** Maximum age of a rights check when a change is sent. */
const judgementLastsMs = 1_000;

/** `onError` is called when the database cannot be asked for changes. */
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

/** A stream as what it listens to sees it. */
export interface StreamListener<Change> extends Listener<Change>, OpenStream {
  /**
   * The request with what the caller may reach now; undefined where the stream has ended by that. Throws
   * `service_unavailable` while the database is away.
   */
  contextNow(): Promise<GraphqlContext | undefined>;
}

interface Source<Change> {
  readonly poll: { listen(listener: StreamListener<Change>): Promise<() => void> };
  /** Absent: all networks within reach, those that come into reach included. */
  readonly networkId?: string | null;
  /** The change to send when a network comes into reach. */
  readonly arrival?: (networkId: string) => Change;
  /** The last change to send, where the stream ends for a reason; left out: it ends without a word. */
  readonly farewell?: (reason: AppError) => Change;
}

/**
 * The changes of the caller's networks from now on, until the caller goes away or loses the right to them. A network out
 * of reach: `entity_access_denied`; too many open streams: `rate_limit_exceeded`.
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
  /** Newest change of each thing, with the time it was heard: a slow reader makes nothing pile up. */
  private readonly waiting = new Map<string, { change: Change; heardAt: number }>();
  private readonly releases: (() => void)[] = [];
  /** Who the caller is, as judged last. */
  private viewer: Viewer;
  private reach: ReadonlySet<string>;
  /** When the last judgement was asked for, and when it was answered. */
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
    this.waiting.delete(change.key);
    this.waiting.set(change.key, { change, heardAt: performance.now() });
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
    this.waiting.clear();
    for (const release of this.releases) release();
    this.wake();
  }

  /**
   * Asks again what the caller may hear. While the database is away nothing is known anew, and nothing is sent; any other
   * failure ends the stream.
   */
  async judge(): Promise<void> {
    const askedAt = performance.now();
    const judged = await this.context.audience.rejudge().catch((error: unknown) => toPublicError(error));
    if (this.isOver) return;
    if (judged instanceof AppError) return this.outage.isToWaitFor(judged) ? undefined : this.end(judged);
    this.outage.end();
    const { networkId, arrival } = this.source;
    const refusal = scopeRefusal(judged, { networkId });
    if (refusal) return this.end(refusal);
    const arrived = judged.networkIds.filter((id) => !this.reach.has(id));
    this.viewer = judged;
    this.reach = new Set(judged.networkIds);
    this.askedAt = askedAt;
    this.judgedAt = performance.now();
    if (networkId == null && arrival) for (const id of arrived) this.onChange(arrival(id));
  }

  async contextNow(): Promise<GraphqlContext | undefined> {
    const askedAt = performance.now();
    if (!this.isJudged(askedAt - judgementLastsMs)) await this.judge();
    if (this.isOver) return undefined;
    if (this.judgedAt < askedAt - judgementLastsMs) throw new AppError('service_unavailable', {}, 1);
    return this.judgedContext();
  }

  /** The request as the caller was judged last. */
  judgedContext(): GraphqlContext {
    return this.context.judgedAs(this.viewer);
  }

  /** By its answer's age: where answers take long, judging again for that would never end. */
  private isJudged(heardAt: number): boolean {
    return this.askedAt >= heardAt && performance.now() - this.judgedAt <= judgementLastsMs;
  }

  async next(): Promise<IteratorResult<Change, undefined>> {
    while (!this.isOver) {
      const [first] = this.waiting;
      if (!first) {
        await new Promise<void>((resolve) => (this.wake = resolve));
        continue;
      }
      const [key, { change, heardAt }] = first;
      if (!this.isJudged(heardAt)) {
        await this.judge();
        if (!this.isOver && this.outage.isUnderWay) await Outage.pause();
      }
      // Meanwhile something newer may have come, or the stream may have ended.
      else {
        this.waiting.delete(key);
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
