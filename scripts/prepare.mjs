// What every command does first: a Node that is new enough, packages installed, code generated.
import './check-node.mjs';
import { installIfStale } from './install.mjs';
import { Failure, report } from './project.mjs';

export async function prepare() {
  await installIfStale();
  const { generate } = await import('./generation.mjs');
  await generate();
}

/** Runs a command to its end and turns a failure into a message and an exit code. */
export async function command(work) {
  try {
    await work();
  } catch (error) {
    const isTold = error instanceof Failure || error?.name === 'StartError' || error?.name === 'ConfigError';
    report(isTold ? error.message : String(error?.stack ?? error));
    process.exitCode = 1;
  }
}
