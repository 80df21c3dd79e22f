// Writes the credential assignments of a host and the tagged VLANs of its interfaces.
import { assertGrowth, listLimits } from '../../../data/tenancy/list-limits';
import { requireAssignable } from '../../../data/tenancy/shared-rows';
import { isDaemon, type Viewer } from '../../../data/tenancy/viewer';
import type { Db } from '../../../data/tenancy/rows';
import type { HostInput } from './host.fields';
import type { HostRef } from '../shared/host-children';
import type { MatchedChild } from '../shared/part-matching';
import type { IdsInRequest } from '../shared/service-parts';

export const idsInRequest = (matches: readonly MatchedChild[]): IdsInRequest =>
  new Map(matches.flatMap(({ id, reportedRow }) => (reportedRow.id ? [[reportedRow.id, id] as const] : [])));

/** Returns the ids of the credentials that a request assigns, without duplicates. */
export const assignedIds = ({ credentialAssignments }: HostInput): string[] => [
  ...new Set((credentialAssignments ?? []).map(({ credentialId }) => credentialId)),
];

/**
 * Replaces the credential assignments of a host. Null removes all assignments; undefined leaves them unchanged.
 * Creation times increase in the order of the request. A repeated assignment keeps the user who first assigned the
 * credential.
 */
export async function replaceCredentials(
  tx: Db,
  viewer: Viewer,
  { id: hostId, networkId, isNew }: HostRef,
  input: HostInput,
): Promise<void> {
  if (input.credentialAssignments === undefined) return;
  const credentialRows = assignedIds(input);
  await requireAssignable(tx, viewer, credentialRows, { hostId }, { isHeld: true });
  const select = { credentialId: true, assignedBy: true };
  const storedLinks = isNew ? [] : await tx.hostCredential.findMany({ where: { hostId }, select });
  if (credentialRows.length > listLimits.credentials)
    assertGrowth('credentialAssignments', storedLinks.length, credentialRows.length, listLimits.credentials);
  if (storedLinks.length > 0) await tx.hostCredential.deleteMany({ where: { hostId } });
  const assigners = new Map(storedLinks.map(({ credentialId, assignedBy }) => [credentialId, assignedBy]));
  const userId = isDaemon(viewer) ? null : viewer.userId;
  const { organizationId } = viewer;
  const start = Date.now();
  const rows = credentialRows.map((credentialId, index) => ({
    ...{ hostId, credentialId, networkId, organizationId },
    assignedBy: assigners.has(credentialId) ? assigners.get(credentialId)! : userId,
    createdAt: new Date(start + index),
  }));
  if (rows.length > 0) await tx.hostCredential.createMany({ data: rows });
}

/** Replaces the tagged VLANs of interfaces. `matches[i]` is the stored interface of `inputs[i]`. */
export async function replaceTaggedVlans(
  tx: Db,
  { networkId, isNew }: HostRef,
  inputs: readonly { readonly vlanIds?: readonly string[] | null }[],
  matches: readonly MatchedChild[],
): Promise<void> {
  const wantedVlans = inputs.flatMap(({ vlanIds }, index) =>
    vlanIds === undefined ? [] : [{ interfaceId: matches[index]!.id, vlanIds: [...new Set(vlanIds)] }],
  );
  if (wantedVlans.length === 0) return;
  const pairs = wantedVlans.flatMap(({ interfaceId, vlanIds }) =>
    vlanIds.map((vlanId) => ({ interfaceId, vlanId, networkId })),
  );
  const keptKeys = new Set(pairs.map(({ interfaceId, vlanId }) => `${interfaceId} ${vlanId}`));
  const where = { interfaceId: { in: wantedVlans.map(({ interfaceId }) => interfaceId) } };
  const select = { id: true, interfaceId: true, vlanId: true } as const;
  const storedLinks = isNew ? [] : await tx.interfaceVlan.findMany({ where, select });
  const goneLinks = storedLinks
    .filter(({ interfaceId, vlanId }) => !keptKeys.has(`${interfaceId} ${vlanId}`))
    .map(({ id }) => id);
  if (goneLinks.length > 0) await tx.interfaceVlan.deleteMany({ where: { id: { in: goneLinks } } });
  if (pairs.length > 0) await tx.interfaceVlan.createMany({ data: pairs, skipDuplicates: true });
}
