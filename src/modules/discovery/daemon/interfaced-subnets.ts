// The subnets in which a daemon has an interface, given as ids or as rows.
import { AppError } from '../../../errors';
import { ipRanges } from '../../../platform/text/address-ranges';
import { cidrOf, ipAddressOf } from '../../../platform/text/addresses';
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

/** Refuses a prefix with host bits. */
export function assertNetwork(field: string, cidr: string): void {
  const written = cidrOf(field, cidr);
  const [[first]] = ipRanges(written) as [[string, string]];
  if (ipAddressOf(field, first) !== written.split('/')[0]) throw new AppError('validation_invalid_ip', { field });
}

/** Replaces them; unknown ids are skipped. Writes nothing without a change. Locks the daemon. */
export async function replaceInterfacedSubnets(tx: Db, daemon: Place, given: readonly string[]): Promise<void> {
  const { daemonId, networkId } = daemon;
  const where = { daemonId };
  const stored = (await tx.daemonSubnet.findMany({ where, select: { subnetId: true } })).map((row) => row.subnetId);
  const within = { networkId, id: { in: [...new Set(given)] } };
  const wanted = (await tx.subnet.findMany({ where: within, select: { id: true } })).map(({ id }) => id);
  const gone = stored.filter((id) => !wanted.includes(id));
  const fresh = wanted.filter((id) => !stored.includes(id));
  if (gone.length > 0) await tx.daemonSubnet.deleteMany({ where: { ...where, subnetId: { in: gone } } });
  if (fresh.length === 0) return;
  const data = fresh.map((subnetId) => ({ daemonId, subnetId, networkId }));
  await tx.daemonSubnet.createMany({ data, skipDuplicates: true });
}

/**
 * The ids of the subnets with these CIDRs; creates missing ones. Uses a transaction of its own, because the network
 * must be locked before the daemon.
 */
export async function interfacedSubnetIds(
  db: ScopedDb,
  networkId: string,
  given: readonly InterfacedSubnet[],
): Promise<string[]> {
  const rows = given.map(({ name, cidr, subnetType }) => {
    return { name, subnetType, cidr: cidrOf('interfacedSubnets.cidr', cidr), virtualizationServiceId: null };
  });
  const wanted = new Set(rows.map(({ cidr }) => cidr));
  const known = await db.subnet.findMany({
    where: { networkId, namespace: '', cidr: { in: [...wanted] }, sourceType: { not: 'System' } },
    select: { id: true, cidr: true },
  });
  const missing = rows.filter(({ cidr }) => !known.some((row) => cidrOf('cidr', row.cidr) === cidr));
  if (missing.length === 0) return known.map(({ id }) => id);
  const named = missing.map((row) => ({ ...row, id: row.cidr }));
  const made = await db.$transaction(async (tx) => {
    await lockNetwork(tx, networkId);
    return writeReportedSubnets(tx, networkId, named, await changeTime(tx, networkId));
  });
  return [...known.map(({ id }) => id), ...made.values()];
}
