// Installs the packages of package-lock.json if packages are missing or have other versions.
import { existsSync, readFileSync } from 'node:fs';
import { inProject, report, run, timeStep } from './project.mjs';

function packagesIn(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/**
 * Whether all packages of package-lock.json are installed in the locked versions, except packages for other platforms.
 * Without `dev`, only packages that the compiled service needs are checked.
 */
export function packagesAreCurrent({ dev = true } = {}) {
  const lockedPackages = packagesIn(inProject('package-lock.json'));
  const installedPackages = packagesIn(inProject('node_modules', '.package-lock.json'));
  if (!lockedPackages || !installedPackages) return false;
  return Object.entries(lockedPackages).every(([folder, { version, optional, peer, ...locked }]) => {
    if (folder === '' || (!dev && (locked.dev || locked.devOptional))) return true;
    const installedPackage = installedPackages[folder];
    return installedPackage ? installedPackage.version === version : Boolean(optional || peer);
  });
}

export async function installIfStale() {
  if (packagesAreCurrent()) return;
  const first = !existsSync(inProject('node_modules'));
  // Code is generated on this machine, so development packages are installed even with NODE_ENV=production.
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const failure = 'Packages could not be installed (npm ci failed; its own words are above).';
  await timeStep(first ? 'Installing packages, about a minute the first time' : 'Installing changed packages', () =>
    npm?.endsWith('.js')
      ? run(process.execPath, [npm, ...args], { failure })
      : run('npm', args, { failure, shell: process.platform === 'win32' }),
  );
  if (!packagesAreCurrent()) report('Warning: the installed packages differ from package-lock.json.');
}
