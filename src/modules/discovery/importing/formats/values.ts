// Parses single values of an import file: cleans texts, normalizes addresses, and checks the range of numbers.
import { BlockList, isIP } from 'node:net';
import { ipRanges } from '../../../../platform/text/address-ranges';
import { canonicalIpAddress, canonicalMacAddress } from '../../../../platform/text/addresses';

// Characters to remove from texts: control characters and lone surrogates. Line breaks and tabs stay, because
// descriptions may have several lines.
const unstorableCharacters =
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Maximum lengths of texts in characters, the same as in a host report; `vlanDescription` as in the API of VLANs. */
export const lengths = { name: 100, short: 255, description: 500, long: 2000, vlanDescription: 2000 } as const;

/**
 * Returns the text, trimmed and cut to `most` characters, without control characters and lone surrogates; undefined if
 * no character remains.
 */
export function readText(value: unknown, most: number): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  // The text is cut to a generous length before it is cleaned, which limits the work for very long texts.
  const clean = String(value)
    .slice(0, 8 * most)
    .replace(unstorableCharacters, '')
    .trim();
  if (clean === '') return undefined;
  return clean.length <= most ? clean : [...clean].slice(0, most).join('').trimEnd();
}

function orUndefined(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Returns an IP address in its shortest notation; undefined for other values. */
export const readIp = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= 64
    ? orUndefined(() => canonicalIpAddress('ip', value.trim()))
    : undefined;

const allZero = '00:00:00:00:00:00';

const readAnyMac = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= 64
    ? orUndefined(() => canonicalMacAddress('mac', value.trim()))
    : undefined;

/** Parses a MAC address in any usual notation. Returns undefined for other values and for all zeros. */
export function readMac(value: unknown): string | undefined {
  const mac = readAnyMac(value);
  return mac === allZero ? undefined : mac;
}

/** Whether the value is a MAC address of all zeros, which devices report for ports without a MAC address. */
export const isZeroMac = (value: unknown): boolean => readAnyMac(value) === allZero;

const ofNoHost = new BlockList();
ofNoHost.addSubnet('0.0.0.0', 8, 'ipv4');
ofNoHost.addSubnet('127.0.0.0', 8, 'ipv4');
ofNoHost.addSubnet('224.0.0.0', 3, 'ipv4');
ofNoHost.addSubnet('::', 127, 'ipv6');
ofNoHost.addSubnet('ff00::', 8, 'ipv6');

/** Whether an IP address can identify a machine: it is not unspecified, loopback, multicast or broadcast. */
export const isHostAddress = (ip: string): boolean => !ofNoHost.check(ip, isIP(ip) === 4 ? 'ipv4' : 'ipv6');

/** Returns a prefix with its host bits cleared; undefined for other values. */
export function readPrefix(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 64 || !value.includes('/')) return undefined;
  const [range] = ipRanges(value.trim());
  const length = Number(value.trim().split('/')[1]);
  return range && `${canonicalIpAddress('cidr', range[0])}/${length}`;
}

/** Returns a decimal integer between `least` and `most`; undefined for other values. */
export function readInteger(value: unknown, least: number, most: number): number | undefined {
  const isText = typeof value === 'string' && /^\d{1,16}$/.test(value);
  const number = isText ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most
    ? number
    : undefined;
}

const longestQuote = 120;

/** Returns a value, cut to a maximum length, for an error message. */
export const quote = (value: string): string => {
  const text = readText(value, longestQuote) ?? '';
  return value.length > longestQuote ? `${text}…` : text;
};
