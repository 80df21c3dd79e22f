// Innocent callers, in a process of their own: each answer that they get is told as it comes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { InnocentOrders } from './innocent-child';
import type { InnocentAnswer } from './judge';

/** Between two requests; they take turns, since rate limits allow a user five requests a second for ever. */
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
