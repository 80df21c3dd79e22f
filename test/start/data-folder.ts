// Folders for embedded databases, and what is left running in them.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const isRoot = process.getuid?.() === 0;

export function makeFolder(mode = 0o711): string {
  // A space, because users have them.
  const folder = mkdtempSync(path.join(tmpdir(), 'netloom start '));
  chmodSync(folder, mode);
  return folder;
}

export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Ends a server that a failed test left behind, and removes the folder, also where a link in it points to. */
export function removeFolder(folder: string, dataDir = folder): void {
  try {
    process.kill(postmasterOf(dataDir), 'SIGQUIT');
  } catch {
    // None runs.
  }
  try {
    const target = readlinkSync(path.join(dataDir, 'postgres'));
    rmSync(path.dirname(target), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  } catch {
    // The database lies in the folder itself.
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

/** The process that has another one's environment gone from under it: a zombie does not count as running. */
export function isRunning(pid: number): boolean {
  return isAlive(pid) && !/^State:\s+Z/m.test(spawnSync('cat', [`/proc/${pid}/status`], { encoding: 'utf8' }).stdout);
}
