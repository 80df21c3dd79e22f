// Creating and changing a subnet: the same one is never made twice, and no address is left outside.
import { assertInsideNetwork } from '../../../platform/text/addresses';
import { isDaemon, sourceOf, type Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import type { Subnet } from '../../../generated/prisma/client';
import type { SubnetType } from '../../../generated/prisma/enums';
import { releaseTags, replaceTags } from '../../../data/tenancy/entity-tags';
import { lockNetwork } from '../../../data/tenancy/row-locks';
import {
  forgottenOnMove,
  requireAllVisible,
  updateVisible,
  withoutUndefined,
  type Db,
} from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { containerBridges, requireRuntimes } from '../shared/service-parts';
import { blankToNull } from '../../../platform/text/validation';

interface SubnetInput {
  readonly name?: string | null;
  readonly networkId?: string | null;
  readonly cidr?: string | null;
  readonly subnetType?: SubnetType | null;
  readonly description?: string | null;
  readonly virtualizationServiceId?: string | null;
  readonly tagIds?: readonly string[] | null;
}
interface NewSubnet extends SubnetInput {
  readonly name: string;
  readonly networkId: string;
  readonly cidr: string;
  readonly subnetType: SubnetType;
}

function columnsOf({ name, networkId, cidr, subnetType, description }: SubnetInput) {
  return { name, networkId, cidr, subnetType, description: blankToNull(description) };
}

/** The id of the new subnet, or of the one that is the same; System subnets are never the same as another. */
export async function createSubnet(db: ScopedDb, viewer: Viewer, input: NewSubnet): Promise<string> {
  const { networkId, name, cidr, subnetType } = input;
  const virtualizationServiceId = input.virtualizationServiceId ?? null;
  await requireRuntimes(db, [virtualizationServiceId], networkId, 'virtualizationServiceId');
  const tagIds = input.tagIds ?? [];
  await requireAllVisible(db, 'Tag', tagIds);
  const { description = null } = columnsOf(input);
  const isBridge = containerBridges.includes(subnetType);
  const kind = isBridge
    ? { subnetType: { in: [...containerBridges] }, virtualizationServiceId }
    : { subnetType: { notIn: [...containerBridges] } };
  return db.$transaction(async (tx) => {
    await lockNetwork(tx, networkId);
    const same = await tx.subnet.findFirst({
      where: { networkId, cidr, sourceType: { not: 'System' }, ...kind },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      select: { id: true },
    });
    if (same) {
      // A daemon that names a subnet sees it; to a caller it is there already.
      const now = new Date();
      const seen = { lastSeenAt: now, updatedAt: now };
      if (isDaemon(viewer)) await updateVisible(tx, 'Subnet', same.id, seen, { query: { select: { id: true } } });
      return same.id;
    }
    const sourceType = sourceOf(viewer);
    const data = { networkId, name, cidr, subnetType, description, virtualizationServiceId, sourceType };
    const { id } = await tx.subnet.create({ data, select: { id: true } });
    await replaceTags(tx, viewer, 'Subnet', { id, networkId }, tagIds);
    return id;
  });
}

/** Runs after the scope was checked. Null tags clear, undefined keeps. */
export async function updateSubnet(
  db: ScopedDb,
  viewer: Viewer,
  stored: Pick<Subnet, 'id' | 'networkId' | 'virtualizationServiceId'>,
  input: SubnetInput,
  expectedUpdatedAt: Date | null | undefined,
): Promise<void> {
  const { id } = stored;
  const networkId = input.networkId ?? stored.networkId;
  const isMoved = networkId !== stored.networkId;
  const { virtualizationServiceId = stored.virtualizationServiceId } = input;
  await requireRuntimes(db, [virtualizationServiceId], networkId, 'virtualizationServiceId');
  if (input.tagIds) await requireAllVisible(db, 'Tag', input.tagIds);
  const data = {
    ...columnsOf(input),
    virtualizationServiceId: input.virtualizationServiceId,
    ...forgottenOnMove(stored, networkId),
    updatedAt: new Date(),
  };
  const query = { select: { id: true } };
  try {
    await db.$transaction(async (tx) => {
      let kept: string[] | undefined;
      if (isMoved) {
        // Assignments name the network: they go before the row moves, under its lock.
        await updateVisible(tx, 'Subnet', id, { updatedAt: new Date() }, { query, expectedUpdatedAt });
        kept = await releaseTags(tx, 'Subnet', id);
      }
      await updateVisible(tx, 'Subnet', id, withoutUndefined(data), {
        query,
        expectedUpdatedAt: isMoved ? undefined : expectedUpdatedAt,
      });
      const tagIds = input.tagIds === undefined ? kept : (input.tagIds ?? []);
      if (tagIds) await replaceTags(tx, viewer, 'Subnet', { id, networkId }, tagIds);
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ip_address_out_of_range') throw error;
    await nameAddressOutside(db, id, input.cidr!);
    throw error;
  }
}

/** The database says that an address would lie outside, not which one. */
async function nameAddressOutside(db: Db, subnetId: string, cidr: string): Promise<void> {
  const addresses = await db.ipAddress.findMany({
    where: { subnetId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { ipAddress: true },
  });
  for (const { ipAddress } of addresses) assertInsideNetwork(ipAddress, cidr);
}
