// Starts the two measured servers, each as a child process. Both use the same database.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Profiler } from 'node:inspector';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import type { Memory, Question } from './memory-probe';

export interface Child {
  readonly url: string;
  /**
   * Measures the memory of the process in bytes: now, and the peak since the last call. Also returns the longest turn
   * of the event loop since the last call, in milliseconds.
   */
  memory(): Promise<Memory>;
  /** Collects garbage, then measures like `memory`. The result also has the memory in use after the collection. */
  liveMemory(): Promise<Required<Memory>>;
  /** Resolves when the process is idle. Code that the process compiles after its start would distort a measurement. */
  settled(): Promise<unknown>;
  /** Records a CPU profile of the process while the work runs. */
  profile(work: () => Promise<unknown>): Promise<Profiler.Profile>;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export async function startChild(file: string, settings: NodeJS.ProcessEnv, healthPath: string): Promise<Child> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--expose-gc', '--import', 'tsx', path.join(__dirname, file)], {
    cwd: path.join(__dirname, '..'),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', PORT: String(port), ...settings },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let output = '';
  child.stderr!.on('data', (chunk) => (output = (output + String(chunk)).slice(-4000)));
  let isStopped = false;
  child.once('close', (code, signal) => {
    if (!isStopped) process.stderr.write(`${file} has ended (${code ?? signal}):\n${output}\n`);
  });
  const url = `http://127.0.0.1:${port}`;
  await answering(child, `${url}${healthPath}`, () => output);
  const askChild = async <T>(question: Question): Promise<T> => {
    child.send(question);
    const [answer] = (await once(child, 'message')) as [T];
    return answer;
  };
  return {
    url,
    memory: () => askChild<Memory>('again'),
    liveMemory: () => askChild<Required<Memory>>('collect'),
    settled: () => askChild('settle'),
    profile: async (work) => {
      await askChild('profile');
      await work();
      return askChild<Profiler.Profile>('profiled');
    },
    stop: async () => {
      isStopped = true;
      if (hasEnded(child)) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

async function answering(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (hasEnded(child)) throw new Error(`a server ended while starting:\n${output()}`);
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill();
  throw new Error(`a server did not answer within a minute:\n${output()}`);
}
