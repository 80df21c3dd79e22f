// argon2 on threads of low priority: where cores are short, a crowd that signs in gets what the requests of others leave.
import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

interface Job {
  readonly name: 'hashSync' | 'verifySync';
  readonly given: readonly unknown[];
}
type Reply = { readonly output: unknown } | { readonly error: string };

/** A tenth of what a thread of usual priority gets beside it: enough to go on where all cores are taken. */
const lowered = 10;
/** A thread that nobody needs ends: the next sign-in waits for one as long as for its hash. */
const idleMs = 10_000;

// Linux alone has priorities of threads; elsewhere it would be that of the whole process.
const script = `
  const { parentPort, workerData } = require('node:worker_threads');
  const os = require('node:os');
  const argon2 = require(workerData.argon2);
  if (process.platform === 'linux') os.setPriority(Math.min(19, os.getPriority() + workerData.lowered));
  parentPort.on('message', ({ name, given }) => {
    try {
      parentPort.postMessage({ output: argon2[name](...given) });
    } catch (error) {
      parentPort.postMessage({ error: String(error) });
    }
  });`;

export const hash = (password: string, options: Options): Promise<string> =>
  run({ name: 'hashSync', given: [password, options] }) as Promise<string>;

export const verify = (hashed: string, password: string): Promise<boolean> =>
  run({ name: 'verifySync', given: [hashed, password] }) as Promise<boolean>;

/** Those with nothing to do, and when each ends. As many work as there are jobs at a time, which is for the caller to bound. */
const idle: { readonly thread: Worker; readonly end: NodeJS.Timeout }[] = [];

function run(job: Job): Promise<unknown> {
  const rested = idle.pop();
  clearTimeout(rested?.end);
  const thread = rested?.thread ?? start();
  // Only a thread that works keeps the process alive.
  thread.ref();
  return new Promise((resolve, reject) => {
    const lost = (reason: unknown) => {
      leave();
      reject(reason instanceof Error ? reason : new Error(`a hashing thread ended with ${String(reason)}`));
    };
    const replied = (reply: Reply) => {
      leave();
      rest(thread);
      if ('error' in reply) reject(new Error(`hashing failed: ${reply.error}`));
      else resolve(reply.output);
    };
    const leave = () => thread.off('message', replied).off('error', lost).off('exit', lost);
    thread.on('message', replied).on('error', lost).on('exit', lost);
    thread.postMessage(job);
  });
}

const start = () =>
  new Worker(script, { eval: true, execArgv: [], workerData: { argon2: require.resolve('@node-rs/argon2'), lowered } });

function rest(thread: Worker): void {
  thread.unref();
  const end = setTimeout(() => {
    idle.splice(
      idle.findIndex((one) => one.thread === thread),
      1,
    );
    void thread.terminate();
  }, idleMs).unref();
  idle.push({ thread, end });
}
