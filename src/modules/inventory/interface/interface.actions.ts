// Creating and changing one interface with its tagged VLANs, all or nothing.
import { networkMismatch, referenceInvalid, requireInNetwork } from '../../../data/tenancy/references';
import { lockHosts } from '../../../data/tenancy/row-locks';
import {
  requireAllVisible,
  requireVisible,
  updateVisible,
  withoutUndefined,
  type Db,
} from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { checkedInterface, type InterfaceFields } from '../shared/interface-fields';

interface Place {
  readonly networkId: string;
  readonly hostId: string;
}
interface Links {
  readonly ipAddressId?: string | null;
  readonly nativeVlanId?: string | null;
  readonly vlanIds?: readonly string[] | null;
}
type Changes = InterfaceFields & Links & { readonly [K in keyof Place]?: Place[K] | null };

export async function createInterface(
  db: ScopedDb,
  input: Place & Links & InterfaceFields & { ifIndex: number; ifDescr: string },
): Promise<string> {
  const { networkId, hostId, ipAddressId, nativeVlanId } = input;
  await requireInNetwork(db, 'Host', hostId, networkId);
  await requireLinks(db, { networkId, hostId }, input);
  const data = withoutUndefined({ ...checkedInterface(input), ipAddressId, nativeVlanId });
  return db.$transaction(async (tx) => {
    await lockHosts(tx, [hostId]);
    const { id } = await tx.interface.create({
      data: { ...data, fdbMacs: [...(data.fdbMacs ?? [])], networkId, hostId },
      select: { id: true },
    });
    await replaceVlans(tx, id, networkId, input.vlanIds);
    return id;
  });
}

/** The caller has checked that a network named is within reach. */
export async function updateInterface(
  db: ScopedDb,
  id: string,
  input: Changes,
  expectedUpdatedAt: Date | null | undefined,
): Promise<void> {
  const stored = await requireVisible(db, 'Interface', id);
  const place = {
    networkId: input.networkId ?? stored.networkId,
    hostId: input.hostId ?? stored.hostId,
  };
  // What it is linked to must fit where it goes, also if the request does not speak of it.
  const { ipAddressId = stored.ipAddressId, nativeVlanId = stored.nativeVlanId, vlanIds } = input;
  await requireInNetwork(db, 'Host', place.hostId, place.networkId);
  await requireLinks(db, place, { ipAddressId, nativeVlanId, vlanIds });
  const isMoved = place.networkId !== stored.networkId;
  // Runs, neighbours and VLANs belong to the network it leaves.
  const sightings = isMoved ? { firstDiscoveryId: null, lastDiscoveryId: null } : {};
  const data = { ...checkedInterface(input), ...place, ...sightings, ipAddressId, nativeVlanId };
  await db.$transaction(async (tx) => {
    await lockHosts(tx, [stored.hostId, place.hostId]);
    if (isMoved) await leaveNetwork(tx, id);
    const options = { query: { select: { id: true } }, expectedUpdatedAt };
    await updateVisible(tx, 'Interface', id, { ...data, updatedAt: new Date() }, options);
    await replaceVlans(tx, id, place.networkId, vlanIds);
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
  const here = await db.vlan.count({ where: { id: { in: [...vlanIds] }, networkId } });
  if (here < new Set(vlanIds).size) throw networkMismatch('Vlan');
}

/** Null clears, undefined keeps. */
async function replaceVlans(tx: Db, interfaceId: string, networkId: string, vlanIds: Links['vlanIds']): Promise<void> {
  if (vlanIds === undefined) return;
  const wanted = [...new Set(vlanIds)];
  await tx.interfaceVlan.deleteMany({ where: { interfaceId, vlanId: { notIn: wanted } } });
  if (wanted.length === 0) return;
  await tx.interfaceVlan.createMany({
    data: wanted.map((vlanId) => ({ interfaceId, vlanId, networkId })),
    skipDuplicates: true,
  });
}

async function leaveNetwork(tx: Db, id: string): Promise<void> {
  await tx.interfaceVlan.deleteMany({ where: { interfaceId: id } });
  await tx.interfaceNeighbor.deleteMany({ where: { OR: [{ interfaceId: id }, { remoteInterfaceId: id }] } });
  await tx.neighborEvidence.deleteMany({ where: { interfaceId: id } });
}
