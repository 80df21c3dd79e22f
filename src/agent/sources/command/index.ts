// Data source `command`: runs a program of the operator that prints machines, one JSON object per line.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { FoundMachine, Reading } from '../reading';
import type { Source } from '../source';
import { parseLine } from './lines';

export { machineLine } from './lines';

export interface CommandLimits {
  readonly totalMs: number;
  readonly totalBytes: number;
  readonly lineBytes: number;
  readonly lines: number;
}
const usualLimits: CommandLimits = {
  ...{ totalMs: 120_000, totalBytes: 64 * 2 ** 20, lineBytes: 4 * 2 ** 20, lines: 10_000 },
};

export interface CommandTarget {
  /** Path of the program, which is started without arguments. */
  readonly program: string;
  readonly signal: AbortSignal;
  readonly limits?: Partial<CommandLimits>;
}

const mostNotes = 10;
const mostErrorBytes = 4_096;

export const commandSource: Source<CommandTarget, Reading> = {
  name: 'command',
  needs: {
    credentials: [],
    rights: 'the user that runs the agent may execute the program',
    ports: 'nothing itself',
  },
  reach: async ({ program }) => {
    try {
      accessSync(program, constants.X_OK);
      return { outcome: 'opened' };
    } catch {
      return { outcome: 'silent', reason: `${program} does not exist, or the agent may not run it` };
    }
  },
  async read(target) {
    const limits = { ...usualLimits, ...target.limits };
    const source = path.basename(target.program).slice(0, 100);
    const machines: FoundMachine[] = [];
    const notes: string[] = [];
    let [lines, wrong] = [0, 0];
    const ending = await run(target, limits, (text) => {
      if (text.trim() === '') return true;
      if (++lines > limits.lines) return false;
      const parsed = parseLine(text, source, `${target.program} ${lines}`);
      if (!('problem' in parsed)) machines.push(parsed);
      else if (++wrong <= mostNotes) notes.push(`line ${lines} is left out: ${parsed.problem}`);
      return true;
    });
    if (wrong > mostNotes) notes.push(`${wrong - mostNotes} more lines are left out`);
    if (lines > limits.lines) notes.push(`only the first ${limits.lines} lines are read`);
    if (ending !== undefined) notes.push(ending);
    return { machines, notes };
  },
};

/** Kills the program and all processes that it has started (its process group). */
function endGroup(child: ChildProcessByStdio<null, Readable, Readable>): void {
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    // The process group has already ended, or the operating system has no process groups.
    child.kill('SIGKILL');
  }
  child.stdout.destroy();
  child.stderr.destroy();
}

/**
 * Runs the program, and calls `take` for each line until `take` returns false. Resolves with what went wrong; undefined
 * if the program exited with status 0. If the signal aborts, rejects with the reason of the signal.
 */
function run(
  { program, signal }: CommandTarget,
  { totalMs, totalBytes, lineBytes }: CommandLimits,
  take: (line: string) => boolean,
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    // The agent's own variables (NETLOOM_…) may contain secrets, so the program does not get them.
    // eslint-disable-next-line no-restricted-syntax -- the environment is passed on, and no setting is read from it
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NETLOOM_')));
    // `detached` creates a process group, so that the processes started by the program can be killed together with it.
    const child = spawn(program, [], { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    let problem: string | undefined;
    let [bytes, rest, errorOutput] = [0, '', ''];
    const stop = (reason?: string) => {
      problem ??= reason;
      endGroup(child);
    };
    const onAbort = () => stop();
    const timer = setTimeout(() => stop(`it was ended after ${totalMs / 1000} s`), totalMs);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) stop();
    let isStopped = false;
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      if (isStopped) return;
      const remainingBytes = totalBytes - bytes;
      bytes += Buffer.byteLength(chunk);
      const parts = (rest + chunk.slice(0, remainingBytes)).split('\n');
      rest = parts.pop()!;
      isStopped = !parts.every(take);
      if (isStopped) return stop();
      if (bytes > totalBytes) return stop(`it prints more than ${totalBytes} bytes`);
      if (rest.length > lineBytes) stop(`it prints a line of more than ${lineBytes} bytes`);
    });
    child.stderr
      .setEncoding('utf8')
      .on('data', (chunk: string) => (errorOutput = (errorOutput + chunk).slice(0, mostErrorBytes)));
    child.on('error', (error) => (problem ??= `it cannot be run (${error.message.split('\n')[0]})`));
    child.on('close', (status, killedBy) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      if (signal.aborted) return reject(signal.reason as Error);
      // If the program was killed, its output may end in the middle of a line. Such a last line is ignored.
      const hasEnded = problem === undefined && !isStopped && killedBy === null;
      if (hasEnded) take(rest);
      const word = errorOutput
        .replace(/[^\x20-\x7e]+/g, ' ')
        .trim()
        .slice(0, 200);
      if (hasEnded && status !== 0) problem = `it ended with status ${status}${word && `: ${word}`}`;
      else if (!isStopped && killedBy !== null) problem ??= `it was ended by ${killedBy}`;
      resolve(problem);
    });
  });
}
