// The subnets of a report, in the default namespace: updates the sightings of existing ones, and creates the others.
import { randomUUID } from 'node:crypto';
import { cidrOf } from '../../../../platform/text/addresses';
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
    ? `${cidrOf('cidr', cidr)} bridge of ${virtualizationServiceId ?? 'none'}`
    : cidrOf('cidr', cidr);

/** Runs under the network's lock. Maps the report's ids to row ids. */
export async function writeReportedSubnets(
  tx: Db,
  networkId: string,
  given: readonly CheckedSubnet[],
  at: Date,
): Promise<ReadonlyMap<string, string>> {
  if (given.length === 0) return new Map();
  const stored = await tx.subnet.findMany({
    where: { networkId, namespace: '', cidr: { in: given.map(({ cidr }) => cidr) }, sourceType: { not: 'System' } },
    select: { id: true, cidr: true, subnetType: true, virtualizationServiceId: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  // The oldest is last, so it wins.
  const ids = new Map(stored.map((row) => [keyOf(row), row.id]));
  const seen = [...new Set(given.flatMap((one) => ids.get(keyOf(one)) ?? []))];
  const times = { lastSeenAt: at, updatedAt: at };
  await tx.subnet.updateMany({ where: { id: { in: seen } }, data: times });
  const made = given.flatMap(({ name, cidr, subnetType, virtualizationServiceId }) => {
    const kind = { cidr, subnetType, virtualizationServiceId };
    if (ids.has(keyOf(kind))) return [];
    const id = randomUUID();
    ids.set(keyOf(kind), id);
    return [{ ...kind, ...times, id, name, networkId, sourceType: 'Discovery' as const, createdAt: at, validFrom: at }];
  });
  if (made.length > 0) await tx.subnet.createMany({ data: made });
  return new Map(given.flatMap((one) => (one.id ? [[one.id, ids.get(keyOf(one))!] as const] : [])));
}
