// Creates, copies and removes data folders of embedded databases, and ends database servers that a failed test left
// running.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const isRoot = process.getuid?.() === 0;

export function makeFolder(mode = 0o711): string {
  // The path contains a space, as paths of users may.
  const folder = mkdtempSync(path.join(tmpdir(), 'netloom start '));
  chmodSync(folder, mode);
  return folder;
}

/**
 * Copies the data folder of a stopped database, with the owners of its files. A copy takes much less time than a new
 * database.
 */
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
 * Ends a database server that a failed test has left running, and removes the folder. If `postgres` in the data folder
 * is a link, the folder around its target is removed too.
 */
export function removeFolder(folder: string, dataDir = folder): void {
  try {
    process.kill(readPostmaster(dataDir), 'SIGQUIT');
  } catch {
    // No database server runs in the folder.
  }
  try {
    const target = readlinkSync(path.join(dataDir, 'postgres'));
    rmSync(path.dirname(target), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  } catch {
    // `postgres` is no link, so the data is in the folder itself.
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
