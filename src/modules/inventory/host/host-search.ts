// Builds the filter for the search in the list of hosts: by text in names and services, or by address.
import type { Range } from '../../../platform/text/address-ranges';
import type { Prisma } from '../../../generated/prisma/client';
import { beginsWithText, searchTexts } from '../../../graphql/lists/search-filter';
import { parseSearchText } from '../../../platform/text/search-text';

/** Columns that are searched for a text of one or two characters, which must be at the beginning of the column. */
const shortColumns = ['name', 'hostname', 'sysName'] as const satisfies readonly (keyof Prisma.HostWhereInput)[];

const within = ([gte, lte]: Range) => ({ gte, lte });

/** Returns the filter for hosts that match the search text. An empty text matches all hosts. */
export function searchHosts(text: string): Prisma.HostWhereInput {
  const parsedText = parseSearchText(text);
  if (!parsedText) return {};
  const searchText = text.trim();
  if (parsedText.isShort) return { OR: beginsWithText(shortColumns, searchText) };
  const macs = parsedText.mac?.range;
  const addresses: Prisma.IpAddressWhereInput[] = [
    ...(parsedText.address?.ranges ?? []).map((range) => ({ ipAddress: within(range) })),
    // All MAC addresses are stored in one notation, so comparing texts finds the addresses in a range.
    ...(macs ? [{ macAddress: within(macs) }] : []),
  ];
  return {
    OR: [
      searchTexts('Host', searchText),
      { services: { some: searchTexts('Service', searchText) } },
      ...(addresses.length > 0 ? [{ ipAddresses: { some: { OR: addresses } } }] : []),
      ...(macs ? [{ interfaces: { some: { macAddress: within(macs) } } }] : []),
    ],
  };
}
