// A folder for temporary files that is the suite's own: in the system's, those of other suites come and go.
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

let before: string | undefined;

/** From now on this process makes its temporary files there. */
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

/** Files that are there: named, or open in this process and without a name. */
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
