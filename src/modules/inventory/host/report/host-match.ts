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
  readonly networkId: string;
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

/** Runs under the lock of the network: no host comes in between. */
export async function matchingHost(tx: Db, host: NewHost): Promise<Match | undefined> {
  return (
    (await byAddress(tx, host)) ??
    (await byChassis(tx, host)) ??
    (await byVirtualRouter(tx, host)) ??
    byVendor(tx, host)
  );
}

async function byAddress(tx: Db, { networkId, ipAddresses }: NewHost): Promise<Match | undefined> {
  const identifying = ipAddresses.filter((one) => !isLoopback(one.ipAddress!) && !isVirtualRouter(one.macAddress));
  if (identifying.length === 0) return undefined;
  const macs = identifying.map(({ macAddress }) => macAddress).filter(isVendorAssigned);
  const once = macs.filter((mac) => macs.indexOf(mac) === macs.lastIndexOf(mac));
  const ids = identifying.flatMap(({ id }) => (id ? [id] : []));
  const rows = await tx.ipAddress.findMany({
    where: {
      networkId,
      OR: [
        { ipAddress: { in: identifying.map(({ ipAddress }) => ipAddress!) } },
        { id: { in: ids } },
        { macAddress: { in: once } },
      ],
    },
    select: { id: true, subnetId: true, ipAddress: true, macAddress: true, host: hostAndAge },
  });
  const found = oldestFirst(rows);
  const places = new Set(identifying.map(placeOf));
  const samePlace = found.find((row) => places.has(placeOf(row)));
  if (samePlace) return { hostId: samePlace.host.id, field: 'ipAddress', value: samePlace.ipAddress };
  const sameRow = found.find(({ id }) => ids.includes(id));
  if (sameRow) return { hostId: sameRow.host.id, field: 'id', value: sameRow.id };
  const sameMac = found.find(({ macAddress }) => macAddress !== null && once.includes(macAddress));
  return sameMac && { hostId: sameMac.host.id, field: 'macAddress', value: sameMac.macAddress! };
}

async function byChassis(tx: Db, { networkId, chassisId }: NewHost): Promise<Match | undefined> {
  if (!chassisId) return undefined;
  const found = await tx.host.findMany({ where: { networkId, chassisId }, select: { id: true }, take: 2 });
  return found.length === 1 ? { hostId: found[0]!.id, field: 'chassisId', value: chassisId } : undefined;
}

async function byVirtualRouter(tx: Db, { networkId, ipAddresses }: NewHost): Promise<Match | undefined> {
  if (ipAddresses.length === 0 || !ipAddresses.every(({ macAddress }) => isVirtualRouter(macAddress))) return undefined;
  const macs = { select: { macAddress: true } };
  const rows = await tx.ipAddress.findMany({
    where: { networkId, ipAddress: { in: ipAddresses.map(({ ipAddress }) => ipAddress!) } },
    select: {
      subnetId: true,
      ipAddress: true,
      host: { select: { ...hostAndAge.select, ipAddresses: macs, interfaces: macs } },
    },
  });
  const places = new Set(ipAddresses.map(placeOf));
  const match = oldestFirst(rows).find(
    (row) =>
      places.has(placeOf(row)) &&
      [...row.host.ipAddresses, ...row.host.interfaces].every(
        ({ macAddress }) => macAddress === null || isVirtualRouter(macAddress),
      ),
  );
  return match && { hostId: match.host.id, field: 'ipAddress', value: match.ipAddress };
}

async function byVendor(tx: Db, { networkId, ipAddresses, interfaces }: NewHost): Promise<Match | undefined> {
  const macs = [...ipAddresses, ...interfaces].map(({ macAddress }) => macAddress).filter(isVendorAssigned);
  if (macs.length === 0) return undefined;
  const wanted = { where: { networkId, macAddress: { in: macs } }, select: { hostId: true, macAddress: true } };
  const found = [...(await tx.ipAddress.findMany(wanted)), ...(await tx.interface.findMany(wanted))];
  const isOne = new Set(found.map(({ hostId }) => hostId)).size === 1;
  return isOne ? { hostId: found[0]!.hostId, field: 'macAddress', value: found[0]!.macAddress! } : undefined;
}
