// The results of an innocent caller, from its process: the answers of a phase, and those that are worth a look.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { InnocentOrders } from './innocent-child';
import type { InnocentAnswer } from './judge';

export interface InnocentFigures {
  readonly answers: number;
  readonly medianMs: number;
  readonly slowestMs: number;
}

/** Rate limits allow a user five requests a second for ever. */
const everyMs = 250;

export class Innocent {
  private child: ChildProcess | undefined;
  private answers: InnocentAnswer[] = [];

  constructor(private readonly onAnswer: (answer: InnocentAnswer) => void) {}

  start(orders: Omit<InnocentOrders, 'everyMs'>): void {
    const child = spawn(process.execPath, ['--import', 'tsx', path.join(__dirname, 'innocent-child.ts')], {
      cwd: path.join(__dirname, '..'),
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (answer: InnocentAnswer) => {
      this.answers.push(answer);
      this.onAnswer(answer);
    });
    child.send({ ...orders, everyMs });
    this.child = child;
  }

  /** The figures since the last call. */
  take(): InnocentFigures {
    const times = this.answers.map(({ ms, ownDelayMs }) => ms - ownDelayMs).sort((a, b) => a - b);
    this.answers = [];
    return {
      answers: times.length,
      medianMs: times[Math.floor(times.length / 2)] ?? 0,
      slowestMs: times.at(-1) ?? 0,
    };
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}
