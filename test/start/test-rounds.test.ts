// Tests the rounds of `npm run test:repeat`. Even if the command is interrupted, each suite runs once in each round and
// is reported once, with its failures and the reasons of skipped tests.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectDir } from './child';

const folder = mkdtempSync(path.join(tmpdir(), 'netloom-rounds-'));
afterAll(() => rmSync(folder, { recursive: true }));

const evaluate = (body: string, ...args: string[]): unknown => {
  const program = `import * as rounds from './scripts/test-rounds.mjs'; import { appendFileSync } from 'node:fs'; const [file, ...args] = process.argv.slice(1); ${body}`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', program, ...args], {
      cwd: projectDir,
      encoding: 'utf8',
    }),
  );
};

test.each([1, 2, 3, 5, 100])(
  'interrupted after each chunk of %d, it still runs each suite once in each round',
  (chunkSize) => {
    const run = `
    const suites = Array.from({ length: 7 }, (_none, at) => 'test/' + at + '.test.ts');
    const runs = [];
    for (let round = 1; round <= 3; round += 1)
      for (;;) {
        // Reads the file of results as a new process would.
        const [chunk] = rounds.remainingChunks(suites, rounds.readResults(file), round, ${chunkSize});
        if (!chunk) break;
        runs.push(...chunk.map((suite) => round + ' ' + suite));
        rounds.recordResults(file, chunk.map((suite) => ({ round, suite, passed: true, tests: 1, failed: [], skipped: [] })));
      }
    console.log(JSON.stringify([runs, rounds.readResults(file).length, rounds.summarizeRounds(rounds.readResults(file), 3)]));`;
    const [runs, recorded, summary] = evaluate(run, path.join(folder, `${chunkSize}.jsonl`)) as [
      string[],
      number,
      string[],
    ];
    expect([runs.length, new Set(runs).size, recorded]).toEqual([21, 21, 21]);
    expect(summary).toEqual([1, 2, 3].map((round) => `Round ${round}: 7 suites, 7 tests, 0 suites failed`));
  },
);

test('a truncated line is ignored, and other lines are read', () => {
  const run = `
    const one = (suite) => ({ round: 1, suite, passed: true, tests: 1, failed: [], skipped: [] });
    rounds.recordResults(file, [one('a'), one('b')]);
    appendFileSync(file, JSON.stringify(one('c')).slice(0, 20));
    const before = rounds.remainingChunks(['a', 'b', 'c'], rounds.readResults(file), 1, 9);
    rounds.recordResults(file, [one('c')]);
    console.log(JSON.stringify([before, rounds.readResults(file).map(({ suite }) => suite)]));`;
  expect(evaluate(run, path.join(folder, 'cut.jsonl'))).toEqual([[['c']], ['a', 'b', 'c']]);
});

test('failures are listed by round, and skipped tests once with the reason', () => {
  const run = `
    const jest = (name, status, ...assertionResults) => ({ name: process.cwd() + '/test/' + name, status, message: 'why', assertionResults });
    const found = [
      jest('a.test.ts', 'passed', { status: 'passed', fullName: 'works' }, { status: 'pending', fullName: 'shares [needs redis-server]' }),
      jest('b.test.ts', 'failed', { status: 'failed', fullName: 'breaks' }, { status: 'passed', fullName: 'works' }),
      jest('c.test.ts', 'failed'),
    ];
    const results = [1, 2].flatMap((round) => found.map((one) => rounds.toResult(one, round, process.cwd())));
    console.log(JSON.stringify(rounds.summarizeRounds(results, 2)));`;
  const failures = ['  FAILED test/b.test.ts: breaks', '  FAILED test/c.test.ts: the suite itself'];
  expect(evaluate(run, path.join(folder, 'told.jsonl'))).toEqual([
    ...['Round 1: 3 suites, 4 tests, 2 suites failed', ...failures],
    ...['Round 2: 3 suites, 4 tests, 2 suites failed', ...failures],
    ...['Skipped:', '  test/a.test.ts: shares [needs redis-server]'],
  ]);
});
