// IP addresses out of bytes and out of the indexes of tables.
import { isIP, SocketAddress } from 'node:net';

/** Of 4 or 16 bytes; undefined for other lengths and for the unspecified address. */
export function ipOfBytes(bytes: Uint8Array): string | undefined {
  if (bytes.length === 4) return specified(bytes.join('.'));
  if (bytes.length !== 16) return undefined;
  const groups: string[] = [];
  for (let at = 0; at < 16; at += 2) groups.push(((bytes[at]! << 8) | bytes[at + 1]!).toString(16));
  return specified(new SocketAddress({ address: groups.join(':'), family: 'ipv6' }).address);
}

const specified = (address: string): string | undefined =>
  address === '0.0.0.0' || address === '::' ? undefined : address;

/** Of a text, in the shortest spelling. */
export function ipOfText(text: string): string | undefined {
  const family = isIP(text);
  if (family === 0 || text.includes('%')) return undefined;
  return specified(new SocketAddress({ address: text, family: family === 4 ? 'ipv4' : 'ipv6' }).address);
}

/**
 * The address at the start of an index, of 4 or 16 bytes after its length, and what follows it. Many agents leave the
 * length out; that of a zoned address counts the zone's four bytes.
 */
export function ipOfIndex(
  index: readonly number[],
  size: 4 | 16,
): { address: string; rest: readonly number[] } | undefined {
  const [length] = index;
  const counted = (length === size || length === size + 4) && index.length > length;
  const zone = counted && length === size + 4 ? 4 : 0;
  const start = counted ? 1 : 0;
  const numbers = index.slice(start, start + size);
  if (numbers.length !== size || numbers.some((number) => !(number >= 0 && number <= 255))) return undefined;
  const address = ipOfBytes(Uint8Array.from(numbers));
  return address === undefined ? undefined : { address, rest: index.slice(start + size + zone) };
}

/** Length of the prefix that a mask of IPv4 stands for; undefined where the mask has gaps. */
export function prefixLengthOf(mask: string): number | undefined {
  if (isIP(mask) !== 4) return undefined;
  const bits = mask
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('');
  return /^1*0*$/.test(bits) ? bits.replaceAll('0', '').length : undefined;
}
