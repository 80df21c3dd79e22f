// Moves references to the parts of two hosts when the hosts are merged: group members, runtimes, neighbors, VLANs,
// tags, credentials.
import type { Viewer } from '../../../../data/tenancy/viewer';
import type { Db } from '../../../../data/tenancy/rows';
import { setRows } from '../../../../data/tenancy/set-rows';
import { moveMemberships } from '../../fhrp-group/fhrp-groups.sql';
import { moveWirelessAssociations } from '../../wireless-association/wireless-associations.sql';
import type { StandIns } from './host-merge';
import { moveCredentials, moveTags } from './merge-records.sql';
import { moveRouting } from './move-routing.sql';

/**
 * The rows that a merge of two hosts deletes: their ids, each with the id of the row that replaces it. `allInterfaces`
 * has the ids of the interfaces of both hosts.
 */
export interface Followed {
  readonly services: StandIns;
  readonly interfaces: StandIns;
  readonly bindings: StandIns;
  readonly allInterfaces: readonly string[];
}
interface Hosts {
  readonly destination: { readonly id: string };
  readonly other: { readonly id: string };
}

const both = (ids: StandIns): string[] => [...ids.keys(), ...ids.values()];
const now = (ids: StandIns, id: string | null): string | null => (id === null ? null : (ids.get(id) ?? id));
const inOrder = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];

/**
 * Changes references to the deleted host (`hosts.other`) and its parts into references to the remaining host and its
 * parts. The number of statements does not depend on the number of rows.
 */
export async function moveReferences(tx: Db, viewer: Viewer, hosts: Hosts, replacements: Followed): Promise<void> {
  await moveMembers(tx, viewer, replacements);
  await moveRuntimes(tx, viewer, hosts, replacements.services);
  await moveNeighbors(tx, viewer, hosts, replacements);
  await moveDecisions(tx, viewer, hosts, replacements);
  await moveScans(tx, viewer, replacements.interfaces);
  await moveTags(tx, hosts.other.id, hosts.destination.id, replacements.services);
  await moveCredentials(tx, hosts.other.id, hosts.destination.id);
  await moveRouting(tx, hosts.destination.id, hosts.other.id);
  await moveMemberships(tx, hosts.destination.id, hosts.other.id);
  await moveWirelessAssociations(tx, hosts.destination.id, hosts.other.id);
}

interface Link {
  readonly id: string;
}

/**
 * Applies `moveRow`, which changes the references of a row, to rows with unique keys. Returns the rows whose key
 * changes (`changed`), and the ids of rows to delete (`gone`), because their new key is null or another row has it.
 */
function settle<R extends Link>(rows: readonly R[], moveRow: (row: R) => R, keyOf: (row: R) => string | null) {
  const [changedRows, removedRows]: [R[], string[]] = [[], []];
  const isChanged = (row: R) => keyOf(moveRow(row)) !== keyOf(row);
  const visitedKeys = new Set<string>();
  for (const row of [...rows.filter((one) => !isChanged(one)), ...rows.filter(isChanged)]) {
    const key = keyOf(moveRow(row));
    if (key === null || visitedKeys.has(key)) removedRows.push(row.id);
    else if (isChanged(row)) changedRows.push(moveRow(row));
    if (key !== null) visitedKeys.add(key);
  }
  return { changed: changedRows, gone: removedRows };
}

async function moveMembers(tx: Db, viewer: Viewer, { services, bindings }: Followed): Promise<void> {
  const rows = await tx.groupMember.findMany({
    where: { OR: [{ serviceId: { in: both(services) } }, { bindingId: { in: both(bindings) } }] },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  });
  const { changed, gone } = settle(
    rows,
    (row) => ({ ...row, serviceId: now(services, row.serviceId), bindingId: now(bindings, row.bindingId) }),
    ({ groupId, serviceId, bindingId }) => `${groupId} ${serviceId} ${bindingId}`,
  );
  if (gone.length > 0) await tx.groupMember.deleteMany({ where: { id: { in: gone } } });
  await setRows(tx, viewer, 'GroupMember', ['serviceId', 'bindingId'], changed);
}

/**
 * Moves the virtual machines, containers and bridges of a deleted service to the service that replaces it. If the
 * replacing service itself ran in the deleted service, its reference becomes null, because no service runs in itself.
 */
async function moveRuntimes(tx: Db, viewer: Viewer, { other }: Hosts, services: StandIns): Promise<void> {
  const run = { virtualizationServiceId: { in: [...services.keys()] } };
  const staying = { ...run, hostId: { not: other.id } };
  const select = { id: true, virtualizationServiceId: true };
  for (const [model, rows] of [
    ['Host', await tx.host.findMany({ where: run, select })],
    ['Service', await tx.service.findMany({ where: staying, select })],
    ['Subnet', await tx.subnet.findMany({ where: run, select })],
  ] as const) {
    const movedRows = rows.map(({ id, virtualizationServiceId: runtime }) => {
      const next = now(services, runtime);
      return { id, virtualizationServiceId: next === id ? null : next };
    });
    await setRows(tx, viewer, model, ['virtualizationServiceId'], movedRows);
  }
}

interface Ends extends Link {
  readonly interfaceId: string;
  readonly remoteInterfaceId: string | null;
  readonly remoteHostId: string | null;
}
const endColumns = ['interfaceId', 'remoteInterfaceId', 'remoteHostId'] as const;

async function moveNeighbors(tx: Db, viewer: Viewer, hosts: Hosts, replacements: Followed): Promise<void> {
  const rows = await tx.interfaceNeighbor.findMany({ where: touching(hosts, replacements), orderBy: inOrder });
  const { changed, gone } = settleEnds(rows, hosts, replacements, ({ interfaceId, remoteInterfaceId, remoteHostId }) =>
    [interfaceId, remoteInterfaceId, remoteHostId].join(' '),
  );
  if (gone.length > 0) await tx.interfaceNeighbor.deleteMany({ where: { id: { in: gone } } });
  await setRows(tx, viewer, 'InterfaceNeighbor', endColumns, changed);
}

/**
 * Moves users' decisions about links to the remaining host. If both hosts have a decision about the same link, in
 * either direction, the remaining host's decision stays. Decisions about links within one host are deleted.
 */
async function moveDecisions(tx: Db, viewer: Viewer, hosts: Hosts, replacements: Followed): Promise<void> {
  const rows = await tx.linkDecision.findMany({ where: touching(hosts, replacements), orderBy: inOrder });
  const ownInterfaces = new Set(replacements.allInterfaces);
  const { changed, gone } = settleEnds(
    rows,
    hosts,
    replacements,
    ({ interfaceId, remoteInterfaceId, remoteHostId }) => {
      if (remoteInterfaceId === null) return `${interfaceId} ${remoteHostId}`;
      return ownInterfaces.has(interfaceId) && ownInterfaces.has(remoteInterfaceId)
        ? null
        : [interfaceId, remoteInterfaceId].sort().join(' ');
    },
  );
  if (gone.length > 0) await tx.linkDecision.deleteMany({ where: { id: { in: gone } } });
  await setRows(tx, viewer, 'LinkDecision', endColumns, changed);
}

/** Condition for links with an end at one of the two merged hosts or at a port of these hosts. */
const touching = ({ destination, other }: Hosts, { allInterfaces }: Followed) => ({
  OR: [
    { interfaceId: { in: [...allInterfaces] } },
    { remoteInterfaceId: { in: [...allInterfaces] } },
    { remoteHostId: { in: [destination.id, other.id] } },
  ],
});

/**
 * Returns the links whose ends change by the merge, and the ids of links to delete: links that would connect a port
 * with itself or with its own host.
 */
function settleEnds<R extends Ends>(
  rows: readonly R[],
  { destination, other }: Hosts,
  { interfaces, allInterfaces }: Followed,
  keyOf: (row: R) => string | null,
) {
  const hostIds: StandIns = new Map([[other.id, destination.id]]);
  const ownInterfaces = new Set(allInterfaces);
  return settle(
    rows,
    (row) => ({
      ...row,
      interfaceId: now(interfaces, row.interfaceId)!,
      remoteInterfaceId: now(interfaces, row.remoteInterfaceId),
      remoteHostId: now(hostIds, row.remoteHostId),
    }),
    (row) => {
      const { interfaceId, remoteInterfaceId, remoteHostId } = row;
      const isToItself =
        interfaceId === remoteInterfaceId || (remoteHostId === destination.id && ownInterfaces.has(interfaceId));
      return isToItself ? null : keyOf(row);
    },
  );
}

/**
 * Moves tagged VLANs, LLDP and CDP data and documented links from a deleted port to the port that replaces it, unless
 * that port has rows of the same kind.
 */
async function moveScans(tx: Db, viewer: Viewer, interfaces: StandIns): Promise<void> {
  const args = { where: { interfaceId: { in: both(interfaces) } }, select: { id: true, interfaceId: true } };
  const moveRows = (rows: readonly { id: string; interfaceId: string }[]) => {
    const has = new Set(rows.map(({ interfaceId }) => interfaceId));
    const giver = new Map([...interfaces].reverse().map(([from, to]) => [to, from]));
    return rows.flatMap((row) => {
      const to = interfaces.get(row.interfaceId);
      return to === undefined || has.has(to) || giver.get(to) !== row.interfaceId ? [] : [{ ...row, interfaceId: to }];
    });
  };
  await setRows(tx, viewer, 'InterfaceVlan', ['interfaceId'], moveRows(await tx.interfaceVlan.findMany(args)));
  await setRows(tx, viewer, 'NeighborEvidence', ['interfaceId'], moveRows(await tx.neighborEvidence.findMany(args)));
  await setRows(tx, viewer, 'DocumentedLink', ['interfaceId'], moveRows(await tx.documentedLink.findMany(args)));
}
