// A pool of worker threads for work that would block the event loop.
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { JobBoundExceeded } from '../../errors';
import { memoryBudget, shareOfMemory } from '../limits/memory-budget';
import { traced } from '../tracing/tracing';
import { FairQueue } from './fair-queue';

/**
 * Jobs by name. Inputs and outputs are copied, except shared memory and byte arrays that own their buffer, which are
 * transferred.
 */
export type JobTable<J> = { readonly [N in keyof J]: (input: never) => unknown };
export type JobInput<J extends JobTable<J>, N extends keyof J> = Parameters<J[N]>[0];
export type JobOutput<J extends JobTable<J>, N extends keyof J> = Awaited<ReturnType<J[N]>>;

export interface Workers<J extends JobTable<J>> {
  /**
   * Returns this pool for the jobs of one group. If jobs of several groups wait for a thread, the pool runs them
   * alternately, so that a group with many jobs does not delay the others.
   */
  of(group: string): Pick<Workers<J>, 'run' | 'of'>;
  /**
   * Resolves with the job's output; rejects if the job throws or its thread ends. Jobs with the same `affinity` run on
   * the same thread, which may cache data.
   */
  run<N extends keyof J & string>(job: N, input: JobInput<J, N>, affinity?: string): Promise<JobOutput<J, N>>;
  /** Ends the threads that have no job, which releases their memory. The next job starts a new thread. */
  endIdle(): void;
  /** Ends the threads. Running and waiting jobs fail. */
  close(): Promise<void>;
}

export interface WorkerOptions {
  /** Number of threads, which start when they are first needed. */
  readonly size?: number;
  /**
   * Maximum heap of one thread in MB, of which the thread gets the share that the memory budget allows. A thread that
   * exceeds it ends, and its job fails.
   */
  readonly heapMegabytes?: number;
  /**
   * Maximum duration of a job in seconds, without the start of its thread. A job that takes longer fails, and its
   * thread ends.
   */
  readonly secondsPerJob?: number;
  /** Called after each job of a group, with the time that it took on its thread in milliseconds. */
  readonly onWorked?: (group: string, ms: number) => void;
}

interface Task {
  readonly group: string | undefined;
  readonly message: { readonly job: string; readonly input: unknown };
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
}
/** What a thread sends: that it begins a job, then the job's result. */
export type Reply = { readonly isBegun: true } | { readonly output: unknown } | { readonly error: string };

const outOfMemory = 'ERR_WORKER_OUT_OF_MEMORY';
const mostThreads = 4;
/** Minimum heap of a thread in MB, whatever the memory budget is. */
const leastHeapMegabytes = 256;
/** Default number of threads, which leaves one core to the event loop. */
export const usualThreads = () => Math.min(Math.max(availableParallelism() - 1, 1), mostThreads);
/**
 * Code that a new thread runs first. The compiled service needs no loader; for TypeScript files, the thread installs
 * the same loader as its process.
 */
const bootstrap = `
  const { workerData } = require('node:worker_threads');
  const load = require('node:module').createRequire(workerData.main);
  if (workerData.main.endsWith('.ts')) load('tsx/cjs');
  load(workerData.main).work(load(workerData.jobsFile).jobs);`;

const heapWithin = (megabytes: number): number =>
  Math.min(megabytes, Math.max(leastHeapMegabytes, shareOfMemory(megabytes)));

/** Creates a pool. `jobsFile` is the path, without extension, of a module that exports the table as `jobs`. */
export function createWorkers<J extends JobTable<J>>(
  jobsFile: string,
  { size = usualThreads(), heapMegabytes = 2048, ...options }: WorkerOptions = {},
): Workers<J> {
  const threads = Array.from(
    { length: size },
    () => new Thread(jobsFile, { heapMegabytes: heapWithin(heapMegabytes), ...options }),
  );
  let isClosed = false;
  const leastBusy = () => threads.reduce((least, one) => (one.load < least.load ? one : least));
  const runIn = (group: string | undefined): Pick<Workers<J>, 'run' | 'of'> => ({
    of: runIn,
    run: (job, input, affinity) => {
      const runOnThread = () =>
        new Promise<never>((resolve, reject) => {
          if (isClosed) throw new Error('the worker threads have been ended');
          const thread = affinity === undefined ? leastBusy() : threads[hashOf(affinity) % size]!;
          thread.add({ group, message: { job, input }, resolve: resolve as Task['resolve'], reject });
        });
      return traced(`thread ${job}`, { isPart: true }, runOnThread);
    },
  });
  return {
    ...runIn(undefined),
    endIdle: () => {
      for (const thread of threads) thread.endIdle();
    },
    close: async () => {
      isClosed = true;
      await Promise.all(threads.map((thread) => thread.end(new Error('the worker threads have been ended'))));
    },
  };
}

/** One slot of the pool: a thread, if one is running, and the jobs that wait for it. */
class Thread {
  private worker: Worker | undefined;
  private current: Task | undefined;
  private startedAt = 0;
  /** Number of jobs that the running thread has begun. */
  private begunCount = 0;
  private timer: NodeJS.Timeout | undefined;
  private readonly queue = new FairQueue<Task>();

  constructor(
    private readonly jobsFile: string,
    private readonly options: Omit<WorkerOptions, 'size'>,
  ) {}

  get load(): number {
    return this.queue.length + (this.current ? 1 : 0);
  }

  add(task: Task): void {
    this.queue.add(task.group, task);
    this.next();
  }

  endIdle(): void {
    const { worker } = this;
    if (this.current || !worker) return;
    this.worker = undefined;
    void worker.terminate();
  }

  async end(reason: Error): Promise<void> {
    for (let task = this.queue.take(); task; task = this.queue.take()) task.reject(reason);
    const { worker } = this;
    this.lose(worker, reason);
    await worker?.terminate();
  }

  /** Starts the next job once the previous one is done. */
  private next(): void {
    if (this.current) return;
    const task = this.queue.take();
    if (task) this.begin(task);
  }

  private begin(task: Task): void {
    this.current = task;
    this.startedAt = performance.now();
    try {
      if (!this.worker) this.begunCount = 0;
      this.worker ??= this.start();
      this.begunCount += 1;
      // A thread keeps the process running only while it works on a job.
      this.worker.ref();
      this.worker.postMessage(task.message);
    } catch (error) {
      this.finish((task) => task.reject(error as Error));
    }
  }

  private finish(settle: (task: Task) => void): void {
    const task = this.current;
    this.current = undefined;
    clearTimeout(this.timer);
    this.worker?.unref();
    if (task) this.charge(task);
    if (task) settle(task);
    this.next();
  }

  private charge({ group }: Task): void {
    if (group !== undefined) this.options.onWorked?.(group, performance.now() - this.startedAt);
  }

  private start(): Worker {
    const worker = new Worker(bootstrap, {
      eval: true,
      execArgv: [],
      name: 'netloom',
      workerData: {
        main: path.join(__dirname, `worker${path.extname(__filename)}`),
        ...{ jobsFile: this.jobsFile, memoryBudget: memoryBudget() },
      },
      resourceLimits: { maxOldGenerationSizeMb: this.options.heapMegabytes },
    });
    worker.on('message', (reply: Reply) => {
      if ('isBegun' in reply) return this.limitTime(worker);
      this.finish(({ resolve, reject }) =>
        'error' in reply ? reject(new Error(`a job failed: ${reply.error}`)) : resolve(reply.output),
      );
    });
    worker.on('messageerror', (error) => this.finish(({ reject }) => reject(error)));
    worker.on('error', (error: NodeJS.ErrnoException) =>
      error.code === outOfMemory ? this.loseByMemory(worker, error) : this.lose(worker, error),
    );
    worker.on('exit', (code) => this.lose(worker, new Error(`a worker thread ended with ${code}`)));
    return worker;
  }

  private limitTime(worker: Worker): void {
    const { secondsPerJob } = this.options;
    if (secondsPerJob !== undefined && this.worker === worker)
      this.timer = setTimeout(() => this.giveUp(), secondsPerJob * 1000);
  }

  private giveUp(): void {
    const { worker } = this;
    this.lose(worker, new JobBoundExceeded('time', `a job took more than ${this.options.secondsPerJob} s`));
    void worker?.terminate();
  }

  /**
   * If a job exceeds the memory of a thread that has run other jobs before, their cached data may be the cause. So the
   * job is run once more on a new thread.
   */
  private loseByMemory(worker: Worker, error: Error): void {
    if (this.worker !== worker) return;
    const task = this.begunCount > 1 ? this.current : undefined;
    if (!task) return this.lose(worker, new JobBoundExceeded('memory', error.message, { cause: error }));
    clearTimeout(this.timer);
    this.charge(task);
    this.worker = undefined;
    this.begin(task);
  }

  /** If a thread ends, its job fails. The next job starts a new thread. */
  private lose(worker: Worker | undefined, reason: Error): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    this.finish(({ reject }) => reject(reason));
  }
}

/** An evenly distributed hash of the text (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
