// Runs the agent's command from the discovery page, like a user who pastes the command into a shell.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import path from 'node:path';

export const hasProgram = (name: string): boolean => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;

/** Runs a command of the discovery page in a shell. `folder` is both the working directory and the home directory. */
export function runPasted(command: string, folder: string): ChildProcess {
  return spawn('sh', ['-c', command.replace(/ && node /, ' && exec node ')], {
    cwd: folder,
    stdio: 'ignore',
    env: { HOME: folder, PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` },
  });
}

/** Stops the agent by SIGTERM, and waits until the agent has ended. */
export async function stopPasted(agent: ChildProcess): Promise<void> {
  if (agent.exitCode !== null || agent.signalCode !== null) return;
  const whenClosed = new Promise((resolve) => agent.once('close', resolve));
  agent.kill('SIGTERM');
  await whenClosed;
}
