// Starts and controls the child process that sends requests, and prints how long its requests took.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Report, Task } from './callers';

/**
 * A child process that sends requests. Only the service and a lack of cores delay it: it collects garbage before a
 * measurement and has enough heap until the end, because a collection would count as a delay.
 */
export class Callers {
  private readonly child: ChildProcess = fork(path.join(__dirname, 'callers.ts'), [], {
    // `detached` gives the child process a session of its own, as if it ran on another machine.
    detached: true,
    execArgv: ['--expose-gc', '--max-semi-space-size=64', '--min-semi-space-size=64', '--import', 'tsx'],
  });

  /**
   * Runs a task and resolves with the duration of each request in milliseconds. Readers stop when the work `meanwhile`
   * is done.
   */
  async do(task: Task, meanwhile: () => Promise<unknown> = () => Promise.resolve()): Promise<readonly number[]> {
    const reportMessage = once(this.child, 'message') as Promise<[Report]>;
    this.child.send(task);
    await meanwhile();
    if (task.kind === 'read') this.child.send({ kind: 'stop' } satisfies Task);
    const [report] = await reportMessage;
    if ('error' in report) throw new Error(report.error);
    return report.times;
  }

  /** Resolves with the duration, in milliseconds, of each request that began during the work. */
  read(readers: Omit<Task & { kind: 'read' }, 'kind'>, work: () => Promise<unknown>): Promise<readonly number[]> {
    return this.do({ kind: 'read', ...readers }, work);
  }

  end(): void {
    this.child.kill();
  }
}

export const at = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!;

export const formatDelays = (times: readonly number[]): string =>
  `p50 ${at(times, 0.5).toFixed(1)} ms p99 ${at(times, 0.99).toFixed(1)} ms`;
