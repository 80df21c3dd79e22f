// Stores the subnets in which a daemon has an interface. Daemons send ids or rows of subnets.
import { AppError } from '../../../errors';
import { ipRanges } from '../../../platform/text/address-ranges';
import { canonicalCidr, canonicalIpAddress } from '../../../platform/text/addresses';
import { changeTime } from '../../../data/tenancy/change-times';
import { lockNetwork } from '../../inventory/writes';
import type { Db } from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import type { SubnetType } from '../../../generated/prisma/enums';
import { EqualSubnets, isBridge, writeReportedSubnets } from '../../inventory';

interface Place {
  readonly daemonId: string;
  readonly networkId: string;
}
export interface InterfacedSubnet {
  readonly name: string;
  readonly cidr: string;
  readonly subnetType: SubnetType;
}

/** Throws if the CIDR has host bits set. */
export function assertNetwork(field: string, cidr: string): void {
  const networkCidr = canonicalCidr(field, cidr);
  const [[first]] = ipRanges(networkCidr) as [[string, string]];
  if (canonicalIpAddress(field, first) !== networkCidr.split('/')[0])
    throw new AppError('validation_invalid_ip', { field });
}

/**
 * Replaces the list of subnets in which the daemon has an interface. Ids that are no subnets of the daemon's network
 * are skipped.
 */
export async function replaceInterfacedSubnets(tx: Db, daemon: Place, subnetIds: readonly string[]): Promise<void> {
  const { daemonId, networkId } = daemon;
  const where = { daemonId };
  const storedIds = (await tx.daemonSubnet.findMany({ where, select: { subnetId: true } })).map((row) => row.subnetId);
  const within = { networkId, id: { in: [...new Set(subnetIds)] } };
  const newIds = (await tx.subnet.findMany({ where: within, select: { id: true } })).map(({ id }) => id);
  const goneIds = storedIds.filter((id) => !newIds.includes(id));
  const fresh = newIds.filter((id) => !storedIds.includes(id));
  if (goneIds.length > 0) await tx.daemonSubnet.deleteMany({ where: { ...where, subnetId: { in: goneIds } } });
  if (fresh.length === 0) return;
  const data = fresh.map((subnetId) => ({ daemonId, subnetId, networkId }));
  await tx.daemonSubnet.createMany({ data, skipDuplicates: true });
}

/**
 * Resolves with the ids of the subnets in which the daemon has an interface. Missing subnets are created in a
 * transaction of their own, because the network must be locked before the daemon. Container bridges are not created:
 * the daemon does not say here which runtime owns a bridge, and its reports of hosts do.
 */
export async function interfacedSubnetIds(
  db: ScopedDb,
  { daemonId, networkId }: Place,
  subnets: readonly InterfacedSubnet[],
): Promise<string[]> {
  const rows = subnets.map(({ name, cidr, subnetType }) => {
    return { name, subnetType, cidr: canonicalCidr('interfacedSubnets.cidr', cidr), virtualizationServiceId: null };
  });
  const storedSubnets = await db.subnet.findMany({
    where: { networkId, namespace: '', cidr: { in: rows.map(({ cidr }) => cidr) }, sourceType: { not: 'System' } },
    select: { id: true, cidr: true, subnetType: true, virtualizationServiceId: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const reportedBridges = rows.filter(isBridge);
  const bridgeIds = await ownBridgeIds(db, daemonId, reportedBridges, storedSubnets);
  const equalSubnets = new EqualSubnets(storedSubnets);
  const others = rows.filter((row) => !isBridge(row));
  const otherIds = others.flatMap((row) => equalSubnets.find(row) ?? []);
  const missing = others.filter((row) => !equalSubnets.find(row));
  if (missing.length === 0) return [...bridgeIds, ...otherIds];
  const newRows = missing.map((row) => ({ ...row, id: row.cidr }));
  const createdSubnets = await db.$transaction(async (tx) => {
    await lockNetwork(tx, networkId);
    return writeReportedSubnets(tx, networkId, newRows, await changeTime(tx, networkId));
  });
  return [...bridgeIds, ...otherIds, ...createdSubnets.values()];
}

interface StoredSubnet extends Omit<InterfacedSubnet, 'name'> {
  readonly id: string;
  readonly virtualizationServiceId: string | null;
}

/**
 * Resolves with the ids of the stored subnets that equal the reported bridges: bridges of container runtimes of the
 * daemon's own host. A daemon takes each interface named `br-…` for a bridge. So if the host has no such bridge, a
 * subnet without a runtime is matched: of another type, or one in which the host has an address.
 */
async function ownBridgeIds(
  db: ScopedDb,
  daemonId: string,
  bridges: readonly { readonly cidr: string }[],
  storedSubnets: readonly StoredSubnet[],
): Promise<string[]> {
  const cidrs = new Set(bridges.map(({ cidr }) => cidr));
  const candidates = storedSubnets.filter(({ cidr }) => cidrs.has(canonicalCidr('cidr', cidr)));
  if (candidates.length === 0) return [];
  const daemon = await db.daemon.findUnique({ where: { id: daemonId }, select: { hostId: true } });
  // The request of a daemon that is not registered is refused later.
  if (!daemon) return [];
  const { hostId } = daemon;
  const runtimeIds = candidates.flatMap(({ virtualizationServiceId }) => virtualizationServiceId ?? []);
  const runtimes = await db.service.findMany({ where: { id: { in: runtimeIds }, hostId }, select: { id: true } });
  const addresses = await db.ipAddress.findMany({
    where: { hostId, subnetId: { in: candidates.map(({ id }) => id) } },
    select: { subnetId: true },
  });
  const ownRuntimes = new Set(runtimes.map(({ id }) => id));
  const inhabitedIds = new Set(addresses.map(({ subnetId }) => subnetId));
  return [...cidrs].flatMap((cidr) => {
    const equalSubnets = candidates.filter((row) => canonicalCidr('cidr', row.cidr) === cidr);
    const owned = equalSubnets.filter((row) => ownRuntimes.has(row.virtualizationServiceId ?? ''));
    if (owned.length > 0) return owned.map(({ id }) => id);
    const withoutRuntime = equalSubnets.filter((row) => row.virtualizationServiceId === null);
    const match = withoutRuntime.find((row) => !isBridge(row)) ?? withoutRuntime.find(({ id }) => inhabitedIds.has(id));
    return match ? [match.id] : [];
  });
}
