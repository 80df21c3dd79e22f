// `npm test`: prepares like `npm start`, creates a test database, and runs Jest with the given arguments.
import './check-node.mjs';

// Jest itself receives Ctrl-C from the terminal. This process ignores the signal, in order to drop the database after
// Jest has ended.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

/** Whether only the suites that need no database run (`--pure`). jest.config.mjs lists these suites. */
const isPure = process.argv.includes('--pure');
/** Whether to run only suites that are affected by changes since the branch `main` (`--changed`). */
const isChanged = process.argv.includes('--changed');
const jestArguments = process.argv.slice(2).filter((arg) => arg !== '--pure' && arg !== '--changed');

/** Selects the suites for `--changed`. The generated files must be current, because the selection depends on them. */
async function changedSuites() {
  const { changedFiles, findTouchedSuites } = await import('./changed-suites.mjs');
  const { suites } = await import('./pure-suites.mjs');
  const files = changedFiles();
  const touchedSuites = findTouchedSuites(files);
  process.stderr.write(`${files.length} changed files can touch ${touchedSuites.length} of ${suites.length} suites.\n`);
  return touchedSuites;
}

import('./prepare.mjs').then(({ command, prepare }) =>
  command(async () => {
    await prepare();
    const suites = isChanged ? await changedSuites() : [];
    if (isChanged && suites.length === 0) return;
    // These two options come last, because they accept several values and would take all arguments after them.
    const args = [
      ...jestArguments,
      ...(isPure ? ['--selectProjects', 'pure'] : []),
      ...(isChanged ? ['--runTestsByPath', ...suites] : []),
    ];
    const { spawn } = await import('node:child_process');
    const { findBinary, load } = await import('./project.mjs');
    const { withTestDatabase } = await import('./test-database.mjs');
    const { settings } = await load('src', 'config', 'index.ts');
    const test = async (url) => {
      const env = { ...process.env, NODE_ENV: 'test', ...(url && { TEST_DATABASE_URL: url }) };
      // The settings of a service that is started from the same shell must not affect the tests.
      for (const name of Object.keys(env))
        if (Object.hasOwn(settings, name) || name.startsWith('OIDC_')) delete env[name];
      // Most of the memory that tests allocate soon becomes garbage. A larger young generation halves the time to
      // collect it.
      const jest = spawn(process.execPath, ['--max-semi-space-size=64', findBinary('jest'), ...args], {
        env,
        stdio: 'inherit',
      });
      process.on('SIGTERM', () => jest.kill());
      process.exitCode = await new Promise((resolve) => jest.once('close', (code) => resolve(code ?? 1)));
    };
    await (isPure ? test() : withTestDatabase(test));
  }),
);
