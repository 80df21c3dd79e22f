// Creates and updates IP addresses. The host and subnet of an address must be in one network, and the subnet must
// contain the address.
import { assertInsideNetwork } from '../../../platform/text/addresses';
import type { IpAddress, Prisma } from '../../../generated/prisma/client';
import { assertRoomOnHost, nextPosition } from '../shared/host-children';
import { parts } from '../shared/part-matching';
import { requireInNetwork } from '../../../data/tenancy/references';
import { touchHosts } from '../shared/host-locks.sql';
import { updateVisible } from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import type { Change, Creation } from '../../../graphql/entity/entity';
import { isMacFixed } from '../shared/ip-address-fields';

type Columns = Omit<Prisma.IpAddressUncheckedCreateInput, 'subnetCidr' | 'position'> & { position?: number };

const idOnly = { select: { id: true } };

/**
 * Resolves with the CIDR of the subnet. Throws unless the viewer may read the host and the subnet, and both are in the
 * network.
 */
async function cidrAt(
  db: ScopedDb,
  { networkId, hostId, subnetId }: Pick<IpAddress, 'networkId' | 'hostId' | 'subnetId'>,
): Promise<string> {
  await requireInNetwork(db, 'Host', hostId, networkId);
  const subnet = await requireInNetwork<{ cidr: string }>(db, 'Subnet', subnetId, networkId, { cidr: true });
  return subnet!.cidr;
}

/**
 * Creates an IP address and resolves with its id. An address without a position becomes the last address of its host.
 */
export async function createIpAddress({ db, columns }: Creation<Columns>): Promise<string> {
  const subnetCidr = await cidrAt(db, columns);
  assertInsideNetwork(columns.ipAddress, subnetCidr);
  return db.$transaction(async (tx) => {
    await touchHosts(tx, [columns.hostId]);
    await assertRoomOnHost(tx, parts.ipAddresses, columns.hostId);
    const position = columns.position ?? (await nextPosition(tx, 'IpAddress', columns.hostId));
    return (await tx.ipAddress.create({ data: { ...columns, position, subnetCidr }, ...idOnly })).id;
  });
}

export async function updateIpAddress({ db, storedRow, columns, expectedUpdatedAt }: Change<IpAddress>): Promise<void> {
  const changedRow = { ...storedRow, ...columns };
  const subnetCidr = await cidrAt(db, changedRow);
  assertInsideNetwork(changedRow.ipAddress, subnetCidr);
  const macAddress = isMacFixed(storedRow) ? undefined : columns.macAddress;
  await db.$transaction(async (tx) => {
    await touchHosts(tx, [storedRow.hostId, changedRow.hostId]);
    if (changedRow.hostId !== storedRow.hostId) await assertRoomOnHost(tx, parts.ipAddresses, changedRow.hostId);
    const isNewMac = macAddress !== undefined && macAddress !== storedRow.macAddress;
    const data = { ...columns, subnetCidr, macAddress, ...(isNewMac && { macAddressSource: null }) };
    await updateVisible(tx, 'IpAddress', storedRow.id, data, { query: idOnly, expectedUpdatedAt });
  });
}
