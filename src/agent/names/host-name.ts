// What counts as a name of a machine, and the names under which DNS keeps addresses.
import { isIP } from 'node:net';

const longest = 255;
const control = /[\0-\x1f\x7f-\x9f]/;

/** Without the dot at its end; undefined for what is no name, or an address in the place of one. */
export function hostNameOf(text: string): string | undefined {
  const name = text.trim().replace(/\.+$/, '');
  if (name === '' || name.length > longest || control.test(name) || isIP(name) !== 0) return undefined;
  return /\.(in-addr|ip6)\.arpa$/i.test(name) ? undefined : name;
}

/** `5.1.168.192.in-addr.arpa`; IPv6 by its 32 digits. */
export function reverseNameOf(address: string): string | undefined {
  const [bare] = address.split('%');
  switch (isIP(bare!)) {
    case 4:
      return `${bare!.split('.').reverse().join('.')}.in-addr.arpa`;
    case 6:
      return `${[...digitsOf(bare!)].reverse().join('.')}.ip6.arpa`;
    default:
      return undefined;
  }
}

function digitsOf(address: string): string {
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...bytes: string[]) => {
    const [a, b, c, d] = bytes.slice(0, 4).map(Number) as [number, number, number, number];
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [before = '', after] = plain.split('::');
  const left = before.split(':').filter(Boolean);
  const right = (after ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].map((group) => group.padStart(4, '0')).join('');
}
