// Stores the subnets in which a daemon has an interface. Daemons send ids or rows of subnets.
import { AppError } from '../../../errors';
import { ipRanges } from '../../../platform/text/address-ranges';
import { canonicalCidr, canonicalIpAddress } from '../../../platform/text/addresses';
import { changeTime } from '../../../data/tenancy/change-times';
import { lockNetwork } from '../../inventory/writes';
import type { Db } from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import type { SubnetType } from '../../../generated/prisma/enums';
import { writeReportedSubnets } from '../../inventory';

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
 * Resolves with the ids of the subnets with these CIDRs. Missing subnets are created in a transaction of their own,
 * because the network must be locked before the daemon.
 */
export async function interfacedSubnetIds(
  db: ScopedDb,
  networkId: string,
  subnets: readonly InterfacedSubnet[],
): Promise<string[]> {
  const rows = subnets.map(({ name, cidr, subnetType }) => {
    return { name, subnetType, cidr: canonicalCidr('interfacedSubnets.cidr', cidr), virtualizationServiceId: null };
  });
  const cidrs = new Set(rows.map(({ cidr }) => cidr));
  const storedSubnets = await db.subnet.findMany({
    where: { networkId, namespace: '', cidr: { in: [...cidrs] }, sourceType: { not: 'System' } },
    select: { id: true, cidr: true },
  });
  const missing = rows.filter(({ cidr }) => !storedSubnets.some((row) => canonicalCidr('cidr', row.cidr) === cidr));
  if (missing.length === 0) return storedSubnets.map(({ id }) => id);
  const newRows = missing.map((row) => ({ ...row, id: row.cidr }));
  const createdSubnets = await db.$transaction(async (tx) => {
    await lockNetwork(tx, networkId);
    return writeReportedSubnets(tx, networkId, newRows, await changeTime(tx, networkId));
  });
  return [...storedSubnets.map(({ id }) => id), ...createdSubnets.values()];
}
