// Recognizes requests that were made on this machine.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether the text is a loopback address in any notation; false for names. */
export function isLoopback(address: string): boolean {
  const plain = address.trim().replace(/^::ffff:(?=\d+\.)/i, '');
  const family = isIP(plain);
  // IPv4 loopback addresses are 127.0.0.0/8. An IPv6 address has several notations and may contain an IPv4 address, so
  // the slower BlockList compares it.
  if (family === 4) return plain.startsWith('127.');
  return family === 6 && loopback.check(plain, 'ipv6');
}

/**
 * Headers that proxies add. Their presence shows that a request came through a proxy, whether or not that proxy is
 * trusted.
 */
const traces = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto'] as const;

/**
 * Whether the connection and every hop in `X-Forwarded-For` are on this machine. A request forwarded by a proxy without
 * that header is not local. If a proxy adds no header at all, its requests cannot be distinguished from local ones.
 */
export function isFromLoopback({
  headers,
  socket,
}: Pick<IncomingMessage, 'headers'> & { readonly socket?: Pick<Socket, 'remoteAddress'> }): boolean {
  if (!isLoopback(socket?.remoteAddress ?? '')) return false;
  const hops = headers['x-forwarded-for'];
  if (hops === undefined) return traces.every((name) => headers[name] === undefined);
  return String(hops).split(',').every(isLoopback);
}
