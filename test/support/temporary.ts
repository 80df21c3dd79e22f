// A separate folder for temporary files of one suite. In the system's folder for temporary files, other suites create
// and remove files at the same time.
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

let before: string | undefined;

/** From now on, this process creates its temporary files in a new folder. */
export function enterOwnTemporary(): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'netloom-own-'));
  before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
}

export function leaveOwnTemporary(): void {
  rmSync(tmpdir(), { recursive: true });
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
}

/** Existing temporary files: files with a name, and unnamed files that this process has open. */
export function temporaryFiles(): string[] {
  const open = readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)];
    } catch {
      return [];
    }
  });
  return [...readdirSync(tmpdir()), ...open.filter((name) => name.startsWith(`${tmpdir()}/`))];
}
