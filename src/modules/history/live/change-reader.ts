// A subscriber to a network's changes. Selects the next changes that match the subscriber's filter, and stores only a
// position.
import type { GraphqlContext } from '../../../graphql/context';
import { openFeedStream, type FeedMessage, type FeedReader } from '../../../graphql/streams/feed-stream';
import { sharedFeeds } from '../../../graphql/streams/live-feed';
import { ChangeFeed, setBackMs, type Changes } from './change-feed';
import { comparePlaces, readPlace, writePlace, type Place } from './change-place';
import type { RowChange } from './changes-after.sql';

/**
 * Live changes by network, shared by all subscribers. At most 100 networks per organization have subscribers, and at
 * most 1,000 in total.
 */
const feedsOf = sharedFeeds<ChangeFeed>({ most: 100, mostInAll: 1_000, parameter: 'live_networks' });

/**
 * Limits for a subscriber that continues with an old cursor: the number of changes that it may read from the stored
 * history, and the age of the cursor in milliseconds.
 */
const mostMissed = 2_000;
const longestMissedMs = 7 * 86_400_000;
/**
 * If no change matches the filter of a subscriber for this number of milliseconds, the subscriber gets a new cursor
 * without changes.
 */
const longestSilenceMs = 30_000;

/**
 * Conditions for the changes that a subscriber gets. A change must match each condition that is neither null nor
 * undefined.
 */
export interface Filter {
  readonly models?: readonly string[] | null;
  readonly tagIds?: readonly string[] | null;
  readonly hostId?: string | null;
}

export interface ChangesEvent {
  /** Whether changes before this event may be missing. */
  readonly hasGap: boolean;
  readonly cursor: string;
  readonly changes: readonly RowChange[];
}

interface ChangesRequest extends Filter {
  readonly networkId: string;
  readonly asksForRows: boolean;
  /** The cursor of the last change that the caller has received. */
  readonly since: string | null | undefined;
}

export const openChanges = (
  context: GraphqlContext,
  { networkId, asksForRows, since, ...filter }: ChangesRequest,
): Promise<AsyncIterableIterator<FeedMessage<ChangesEvent>>> =>
  openFeedStream(context, {
    ...{ networkId, asksForRows },
    feed: () =>
      feedsOf(context.streams).of(
        context.viewer.organizationId,
        networkId,
        (onLeft) => new ChangeFeed(networkId, onLeft),
      ),
    reader: (feed) => new ChangeReader(feed, matching(filter), since),
  });

/** The part of `ChangeFeed` that `ChangeReader` uses. */
export type ReadableChanges = Pick<ChangeFeed, 'end' | 'present' | 'restartCount' | 'after' | 'missedAfter'>;

export class ChangeReader implements FeedReader<ChangesEvent> {
  hasMore = false;
  private place: Place | undefined;
  private mayMiss = mostMissed;
  private sentAt = -Infinity;
  private restartCount: number;

  constructor(
    private readonly feed: ReadableChanges,
    private readonly matches: (change: RowChange) => boolean,
    private readonly since: string | null | undefined,
  ) {
    this.restartCount = feed.restartCount;
  }

  async next(context: GraphqlContext): Promise<ChangesEvent | undefined> {
    this.place ??= await this.begin(context);
    if (!this.place || this.restartCount !== this.feed.restartCount) return this.anew();
    const page = this.feed.after(this.place) ?? (await this.readMissed(this.place, context));
    if (!page) return this.anew();
    this.place = page.upTo;
    this.hasMore = comparePlaces(this.place, this.feed.end) < 0;
    if (!this.hasMore) this.mayMiss = mostMissed;
    const changes = page.changes.filter(this.matches);
    // The first event is sent even without changes, to confirm that the stream has started.
    if (changes.length === 0 && performance.now() - this.sentAt < longestSilenceMs) return undefined;
    return this.event(changes);
  }

  /**
   * Resolves with the position from which the subscriber reads. Undefined if its cursor is too old, from the future, or
   * of another version of the service.
   */
  private async begin(context: GraphqlContext): Promise<Place | undefined> {
    if (this.since == null) return this.feed.end;
    const place = readPlace(this.since, 'since');
    if (!place || this.feed.end.at.getTime() - place.at.getTime() > longestMissedMs) return undefined;
    if (comparePlaces(place, this.feed.end) <= 0) return place;
    // `end` moves only when the network changes, so a cursor of another replica may be later. A cursor that is later
    // than the present is of a time before the clock of the database was set back.
    const present = await this.feed.present(context);
    const { end } = this.feed;
    if (comparePlaces(place, present) <= 0 || comparePlaces(place, end) <= 0) return place;
    if (place.at.getTime() - present.at.getTime() > setBackMs) return undefined;
    return comparePlaces(present, end) > 0 ? present : end;
  }

  private async readMissed(place: Place, context: GraphqlContext): Promise<Changes | undefined> {
    if (this.mayMiss <= 0) return undefined;
    const page = await this.feed.missedAfter(place, context);
    this.mayMiss -= page?.changes.length ?? 0;
    return page;
  }

  private anew(): ChangesEvent {
    this.place = this.feed.end;
    this.restartCount = this.feed.restartCount;
    this.mayMiss = mostMissed;
    this.hasMore = false;
    return { ...this.event([]), hasGap: true };
  }

  private event(changes: readonly RowChange[]): ChangesEvent {
    this.sentAt = performance.now();
    return { hasGap: false, cursor: writePlace(this.place!), changes };
  }
}

const hostOf = (state: RowChange['before']) => state?.['@hostId'];
const tagsOf = (state: RowChange['before']) => (state?.tagIds ?? []) as readonly string[];

/**
 * Builds the condition for changes that match the filter. A row matches a host or tag to which it belongs before or
 * after the change.
 */
function matching({ models, tagIds, hostId }: Filter): (change: RowChange) => boolean {
  const kinds = models && new Set(models);
  const tags = tagIds && new Set(tagIds);
  return ({ model, id, before, after, hostTagIds }) => {
    if (kinds && !kinds.has(model)) return false;
    if (hostId != null && hostOf(before) !== hostId && hostOf(after) !== hostId) return false;
    if (!tags) return true;
    return [...tagsOf(before), ...tagsOf(after), ...hostTagIds, id].some((one) => tags.has(one));
  };
}
