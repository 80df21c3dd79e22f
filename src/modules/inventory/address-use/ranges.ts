// Builds the ranges of a subnet's addresses, each with its use, from used addresses and reservations. Contiguous free
// addresses are one range.
import { formatAddress, parseAddress } from '../../../platform/text/address-numbers';
import type { Gap, Holder, UseCounts, UsedAddress, UsePage, ReservedRange } from './address-use.sql';

export const addressStates = ['Free', 'Reserved', 'Taken', 'Special'] as const;
export type AddressState = (typeof addressStates)[number];
export const addressRoles = ['Network', 'Broadcast', 'SubnetRouter', 'Gateway', 'Virtual'] as const;
export type AddressRole = (typeof addressRoles)[number];

export interface HeldAddress extends Holder {
  readonly address: string;
}
/** Contiguous addresses with the same state, role and reservation. */
export interface AddressRange {
  readonly first: string;
  readonly last: string;
  readonly count: bigint;
  readonly state: AddressState;
  readonly role: AddressRole | null;
  /** The active reservation that contains the addresses, even if hosts use them. */
  readonly reservationId: string | null;
  readonly holders: readonly HeldAddress[];
  /** Number of stored addresses of hosts in the range, including those that `holders` omits. */
  readonly holderCount: number;
}
export interface RangePage {
  readonly ranges: readonly AddressRange[];
  /** The address after the last range, where the next page begins; null at the end of the subnet. */
  readonly next: string | null;
}

interface Reserved extends Pick<ReservedRange, 'id' | 'isOwn'> {
  readonly first: bigint;
  readonly last: bigint;
}

const valueOf = (address: string): bigint => parseAddress(address).value;
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Returns the last address up to which the page lists all used addresses and reservations; at least `start`. */
function horizonOf({ used, reserved, isUsedWhole, isReservedWhole }: UsePage, start: bigint, last: bigint): bigint {
  const beforeLastUsed = isUsedWhole ? last : valueOf(used.at(-1)!.address) - 1n;
  const beforeLastReserved = isReservedWhole ? last : valueOf(reserved.at(-1)!.first) - 1n;
  return larger(start, smaller(last, smaller(beforeLastUsed, beforeLastReserved)));
}

/**
 * Returns the ranges of a subnet from the address `from` on, up to the last address for which `page` is complete. If a
 * range goes on after that address, the rest of it is the first range of the next page.
 */
export function buildRanges(page: UsePage, from: string | null): RangePage {
  const { version, value: subnetFirst } = parseAddress(page.first);
  const subnetLast = valueOf(page.last);
  const start = from === null ? subnetFirst : larger(subnetFirst, valueOf(from));
  const horizon = horizonOf(page, start, subnetLast);
  const format = (value: bigint): string => formatAddress({ version, value });

  const usedAddresses = new Map(page.used.map((one) => [valueOf(one.address), one]));
  const ends = version === 4 ? (['Network', 'Broadcast'] as const) : (['SubnetRouter'] as const);
  const specials = new Map(page.specials.map((special, at) => [valueOf(special), ends[at]!]));
  const reserved: Reserved[] = page.reserved.map(({ id, isOwn, first, last }) => ({
    ...{ id, isOwn, first: valueOf(first), last: valueOf(last) },
  }));

  const isInside = (value: bigint) => value > start && value <= horizon;
  const beginnings = [
    ...[...usedAddresses.keys(), ...specials.keys()].flatMap((value) => [value, value + 1n]),
    ...reserved.flatMap(({ first, last }) => [first, last + 1n]),
  ].filter(isInside);
  const sorted = [start, ...[...new Set(beginnings)].sort((a, b) => (a < b ? -1 : 1))];

  const ranges: (AddressRange & { holders: HeldAddress[] })[] = [];
  let waiting = 0;
  let around: Reserved[] = [];
  for (const [at, first] of sorted.entries()) {
    const last = at + 1 < sorted.length ? sorted[at + 1]! - 1n : horizon;
    while (waiting < reserved.length && reserved[waiting]!.first <= first) around.push(reserved[waiting++]!);
    around = around.filter((one) => one.last >= first);
    const reservation = around.find(({ isOwn }) => isOwn) ?? around[0];
    const one = useOf(usedAddresses.get(first), specials.get(first), reservation);
    const before = ranges.at(-1);
    const continues =
      before?.state === one.state && before.role === one.role && before.reservationId === one.reservationId;
    if (continues) {
      const { holders, count } = before;
      holders.push(...one.holders);
      const holderCount = before.holderCount + one.holderCount;
      ranges[ranges.length - 1] = {
        ...{ ...before, holders, holderCount },
        ...{ last: format(last), count: count + last - first + 1n },
      };
    } else ranges.push({ ...one, first: format(first), last: format(last), count: last - first + 1n });
  }
  return { ranges, next: horizon < subnetLast ? format(horizon + 1n) : null };
}

function useOf(
  usedAddress: UsedAddress | undefined,
  special: AddressRole | undefined,
  reservation: Reserved | undefined,
): Pick<AddressRange, 'state' | 'role' | 'reservationId' | 'holderCount'> & { holders: HeldAddress[] } {
  const reservationId = reservation?.id ?? null;
  if (usedAddress) {
    const { address, isVirtual, isNextHop, holderCount } = usedAddress;
    const role = special ?? (isVirtual ? 'Virtual' : isNextHop ? 'Gateway' : null);
    const holders = usedAddress.holders.map((holder) => ({ ...holder, address }));
    return { state: 'Taken', role, reservationId, holders, holderCount };
  }
  const free = { reservationId, holders: [], holderCount: 0 };
  if (special) return { state: 'Special', role: special, ...free };
  return { state: reservation ? 'Reserved' : 'Free', role: null, ...free };
}

export interface AddressCounts {
  readonly total: bigint;
  readonly taken: number;
  readonly stale: number | null;
  readonly reserved: bigint;
  readonly special: number;
  readonly free: bigint;
  /** Taken and reserved addresses as a percentage of the addresses that hosts can have. */
  readonly usedPercent: number;
}

export function buildCounts({ first, last, taken, stale, special, ...counts }: UseCounts): AddressCounts {
  const total = valueOf(last) - valueOf(first) + 1n;
  const reserved = BigInt(counts.reserved);
  const usable = total - BigInt(special);
  const usedCount = BigInt(taken) + reserved;
  // Dividing integers beyond 2^53 as floating-point numbers is exact enough for a percentage.
  const usedPercent = usable === 0n ? 0 : (Number(usedCount) / Number(usable)) * 100;
  return { total, taken, stale, reserved, special, free: usable - usedCount, usedPercent };
}

/** Returns the first free addresses in the gaps, at most `count`, ordered by address. */
export function findFreeAddresses(gaps: readonly Gap[], count: number): string[] {
  const addresses: string[] = [];
  for (const { first, last, after, before } of gaps) {
    const { version, value } = parseAddress(first);
    const begin = after === null ? value : valueOf(after) + 1n;
    const end = before === null ? valueOf(last) : valueOf(before) - 1n;
    for (let one = begin; one <= end && addresses.length < count; one += 1n)
      addresses.push(formatAddress({ version, value: one }));
  }
  return addresses;
}
