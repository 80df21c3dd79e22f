// One PostgreSQL server process on a data folder, started by this process or another: found, started and stopped.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync, readSync, rmSync, statSync, truncateSync } from 'node:fs';
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

/** A process's command line: unlike its folder, readable without being its user, also for root in a container. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  }
}

/** Process ids are used again, all the more so in containers: the one in the file may be anybody's by now. */
function servesFolder(pid: number, dir: string): boolean {
  return isAlive(pid) && commandOf(pid).includes(` -D ${dir} `);
}

/** The server on a data folder, if one runs; a file that a dead one left behind is removed. */
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
    // Just made, and its server is about to write it; or left empty by a full disk.
    if (Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < emptyFilePatienceMs) {
      return { pid: 0, port: 0, status: 'starting' };
    }
    rmSync(file, { force: true });
    return undefined;
  }
  if (servesFolder(pid, dir)) return { pid, port: Number(lines[3] ?? 0), status: lines[7] ?? 'starting' };
  // Not alive: PostgreSQL itself recovers. Alive as something else: PostgreSQL would refuse to start.
  if (isAlive(pid) && readFileSync(file, 'utf8') === text) rmSync(file, { force: true });
  return undefined;
}

/** Server processes in a data folder, searched as their own user: other users may not see a process's working folder. */
function processesIn({ dir, account }: Cluster): number[] {
  const script = `for entry in /proc/[0-9]*; do
    [ "$(readlink "$entry/cwd")" = "$1" ] || continue
    case "$(readlink "$entry/exe")" in */postgres*) echo "\${entry#/proc/}" ;; esac
  done`;
  const { stdout } = spawnSync('/bin/sh', ['-c', script, 'sh', dir], { ...account, cwd: '/', encoding: 'utf8' });
  return (stdout ?? '').split('\n').filter(Boolean).map(Number);
}

/** Ends server processes that outlived their killed server; while they run, PostgreSQL refuses to start. */
async function endOrphans(cluster: Cluster): Promise<void> {
  for (let round = 0; round < 100; round += 1) {
    const remaining = processesIn(cluster);
    if (remaining.length === 0) return;
    for (const pid of remaining) {
      try {
        process.kill(pid, round < 50 ? 'SIGQUIT' : 'SIGKILL');
      } catch {
        // It ended in between.
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
    // Many small queries: compiling or spreading them costs more than it gains, and containers have little /dev/shm.
    jit: 'off',
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

/** Starts a server and waits until it takes connections or has ended. */
export async function startPostmaster(cluster: Cluster, durable: boolean): Promise<StartOutcome> {
  const { dir, account, binaries, logFile } = cluster;
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > longestLog) truncateSync(logFile);
  const log = openSync(logFile, 'a+', 0o600);
  const logStart = fstatSync(log).size;
  const port = await freePort();
  const settings = Object.entries(settingsOf(durable)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Detached: the terminal's Ctrl-C must not reach it while requests in flight still need it.
  const child = spawn(binaries.postgres, ['-D', dir, '-p', String(port), ...settings], {
    ...account,
    cwd: '/',
    env: plainEnvironment,
    detached: true,
    stdio: ['ignore', log, log],
  });
  let ended: string | undefined;
  child.once('error', (error) => (ended = error.message));
  child.once('exit', (code, signal) => (ended = `it ended with ${signal ?? `exit code ${code}`}`));
  child.unref();
  try {
    while (ended === undefined) {
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
    return { failure: /(?:FATAL|PANIC|ERROR):\s*(.*)/.exec(words)?.[1] ?? ended };
  } finally {
    closeSync(log);
  }
}

/** Stops a server cleanly; one that does not end in time is ended in the way that recovery is made for. */
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
