// Creates and updates reservations of address ranges. A reservation is within its subnet and overlaps no other active
// reservation.
import { AppError } from '../../../errors';
import type { AddressReservation, Prisma } from '../../../generated/prisma/client';
import { assertRoom, listLimits } from '../../../data/tenancy/list-limits';
import { requireInNetwork } from '../../../data/tenancy/references';
import { requireVisible, updateVisible, type Db } from '../../../data/tenancy/rows';
import { userOf } from '../../../data/tenancy/viewer';
import type { Change, Creation } from '../../../graphql/entity/entity';
import { parseAddress } from '../../../platform/text/address-numbers';
import { assertInsideNetwork } from '../../../platform/text/addresses';
import { lockSubnets } from './address-reservation-locks.sql';

type Columns = Omit<Prisma.AddressReservationUncheckedCreateInput, 'subnetCidr' | 'until'> &
  Partial<Pick<Range, 'until'>>;
type Range = Pick<AddressReservation, 'networkId' | 'subnetId' | 'firstAddress' | 'lastAddress' | 'until'>;

const idOnly = { select: { id: true } };

/** Whether a reservation that ends at `until` has expired. */
export const isExpired = (until: Date | null | undefined, now: Date): boolean => until != null && until <= now;

/**
 * Resolves with the CIDR of the subnet. Throws unless the viewer may read the subnet, and the subnet belongs to the
 * network and contains the range.
 */
async function requireRange(
  db: Db,
  { networkId, subnetId, firstAddress, lastAddress }: Omit<Range, 'until'>,
): Promise<string> {
  const subnet = await requireInNetwork<{ cidr: string }>(db, 'Subnet', subnetId, networkId, { cidr: true });
  for (const address of [firstAddress, lastAddress]) assertInsideNetwork(address, subnet!.cidr);
  if (parseAddress(firstAddress).value > parseAddress(lastAddress).value)
    throw new AppError('address_range_invalid', { first: firstAddress, last: lastAddress });
  return subnet!.cidr;
}

/**
 * Throws 409 `address_reservation_conflict` if another active reservation of the subnet contains an address of the
 * range. The caller holds the subnet's lock.
 */
async function assertNoOverlap(tx: Db, range: Omit<Range, 'until'>, now: Date, ownId?: string): Promise<void> {
  const other = await tx.addressReservation.findFirst({
    where: {
      subnetId: range.subnetId,
      firstAddress: { lte: range.lastAddress },
      lastAddress: { gte: range.firstAddress },
      OR: [{ until: null }, { until: { gt: now } }],
      ...(ownId !== undefined && { id: { not: ownId } }),
    },
    orderBy: [{ firstAddress: 'asc' }, { id: 'asc' }],
    select: { id: true, firstAddress: true, lastAddress: true },
  });
  if (!other) return;
  const { id, firstAddress: first, lastAddress: last } = other;
  throw new AppError('address_reservation_conflict', { id, first, last });
}

const assertRoomInSubnet = (tx: Db, subnetId: string): Promise<void> =>
  assertRoom(tx, 'AddressReservation', { subnetId }, 'addressReservations', listLimits.addressReservations);

/** Creates a reservation that belongs to the caller. Resolves with its id. */
export async function createAddressReservation({ db, viewer, columns }: Creation<Columns>): Promise<string> {
  const { userId: createdByUserId } = userOf(viewer);
  const now = new Date();
  if (isExpired(columns.until, now)) throw new AppError('validation_time_past', { field: 'until' });
  const subnetCidr = await requireRange(db, columns);
  return db.$transaction(async (tx) => {
    await lockSubnets(tx, [columns.subnetId]);
    await assertRoomInSubnet(tx, columns.subnetId);
    await assertNoOverlap(tx, columns, now);
    const data = { ...columns, subnetCidr, createdByUserId };
    return (await tx.addressReservation.create({ data, ...idOnly })).id;
  });
}

export async function updateAddressReservation(change: Change<AddressReservation>): Promise<void> {
  const { db, storedRow, columns, expectedUpdatedAt } = change;
  const { id } = storedRow;
  await requireRange(db, { ...storedRow, ...columns });
  await db.$transaction(async (tx) => {
    const locked = [storedRow.subnetId, columns.subnetId ?? storedRow.subnetId];
    await lockSubnets(tx, locked);
    // The row is read again, because another update may have changed it before the lock was taken.
    const row = await requireVisible(tx, 'AddressReservation', id);
    const changedRow = { ...row, ...columns };
    if (!locked.includes(changedRow.subnetId))
      throw new AppError('entity_changed', { entity: 'AddressReservation', id });
    const subnetCidr = await requireRange(tx, changedRow);
    const now = new Date();
    if (changedRow.subnetId !== row.subnetId) await assertRoomInSubnet(tx, changedRow.subnetId);
    if (!isExpired(changedRow.until, now)) await assertNoOverlap(tx, changedRow, now, id);
    await updateVisible(tx, 'AddressReservation', id, { ...columns, subnetCidr }, { query: idOnly, expectedUpdatedAt });
  });
}
