// The state of repeated test runs: tells which suites remain in which round. This file runs no tests itself.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Reads the stored results: one line per suite that was completed in a round. Incomplete lines are ignored. */
export function readResults(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line)];
      } catch {
        return [];
      }
    });
}

export function recordResults(file, results) {
  mkdirSync(path.dirname(file), { recursive: true });
  // If the run was interrupted while it wrote the last line, the next result must start a new line.
  const isCutOff = existsSync(file) && !/(^|\n)$/.test(readFileSync(file, 'utf8'));
  appendFileSync(file, `${isCutOff ? '\n' : ''}${results.map((one) => `${JSON.stringify(one)}\n`).join('')}`);
}

/** The suites that were not completed yet in a round, in chunks of `chunkSize`. */
export function remainingChunks(suites, results, round, chunkSize) {
  const doneSuites = new Set(results.filter((one) => one.round === round).map(({ suite }) => suite));
  const remainingSuites = suites.filter((suite) => !doneSuites.has(suite));
  return Array.from({ length: Math.ceil(remainingSuites.length / chunkSize) }, (_none, at) =>
    remainingSuites.slice(at * chunkSize, (at + 1) * chunkSize),
  );
}

/** Converts Jest's JSON result of a suite to the stored result. */
export function toResult({ name, status, message, assertionResults }, round, projectDir) {
  const titlesOf = (statusName) =>
    assertionResults.filter((one) => statusName.includes(one.status)).map(({ fullName }) => fullName);
  return {
    round,
    suite: path.relative(projectDir, name).split(path.sep).join('/'),
    passed: status === 'passed',
    tests: assertionResults.length,
    failed: titlesOf(['failed']),
    skipped: titlesOf(['pending', 'skipped', 'todo', 'disabled']),
    ...(status !== 'passed' && { message }),
  };
}

/** The lines of the final report: failures by round, and skipped tests, whose titles contain the reason. */
export function summarizeRounds(results, rounds) {
  const lines = [];
  for (let round = 1; round <= rounds; round += 1) {
    const ownResults = results.filter((one) => one.round === round);
    const failing = ownResults.filter(({ passed }) => !passed);
    const tests = ownResults.reduce((sum, one) => sum + one.tests, 0);
    lines.push(`Round ${round}: ${ownResults.length} suites, ${tests} tests, ${failing.length} suites failed`);
    for (const { suite, failed } of failing)
      lines.push(...(failed.length > 0 ? failed : ['the suite itself']).map((title) => `  FAILED ${suite}: ${title}`));
  }
  const skippedTests = new Set(
    results.flatMap(({ suite, skipped: skippedTests }) => skippedTests.map((title) => `  ${suite}: ${title}`)),
  );
  return skippedTests.size === 0 ? lines : [...lines, 'Skipped:', ...[...skippedTests].sort()];
}
