// Traces a page in Chromium, and computes figures about the tasks of the page's main thread.
import type { Browser, Page } from 'playwright-core';

export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Duration of the task in microseconds. */
  readonly dur?: number;
  /** Processor time of the task in microseconds. It does not include waiting for a core that other programs use. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

export interface TaskFigures {
  readonly tasks: number;
  /** The share of tasks that take at most `limitMs`, from 0 to 1. */
  readonly shareWithin: number;
  /** Of the tasks that take more than 1 ms: the share that take at most `limitMs`, from 0 to 1. */
  readonly shareOfLonger: number;
  /** The number of tasks that take longer than `limitMs`. */
  readonly beyond: number;
  /** The share of tasks that use at most `limitMs` of processor time, from 0 to 1. */
  readonly shareByProcessor: number;
  readonly longestMs: number;
}

/** Figures about the tasks of the busiest renderer process of the browser. The other renderer processes are idle. */
export function taskFigures(events: readonly TraceEvent[], limitMs: number): TaskFigures {
  const mains = new Set(
    events
      .filter(({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const byThread = Map.groupBy(
    events.filter((event) => event.ph === 'X' && event.name === 'RunTask' && mains.has(threadOf(event))),
    threadOf,
  );
  const elapsed = (tasks: readonly TraceEvent[]) => tasks.map(({ dur = 0 }) => dur / 1000);
  const [busiestTasks = []] = [...byThread.values()].sort((one, other) => sum(elapsed(other)) - sum(elapsed(one)));
  const busiest = elapsed(busiestTasks);
  if (busiest.length === 0) throw new Error('the trace has no task of a main thread');
  const shareIn = (tasks: readonly number[]) => tasks.filter((ms) => ms <= limitMs).length / Math.max(1, tasks.length);
  return {
    tasks: busiest.length,
    shareWithin: shareIn(busiest),
    shareOfLonger: shareIn(busiest.filter((ms) => ms > 1)),
    shareByProcessor: shareIn(busiestTasks.map(({ dur = 0, tdur = dur }) => tdur / 1000)),
    beyond: busiest.filter((ms) => ms > limitMs).length,
    longestMs: busiest.reduce((longest, ms) => Math.max(longest, ms), 0),
  };
}

/**
 * Traces the page while `work` runs, with the categories of Chromium that contain tasks of the main thread (`RunTask`).
 */
export async function traced<T>(browser: Browser, page: Page, work: () => Promise<T>) {
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  const result = await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  return { events: traceEvents, result };
}

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
