// Locates a MAC address, an IP address or a machine: finds the machine that a text names, and the ports at which
// devices have seen it.
import type { Prisma } from '../../../generated/prisma/client';
import type { GraphqlContext } from '../../../graphql/context';
import { requireVisible } from '../../../data/tenancy/rows';
import { isStationMac } from '../../../platform/text/identifiers';
import { parseSearchText } from '../../../platform/text/search-text';
import { readFormerMacs, readLearnedPeriods } from './earlier-places.sql';
import { readMacs } from './macs.sql';
import { listHosts, namedHosts, type NamedHosts } from './named-hosts';
import { rankPlaces, type Places } from './places';
import { readSightings, type Target } from './sightings.sql';
import { earlierStays, type Stay } from './stays';

/** Maximum number of MAC addresses of one machine that are looked up. A switch has a MAC address for each port. */
export const mostMacs = 100;

/** The kinds of text that a request can locate. */
export const locatedKinds = ['MacAddress', 'IpAddress', 'Host'] as const;
export type LocatedKind = (typeof locatedKinds)[number];
/** Why the text could not be located, or why the location is uncertain. */
export type LocateNote = NonNullable<Places['note']> | 'SeveralHosts' | 'NoSuchHost' | 'NoMacAddress';

export interface Location extends Omit<Places, 'note'>, Target {
  readonly networkId: string;
  readonly kind: LocatedKind;
  /** The IP address in the text; null if the text is no IP address. */
  readonly ipAddress: string | null;
  /** Number of hosts that the requested text matches. It can exceed the length of `hostIds`, which is limited. */
  readonly hostCount: number;
  /** Number of the machine's MAC addresses, including those beyond `mostMacs`, which were not looked up. */
  readonly macAddressCount: number;
  readonly note: LocateNote | null;
}

/**
 * Locates the machine or address that the text names. Throws `entity_not_found` for a network that the caller cannot
 * see.
 */
export async function locate(
  context: Pick<GraphqlContext, 'db' | 'sql' | 'viewer'>,
  networkId: string,
  text: string,
): Promise<Location> {
  const { db, sql } = context;
  await requireVisible(db, 'Network', networkId, { select: { id: true } });
  const searchText = text.trim();
  const { mac: { whole: mac } = {}, address: { ip } = {} } = parseSearchText(searchText) ?? {};
  const isWhole = mac !== undefined;
  const kind = isWhole ? 'MacAddress' : ip !== undefined ? 'IpAddress' : 'Host';
  const subject = { networkId, kind, ipAddress: ip ?? null } as const;
  const { hostIds, hostCount }: NamedHosts =
    kind === 'Host'
      ? await namedHosts(context, networkId, searchText)
      : await listHosts(db, networkId, isWhole ? havingMac(mac) : havingAddress(ip!));
  const emptyAnswer = { ...subject, macAddresses: [], macAddressCount: 0, hostIds, hostCount, ports: [], passing: [] };
  // A MAC address that two hosts have is located nevertheless, because the ports may show which host uses it. An IP
  // address or a name of two hosts is not.
  if (hostIds.length > 1 && !isWhole) return { ...emptyAnswer, note: 'SeveralHosts' };
  if (hostIds.length === 0 && !isWhole) return { ...emptyAnswer, note: 'NoSuchHost' };
  const storedMacs = await readMacs(sql, networkId, hostIds, subject.ipAddress);
  const ofAddress = storedMacs.filter(({ isOfAddress }) => isOfAddress);
  const ownMacs = (ofAddress.length > 0 ? ofAddress : storedMacs).map(({ macAddress }) => macAddress);
  const macs = isWhole ? [mac] : ownMacs.filter(isStationMac);
  const macAddresses = macs.slice(0, mostMacs);
  const target = { macAddresses, hostIds: hostIds.length === 1 ? hostIds : [] };
  const allMacs = new Set([...macs, ...storedMacs.map(({ macAddress }) => macAddress)]);
  const { note, ...places } = rankPlaces(await readSightings(sql, networkId, target), allMacs.size);
  const isUnknown = places.ports.length === 0 && macAddresses.length === 0;
  return {
    ...{ ...subject, hostIds, hostCount, macAddresses, macAddressCount: macs.length, ...places },
    note: isUnknown ? 'NoMacAddress' : note,
  };
}

const stays = new WeakMap<Location, Promise<readonly Stay[]>>();

/** Resolves with the periods in which the located machine was at ports where it no longer is, latest first. */
export function locateEarlier(sql: GraphqlContext['sql'], location: Location): Promise<readonly Stay[]> {
  const pastStays = stays.get(location) ?? readStays(sql, location);
  stays.set(location, pastStays);
  return pastStays;
}

async function readStays(sql: GraphqlContext['sql'], location: Location): Promise<readonly Stay[]> {
  const { networkId, ipAddress, macAddresses, ports, passing, note } = location;
  if (note === 'SeveralHosts' || note === 'NoSuchHost') return [];
  // If several hosts or none match the MAC address, only the MAC address is located, not a machine.
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
  // A wireless client is also seen at the switch port of its access point. While the client is seen at this port, the
  // port is not listed among the former ports.
  const presentPorts = [...ports, ...passing.filter(({ isOutdated }) => !isOutdated)];
  const presentPortIds = new Set(presentPorts.map(({ interfaceId }) => interfaceId));
  return earlierStays(periods, formerMacs, presentPortIds);
}

/** Returns a Prisma condition for hosts with the MAC address. */
const havingMac = (mac: string): Prisma.HostWhereInput => ({
  OR: [{ ipAddresses: { some: { macAddress: mac } } }, { interfaces: { some: { macAddress: mac } } }],
});
const havingAddress = (address: string): Prisma.HostWhereInput => ({ ipAddresses: { some: { ipAddress: address } } });
