// Creates and updates subnets. A subnet is not created twice, and a subnet always contains its addresses.
import { assertInsideNetwork } from '../../../platform/text/addresses';
import { isDaemon, sourceOf, type Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import type { Prisma, Subnet } from '../../../generated/prisma/client';
import type { SubnetType } from '../../../generated/prisma/enums';
import { releaseTags, replaceTags } from '../../../data/tenancy/entity-tags';
import { lockNetwork } from '../shared/host-locks.sql';
import { requireAllVisible, updateVisible, type Db } from '../../../data/tenancy/rows';
import type { Change, Creation } from '../../../graphql/entity/entity';
import { requireRuntimes } from '../shared/service-parts';
import { containerBridges, isBridge } from '../shared/subnet-types';
import { canonicalNamespace } from '../../../platform/text/validation';

type Columns = Prisma.SubnetUncheckedCreateInput & {
  virtualizationServiceId?: string | null;
  namespace?: string;
};

interface Links {
  readonly tagIds?: readonly string[] | null;
}

/**
 * Creates a subnet and resolves with its id. If the network has a subnet with this CIDR already, resolves with its id
 * instead. Subnets of the source System are not searched.
 */
export async function createSubnet(creation: Creation<Columns, Links>): Promise<string> {
  const { db, viewer, input, columns } = creation;
  const { networkId, cidr, subnetType, virtualizationServiceId = null } = columns;
  // Daemons read only the default routing table of a device. So subnets from daemons are in the default namespace.
  const namespace = isDaemon(viewer) ? '' : canonicalNamespace(columns.namespace ?? '');
  await requireRuntimes(db, [virtualizationServiceId], networkId, 'virtualizationServiceId');
  const tagIds = input.tagIds ?? [];
  await requireAllVisible(db, 'Tag', tagIds);
  return db.$transaction(async (tx) => {
    await lockNetwork(tx, networkId);
    const equalSubnet = await findEqualSubnet(
      tx,
      viewer,
      { networkId, cidr, namespace },
      { subnetType, virtualizationServiceId },
    );
    if (equalSubnet) {
      // A daemon that reports a stored subnet has seen the subnet, so `lastSeenAt` is updated. For all other callers,
      // the stored subnet does not change.
      const now = new Date();
      const seenColumns = { lastSeenAt: now, updatedAt: now };
      if (isDaemon(viewer))
        await updateVisible(tx, 'Subnet', equalSubnet.id, seenColumns, { query: { select: { id: true } } });
      return equalSubnet.id;
    }
    const data = { ...columns, namespace, sourceType: sourceOf(viewer) };
    const { id } = await tx.subnet.create({ data, select: { id: true } });
    await replaceTags(tx, viewer, 'Subnet', { id, networkId }, tagIds);
    return id;
  });
}

/**
 * Finds the subnet with this CIDR, and with this runtime if it is a container bridge. A daemon's subnet is also found by
 * its CIDR and runtime alone: daemons guess types by names of interfaces, and people correct them.
 */
async function findEqualSubnet(
  tx: Db,
  viewer: Viewer,
  place: { readonly networkId: string; readonly cidr: string; readonly namespace: string },
  {
    subnetType,
    virtualizationServiceId,
  }: { readonly subnetType: SubnetType; readonly virtualizationServiceId: string | null },
): Promise<{ readonly id: string } | null> {
  const find = (kind: Prisma.SubnetWhereInput) =>
    tx.subnet.findFirst({
      where: { ...place, sourceType: { not: 'System' }, ...kind },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      select: { id: true },
    });
  const bridges = [...containerBridges];
  const equalSubnet = await find(
    isBridge({ subnetType })
      ? { subnetType: { in: bridges }, virtualizationServiceId }
      : { subnetType: { notIn: bridges } },
  );
  return equalSubnet ?? (isDaemon(viewer) ? find({ virtualizationServiceId }) : null);
}

/** Updates a subnet. Null removes all tags; undefined leaves them unchanged. */
export async function updateSubnet(change: Change<Subnet, Links>): Promise<void> {
  const { db, viewer, storedRow, input, columns, expectedUpdatedAt } = change;
  const { id } = storedRow;
  const { networkId, cidr, virtualizationServiceId } = { ...storedRow, ...columns };
  const namespace = columns.namespace === undefined ? undefined : canonicalNamespace(columns.namespace);
  const isMoved = networkId !== storedRow.networkId;
  await requireRuntimes(db, [virtualizationServiceId], networkId, 'virtualizationServiceId', () => [
    storedRow.virtualizationServiceId,
  ]);
  if (input.tagIds) await requireAllVisible(db, 'Tag', input.tagIds);
  const query = { select: { id: true } };
  try {
    await db.$transaction(async (tx) => {
      let keptTags: string[] | undefined;
      if (isMoved) {
        // A tag assignment names the network of its subnet. So before the subnet moves to another network, its
        // assignments are deleted (and created again below). This update locks the subnet meanwhile.
        await updateVisible(tx, 'Subnet', id, { updatedAt: new Date() }, { query, expectedUpdatedAt });
        keptTags = await releaseTags(tx, 'Subnet', id);
        await tx.route.updateMany({ where: { subnetId: id }, data: { subnetId: null } });
      }
      await updateVisible(
        tx,
        'Subnet',
        id,
        { ...columns, ...(namespace !== undefined && { namespace }), updatedAt: new Date() },
        {
          query,
          expectedUpdatedAt: isMoved ? undefined : expectedUpdatedAt,
        },
      );
      const tagIds = input.tagIds === undefined ? keptTags : (input.tagIds ?? []);
      if (tagIds) await replaceTags(tx, viewer, 'Subnet', { id, networkId }, tagIds);
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ip_address_out_of_range') throw error;
    await nameAddressOutside(db, id, cidr);
    throw error;
  }
}

/**
 * The database's error for an address outside of the subnet does not name the address. Throws an error that names it.
 */
async function nameAddressOutside(db: Db, subnetId: string, cidr: string): Promise<void> {
  const addresses = await db.ipAddress.findMany({
    where: { subnetId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { ipAddress: true },
  });
  for (const { ipAddress } of addresses) assertInsideNetwork(ipAddress, cidr);
  const reservations = await db.addressReservation.findMany({
    where: { subnetId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { firstAddress: true, lastAddress: true },
  });
  for (const { firstAddress, lastAddress } of reservations)
    for (const address of [firstAddress, lastAddress]) assertInsideNetwork(address, cidr);
}
