// Locates a MAC address, an IP address or a machine: finds what the text names, and the ports on which devices have
// seen it.
import { isIP } from 'node:net';
import type { Prisma } from '../../../generated/prisma/client';
import type { GraphqlContext } from '../../../graphql/context';
import { requireVisible } from '../../../data/tenancy/rows';
import { searchHosts } from '../host/host-search';
import { macRange } from '../../../platform/text/address-ranges';
import { isStationMac } from '../../../platform/text/identifiers';
import { isUuid } from '../../../platform/text/validation';
import { readFormerMacs, readLearnedPeriods } from './earlier-places.sql';
import { rankPlaces, type Places } from './places';
import { readSightings, type Target } from './sightings.sql';
import { earlierStays, type Stay } from './stays';

/** Maximum number of machines that a text may name; with more it is too ambiguous. */
export const mostNamed = 20;
/** Maximum number of MAC addresses of one machine that are looked up: a switch has one for each port. */
const mostMacs = 100;

/** What the text of a request can name. */
export const locatedKinds = ['MacAddress', 'IpAddress', 'Host'] as const;
export type LocatedKind = (typeof locatedKinds)[number];
/** Why the text could not be located, or why the location is uncertain. */
export type LocateNote = NonNullable<Places['note']> | 'SeveralHosts' | 'NoSuchHost' | 'NoMacAddress';

export interface Location extends Omit<Places, 'note'>, Target {
  readonly networkId: string;
  readonly kind: LocatedKind;
  /** The address in the text; null if it contains none. */
  readonly ipAddress: string | null;
  readonly note: LocateNote | null;
}

type Db = GraphqlContext['db'];
interface Named {
  readonly id: string;
  readonly ipAddresses: readonly { readonly ipAddress: string; readonly macAddress: string | null }[];
  readonly interfaces: readonly { readonly macAddress: string | null }[];
}

/** Throws `entity_not_found` for a network that the caller cannot see. */
export async function locate(
  { db, sql }: Pick<GraphqlContext, 'db' | 'sql'>,
  networkId: string,
  text: string,
): Promise<Location> {
  await requireVisible(db, 'Network', networkId, { select: { id: true } });
  const searchText = text.trim();
  const [mac, isWhole] = wholeMac(searchText);
  const kind = isWhole ? 'MacAddress' : isIP(searchText) && !searchText.includes('%') ? 'IpAddress' : 'Host';
  const subject = { networkId, kind, ipAddress: kind === 'IpAddress' ? searchText : null } as const;
  const emptyAnswer = { ...subject, macAddresses: [], hostIds: [], ports: [], passing: [] } as const;
  const hosts =
    kind === 'Host'
      ? await namedHosts(db, networkId, searchText)
      : await readHosts(db, networkId, isWhole ? havingMac(mac) : havingAddress(searchText));
  const hostIds = hosts.map(({ id }) => id);
  // A MAC address of two machines is still looked up: ports show which of them has it.
  if (hosts.length > 1 && !isWhole) return { ...emptyAnswer, hostIds, note: 'SeveralHosts' };
  if (hosts.length === 0 && !isWhole) return { ...emptyAnswer, note: 'NoSuchHost' };
  const addresses = hosts.flatMap(({ ipAddresses }) => ipAddresses);
  const ofAddress = kind === 'IpAddress' ? addresses.filter(({ ipAddress }) => ipAddress === searchText) : [];
  const itsOwn = ofAddress.flatMap(({ macAddress }) => macAddress ?? []);
  const all = [...addresses, ...hosts.flatMap(({ interfaces }) => interfaces)].flatMap(
    ({ macAddress }) => macAddress ?? [],
  );
  const macs = isWhole ? [mac] : (itsOwn.length > 0 ? itsOwn : all).filter(isStationMac);
  const macAddresses = [...new Set(macs)].sort().slice(0, mostMacs);
  const target = { macAddresses, hostIds: hosts.length === 1 ? hostIds : [] };
  const { note, ...places } = rankPlaces(await readSightings(sql, networkId, target), new Set([...macs, ...all]).size);
  const isUnknown = places.ports.length === 0 && macAddresses.length === 0;
  return { ...subject, macAddresses, hostIds, ...places, note: isUnknown ? 'NoMacAddress' : note };
}

/** Maximum number of earlier places in a response. */
export const mostEarlier = 20;

/** Where the located machine was before, the latest first. */
export async function locateEarlier(sql: GraphqlContext['sql'], location: Location): Promise<readonly Stay[]> {
  const { networkId, ipAddress, macAddresses, ports, passing, note } = location;
  if (note === 'SeveralHosts' || note === 'NoSuchHost') return [];
  // If no machine or several machines have the MAC address, only the MAC address is located.
  const hostIds = location.hostIds.length === 1 ? location.hostIds : [];
  const isOfMachine = location.kind !== 'MacAddress' && hostIds.length > 0;
  const formerMacs = isOfMachine
    ? (await readFormerMacs(sql, networkId, hostIds, ipAddress, macAddresses)).filter((one) =>
        isStationMac(one.macAddress),
      )
    : [];
  const allMacs = [...macAddresses, ...formerMacs.map(({ macAddress }) => macAddress)];
  if (allMacs.length === 0) return [];
  const periods = await readLearnedPeriods(sql, networkId, allMacs, hostIds);
  // A wireless client is reached through the port of its access point, so that port counts as present too.
  const presentPorts = [...ports, ...passing.filter(({ isOutdated }) => !isOutdated)];
  const presentPortIds = new Set(presentPorts.map(({ interfaceId }) => interfaceId));
  return earlierStays(periods, formerMacs, presentPortIds).slice(0, mostEarlier);
}

/** The MAC address in a text, in stored notation, and whether the text is a complete one. */
function wholeMac(text: string): readonly [string, boolean] {
  const [first, last] = macRange(text) ?? ['', undefined];
  return [first, first === last];
}

/** Prisma condition for machines that have the MAC address. */
const havingMac = (mac: string): Prisma.HostWhereInput => ({
  OR: [{ ipAddresses: { some: { macAddress: mac } } }, { interfaces: { some: { macAddress: mac } } }],
});
const havingAddress = (address: string): Prisma.HostWhereInput => ({ ipAddresses: { some: { ipAddress: address } } });

/** Maximum number of hosts whose names are compared ignoring case. */
const mostCompared = 200;

/**
 * The machine with this id; otherwise those with exactly this name; otherwise with this name in another case; otherwise
 * those that a search finds.
 */
async function namedHosts(db: Db, networkId: string, text: string): Promise<readonly Named[]> {
  const identified = isUuid(text) ? await readHosts(db, networkId, { id: text }) : [];
  if (identified.length > 0) return identified;
  const exact = await readHosts(db, networkId, { OR: [{ name: text }, { hostname: text }] });
  if (exact.length > 0) return exact;
  const matchingHosts = await db.host.findMany({
    where: { networkId, ...searchHosts(text) },
    select: { id: true, name: true, hostname: true },
    orderBy: [{ id: 'asc' }],
    take: mostCompared,
  });
  const isNamed = (name: string | null) => name?.toLowerCase() === text.toLowerCase();
  const namedMatches = matchingHosts.filter(({ name, hostname }) => isNamed(name) || isNamed(hostname));
  const ids = (namedMatches.length > 0 ? namedMatches : matchingHosts).slice(0, mostNamed).map(({ id }) => id);
  return ids.length > 0 ? readHosts(db, networkId, { id: { in: ids } }) : [];
}

const readHosts = (db: Db, networkId: string, where: Prisma.HostWhereInput): Promise<readonly Named[]> =>
  db.host.findMany({
    where: { networkId, ...where },
    select: {
      id: true,
      ipAddresses: { select: { ipAddress: true, macAddress: true }, orderBy: [{ id: 'asc' }], take: mostMacs },
      interfaces: { select: { macAddress: true }, orderBy: [{ id: 'asc' }], take: mostMacs },
    },
    orderBy: [{ id: 'asc' }],
    take: mostNamed,
  });
