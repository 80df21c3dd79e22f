// Tests the memory budget of a process: its default, the size of caches that follows from it, and how work that needs
// much memory waits.
import type { AppError } from '../../../src/errors';
import {
  MemoryGate,
  memoryBudget,
  setMemoryBudget,
  shareOfMemory,
  usualBudget,
} from '../../../src/platform/limits/memory-budget';

const gibibyte = 2 ** 30;

test('the default is 60 % of the machine, or of the cgroup if that allows less', () => {
  expect(usualBudget(10 * gibibyte, 0)).toBe(6 * gibibyte);
  expect(usualBudget(10 * gibibyte, 2 ** 63)).toBe(6 * gibibyte);
  expect(usualBudget(10 * gibibyte, 5 * gibibyte)).toBe(3 * gibibyte);
});

test('a share is smaller only if the budget is below 4 GiB', () => {
  const before = memoryBudget();
  setMemoryBudget(8 * gibibyte);
  expect(shareOfMemory(1000)).toBe(1000);
  setMemoryBudget(gibibyte);
  expect(shareOfMemory(1000)).toBe(250);
  setMemoryBudget(before);
});

describe('the gate', () => {
  let usedBytes = 0;
  let releases = 0;
  const gate = new MemoryGate({ budget: 100, usedBytes: () => usedBytes, release: () => void (releases += 1) });
  const began: string[] = [];
  const leaves: (() => void)[] = [];
  const refused: [string, AppError][] = [];
  /**
   * Requests permission to do heavy work under this name. Returns a function that simulates the disconnection of the
   * caller.
   */
  function enter(name: string): () => void {
    let leave: () => void = () => undefined;
    gate
      .enter((end) => void (leave = end))
      .then(
        (end) => {
          began.push(name);
          leaves.push(end);
        },
        (error: AppError) => refused.push([name, error]),
      );
    return () => leave();
  }
  const advance = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  beforeEach(() => {
    jest.useFakeTimers();
    for (const end of leaves.splice(0)) end();
    for (const list of [began, refused]) list.splice(0);
    usedBytes = 0;
    releases = 0;
  });
  afterEach(() => jest.useRealTimers());

  test('is open within the budget', async () => {
    usedBytes = 100;
    enter('a');
    await advance(0);
    expect([began, releases]).toEqual([['a'], 0]);
  });

  test('beyond the budget releases caches once, and lets waiting work begin one by one', async () => {
    usedBytes = 101;
    for (const name of ['a', 'b', 'c', 'd']) enter(name);
    await advance(5_000);
    expect([began, releases]).toEqual([['a'], 1]);
    usedBytes = 50;
    await advance(100);
    expect(began).toEqual(['a', 'b']);
    usedBytes = 101;
    await advance(1_000);
    expect(began).toEqual(['a', 'b']);
    for (const end of leaves.splice(0)) end();
    await advance(1_000);
    expect(began).toEqual(['a', 'b', 'c']);
    usedBytes = 50;
    await advance(100);
    expect(began).toEqual(['a', 'b', 'c', 'd']);
  });

  test('refuses work that has waited 20 s, and forgets callers that disconnect', async () => {
    usedBytes = 101;
    enter('running');
    enter('late');
    const leave = enter('gone');
    leave();
    await advance(20_000);
    expect(refused.map(([name, { code, params }]) => [name, code, params])).toEqual([
      ['gone', 'service_unavailable', { reason: 'memory_exceeded' }],
      ['late', 'service_unavailable', { reason: 'memory_exceeded' }],
    ]);
    usedBytes = 0;
    enter('next');
    await advance(0);
    expect(began).toEqual(['running', 'next']);
  });
});
