// First hop redundancy groups in a host report: their GraphQL input, and the functions that write groups and
// memberships.
import type { FhrpProtocol } from '../../../generated/prisma/enums';
import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { builder } from '../../../graphql/builder';
import { enumRef } from '../../../graphql/enums';
import { integer, list } from '../../../graphql/plugin/bounds';
import { canonicalIpAddress } from '../../../platform/text/addresses';
import { isOnEveryLink } from '../../../platform/text/identifiers';
import type { Db } from '../../../data/tenancy/rows';
import type { Viewer } from '../../../data/tenancy/viewer';
import type { HostRef } from '../shared/host-children';
import { replaceReadRows, reportedTable, type Reading } from '../shared/read-rows';
import { readNamespaces, settleGroups } from './fhrp-groups.sql';

/** Maximum number of memberships stored per host. */
export const mostMemberships = 1_000;
/** Maximum number of virtual addresses per group. */
export const mostVirtualAddresses = 64;

const reportedGroup = builder.inputType('ReportedFhrpGroupInput', {
  description:
    'A first hop redundancy group that an interface of the host is in (VRRP-MIB, VRRPV3-MIB, CISCO-HSRP-MIB).',
  fields: (t) => ({
    protocol: t.field({ type: enumRef('FhrpProtocol'), required: true, description: 'Protocol of the group.' }),
    groupNumber: t.int({
      required: true,
      ...integer(0, 65_535, 'Virtual router ID (VRRP) or group number (HSRP).'),
    }),
    virtualAddresses: t.stringList({
      required: true,
      ...list(mostVirtualAddresses),
      description: `Virtual IP addresses of the group, at most ${mostVirtualAddresses}.`,
    }),
    ifIndex: t.int(integer(0, undefined, 'ifIndex of the interface that is in the group.')),
    state: t.field({ type: enumRef('FhrpState'), required: true, description: 'State of the host in the group.' }),
    priority: t.int(integer(0, 255, 'Priority of the host.')),
  }),
});
type ReportedGroup = typeof reportedGroup.$inferInput;

type Stored = Readonly<Record<string, unknown>>;
const table = {
  model: 'FhrpMember' as const,
  columns: ['state', 'priority', 'virtualAddresses'],
  most: mostMemberships,
  keyOf: ({ groupId, interfaceId }: Stored) => `${groupId as string} ${(interfaceId as string | null) ?? ''}`,
};

interface KnownGroup {
  readonly id: string;
  readonly namespace: string;
  readonly protocol: FhrpProtocol;
  readonly groupNumber: number;
  readonly virtualAddresses: readonly string[];
  /**
   * Interfaces through which the reporting host is a member of the group; null stands for an interface that the report
   * does not identify.
   */
  readonly interfaceIds: readonly (string | null)[];
}

/**
 * Writes the FHRP groups that a host reports. Group numbers are not unique, so a group is identified by protocol,
 * number, address family and a common virtual address within a namespace. The caller holds the locks of the network and
 * the host.
 */
async function writeReportedFhrpGroups(
  tx: Db,
  viewer: Viewer,
  host: HostRef,
  reportedGroups: readonly ReportedGroup[],
  { interfaceIds, isComplete, at }: Reading,
): Promise<void> {
  const { id: hostId, networkId } = host;
  if (reportedGroups.length === 0) {
    if (host.isNew || !isComplete) return;
    const { count } = await tx.fhrpMember.deleteMany({ where: { hostId } });
    if (count > 0) await settleGroups(tx, networkId);
    return;
  }
  const namespaceOf = await readNamespaces(tx, hostId);
  const memberships = reportedGroups.map(({ ifIndex, virtualAddresses, ...membership }) => {
    const interfaceId = (ifIndex != null && interfaceIds.get(ifIndex)) || null;
    const addresses = virtualAddresses.map((one) => canonicalIpAddress('fhrpGroups.virtualAddresses', one));
    return {
      ...{ ...membership, interfaceId, namespace: namespaceOf(interfaceId) },
      virtualAddresses: [...new Set(addresses)].sort(),
    };
  });
  const { groupIds, newGroups } = assignGroups(memberships, await groupsLike(tx, host, reportedGroups));
  const rows = memberships.map(({ interfaceId, state, priority, virtualAddresses }, index) => ({
    ...{ groupId: groupIds[index]!, interfaceId, state, priority: priority ?? null, virtualAddresses },
  }));
  if (newGroups.length > 0)
    await tx.fhrpGroup.createMany({
      data: newGroups.map(({ interfaceIds: _ids, ...group }) => ({
        ...{ ...group, virtualAddresses: [...group.virtualAddresses] },
        ...{ networkId, createdAt: at, updatedAt: at, validFrom: at },
      })),
    });
  if (await replaceReadRows(tx, viewer, table, host, { rows, isComplete, at })) await settleGroups(tx, networkId);
}

/** A membership that a host reports: what identifies its group. */
type Membership = Pick<KnownGroup, 'protocol' | 'groupNumber' | 'namespace' | 'virtualAddresses'> & {
  readonly interfaceId: string | null;
};

/** Returns the id of the group of each membership, and the groups among them that are not stored. */
function assignGroups(
  memberships: readonly Membership[],
  storedGroups: readonly KnownGroup[],
): { readonly groupIds: readonly string[]; readonly newGroups: readonly KnownGroup[] } {
  const groups = [...storedGroups];
  const groupIds = memberships.map(() => '');
  const assigned = new Set<string>();
  const keyOf = ({ id }: KnownGroup, { interfaceId }: Membership) => `${id} ${interfaceId ?? ''}`;
  const assign = (membership: Membership, index: number): void => {
    const alike = groups.filter((group) => isAlike(group, membership));
    const match =
      alike.find((group) => hasCommonAddress(group, membership)) ??
      alike.find((group) => isOfInterface(group, membership) && !assigned.has(keyOf(group, membership)));
    const group = match ? withAddresses(match, membership) : newGroup(membership);
    groups[match ? groups.indexOf(match) : groups.length] = group;
    assigned.add(keyOf(group, membership));
    groupIds[index] = group.id;
  };
  // Memberships with addresses first: an IPv4 and an IPv6 group may have the same number on one interface, and the one
  // without addresses is not the one whose address is stored.
  const isIdentified = ({ virtualAddresses }: Membership) => virtualAddresses.some(identifiesGroup);
  for (const identified of [true, false])
    for (const [index, membership] of memberships.entries())
      if (isIdentified(membership) === identified) assign(membership, index);
  return { groupIds, newGroups: groups.slice(storedGroups.length) };
}

const newGroup = ({ interfaceId, protocol, groupNumber, namespace, virtualAddresses }: Membership): KnownGroup => ({
  ...{ id: randomUUID(), protocol, groupNumber, namespace, virtualAddresses },
  interfaceIds: [interfaceId],
});

const withAddresses = (group: KnownGroup, { virtualAddresses }: Membership): KnownGroup => ({
  ...group,
  virtualAddresses: [...new Set([...group.virtualAddresses, ...virtualAddresses])].sort(),
});

/**
 * Whether a virtual address tells groups of one number apart. Every VRRP group of IPv6 also has a link-local address
 * (RFC 5798 5.2.9), which is often the same on all links, such as fe80::1.
 */
const identifiesGroup = (address: string): boolean => !isOnEveryLink(address);

const hasCommonAddress = (group: KnownGroup, { virtualAddresses }: Membership): boolean =>
  virtualAddresses.some((address) => identifiesGroup(address) && group.virtualAddresses.includes(address));

/**
 * Whether the reported or the stored group has no virtual addresses to compare, and the host is already a member of the
 * stored group through the same interface.
 */
const isOfInterface = (group: KnownGroup, { virtualAddresses, interfaceId }: Membership): boolean =>
  (!virtualAddresses.some(identifiesGroup) || !group.virtualAddresses.some(identifiesGroup)) &&
  group.interfaceIds.includes(interfaceId);

/** Whether the group has the protocol, number, namespace and, if both have addresses, the address family. */
function isAlike(group: KnownGroup, { protocol, groupNumber, namespace, virtualAddresses }: Membership): boolean {
  return (
    group.protocol === protocol &&
    group.groupNumber === groupNumber &&
    group.namespace === namespace &&
    (virtualAddresses.length === 0 ||
      group.virtualAddresses.length === 0 ||
      virtualAddresses.some((address) => group.virtualAddresses.some((other) => isIP(other) === isIP(address))))
  );
}

/**
 * Resolves with the network's stored groups that have the same protocol and number as a reported group, oldest first.
 */
async function groupsLike(
  tx: Db,
  { id: hostId, networkId }: HostRef,
  reportedGroups: readonly ReportedGroup[],
): Promise<KnownGroup[]> {
  const groups = await tx.fhrpGroup.findMany({
    where: {
      networkId,
      protocol: { in: [...new Set(reportedGroups.map(({ protocol }) => protocol))] },
      groupNumber: { in: [...new Set(reportedGroups.map(({ groupNumber }) => groupNumber))] },
    },
    include: { members: { where: { hostId }, select: { interfaceId: true } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return groups.map(({ members, ...group }) => ({
    ...group,
    interfaceIds: members.map(({ interfaceId }) => interfaceId),
  }));
}

/** Returns the virtual addresses of all FHRP groups in a host report. */
export const virtualAddressSet = ({ fhrpGroups }: { readonly fhrpGroups?: readonly ReportedGroup[] | null }) =>
  new Set(
    (fhrpGroups ?? []).flatMap(({ virtualAddresses }) =>
      virtualAddresses.map((one) => canonicalIpAddress('fhrpGroups.virtualAddresses', one)),
    ),
  );

export const reportedFhrpGroups = reportedTable({
  field: {
    type: [reportedGroup],
    ...list(mostMemberships),
    description: `First hop redundancy groups of the host, at most ${mostMemberships}. They replace stored ones if the tables were read completely.`,
  },
  complete: 'fhrp',
  what: 'First hop redundancy groups.',
  write: writeReportedFhrpGroups,
});
