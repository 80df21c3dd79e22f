// Parses single values of a file: texts are cleaned, addresses normalized, numbers bounded.
import { BlockList, isIP } from 'node:net';
import { ipRanges } from '../../../../platform/text/address-ranges';
import { canonicalIpAddress, canonicalMacAddress } from '../../../../platform/text/addresses';

// Line breaks and tabs are kept, because descriptions have several lines.
const unstorableCharacters =
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Maximum lengths of texts in characters, the same as in a host report. */
export const lengths = { name: 100, short: 255, description: 500, long: 2000 } as const;

/** The text, trimmed and cut, without control characters and lone surrogates; undefined if nothing remains. */
export function readText(value: unknown, most: number): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  // The text is cut before it is cleaned. A character has at most two code units, so nothing that is needed is lost.
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

/** An IP address in its shortest notation; undefined for other values. */
export const readIp = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= 64
    ? orUndefined(() => canonicalIpAddress('ip', value.trim()))
    : undefined;

const allZero = '00:00:00:00:00:00';

/** A MAC address in any usual notation; undefined for other values and for all zeros. */
export function readMac(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 64) return undefined;
  const mac = orUndefined(() => canonicalMacAddress('mac', value.trim()));
  return mac === allZero ? undefined : mac;
}

const ofNoHost = new BlockList();
ofNoHost.addSubnet('0.0.0.0', 8, 'ipv4');
ofNoHost.addSubnet('127.0.0.0', 8, 'ipv4');
ofNoHost.addSubnet('224.0.0.0', 3, 'ipv4');
ofNoHost.addSubnet('::', 127, 'ipv6');
ofNoHost.addSubnet('ff00::', 8, 'ipv6');

/** Whether the address identifies a machine: not unspecified, loopback, multicast or broadcast. */
export const isHostAddress = (ip: string): boolean => !ofNoHost.check(ip, isIP(ip) === 4 ? 'ipv4' : 'ipv6');

/** A prefix with its host bits cleared; undefined for other values. */
export function readPrefix(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 64 || !value.includes('/')) return undefined;
  const [range] = ipRanges(value.trim());
  const length = Number(value.trim().split('/')[1]);
  return range && `${canonicalIpAddress('cidr', range[0])}/${length}`;
}

/** A decimal integer within bounds; undefined for other values. */
export function readInteger(value: unknown, least: number, most: number): number | undefined {
  const isText = typeof value === 'string' && /^\d{1,16}$/.test(value);
  const number = isText ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most
    ? number
    : undefined;
}

const longestQuote = 120;

/** A value as error messages quote it. */
export const quote = (value: string): string => {
  const text = readText(value, longestQuote) ?? '';
  return value.length > longestQuote ? `${text}…` : text;
};
