// What a port or host was told or has learned of its neighbours and that gave no link, and why; none of it has a history.
import type { GraphqlContext } from '../../../graphql/context';
import { enumTexts } from '../../../graphql/enum-descriptions';
import type { Prisma } from '../../../generated/prisma/client';

/** A port, or the ports of a host. */
const portsOf = (entityId: string) => [{ interfaceId: entityId }, { interface: { is: { hostId: entityId } } }];

export const unlinkedOf = (entityId: string): Prisma.NeighborEvidenceWhereInput => ({
  AND: [
    { OR: portsOf(entityId) },
    { OR: [{ resolvedInterfaceId: null, resolvedHostId: null }, { reason: { in: ['Superseded', 'Refuted'] } }] },
  ],
});

/** As sentences, each once: of records, then of the ports' tables and of those that have learned the host's addresses. */
export async function whyUnlinked(entityId: string, { db, at }: GraphqlContext): Promise<string[]> {
  if (at) return [];
  const once = { distinct: ['reason' as const], select: { reason: true }, orderBy: { reason: 'asc' as const } };
  const records = await db.neighborEvidence.findMany({ where: unlinkedOf(entityId), ...once });
  const tables = await db.forwardingEvidence.findMany({
    where: {
      OR: [...portsOf(entityId), ...(await learnedBy(entityId, db))],
      reason: { notIn: ['Pending', 'NeighborReported', 'NotEdgePort', 'Decided'] },
    },
    ...once,
  });
  return [
    ...records.map(({ reason }) => enumTexts.NeighborReason!.values![reason!]!),
    ...tables.map(({ reason }) => enumTexts.ForwardingReason!.values![reason!]!),
  ];
}

/** Most addresses of a host that are looked for in tables. */
const maximumMacs = 1000;

/** The tables of its network that have an address of the host. */
async function learnedBy(
  hostId: string,
  db: GraphqlContext['db'],
): Promise<readonly Prisma.ForwardingEvidenceWhereInput[]> {
  const own = {
    where: { hostId, macAddress: { not: null } },
    select: { networkId: true, macAddress: true },
    take: maximumMacs,
  };
  const found = [...(await db.ipAddress.findMany(own)), ...(await db.interface.findMany(own))];
  if (found.length === 0) return [];
  const macs = [...new Set(found.map(({ macAddress }) => macAddress!))];
  return [{ networkId: found[0]!.networkId, interface: { is: { fdbMacs: { hasSome: macs } } } }];
}
