// `npm run mutants`: applies mutations to a copy of the last commit, one after the other. For each mutation, runs the
// suites that import the mutated file, until the first failure. Results are stored, so that an interrupted run can be
// resumed.
import './check-node.mjs';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chooseMutants, findMutants, mutationRoom } from './mutations.mjs';
import { filesBelow, inProject, projectDir, report } from './project.mjs';
import { readResults, recordResults } from './test-rounds.mjs';

const usage = `npm run mutants -- [--seed netloom] [--count 200] [--revision HEAD] [--folder .data/mutants] [--list]
  --seed      decides which mutants are chosen
  --count     how many, as many of each room
  --revision  the commit that is mutated; results of another one stand beside
  --folder    where it is kept which were judged
  --list      names them and runs nothing`;
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: 'netloom' },
    count: { type: 'string', default: '200' },
    revision: { type: 'string', default: 'HEAD' },
    folder: { type: 'string', default: inProject('.data', 'mutants') },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help || !(Number(values.count) >= 1)) {
  report(usage);
  process.exit(values.help ? 0 : 2);
}

const git = (...args) => execFileSync('git', args, { cwd: projectDir, encoding: 'utf8' }).trim();
const revision = git('rev-parse', '--short=10', values.revision);
const results = path.join(values.folder, `${revision}.jsonl`);
/**
 * Numbers of suites in successive runs of a mutant. The suites closest to the mutated file run first, because most
 * mutants fail there.
 */
const chunkSizes = [4, 12, 40, Infinity];
/** Time limit for the tests of a mutant in minutes, in case a test hangs. */
const mostMinutes = 15;

const copy = mkdtempSync(path.join(tmpdir(), 'netloom-mutants-'));
let running;
const end = () => {
  running?.kill('SIGTERM');
  rmSync(copy, { recursive: true, force: true });
};
process.on('exit', end);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));

execFileSync('sh', ['-c', `git archive ${revision} | tar -x -C "${copy}"`], { cwd: projectDir });
for (const name of ['node_modules', '.runtime'])
  if (existsSync(inProject(name))) symlinkSync(inProject(name), path.join(copy, name));
const inCopy = (file) => path.join(copy, file);

const mutants = filesBelow(['src'], (file) => file.endsWith('.ts') && !file.startsWith('src/generated/'))
  .map((file) => path.relative(projectDir, file).split(path.sep).join('/'))
  .filter((file) => mutationRoom(file) && existsSync(inCopy(file)))
  .flatMap((file) => findMutants(file, readFileSync(inCopy(file), 'utf8')));
const chosenMutants = chooseMutants(mutants, values.seed, Number(values.count));
if (values.list) {
  for (const { id, room, file, line, was, becomes } of chosenMutants)
    process.stdout.write(`${id} ${room}: ${file}:${line}\n  - ${was}\n  + ${becomes}\n`);
  process.exit(0);
}

/**
 * The suites that import the file, directly or indirectly. Suites whose paths are most similar to the file's path come
 * first.
 */
function suitesOf(file) {
  const args = ['node_modules/jest/bin/jest.js', '--listTests', '--findRelatedTests', file];
  const { stdout } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 });
  const parts = file.replace(/^src\//, '').split(/[/.]/);
  const nearness = (suite) => {
    const names = suite.replace(/^test\//, '').split(/[/.]/);
    const sharedLength = names.findIndex((name, at) => name !== parts[at]);
    return 2 * sharedLength + Number(/tenancy|permissions|bounds|parity/.test(suite));
  };
  return stdout
    .split('\n')
    .filter((line) => line.endsWith('.test.ts'))
    .map((line) => path.relative(copy, line))
    .sort((a, b) => nearness(b) - nearness(a) || (a < b ? -1 : 1));
}

/** The suites that fail. After a timeout, all suites count as failed. */
async function failuresOf(suites) {
  const output = path.join(copy, 'results.json');
  rmSync(output, { force: true });
  const args = ['scripts/test.mjs', '--runTestsByPath', ...suites, '--bail', '--json', '--outputFile', output];
  running = spawn(process.execPath, args, { cwd: copy, stdio: 'ignore' });
  const timer = setTimeout(() => running.kill('SIGTERM'), mostMinutes * 60_000);
  await new Promise((resolve) => running.once('close', resolve));
  clearTimeout(timer);
  if (!existsSync(output)) return suites;
  const { testResults } = JSON.parse(readFileSync(output, 'utf8'));
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => path.relative(copy, name));
}

/** Whether each suite passes without a mutation. Suites that fail even then are not used. */
const reliable = new Map();
async function isReliable(suite) {
  if (!reliable.has(suite)) reliable.set(suite, (await failuresOf([suite])).length === 0);
  return reliable.get(suite);
}

async function killerOf({ file, text }) {
  const original = readFileSync(inCopy(file), 'utf8');
  const suites = suitesOf(file).filter((suite) => reliable.get(suite) !== false);
  try {
    for (const size of chunkSizes) {
      const chunk = suites.splice(0, size);
      if (chunk.length === 0) break;
      writeFileSync(inCopy(file), text);
      const failures = await failuresOf(chunk);
      writeFileSync(inCopy(file), original);
      for (const suite of failures) if (await isReliable(suite)) return suite;
    }
  } finally {
    writeFileSync(inCopy(file), original);
  }
}

mkdirSync(values.folder, { recursive: true });
const judgedIds = new Set(readResults(results).map(({ id }) => id));
const waitingMutants = chosenMutants.filter(({ id }) => !judgedIds.has(id));
report(
  `${chosenMutants.length} mutants of ${mutants.length} at ${revision}; ${waitingMutants.length} are to be judged.`,
);
for (const [at, mutant] of waitingMutants.entries()) {
  const startedAt = performance.now();
  const killer = await killerOf(mutant);
  const { id, room, file, line, was, becomes } = mutant;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  recordResults(results, [{ id, room, file, line, was, becomes, killer: killer ?? null, seconds }]);
  report(
    `${at + 1}/${waitingMutants.length} ${killer ? `killed by ${killer}` : 'SURVIVED'} (${seconds} s): ${mutant.file}:${mutant.line}`,
  );
}
const survivors = readResults(results).filter(
  ({ id, killer }) => !killer && chosenMutants.some((one) => one.id === id),
);
process.stdout.write(`${chosenMutants.length - survivors.length} killed, ${survivors.length} survived.\n`);
for (const { room, file, line, was, becomes } of survivors)
  process.stdout.write(`${room}: ${file}:${line}\n  - ${was}\n  + ${becomes}\n`);
