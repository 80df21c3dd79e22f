// Starts the child process of the innocent callers, and passes on each of their responses.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { InnocentOrders } from './innocent-child';
import type { InnocentAnswer } from './judge';

/**
 * Milliseconds between two requests of all innocent callers together. The callers take turns, because in the long run
 * each user may send only five requests per second.
 */
const everyMs = 100;

export class Innocent {
  private child: ChildProcess | undefined;

  constructor(private readonly onAnswer: (answer: InnocentAnswer) => void) {}

  start(orders: Omit<InnocentOrders, 'everyMs'>): void {
    const child = spawn(process.execPath, ['--import', 'tsx', path.join(__dirname, 'innocent-child.ts')], {
      cwd: path.join(__dirname, '..'),
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', this.onAnswer);
    child.send({ ...orders, everyMs });
    this.child = child;
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}
