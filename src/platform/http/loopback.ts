// Whether a request was made on this very machine.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** An address of this machine alone, in any notation; names are none. */
export function isLoopback(address: string): boolean {
  const plain = address.trim().replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(plain);
  // Of 127.0.0.0/8, as the list has it, which takes its time; an address of IPv6 may be one of IPv4 in another notation.
  if (family === 4) return plain.startsWith('127.');
  return family === 6 && loopback.check(plain, 'ipv6');
}

/** Headers that proxies add, whether the proxies are trusted or not. */
const traces = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto'] as const;

/**
 * The connection comes from this machine, and so does every hop in `X-Forwarded-For`. A request that a proxy has passed on
 * without that header is not local. A proxy that adds no header at all cannot be distinguished from a local client.
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
