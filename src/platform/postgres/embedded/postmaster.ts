// Finds, starts and stops the PostgreSQL server process of a data folder, which this process or another one may have
// started.
import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Cluster, plainEnvironment } from './cluster';

const pollMs = 20;
const longestLog = 10_000_000;
const emptyFilePatienceMs = 5000;

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly status: string;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * The command line of a process, which every user may read. The working folder of a process cannot be used instead:
 * other users, in a container even root, may not read it.
 */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  }
}

/**
 * Whether the process with this id serves the folder. Process ids are reused, especially in containers, so the id in
 * the file `postmaster.pid` may be the id of a process that is no PostgreSQL server.
 */
function servesFolder(pid: number, dir: string): boolean {
  return isAlive(pid) && commandOf(pid).includes(` -D ${dir} `);
}

/** Whether a server runs in the data folder, or was killed there. */
export const hasLockFile = (dir: string): boolean => existsSync(path.join(dir, 'postmaster.pid'));

/**
 * Finds the running server of a data folder by its file `postmaster.pid`. Deletes the file if its server no longer
 * runs.
 */
export function findPostmaster(dir: string): Postmaster | undefined {
  const file = path.join(dir, 'postmaster.pid');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) {
    // The file is empty if the server has just created it and is about to write it, or after the disk was full.
    if (Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < emptyFilePatienceMs) {
      return { pid: 0, port: 0, status: 'starting' };
    }
    rmSync(file, { force: true });
    return undefined;
  }
  if (servesFolder(pid, dir)) return { pid, port: Number(lines[3] ?? 0), status: lines[7] ?? 'starting' };
  // Another program now has the process id that `postmaster.pid` names. PostgreSQL would take it for a running server
  // and refuse to start, so the file is deleted.
  if (isAlive(pid) && readFileSync(file, 'utf8') === text) rmSync(file, { force: true });
  return undefined;
}

/**
 * The ids of the server processes of a data folder. The search runs as the user of these processes, because other users
 * cannot read a process's working folder.
 */
function processesIn({ dir, account }: Cluster): number[] {
  const script = `for entry in /proc/[0-9]*; do
    [ "$(readlink "$entry/cwd")" = "$1" ] || continue
    case "$(readlink "$entry/exe")" in */postgres*) echo "\${entry#/proc/}" ;; esac
  done`;
  const { stdout } = spawnSync('/bin/sh', ['-c', script, 'sh', dir], { ...account, cwd: '/', encoding: 'utf8' });
  return (stdout ?? '').split('\n').filter(Boolean).map(Number);
}

/** Ends server processes whose parent was killed. PostgreSQL refuses to start while they run. */
async function endOrphans(cluster: Cluster): Promise<void> {
  for (let round = 0; round < 100; round += 1) {
    const remainingProcesses = processesIn(cluster);
    if (remainingProcesses.length === 0) return;
    for (const pid of remainingProcesses) {
      try {
        process.kill(pid, round < 50 ? 'SIGQUIT' : 'SIGKILL');
      } catch {
        // The process ended before the signal reached it.
      }
    }
    await pause(pollMs * 2);
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', resolve);
  });
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

function settingsOf(durable: boolean): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // For many small queries, JIT and parallel workers cost more than they gain, and containers have little shared
    // memory (/dev/shm).
    jit: 'off',
    // PostgreSQL would log each statement that it refuses, such as a second row with a unique value, with the values of
    // the statement. The log would grow without bound, and would keep e-mail addresses of deleted users. `log` leaves
    // out errors of statements, and keeps why a server does not start or ends (LOG, FATAL and PANIC).
    log_min_messages: 'log',
    log_checkpoints: 'off',
    max_parallel_workers_per_gather: '0',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
}

function logFrom(log: number, start: number): string {
  const length = Math.min(fstatSync(log).size - start, 65_536);
  const buffer = Buffer.alloc(Math.max(length, 0));
  readSync(log, buffer, 0, buffer.length, start);
  return buffer.toString();
}

export type StartOutcome = 'ready' | 'occupied' | 'retry' | { readonly failure: string };

/** Starts a server and waits until it accepts connections or has ended. */
export async function startPostmaster(cluster: Cluster, durable: boolean): Promise<StartOutcome> {
  const { dir, account, binaries, logFile } = cluster;
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > longestLog) truncateSync(logFile);
  const log = openSync(logFile, 'a+', 0o600);
  const logStart = fstatSync(log).size;
  const port = await freePort();
  const settings = Object.entries(settingsOf(durable)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // The process is detached, so that Ctrl-C in the terminal does not stop PostgreSQL while requests still need it.
  const child = spawn(binaries.postgres, ['-D', dir, '-p', String(port), ...settings], {
    ...account,
    cwd: '/',
    env: plainEnvironment,
    detached: true,
    stdio: ['ignore', log, log],
  });
  let endReason: string | undefined;
  child.once('error', (error) => (endReason = error.message));
  child.once('exit', (code, signal) => (endReason = `it ended with ${signal ?? `exit code ${code}`}`));
  child.unref();
  try {
    while (endReason === undefined) {
      const running = findPostmaster(dir);
      if (running && running.pid === child.pid && running.status === 'ready') return 'ready';
      await pause(pollMs);
    }
    const words = logFrom(log, logStart);
    if (/lock file "postmaster\.pid" already exists|lock file ".*" is empty/.test(words)) return 'occupied';
    if (/shared memory block .* is still in use/.test(words)) {
      await endOrphans(cluster);
      return 'retry';
    }
    if (/could not bind|Address already in use|could not create any TCP\/IP sockets/.test(words)) return 'retry';
    return { failure: /(?:FATAL|PANIC|ERROR):\s*(.*)/.exec(words)?.[1] ?? endReason };
  } finally {
    closeSync(log);
  }
}

/** Stops a server cleanly. After the timeout, stops it by SIGQUIT, so that its next start needs crash recovery. */
export async function stopPostmaster({ pid }: Postmaster, dir: string, timeoutSeconds = 30): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const deadline = performance.now() + timeoutSeconds * 1000;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    while (performance.now() < deadline) {
      if (!servesFolder(pid, dir)) return;
      await pause(pollMs);
    }
  }
}
