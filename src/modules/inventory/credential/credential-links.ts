// Assigns credentials to networks, as default credentials, and to hosts.
import { AppError } from '../../../errors';
import { delegateOf } from '../../../data/model/delegate';
import { assertGrowth, listLimits } from '../../../data/tenancy/list-limits';
import { referenceInvalid } from '../../../data/tenancy/references';
import { requireFound, requireScope, type Db } from '../../../data/tenancy/rows';
import { requireAssignable } from '../../../data/tenancy/shared-rows';
import { userOf, type Viewer } from '../../../data/tenancy/viewer';
import type { CredentialType } from '../../../generated/prisma/enums';
import { networkCredentialTypes } from '../../access';

/**
 * The networks and hosts to which a request assigns a credential. Undefined leaves the stored assignments unchanged;
 * null removes them.
 */
export interface CredentialLinks {
  readonly assignedNetworkIds?: readonly string[] | null;
  readonly hostAssignments?: readonly HostAssignment[] | null;
}
interface HostAssignment {
  readonly hostId: string;
}

/** Whether a credential of the type may be a default credential of networks. */
export const isForNetworks = (type: CredentialType): boolean => networkCredentialTypes.includes(type);

/** Throws if the credential is a default credential of a network. */
export async function assertUnassigned(tx: Db, credentialId: string): Promise<void> {
  const count = await tx.networkCredential.count({ where: { credentialId } });
  if (count > 0) throw referenceInvalid('Credential', 'assignedNetworkIds');
}

/**
 * Throws if the request makes the credential a default credential, and credentials of its type can only be assigned to
 * hosts.
 */
export function assertPlaces(
  type: CredentialType,
  { assignedNetworkIds, isDefault }: CredentialLinks & { readonly isDefault?: boolean | null },
): void {
  if (isForNetworks(type)) return;
  if (isDefault === true) throw referenceInvalid('Credential', 'isDefault');
  if (assignedNetworkIds && assignedNetworkIds.length > 0) throw referenceInvalid('Credential', 'assignedNetworkIds');
}

/**
 * Throws if a request limits a credential to some addresses of a host. A credential applies to all addresses of its
 * hosts.
 */
export function assertWholeHosts(field: string, addressIds: unknown): void {
  if (!Array.isArray(addressIds) || addressIds.length > 0) throw new AppError('validation_invalid_format', { field });
}

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];

/** The networks of hosts to which a request assigns credentials, by host id. */
type HostNetworks = ReadonlyMap<string, string>;

/** Throws unless the viewer may see all networks and hosts to which a request assigns credentials. */
export async function requirePlaces(
  tx: Db,
  viewer: Viewer,
  requests: readonly CredentialLinks[],
): Promise<HostNetworks> {
  for (const { assignedNetworkIds } of requests)
    for (const networkId of assignedNetworkIds ?? []) requireScope(viewer, { networkId });
  const hostIds = distinct(requests.flatMap(({ hostAssignments: rows }) => (rows ?? []).map(({ hostId }) => hostId)));
  if (hostIds.length === 0) return new Map();
  const hosts = await tx.host.findMany({ where: { id: { in: hostIds } }, select: { id: true, networkId: true } });
  requireFound('Host', hostIds, hosts);
  return new Map(hosts.map(({ id, networkId }) => [id, networkId]));
}

/**
 * Replaces the assignments of credentials. Call it in the transaction that writes the credentials. `networkOf` is the
 * result of `requirePlaces`, which must be called first.
 */
export async function replaceLinks(
  tx: Db,
  viewer: Viewer,
  credentials: readonly { readonly id: string; readonly links: CredentialLinks }[],
  networkOf: HostNetworks,
): Promise<void> {
  const ofNetworks = credentials.flatMap(({ id, links: { assignedNetworkIds: ids } }) =>
    ids === undefined ? [] : [{ id, places: distinct(ids ?? []) }],
  );
  const ofHosts = credentials.flatMap(({ id, links: { hostAssignments: rows } }) =>
    rows === undefined ? [] : [{ id, places: distinct((rows ?? []).map(({ hostId }) => hostId)) }],
  );
  await replaceNetworks(tx, viewer, ofNetworks);
  await replaceHosts(tx, viewer, ofHosts, networkOf);
}

type Assigned = readonly { readonly id: string; readonly places: readonly string[] }[];

const pairsOf = (assigned: Assigned) => assigned.flatMap(({ id, places }) => places.map((place) => ({ id, place })));

async function replaceNetworks(tx: Db, viewer: Viewer, assigned: Assigned): Promise<void> {
  const credentialIds = assigned.map(({ id }) => id);
  const stored = await storedPairs(tx, 'NetworkCredential', 'networkId', credentialIds);
  const added = pairsOf(assigned).filter(({ id, place }) => !stored.has(`${id} ${place}`));
  const [first] = added;
  if (first) await requireAssignable(tx, viewer, idsOf(added), { networkId: first.place }, { isHeld: true });
  await assertRoomIn(tx, 'NetworkCredential', 'networkId', 'assignedNetworkIds', added);
  for (const { id, places } of assigned)
    if (hasOthers(stored, id, places))
      await tx.networkCredential.deleteMany({ where: { credentialId: id, networkId: { notIn: [...places] } } });
  if (added.length === 0) return;
  const { organizationId, userId: assignedBy } = userOf(viewer);
  const data = added.map(({ id, place }) => ({ networkId: place, credentialId: id, organizationId, assignedBy }));
  await tx.networkCredential.createMany({ data, skipDuplicates: true });
}

async function replaceHosts(tx: Db, viewer: Viewer, assigned: Assigned, networkOf: HostNetworks): Promise<void> {
  const credentialIds = assigned.map(({ id }) => id);
  const stored = await storedPairs(tx, 'HostCredential', 'hostId', credentialIds);
  const added = pairsOf(assigned).filter(({ id, place }) => !stored.has(`${id} ${place}`));
  const [first] = added;
  if (first) await requireAssignable(tx, viewer, idsOf(added), { hostId: first.place }, { isHeld: true });
  await assertRoomIn(tx, 'HostCredential', 'hostId', 'hostAssignments', added);
  for (const { id, places } of assigned)
    if (hasOthers(stored, id, places))
      await tx.hostCredential.deleteMany({ where: { credentialId: id, hostId: { notIn: [...places] } } });
  if (added.length === 0) return;
  const { organizationId, userId: assignedBy } = userOf(viewer);
  const data = added.map(({ id, place }) => ({
    ...{ hostId: place, credentialId: id, networkId: networkOf.get(place)!, organizationId, assignedBy },
  }));
  await tx.hostCredential.createMany({ data, skipDuplicates: true });
}

const idsOf = (pairs: readonly { readonly id: string }[]): string[] => distinct(pairs.map(({ id }) => id));

type LinkModel = 'NetworkCredential' | 'HostCredential';

/**
 * The stored assignments of the credentials, each as a text with the id of the credential, a space, and the id of the
 * network or host.
 */
async function storedPairs(
  tx: Db,
  model: LinkModel,
  place: 'networkId' | 'hostId',
  credentialIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (credentialIds.length === 0) return new Set();
  const rows = await delegateOf(tx, model).findMany({
    where: { credentialId: { in: [...credentialIds] } },
    select: { credentialId: true, [place]: true },
  });
  return new Set(rows.map((row) => `${String(row.credentialId)} ${String(row[place])}`));
}

const hasOthers = (stored: ReadonlySet<string>, id: string, places: readonly string[]): boolean => {
  const keptPairs = new Set(places.map((place) => `${id} ${place}`));
  return [...stored].some((pair) => pair.startsWith(`${id} `) && !keptPairs.has(pair));
};

/** Throws if a network or host would have more credentials than the maximum. */
async function assertRoomIn(
  tx: Db,
  model: LinkModel,
  place: 'networkId' | 'hostId',
  field: string,
  added: readonly { readonly place: string }[],
): Promise<void> {
  if (added.length === 0) return;
  const addedCounts = new Map<string, number>();
  for (const { place: id } of added) addedCounts.set(id, (addedCounts.get(id) ?? 0) + 1);
  const rows = await delegateOf(tx, model).findMany({
    where: { [place]: { in: [...addedCounts.keys()] } },
    select: { [place]: true },
  });
  const storedCounts = new Map<string, number>();
  for (const row of rows) storedCounts.set(String(row[place]), (storedCounts.get(String(row[place])) ?? 0) + 1);
  for (const [id, count] of addedCounts) {
    const before = storedCounts.get(id) ?? 0;
    assertGrowth(field, before, before + count, listLimits.credentials);
  }
}
