// A child process whose output tests can wait for. Tests of `npm start` need real processes, and waiting for a line of
// output needs no pause of a guessed length.
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

export const projectDir = path.resolve(__dirname, '..', '..');

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ChildOptions {
  readonly command?: string;
  readonly cwd?: string;
  readonly uid?: number;
  readonly stdout?: 'pipe' | number;
}

export class Child {
  output = '';
  readonly ended: Promise<Ending>;
  private readonly process: ChildProcess;
  private readonly listeners = new Set<() => void>();
  private ending: Ending | undefined;

  /**
   * Starts Node.js with these arguments, or the program that `command` names. Its standard output is the open file
   * `stdout`, or a pipe that this class reads.
   */
  constructor(
    args: readonly string[],
    env: NodeJS.ProcessEnv = {},
    { command = process.execPath, stdout = 'pipe', ...options }: ChildOptions = {},
  ) {
    const inherited = { PATH: process.env.PATH, HOME: process.env.HOME };
    this.process = spawn(command, args, {
      ...{ cwd: projectDir, stdio: ['ignore', stdout, 'pipe'], ...options },
      env: { ...inherited, ...env } as NodeJS.ProcessEnv,
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
        this.tell();
      });
    }
    this.ended = new Promise((resolve) => {
      this.process.once('close', (code, signal) => {
        this.ending = { code, signal };
        resolve(this.ending);
        this.tell();
      });
    });
  }

  get pid(): number {
    return this.process.pid!;
  }

  /** Closes the reading end of the pipe that is the standard output of the process. */
  closeStdout(): void {
    this.process.stdout?.destroy();
  }

  send(signal: NodeJS.Signals): void {
    this.process.kill(signal);
  }

  /** Resolves with the first match of the pattern in the output. Rejects if the process ends without a match. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(this.output);
        if (match) resolve(match);
        else if (this.ending) reject(new Error(`ended without ${pattern}:\n${this.output}`));
        else return;
        this.listeners.delete(look);
      };
      this.listeners.add(look);
      look();
    });
  }

  private tell(): void {
    for (const listener of [...this.listeners]) listener();
  }
}

/** Starts the service by the script behind `npm start`, by default on a free port. */
export const service = (env: NodeJS.ProcessEnv) => new Child(['scripts/start.mjs'], { PORT: '0', ...env });
