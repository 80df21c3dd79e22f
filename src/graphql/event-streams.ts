// Open event streams: how many a caller may have, whether they still may, which changes wait to be sent, and how they end.
import { userOf, type Viewer } from '../data/tenancy/viewer';
import { AppError } from '../errors';
import type { PrismaClient } from '../generated/prisma/client';
import { createChangeWatch, type NetworkChange } from '../data/tenancy/change-watch';
import type { Poll } from '../data/tenancy/poll';
import { requireScope } from '../data/tenancy/rows';
import type { Audience, EventStreams, GraphqlContext } from './context';

/** Open at a time, per user and replica. */
const mostStreams = 10;
/** How often the rights of an idle stream are checked again. */
const judgedEveryMs = 2_500;
/** Maximum age of a rights check when a change is sent. */
const judgementLastsMs = 1_000;

/** `onError` is called when the database cannot be asked for changes. */
export function createEventStreams(prisma: PrismaClient, onError: (error: unknown) => void): EventStreams {
  const watch = createChangeWatch(prisma, onError);
  const byUser = new Map<string, Set<() => void>>();
  let isClosed = false;
  return {
    watch,
    admit(userId, end) {
      const own = byUser.get(userId) ?? new Set();
      if (own.size >= mostStreams || isClosed)
        throw new AppError('rate_limit_exceeded', isClosed ? {} : { open_streams: mostStreams }, 1);
      byUser.set(userId, own.add(end));
      return () => {
        own.delete(end);
        if (own.size === 0 && byUser.get(userId) === own) byUser.delete(userId);
      };
    },
    close() {
      isClosed = true;
      for (const ends of byUser.values()) for (const end of [...ends]) end();
    },
  };
}

interface Source<Change> {
  readonly poll: Poll<Change>;
  /** Absent: all networks within reach, those that come into reach included. */
  readonly networkId?: string | null;
  /** The change to send when a network comes into reach. */
  readonly arrival?: (networkId: string) => Change;
}

/**
 * The changes of the caller's networks from now on, until the caller goes away or loses the right to them. A network out
 * of reach: `entity_access_denied`; too many open streams: `rate_limit_exceeded`.
 */
export async function openStream<Change extends NetworkChange>(
  { viewer, audience, streams }: GraphqlContext,
  source: Source<Change>,
): Promise<AsyncIterableIterator<Change>> {
  requireScope(viewer, source);
  const stream = new EventStream(viewer, audience, source);
  stream.onEnd(streams.admit(userOf(viewer).userId, () => stream.end()));
  audience.onGone(() => stream.end());
  try {
    stream.onEnd(await source.poll.listen(stream));
  } catch (error) {
    stream.end();
    throw error;
  }
  return stream;
}

class EventStream<Change extends NetworkChange> implements AsyncIterableIterator<Change> {
  /** Newest change of each thing, with the time it was heard: a slow reader makes nothing pile up. */
  private readonly waiting = new Map<string, { change: Change; heardAt: number }>();
  private readonly releases: (() => void)[] = [];
  private readonly timer: NodeJS.Timeout;
  private reach: ReadonlySet<string>;
  private judgedAt = 0;
  private isOver = false;
  private wake: () => void = () => undefined;

  constructor(
    viewer: Viewer,
    private readonly audience: Audience,
    private readonly source: Source<Change>,
  ) {
    this.reach = new Set(viewer.networkIds);
    this.timer = setInterval(() => void this.judge(), judgedEveryMs).unref();
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

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearInterval(this.timer);
    this.waiting.clear();
    for (const release of this.releases) release();
    this.wake();
  }

  /** Asks again what the caller may hear; what cannot be found out ends the stream. */
  private async judge(): Promise<void> {
    const askedAt = performance.now();
    const viewer = await this.audience.rejudge().catch(() => undefined);
    if (this.isOver) return;
    const { networkId, arrival } = this.source;
    if (!viewer || (networkId != null && !viewer.networkIds.includes(networkId))) return this.end();
    const arrived = viewer.networkIds.filter((id) => !this.reach.has(id));
    this.reach = new Set(viewer.networkIds);
    this.judgedAt = askedAt;
    if (networkId == null && arrival) for (const id of arrived) this.onChange(arrival(id));
  }

  private isJudged(heardAt: number): boolean {
    return this.judgedAt >= heardAt && performance.now() - this.judgedAt <= judgementLastsMs;
  }

  async next(): Promise<IteratorResult<Change, undefined>> {
    while (!this.isOver) {
      const [first] = this.waiting;
      if (!first) {
        await new Promise<void>((resolve) => (this.wake = resolve));
        continue;
      }
      const [key, { change, heardAt }] = first;
      if (!this.isJudged(heardAt)) await this.judge();
      // Meanwhile something newer may have come, or the stream may have ended.
      else {
        this.waiting.delete(key);
        if (this.reach.has(change.networkId)) return { done: false, value: change };
      }
    }
    return { done: true, value: undefined };
  }

  return(): Promise<IteratorResult<Change, undefined>> {
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
