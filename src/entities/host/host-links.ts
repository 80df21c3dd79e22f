// What hangs on a host and its parts by join rows: credentials, tags of services, tagged VLANs, bindings of services.
import type { Viewer } from '../../auth/viewer';
import { AppError } from '../../errors';
import type { Db } from '../../tenancy/rows';
import type { HostInput } from './host.fields';
import { identify, parts, removeParts, writeParts, type HostRef, type Identified } from '../../tenancy/own-parts';

type Given<L extends 'services' | 'interfaces'> = NonNullable<HostInput[L]>;
type Bindings = NonNullable<Given<'services'>[number]['bindings']>;
/** Ids as the request gives them → ids that the rows have from now on. */
export type IdsInRequest = ReadonlyMap<string, string>;

export const idsInRequest = (identified: readonly Identified[]): IdsInRequest =>
  new Map(identified.flatMap(({ id, wanted }) => (wanted.id ? [[wanted.id, id] as const] : [])));

/** Null clears, undefined keeps. Times one after the other keep the order of the request. */
export async function replaceCredentials(
  tx: Db,
  { organizationId }: Viewer,
  { id: hostId, networkId }: HostRef,
  assignments: HostInput['credentialAssignments'],
): Promise<void> {
  if (assignments === undefined) return;
  await tx.hostCredential.deleteMany({ where: { hostId } });
  const wanted = [...new Set((assignments ?? []).map(({ credentialId }) => credentialId))];
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
  { networkId }: HostRef,
  given: Given<'interfaces'>,
  identified: readonly Identified[],
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
  const stored = await tx.interfaceVlan.findMany({ where, select: { id: true, interfaceId: true, vlanId: true } });
  const gone = stored.filter(({ interfaceId, vlanId }) => !kept.has(`${interfaceId} ${vlanId}`)).map(({ id }) => id);
  if (gone.length > 0) await tx.interfaceVlan.deleteMany({ where: { id: { in: gone } } });
  if (pairs.length > 0) await tx.interfaceVlan.createMany({ data: pairs, skipDuplicates: true });
}

export async function replaceServiceTags(
  tx: Db,
  { organizationId }: Viewer,
  { networkId }: HostRef,
  given: Given<'services'>,
  identified: readonly Identified[],
): Promise<void> {
  const wanted = given.flatMap(({ tags }, index) =>
    tags === undefined ? [] : [{ serviceId: identified[index]!.id, tagIds: [...new Set(tags)] }],
  );
  if (wanted.length === 0) return;
  const pairs = wanted.flatMap(({ serviceId, tagIds }) =>
    tagIds.map((tagId) => ({ serviceId, tagId, networkId, organizationId })),
  );
  const kept = new Set(pairs.map(({ serviceId, tagId }) => `${serviceId} ${tagId}`));
  const where = { serviceId: { in: wanted.map(({ serviceId }) => serviceId) } };
  const stored = await tx.tagAssignment.findMany({ where, select: { id: true, serviceId: true, tagId: true } });
  const gone = stored.filter(({ serviceId, tagId }) => !kept.has(`${serviceId} ${tagId}`)).map(({ id }) => id);
  if (gone.length > 0) await tx.tagAssignment.deleteMany({ where: { id: { in: gone } } });
  if (pairs.length > 0) await tx.tagAssignment.createMany({ data: pairs, skipDuplicates: true });
}

/** Bindings of the services whose row in the request has a list of them. */
export async function replaceBindings(
  tx: Db,
  viewer: Viewer,
  host: HostRef,
  given: Given<'services'>,
  identified: readonly Identified[],
  renamed: { addresses: IdsInRequest; ports: IdsInRequest },
): Promise<void> {
  const wanted = given.flatMap(({ bindings }, index) =>
    bindings === undefined ? [] : [{ serviceId: identified[index]!.id, bindings: withoutNarrower(bindings ?? []) }],
  );
  if (wanted.length === 0) return;
  const rows = wanted.flatMap(({ serviceId, bindings }) =>
    bindings.map(({ id, ipAddressId, portId }) => ({
      ...{ id, serviceId },
      ipAddressId: ipAddressId == null ? null : (renamed.addresses.get(ipAddressId) ?? ipAddressId),
      portId: portId == null ? null : (renamed.ports.get(portId) ?? portId),
    })),
  );
  const among = { serviceId: { in: wanted.map(({ serviceId }) => serviceId) } };
  const { identified: found, gone } = await identify(tx, parts.bindings, host, rows, among);
  for (const { serviceId } of wanted) assertNoConflict(found.filter((one) => one.wanted.serviceId === serviceId));
  await removeParts(tx, parts.bindings, gone);
  await writeParts(tx, viewer, parts.bindings, host, found);
}

/** A port bound on every address takes the place of its bindings to single ones. */
function withoutNarrower(bindings: Bindings): Bindings {
  for (const { ipAddressId, portId } of bindings)
    if (ipAddressId == null && portId == null)
      throw new AppError('validation_required', { field: 'services.bindings.portId' });
  const everywhere = new Set(bindings.filter(({ ipAddressId }) => ipAddressId == null).map(({ portId }) => portId));
  return bindings.filter(({ ipAddressId, portId }) => ipAddressId == null || portId == null || !everywhere.has(portId));
}

/** A whole address is not bound beside one of its ports. */
function assertNoConflict(bindings: readonly Identified[]): void {
  const ports = bindings.filter(({ wanted }) => wanted.portId !== null);
  for (const { wanted } of bindings.filter((one) => one.wanted.portId === null)) {
    const { ipAddressId } = wanted;
    const inTheWay = ports.find((one) => one.wanted.ipAddressId === null || one.wanted.ipAddressId === ipAddressId);
    if (inTheWay) throw new AppError('binding_conflict', { id: inTheWay.id });
  }
}
