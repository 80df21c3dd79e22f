// Whether a request was made on this very machine.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isLoopback(address: string): boolean {
  const plain = address.trim().replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(plain);
  return family !== 0 && loopback.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

/** What proxies add, whether they are trusted or not. */
const traces = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto'] as const;

/**
 * The connection comes from this machine, and so does, as far as can be seen, what a proxy here has passed on: a request
 * with traces of one says of every hop that it was this machine. A proxy that leaves none cannot be told from a caller.
 */
export function isFromLoopback({
  headers,
  socket,
}: Pick<IncomingMessage, 'headers'> & Partial<Pick<IncomingMessage, 'socket'>>): boolean {
  if (!isLoopback(socket?.remoteAddress ?? '')) return false;
  const hops = headers['x-forwarded-for'];
  if (hops === undefined) return traces.every((name) => headers[name] === undefined);
  return String(hops).split(',').every(isLoopback);
}
