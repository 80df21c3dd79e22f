// The first steps of every command: checks the version of Node, installs packages, generates code, and compiles the
// code unless the command runs from sources.
import './check-node.mjs';
import { createRequire } from 'node:module';
import { installIfStale, packagesAreCurrent } from './install.mjs';
import { Failure, inProject, report, run } from './project.mjs';

export async function prepare() {
  await installIfStale();
  const { generate } = await import('./generation.mjs');
  await generate();
}

/** Compiles the service if its sources have changed. If the build is current, no build tools are needed. */
export async function build() {
  const { buildIsCurrent, isShipped } = await import('./compilation.mjs');
  if (isShipped()) {
    if (!packagesAreCurrent({ dev: false }))
      throw new Failure('Packages are missing, or others than package-lock.json names: run "npm ci --omit=dev".');
  } else if (!packagesAreCurrent({ dev: false }) || !buildIsCurrent()) {
    // A separate process builds the service, because the build loads modules of src. In this process, they would be
    // loaded beside the compiled modules of the service.
    const failure = 'The service could not be built: the reason is above.';
    await run(process.execPath, [inProject('scripts', 'build.mjs')], { failure });
  }
}

/** Loads a file of the compiled service, which is compiled first if necessary. */
export async function loadBuilt(...parts) {
  await build();
  return createRequire(import.meta.url)(inProject('dist', ...parts));
}

/**
 * Runs a command to its end. Expected errors, such as a Failure, are reported by their message only. Every error sets
 * the exit code to 1.
 */
export async function command(work) {
  try {
    await work();
  } catch (error) {
    const isExpected = error instanceof Failure || error?.name === 'StartError' || error?.name === 'ConfigError';
    report(isExpected ? error.message : String(error?.stack ?? error));
    process.exitCode = 1;
  }
}
