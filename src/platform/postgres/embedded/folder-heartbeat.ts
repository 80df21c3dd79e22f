// Tells whether a process in another container, or on another machine, uses the data folder. The process id in
// `postmaster.pid` tells that only to processes of the same PID namespace.
import { closeSync, fstatSync, openSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const beatMs = 1000;
/** Milliseconds without a heartbeat after which the process that wrote the file counts as ended. */
const silenceMs = 3000;
const pollMs = 100;

const fileIn = (dataDir: string) => path.join(dataDir, 'alive');

/** Names the start of this machine and the PID namespace. Process ids can be compared only if both are equal. */
function nameProcessSpace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/** The file is opened for each look, because network file systems reread its time only then. */
function readHeartbeat(dataDir: string): { processSpace: string; beatAt: number } | undefined {
  let file: number;
  try {
    file = openSync(fileIn(dataDir), 'r');
  } catch {
    return undefined;
  }
  try {
    return { processSpace: readFileSync(file, 'utf8'), beatAt: fstatSync(file).mtimeMs };
  } finally {
    closeSync(file);
  }
}

/**
 * Whether a process in another PID namespace or on another machine uses the folder. Takes 3 s if such a process used it
 * last and has ended.
 */
export async function isUsedElsewhere(dataDir: string): Promise<boolean> {
  const first = readHeartbeat(dataDir);
  if (!first || first.processSpace === nameProcessSpace()) return false;
  // Only changes of the time are compared, because another machine may have another time.
  const deadline = performance.now() + silenceMs;
  while (performance.now() < deadline) {
    await pause(pollMs);
    const next = readHeartbeat(dataDir);
    if (next && next.beatAt !== first.beatAt) return true;
  }
  return false;
}

/**
 * Marks the folder as used by this process, until the returned function is called. A heartbeat changes only the time of
 * the file, which needs no space on a full disk.
 */
export function startHeartbeat(dataDir: string): () => void {
  const file = fileIn(dataDir);
  try {
    // Only the owner of a file may set its time, and another user may have started Netloom before.
    rmSync(file, { force: true });
    writeFileSync(file, nameProcessSpace());
  } catch {
    // Without the file, only a start in the same PID namespace is refused. That is no reason not to start.
  }
  const timer = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => undefined);
  }, beatMs).unref();
  return () => clearInterval(timer);
}
