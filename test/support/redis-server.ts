// A Redis server for tests: Debian's redis-server on a free port. Tests can kill and restart it.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from './eventually';

export const redisBinary = ['/usr/bin/redis-server', '/usr/local/bin/redis-server'].find((file) => existsSync(file));

export interface RedisServer {
  readonly url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Keeps connections open but sends no responses until `thaw` is called. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

export const isListening = (port: number) =>
  new Promise<true | undefined>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(undefined));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

/** Starts a server, with further options of its command line. */
export async function startRedis(options: readonly string[] = []): Promise<RedisServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'netloom-redis-'));
  const port = await freePort();
  let running: ChildProcess | undefined;
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
      running = spawn(redisBinary!, [...args, ...options], { stdio: 'ignore' });
      await eventually(() => isListening(port));
    },
    async kill() {
      const killedProcess = running;
      running = undefined;
      if (!killedProcess) return;
      const whenEnded = new Promise((resolve) => killedProcess.once('exit', resolve));
      killedProcess.kill('SIGKILL');
      await whenEnded;
    },
    freeze: () => void running?.kill('SIGSTOP'),
    thaw: () => void running?.kill('SIGCONT'),
    async close() {
      await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}
