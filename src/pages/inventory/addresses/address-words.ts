// Converts the use of IP addresses to words and symbols.
import type { InventoryAddressRangeFragment } from '../../../generated/inventory-operations';
import { instantWords } from '../../kit/instants/instant-words';

export type Range = InventoryAddressRangeFragment;
export type Reservation = NonNullable<Range['reservation']>;

/** How each state of an address is shown: by a letter or shape, so that color is not the only indication. */
export const looks = {
  free: { sign: '', label: 'Free' },
  reserved: { sign: 'R', label: 'Reserved' },
  taken: { sign: '●', label: 'Taken' },
  stale: { sign: '○', label: 'Taken, not seen for long' },
  gateway: { sign: 'G', label: 'Gateway' },
  virtual: { sign: 'V', label: 'Virtual address of gateways' },
  special: { sign: '–', label: 'Used by the network itself' },
} as const;
export type Look = keyof typeof looks;

const roleWords: Readonly<Record<NonNullable<Range['role']>, string>> = {
  Network: 'address of the network',
  Broadcast: 'broadcast address',
  SubnetRouter: 'anycast address of the routers',
  Gateway: 'gateway',
  Virtual: 'virtual address of gateways',
};

export const findHolders = ({ holders }: Range, address: string) => holders.filter((one) => one.address === address);

export function chooseLook(range: Range, holders = range.holders): Look {
  if (range.state === 'Free') return 'free';
  if (range.state === 'Reserved') return 'reserved';
  if (range.state === 'Special') return 'special';
  if (range.role === 'Gateway') return 'gateway';
  if (range.role === 'Virtual') return 'virtual';
  return holders.length > 0 && holders.every(({ isStale }) => isStale) ? 'stale' : 'taken';
}

const mostNamed = 3;

/**
 * Names of hosts as text, such as `a, b, c and 2 more`. `leftOutCount` is the number of further hosts that `holders`
 * does not contain.
 */
export function hostWords(holders: Range['holders'], leftOutCount = 0): string {
  const names = [...new Set(holders.map(({ host }) => host?.displayName ?? 'a deleted host'))];
  const others = names.length - mostNamed + leftOutCount;
  return names.slice(0, mostNamed).join(', ') + (others > 0 ? ` and ${others} more` : '');
}

/** A reservation as text, such as `printers, by ana@example.org, until Dec 1, 2026`. */
export const reservationWords = ({ purpose, createdByUser, until }: Reservation): string =>
  [purpose, createdByUser && `by ${createdByUser.email}`, until && `until ${instantWords(until)}`]
    .filter(Boolean)
    .join(', ');

/** The use of a range of addresses as text, such as `taken by printer-1, gateway, reserved: printers`. */
export function useWords(range: Range, holders = range.holders): string {
  const { state, role, reservation } = range;
  const hosts = hostWords(holders);
  const takenWords = hosts ? `taken by ${hosts}` : 'reported by devices';
  const words = [
    state === 'Free' ? 'free' : state === 'Taken' ? takenWords : null,
    chooseLook(range, holders) === 'stale' ? 'not seen for long' : null,
    role && roleWords[role],
    reservation && `reserved: ${reservationWords(reservation)}`,
  ];
  return words.filter(Boolean).join(', ');
}

export const rangeWords = ({ first, last }: { readonly first: string; readonly last: string }): string =>
  first === last ? first : `${first} – ${last}`;

/** A number as text, with a thin space between groups of three digits. */
export const digitWords = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, '\u2009');

/**
 * The address that is `places` addresses after `first`. Only the last octet or hexadecimal group is incremented, and it
 * must not overflow.
 */
export function addressAfter(first: string, places: number): string {
  if (!first.includes(':')) {
    const dot = first.lastIndexOf('.') + 1;
    return first.slice(0, dot) + String(Number(first.slice(dot)) + places);
  }
  const colon = first.lastIndexOf(':') + 1;
  const value = parseInt(first.slice(colon) || '0', 16) + places;
  return value === 0 ? first : first.slice(0, colon) + value.toString(16);
}
