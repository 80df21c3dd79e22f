// The agent's state folder: an identity for each pair of server and key, and a lock that excludes a second agent. Files
// have mode 600.
import { createHash, randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure';
import { writePrivate } from '../private-file';

export interface Identity {
  readonly daemonId: string;
  /** The network's id; set by the first registration. */
  readonly networkId?: string;
  readonly hostId?: string;
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

/**
 * Creates the folder and locks it against other agents. Returns the function that unlocks it. Throws a usage Failure
 * while another agent uses the folder.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lockFile = path.join(folder, 'agent.pid');
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const fd = openSync(lockFile, 'wx', 0o600);
      writeFileSync(fd, String(process.pid));
      closeSync(fd);
      return () => rmSync(lockFile, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const pid = Number(readJson(lockFile));
      if (pid > 0 && pid !== process.pid && isRunning(pid))
        throw new Failure(
          'usage',
          `Another agent (process ${pid}) uses ${folder}: stop it, or choose another folder with --state.`,
        );
      rmSync(lockFile, { force: true });
    }
  }
  throw new Failure('usage', `${lockFile} cannot be locked: another agent is starting. Try again.`);
}

export class State {
  private readonly file: string;
  private readonly unlock: () => void;
  private identityRow: Identity & { readonly of: string };

  /**
   * Loads or creates the identity for this server and key. Throws a usage Failure while another agent uses the folder.
   */
  constructor(
    readonly folder: string,
    server: string,
    key: string,
  ) {
    this.unlock = lockFolder(folder);
    this.file = path.join(folder, 'identity.json');
    const of = createHash('sha256').update(`${server}\n${key}`).digest('hex');
    const previous = readJson(this.file) as (Identity & { of?: string }) | undefined;
    this.identityRow = previous?.of === of && previous.daemonId ? { ...previous, of } : { daemonId: randomUUID(), of };
    this.save();
  }

  get identity(): Identity {
    return this.identityRow;
  }

  learn(changes: Partial<Identity>): void {
    this.identityRow = { ...this.identityRow, ...changes };
    this.save();
  }

  outboxFile(sessionId: string): string {
    return path.join(this.outboxFolder, `${sessionId}.ndjson`);
  }

  get outboxFolder(): string {
    return path.join(this.folder, `outbox-${this.identityRow.daemonId}`);
  }

  close(): void {
    this.unlock();
  }

  private save(): void {
    writePrivate(this.file, `${JSON.stringify(this.identityRow)}\n`);
  }
}
