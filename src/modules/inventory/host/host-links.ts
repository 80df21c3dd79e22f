// Join rows of a host and its interfaces: credentials, tagged VLANs.
import type { Viewer } from '../../../data/tenancy/viewer';
import { assertGrowth, listLimits } from '../../../data/tenancy/list-limits';
import type { Db } from '../../../data/tenancy/rows';
import type { HostInput } from './host.fields';
import type { HostRef } from '../shared/host-children';
import type { MatchedChild } from '../shared/part-matching';
import type { IdsInRequest } from '../shared/service-parts';

export const idsInRequest = (identified: readonly MatchedChild[]): IdsInRequest =>
  new Map(identified.flatMap(({ id, wanted }) => (wanted.id ? [[wanted.id, id] as const] : [])));

/** Null clears, undefined keeps. Times one after the other keep the order of the request. */
export async function replaceCredentials(
  tx: Db,
  { organizationId }: Viewer,
  { id: hostId, networkId, isNew }: HostRef,
  assignments: HostInput['credentialAssignments'],
): Promise<void> {
  if (assignments === undefined) return;
  const wanted = [...new Set((assignments ?? []).map(({ credentialId }) => credentialId))];
  if (wanted.length > listLimits.credentials) {
    const stored = await tx.hostCredential.count({ where: { hostId } });
    assertGrowth('credentialAssignments', stored, wanted.length, listLimits.credentials);
  }
  if (!isNew) await tx.hostCredential.deleteMany({ where: { hostId } });
  const start = Date.now();
  const rows = wanted.map((credentialId, index) => ({
    ...{ hostId, credentialId, networkId, organizationId },
    createdAt: new Date(start + index),
  }));
  if (rows.length > 0) await tx.hostCredential.createMany({ data: rows });
}

/** `given` and `identified` go side by side. */
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
