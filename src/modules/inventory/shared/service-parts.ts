// Links of a service, written alone or with a host: runtime, tags, bindings.
import type { Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import { mayRunContainers } from './service-definitions';
import { matchChildren, removeParts, writeParts, type HostRef } from './host-children';
import { parts, type MatchedChild } from './part-matching';
import { named, referenceInvalid, requireAllInNetwork, requireOnHost, type Id } from '../../../data/tenancy/references';
import { assertGrowth, listLimits } from '../../../data/tenancy/list-limits';
import { lockServices } from './host-locks.sql';
import { requireTags } from '../../../data/tenancy/entity-tags';
import type { Db } from '../../../data/tenancy/rows';

interface BindingInput {
  readonly id?: Id;
  readonly type?: 'IPAddress' | 'Port' | null;
  readonly ipAddressId?: Id;
  readonly portId?: Id;
}
interface ServiceInput {
  readonly bindings?: readonly BindingInput[] | null;
  readonly tags?: readonly string[] | null;
}
/** Ids as the request gives them → ids that the rows have from now on. */
export type IdsInRequest = ReadonlyMap<string, string>;
type Target = { readonly ipAddressId: string | null; readonly portId: string | null };

/** Runtimes that are named are within reach, of the network and may run containers. */
export async function requireRuntimes(db: Db, ids: readonly Id[], networkId: string, field: string): Promise<void> {
  const services = await requireAllInNetwork(db, 'Service', named(ids), networkId, { serviceDefinition: true });
  for (const { serviceDefinition } of services.values())
    if (!mayRunContainers(serviceDefinition as string)) throw referenceInvalid('Service', field);
}

/** Addresses and ports that bindings name: of this host, or of a list in the same request that takes the place of its own. */
export async function requireBound(
  db: Db,
  hostId: string | undefined,
  bindings: readonly BindingInput[],
  lists: { ipAddresses?: readonly { id?: Id }[] | null; ports?: readonly { id?: Id }[] | null },
  above: string,
): Promise<void> {
  const [addresses, ports] = [bindings.map((one) => one.ipAddressId), bindings.map((one) => one.portId)];
  await requireOnHost(db, 'IpAddress', hostId, named(addresses), lists.ipAddresses, `${above}ipAddressId`);
  await requireOnHost(db, 'Port', hostId, named(ports), lists.ports, `${above}portId`);
}

/** Each binding has what its type wants, and nothing else. `above` is put before the names of fields in errors. */
export function assertBindings(bindings: readonly BindingInput[], above: string): void {
  for (const { type, ipAddressId, portId } of bindings)
    assertBindingFits(
      type ?? (ipAddressId != null && portId == null ? 'IPAddress' : 'Port'),
      { ipAddressId: ipAddressId ?? null, portId: portId ?? null },
      above,
    );
}

export function assertBindingFits(type: 'IPAddress' | 'Port', { ipAddressId, portId }: Target, above = ''): void {
  if (type === 'IPAddress') {
    if (ipAddressId === null) throw new AppError('validation_required', { field: `${above}ipAddressId` });
    if (portId !== null) throw new AppError('validation_invalid_format', { field: `${above}portId` });
  } else if (portId === null) throw new AppError('validation_required', { field: `${above}portId` });
}

/** Tags of the services whose row in the request has a list of them. `given` and `identified` go side by side. */
export async function replaceServiceTags(
  tx: Db,
  viewer: Viewer,
  { networkId, isNew }: HostRef,
  given: readonly ServiceInput[],
  identified: readonly MatchedChild[],
): Promise<void> {
  const wanted = given.flatMap(({ tags }, index) =>
    tags === undefined ? [] : [{ serviceId: identified[index]!.id, tagIds: [...new Set(tags)] }],
  );
  if (wanted.length === 0) return;
  const { organizationId } = viewer;
  const pairs = wanted.flatMap(({ serviceId, tagIds }) =>
    tagIds.map((tagId) => ({ serviceId, tagId, networkId, organizationId })),
  );
  await requireTags(tx, viewer, [...new Set(pairs.map(({ tagId }) => tagId))]);
  const kept = new Set(pairs.map(({ serviceId, tagId }) => `${serviceId} ${tagId}`));
  const where = { serviceId: { in: wanted.map(({ serviceId }) => serviceId) } };
  const select = { id: true, serviceId: true, tagId: true } as const;
  const stored = isNew ? [] : await tx.tagAssignment.findMany({ where, select });
  const gone = stored.filter(({ serviceId, tagId }) => !kept.has(`${serviceId} ${tagId}`)).map(({ id }) => id);
  for (const { serviceId, tagIds } of wanted.filter(({ tagIds }) => tagIds.length > listLimits.tags))
    assertGrowth('services.tags', countOf(stored, serviceId), tagIds.length, listLimits.tags);
  if (gone.length > 0) await tx.tagAssignment.deleteMany({ where: { id: { in: gone } } });
  if (pairs.length > 0) await tx.tagAssignment.createMany({ data: pairs, skipDuplicates: true });
}

const countOf = (rows: readonly { readonly serviceId: unknown }[], serviceId: string): number =>
  rows.filter((row) => row.serviceId === serviceId).length;

/**
 * Bindings of the services whose row in the request has a list of them: exactly those, of which a port on every address
 * takes the place of its narrower ones. An address bound beside one of its ports: 409 `binding_conflict`.
 */
export async function replaceBindings(
  tx: Db,
  viewer: Viewer,
  host: HostRef,
  given: readonly ServiceInput[],
  identified: readonly MatchedChild[],
  renamed: { addresses: IdsInRequest; ports: IdsInRequest } = { addresses: new Map(), ports: new Map() },
): Promise<void> {
  const wanted = given.flatMap(({ bindings }, index) =>
    bindings === undefined ? [] : [{ serviceId: identified[index]!.id, bindings: withoutNarrower(bindings ?? []) }],
  );
  if (wanted.length === 0) return;
  const serviceIds = wanted.map(({ serviceId }) => serviceId);
  // The services of a new host are not visible to other transactions yet.
  if (!host.isNew) await lockServices(tx, serviceIds);
  const rows = wanted.flatMap(({ serviceId, bindings }) =>
    bindings.map(({ id, ipAddressId, portId }) => ({
      ...{ id, serviceId },
      ipAddressId: ipAddressId == null ? null : (renamed.addresses.get(ipAddressId) ?? ipAddressId),
      portId: portId == null ? null : (renamed.ports.get(portId) ?? portId),
    })),
  );
  const among = { serviceId: { in: serviceIds } };
  const { identified: found, gone } = await matchChildren(tx, parts.bindings, host, rows, among);
  for (const { serviceId, bindings } of wanted)
    if (bindings.length > listLimits.bindings) {
      const stored = await tx.binding.count({ where: { serviceId } });
      assertGrowth('bindings', stored, bindings.length, listLimits.bindings);
    }
  const byService = new Map(serviceIds.map((id) => [id, [] as MatchedChild[]]));
  for (const one of found) byService.get(one.wanted.serviceId as string)!.push(one);
  for (const bindings of byService.values()) assertNoConflict(bindings);
  await removeParts(tx, parts.bindings, gone);
  await writeParts(tx, viewer, parts.bindings, host, found);
}

/** A port bound on every address takes the place of its bindings to single ones. */
function withoutNarrower(bindings: readonly BindingInput[]): BindingInput[] {
  const everywhere = new Set(bindings.filter(({ ipAddressId }) => ipAddressId == null).map(({ portId }) => portId));
  return bindings.filter(({ ipAddressId, portId }) => ipAddressId == null || portId == null || !everywhere.has(portId));
}

/** A whole address is not bound beside one of its ports. */
function assertNoConflict(bindings: readonly MatchedChild[]): void {
  const ports = bindings.filter(({ wanted }) => wanted.portId !== null);
  for (const { wanted } of bindings.filter((one) => one.wanted.portId === null)) {
    const { ipAddressId } = wanted;
    const inTheWay = ports.find((one) => one.wanted.ipAddressId === null || one.wanted.ipAddressId === ipAddressId);
    if (inTheWay) throw new AppError('binding_conflict', { id: inTheWay.id });
  }
}
