// Functions that all scripts share: paths in the project, timed steps, child processes and fingerprints.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export const projectDir = path.resolve(import.meta.dirname, '..');
export const inProject = (...parts) => path.join(projectDir, ...parts);

/** An expected error, which is reported as one line without a stack. */
export class Failure extends Error {}

/** Prints a line of progress to stderr, so that progress does not mix with the output of a command. */
export function report(line) {
  process.stderr.write(`${line}\n`);
}

/** Runs a step, and prints its title and how long it took. */
export async function timeStep(title, work) {
  const startedAt = performance.now();
  report(`${title} …`);
  const result = await work();
  report(`${title}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

/** Runs a program to its end. Throws a Failure if the program fails, with its output if that was captured. */
export async function run(command, args, { quiet = false, env = {}, shell = false, failure } = {}) {
  const child = spawn(command, args, {
    cwd: projectDir,
    shell,
    // The programs of installed packages can call each other by name, even if npm has not set PATH.
    env: { ...process.env, PATH: [inProject('node_modules', '.bin'), process.env.PATH].join(path.delimiter), ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
  });
  const outputLines = [];
  child.stdout?.on('data', (chunk) => outputLines.push(chunk));
  child.stderr?.on('data', (chunk) => outputLines.push(chunk));
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (...ending) => resolve(ending));
  });
  if (code === 0) return;
  const output = Buffer.concat(outputLines).toString().trim();
  throw new Failure(
    [failure ?? `${path.basename(command)} failed (${signal ?? `exit code ${code}`}).`, output].join('\n').trim(),
  );
}

const requireHere = createRequire(import.meta.url);

/** The path of the script behind a package's command. The script can be run with this Node and without a shell. */
export function findBinary(packageName, command = packageName) {
  const folder = inProject('node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return path.join(folder, typeof bin === 'string' ? bin : bin[command]);
}

let typescriptIsLoadable = false;

/** Loads a TypeScript file of the project into this process, and returns its exports. */
export async function load(...parts) {
  if (!typescriptIsLoadable) {
    await import(pathToFileURL(requireHere.resolve('tsx')).href);
    typescriptIsLoadable = true;
  }
  return requireHere(inProject(...parts));
}

/** All files below the given paths that the filter accepts, sorted. */
export function filesBelow(paths, accepts = () => true) {
  const files = [];
  const visit = (file) => {
    if (!existsSync(file)) return;
    if (statSync(file).isDirectory()) {
      for (const name of readdirSync(file)) visit(path.join(file, name));
    } else if (accepts(path.relative(projectDir, file).split(path.sep).join('/'))) files.push(file);
  };
  for (const start of paths) visit(inProject(start));
  return files.sort();
}

/** A hash of the names and contents of the files, and of the texts `words`. */
export function fingerprint(files, ...words) {
  const hash = createHash('sha256').update(JSON.stringify(words));
  for (const file of files) {
    hash.update(`\0${path.relative(projectDir, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}
