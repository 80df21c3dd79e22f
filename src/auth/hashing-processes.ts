// Runs argon2 in child processes of low priority, so that sign-ins do not slow other requests when cores are scarce.
import { spawn, type ChildProcess } from 'node:child_process';
import type { Options } from '@node-rs/argon2';

interface Job {
  readonly name: 'hashSync' | 'verifySync';
  readonly args: readonly unknown[];
}
type Reply = { readonly output: unknown } | { readonly error: string };

/**
 * Added to the nice value of the child process. It then gets about a tenth of the CPU time of a process with normal
 * priority.
 */
const niceIncrement = 10;
/** An idle process ends after this number of milliseconds. Starting another process takes about as long as one hash. */
const idleMs = 10_000;

// Child processes are used instead of threads. Each hash allocates and frees 19 MiB, and the kernel locks the memory
// map of the whole process for that. A low-priority thread without a core would hold this lock and block the threads
// that handle requests.
const script = `
  const os = require('node:os');
  const argon2 = require(process.argv[1]);
  const priority = Math.min(19, os.getPriority() + Number(process.argv[2]));
  os.setPriority(priority);
  // With autogroups, Linux first divides the cores among sessions: this process is one session, each connection of
  // PostgreSQL another. Without autogroups, the file /proc/self/autogroup does not exist.
  const lower = (attempts) => {
    try {
      require('node:fs').writeFileSync('/proc/self/autogroup', String(priority));
    } catch ({ code }) {
      // The kernel returns EAGAIN for writes in quick succession; retry later.
      if (code === 'EAGAIN' && attempts > 1) setTimeout(lower, 200, attempts - 1).unref();
    }
  };
  lower(10);
  // Ignores signals to the process group, because the parent still has requests to finish. This process exits when its
  // parent does.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  process.on('message', ({ name, args }) => {
    try {
      process.send({ output: argon2[name](...args) });
    } catch (error) {
      process.send({ error: String(error) });
    }
  });`;

export const hash = (password: string, options: Options): Promise<string> =>
  run({ name: 'hashSync', args: [password, options] }) as Promise<string>;

export const verify = (storedHash: string, password: string): Promise<boolean> =>
  run({ name: 'verifySync', args: [storedHash, password] }) as Promise<boolean>;

/**
 * Idle child processes, each with the timer that ends it. Callers bound the number of concurrent jobs, and so the
 * number of idle processes.
 */
const idle: { readonly child: ChildProcess; readonly end: NodeJS.Timeout }[] = [];

function run(job: Job): Promise<unknown> {
  const idleProcess = idle.pop();
  clearTimeout(idleProcess?.end);
  const child = idleProcess?.child ?? startProcess();
  // While the child process runs a job, the reference keeps the parent process from exiting.
  child.ref();
  child.channel?.ref();
  return new Promise((resolve, reject) => {
    const fail = (reason: unknown) => {
      removeListeners();
      // The idle process may have ended before it received the job. If so, another process gets the job.
      if (idleProcess) return resolve(run(job));
      reject(reason instanceof Error ? reason : new Error(`a hashing process ended with ${String(reason)}`));
    };
    const finish = (reply: Reply) => {
      removeListeners();
      makeIdle(child);
      if ('error' in reply) reject(new Error(`hashing failed: ${reply.error}`));
      else resolve(reply.output);
    };
    const removeListeners = () => child.off('message', finish).off('error', fail).off('exit', fail);
    child.on('message', finish).on('error', fail).on('exit', fail);
    child.send(job);
  });
}

function startProcess(): ChildProcess {
  const child = spawn(process.execPath, ['-e', script, require.resolve('@node-rs/argon2'), String(niceIncrement)], {
    // An empty environment, because the settings contain secrets and NODE_OPTIONS may name an inspector port.
    env: {},
    // `detached` starts a new session, so that autogroups schedule it separately.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // An idle process that was killed must not get the next job.
  return child.on('exit', () => removeIdle(child)).on('error', () => removeIdle(child));
}

function makeIdle(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  const end = setTimeout(() => {
    removeIdle(child);
    child.kill('SIGKILL');
  }, idleMs).unref();
  idle.push({ child, end });
}

function removeIdle(child: ChildProcess): void {
  const at = idle.findIndex((one) => one.child === child);
  if (at === -1) return;
  clearTimeout(idle[at]!.end);
  idle.splice(at, 1);
}
