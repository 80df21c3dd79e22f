// A TCP proxy between replicas of the service and PostgreSQL. Tests shut the proxy to simulate a crash of the database,
// or freeze it to simulate a lost network.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface DatabaseGate {
  /** The URL of the database, with the address of this proxy. */
  readonly url: string;
  open(): void;
  /** Closes every connection and accepts no new one. */
  shut(): void;
  /** Forwards no data but keeps connections open, like a lost route. */
  freeze(): void;
  /** Existing connections permanently stop forwarding data. New connections work. */
  forget(): void;
  close(): Promise<void>;
}

export async function openGate(databaseUrl: string): Promise<DatabaseGate> {
  const target = new URL(databaseUrl);
  let state: 'open' | 'shut' | 'frozen' = 'open';
  const pairs = new Set<{ sockets: Socket[]; isForgotten: boolean }>();
  const openSockets = new Set<Socket>();

  const server = createServer((inner) => {
    if (state === 'shut') return void inner.destroy();
    const outer = connect(Number(target.port || 5432), target.hostname);
    const pair = { sockets: [inner, outer], isForgotten: false };
    pairs.add(pair);
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      openSockets.add(from);
      from.on('data', (chunk) => void to.write(chunk));
      from.on('error', () => undefined);
      from.on('close', () => {
        openSockets.delete(from);
        pairs.delete(pair);
        if (!pair.isForgotten) to.destroy();
      });
    }
    if (state === 'frozen') for (const socket of pair.sockets) socket.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const destroyAll = () => {
    for (const socket of openSockets) socket.destroy();
  };
  return {
    url: Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href,
    open() {
      state = 'open';
      for (const pair of pairs) if (!pair.isForgotten) for (const socket of pair.sockets) socket.resume();
    },
    shut() {
      state = 'shut';
      destroyAll();
    },
    freeze() {
      state = 'frozen';
      for (const { sockets } of pairs) for (const socket of sockets) socket.pause();
    },
    forget() {
      for (const pair of pairs) {
        pair.isForgotten = true;
        for (const socket of pair.sockets) socket.pause();
      }
    },
    async close() {
      destroyAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
