// The rows that a host's request names: all within reach and fitting, looked up list by list before anything is written.
import { AppError } from '../../errors';
import { assertTaggable } from '../../tenancy/entity-tags';
import { referenceInvalid, requireAllInNetwork, requireInNetwork } from '../../tenancy/references';
import { requireAllVisible, type Db } from '../../tenancy/rows';
import { maximumVlans } from '../../graphql/interface-fields';
import type { HostInput } from './host.fields';

type Id = string | null | undefined;
const named = (ids: readonly Id[]): string[] => ids.filter((id) => id != null);
const ownIds = (rows: readonly { id?: Id }[] | null | undefined) => new Set(named((rows ?? []).map(({ id }) => id)));

/** The CIDRs of the subnets named. `hostId` is undefined where the host is being made. */
export async function requireHostReferences(
  db: Db,
  { hostId, networkId }: { hostId?: string; networkId: string },
  input: HostInput,
): Promise<ReadonlyMap<string, string>> {
  const [services, interfaces] = [input.services ?? [], input.interfaces ?? []];
  const bindings = services.flatMap((service) => service.bindings ?? []);
  const tagIds = [...(input.tagIds ?? []), ...services.flatMap(({ tags }) => tags ?? [])];
  assertTaggable('tagIds', tagIds);
  for (const { vlanIds } of interfaces)
    if (vlanIds && vlanIds.length > maximumVlans)
      throw new AppError('validation_out_of_range', { field: 'interfaces.vlanIds', min: 0, max: maximumVlans });

  await requireAllVisible(db, 'Tag', tagIds);
  await requireAllVisible(
    db,
    'Credential',
    (input.credentialAssignments ?? []).map(({ credentialId }) => credentialId),
  );
  await requireInNetwork(db, 'Service', input.virtualizationServiceId, networkId);
  const newServices = ownIds(services);
  const runtimes = named(services.map(({ virtualizationServiceId }) => virtualizationServiceId));
  await requireAllInNetwork(
    db,
    'Service',
    runtimes.filter((id) => !newServices.has(id)),
    networkId,
  );
  const vlanIds = interfaces.flatMap(({ nativeVlanId, vlanIds: tagged }) => [nativeVlanId, ...(tagged ?? [])]);
  await requireAllInNetwork(db, 'Vlan', named(vlanIds), networkId);

  const onInterfaces = named(interfaces.map(({ ipAddressId }) => ipAddressId));
  await requireOwn(db, 'IpAddress', hostId, onInterfaces, input.ipAddresses, 'interfaces.ipAddressId');
  const bound = named(bindings.map(({ ipAddressId }) => ipAddressId));
  await requireOwn(db, 'IpAddress', hostId, bound, input.ipAddresses, 'services.bindings.ipAddressId');
  const ports = named(bindings.map(({ portId }) => portId));
  await requireOwn(db, 'Port', hostId, ports, input.ports, 'services.bindings.portId');

  const subnetIds = (input.ipAddresses ?? []).map(({ subnetId }) => subnetId);
  const subnets = await requireAllInNetwork(db, 'Subnet', subnetIds, networkId, { cidr: true });
  return new Map([...subnets].map(([id, { cidr }]) => [id, cidr as string]));
}

/** Parts of the same host: of the list in the request, if there is one, else of the stored ones. */
async function requireOwn(
  db: Db,
  model: 'IpAddress' | 'Port',
  hostId: string | undefined,
  ids: readonly string[],
  list: readonly { id?: Id }[] | null | undefined,
  field: string,
): Promise<void> {
  const inRequest = ownIds(list);
  const others = ids.filter((id) => !inRequest.has(id));
  if (others.length === 0) return;
  await requireAllVisible(db, model, others);
  const stored = hostId === undefined || list ? 0 : await countOf(db, model, hostId, others);
  if (stored < new Set(others).size) throw referenceInvalid(model, field);
}

function countOf(db: Db, model: 'IpAddress' | 'Port', hostId: string, ids: readonly string[]): Promise<number> {
  const where = { hostId, id: { in: [...ids] } };
  return model === 'Port' ? db.port.count({ where }) : db.ipAddress.count({ where });
}
