// Finds the stored host that a created or reported host is the same as.
import { isIP } from 'node:net';
import { isVirtualRouter } from '../../../../platform/text/addresses';
import type { Db } from '../../../../data/tenancy/rows';

interface Address {
  readonly id?: string | null;
  readonly subnetId: string;
  readonly ipAddress?: string;
  readonly macAddress?: string | null;
}
export interface NewHost {
  readonly chassisId?: string | null;
  readonly ipAddresses: readonly Address[];
  readonly interfaces: readonly { readonly macAddress?: string | null }[];
}
/** The known host and what gave it away. */
export interface Match {
  readonly hostId: string;
  readonly field: string;
  readonly value: string;
}

/** Given by a vendor to one device: neither locally administered nor of a group nor empty. */
const isVendorAssigned = (mac: string | null | undefined): mac is string =>
  mac != null && !isVirtualRouter(mac) && mac !== '00:00:00:00:00:00' && (parseInt(mac.slice(0, 2), 16) & 3) === 0;
const isLoopback = (ip: string): boolean => (isIP(ip) === 4 ? ip.startsWith('127.') : ip === '::1');
const placeOf = ({ subnetId, ipAddress }: Address): string => `${subnetId} ${ipAddress}`;

interface OnHost {
  readonly host: { readonly id: string; readonly createdAt: Date };
}
const hostAndAge = { select: { id: true, createdAt: true } };
/** By the age of their hosts: where several fit, the oldest is meant. */
const oldestFirst = <R extends OnHost>(rows: readonly R[]): R[] =>
  [...rows].sort(
    ({ host: one }, { host: other }) => Number(one.createdAt) - Number(other.createdAt) || (one.id < other.id ? -1 : 1),
  );

/** What is known of addresses, each with its host. */
interface Found extends OnHost {
  readonly id: string;
  readonly subnetId: string;
  readonly ipAddress: string;
  readonly macAddress: string | null;
}

/** The hosts of one network: those that are stored, or those that an import has read and made. */
export interface KnownHosts {
  /** Addresses of any of these values. */
  addresses(wanted: { ips: readonly string[]; ids: readonly string[]; macs: readonly string[] }): Promise<Found[]>;
  /** Ids of hosts with the chassis id: two are enough. */
  withChassis(chassisId: string): Promise<string[]>;
  /** MAC addresses of a host's addresses and ports. */
  macsOf(hostIds: readonly string[]): Promise<{ hostId: string; macAddress: string | null }[]>;
  /** The addresses and ports that have one of the MAC addresses. */
  withMac(macs: readonly string[]): Promise<{ hostId: string; macAddress: string | null }[]>;
}

/** Reads of them belong under the lock of the network: no host comes in between. */
export function storedHosts(tx: Db, networkId: string): KnownHosts {
  const macs = { select: { hostId: true, macAddress: true } };
  const partsWith = async (where: object) => [
    ...(await tx.ipAddress.findMany({ where: { networkId, ...where }, ...macs })),
    ...(await tx.interface.findMany({ where: { networkId, ...where }, ...macs })),
  ];
  return {
    addresses: ({ ips, ids, macs: known }) =>
      tx.ipAddress.findMany({
        where: {
          networkId,
          OR: [{ ipAddress: { in: [...ips] } }, { id: { in: [...ids] } }, { macAddress: { in: [...known] } }],
        },
        select: { id: true, subnetId: true, ipAddress: true, macAddress: true, host: hostAndAge },
      }),
    withChassis: async (chassisId) =>
      (await tx.host.findMany({ where: { networkId, chassisId }, select: { id: true }, take: 2 })).map(({ id }) => id),
    macsOf: (hostIds) => partsWith({ hostId: { in: [...hostIds] } }),
    withMac: (macs) => partsWith({ macAddress: { in: [...macs] } }),
  };
}

export async function matchingHost(known: KnownHosts, host: NewHost): Promise<Match | undefined> {
  return (
    (await byAddress(known, host)) ??
    (await byChassis(known, host)) ??
    (await byVirtualRouter(known, host)) ??
    byVendor(known, host)
  );
}

async function byAddress(known: KnownHosts, { ipAddresses }: NewHost): Promise<Match | undefined> {
  const identifying = ipAddresses.filter((one) => !isLoopback(one.ipAddress!) && !isVirtualRouter(one.macAddress));
  if (identifying.length === 0) return undefined;
  const macs = identifying.map(({ macAddress }) => macAddress).filter(isVendorAssigned);
  const once = macs.filter((mac) => macs.indexOf(mac) === macs.lastIndexOf(mac));
  const ids = identifying.flatMap(({ id }) => (id ? [id] : []));
  const ips = identifying.map(({ ipAddress }) => ipAddress!);
  const found = oldestFirst(await known.addresses({ ips, ids, macs: once }));
  const places = new Set(identifying.map(placeOf));
  const samePlace = found.find((row) => places.has(placeOf(row)));
  if (samePlace) return { hostId: samePlace.host.id, field: 'ipAddress', value: samePlace.ipAddress };
  const sameRow = found.find(({ id }) => ids.includes(id));
  if (sameRow) return { hostId: sameRow.host.id, field: 'id', value: sameRow.id };
  const sameMac = found.find(({ macAddress }) => macAddress !== null && once.includes(macAddress));
  return sameMac && { hostId: sameMac.host.id, field: 'macAddress', value: sameMac.macAddress! };
}

async function byChassis(known: KnownHosts, { chassisId }: NewHost): Promise<Match | undefined> {
  if (!chassisId) return undefined;
  const found = await known.withChassis(chassisId);
  return found.length === 1 ? { hostId: found[0]!, field: 'chassisId', value: chassisId } : undefined;
}

async function byVirtualRouter(known: KnownHosts, { ipAddresses }: NewHost): Promise<Match | undefined> {
  if (ipAddresses.length === 0 || !ipAddresses.every(({ macAddress }) => isVirtualRouter(macAddress))) return undefined;
  const places = new Set(ipAddresses.map(placeOf));
  const ips = ipAddresses.map(({ ipAddress }) => ipAddress!);
  const rows = (await known.addresses({ ips, ids: [], macs: [] })).filter((row) => places.has(placeOf(row)));
  if (rows.length === 0) return undefined;
  const macs = await known.macsOf(rows.map(({ host }) => host.id));
  const real = new Set(
    macs.flatMap(({ hostId, macAddress }) => (macAddress === null || isVirtualRouter(macAddress) ? [] : [hostId])),
  );
  const match = oldestFirst(rows).find(({ host }) => !real.has(host.id));
  return match && { hostId: match.host.id, field: 'ipAddress', value: match.ipAddress };
}

async function byVendor(known: KnownHosts, { ipAddresses, interfaces }: NewHost): Promise<Match | undefined> {
  const macs = [...ipAddresses, ...interfaces].map(({ macAddress }) => macAddress).filter(isVendorAssigned);
  if (macs.length === 0) return undefined;
  const found = await known.withMac(macs);
  const isOne = new Set(found.map(({ hostId }) => hostId)).size === 1;
  return isOne ? { hostId: found[0]!.hostId, field: 'macAddress', value: found[0]!.macAddress! } : undefined;
}
