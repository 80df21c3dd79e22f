// argon2 in processes of low priority: where cores are short, a crowd that signs in gets what the requests of others leave.
import { spawn, type ChildProcess } from 'node:child_process';
import type { Options } from '@node-rs/argon2';

interface Job {
  readonly name: 'hashSync' | 'verifySync';
  readonly given: readonly unknown[];
}
type Reply = { readonly output: unknown } | { readonly error: string };

/** A tenth of what a process of usual priority gets beside it: enough to go on where all cores are taken. */
const lowered = 10;
/** One that nobody needs ends: the next sign-in waits for another as long as for its hash. */
const idleMs = 10_000;

// No thread of this process: each hash takes and frees 19 MiB, for which the kernel locks the memory of a process as a whole.
// A thread of low priority that holds this lock while it has no core keeps those waiting that answer requests.
const script = `
  const os = require('node:os');
  const argon2 = require(process.argv[1]);
  const priority = Math.min(19, os.getPriority() + Number(process.argv[2]));
  os.setPriority(priority);
  // Linux may share cores out to sessions first: this is one, and each connection of PostgreSQL another. Elsewhere there is no such file.
  const lower = (attempts) => {
    try {
      require('node:fs').writeFileSync('/proc/self/autogroup', String(priority));
    } catch ({ code }) {
      // So little time after another's that the kernel asks for patience.
      if (code === 'EAGAIN' && attempts > 1) setTimeout(lower, 200, attempts - 1).unref();
    }
  };
  lower(10);
  // Signals for the whole group are for its parent, who still answers what has begun; without the parent it ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  process.on('message', ({ name, given }) => {
    try {
      process.send({ output: argon2[name](...given) });
    } catch (error) {
      process.send({ error: String(error) });
    }
  });`;

export const hash = (password: string, options: Options): Promise<string> =>
  run({ name: 'hashSync', given: [password, options] }) as Promise<string>;

export const verify = (hashed: string, password: string): Promise<boolean> =>
  run({ name: 'verifySync', given: [hashed, password] }) as Promise<boolean>;

/** Those with nothing to do, and when each ends. As many work as there are jobs at a time, which is for the caller to bound. */
const idle: { readonly child: ChildProcess; readonly end: NodeJS.Timeout }[] = [];

function run(job: Job): Promise<unknown> {
  const rested = idle.pop();
  clearTimeout(rested?.end);
  const child = rested?.child ?? start();
  // Only one that works keeps this process alive.
  child.ref();
  child.channel?.ref();
  return new Promise((resolve, reject) => {
    const lost = (reason: unknown) => {
      leave();
      // One that rested may have ended before it was asked.
      if (rested) return resolve(run(job));
      reject(reason instanceof Error ? reason : new Error(`a hashing process ended with ${String(reason)}`));
    };
    const replied = (reply: Reply) => {
      leave();
      rest(child);
      if ('error' in reply) reject(new Error(`hashing failed: ${reply.error}`));
      else resolve(reply.output);
    };
    const leave = () => child.off('message', replied).off('error', lost).off('exit', lost);
    child.on('message', replied).on('error', lost).on('exit', lost);
    child.send(job);
  });
}

function start(): ChildProcess {
  const child = spawn(process.execPath, ['-e', script, require.resolve('@node-rs/argon2'), String(lowered)], {
    // It needs none of the settings, which have secrets, nor of the options of Node, which may name a port.
    env: {},
    // A session of its own.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // Ended by others while nobody waits for it, it is not taken for the next job.
  return child.on('exit', () => forget(child)).on('error', () => forget(child));
}

function rest(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  const end = setTimeout(() => {
    forget(child);
    child.kill('SIGKILL');
  }, idleMs).unref();
  idle.push({ child, end });
}

function forget(child: ChildProcess): void {
  const at = idle.findIndex((one) => one.child === child);
  if (at === -1) return;
  clearTimeout(idle[at]!.end);
  idle.splice(at, 1);
}
