// Join rows of a host and its interfaces: credentials and tagged VLANs.
import { assertGrowth, listLimits } from '../../../data/tenancy/list-limits';
import { requireAssignable } from '../../../data/tenancy/shared-rows';
import { isDaemon, type Viewer } from '../../../data/tenancy/viewer';
import type { Db } from '../../../data/tenancy/rows';
import type { HostInput } from './host.fields';
import type { HostRef } from '../shared/host-children';
import type { MatchedChild } from '../shared/part-matching';
import type { IdsInRequest } from '../shared/service-parts';

export const idsInRequest = (identified: readonly MatchedChild[]): IdsInRequest =>
  new Map(identified.flatMap(({ id, wanted }) => (wanted.id ? [[wanted.id, id] as const] : [])));

/** The credentials that a request assigns, each once. */
export const assignedIds = ({ credentialAssignments }: HostInput): string[] => [
  ...new Set((credentialAssignments ?? []).map(({ credentialId }) => credentialId)),
];

/** Null clears, undefined keeps. Increasing times keep the request's order; existing assignments keep their author. */
export async function replaceCredentials(
  tx: Db,
  viewer: Viewer,
  { id: hostId, networkId, isNew }: HostRef,
  input: HostInput,
): Promise<void> {
  if (input.credentialAssignments === undefined) return;
  const wanted = assignedIds(input);
  await requireAssignable(tx, viewer, wanted, { hostId }, { isHeld: true });
  const select = { credentialId: true, assignedBy: true };
  const stored = isNew ? [] : await tx.hostCredential.findMany({ where: { hostId }, select });
  if (wanted.length > listLimits.credentials)
    assertGrowth('credentialAssignments', stored.length, wanted.length, listLimits.credentials);
  if (stored.length > 0) await tx.hostCredential.deleteMany({ where: { hostId } });
  const assigners = new Map(stored.map(({ credentialId, assignedBy }) => [credentialId, assignedBy]));
  const own = isDaemon(viewer) ? null : viewer.userId;
  const { organizationId } = viewer;
  const start = Date.now();
  const rows = wanted.map((credentialId, index) => ({
    ...{ hostId, credentialId, networkId, organizationId },
    assignedBy: assigners.has(credentialId) ? assigners.get(credentialId)! : own,
    createdAt: new Date(start + index),
  }));
  if (rows.length > 0) await tx.hostCredential.createMany({ data: rows });
}

/** `given` and `identified` have the same order. */
export async function replaceTaggedVlans(
  tx: Db,
  { networkId, isNew }: HostRef,
  given: readonly { readonly vlanIds?: readonly string[] | null }[],
  identified: readonly MatchedChild[],
): Promise<void> {
  const wanted = given.flatMap(({ vlanIds }, index) =>
    vlanIds === undefined ? [] : [{ interfaceId: identified[index]!.id, vlanIds: [...new Set(vlanIds)] }],
  );
  if (wanted.length === 0) return;
  const pairs = wanted.flatMap(({ interfaceId, vlanIds }) =>
    vlanIds.map((vlanId) => ({ interfaceId, vlanId, networkId })),
  );
  const kept = new Set(pairs.map(({ interfaceId, vlanId }) => `${interfaceId} ${vlanId}`));
  const where = { interfaceId: { in: wanted.map(({ interfaceId }) => interfaceId) } };
  const select = { id: true, interfaceId: true, vlanId: true } as const;
  const stored = isNew ? [] : await tx.interfaceVlan.findMany({ where, select });
  const gone = stored.filter(({ interfaceId, vlanId }) => !kept.has(`${interfaceId} ${vlanId}`)).map(({ id }) => id);
  if (gone.length > 0) await tx.interfaceVlan.deleteMany({ where: { id: { in: gone } } });
  if (pairs.length > 0) await tx.interfaceVlan.createMany({ data: pairs, skipDuplicates: true });
}
