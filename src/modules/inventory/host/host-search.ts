// Searches hosts by text in their names and services, or by address.
import { ipRanges, macRange, type Range } from '../../../platform/text/address-ranges';
import type { Prisma } from '../../../generated/prisma/client';
import { likeText } from '../../../graphql/lists/filter';
import { isTooShort, searchTexts } from '../../../graphql/lists/search-filter';
import { unicodeForms } from '../../../platform/text/validation';

/** Conditions for a text of one or two characters, which only matches the beginning of a name. */
const beginsNames = (text: string): Prisma.HostWhereInput[] =>
  (['name', 'hostname', 'sysName'] as const).flatMap((column) =>
    unicodeForms(text).map((form) => ({ [column]: { startsWith: likeText(form), mode: 'insensitive' as const } })),
  );

const within = ([gte, lte]: Range) => ({ gte, lte });

/** Hosts that match the text; an empty text matches all. */
export function searchHosts(text: string): Prisma.HostWhereInput {
  const searchText = text.trim();
  if (searchText === '') return {};
  if (isTooShort(searchText)) return { OR: beginsNames(searchText) };
  const mac = macRange(searchText);
  const addresses: Prisma.IpAddressWhereInput[] = [
    ...ipRanges(searchText).map((range) => ({ ipAddress: within(range) })),
    // MAC addresses are stored in one notation, so comparing texts compares their digits.
    ...(mac ? [{ macAddress: within(mac) }] : []),
  ];
  return {
    OR: [
      searchTexts('Host', searchText),
      { services: { some: searchTexts('Service', searchText) } },
      ...(addresses.length > 0 ? [{ ipAddresses: { some: { OR: addresses } } }] : []),
      ...(mac ? [{ interfaces: { some: { macAddress: within(mac) } } }] : []),
    ],
  };
}
