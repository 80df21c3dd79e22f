// Address ranges: parsing of CIDR notation, intersection, subtraction and enumeration.
import { isIP } from 'node:net';
import { ipRanges } from '../../platform/text/address-ranges';
import { canonicalCidr, canonicalIpAddress } from '../../platform/text/addresses';

export interface AddressRange {
  readonly family: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
}

export function addressToNumber(address: string): bigint {
  if (isIP(address) === 4) return address.split('.').reduce((sum, octet) => sum * 256n + BigInt(octet), 0n);
  // `ipRanges` writes out all eight groups of an IPv6 address, so that the text can be split at the colons.
  const [[full]] = ipRanges(`${address}/128`) as [[string, string]];
  return full.split(':').reduce((sum, group) => sum * 65536n + BigInt(`0x${group}`), 0n);
}

export function numberToAddress(family: 4 | 6, value: bigint): string {
  const [parts, size] = family === 4 ? [4, 8n] : [8, 16n];
  const mask = (1n << size) - 1n;
  const numbers = Array.from({ length: parts }, (_none, at) => (value >> (BigInt(parts - 1 - at) * size)) & mask);
  if (family === 4) return numbers.join('.');
  return canonicalIpAddress('address', numbers.map((group) => group.toString(16)).join(':'));
}

/** Parses an IP address or a CIDR, whose host bits need not be zero; undefined for any other text. */
export function parseRange(text: string): AddressRange | undefined {
  const [base = ''] = text.split('/');
  const family = isIP(base);
  if (family === 0) return undefined;
  const [range] = ipRanges(text);
  if (!range) return undefined;
  return { family: family as 4 | 6, first: addressToNumber(range[0]), last: addressToNumber(range[1]) };
}

/**
 * The CIDR of the network that contains `address/length`, in the notation of the server; undefined for any other text.
 */
export function toNetwork(text: string): string | undefined {
  const range = parseRange(text);
  const length = text.split('/')[1];
  return range && length !== undefined
    ? canonicalCidr('cidr', `${numberToAddress(range.family, range.first)}/${length}`)
    : undefined;
}

export const rangeSize = ({ first, last }: AddressRange): bigint => last - first + 1n;
export const contains = (range: AddressRange, address: string): boolean => {
  if (isIP(address) !== range.family) return false;
  const value = addressToNumber(address);
  return value >= range.first && value <= range.last;
};

/** The addresses that are in both lists, as merged ranges in ascending order. */
export function intersect(some: readonly AddressRange[], others: readonly AddressRange[]): AddressRange[] {
  const common = some.flatMap((one) =>
    others.flatMap((other) => {
      if (one.family !== other.family) return [];
      const first = one.first > other.first ? one.first : other.first;
      const last = one.last < other.last ? one.last : other.last;
      return first <= last ? [{ family: one.family, first, last }] : [];
    }),
  );
  return mergeRanges(common);
}

/** The addresses that are in `some` but not in `others`. */
export function subtract(some: readonly AddressRange[], others: readonly AddressRange[]): AddressRange[] {
  return others.reduce<AddressRange[]>(
    (remaining, other) =>
      remaining.flatMap((one) => {
        if (one.family !== other.family || other.last < one.first || other.first > one.last) return [one];
        const before = { ...one, last: other.first - 1n };
        const after = { ...one, first: other.last + 1n };
        return [before, after].filter(({ first, last }) => first <= last);
      }),
    mergeRanges(some),
  );
}

/** Joins overlapping and adjacent ranges. The result is sorted by address family and first address. */
export function mergeRanges(ranges: readonly AddressRange[]): AddressRange[] {
  const sorted = [...ranges].sort(
    (a, b) => a.family - b.family || (a.first < b.first ? -1 : a.first > b.first ? 1 : 0),
  );
  const result: AddressRange[] = [];
  for (const range of sorted) {
    const before = result.at(-1);
    if (before && before.family === range.family && range.first <= before.last + 1n)
      result[result.length - 1] = { ...before, last: before.last > range.last ? before.last : range.last };
    else result.push(range);
  }
  return result;
}

export function* enumerateAddresses(ranges: readonly AddressRange[]): Generator<string> {
  for (const { family, first, last } of ranges)
    for (let value = first; value <= last; value++) yield numberToAddress(family, value);
}

/** Splits a range into the smallest possible number of CIDRs. */
export function toCidrs({ family, first, last }: AddressRange): string[] {
  const cidrs: string[] = [];
  for (let at = first; at <= last;) {
    let free = 0;
    while ((at >> BigInt(free)) % 2n === 0n && at + (2n << BigInt(free)) - 1n <= last) free++;
    cidrs.push(`${numberToAddress(family, at)}/${(family === 4 ? 32 : 128) - free}`);
    at += 1n << BigInt(free);
  }
  return cidrs;
}
