// `npm run verify`: everything a change must pass, each check with its time; a failed check does not stop the others.
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
    const checks = {
      'published contracts': () => generate({ check: true }),
      'released contracts': async () => (await import('./released-contracts.mjs')).checkReleased(),
      types: () => node(binaryOf('typescript', 'tsc'), '--noEmit'),
      'types of the topology page': () =>
        node(binaryOf('typescript', 'tsc'), '--noEmit', '--project', inProject('src', 'pages', 'topology')),
      'lint and import directions': () => node(binaryOf('eslint'), inProject()),
      format: () => node(binaryOf('prettier'), '--check', '--log-level', 'warn', inProject()),
      ...(options.includes('--without-tests') ? {} : { tests: () => node(inProject('scripts', 'test.mjs'), '--ci') }),
    };

    const failures = [];
    for (const [title, check] of Object.entries(checks)) {
      const started = performance.now();
      const failure = await check().then(
        () => undefined,
        (error) => error,
      );
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      report(`${failure ? '✗' : '✓'} ${title} (${seconds} s)`);
      if (!failure) continue;
      failures.push(title);
      report(failure instanceof Failure ? failure.message : String(failure.stack ?? failure));
    }
    const passed = Object.keys(checks).length - failures.length;
    report(`Checks: ${passed} passed, ${failures.length} failed.`);
    if (failures.length > 0) process.exitCode = 1;
  }),
);
