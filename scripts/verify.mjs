// `npm run verify`: runs all checks of a change and prints the time of each. A failing check does not stop the others.
// `--without-tests` runs all checks except the tests, `--types` only checks the types.
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import './check-node.mjs';

const options = process.argv.slice(2);
const knownOptions = ['--without-tests', '--types'];

import('./prepare.mjs').then(({ command }) =>
  command(async () => {
    const { findBinary, Failure, inProject, report, run } = await import('./project.mjs');
    const { installIfStale } = await import('./install.mjs');
    const unknown = options.find((option) => !knownOptions.includes(option));
    if (unknown) throw new Failure(`Unknown argument ${unknown}; there are only ${knownOptions.join(' and ')}.`);
    await installIfStale();
    const { generate } = await import('./generation.mjs');

    const node = (script, ...args) => run(process.execPath, [script, ...args], { quiet: true, failure: '' });
    // The native TypeScript compiler checks types. The compiler that is written in JavaScript serves as a library for
    // ESLint and for code generators.
    const compiler = findBinary('@typescript/native', 'tsc');
    const types = {
      types: () => node(compiler, '--noEmit'),
      ...Object.fromEntries(
        globSync('src/pages/*/tsconfig.json', { cwd: inProject() }).map((project) => [
          `types of ${path.dirname(project)}`,
          () => node(compiler, '--noEmit', '--project', inProject(project)),
        ]),
      ),
    };
    // Checks run in rounds: the checks of the first round create files that those of the second read. The tests run
    // last, because they use all cores.
    const allRounds = [
      { 'published contracts': () => generate({ check: true }) },
      {
        'subjects of commits': async () => (await import('./commit-subjects.mjs')).checkCommits(),
        'released contracts': async () => (await import('./released-contracts.mjs')).checkReleased(),
        'lint and import directions': () => node(findBinary('eslint'), inProject()),
        'lint with types': () => node(findBinary('oxlint'), '--type-aware', inProject()),
        ...types,
        format: () => node(findBinary('prettier'), '--check', '--log-level', 'warn', inProject()),
      },
      options.includes('--without-tests') ? {} : { tests: () => node(inProject('scripts', 'test.mjs'), '--ci') },
    ];

    const rounds = options.includes('--types') ? [types] : allRounds;

    const failures = [];
    const judge = async ([title, check]) => {
      const startedAt = performance.now();
      const failure = await check().then(
        () => undefined,
        (error) => error,
      );
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      report(`${failure ? '✗' : '✓'} ${title} (${seconds} s)`);
      if (!failure) return;
      failures.push(title);
      report(failure instanceof Failure ? failure.message : String(failure.stack ?? failure));
    };
    for (const round of rounds) {
      const waitingSteps = Object.entries(round);
      const lane = async () => {
        for (let next = waitingSteps.shift(); next; next = waitingSteps.shift()) await judge(next);
      };
      await Promise.all(Array.from({ length: availableParallelism() }, lane));
    }
    const passedCount = rounds.flatMap(Object.keys).length - failures.length;
    report(`Checks: ${passedCount} passed, ${failures.length} failed.`);
    if (failures.length > 0) process.exitCode = 1;
  }),
);
