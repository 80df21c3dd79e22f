// Creates and updates a service with its bindings and tags in one transaction, which locks the service's host.
import { AppError } from '../../../errors';
import type { Prisma, Service } from '../../../generated/prisma/client';
import { releaseTags, replaceTags } from '../../../data/tenancy/entity-tags';
import { assertRoomOnHost, nextPosition } from '../shared/host-children';
import { parts } from '../shared/part-matching';
import { referenceInvalid, requireInNetwork } from '../../../data/tenancy/references';
import { touchHosts, lockHostWrites } from '../shared/host-locks.sql';
import { hypervisorsBelow } from '../shared/hypervisors.sql';
import { requireAllVisible, requireVisible, updateVisible, type Db } from '../../../data/tenancy/rows';
import type { Change, Creation } from '../../../graphql/entity/entity';
import { withFreeIds } from '../shared/part-ids';
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
interface Links {
  readonly bindings?: readonly Binding[] | null;
  readonly tagIds?: readonly string[] | null;
}
type Columns = Omit<Prisma.ServiceUncheckedCreateInput, 'position' | 'virtualizationServiceId'> & {
  position?: number;
  virtualizationServiceId?: string | null;
};

const idOnly = { select: { id: true } };

/**
 * Throws unless the viewer may read the runtime, addresses, ports and tags to which the request refers, and they belong
 * to the host or network of the service.
 */
async function requireReferences(
  db: Db,
  { networkId, hostId, virtualizationServiceId }: Place & { readonly virtualizationServiceId?: string | null },
  input: Links,
  storedRow?: Pick<Service, 'virtualizationServiceId'>,
): Promise<void> {
  await requireInNetwork(db, 'Host', hostId, networkId);
  await requireRuntimes(db, [virtualizationServiceId], networkId, 'virtualizationServiceId', () => [
    storedRow?.virtualizationServiceId,
  ]);
  await requireBound(db, hostId, input.bindings ?? [], {}, 'bindings.');
  await requireAllVisible(db, 'Tag', input.tagIds ?? []);
}

/** Creates a service and resolves with its id. A service without a position becomes the last service of its host. */
export const createService = (creation: Creation<Columns, Links>): Promise<string> =>
  withFreeIds(creation.db, creation.columns.networkId, creation.input, (input) =>
    writeNewService({ ...creation, input }),
  );

async function writeNewService({ db, viewer, input, columns }: Creation<Columns, Links>): Promise<string> {
  const { hostId, networkId } = columns;
  await requireReferences(db, columns, input);
  assertBindings(input.bindings ?? [], 'bindings.');
  return db.$transaction(async (tx) => {
    await lockHostWrites(tx, networkId);
    await touchHosts(tx, [hostId]);
    await requireVisible(tx, 'Host', hostId, idOnly);
    await assertRoomOnHost(tx, parts.services, hostId);
    const position = columns.position ?? (await nextPosition(tx, 'Service', hostId));
    const { id } = await tx.service.create({ data: { ...columns, position }, ...idOnly });
    await replaceTags(tx, viewer, 'Service', { id, networkId }, input.tagIds ?? []);
    const host = { id: hostId, networkId, isNew: true };
    await replaceBindings(tx, viewer, host, [input], [{ id, reportedRow: {}, storedRow: undefined }]);
    return id;
  });
}

/** Updates a service. Null removes all bindings or tags; undefined leaves them unchanged. */
export const updateService = (change: Change<Service, Links>): Promise<void> =>
  withFreeIds(change.db, change.columns.networkId ?? change.storedRow.networkId, change.input, (input) =>
    writeService({ ...change, input }),
  );

async function writeService(change: Change<Service, Links>): Promise<void> {
  const { db, viewer, storedRow, input, columns, expectedUpdatedAt } = change;
  const { id } = storedRow;
  const place = { ...storedRow, ...columns };
  const isMoved = place.hostId !== storedRow.hostId;
  await requireReferences(db, place, input, storedRow);
  if (place.virtualizationServiceId === id) throw referenceInvalid('Service', 'virtualizationServiceId');
  if (isMoved) await assertNotBelowItself(db, id, place.hostId);
  assertBindings(input.bindings ?? [], 'bindings.');
  await db.$transaction(async (tx) => {
    for (const networkId of new Set([storedRow.networkId, place.networkId].sort())) await lockHostWrites(tx, networkId);
    await touchHosts(tx, [storedRow.hostId, place.hostId]);
    // The service may have moved to another host after it was read. So this update locks it first, and returns its
    // present host for comparison.
    const hostSelection = { query: { select: { hostId: true } }, expectedUpdatedAt };
    const { hostId } = await updateVisible(tx, 'Service', id, { updatedAt: new Date() }, hostSelection);
    if (hostId !== storedRow.hostId) throw new AppError('entity_changed', { entity: 'Service', id });
    if (isMoved) await assertRoomOnHost(tx, parts.services, place.hostId);
    if (isMoved) await leaveBindings(tx, id, input.bindings);
    const keptTags = place.networkId === storedRow.networkId ? undefined : await leaveNetwork(tx, id);
    await updateVisible(tx, 'Service', id, columns, { query: idOnly });
    const tagIds = input.tagIds === undefined ? keptTags : (input.tagIds ?? []);
    if (tagIds) await replaceTags(tx, viewer, 'Service', { id, networkId: place.networkId }, tagIds);
    const host = { id: place.hostId, networkId: place.networkId, isNew: isMoved };
    await replaceBindings(tx, viewer, host, [input], [{ id, reportedRow: {}, storedRow: undefined }]);
  });
}

/** Throws 400 if a hypervisor would move to a virtual machine that it runs. */
async function assertNotBelowItself(db: Db, serviceId: string, hostId: string): Promise<void> {
  const hypervisors = await hypervisorsBelow(db, { hostId });
  if (hypervisors.some((one) => one.serviceId === serviceId)) throw referenceInvalid('Host', 'hostId');
}

/**
 * For a service that moves to a new host: deletes its bindings, because they refer to addresses and ports of the former
 * host. Throws if the request has no new bindings to replace them.
 */
async function leaveBindings(tx: Db, serviceId: string, bindings: Links['bindings']): Promise<void> {
  if (bindings === undefined && (await tx.binding.count({ where: { serviceId } })) > 0)
    throw referenceInvalid('Binding', 'bindings');
  await tx.binding.deleteMany({ where: { serviceId } });
}

/**
 * Removes the tags of a service that moves to a new network, and resolves with the ids of the tags. Throws 409 if the
 * service is the container runtime of other services, because these stay in the former network.
 */
async function leaveNetwork(tx: Db, id: string): Promise<string[]> {
  if ((await tx.service.count({ where: { virtualizationServiceId: id } })) > 0)
    throw new AppError('entity_in_use', { entity: 'Service', id, used_by: 'Service' });
  return releaseTags(tx, 'Service', id);
}
