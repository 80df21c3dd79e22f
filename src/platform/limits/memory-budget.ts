// The memory budget of the process. Caches and worker threads get shares of it, and heavy work waits while the process
// exceeds it.
import { totalmem } from 'node:os';
import { AppError } from '../../errors';

const mebibyte = 2 ** 20;

/** The budget in bytes on which the sizes of caches and heaps in the code are based. */
const fullBytes = 4096 * mebibyte;

/**
 * The default budget is this share of the smaller of two values: the memory of the machine, and the limit of the
 * cgroup.
 */
const usualPart = 0.6;

/** The default budget in bytes. `constrained` is the limit of a cgroup: 0 or very large if there is none. */
export const usualBudget = (machine = totalmem(), constrained = process.constrainedMemory()): number =>
  Math.floor(usualPart * Math.min(machine, constrained || Infinity));

let budgetBytes = usualBudget();

/** Sets the budget of this process or thread. Call it before the modules with caches are loaded. */
export const setMemoryBudget = (bytes: number): void => void (budgetBytes = bytes);
export const memoryBudget = (): number => budgetBytes;

/**
 * The size of a cache or heap within the budget: `size` with a budget of 4 GiB or more, and proportionally less with a
 * smaller budget.
 */
export const shareOfMemory = (size: number): number =>
  Math.max(1, Math.floor(size * Math.min(1, budgetBytes / fullBytes)));

const mostWaitMs = 20_000;
const betweenLooksMs = 100;
/** Minimum number of milliseconds between releases, because released caches have to be filled again. */
const betweenReleasesMs = 10_000;
const retrySeconds = 10;

export interface MemoryGateOptions {
  readonly budget: number;
  /** Returns the resident memory of the process in bytes. */
  readonly usedBytes?: () => number;
  /** Releases what can be computed again: caches and idle threads. */
  readonly release: () => void;
}

interface Waiting {
  readonly begin: () => void;
}

/**
 * Lets heavy work begin while the process is within its memory budget. Above the budget, heavy work runs one at a time.
 * Waiting work begins in order of arrival.
 */
export class MemoryGate {
  private runningCount = 0;
  private readonly waiting = new Set<Waiting>();
  private timer: NodeJS.Timeout | undefined;
  private releasedAt = -Infinity;

  constructor(private readonly options: MemoryGateOptions) {}

  private get isOpen(): boolean {
    // Work may begin above the budget if no heavy work is running, because a process may exceed its budget even when it
    // is idle.
    return this.runningCount === 0 || (this.options.usedBytes ?? process.memoryUsage.rss)() <= this.options.budget;
  }

  /**
   * Waits until the process is within its budget, or no other heavy work runs. Resolves with the function that ends the
   * work; further calls have no effect. Throws 503 `service_unavailable` after 20 s, or when the caller has
   * disconnected.
   */
  async enter(onGone: (end: () => void) => void): Promise<() => void> {
    if (this.waiting.size === 0 && this.isOpen) this.runningCount += 1;
    else await this.wait(onGone);
    let isRunning = true;
    return () => {
      if (isRunning) this.runningCount -= 1;
      isRunning = false;
    };
  }

  private async wait(onGone: (end: () => void) => void): Promise<void> {
    this.release();
    await new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => {
        if (!this.waiting.delete(entry)) return;
        clearTimeout(late);
        settle();
      };
      const begin = () => {
        this.runningCount += 1;
        resolve();
      };
      const entry: Waiting = { begin: () => end(begin) };
      const refuse = () =>
        end(() => reject(new AppError('service_unavailable', { reason: 'memory_exceeded' }, retrySeconds)));
      const late = setTimeout(refuse, mostWaitMs);
      this.waiting.add(entry);
      onGone(refuse);
      this.look();
    });
  }

  private release(): void {
    const now = performance.now();
    if (now - this.releasedAt < betweenReleasesMs) return;
    this.releasedAt = now;
    this.options.release();
  }

  /**
   * Lets the work that has waited longest begin as soon as it may. Only one piece of work begins at a time, so that its
   * memory is measured before the next begins.
   */
  private look(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      const [first] = this.waiting;
      if (first && this.isOpen) first.begin();
      if (this.waiting.size > 0) this.look();
    }, betweenLooksMs);
  }
}
