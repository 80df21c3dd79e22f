// Reads the changes of a network as they happen, once for all subscribers, and caches a limited number of changes.
import { closedInstant, closedInstants } from '../../../data/tenancy/change-times';
import { assertWithinRetention } from '../../../data/tenancy/kept';
import { AppError } from '../../../errors';
import type { EventStreams, GraphqlContext } from '../../../graphql/context';
import { LiveFeed, type Advance } from '../../../graphql/streams/live-feed';
import { comparePlaces, lastPlaceAt, writePlace, type Place } from './change-place';
import { readChanges, readPlacesAfter, type EventPlace, type RowChange } from './changes-after.sql';

/**
 * `mostAtOnce` is the maximum number of changes that one statement reads. `mostPlaces` is the maximum number of
 * positions of later changes that are read in advance.
 */
export const mostAtOnce = 200;
const mostPlaces = 5_000;
/**
 * Limits of the changes that are cached for slow readers: `mostKept` is their number, and `mostCharacters` is the total
 * length of their JSON.
 */
const mostKept = 1_000;
const mostCharacters = 500_000;
/**
 * If the closed instant goes back by more than this number of milliseconds, the clock of the database was set back, or
 * a server with another clock has become the primary. A writer that takes its lock late moves it back by less.
 */
export const setBackMs = 1_000;

export interface Changes {
  readonly changes: readonly RowChange[];
  /** Position in the order of changes. `changes` contains all changes up to this position. */
  readonly upTo: Place;
}

interface RecentEntry {
  readonly change: RowChange;
  readonly size: number;
}

/**
 * The live changes of a network, ordered by time. An open transaction may still add a change with an earlier time.
 * Therefore only changes at closed instants are sent: instants to which no open transaction can add a change.
 */
export class ChangeFeed extends LiveFeed {
  private readonly recentEntries: RecentEntry[] = [];
  private characters = 0;
  private restarts = 0;
  /** The cache contains all changes from this position up to `end`. Undefined until the first read. */
  private first: Place | undefined;
  private last: Place | undefined;
  /** Positions of changes after `end`. One statement reads many positions; the changes are read later, in batches. */
  private ahead: EventPlace[] = [];
  private aheadUpTo: Place | undefined;
  /**
   * Whether there may be changes after those in `ahead`: one statement did not read all, or open transactions can still
   * add some.
   */
  private hasMoreThere = false;
  /**
   * Running reads of `missedAfter`, by the position. Slow readers that continue at the same position share one read.
   */
  private readonly missedReads = new Map<string, Promise<Changes | undefined>>();

  constructor(networkId: string, onLeft: () => void) {
    super(networkId, networkId, onLeft);
  }

  /**
   * How often the feed has begun anew, because the clock of the database was set back. Changes before such a beginning
   * may be missing.
   */
  get restartCount(): number {
    return this.restarts;
  }

  /** The position up to which all changes have been read. Throws before the first read. */
  get end(): Place {
    if (!this.last) throw new Error('a feed of changes is read before it has begun');
    return this.last;
  }

  /** Resolves with the position up to which no change can be added any more. It may be later or earlier than `end`. */
  async present({ sql, streams }: GraphqlContext): Promise<Place> {
    return lastPlaceAt(await this.closedNow(sql, streams));
  }

  /**
   * Returns at most `mostAtOnce` changes after the position, from the cache; undefined if some of these changes are not
   * cached.
   */
  after(place: Place): Changes | undefined {
    if (comparePlaces(place, this.first!) < 0) return undefined;
    if (comparePlaces(place, this.end) >= 0) return { changes: [], upTo: place };
    const from = this.indexAfter(place);
    const changes = this.recentEntries.slice(from, from + mostAtOnce).map(({ change }) => change);
    return { changes, upTo: from + mostAtOnce < this.recentEntries.length ? changes.at(-1)!.place : this.end };
  }

  /**
   * Resolves with at most `mostAtOnce` changes after the position, read from the stored history. Resolves with
   * undefined if the retained history begins after the position.
   */
  missedAfter(place: Place, { sql }: GraphqlContext): Promise<Changes | undefined> {
    const key = writePlace(place);
    const runningRead = this.missedReads.get(key);
    if (runningRead) return runningRead;
    const reading = this.readMissed(place, sql).finally(() => this.missedReads.delete(key));
    this.missedReads.set(key, reading);
    return reading;
  }

  protected async advance({ sql, streams }: GraphqlContext): Promise<Advance> {
    if (!this.last) {
      this.first = this.last = lastPlaceAt(await this.closedNow(sql, streams));
      return { isNew: true };
    }
    if (this.ahead.length === 0) {
      const closedUntil = await this.closedNow(sql, streams);
      if (this.last.at.getTime() - closedUntil.getTime() > setBackMs) return this.restart(closedUntil);
      await this.lookAhead(sql, closedUntil);
    }
    const places = this.ahead.slice(0, mostAtOnce);
    const changes = await readChanges(sql, this.networkId, places);
    this.ahead = this.ahead.slice(places.length);
    this.keep(changes);
    const end = this.ahead.length > 0 ? places.at(-1)! : this.aheadUpTo!;
    if (comparePlaces(end, this.last) > 0) this.last = end;
    return { isNew: changes.length > 0, isBehind: this.ahead.length > 0 || this.hasMoreThere };
  }

  /** Begins anew at a closed instant. Changes by the new clock can be earlier than `end`, and would never be read. */
  private restart(closedUntil: Date): Advance {
    this.recentEntries.length = 0;
    this.characters = 0;
    this.first = this.last = lastPlaceAt(closedUntil);
    this.restarts += 1;
    return { isNew: true };
  }

  private closedNow(sql: GraphqlContext['sql'], streams: EventStreams): Promise<Date> {
    return instantsOf(streams).of(this.networkId, sql);
  }

  private async lookAhead(sql: GraphqlContext['sql'], closedUntil: Date): Promise<void> {
    const places = await readPlacesAfter(sql, this.networkId, this.end, mostPlaces);
    this.ahead = places.filter(({ at }) => at <= closedUntil);
    const isAll = this.ahead.length < mostPlaces;
    this.aheadUpTo = isAll ? lastPlaceAt(closedUntil) : this.ahead.at(-1)!;
    this.hasMoreThere = !isAll || this.ahead.length < places.length;
  }

  private async readMissed(place: Place, sql: GraphqlContext['sql']): Promise<Changes | undefined> {
    const closedUntil = await closedInstant(sql, this.networkId);
    const places = (await readPlacesAfter(sql, this.networkId, place, mostAtOnce)).filter(
      ({ at }) => at <= closedUntil,
    );
    const changes = await readChanges(sql, this.networkId, places);
    // Old history may be deleted during the read. So the check comes after the read: history that still exists then was
    // complete during the read.
    const isKept = await assertWithinRetention(sql, { at: place.at }, [{ model: 'Network', id: this.networkId }]).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'validation_out_of_range') return false;
        throw error;
      },
    );
    return isKept
      ? { changes, upTo: places.length < mostAtOnce ? lastPlaceAt(closedUntil) : places.at(-1)! }
      : undefined;
  }

  /**
   * Caches changes, and drops the oldest changes beyond the limits. New changes are never dropped, because no reader
   * has read them yet.
   */
  private keep(changes: readonly RowChange[]): void {
    for (const change of changes) {
      const size = JSON.stringify([change.before, change.after]).length;
      this.recentEntries.push({ change, size });
      this.characters += size;
    }
    while (
      this.recentEntries.length > changes.length &&
      (this.recentEntries.length > mostKept || this.characters > mostCharacters)
    ) {
      const { change: removedChange, size: freedSize } = this.recentEntries.shift()!;
      this.characters -= freedSize;
      this.first = removedChange.place;
    }
  }

  private indexAfter(place: Place): number {
    let [low, high] = [0, this.recentEntries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (comparePlaces(this.recentEntries[middle]!.change.place, place) > 0) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

const instants = new WeakMap<EventStreams, ClosedInstants>();
function instantsOf(streams: EventStreams): ClosedInstants {
  const instantsOfStreams = instants.get(streams) ?? new ClosedInstants();
  instants.set(streams, instantsOfStreams);
  return instantsOfStreams;
}

/**
 * Determines the closed instants of many networks: the last instants to which no open transaction can add a change. One
 * statement runs at a time. Callers that arrive while a statement runs share the next statement.
 */
class ClosedInstants {
  private underWay: Promise<unknown> | undefined;
  private next: { readonly networkIds: Set<string>; readonly read: Promise<ReadonlyMap<string, Date>> } | undefined;

  async of(networkId: string, sql: GraphqlContext['sql']): Promise<Date> {
    this.next ??= this.plan(sql);
    this.next.networkIds.add(networkId);
    return (await this.next.read).get(networkId)!;
  }

  private plan(sql: GraphqlContext['sql']) {
    const networkIds = new Set<string>();
    // The statement starts in a later microtask, so that all callers of this turn of the event loop share it.
    const ahead = Promise.resolve(this.underWay).catch(() => undefined);
    const read = ahead.then(() => {
      this.next = undefined;
      return closedInstants(sql, [...networkIds]);
    });
    this.underWay = read;
    return { networkIds, read };
  }
}
