// One TCP connection: whether a port is open, closed or silent.
import { connect, type Socket } from 'node:net';
import { waitAtMost } from '../waiting';

export type PortState = 'open' | 'closed' | 'silent' | 'unreachable';

const unreachable = [
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
  'EINVAL',
];

/** The connection, or why there is none. Who gets a socket destroys it. */
export function openSocket(
  address: string,
  port: number,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Socket | Exclude<PortState, 'open'>> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve('silent');
    const socket = connect({ host: address, port, noDelay: true });
    const end = (result: Socket | Exclude<PortState, 'open'>) => {
      stopWaiting();
      signal.removeEventListener('abort', cancel);
      socket.removeAllListeners();
      // A socket without a listener for errors ends the process.
      socket.on('error', () => undefined);
      if (result !== socket) socket.destroy();
      resolve(result);
    };
    const cancel = () => end('silent');
    const stopWaiting = waitAtMost(timeoutMs, cancel);
    signal.addEventListener('abort', cancel, { once: true });
    socket.once('connect', () => end(socket));
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) => {
      // Too many open files or no free port here: nothing is known of the other side.
      end(
        code === 'ECONNREFUSED' || code === 'ECONNRESET'
          ? 'closed'
          : unreachable.includes(code)
            ? 'unreachable'
            : 'silent',
      );
    });
  });
}

export async function portState(
  address: string,
  port: number,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<PortState> {
  const found = await openSocket(address, port, timeoutMs, signal);
  if (typeof found === 'string') return found;
  // No goodbye is waited for: a reset frees both sides at once.
  found.resetAndDestroy();
  return 'open';
}
