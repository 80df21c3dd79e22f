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

/** A copy of a folder whose database is stopped, owners included: far quicker than making a new one. */
export function copyFolder(template: string): string {
  const folder = makeFolder();
  const { status, stderr } = spawnSync('cp', ['-a', `${template}/.`, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return folder;
}

export function readPostmaster(dataDir: string): number {
  return Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Ends a server that a failed test left behind, and removes the folder, also where a link in it points to. */
export function removeFolder(folder: string, dataDir = folder): void {
  try {
    process.kill(readPostmaster(dataDir), 'SIGQUIT');
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

/** Whether a process still runs: one that has ended but is not yet forgotten does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !/^State:\s+Z/m.test(spawnSync('cat', [`/proc/${pid}/status`], { encoding: 'utf8' }).stdout);
}
