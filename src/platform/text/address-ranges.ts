// Address ranges that a search text can mean: an address, a prefix, or the beginning of one.
import { isIP } from 'node:net';

/** First and last address, inclusive. */
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
  const parts = family === 4 ? base.split('.').map(Number) : groupsOf(base);
  const size = family === 4 ? 8 : 16;
  const mask = parts.map((_part, at) => {
    const kept = Math.min(Math.max(length - at * size, 0), size);
    return (2 ** size - 1) & ~(2 ** (size - kept) - 1);
  });
  const full = 2 ** size - 1;
  const first = parts.map((part, at) => part & mask[at]!);
  const last = first.map((part, at) => part | (full & ~mask[at]!));
  const written = (all: number[]) => (family === 4 ? all.join('.') : all.map((part) => part.toString(16)).join(':'));
  return [[written(first), written(last)]];
}

/** The eight groups of an IPv6 address. */
export function groupsOf(address: string): number[] {
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...bytes: string[]) => {
    const [a, b, c, d] = bytes.map(Number) as [number, number, number, number];
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head, tail] = plain.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const written = tail ? [...head!, ...Array<string>(8 - head!.length - tail.length).fill('0'), ...tail] : head!;
  return written.map((part) => parseInt(part, 16));
}

/** `10.1` begins 10.1.*, 10.10.* to 10.19.* and 10.100.* to 10.199.*; `10.1.` only the first. */
function withOctets(written: string[]): Range[] {
  const last = written.pop()!;
  if (written.some((octet) => Number(octet) > 255)) return [];
  const possible = Array.from({ length: 256 }, (_none, octet) => octet).filter((octet) =>
    String(octet).startsWith(last),
  );
  const runs: [number, number][] = [];
  for (const octet of possible) {
    const run = runs.at(-1);
    if (run && run[1] === octet - 1) run[1] = octet;
    else runs.push([octet, octet]);
  }
  const rest = 3 - written.length;
  const filled = (octet: number, with_: string) =>
    [...written.map(Number), octet, ...Array<string>(rest).fill(with_)].join('.');
  return runs.map(([first, end]) => [filled(first, '0'), filled(end, '255')]);
}

function beginning(text: string): Range[] {
  const written = text.replace(/:+$/, '').split(':').filter(Boolean);
  if (written.length === 0 || written.length > 7) return [];
  const filled = (group: string) => [...written, ...Array<string>(8 - written.length).fill(group)].join(':');
  return [[filled('0'), filled('ffff')]];
}

const macForms = [
  /^[0-9a-f]{1,2}(:[0-9a-f]{1,2}){2,5}:?$/i,
  /^[0-9a-f]{1,2}(-[0-9a-f]{1,2}){2,5}-?$/i,
  /^[0-9a-f]{4}(\.[0-9a-f]{1,4}){1,2}\.?$/i,
  /^[0-9a-f]{6,12}$/i,
];

/**
 * The range of MAC addresses (stored in lower case with colons) that begin with at least three octets, written with
 * colons, hyphens, dots or no separators.
 */
export function macRange(text: string): Range | undefined {
  if (!macForms.some((form) => form.test(text))) return undefined;
  const padded = /[:-]/.test(text)
    ? text.split(/[:-]/).map((octet, at, all) => (at < all.length - 1 ? octet.padStart(2, '0') : octet))
    : [text];
  const digits = padded
    .join('')
    .replace(/[^0-9a-f]/gi, '')
    .toLowerCase();
  if (digits.length < 6 || digits.length > 12) return undefined;
  const filled = (digit: string) => digits.padEnd(12, digit).replace(/(..)(?!$)/g, '$1:');
  return [filled('0'), filled('f')];
}
