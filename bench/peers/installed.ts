// What is measured beside Netloom is installed into a folder of its own, with the Node that it needs: no install of ours has it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Peers {
  readonly folder: string;
  /** The program that both servers are run by. */
  readonly node: string;
  readonly versions: Readonly<Record<'node' | 'postgraphile', string>>;
}

const files = ['package.json', 'package-lock.json'];
const folder = path.join(__dirname, '..', '..', '.data', 'peers');

/** Installs what is locked beside this file, unless it is there. */
export async function installedPeers(report: (line: string) => void): Promise<Peers> {
  // npm leaves its own list at the end of an install that was not broken off.
  const isInstalled =
    existsSync(path.join(folder, 'node_modules', '.package-lock.json')) &&
    files.every((file) => textOf(__dirname, file) === textOf(folder, file));
  if (!isInstalled) {
    report('Installing PostGraphile and Node for it, about a minute …');
    mkdirSync(folder, { recursive: true });
    for (const file of files) copyFileSync(path.join(__dirname, file), path.join(folder, file));
    await install();
  }
  const node = path.join(folder, 'node_modules', 'node', 'bin', 'node');
  const lock = JSON.parse(textOf(folder, 'package-lock.json')) as { packages: Record<string, { version: string }> };
  const versionOf = (name: string) => lock.packages[`node_modules/${name}`]!.version;
  return { folder, node, versions: { node: versionOf('node'), postgraphile: versionOf('postgraphile') } };
}

const textOf = (...parts: string[]): string => readFileSync(path.join(...parts), 'utf8');

/** The package `node` fetches its program by a script. */
async function install(): Promise<void> {
  const args = ['ci', '--ignore-scripts=false', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const [command, given] = npm?.endsWith('.js') ? [process.execPath, [npm, ...args]] : ['npm', args];
  const child = spawn(command, given, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error('PostGraphile could not be installed: npm has said why');
}
