// Tests test/support/installed-aside.ts: packages that a single suite needs are installed once, completely or not at
// all.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureInstalled } from '../support/installed-aside';
import { projectDir } from './child';

/** Scripts that replace npm: one installs the file `thing`, and the others fail in different ways. */
const npms = {
  good: `require('fs').mkdirSync('node_modules'); require('fs').writeFileSync('node_modules/thing', '')`,
  'that fails half-way': `require('fs').mkdirSync('node_modules'); require('fs').writeFileSync('node_modules/thing', ''); process.exit(1)`,
  'that leaves an optional package out': `require('fs').mkdirSync('node_modules')`,
};

let source: string;
let name: string;
let installs: number;
beforeEach(() => {
  source = mkdtempSync(path.join(tmpdir(), 'netloom-aside-'));
  name = path.basename(source);
  installs = 0;
  writeLock('1');
  writeFileSync(path.join(source, 'package.json'), '{}');
  setNpm('good');
});
afterEach(() => {
  for (const folder of [source, inData(name)]) rmSync(folder, { recursive: true, force: true });
});

const inData = (...parts: string[]) => path.join(projectDir, '.data', ...parts);
const writeLock = (version: string) => writeFileSync(path.join(source, 'package-lock.json'), version);
function setNpm(kind: keyof typeof npms): void {
  process.env.npm_execpath = path.join(source, 'npm.js');
  writeFileSync(process.env.npm_execpath, npms[kind]);
}
const install = () =>
  ensureInstalled({ source, name, needed: path.join('node_modules', 'thing'), onInstall: () => (installs += 1) });
const leftovers = () => readdirSync(inData()).filter((file) => file.startsWith(`${name}.`));

test('packages are installed once, and again for another lock file', () => {
  for (const version of ['1', '1', '2', '2']) {
    writeLock(version);
    expect(install()).toBe(inData(name));
    expect(readFileSync(inData(name, 'package-lock.json'), 'utf8')).toBe(version);
  }
  expect([installs, leftovers()]).toEqual([2, []]);
});

test.each(['that fails half-way', 'that leaves an optional package out'] as const)(
  'an npm %s leaves nothing behind, and the next call tries again',
  (kind) => {
    setNpm(kind);
    expect(install()).toBeUndefined();
    expect([existsSync(inData(name)), leftovers()]).toEqual([false, []]);
    setNpm('good');
    expect(install()).toBe(inData(name));
  },
);

test('a partial folder of an earlier installation is replaced', () => {
  mkdirSync(inData(name, 'node_modules'), { recursive: true });
  expect(install()).toBe(inData(name));
  expect([installs, existsSync(inData(name, 'node_modules', 'thing'))]).toEqual([1, true]);
});
