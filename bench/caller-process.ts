// Starts and controls the child process that sends requests, and formats how long its requests took.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Blast, Report, Task } from './callers';

/**
 * A child process that sends requests. It collects no garbage during a measurement, so that only the service, or a lack
 * of cores, delays the requests.
 */
export class Callers {
  private readonly child: ChildProcess = fork(path.join(__dirname, 'callers.ts'), [], {
    // `detached` gives the child process its own session of the operating system, as if it ran on another machine.
    detached: true,
    execArgv: ['--expose-gc', '--max-semi-space-size=64', '--min-semi-space-size=64', '--import', 'tsx'],
  });

  /**
   * Runs a task and resolves with the durations of its requests in milliseconds. A task that reads is stopped when the
   * work `meanwhile` is done.
   */
  async do(task: Task, meanwhile: () => Promise<unknown> = () => Promise.resolve()): Promise<readonly number[]> {
    const report = await this.ask(task, meanwhile);
    return 'times' in report ? report.times : [];
  }

  /** Sends heavy requests during the work. Resolves with the number of answers by kind of request and status. */
  async blast(blast: Blast, work: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
    const report = await this.ask({ kind: 'blast', ...blast }, work);
    return 'counts' in report ? report.counts : {};
  }

  private async ask(task: Task, meanwhile: () => Promise<unknown>): Promise<Report> {
    const reportMessage = once(this.child, 'message') as Promise<[Report]>;
    this.child.send(task);
    await meanwhile();
    if (task.kind === 'read') this.child.send({ kind: 'stop' } satisfies Task);
    const [report] = await reportMessage;
    if ('error' in report) throw new Error(report.error);
    return report;
  }

  /**
   * Sends reads while `work` runs. Resolves with the durations, in milliseconds, of the reads that began before `work`
   * ended.
   */
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
