// Writes the subnets of a report, in the default namespace: finds equal stored subnets and updates their last-seen time,
// and creates new subnets.
import { randomUUID } from 'node:crypto';
import { canonicalCidr } from '../../../../platform/text/addresses';
import type { SubnetType } from '../../../../generated/prisma/enums';
import { isBridge } from '../../shared/subnet-types';
import type { Db } from '../../../../data/tenancy/rows';
import type { CheckedSubnet } from './host-report.fields';

interface SubnetKind {
  readonly cidr: string;
  readonly subnetType: SubnetType;
  /** Id of the container runtime that owns the subnet; null if it has none or none is reported. */
  readonly virtualizationServiceId: string | null;
}

const keyOf = (kind: SubnetKind): string => {
  const cidr = canonicalCidr('cidr', kind.cidr);
  return isBridge(kind) ? `${cidr} bridge of ${kind.virtualizationServiceId ?? 'none'}` : cidr;
};
const runtimeKeyOf = ({ cidr, virtualizationServiceId }: SubnetKind): string =>
  `${canonicalCidr('cidr', cidr)} ${virtualizationServiceId ?? 'none'}`;

/**
 * The subnets of one namespace of a network, to find the subnet that a daemon reports: by its CIDR, and a container
 * bridge also by its runtime. If there is none, the subnet of this CIDR with the same runtime is found, or without one,
 * whatever its type: daemons guess types by names of interfaces, and people correct them.
 */
export class EqualSubnets {
  private readonly ids = new Map<string, string>();
  private readonly idsByRuntime = new Map<string, string>();

  /** `rows` begins with the oldest subnet, which is found if several are equal. */
  constructor(rows: readonly (SubnetKind & { readonly id: string })[]) {
    for (const row of rows) this.add(row, row.id);
  }

  add(kind: SubnetKind, id: string): void {
    const [key, runtimeKey] = [keyOf(kind), runtimeKeyOf(kind)];
    if (!this.ids.has(key)) this.ids.set(key, id);
    if (!this.idsByRuntime.has(runtimeKey)) this.idsByRuntime.set(runtimeKey, id);
  }

  find(kind: SubnetKind): string | undefined {
    return this.ids.get(keyOf(kind)) ?? this.idsByRuntime.get(runtimeKeyOf(kind));
  }
}

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
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const equalSubnets = new EqualSubnets(storedSubnets);
  const seenIds = [...new Set(subnets.flatMap((one) => equalSubnets.find(one) ?? []))];
  const times = { lastSeenAt: at, updatedAt: at };
  await tx.subnet.updateMany({ where: { id: { in: seenIds } }, data: times });
  const newSubnets = subnets.flatMap(({ name, cidr, subnetType, virtualizationServiceId }) => {
    const kind = { cidr, subnetType, virtualizationServiceId };
    if (equalSubnets.find(kind)) return [];
    const id = randomUUID();
    equalSubnets.add(kind, id);
    return [{ ...kind, ...times, id, name, networkId, sourceType: 'Discovery' as const, createdAt: at, validFrom: at }];
  });
  if (newSubnets.length > 0) await tx.subnet.createMany({ data: newSubnets });
  return new Map(subnets.flatMap((one) => (one.id ? [[one.id, equalSubnets.find(one)!] as const] : [])));
}
