// Finds the Netloom server to which a discovery reports, or starts one in the same way as `npm start`.
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../failure';

export interface StartedServer {
  /** Stops the server, and resolves when the process of the server has ended. */
  stop(): Promise<void>;
  readonly ended: Promise<void>;
}

export interface StartOptions {
  /** The script that `npm start` runs. */
  readonly startScript: string;
  /** Environment variables with the settings of the service. */
  readonly environment: NodeJS.ProcessEnv;
}

async function isHealthy(server: URL): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/api/health', server), { signal: AbortSignal.timeout(5_000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/**
 * Starts Netloom, and resolves with the process. Resolves with undefined if Netloom already responds at the address.
 * Throws an `unreachable` Failure with the server's output if Netloom does not start.
 */
export async function startIfNeeded(
  server: URL,
  { startScript, environment }: StartOptions,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<StartedServer | undefined> {
  if (await isHealthy(server)) return undefined;
  say(`Netloom does not run at ${server.origin}: starting it. The first start takes a minute …`);
  const env = { ...environment, PORT: server.port || '80' };
  const child = spawn(process.execPath, [startScript], { stdio: ['ignore', 'pipe', 'pipe'], env });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream
      .setEncoding('utf8')
      .on('data', (text: string) => output.splice(0, output.length, `${output.join('')}${text}`.slice(-2_000)));
  const startedServer = toStartedServer(child);
  while (!(await isHealthy(server))) {
    if (child.exitCode !== null || signal.aborted) {
      await startedServer.stop();
      signal.throwIfAborted();
      throw new Failure('unreachable', `Netloom could not be started:\n${output.join('').trim()}`);
    }
    await sleep(500, undefined, { signal }).catch(() => undefined);
  }
  return startedServer;
}

function toStartedServer(child: ChildProcess): StartedServer {
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    ended: closed,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await closed;
    },
  };
}
