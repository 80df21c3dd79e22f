// Formats IP prefixes from bytes, and recognizes prefixes that exist on every machine, such as loopback.
import { isIP, SocketAddress } from 'node:net';

/**
 * The IP address in 4 or 16 bytes. Unlike `ipFromBytes`, this function accepts the unspecified address (0.0.0.0, ::).
 */
export const addressFromBytes = (bytes: readonly number[]): string => {
  if (bytes.length === 4) return bytes.join('.');
  const groups = [];
  for (let at = 0; at < 16; at += 2) groups.push(((bytes[at]! << 8) | bytes[at + 1]!).toString(16));
  return new SocketAddress({ address: groups.join(':'), family: 'ipv6' }).address;
};

export const isByte = (number: number): boolean => Number.isInteger(number) && number >= 0 && number <= 255;

/** The prefix in CIDR notation, with its host bits set to zero; undefined for an invalid length. */
export function toPrefix(bytes: readonly number[], length: number | undefined): string | undefined {
  if (length === undefined || !(length >= 0 && length <= bytes.length * 8)) return undefined;
  const networkBytes = bytes.map((byte, at) => byte & (0xff00 >> Math.min(8, Math.max(0, length - at * 8))) & 0xff);
  return `${addressFromBytes(networkBytes)}/${length}`;
}

/** The four bytes of an IPv4 address; undefined for other texts. */
export const ipv4Bytes = (address: string | undefined): number[] | undefined =>
  address !== undefined && isIP(address) === 4 ? address.split('.').map(Number) : undefined;

export const isUnspecified = (address: string): boolean => address === '0.0.0.0' || address === '::';

/** Whether the prefix is a loopback, link-local, multicast or broadcast prefix, which identifies no network. */
export const isOnEveryMachine = (prefix: string): boolean =>
  /^(127\.|169\.254\.|2(2[4-9]|3\d)\.|255\.255\.255\.255\/|::1\/|fe[89ab]|ff)/.test(prefix);
