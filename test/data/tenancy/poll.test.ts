// Tests the poll that reads changes from the database in rounds. A write of this process starts a round at once, the
// rate of rounds is limited, and without writes there are five rounds a second.
import { createPoll } from '../../../src/data/tenancy/poll';

const change = { networkId: 'one' };
/**
 * Starts a poll whose rounds return the result of `readChanges`. Counts its rounds, the changes that it has reported,
 * and its subscriptions to writes of this process.
 */
async function listening(readChanges: () => readonly (typeof change)[] | Error = () => []) {
  let rounds = 0;
  let reportedCount = 0;
  let listenedCount = 0;
  const hearers = new Set<() => void>();
  const poll = createPoll<typeof change>({
    read: async (networkIds) => {
      if (networkIds.length === 0) return [];
      rounds += 1;
      const answer = readChanges();
      if (answer instanceof Error) throw answer;
      return answer;
    },
    onError: () => undefined,
    onWrite: (writtenChange) => {
      listenedCount += 1;
      hearers.add(writtenChange);
      return () => void hearers.delete(writtenChange);
    },
  });
  const leave = await poll.listen({ networkIds: () => ['one'], onChange: () => (reportedCount += 1) });
  return {
    ...{ leave, hearers },
    write: () => hearers.forEach((writtenChange) => writtenChange()),
    counts: () => ({ rounds, told: reportedCount, listened: listenedCount }),
  };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

test('without writes there are five rounds a second, and none without listeners', async () => {
  const { counts, leave, hearers } = await listening();
  await pass(10_000);
  expect(counts().rounds).toBe(51);
  leave();
  await pass(200);
  const initialCounts = counts();
  expect(hearers.size).toBe(0);
  await pass(10_000);
  expect(counts()).toEqual(initialCounts);
});

test('after a write of this process a round begins at once, and its change is reported', async () => {
  let isChanged = false;
  const { counts, write } = await listening(() => {
    const readResult = isChanged ? [change] : [];
    isChanged = false;
    return readResult;
  });
  await pass(100);
  isChanged = true;
  write();
  await pass(0);
  expect(counts()).toEqual({ rounds: 2, told: 1, listened: 1 });
});

test('many writes do not cause as many rounds: 25 ms apart if they find nothing, 200 ms if they find a change', async () => {
  for (const [readResult, mostRounds] of [
    [[], 42],
    [[change], 6],
  ] as const) {
    const { counts, write, leave } = await listening(() => readResult);
    for (let ms = 0; ms < 1_000; ms += 1) {
      write();
      await pass(1);
    }
    expect(counts().rounds).toBeGreaterThan(mostRounds * 0.8);
    expect(counts().rounds).toBeLessThanOrEqual(mostRounds);
    leave();
    await pass(1_000);
  }
});

test('a write during a round causes another round', async () => {
  let answer: () => void = () => undefined;
  let rounds = 0;
  let onWritten: () => void = () => undefined;
  const poll = createPoll<typeof change>({
    read: () => {
      rounds += 1;
      return rounds === 1 ? Promise.resolve([]) : new Promise((resolve) => (answer = () => resolve([])));
    },
    onError: () => undefined,
    onWrite: (heardChange) => {
      onWritten = heardChange;
      return () => undefined;
    },
  });
  await poll.listen({ networkIds: () => ['one'], onChange: () => undefined });
  await pass(200);
  expect(rounds).toBe(2);
  onWritten();
  answer();
  await pass(25);
  expect(rounds).toBe(3);
});

test('while the database does not answer, writes cause no additional rounds', async () => {
  let isAway = false;
  const { counts, write } = await listening(() => (isAway ? new Error('away') : []));
  isAway = true;
  await pass(200);
  const before = counts().rounds;
  for (let second = 0; second < 10; second += 1) {
    write();
    await pass(1_000);
  }
  expect(counts().rounds - before).toBe(5);
});
