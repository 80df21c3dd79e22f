// Data folders for embedded databases, and cleaning up processes that are left running in them.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const isRoot = process.getuid?.() === 0;

export function makeFolder(mode = 0o711): string {
  // The path contains a space, as users' paths do.
  const folder = mkdtempSync(path.join(tmpdir(), 'netloom start '));
  chmodSync(folder, mode);
  return folder;
}

/** Copies the folder of a stopped database with its owners, which is far quicker than creating a new one. */
export function copyFolder(template: string): string {
  const folder = makeFolder();
  const { status, stderr } = spawnSync('cp', ['-a', `${template}/.`, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return folder;
}

export function readPostmaster(dataDir: string): number {
  return Number(readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/**
 * Ends a database server that a failed test left behind, and removes the folder. If the folder links to its data
 * elsewhere, that is removed too.
 */
export function removeFolder(folder: string, dataDir = folder): void {
  try {
    process.kill(readPostmaster(dataDir), 'SIGQUIT');
  } catch {
    // No server runs.
  }
  try {
    const target = readlinkSync(path.join(dataDir, 'postgres'));
    rmSync(path.dirname(target), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  } catch {
    // There is no link, so the database lies in the folder itself.
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

/** Whether a process still runs. A zombie does not count as running. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !/^State:\s+Z/m.test(spawnSync('cat', [`/proc/${pid}/status`], { encoding: 'utf8' }).stdout);
}
