// Installs packages that one suite or one benchmark needs into a separate folder. `npm ci` in the project does not
// install them.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const files = ['package.json', 'package-lock.json'];
const dataFolder = path.join(__dirname, '..', '..', '.data');

export interface Aside {
  /** The folder with package.json and package-lock.json. */
  readonly source: string;
  /** The name of the folder below .data. */
  readonly name: string;
  /**
   * A file that exists after a complete installation. npm skips an optional package that it cannot fetch, without an
   * error.
   */
  readonly needed: string;
  readonly onInstall?: () => void;
}

/**
 * Returns the folder with the packages. If packages are missing, npm installs them first and checks their checksums.
 * Returns undefined if npm could not install the packages.
 */
export function ensureInstalled({ source, name, needed, onInstall }: Aside): string | undefined {
  const folder = path.join(dataFolder, name);
  const isSame = (file: string) => textOf(source, file) === textOf(folder, file);
  const isCurrent = () => existsSync(path.join(folder, needed)) && files.every(isSame);
  if (isCurrent()) return folder;
  onInstall?.();
  mkdirSync(dataFolder, { recursive: true });
  const fresh = mkdtempSync(`${folder}.`);
  try {
    for (const file of files) copyFileSync(path.join(source, file), path.join(fresh, file));
    if (!install(fresh) || !existsSync(path.join(fresh, needed))) return undefined;
    // Another process may have installed the packages first. The folder of that process has the same packages, and may
    // be in use.
    if (!isCurrent()) {
      rmSync(folder, { recursive: true, force: true });
      renameSync(fresh, folder);
    }
    return folder;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

const textOf = (...parts: string[]): string => readFileSync(path.join(...parts), 'utf8');

function install(folder: string): boolean {
  const args = ['ci', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const [command, packages] = npm?.endsWith('.js') ? [process.execPath, [npm, ...args]] : ['npm', args];
  return spawnSync(command, packages, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}
