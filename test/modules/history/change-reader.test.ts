// A reader of changes, without a database: what it receives if it is slow, disconnected or not affected.
import fc from 'fast-check';
import type { GraphqlContext } from '../../../src/graphql/context';
import { lastPlaceAt, readPlace, writePlace, type Place } from '../../../src/modules/history/live/change-place';
import { ChangeReader, type ReadableChanges } from '../../../src/modules/history/live/change-reader';
import type { RowChange } from '../../../src/modules/history/live/changes-after.sql';

const context = {} as GraphqlContext;
const pageSize = 200;
const start = Date.UTC(2026, 10, 20);
const changeAt = (number: number): RowChange => {
  const place: Place = { at: new Date(start + number), kind: 2, id: '00000000-0000-4000-8000-000000000000' };
  const state = { name: String(number) };
  return {
    ...{ place, model: 'Host', id: place.id, change: 'Changed', event: null, hostTagIds: [] },
    before: state,
    after: state,
  };
};

/**
 * A network's changes in memory: change n happens in millisecond n. Only the latest `keptCount` changes can be read.
 */
class Feed implements ReadableChanges {
  count = 0;
  read = 0;
  restartCount = 0;
  constructor(private readonly keptCount: number) {}
  get end(): Place {
    return lastPlaceAt(new Date(start + this.count));
  }
  present() {
    return Promise.resolve(this.end);
  }
  private page(place: Place) {
    const changes: RowChange[] = [];
    for (let at = place.at.getTime() - start + 1; at <= this.count && changes.length < pageSize; at += 1)
      changes.push(changeAt(at));
    return { changes, upTo: changes.length < pageSize ? this.end : changes.at(-1)!.place };
  }
  after(place: Place) {
    return place.at.getTime() - start < this.count - this.keptCount ? undefined : this.page(place);
  }
  missedAfter(place: Place) {
    this.read += 1;
    return Promise.resolve(this.page(place));
  }
}
const acceptAll = () => true;
const numbersOf = (changes: readonly RowChange[]) => changes.map(({ after }) => Number(after!.name));
/** Reads all events until the present. Returns the numbers of the changes, and the number of gaps. */
async function rest(reader: ChangeReader) {
  const toldCounts: number[] = [];
  let gaps = 0;
  do {
    const event = await reader.next(context);
    if (event?.hasGap) gaps += 1;
    toldCounts.push(...numbersOf(event?.changes ?? []));
  } while (reader.hasMore);
  return { told: toldCounts, gaps };
}
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_one, at) => from + at);

test('changes that the feed no longer has are read from the history, up to 2,000', async () => {
  const feed = new Feed(300);
  const reader = new ChangeReader(feed, acceptAll, undefined);
  expect(await reader.next(context)).toMatchObject({ hasGap: false, changes: [] });
  feed.count = 1_500;
  expect(await rest(reader)).toEqual({ told: numbers(1, 1_500), gaps: 0 });
  expect(feed.read).toBe(6);
  feed.count = 3_000;
  expect(await rest(reader)).toEqual({ told: numbers(1_501, 3_000), gaps: 0 });
});

test('a reader further behind begins anew, and continues with the following changes', async () => {
  const feed = new Feed(300);
  const reader = new ChangeReader(feed, acceptAll, undefined);
  await reader.next(context);
  feed.count = 10_000;
  const { told, gaps } = await rest(reader);
  expect([told.length, gaps]).toEqual([2_000, 1]);
  feed.count = 10_005;
  expect(await rest(reader)).toEqual({ told: numbers(10_001, 10_005), gaps: 0 });
});

test('a reader continues from a cursor, also from one between two changes of the feed', async () => {
  const feed = new Feed(1_000);
  feed.count = 500;
  const first = new ChangeReader(feed, acceptAll, writePlace(changeAt(100).place));
  const event = await first.next(context);
  expect(numbersOf(event!.changes)).toEqual(numbers(101, 300));
  const second = new ChangeReader(feed, acceptAll, event!.cursor);
  expect(await rest(second)).toEqual({ told: numbers(301, 500), gaps: 0 });
});

test('a cursor of another version, of long ago or of the future begins anew', async () => {
  const feed = new Feed(1_000);
  feed.count = 10;
  const cursor = Buffer.from(writePlace(changeAt(1).place), 'base64url');
  cursor.writeUInt8(99, 6);
  const week = 7 * 86_400_000;
  const cursors = [
    cursor.toString('base64url'),
    ...[-week - 1, 120_000].map((ms) => writePlace(lastPlaceAt(new Date(start + ms)))),
  ];
  for (const since of cursors) {
    const reader = new ChangeReader(feed, acceptAll, since);
    expect(await reader.next(context)).toEqual({ hasGap: true, cursor: writePlace(feed.end), changes: [] });
  }
});

test('a reader begins anew after the feed has, because the clock was set back', async () => {
  const feed = new Feed(300);
  feed.count = 1_000;
  const reader = new ChangeReader(feed, acceptAll, null);
  await rest(reader);
  feed.count = 500;
  feed.restartCount += 1;
  expect(await rest(reader)).toEqual({ told: [], gaps: 1 });
  feed.count = 503;
  expect(await rest(reader)).toEqual({ told: [501, 502, 503], gaps: 0 });
});

/**
 * The changes of a network, by their milliseconds. As in the service, `end` moves only when the network changes, and the
 * feed begins anew if the clock has gone back by more than a second.
 */
class QuietFeed implements ReadableChanges {
  restartCount = 0;
  asked = 0;
  private changes: number[] = [];
  constructor(
    private last: number,
    private clock: number,
  ) {}
  get end(): Place {
    return lastPlaceAt(new Date(start + this.last));
  }
  present() {
    this.asked += 1;
    return Promise.resolve(lastPlaceAt(new Date(start + this.clock)));
  }
  change(at: number) {
    this.clock = at;
    this.changes.push(at);
    if (this.last - at > 1_000) {
      this.restartCount += 1;
      this.last = at;
    } else this.last = Math.max(this.last, at);
  }
  after(place: Place) {
    const changes = this.changes.map(changeAt).filter((one) => one.place.at.getTime() > place.at.getTime());
    return { changes, upTo: place.at.getTime() > this.end.at.getTime() ? place : this.end };
  }
  missedAfter(): Promise<undefined> {
    throw new Error('no change is missing in the feed');
  }
}
const millisecond = fc.oneof(fc.nat(3_000), fc.nat(130_000));

test('whatever the cursor, each later change is sent or a gap is reported', async () => {
  await fc.assert(
    fc.asyncProperty(millisecond, millisecond, millisecond, fc.nat(2_000), async (cursor, end, present, wait) => {
      const feed = new QuietFeed(end, present);
      const reader = new ChangeReader(feed, acceptAll, writePlace(lastPlaceAt(new Date(start + cursor))));
      const first = await reader.next(context);
      // The feed begins anew only if the clock is more than a second behind, so other changes come after its end.
      const next = present + 1 + wait;
      const at = end - next > 1_000 ? next : Math.max(next, end + 1);
      feed.change(at);
      const then = await rest(reader);
      if (!first!.hasGap && then.gaps === 0) expect(then.told).toEqual([at]);
      if (cursor - present > 1_000 && cursor > end) expect(first!.hasGap).toBe(true);
      if (cursor <= present && end <= present) expect([first!.hasGap, then]).toEqual([false, { told: [at], gaps: 0 }]);
    }),
    { numRuns: 2_000 },
  );
});

test('a cursor of another replica of a quiet network continues, and only such a cursor costs a statement', async () => {
  const hour = 3_600_000;
  const feed = new QuietFeed(0, hour);
  const reader = new ChangeReader(feed, acceptAll, writePlace(lastPlaceAt(new Date(start + hour))));
  expect(await reader.next(context)).toMatchObject({ hasGap: false, changes: [] });
  expect(feed.asked).toBe(1);
  feed.change(hour + 1);
  expect(await rest(reader)).toEqual({ told: [hour + 1], gaps: 0 });
  await rest(new ChangeReader(feed, acceptAll, writePlace(feed.end)));
  expect(feed.asked).toBe(1);
});

test('changes that do not match are not sent, but a new cursor from time to time', async () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
  const feed = new Feed(1_000);
  const reader = new ChangeReader(feed, ({ after }) => after!.name === '7', undefined);
  await reader.next(context);
  feed.count = 6;
  expect(await reader.next(context)).toBeUndefined();
  feed.count = 8;
  expect(numbersOf((await reader.next(context))!.changes)).toEqual([7]);
  feed.count = 9;
  expect(await reader.next(context)).toBeUndefined();
  clock.mockReturnValue(31_000);
  feed.count = 10;
  expect(await reader.next(context)).toEqual({ hasGap: false, cursor: writePlace(feed.end), changes: [] });
  clock.mockRestore();
});

test('a cursor is decoded to its position, and any other text is refused', () => {
  const { place } = changeAt(5);
  expect(readPlace(writePlace(place), 'since')).toEqual(place);
  expect(readPlace(writePlace(lastPlaceAt(place.at)), 'since')).toEqual(lastPlaceAt(place.at));
  for (const text of ['', 'x', '?'.repeat(32), 'A'.repeat(33), `${'A'.repeat(32)}\n`])
    expect(() => readPlace(text, 'since')).toThrow('since has an invalid format');
});

test('a cursor that the first release gave is continued', async () => {
  const feed = new Feed(1_000);
  feed.count = 300;
  // A cursor after change 100, as the first release (193ded7b) wrote cursors. Clients may still hold such cursors.
  const reader = new ChangeReader(feed, acceptAll, 'AaH2QLxkCn______________________');
  expect(await rest(reader)).toEqual({ told: numbers(101, 300), gaps: 0 });
});
