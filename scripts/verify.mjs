// `npm run verify`: all checks of a change, each with its time; a failing check does not stop the others.
import { availableParallelism } from 'node:os';
import './check-node.mjs';

const options = process.argv.slice(2);
const known = ['--without-tests'];

import('./prepare.mjs').then(({ command }) =>
  command(async () => {
    const { binaryOf, Failure, inProject, report, run } = await import('./project.mjs');
    const { installIfStale } = await import('./install.mjs');
    const unknown = options.find((option) => !known.includes(option));
    if (unknown) throw new Failure(`Unknown argument ${unknown}; there is only ${known.join(', ')}.`);
    await installIfStale();
    const { generate } = await import('./generation.mjs');

    const node = (script, ...args) => run(process.execPath, [script, ...args], { quiet: true, failure: '' });
    // In rounds: the first creates files that the second reads, and the tests use all cores.
    const rounds = [
      { 'published contracts': () => generate({ check: true }) },
      {
        'subjects of commits': async () => (await import('./commit-subjects.mjs')).checkCommits(),
        'released contracts': async () => (await import('./released-contracts.mjs')).checkReleased(),
        'lint and import directions': () => node(binaryOf('eslint'), inProject()),
        types: () => node(binaryOf('typescript', 'tsc'), '--noEmit'),
        ...Object.fromEntries(
          ['topology', 'people'].map((pages) => [
            `types of src/pages/${pages}`,
            () => node(binaryOf('typescript', 'tsc'), '--noEmit', '--project', inProject('src', 'pages', pages)),
          ]),
        ),
        format: () => node(binaryOf('prettier'), '--check', '--log-level', 'warn', inProject()),
      },
      options.includes('--without-tests') ? {} : { tests: () => node(inProject('scripts', 'test.mjs'), '--ci') },
    ];

    const failures = [];
    const judge = async ([title, check]) => {
      const started = performance.now();
      const failure = await check().then(
        () => undefined,
        (error) => error,
      );
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      report(`${failure ? '✗' : '✓'} ${title} (${seconds} s)`);
      if (!failure) return;
      failures.push(title);
      report(failure instanceof Failure ? failure.message : String(failure.stack ?? failure));
    };
    for (const round of rounds) {
      const waiting = Object.entries(round);
      const lane = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await judge(next);
      };
      await Promise.all(Array.from({ length: availableParallelism() }, lane));
    }
    const passed = rounds.flatMap(Object.keys).length - failures.length;
    report(`Checks: ${passed} passed, ${failures.length} failed.`);
    if (failures.length > 0) process.exitCode = 1;
  }),
);
