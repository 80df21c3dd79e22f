// What the agent keeps between starts: who it is to the server, and that it is the only one with this folder. Mode 600.
import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure';

export interface Identity {
  readonly daemonId: string;
  /** Known from the first registration on. */
  readonly networkId?: string;
  readonly hostId?: string;
}

/** Writes a file that only its owner reads, whole or not at all. */
export function writePrivate(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const half = `${file}.${process.pid}`;
  writeFileSync(half, text, { mode: 0o600 });
  chmodSync(half, 0o600);
  renameSync(half, file);
}

export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

export class State {
  private readonly file: string;
  private readonly lockFile: string;
  private stored: Identity & { readonly of: string };

  /** One identity for each server and key: another key is another daemon. */
  constructor(
    readonly folder: string,
    server: string,
    key: string,
  ) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.file = path.join(folder, 'identity.json');
    this.lockFile = path.join(folder, 'agent.pid');
    this.lock();
    const of = createHash('sha256').update(`${server}\n${key}`).digest('hex');
    const found = readJson(this.file) as (Identity & { of?: string }) | undefined;
    this.stored = found?.of === of && found.daemonId ? { ...found, of } : { daemonId: randomUUID(), of };
    this.save();
  }

  get identity(): Identity {
    return this.stored;
  }

  learn(known: Partial<Identity>): void {
    this.stored = { ...this.stored, ...known };
    this.save();
  }

  outboxFile(sessionId: string): string {
    return path.join(this.outboxFolder, `${sessionId}.ndjson`);
  }

  get outboxFolder(): string {
    return path.join(this.folder, `outbox-${this.stored.daemonId}`);
  }

  close(): void {
    rmSync(this.lockFile, { force: true });
  }

  private save(): void {
    writePrivate(this.file, `${JSON.stringify(this.stored)}\n`);
  }

  private lock(): void {
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        const fd = openSync(this.lockFile, 'wx', 0o600);
        writeFileSync(fd, String(process.pid));
        closeSync(fd);
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        const pid = Number(readJson(this.lockFile));
        if (pid > 0 && pid !== process.pid && isRunning(pid))
          throw new Failure(
            'usage',
            `Another agent (process ${pid}) uses ${this.folder}: stop it, or give this one a folder of its own with --state.`,
          );
        rmSync(this.lockFile, { force: true });
      }
    }
    throw new Failure('usage', `${this.lockFile} cannot be taken: another agent is starting. Try again.`);
  }
}
