// Several processes behind one port: starts them, starts another for each that ends, and stops them.
import cluster, { type Worker } from 'node:cluster';
import { StartError } from '../postgres/start-error';
import { openChannel, type Answers, type Channel } from './channel';

/** One that ends sooner after its start is followed by another only after a pause. */
const shortLifeMs = 10_000;
const pauseMs = 1_000;
/** A process that does not say its figures in time is left out of them. */
const figuresMs = 2_000;

export interface FleetOptions {
  readonly count: number;
  /** What each process is told when it begins. */
  readonly settings: object;
  /** What a process may ask beside that, and what is done when it has ended. */
  readonly attend: () => { readonly answers: Answers; readonly release: () => void };
  readonly sumOf: (figures: readonly unknown[]) => Promise<string>;
  readonly report: (line: string) => void;
}

export interface Fleet {
  /** What they listen on. */
  readonly port: number;
  /** Has each finish its requests and end. */
  close(): Promise<void>;
  /** Has each cut off its requests. */
  cutOff(): void;
}

interface Member {
  readonly worker: Worker;
  readonly channel: Channel;
  readonly ended: Promise<void>;
}

/** Resolves when all of them listen; rejects with the reason of the first that cannot. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { count, report } = options;
  const members = new Set<Member>();
  let isStopping = false;
  const begin = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const worker = cluster.fork();
      const bornAt = performance.now();
      const { answers, release } = options.attend();
      let isReady = false;
      const channel = openChannel(worker, {
        ...answers,
        begin: () => ({ ...options.settings, process: String(worker.id) }),
        ready: (port: number) => {
          isReady = true;
          resolve(port);
        },
        failed: (reason: string) => reject(new StartError(reason)),
        metrics: figures,
      });
      const ended = new Promise<void>((resolveEnd) => worker.once('exit', () => resolveEnd()));
      const member = { worker, channel, ended };
      members.add(member);
      worker.once('exit', (code, signal) => {
        members.delete(member);
        release();
        reject(new Error(`a process ended with ${signal ?? code} before it was ready`));
        if (isStopping || !isReady) return;
        report(`A process ended with ${signal ?? code}: another one is started.`);
        replace(performance.now() - bornAt < shortLifeMs ? pauseMs : 0);
      });
    });
  const replace = (afterMs: number): void =>
    void setTimeout(() => {
      if (isStopping) return;
      begin().catch((error: Error) => {
        if (isStopping) return;
        report(`A process could not be started: ${error.message}`);
        replace(pauseMs);
      });
    }, afterMs);
  const figures = async (): Promise<string> => {
    const own = await Promise.all([...members].map(({ channel }) => inTime(channel.ask<unknown>('figures'))));
    return options.sumOf(own.filter((one) => one !== undefined));
  };
  const close = async () => {
    isStopping = true;
    // One that has not begun to serve cannot be asked.
    for (const { worker, channel } of members) channel.ask('stop').catch(() => worker.kill('SIGKILL'));
    await Promise.all([...members].map(({ ended }) => ended));
  };
  try {
    // The first alone: what keeps one from starting keeps all, and is said once.
    const port = await begin();
    await Promise.all(Array.from({ length: count - 1 }, begin));
    return {
      port,
      close,
      cutOff: () => {
        for (const { channel } of members) channel.ask('cutOff').catch(() => undefined);
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), figuresMs)));
  const given = await Promise.race([answer.catch(() => undefined), late]);
  clearTimeout(timer);
  return given;
}
