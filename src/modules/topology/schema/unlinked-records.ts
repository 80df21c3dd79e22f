// Explains why neighbor records and learned addresses of a port or host did not lead to a link. Such records have no
// history.
import type { GraphqlContext } from '../../../graphql/context';
import type { Prisma } from '../../../generated/prisma/client';
import type { ForwardingReason } from '../../../generated/prisma/enums';
import { forwardingReasonTexts, neighborReasonTexts } from '../../inventory';

/** Prisma condition for rows of the port with this id, or of the ports of the host with this id. */
const portsOf = (entityId: string) => [{ interfaceId: entityId }, { interface: { is: { hostId: entityId } } }];

export const unlinkedEvidenceFilter = (entityId: string): Prisma.NeighborEvidenceWhereInput => ({
  AND: [
    { OR: portsOf(entityId) },
    { OR: [{ resolvedInterfaceId: null, resolvedHostId: null }, { reason: { in: ['Superseded', 'Refuted'] } }] },
  ],
});

/**
 * Explains why a port or host (one id), or a pair of ports or hosts (two ids), has no link although neighbor reports,
 * forwarding tables or ARP tables mention it. Resolves with sentences, none for a past instant: these data have no
 * history.
 */
export async function whyUnlinked(ids: readonly string[], { db, at }: GraphqlContext): Promise<string[]> {
  if (at) return [];
  const [one, other] = ids;
  if (other !== undefined && (await isRefuted(one!, other, db))) return [neighborReasonTexts.Refuted];
  const sentences: string[] = [];
  for (const id of ids) sentences.push(...(await whyNothingFollows(id, db)));
  return [...new Set(sentences)];
}

/** Whether a user has decided that there is no link between these two ports or hosts. */
async function isRefuted(one: string, other: string, db: GraphqlContext['db']): Promise<boolean> {
  const near = (id: string) => ({ OR: portsOf(id) });
  const far = (id: string) => ({
    OR: [
      { remoteInterfaceId: id },
      { remoteInterface: { is: { hostId: id } } },
      { remoteHostId: id },
      { remoteHost: { is: { interfaces: { some: { id } } } } },
    ],
  });
  const between = { OR: [{ AND: [near(one), far(other)] }, { AND: [near(other), far(one)] }] };
  return (await db.linkDecision.count({ where: { verdict: 'Refuted', ...between } })) > 0;
}

async function whyNothingFollows(entityId: string, db: GraphqlContext['db']): Promise<string[]> {
  const once = { distinct: ['reason' as const], select: { reason: true }, orderBy: { reason: 'asc' as const } };
  const records = await db.neighborEvidence.findMany({ where: unlinkedEvidenceFilter(entityId), ...once });
  const macs = await macsOf(entityId, db);
  const reasons = { notIn: ['Pending', 'NeighborReported', 'NotEdgePort', 'Decided'] satisfies ForwardingReason[] };
  const learnedFilter = { networkId: macs.networkId, interface: { is: { fdbMacs: { hasSome: macs.values } } } };
  const tables = await db.forwardingEvidence.findMany({
    where: { OR: [...portsOf(entityId), ...(macs.networkId ? [learnedFilter] : [])], reason: reasons },
    ...once,
  });
  const arpFilter = { networkId: macs.networkId, macAddresses: { hasSome: macs.values } };
  const arp = await db.arpEvidence.findMany({
    where: { OR: [...portsOf(entityId), ...(macs.networkId ? [arpFilter] : [])], reason: reasons },
    ...once,
  });
  const ofTables = new Set([...tables, ...arp].map(({ reason }) => reason!));
  return [
    ...records.map(({ reason }) => neighborReasonTexts[reason!]),
    ...[...ofTables].map((reason) => forwardingReasonTexts[reason]),
  ];
}

/** Maximum number of a host's MAC addresses that are looked up in tables. */
const maximumMacs = 1000;

/** The MAC addresses of a host, and its network; the network is undefined if the host has no MAC address. */
async function macsOf(
  hostId: string,
  db: GraphqlContext['db'],
): Promise<{ readonly networkId?: string; readonly values: string[] }> {
  const ownMacQuery = {
    where: { hostId, macAddress: { not: null } },
    select: { networkId: true, macAddress: true },
    take: maximumMacs,
  };
  const macRows = [...(await db.ipAddress.findMany(ownMacQuery)), ...(await db.interface.findMany(ownMacQuery))];
  return { networkId: macRows[0]?.networkId, values: [...new Set(macRows.map(({ macAddress }) => macAddress!))] };
}
