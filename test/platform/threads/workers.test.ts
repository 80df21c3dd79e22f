// Tests the worker threads: jobs do not block the event loop, and a job that fails or ends its thread does not affect
// other jobs.
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import { JobBoundExceeded, toPublicError } from '../../../src/errors';
import { createWorkers, type Workers } from '../../../src/platform/threads/workers';
import type { jobs } from './jobs';

let workers: Workers<typeof jobs>;
const start = (size: number, heapMegabytes?: number) =>
  (workers = createWorkers<typeof jobs>(path.join(__dirname, 'jobs.ts'), { size, heapMegabytes }));
afterEach(() => workers.close());

test('a job runs in another thread and returns its output', async () => {
  start(1);
  expect(await workers.run('double', 21)).toBe(42);
  expect((await workers.run('thread', undefined)).threadId).not.toBe(threadId);
});

test('jobs of the same affinity run in one thread; others are distributed', async () => {
  start(3);
  const alike = await Promise.all(Array.from({ length: 4 }, () => workers.run('thread', undefined, 'one network')));
  expect(new Set(alike.map((one) => one.threadId)).size).toBe(1);
  expect(alike.map(({ done }) => done)).toEqual([1, 2, 3, 4]);
  const spread = await Promise.all(Array.from({ length: 3 }, () => workers.run('thread', undefined)));
  expect(new Set(spread.map((one) => one.threadId)).size).toBe(3);
});

test('bytes are returned unchanged, and shared memory is read without copying', async () => {
  start(1);
  expect(await workers.run('bytes', { length: 100_000 })).toEqual(new Uint8Array(100_000).fill(7));
  const shared = new Uint8Array(new SharedArrayBuffer(8)).fill(9);
  expect(await workers.run('readShared', shared)).toBe(9);
});

test('groups take turns on a thread, so that the many jobs of one group do not hold up another', async () => {
  start(1);
  const finishedGroups: string[] = [];
  const job = (group: string) =>
    workers
      .of(group)
      .run('thread', undefined)
      .then(() => void finishedGroups.push(group));
  await Promise.all(['many', 'many', 'many', 'many', 'few', 'few', 'other'].map(job));
  expect(finishedGroups).toEqual(['many', 'many', 'few', 'other', 'many', 'few', 'many']);
});

test('each job of a group is charged with its time on the thread, also if it fails, without its wait', async () => {
  const charged: [string, number][] = [];
  workers = createWorkers<typeof jobs>(path.join(__dirname, 'jobs.ts'), {
    size: 1,
    onWorked: (group, ms) => charged.push([group, ms]),
  });
  const startedAt = performance.now();
  const failing = workers
    .of('one')
    .run('fail', 'no such box')
    .catch(() => undefined);
  await Promise.all([failing, workers.of('two').run('double', 1), workers.run('double', 1)]);
  expect(charged.map(([group]) => group)).toEqual(['one', 'two']);
  expect(charged[0]![1] + charged[1]![1]).toBeLessThanOrEqual(performance.now() - startedAt);
});

test('a job that throws does not affect others', async () => {
  start(1);
  const failing = workers.run('fail', 'no such box');
  const following = workers.run('double', 2);
  await expect(failing).rejects.toThrow('no such box');
  expect(await following).toBe(4);
});

test.each(['crash', 'hoard'] as const)(
  'if a thread ends (%s), its job fails and the thread is replaced',
  async (job) => {
    start(1, 64);
    const failing = workers.run(job, undefined);
    const following = workers.run('double', 2);
    await expect(failing).rejects.toThrow(/ended with 3|memory/);
    expect(await following).toBe(4);
  },
);

test('a job that finds the memory full with what earlier jobs left is run once more; one that fills it itself fails', async () => {
  const charged: string[] = [];
  const onWorked = (group: string) => void charged.push(group);
  workers = createWorkers<typeof jobs>(path.join(__dirname, 'jobs.ts'), { size: 1, heapMegabytes: 64, onWorked });
  const before = await workers.run('thread', undefined);
  expect(await workers.of('one').run('hoardUnlessFirst', undefined)).toBe(1);
  // The first run exceeded the memory limit, which ended its thread, so the job ran again in a new thread. Both runs
  // are charged.
  expect(charged).toEqual(['one', 'one']);
  const after = await workers.run('thread', undefined);
  expect([after.threadId === before.threadId, after.done]).toEqual([false, 1]);
  const failing = workers.run('hoard', undefined);
  const following = workers.run('double', 2);
  const error = await failing.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(JobBoundExceeded);
  expect(toPublicError(error)).toMatchObject({ code: 'service_unavailable', params: { reason: 'memory_exceeded' } });
  expect(await following).toBe(4);
});

test('a job beyond its time limit fails, its thread ends, and waiting jobs run in another', async () => {
  // With fake timers, time passes only by `advanceTimersByTime`.
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  try {
    const options = { size: 1, secondsPerJob: 1.5 };
    workers = createWorkers<typeof jobs>(path.join(__dirname, 'jobs.ts'), options);
    const first = workers.run('thread', undefined);
    // The time limit of a job does not include the start of its thread.
    jest.advanceTimersByTime(1_500);
    const before = await first;
    let isOver = false;
    const failing = expect(workers.run('never', undefined))
      .rejects.toThrow('more than 1.5 s')
      .finally(() => (isOver = true));
    const following = workers.run('thread', undefined);
    // Nothing tells when the thread has begun the job, so time passes until the job has failed.
    while (!isOver) {
      jest.advanceTimersByTime(1_500);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await failing;
    expect((await following).threadId).not.toBe(before.threadId);
  } finally {
    jest.useRealTimers();
  }
});

test('a job whose input cannot be sent fails alone', async () => {
  start(1);
  await expect(workers.run('double', (() => 1) as never)).rejects.toThrow(/could not be cloned/);
  expect(await workers.run('double', 2)).toBe(4);
});

test('closing fails running and waiting jobs, and all later ones', async () => {
  start(1);
  const ended = ['never', 'never'].map((job) => workers.run(job as 'never', undefined));
  const settled = Promise.allSettled(ended);
  await workers.close();
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(workers.run('double', 1)).rejects.toThrow('ended');
});
