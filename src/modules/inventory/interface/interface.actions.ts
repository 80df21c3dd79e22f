// Creates and updates an interface with its tagged VLANs in one transaction.
import { readTables } from '../../../generated/entity-facts';
import { delegateOf } from '../../../data/model/delegate';
import { networkMismatch, referenceInvalid, requireInNetwork } from '../../../data/tenancy/references';
import { touchHosts } from '../shared/host-locks.sql';
import { requireAllVisible, requireVisible, updateVisible, type Db } from '../../../data/tenancy/rows';
import type { Interface, Prisma } from '../../../generated/prisma/client';
import type { Change, Creation } from '../../../graphql/entity/entity';
import { assertRoomOnHost } from '../shared/host-children';
import { parts } from '../shared/part-matching';
import { forgetResolvedPort } from '../shared/layer2-links.sql';

interface Place {
  readonly networkId: string;
  readonly hostId: string;
}
interface Links {
  readonly ipAddressId?: string | null;
  readonly nativeVlanId?: string | null;
  readonly vlanIds?: readonly string[] | null;
}
type Columns = Prisma.InterfaceUncheckedCreateInput & Omit<Links, 'vlanIds'>;
type Tagged = Pick<Links, 'vlanIds'>;

const idOnly = { select: { id: true } };

export async function createInterface({ db, input, columns }: Creation<Columns, Tagged>): Promise<string> {
  const { networkId, hostId, ipAddressId, nativeVlanId } = columns;
  const { vlanIds } = input;
  await requireInNetwork(db, 'Host', hostId, networkId);
  await requireLinks(db, columns, { ipAddressId, nativeVlanId, vlanIds });
  return db.$transaction(async (tx) => {
    await touchHosts(tx, [hostId]);
    await assertRoomOnHost(tx, parts.interfaces, hostId);
    const { id } = await tx.interface.create({ data: columns, ...idOnly });
    await replaceVlans(tx, id, networkId, vlanIds);
    return id;
  });
}

export async function updateInterface(change: Change<Interface, Tagged>): Promise<void> {
  const { db, storedRow, input, columns, expectedUpdatedAt } = change;
  const { vlanIds } = input;
  // Check stored references too, such as the VLANs: if the interface moves to another network, they are invalid in that
  // network.
  const changedRow = { ...storedRow, ...columns };
  const { id, networkId, hostId, ipAddressId, nativeVlanId } = changedRow;
  await requireInNetwork(db, 'Host', hostId, networkId);
  await requireLinks(db, changedRow, { ipAddressId, nativeVlanId, vlanIds });
  await db.$transaction(async (tx) => {
    await touchHosts(tx, [storedRow.hostId, hostId]);
    if (hostId !== storedRow.hostId) await assertRoomOnHost(tx, parts.interfaces, hostId);
    if (networkId !== storedRow.networkId) await leaveNetwork(tx, storedRow);
    const data = {
      ...columns,
      updatedAt: new Date(),
      ...(hostId !== storedRow.hostId && { aggregateId: null }),
      ...(changedRow.macAddress !== storedRow.macAddress && { macAddressSource: null }),
    };
    // An aggregate and its members must be on the same host. If the aggregate moves to a new host, its members no
    // longer belong to it.
    if (hostId !== storedRow.hostId)
      await tx.interface.updateMany({ where: { aggregateId: id }, data: { aggregateId: null } });
    await updateVisible(tx, 'Interface', id, data, { query: idOnly, expectedUpdatedAt });
    await replaceVlans(tx, id, networkId, vlanIds);
  });
}

async function requireLinks(db: Db, { networkId, hostId }: Place, { ipAddressId, nativeVlanId, vlanIds }: Links) {
  if (ipAddressId != null) {
    const address = await requireVisible(db, 'IpAddress', ipAddressId, { select: { hostId: true } });
    if (address.hostId !== hostId) throw referenceInvalid('IpAddress', 'ipAddressId');
  }
  await requireInNetwork(db, 'Vlan', nativeVlanId, networkId);
  if (!vlanIds) return;
  await requireAllVisible(db, 'Vlan', vlanIds);
  const vlanCount = await db.vlan.count({ where: { id: { in: [...vlanIds] }, networkId } });
  if (vlanCount < new Set(vlanIds).size) throw networkMismatch('Vlan');
}

/** Replaces the tagged VLANs of an interface. Null removes all tagged VLANs; undefined leaves them unchanged. */
async function replaceVlans(tx: Db, interfaceId: string, networkId: string, vlanIds: Links['vlanIds']): Promise<void> {
  if (vlanIds === undefined) return;
  const distinctIds = [...new Set(vlanIds)];
  await tx.interfaceVlan.deleteMany({ where: { interfaceId, vlanId: { notIn: distinctIds } } });
  if (distinctIds.length === 0) return;
  await tx.interfaceVlan.createMany({
    data: distinctIds.map((vlanId) => ({ interfaceId, vlanId, networkId })),
    skipDuplicates: true,
  });
}

async function leaveNetwork(tx: Db, { id, networkId }: Interface): Promise<void> {
  await tx.interfaceVlan.deleteMany({ where: { interfaceId: id } });
  await tx.interfaceNeighbor.deleteMany({ where: { OR: [{ interfaceId: id }, { remoteInterfaceId: id }] } });
  await tx.neighborEvidence.deleteMany({ where: { interfaceId: id } });
  await tx.forwardingEvidence.deleteMany({ where: { interfaceId: id } });
  await tx.arpEvidence.deleteMany({ where: { interfaceId: id } });
  await tx.interfaceCounters.deleteMany({ where: { interfaceId: id } });
  await tx.documentedLink.deleteMany({ where: { interfaceId: id } });
  for (const { model } of readTables)
    await delegateOf(tx, model).updateMany({ where: { interfaceId: id }, data: { interfaceId: null } });
  await tx.linkDecision.deleteMany({ where: { OR: [{ interfaceId: id }, { remoteInterfaceId: id }] } });
  await forgetResolvedPort(tx, networkId, id);
}
