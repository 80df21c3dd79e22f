// Writes the subnets of a report, in the default namespace: creates new subnets, and updates the last-seen time of
// stored subnets.
import { randomUUID } from 'node:crypto';
import { canonicalCidr } from '../../../../platform/text/addresses';
import type { SubnetType } from '../../../../generated/prisma/enums';
import { containerBridges } from '../../shared/subnet-types';
import type { Db } from '../../../../data/tenancy/rows';
import type { CheckedSubnet } from './host-report.fields';

interface Kind {
  readonly cidr: string;
  readonly subnetType: SubnetType;
  readonly virtualizationServiceId: string | null;
}
const keyOf = ({ cidr, subnetType, virtualizationServiceId }: Kind): string =>
  containerBridges.includes(subnetType)
    ? `${canonicalCidr('cidr', cidr)} bridge of ${virtualizationServiceId ?? 'none'}`
    : canonicalCidr('cidr', cidr);

/**
 * Writes the subnets of a report. Resolves with the stored id of each subnet, by its id in the report. The caller holds
 * the network's lock.
 */
export async function writeReportedSubnets(
  tx: Db,
  networkId: string,
  subnets: readonly CheckedSubnet[],
  at: Date,
): Promise<ReadonlyMap<string, string>> {
  if (subnets.length === 0) return new Map();
  const storedSubnets = await tx.subnet.findMany({
    where: { networkId, namespace: '', cidr: { in: subnets.map(({ cidr }) => cidr) }, sourceType: { not: 'System' } },
    select: { id: true, cidr: true, subnetType: true, virtualizationServiceId: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  // If several stored subnets equal a reported subnet, the oldest is used: the rows are sorted newest first, and a map
  // keeps the last row of each key.
  const ids = new Map(storedSubnets.map((row) => [keyOf(row), row.id]));
  const seenIds = [...new Set(subnets.flatMap((one) => ids.get(keyOf(one)) ?? []))];
  const times = { lastSeenAt: at, updatedAt: at };
  await tx.subnet.updateMany({ where: { id: { in: seenIds } }, data: times });
  const newSubnets = subnets.flatMap(({ name, cidr, subnetType, virtualizationServiceId }) => {
    const kind = { cidr, subnetType, virtualizationServiceId };
    if (ids.has(keyOf(kind))) return [];
    const id = randomUUID();
    ids.set(keyOf(kind), id);
    return [{ ...kind, ...times, id, name, networkId, sourceType: 'Discovery' as const, createdAt: at, validFrom: at }];
  });
  if (newSubnets.length > 0) await tx.subnet.createMany({ data: newSubnets });
  return new Map(subnets.flatMap((one) => (one.id ? [[one.id, ids.get(keyOf(one))!] as const] : [])));
}
