// Jobs for the tests of worker threads: one that succeeds, some that fail, and some that end their thread.
import { threadId } from 'node:worker_threads';

let finishedCount = 0;

export const jobs = {
  double: (input: number) => input * 2,
  thread: () => ({ threadId, done: (finishedCount += 1) }),
  bytes: (input: { length: number }) => new Uint8Array(input.length).fill(7),
  readShared: (input: Uint8Array) => input[0]!,
  fail: (input: string): never => {
    throw new Error(input);
  },
  crash: (): never => process.exit(3),
  hoard: (): number => {
    const arrays: number[][] = [];
    for (;;) arrays.push(Array.from({ length: 100_000 }, (_, at) => at + arrays.length));
  },
  /** Exceeds the memory limit of the thread, which ends the thread, unless it is the first job of the thread. */
  hoardUnlessFirst: (): number => (finishedCount === 0 ? 1 : jobs.hoard()),
  never: () => new Promise<number>(() => undefined),
};
