// Parses IP addresses from bytes, texts and SNMP table indexes.
import { isIP, SocketAddress } from 'node:net';

/** The IP address in 4 or 16 bytes; undefined for any other length and for the unspecified address. */
export function ipFromBytes(bytes: Uint8Array): string | undefined {
  if (bytes.length === 4) return exceptUnspecified(bytes.join('.'));
  if (bytes.length !== 16) return undefined;
  const groups: string[] = [];
  for (let at = 0; at < 16; at += 2) groups.push(((bytes[at]! << 8) | bytes[at + 1]!).toString(16));
  return exceptUnspecified(new SocketAddress({ address: groups.join(':'), family: 'ipv6' }).address);
}

const exceptUnspecified = (address: string): string | undefined =>
  address === '0.0.0.0' || address === '::' ? undefined : address;

/**
 * The IP address in the text, in its shortest notation. Undefined for any other text, for addresses with a zone
 * (`fe80::1%eth0`), and for the unspecified address.
 */
export function ipFromText(text: string): string | undefined {
  const family = isIP(text);
  if (family === 0 || text.includes('%')) return undefined;
  return exceptUnspecified(new SocketAddress({ address: text, family: family === 4 ? 'ipv4' : 'ipv6' }).address);
}

/**
 * Parses the IP address at the start of an SNMP table index: its length (which many devices omit), then 4 or 16
 * numbers, for an address with a zone also 4 numbers for the zone. Returns the address and the numbers after it. If the
 * index has no length, but numbers after the address, the caller has to remove these numbers: an address that begins
 * with 4 is otherwise read as a length and an address.
 */
export function ipFromIndex(
  index: readonly number[],
  size: 4 | 16,
): { address: string; rest: readonly number[] } | undefined {
  const [length] = index;
  const hasLength = (length === size || length === size + 4) && index.length > length;
  const zone = hasLength && length === size + 4 ? 4 : 0;
  const start = hasLength ? 1 : 0;
  const numbers = index.slice(start, start + size);
  if (numbers.length !== size || numbers.some((number) => !(number >= 0 && number <= 255))) return undefined;
  const address = ipFromBytes(Uint8Array.from(numbers));
  return address === undefined ? undefined : { address, rest: index.slice(start + size + zone) };
}

/** Prefix length of an IPv4 netmask; undefined for a mask with gaps. */
export function maskToPrefixLength(mask: string): number | undefined {
  if (isIP(mask) !== 4) return undefined;
  const bits = mask
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('');
  return /^1*0*$/.test(bits) ? bits.replaceAll('0', '').length : undefined;
}

export interface PrefixedAddress {
  readonly address: string;
  readonly prefixLength?: number;
}

/** Parses an IP address with or without a prefix length; an empty list for any other text, such as `dhcp`. */
export function parsePrefixed(text: string): PrefixedAddress[] {
  const [host = '', bits] = text.split('/');
  const address = ipFromText(host);
  if (address === undefined) return [];
  const prefixLength = bits !== undefined && /^\d{1,3}$/.test(bits) ? Number(bits) : undefined;
  const isValid = prefixLength !== undefined && prefixLength <= (address.includes(':') ? 128 : 32);
  return [{ address, ...(isValid && { prefixLength }) }];
}
