// Creating and changing one IP address: its host and its subnet are of one network, and it lies in the subnet.
import { assertInsideNetwork } from '../../../platform/text/addresses';
import { nextPosition } from '../shared/own-parts';
import { requireInNetwork } from '../../../data/tenancy/references';
import { lockHosts } from '../../../data/tenancy/row-locks';
import { requireVisible, updateVisible, withoutUndefined } from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { checkedIpAddress, isMacFixed, type IpAddressFields } from '../shared/ip-address-fields';

interface Place {
  readonly networkId: string;
  readonly hostId: string;
  readonly subnetId: string;
}
type Changes = IpAddressFields & { readonly [K in keyof Place]?: Place[K] | null };
type Query = { select?: object; include?: object };

/** The CIDR of the subnet; host and subnet named must be within reach and of the network. */
async function cidrAt(db: ScopedDb, { networkId, hostId, subnetId }: Place): Promise<string> {
  await requireInNetwork(db, 'Host', hostId, networkId);
  const subnet = await requireInNetwork<{ cidr: string }>(db, 'Subnet', subnetId, networkId, { cidr: true });
  return subnet!.cidr;
}

export async function createIpAddress(db: ScopedDb, input: Place & IpAddressFields & { ipAddress: string }) {
  const { networkId, hostId, subnetId } = input;
  const subnetCidr = await cidrAt(db, input);
  const { position, ...fields } = checkedIpAddress(input);
  assertInsideNetwork(fields.ipAddress!, subnetCidr);
  return db.$transaction(async (tx) => {
    await lockHosts(tx, [hostId]);
    const data = {
      ...withoutUndefined(fields),
      ipAddress: fields.ipAddress!,
      position: position ?? (await nextPosition(tx, 'IpAddress', hostId)),
    };
    return tx.ipAddress.create({ data: { ...data, networkId, hostId, subnetId, subnetCidr }, select: { id: true } });
  });
}

/** Runs after the scope was checked: the stored row is within reach, and so is a network named. */
export async function updateIpAddress(
  db: ScopedDb,
  id: string,
  input: Changes,
  options: { query: Query; expectedUpdatedAt?: Date | null },
) {
  const stored = await requireVisible(db, 'IpAddress', id);
  const place = {
    networkId: input.networkId ?? stored.networkId,
    hostId: input.hostId ?? stored.hostId,
    subnetId: input.subnetId ?? stored.subnetId,
  };
  const subnetCidr = await cidrAt(db, place);
  const fields = checkedIpAddress(input);
  const ipAddress = fields.ipAddress ?? stored.ipAddress;
  assertInsideNetwork(ipAddress, subnetCidr);
  // The runs that saw it belong to the network it leaves.
  const sightings = place.networkId === stored.networkId ? {} : { firstDiscoveryId: null, lastDiscoveryId: null };
  const macAddress = isMacFixed(stored) ? undefined : fields.macAddress;
  const data = { ...fields, ...place, ...sightings, ipAddress, subnetCidr, macAddress };
  return db.$transaction(async (tx) => {
    await lockHosts(tx, [stored.hostId, place.hostId]);
    return updateVisible(tx, 'IpAddress', id, data, options);
  });
}
