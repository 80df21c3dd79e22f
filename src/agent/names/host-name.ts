// Validates host names, and builds names for reverse DNS lookups.
import { isIP } from 'node:net';

const longest = 255;
const control = /[\0-\x1f\x7f-\x9f]/;

/** The name without its final dot; undefined for an invalid name, an address, or a name in the reverse DNS. */
export function toHostName(text: string): string | undefined {
  const name = text.trim().replace(/\.+$/, '');
  if (name === '' || name.length > longest || control.test(name) || isIP(name) !== 0) return undefined;
  return /\.(in-addr|ip6)\.arpa$/i.test(name) ? undefined : name;
}

/** The reverse DNS name: `5.1.168.192.in-addr.arpa`, or 32 nibbles under `ip6.arpa` (RFC 3596). */
export function toReverseName(address: string): string | undefined {
  const [bare] = address.split('%');
  switch (isIP(bare!)) {
    case 4:
      return `${bare!.split('.').reverse().join('.')}.in-addr.arpa`;
    case 6:
      return `${[...ipv6Nibbles(bare!)].reverse().join('.')}.ip6.arpa`;
    default:
      return undefined;
  }
}

function ipv6Nibbles(address: string): string {
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...bytes: string[]) => {
    const [a, b, c, d] = bytes.slice(0, 4).map(Number) as [number, number, number, number];
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [before = '', after] = plain.split('::');
  const headGroups = before.split(':').filter(Boolean);
  const tailGroups = (after ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(8 - headGroups.length - tailGroups.length).fill('0');
  return [...headGroups, ...zeros, ...tailGroups].map((group) => group.padStart(4, '0')).join('');
}
