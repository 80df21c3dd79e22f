// The one search box for hosts: text in what names them, or an address they have.
import type { Prisma } from '../../generated/prisma/client';
import { likeText } from '../../graphql/filter';
import { isInet } from '../../validation';

const searched = [
  'name',
  'hostname',
  'description',
  'sysName',
  'sysDescr',
  'chassisId',
  'manufacturer',
  'model',
  'serialNumber',
  'os',
] as const;
const macForm = /^[0-9a-f]{2}([:-][0-9a-f]{2}){5}$/i;

/** Hosts that the text tells of; an empty text tells of all. */
export function searchHosts(text: string): Prisma.HostWhereInput {
  const wanted = text.trim();
  const either: Prisma.HostWhereInput[] = searched.map((column) => ({
    [column]: { contains: likeText(wanted), mode: 'insensitive' },
  }));
  if (isInet(wanted)) either.push({ ipAddresses: { some: { ipAddress: wanted } } });
  if (macForm.test(wanted)) {
    const macAddress = wanted.toLowerCase().replaceAll('-', ':');
    either.push({ ipAddresses: { some: { macAddress } } }, { interfaces: { some: { macAddress } } });
  }
  return { OR: either };
}
