// Creating and changing a binding: on the service's host, and never in the way of another binding of the service.
import { AppError } from '../../../errors';
import type { Binding } from '../../../generated/prisma/client';
import { referenceInvalid, requireInNetwork } from '../../../data/tenancy/references';
import { lockHosts, lockHostWrites, lockServices } from '../../../data/tenancy/row-locks';
import { forgottenOnMove, updateVisible, type Db } from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { assertBindingFits } from '../shared/service-parts';

type BindingType = 'IPAddress' | 'Port';
interface BindingInput {
  readonly serviceId?: string | null;
  readonly networkId?: string | null;
  readonly type?: BindingType | null;
  readonly ipAddressId?: string | null;
  readonly portId?: string | null;
}
interface NewBinding extends BindingInput {
  readonly serviceId: string;
  readonly networkId: string;
  readonly type: BindingType;
}
/** What is bound: an address alone, a port on one address, or (no address) a port on every address. */
interface Target {
  readonly ipAddressId: string | null;
  readonly portId: string | null;
}
interface Place extends Target {
  readonly networkId: string;
  readonly hostId: string;
  readonly serviceId: string;
}

/** The service, address and port named are within reach, of the network and of one host. */
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

/** Runs under the service's lock, so that no other binding of it comes in between. */
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

/** Creates a binding and answers its id. */
export async function createBinding(db: ScopedDb, input: NewBinding): Promise<string> {
  const { type, serviceId, networkId, ipAddressId = null, portId = null } = input;
  const place = await requirePlace(db, { serviceId, networkId, ipAddressId, portId });
  assertBindingFits(type, place);
  return db.$transaction(async (tx) => {
    await lockHostWrites(tx, place.networkId);
    await lockHosts(tx, [place.hostId]);
    await lockServices(tx, [serviceId]);
    await makeWay(tx, place, undefined);
    return (await tx.binding.create({ data: place, select: { id: true } })).id;
  });
}

/** Runs after the scope was checked. */
export async function updateBinding(
  db: ScopedDb,
  stored: Pick<Binding, 'id' | 'networkId' | 'serviceId' | 'ipAddressId' | 'portId'>,
  input: BindingInput,
  expectedUpdatedAt: Date | null | undefined,
): Promise<void> {
  const storedType = stored.portId === null ? 'IPAddress' : 'Port';
  const type = input.type ?? storedType;
  const isSameType = type === storedType;
  const place = await requirePlace(db, {
    serviceId: input.serviceId ?? stored.serviceId,
    networkId: input.networkId ?? stored.networkId,
    ipAddressId: input.ipAddressId === undefined ? (isSameType ? stored.ipAddressId : null) : input.ipAddressId,
    portId: input.portId === undefined ? (isSameType ? stored.portId : null) : input.portId,
  });
  assertBindingFits(type, place);
  await db.$transaction(async (tx) => {
    await lockHostWrites(tx, place.networkId);
    await lockHosts(tx, [place.hostId]);
    await lockServices(tx, [place.serviceId]);
    await makeWay(tx, place, stored.id);
    const data = { ...place, ...forgottenOnMove(stored, place.networkId) };
    await updateVisible(tx, 'Binding', stored.id, data, { query: { select: { id: true } }, expectedUpdatedAt });
  });
}
