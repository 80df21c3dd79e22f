// Opens a TCP connection, and classifies the port as open, closed, silent or unreachable.
import { connect, type Socket } from 'node:net';
import { waitAtMost } from '../../waiting';

export type PortState = 'open' | 'closed' | 'silent' | 'unreachable';

const unreachableCodes = [
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
  'EINVAL',
];

/**
 * Resolves with the connected socket, which the caller must destroy, or with the port's state if there is no
 * connection.
 */
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
      // Without an error listener, a socket error would end the process.
      socket.on('error', () => undefined);
      if (result !== socket) socket.destroy();
      resolve(result);
    };
    const cancel = () => end('silent');
    const stopWaiting = waitAtMost(timeoutMs, cancel);
    signal.addEventListener('abort', cancel, { once: true });
    socket.once('connect', () => end(socket));
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) => {
      // An error that means neither a closed port nor an unreachable host has a local cause, such as too many open
      // files. It proves nothing about the port, which counts as silent.
      end(
        code === 'ECONNREFUSED' || code === 'ECONNRESET'
          ? 'closed'
          : unreachableCodes.includes(code)
            ? 'unreachable'
            : 'silent',
      );
    });
  });
}

export async function probePortState(
  address: string,
  port: number,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<PortState> {
  const result = await openSocket(address, port, timeoutMs, signal);
  if (typeof result === 'string') return result;
  // A reset frees the sockets of both hosts at once, without the exchange of FIN packets.
  result.resetAndDestroy();
  return 'open';
}
