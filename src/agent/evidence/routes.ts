// Parses destinations of IPv4 routes from the text that devices print. Pure functions.
import { isIPv4 } from 'node:net';
import { maskToPrefixLength } from './addresses';

/**
 * The destination as CIDR with host bits set to zero; undefined if the text is no IPv4 prefix. `usualLength` is the
 * prefix length for texts that contain none.
 */
export function ipv4Destination(text: string, usualLength?: number): string | undefined {
  const [address = '', bits] = text.split('/', 2);
  const length = bits === undefined ? usualLength : /^\d{1,2}$/.test(bits) ? Number(bits) : maskToPrefixLength(bits);
  if (!isIPv4(address) || length === undefined || length > 32) return undefined;
  const value = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const network = value - (value % 2 ** (32 - length));
  return `${[24, 16, 8, 0].map((shift) => Math.floor(network / 2 ** shift) % 256).join('.')}/${length}`;
}
