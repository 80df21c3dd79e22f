// `npm run test:repeat`: runs all test suites several times. In the last rounds, other processes load the CPU. Results
// are stored, so that an interrupted run can be resumed.
import './check-node.mjs';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, existsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { inProject, projectDir, report } from './project.mjs';
import { suites } from './pure-suites.mjs';
import { readResults, recordResults, remainingChunks, toResult, summarizeRounds } from './test-rounds.mjs';

const usage = `npm run test:repeat -- [PART OF A PATH …] [--rounds 5] [--busy 2] [--folder .data/repeated-tests] [--chunk 24]
  --rounds  how often every suite is run
  --busy    how many of the rounds, the last ones, are run beside a process per core that is never idle
  --folder  where it is kept which suites were run in which round; another folder begins anew
  --chunk   suites that are run, and recorded, together`;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    busy: { type: 'string', default: '2' },
    folder: { type: 'string', default: inProject('.data', 'repeated-tests') },
    chunk: { type: 'string', default: '24' },
    help: { type: 'boolean', default: false },
  },
});
const [rounds, busy, chunkSize] = [values.rounds, values.busy, values.chunk].map(Number);
if (values.help || ![rounds, chunkSize].every((one) => one >= 1) || !(busy >= 0)) {
  report(usage);
  process.exit(values.help ? 0 : 2);
}
const file = path.join(values.folder, 'results.jsonl');
const chosenSuites = suites.filter(
  (suite) => positionals.length === 0 || positionals.some((part) => suite.includes(part)),
);

let running;
let isEnded = false;
const hogs = [];
const freeCores = () => hogs.splice(0).forEach((one) => one.kill('SIGKILL'));
process.on('exit', freeCores);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    isEnded = true;
    // Jest itself receives Ctrl-C from the terminal, so only other signals are passed on.
    if (signal !== 'SIGINT') running?.kill('SIGTERM');
  });

/** Runs these suites to their end. Returns Jest's results; undefined if the run was interrupted. */
async function runSuites(chunk) {
  const folder = mkdtempSync(path.join(tmpdir(), 'netloom-repeat-'));
  const output = path.join(folder, 'results.json');
  const args = [inProject('scripts', 'test.mjs'), '--runTestsByPath', ...chunk, '--json', '--outputFile', output];
  // Standard output is ignored, because Jest also prints the JSON results there.
  running = spawn(process.execPath, args, { cwd: projectDir, stdio: ['ignore', 'ignore', 'inherit'] });
  await new Promise((resolve) => running.once('close', resolve));
  const results = existsSync(output) ? JSON.parse(readFileSync(output, 'utf8')) : undefined;
  rmSync(folder, { recursive: true });
  return results?.wasInterrupted ? undefined : results?.testResults;
}

for (let round = 1; round <= rounds; round += 1) {
  const isBusy = round > rounds - busy;
  const chunks = remainingChunks(chosenSuites, readResults(file), round, chunkSize);
  if (chunks.length === 0) continue;
  if (isBusy && hogs.length === 0)
    for (let core = 0; core < availableParallelism(); core += 1)
      hogs.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  for (const [at, chunk] of chunks.entries()) {
    report(`Round ${round} of ${rounds}${isBusy ? ', beside busy cores' : ''}: chunk ${at + 1} of ${chunks.length} …`);
    const results = await runSuites(chunk);
    if (results)
      recordResults(
        file,
        results.map((one) => toResult(one, round, projectDir)),
      );
    if (isEnded || results === undefined) {
      report(`${isEnded ? 'Ended' : 'The tests could not be run'}. The same command goes on from what ${file} has.`);
      process.exit(isEnded ? 130 : 1);
    }
  }
}
// Stops the processes that load the CPU. Otherwise, this process would not exit.
freeCores();
const all = readResults(file);
for (const line of summarizeRounds(all, rounds)) process.stdout.write(`${line}\n`);
process.exitCode = all.some(({ round, passed }) => round <= rounds && !passed) ? 1 : 0;
