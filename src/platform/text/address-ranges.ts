// Address ranges that a search text can mean: an address, a prefix, or the beginning of an address.
import { isIP } from 'node:net';

/** The first and the last address, both inclusive. */
export type Range = readonly [first: string, last: string];

const prefixForm = /^([0-9a-f:.]+)\/(\d{1,3})$/i;
const octets = /^\d{1,3}(\.\d{1,3}){0,2}\.\d{0,3}$/;
const groups = /^[0-9a-f]{1,4}(:[0-9a-f]{1,4})+:{0,2}$/i;

/**
 * The ranges for an IPv4 or IPv6 address in any notation, a prefix with its length, or the beginning of an address;
 * empty for other texts.
 */
export function ipRanges(text: string): Range[] {
  if (text.includes('%')) return [];
  if (isIP(text) !== 0) return [[text, text], ...(text.endsWith('::') ? beginning(text) : [])];
  const [, base, length] = prefixForm.exec(text) ?? [];
  if (base !== undefined) return inPrefix(base, Number(length));
  if (octets.test(text)) return withOctets(text.split('.'));
  return groups.test(text) ? beginning(text) : [];
}

function inPrefix(base: string, length: number): Range[] {
  const family = isIP(base);
  const bits = family === 4 ? 32 : 128;
  if (family === 0 || length > bits) return [];
  const parts = family === 4 ? base.split('.').map(Number) : addressGroups(base);
  const size = family === 4 ? 8 : 16;
  const mask = parts.map((_part, at) => {
    const keptBits = Math.min(Math.max(length - at * size, 0), size);
    return (2 ** size - 1) & ~(2 ** (size - keptBits) - 1);
  });
  const full = 2 ** size - 1;
  const first = parts.map((part, at) => part & mask[at]!);
  const last = first.map((part, at) => part | (full & ~mask[at]!));
  const formatAddress = (all: number[]) =>
    family === 4 ? all.join('.') : all.map((part) => part.toString(16)).join(':');
  return [[formatAddress(first), formatAddress(last)]];
}

/** The eight groups of an IPv6 address. */
export function addressGroups(address: string): number[] {
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...bytes: string[]) => {
    const [a, b, c, d] = bytes.map(Number) as [number, number, number, number];
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head, tail] = plain.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const writtenGroups = tail ? [...head!, ...Array<string>(8 - head!.length - tail.length).fill('0'), ...tail] : head!;
  return writtenGroups.map((part) => parseInt(part, 16));
}

/**
 * The ranges of addresses that begin with these octets. `10.1` may be the beginning of 10.1.*, 10.10.* to 10.19.* and
 * 10.100.* to 10.199.*, but `10.1.` only that of 10.1.*.
 */
function withOctets(writtenOctets: string[]): Range[] {
  const last = writtenOctets.pop()!;
  if (writtenOctets.some((octet) => Number(octet) > 255)) return [];
  const possible = Array.from({ length: 256 }, (_none, octet) => octet).filter((octet) =>
    String(octet).startsWith(last),
  );
  const runs: [number, number][] = [];
  for (const octet of possible) {
    const run = runs.at(-1);
    if (run && run[1] === octet - 1) run[1] = octet;
    else runs.push([octet, octet]);
  }
  const rest = 3 - writtenOctets.length;
  const fillAddress = (octet: number, with_: string) =>
    [...writtenOctets.map(Number), octet, ...Array<string>(rest).fill(with_)].join('.');
  return runs.map(([first, end]) => [fillAddress(first, '0'), fillAddress(end, '255')]);
}

function beginning(text: string): Range[] {
  const writtenGroups = text.replace(/:+$/, '').split(':').filter(Boolean);
  if (writtenGroups.length === 0 || writtenGroups.length > 7) return [];
  const fillAddress = (group: string) =>
    [...writtenGroups, ...Array<string>(8 - writtenGroups.length).fill(group)].join(':');
  return [[fillAddress('0'), fillAddress('ffff')]];
}
