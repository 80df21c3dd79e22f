// Creating and changing one service with its bindings and tags, all or nothing, on a host that nobody else writes meanwhile.
import type { Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import type { Service } from '../../../generated/prisma/client';
import { serviceColumns, type ServiceFields } from '../shared/service-fields';
import { releaseTags, replaceTags } from '../../../data/tenancy/entity-tags';
import { nextPosition } from '../shared/own-parts';
import { referenceInvalid, requireInNetwork } from '../../../data/tenancy/references';
import { lockHosts, lockHostWrites } from '../../../data/tenancy/row-locks';
import {
  forgottenOnMove,
  requireAllVisible,
  requireVisible,
  updateVisible,
  withoutUndefined,
} from '../../../data/tenancy/rows';
import type { Db } from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { assertBindings, replaceBindings, requireBound, requireRuntimes } from '../shared/service-parts';

interface Place {
  readonly networkId: string;
  readonly hostId: string;
}
interface Binding {
  readonly id?: string | null;
  readonly type?: 'IPAddress' | 'Port' | null;
  readonly ipAddressId?: string | null;
  readonly portId?: string | null;
}
interface ServiceInput extends ServiceFields {
  readonly hostId?: string | null;
  readonly networkId?: string | null;
  readonly virtualizationServiceId?: string | null;
  readonly bindings?: readonly Binding[] | null;
  readonly tagIds?: readonly string[] | null;
}
interface NewService extends ServiceInput, Place {
  readonly hostId: string;
  readonly networkId: string;
  readonly name: string;
  readonly serviceDefinition: string;
}

const idOnly = { select: { id: true } };

/** What is named is within reach and fits the place; looked up before the request's own values are judged. */
async function requireReferences(db: Db, { networkId, hostId }: Place, input: ServiceInput): Promise<void> {
  await requireInNetwork(db, 'Host', hostId, networkId);
  await requireRuntimes(db, [input.virtualizationServiceId], networkId, 'virtualizationServiceId');
  await requireBound(db, hostId, input.bindings ?? [], {}, 'bindings.');
  await requireAllVisible(db, 'Tag', input.tagIds ?? []);
}

/** Runs after the scope was checked. Answers the id of the new service, which is the host's last unless it says where. */
export async function createService(db: ScopedDb, viewer: Viewer, input: NewService): Promise<string> {
  const { hostId, networkId, name, serviceDefinition, virtualizationServiceId = null } = input;
  await requireReferences(db, input, input);
  const { position, ...fields } = serviceColumns(input);
  assertBindings(input.bindings ?? [], 'bindings.');
  return db.$transaction(async (tx) => {
    await lockHostWrites(tx, networkId);
    await lockHosts(tx, [hostId]);
    await requireVisible(tx, 'Host', hostId, idOnly);
    const data = { ...withoutUndefined(fields), name, serviceDefinition, virtualizationServiceId, hostId, networkId };
    const { id } = await tx.service.create({
      data: { ...data, position: position ?? (await nextPosition(tx, 'Service', hostId)) },
      ...idOnly,
    });
    await replaceTags(tx, viewer, 'Service', { id, networkId }, input.tagIds ?? []);
    const host = { id: hostId, networkId, isNew: true };
    await replaceBindings(tx, viewer, host, [input], [{ id, wanted: {}, stored: undefined }]);
    return id;
  });
}

/** Runs after the scope was checked. Null bindings or tags clear, undefined keeps. */
export async function updateService(
  db: ScopedDb,
  viewer: Viewer,
  stored: Pick<Service, 'id' | 'hostId' | 'networkId' | 'virtualizationServiceId'>,
  input: ServiceInput,
  expectedUpdatedAt: Date | null | undefined,
): Promise<void> {
  const { id } = stored;
  const place = { hostId: input.hostId ?? stored.hostId, networkId: input.networkId ?? stored.networkId };
  const isMoved = place.hostId !== stored.hostId;
  const { virtualizationServiceId = stored.virtualizationServiceId } = input;
  await requireReferences(db, place, { ...input, virtualizationServiceId });
  if (virtualizationServiceId === id) throw referenceInvalid('Service', 'virtualizationServiceId');
  const fields = serviceColumns(input);
  assertBindings(input.bindings ?? [], 'bindings.');
  await db.$transaction(async (tx) => {
    for (const networkId of new Set([stored.networkId, place.networkId].sort())) await lockHostWrites(tx, networkId);
    await lockHosts(tx, [stored.hostId, place.hostId]);
    // Its lock comes next. The host that everything was judged by is still the one it is on, or the request is late.
    const touched = { query: { select: { hostId: true } }, expectedUpdatedAt };
    const { hostId } = await updateVisible(tx, 'Service', id, { updatedAt: new Date() }, touched);
    if (hostId !== stored.hostId) throw new AppError('entity_changed', { entity: 'Service', id });
    if (isMoved) await leaveBindings(tx, id, input.bindings);
    const kept = place.networkId === stored.networkId ? undefined : await leaveNetwork(tx, id);
    const data = {
      ...fields,
      virtualizationServiceId: input.virtualizationServiceId,
      ...(isMoved && { ...place, ...forgottenOnMove(stored, place.networkId) }),
    };
    await updateVisible(tx, 'Service', id, data, { query: idOnly });
    const tagIds = input.tagIds === undefined ? kept : (input.tagIds ?? []);
    if (tagIds) await replaceTags(tx, viewer, 'Service', { id, networkId: place.networkId }, tagIds);
    const host = { id: place.hostId, networkId: place.networkId, isNew: isMoved };
    await replaceBindings(tx, viewer, host, [input], [{ id, wanted: {}, stored: undefined }]);
  });
}

/** Bindings are to addresses and ports of the host that is left: a service takes none along, and must say so. */
async function leaveBindings(tx: Db, serviceId: string, bindings: ServiceInput['bindings']): Promise<void> {
  if (bindings === undefined && (await tx.binding.count({ where: { serviceId } })) > 0)
    throw referenceInvalid('Binding', 'bindings');
  await tx.binding.deleteMany({ where: { serviceId } });
}

/** Answers the tags to put on again. What it runs stays behind and would lose it: 409, as for a member of a group. */
async function leaveNetwork(tx: Db, id: string): Promise<string[]> {
  if ((await tx.service.count({ where: { virtualizationServiceId: id } })) > 0)
    throw new AppError('entity_in_use', { entity: 'Service', id, used_by: 'Service' });
  return releaseTags(tx, 'Service', id);
}
