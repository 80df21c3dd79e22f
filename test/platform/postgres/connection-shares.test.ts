// Tests how callers share the connections of a pool. While the database responds, the reads of a caller with many reads
// wait, and are not refused.
import { toPublicError } from '../../../src/errors';
import { ConnectionShares, type ConnectionCaller } from '../../../src/platform/postgres/connection-shares';

const owner: ConnectionCaller = { key: 'owner', kind: 'person' };
const other: ConnectionCaller = { key: 'other', kind: 'person' };
const waitMs = 10_000;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/**
 * Starts `count` reads of `owner`, each of which holds a connection for `ms` milliseconds. Returns counts of served and
 * refused reads, which change over time. If `isAnswered` is false, each connection breaks at the end of its read.
 */
function readAtOnce(shares: ConnectionShares, count: number, ms: number, isAnswered = true) {
  const counted = { served: 0, refused: 0 };
  const read = async (caller: ConnectionCaller) => {
    await shares.take(caller, waitMs);
    setTimeout(() => {
      counted.served += 1;
      shares.give(caller, isAnswered);
    }, ms);
  };
  for (let at = 0; at < count; at += 1) void read(owner).catch(() => (counted.refused += 1));
  return counted;
}

test('50 simultaneous reads, 2.8 s each on half of ten connections, are all answered', async () => {
  const counted = readAtOnce(new ConnectionShares(10), 50, 2_800);
  await jest.advanceTimersByTimeAsync(28_000);
  expect(counted).toEqual({ served: 50, refused: 0 });
});

test('a queue without progress is refused after the wait, also if connections break', async () => {
  const still = readAtOnce(new ConnectionShares(10), 50, 120_000);
  const breaking = readAtOnce(new ConnectionShares(10), 50, 4_000, false);
  await jest.advanceTimersByTimeAsync(waitMs + 1);
  // A caller gets five of ten connections, so 45 of 50 reads wait, at most for 10 s. If each read takes 120 s, all 45
  // are refused. If each takes 4 s, ten have ended and five are running by then, so 35 are refused.
  expect([still.refused, breaking]).toEqual([45, { served: 10, refused: 35 }]);
});

test('nobody waits longer than six times the wait, and callers with fewer requests come first', async () => {
  const shares = new ConnectionShares(10);
  const counted = readAtOnce(shares, 200, 2_800);
  await jest.advanceTimersByTimeAsync(1_000);
  const began = Date.now();
  let waitedCount = -1;
  void shares.take(other, waitMs).then(() => {
    waitedCount = Date.now() - began;
    shares.give(other);
  });
  await jest.advanceTimersByTimeAsync(1);
  expect(waitedCount).toBe(0);
  await jest.advanceTimersByTimeAsync(6 * waitMs + 2_800);
  expect(counted.served + counted.refused).toBe(200);
  expect(counted.served).toBeGreaterThanOrEqual(100);
});

test('heavy work of an organization holds two of ten connections, all heavy work five, and others get the rest', () => {
  const shares = new ConnectionShares(10);
  const heavyOf = (key: string): ConnectionCaller => ({ key, kind: 'person', isHeavy: true });
  const lentKeys: string[] = [];
  const take = (caller: ConnectionCaller) => void shares.take(caller, waitMs).then(() => lentKeys.push(caller.key));
  for (const key of ['one', 'one', 'one', 'two', 'two', 'three', 'three']) take(heavyOf(key));
  for (let at = 0; at < 3; at += 1) take(other);
  return jest.advanceTimersByTimeAsync(1).then(() => {
    expect(lentKeys.sort()).toEqual(['one', 'one', 'other', 'other', 'other', 'three', 'two', 'two']);
  });
});

test('heavy work that waits too long for its share is refused as such, not for want of a database', async () => {
  const shares = new ConnectionShares(10);
  const heavyCaller: ConnectionCaller = { key: 'loud', kind: 'person', isHeavy: true };
  const waiting = Array.from({ length: 3 }, () => shares.take(heavyCaller, waitMs));
  const refusal = waiting[2]!.catch((error: unknown) => toPublicError(error));
  await jest.advanceTimersByTimeAsync(waitMs + 1);
  expect(await refusal).toMatchObject({ code: 'organization_busy', params: { reason: 'database_time' } });
});
