// Checks the rows to which a host's request refers, by one lookup for each list, before any row is written.
import { assertTaggable } from '../../../../data/tenancy/entity-tags';
import {
  presentIds,
  requireAllInNetwork,
  requireInNetwork,
  requireOnHost,
  type Id,
} from '../../../../data/tenancy/references';
import { requireAllVisible, type Db } from '../../../../data/tenancy/rows';
import { requireBound, requireRuntimes } from '../../shared/service-parts';
import type { HostInput } from '../host.fields';

/** Those of the runtimes on which a service of the host is stored to run. */
async function runtimesOfHost(db: Db, hostId: string | undefined, ids: readonly string[]): Promise<readonly Id[]> {
  if (hostId === undefined) return [];
  const where = { hostId, virtualizationServiceId: { in: [...ids] } };
  const services = await db.service.findMany({
    ...{ where, distinct: ['virtualizationServiceId'], select: { virtualizationServiceId: true } },
  });
  return services.map(({ virtualizationServiceId }) => virtualizationServiceId);
}

const ownIds = (rows: readonly { id?: Id }[] | null | undefined) =>
  new Set(presentIds((rows ?? []).map(({ id }) => id)));

/**
 * Throws if the viewer may not read a row to which the request refers, or if the row is in another network. Resolves
 * with the CIDRs of referenced subnets, by id. `hostId` is undefined for a new host.
 */
export async function requireHostReferences(
  db: Db,
  { hostId, networkId }: { hostId?: string; networkId: string },
  input: HostInput,
): Promise<ReadonlyMap<string, string>> {
  const [services, interfaces] = [input.services ?? [], input.interfaces ?? []];
  const bindings = services.flatMap((service) => service.bindings ?? []);
  const tagIds = [...(input.tagIds ?? []), ...services.flatMap(({ tags }) => tags ?? [])];
  assertTaggable('tagIds', tagIds);
  await requireAllVisible(db, 'Tag', tagIds);
  await requireAllVisible(
    db,
    'Credential',
    (input.credentialAssignments ?? []).map(({ credentialId }) => credentialId),
  );
  await requireInNetwork(db, 'Service', input.virtualizationServiceId, networkId);
  const newServices = ownIds(services);
  const runtimes = presentIds(services.map(({ virtualizationServiceId }) => virtualizationServiceId));
  const storedRuntimes = runtimes.filter((id) => !newServices.has(id));
  await requireRuntimes(db, storedRuntimes, networkId, 'services.virtualizationServiceId', (ids) =>
    runtimesOfHost(db, hostId, ids),
  );
  const vlanIds = interfaces.flatMap(({ nativeVlanId, vlanIds: taggedVlanIds }) => [
    nativeVlanId,
    ...(taggedVlanIds ?? []),
  ]);
  await requireAllInNetwork(db, 'Vlan', presentIds(vlanIds), networkId);

  const onInterfaces = presentIds(interfaces.map(({ ipAddressId }) => ipAddressId));
  await requireOnHost(db, 'IpAddress', hostId, onInterfaces, input.ipAddresses, 'interfaces.ipAddressId');
  await requireBound(db, hostId, bindings, input, 'services.bindings.');

  const subnetIds = (input.ipAddresses ?? []).map(({ subnetId }) => subnetId);
  const subnets = await requireAllInNetwork(db, 'Subnet', subnetIds, networkId, { cidr: true });
  return new Map([...subnets].map(([id, { cidr }]) => [id, cidr as string]));
}
