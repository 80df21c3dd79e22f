// Checks and writes the runtime, tags and bindings of services, for mutations of services and of hosts.
import type { Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import { mayRunContainers } from './service-definitions';
import { matchChildren, removeParts, writeParts, type HostRef } from './host-children';
import { parts, type MatchedChild } from './part-matching';
import {
  presentIds,
  referenceInvalid,
  requireAllInNetwork,
  requireOnHost,
  type Id,
} from '../../../data/tenancy/references';
import { assertGrowth, listLimits } from '../../../data/tenancy/list-limits';
import { lockServices, touchServices } from './host-locks.sql';
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
/** For each id that the caller chose for a row of the request: the id of the row in the database. */
export type IdsInRequest = ReadonlyMap<string, string>;
type Target = { readonly ipAddressId: string | null; readonly portId: string | null };

/** Returns those of the ids to which the changed row refers already. */
type FindKept = (ids: readonly string[]) => readonly Id[] | Promise<readonly Id[]>;
const keepsNone: FindKept = () => [];

/**
 * Throws unless the viewer may read the container runtimes with these ids, and they are in the network and may run
 * containers. A reference that the changed row has already stays valid if the software of the runtime was changed.
 */
export async function requireRuntimes(
  db: Db,
  ids: readonly Id[],
  networkId: string,
  field: string,
  findKept = keepsNone,
): Promise<void> {
  const services = await requireAllInNetwork(db, 'Service', presentIds(ids), networkId, { serviceDefinition: true });
  const unfitIds = [...services].flatMap(([id, { serviceDefinition }]) =>
    mayRunContainers(serviceDefinition as string) ? [] : id,
  );
  if (unfitIds.length === 0) return;
  const keptIds = new Set(await findKept(unfitIds));
  if (unfitIds.some((id) => !keptIds.has(id))) throw referenceInvalid('Service', field);
}

/**
 * Throws unless the addresses and ports to which the bindings refer belong to the host. `lists` are the addresses and
 * ports in the same request. They replace the stored addresses and ports, so bindings may refer only to them.
 */
export async function requireBound(
  db: Db,
  hostId: string | undefined,
  bindings: readonly BindingInput[],
  lists: { ipAddresses?: readonly { id?: Id }[] | null; ports?: readonly { id?: Id }[] | null },
  above: string,
): Promise<void> {
  const [addresses, ports] = [bindings.map((one) => one.ipAddressId), bindings.map((one) => one.portId)];
  await requireOnHost(db, 'IpAddress', hostId, presentIds(addresses), lists.ipAddresses, `${above}ipAddressId`);
  await requireOnHost(db, 'Port', hostId, presentIds(ports), lists.ports, `${above}portId`);
}

/**
 * Throws unless each binding refers to what its type requires: an address, or a port and possibly an address. `above`
 * is the text before field names in errors.
 */
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

/**
 * Replaces the tags of services for which the request has a list of tags. `matches[i]` is the stored service of
 * `inputs[i]`.
 */
export async function replaceServiceTags(
  tx: Db,
  viewer: Viewer,
  { networkId, isNew }: HostRef,
  inputs: readonly ServiceInput[],
  matches: readonly MatchedChild[],
): Promise<void> {
  const wantedTags = inputs.flatMap(({ tags }, index) =>
    tags === undefined ? [] : [{ serviceId: matches[index]!.id, tagIds: [...new Set(tags)] }],
  );
  if (wantedTags.length === 0) return;
  const { organizationId } = viewer;
  const pairs = wantedTags.flatMap(({ serviceId, tagIds }) =>
    tagIds.map((tagId) => ({ serviceId, tagId, networkId, organizationId })),
  );
  await requireTags(tx, viewer, [...new Set(pairs.map(({ tagId }) => tagId))]);
  const keptKeys = new Set(pairs.map(({ serviceId, tagId }) => `${serviceId} ${tagId}`));
  const where = { serviceId: { in: wantedTags.map(({ serviceId }) => serviceId) } };
  const select = { id: true, serviceId: true, tagId: true } as const;
  const storedTags = isNew ? [] : await tx.tagAssignment.findMany({ where, select });
  const goneTags = storedTags
    .filter(({ serviceId, tagId }) => !keptKeys.has(`${serviceId} ${tagId}`))
    .map(({ id }) => id);
  for (const { serviceId, tagIds } of wantedTags.filter(({ tagIds }) => tagIds.length > listLimits.tags))
    assertGrowth('services.tags', countOf(storedTags, serviceId), tagIds.length, listLimits.tags);
  const storedKeys = new Set(storedTags.map(({ serviceId, tagId }) => `${serviceId} ${tagId}`));
  const changedServices = [...storedTags, ...pairs].flatMap(({ serviceId, tagId }) => {
    const key = `${serviceId} ${tagId}`;
    return storedKeys.has(key) && keptKeys.has(key) ? [] : [serviceId!];
  });
  if (!isNew && changedServices.length > 0) await touchServices(tx, changedServices);
  if (goneTags.length > 0) await tx.tagAssignment.deleteMany({ where: { id: { in: goneTags } } });
  if (pairs.length > 0) await tx.tagAssignment.createMany({ data: pairs, skipDuplicates: true });
}

const countOf = (rows: readonly { readonly serviceId: unknown }[], serviceId: string): number =>
  rows.filter((row) => row.serviceId === serviceId).length;

/**
 * Replaces the bindings of those services for which the request has a list. If a port is bound to all addresses, its
 * bindings to single addresses are dropped. Throws 409 `binding_conflict` if a service is bound both to a whole address
 * and to a port at this address.
 */
export async function replaceBindings(
  tx: Db,
  viewer: Viewer,
  host: HostRef,
  inputs: readonly ServiceInput[],
  matchedServices: readonly MatchedChild[],
  newIds: { addresses: IdsInRequest; ports: IdsInRequest } = { addresses: new Map(), ports: new Map() },
): Promise<void> {
  const wantedBindings = inputs.flatMap(({ bindings }, index) =>
    bindings === undefined
      ? []
      : [{ serviceId: matchedServices[index]!.id, bindings: withoutNarrower(bindings ?? []) }],
  );
  if (wantedBindings.length === 0) return;
  const serviceIds = wantedBindings.map(({ serviceId }) => serviceId);
  // Services of a new host need no lock, because other transactions cannot see them yet.
  if (!host.isNew) await lockServices(tx, serviceIds);
  const rows = wantedBindings.flatMap(({ serviceId, bindings }) =>
    bindings.map(({ id, ipAddressId, portId }) => ({
      ...{ id, serviceId },
      ipAddressId: ipAddressId == null ? null : (newIds.addresses.get(ipAddressId) ?? ipAddressId),
      portId: portId == null ? null : (newIds.ports.get(portId) ?? portId),
    })),
  );
  const among = { serviceId: { in: serviceIds } };
  const { matches, goneIds } = await matchChildren(tx, parts.bindings, host, rows, among);
  for (const { serviceId, bindings } of wantedBindings)
    if (bindings.length > listLimits.bindings) {
      const storedCount = await tx.binding.count({ where: { serviceId } });
      assertGrowth('bindings', storedCount, bindings.length, listLimits.bindings);
    }
  const byService = new Map(serviceIds.map((id) => [id, [] as MatchedChild[]]));
  for (const one of matches) byService.get(one.reportedRow.serviceId as string)!.push(one);
  for (const bindings of byService.values()) assertNoConflict(bindings);
  const changedServices = host.isNew ? [] : await servicesWithChanges(tx, matches, goneIds);
  if (changedServices.length > 0) await touchServices(tx, changedServices);
  await removeParts(tx, parts.bindings, goneIds);
  await writeParts(tx, viewer, parts.bindings, host, matches);
}

/** Resolves with the ids of the services that gain, lose or change a binding, before the bindings are written. */
async function servicesWithChanges(
  tx: Db,
  matches: readonly MatchedChild[],
  goneIds: readonly string[],
): Promise<string[]> {
  const gone =
    goneIds.length === 0
      ? []
      : await tx.binding.findMany({ where: { id: { in: [...goneIds] } }, select: { serviceId: true } });
  const changed = matches.flatMap(({ reportedRow, storedRow }) =>
    ['serviceId', 'ipAddressId', 'portId'].some((name) => reportedRow[name] !== storedRow?.[name])
      ? [reportedRow.serviceId, storedRow?.serviceId]
      : [],
  );
  return presentIds([...gone.map(({ serviceId }) => serviceId), ...(changed as Id[])]);
}

/** If a port is bound to all addresses, removes the bindings of this port to single addresses from the list. */
function withoutNarrower(bindings: readonly BindingInput[]): BindingInput[] {
  const everywhere = new Set(bindings.filter(({ ipAddressId }) => ipAddressId == null).map(({ portId }) => portId));
  return bindings.filter(({ ipAddressId, portId }) => ipAddressId == null || portId == null || !everywhere.has(portId));
}

/** Throws if the bindings contain both a whole address and a port at this address. */
function assertNoConflict(bindings: readonly MatchedChild[]): void {
  const ports = bindings.filter(({ reportedRow }) => reportedRow.portId !== null);
  for (const { reportedRow } of bindings.filter((one) => one.reportedRow.portId === null)) {
    const { ipAddressId } = reportedRow;
    const inTheWay = ports.find(
      (one) => one.reportedRow.ipAddressId === null || one.reportedRow.ipAddressId === ipAddressId,
    );
    if (inTheWay) throw new AppError('binding_conflict', { id: inTheWay.id });
  }
}
