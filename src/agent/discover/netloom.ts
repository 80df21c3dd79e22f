// The Netloom that a discovery reports to: the one that runs, or one that is started for it as `npm start` does.
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../failure';

export interface Started {
  /** Stops what was started, and waits for it. */
  stop(): Promise<void>;
  readonly ended: Promise<void>;
}

export interface StartOptions {
  /** What `npm start` runs. */
  readonly startScript: string;
  /** The settings of the service are read from it. */
  readonly environment: NodeJS.ProcessEnv;
}

async function isThere(server: URL): Promise<boolean> {
  try {
    const answer = await fetch(new URL('/api/health', server), { signal: AbortSignal.timeout(5_000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** Undefined: it runs already. */
export async function startIfNeeded(
  server: URL,
  { startScript, environment }: StartOptions,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<Started | undefined> {
  if (await isThere(server)) return undefined;
  say(`Netloom does not run at ${server.origin}: starting it, which takes a minute the first time …`);
  const env = { ...environment, PORT: server.port || '80' };
  const child = spawn(process.execPath, [startScript], { stdio: ['ignore', 'pipe', 'pipe'], env });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream
      .setEncoding('utf8')
      .on('data', (text: string) => output.splice(0, output.length, `${output.join('')}${text}`.slice(-2_000)));
  const started = startedBy(child);
  while (!(await isThere(server))) {
    if (child.exitCode !== null || signal.aborted) {
      await started.stop();
      signal.throwIfAborted();
      throw new Failure('unreachable', `Netloom could not be started:\n${output.join('').trim()}`);
    }
    await sleep(500, undefined, { signal }).catch(() => undefined);
  }
  return started;
}

function startedBy(child: ChildProcess): Started {
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    ended,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}
