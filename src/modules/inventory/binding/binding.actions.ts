// Creates and updates bindings. A binding must be on its service's host, and must not conflict with other bindings of
// the service.
import { AppError } from '../../../errors';
import type { Binding, Prisma } from '../../../generated/prisma/client';
import { referenceInvalid, requireInNetwork } from '../../../data/tenancy/references';
import { assertRoom, listLimits } from '../../../data/tenancy/list-limits';
import { touchHosts, lockHostWrites, touchServices } from '../shared/host-locks.sql';
import { updateVisible, type Db } from '../../../data/tenancy/rows';
import type { Change, Creation } from '../../../graphql/entity/entity';
import { assertBindingFits } from '../shared/service-parts';

type BindingType = 'IPAddress' | 'Port';
type Columns = Omit<Prisma.BindingUncheckedCreateInput, 'hostId' | keyof Target>;
/**
 * What a service listens on: an address alone, a port on one address, or (without an address) a port on all addresses.
 */
interface Target {
  readonly ipAddressId: string | null;
  readonly portId: string | null;
}
interface Place extends Target {
  readonly networkId: string;
  readonly hostId: string;
  readonly serviceId: string;
}

/**
 * Resolves with the ids of the service, address, port and their host. Throws unless the viewer may read all of them,
 * and they are in the network and on one host.
 */
async function requirePlace(
  db: Db,
  { serviceId, networkId, ipAddressId, portId }: Target & { serviceId: string; networkId: string },
): Promise<Place> {
  type OnHost = { hostId: string };
  const select = { hostId: true };
  const service = await requireInNetwork<OnHost>(db, 'Service', serviceId, networkId, select);
  const address = await requireInNetwork<OnHost>(db, 'IpAddress', ipAddressId, networkId, select);
  const port = await requireInNetwork<OnHost>(db, 'Port', portId, networkId, select);
  const { hostId } = service!;
  if (address && address.hostId !== hostId) throw referenceInvalid('IpAddress', 'ipAddressId');
  if (port && port.hostId !== hostId) throw referenceInvalid('Port', 'portId');
  return { networkId, hostId, serviceId, ipAddressId, portId };
}

/**
 * Throws 409 `binding_conflict` if a stored binding of the service conflicts with the new binding. If the new binding
 * is a port on all addresses, deletes the service's bindings of this port to single addresses. The caller holds the
 * service's lock.
 */
async function makeWay(tx: Db, { serviceId, ipAddressId, portId }: Place, ownId: string | undefined): Promise<void> {
  const others = { serviceId, ...(ownId !== undefined && { id: { not: ownId } }) };
  const inTheWay = await tx.binding.findFirst({
    where:
      portId === null
        ? { ...others, portId: { not: null }, OR: [{ ipAddressId }, { ipAddressId: null }] }
        : { ...others, portId: null, ...(ipAddressId !== null && { ipAddressId }) },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  });
  if (inTheWay) throw new AppError('binding_conflict', { id: inTheWay.id });
  if (portId !== null && ipAddressId === null)
    await tx.binding.deleteMany({ where: { ...others, portId, ipAddressId: { not: null } } });
}

/** Creates a binding and resolves with its id. */
export async function createBinding(
  creation: Creation<Columns & Partial<Target>, { type: BindingType }>,
): Promise<string> {
  const { db, input, columns } = creation;
  const { serviceId, networkId, ipAddressId = null, portId = null } = columns;
  const place = await requirePlace(db, { serviceId, networkId, ipAddressId, portId });
  assertBindingFits(input.type, place);
  return db.$transaction(async (tx) => {
    await lockHostWrites(tx, place.networkId);
    await touchHosts(tx, [place.hostId]);
    await touchServices(tx, [serviceId]);
    await makeWay(tx, place, undefined);
    await assertRoomOfService(tx, serviceId);
    return (await tx.binding.create({ data: { ...columns, ...place }, select: { id: true } })).id;
  });
}

const assertRoomOfService = (tx: Db, serviceId: string): Promise<void> =>
  assertRoom(tx, 'Binding', { serviceId }, 'bindings', listLimits.bindings);

export async function updateBinding(change: Change<Binding, { type?: BindingType | null }>): Promise<void> {
  const { db, storedRow, input, columns, expectedUpdatedAt } = change;
  const storedType = storedRow.portId === null ? 'IPAddress' : 'Port';
  const type = input.type ?? storedType;
  const { ipAddressId, portId } = type === storedType ? storedRow : { ipAddressId: null, portId: null };
  const place = await requirePlace(db, { ...storedRow, ipAddressId, portId, ...columns });
  assertBindingFits(type, place);
  await db.$transaction(async (tx) => {
    await lockHostWrites(tx, place.networkId);
    await touchHosts(tx, [storedRow.hostId, place.hostId]);
    await touchServices(tx, [storedRow.serviceId, place.serviceId]);
    await makeWay(tx, place, storedRow.id);
    if (place.serviceId !== storedRow.serviceId) await assertRoomOfService(tx, place.serviceId);
    const query = { select: { id: true } };
    await updateVisible(tx, 'Binding', storedRow.id, { ...columns, ...place }, { query, expectedUpdatedAt });
  });
}
