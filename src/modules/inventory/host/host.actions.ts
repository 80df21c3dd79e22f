// Creates and updates a host with all of its parts in one transaction. The number of statements does not depend on the
// number of parts.
import type { Host } from '../../../generated/prisma/client';
import { sourceOf, type Viewer } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import { replaceTags } from '../../../data/tenancy/entity-tags';
import { referenceInvalid } from '../../../data/tenancy/references';
import { lockHostWrites, lockNetwork } from '../shared/host-locks.sql';
import { hypervisorsBelow } from '../shared/hypervisors.sql';
import { updateVisible, type Db } from '../../../data/tenancy/rows';
import { withoutUndefined } from '../../../platform/text/members';
import { requireAssignable } from '../../../data/tenancy/shared-rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import { isMacFixed } from '../shared/ip-address-fields';
import {
  checkedInterfaces,
  checkedIpAddresses,
  checkedPorts,
  checkedServices,
  hostColumns,
  type CreateHost,
  type HostInput,
  type UpdateHost,
} from './host.fields';
import { assignedIds, idsInRequest, replaceCredentials, replaceTaggedVlans } from './host-links';
import { matchChildren, removeParts, writeParts, type HostRef } from '../shared/host-children';
import { withFreeIds } from '../shared/part-ids';
import { parts, type MatchedChild } from '../shared/part-matching';
import { replaceBindings, replaceServiceTags } from '../shared/service-parts';
import { findSameHost } from './same-host';
import { requireHostReferences } from './consolidation/host-references';

/**
 * Checks the parts of a host in an input and returns their columns. A null list becomes empty. An undefined list stays
 * undefined, so that the stored parts do not change.
 */
function checkedParts(input: HostInput, cidrs: ReadonlyMap<string, string>) {
  const { ipAddresses, ports, interfaces, services } = input;
  return {
    ipAddresses: ipAddresses === undefined ? undefined : checkedIpAddresses(ipAddresses ?? [], cidrs),
    ports: ports === undefined ? undefined : checkedPorts(ports ?? []),
    interfaces: interfaces === undefined ? undefined : checkedInterfaces(interfaces ?? []),
    services: services === undefined ? undefined : checkedServices(services ?? []),
  };
}
type Parts = ReturnType<typeof checkedParts>;

/**
 * Creates a host and resolves with its id. The caller has checked that the viewer may access the network. Throws 409 if
 * the same machine is already a host of the network.
 */
export const createHost = (db: ScopedDb, viewer: Viewer, input: CreateHost): Promise<string> =>
  withFreeIds(db, input.networkId, input, (matches) => writeNewHost(db, viewer, matches));

async function writeNewHost(db: ScopedDb, viewer: Viewer, input: CreateHost): Promise<string> {
  const { networkId, name, virtualizationServiceId } = input;
  await requireAssignable(db, viewer, assignedIds(input), {}, { isHeld: false });
  const cidrs = await requireHostReferences(db, { networkId }, input);
  const rows = checkedParts(input, cidrs);
  const data = withoutUndefined({ ...hostColumns(input), virtualizationServiceId });
  return db.$transaction(async (tx) => {
    await lockHostWrites(tx, networkId);
    await lockNetwork(tx, networkId);
    const sameHost = await findSameHost(tx, networkId, input, rows);
    if (sameHost)
      throw new AppError('entity_already_exists', { entity: 'Host', field: sameHost.field, value: sameHost.value });
    const { id } = await tx.host.create({
      data: { ...data, name, networkId, sourceType: sourceOf(viewer) },
      select: { id: true },
    });
    await writeAll(tx, viewer, { id, networkId, isNew: true }, input, rows);
    return id;
  });
}

/** Updates a host. The caller has checked that the viewer may access the host. */
export const updateHost = (db: ScopedDb, viewer: Viewer, host: StoredHost, input: UpdateHost): Promise<void> =>
  withFreeIds(db, host.networkId, input, (matches) => writeHost(db, viewer, host, matches));

type StoredHost = Pick<Host, 'id' | 'networkId' | 'name' | 'hostname' | 'role' | 'virtualizationServiceId'>;

async function writeHost(db: ScopedDb, viewer: Viewer, storedHost: StoredHost, input: UpdateHost): Promise<void> {
  const { id, networkId, role } = storedHost;
  await requireAssignable(db, viewer, assignedIds(input), { hostId: id }, { isHeld: false });
  const cidrs = await requireHostReferences(db, { hostId: id, networkId }, input);
  const rows = checkedParts(input, cidrs);
  const { virtualizationServiceId, expectedUpdatedAt } = input;
  if (virtualizationServiceId != null && virtualizationServiceId !== storedHost.virtualizationServiceId)
    await assertNotBelowItself(db, id, virtualizationServiceId);
  // A client that sends a host back as it was read repeats the role that discovery derived. The role then keeps its
  // source, so that discovery can still change it.
  const keptRole = input.role === role ? { role: undefined, roleSource: undefined } : {};
  const columns = hostColumns(input);
  const data = {
    ...{ ...columns, ...sourcesOfNames(storedHost, columns), ...keptRole },
    ...{ virtualizationServiceId, updatedAt: new Date() },
  };
  await db.$transaction(async (tx) => {
    await lockHostWrites(tx, networkId);
    // This update locks the host's row. So requests that replace parts of the same host run one after the other.
    await updateVisible(tx, 'Host', id, data, { query: { select: { id: true } }, expectedUpdatedAt });
    await writeAll(tx, viewer, { id, networkId, isNew: false }, input, rows);
  });
}

/** A name that a caller gives has no source: discovery did not read it. A name that is sent back keeps its source. */
const sourcesOfNames = (stored: StoredHost, { name, hostname }: ReturnType<typeof hostColumns>) => ({
  ...(name !== undefined && name !== stored.name && { nameSource: null }),
  ...(hostname !== undefined && hostname !== stored.hostname && { hostnameSource: null }),
});

/** Throws 400 if the host would run on itself: on one of its services, or on a virtual machine that it runs. */
async function assertNotBelowItself(db: Db, hostId: string, serviceId: string): Promise<void> {
  const hypervisors = await hypervisorsBelow(db, { serviceId });
  if (hypervisors.some((one) => one.hostId === hostId)) throw referenceInvalid('Service', 'virtualizationServiceId');
}

async function writeAll(tx: Db, viewer: Viewer, host: HostRef, input: HostInput, rows: Parts): Promise<void> {
  if (input.tagIds !== undefined) await replaceTags(tx, viewer, 'Host', host, input.tagIds ?? []);
  await replaceCredentials(tx, viewer, host, input);

  const addresses = rows.ipAddresses && (await matchChildren(tx, parts.ipAddresses, host, rows.ipAddresses));
  const ports = rows.ports && (await matchChildren(tx, parts.ports, host, rows.ports));
  const interfaces = rows.interfaces && (await matchChildren(tx, parts.interfaces, host, rows.interfaces));
  const services = rows.services && (await matchChildren(tx, parts.services, host, rows.services));
  const newIds = {
    addresses: idsInRequest(addresses?.matches ?? []),
    ports: idsInRequest(ports?.matches ?? []),
    services: idsInRequest(services?.matches ?? []),
  };
  if (services) await removeParts(tx, parts.services, services.goneIds);
  if (interfaces) await removeParts(tx, parts.interfaces, interfaces.goneIds);
  if (addresses) await removeParts(tx, parts.ipAddresses, addresses.goneIds);
  if (ports) await removeParts(tx, parts.ports, ports.goneIds);

  if (addresses) await writeParts(tx, viewer, parts.ipAddresses, host, addresses.matches.map(withFixedMac));
  if (ports) await writeParts(tx, viewer, parts.ports, host, ports.matches);
  if (interfaces) {
    const linkedInterfaces = interfaces.matches.map((one) => withId(one, 'ipAddressId', newIds.addresses));
    await writeParts(tx, viewer, parts.interfaces, host, linkedInterfaces);
    await replaceTaggedVlans(tx, host, input.interfaces ?? [], linkedInterfaces);
  }
  if (services) {
    const linkedServices = services.matches.map((one) => withId(one, 'virtualizationServiceId', newIds.services));
    await writeParts(tx, viewer, parts.services, host, linkedServices);
    await replaceServiceTags(tx, viewer, host, input.services ?? [], linkedServices);
    await replaceBindings(tx, viewer, host, input.services ?? [], linkedServices, newIds);
  }
}

function withFixedMac(one: MatchedChild): MatchedChild {
  const storedInterface = one.storedRow as Parameters<typeof isMacFixed>[0] | undefined;
  return storedInterface && isMacFixed(storedInterface)
    ? { ...one, reportedRow: { ...one.reportedRow, macAddress: undefined } }
    : one;
}

/**
 * A part of a host, such as a port, may refer to another row of the same request by the id in the request. Replaces
 * this id in `field` by the id with which the row is stored.
 */
function withId(one: MatchedChild, field: string, ids: ReadonlyMap<string, string>): MatchedChild {
  const id = ids.get(one.reportedRow[field] as string);
  return id === undefined ? one : { ...one, reportedRow: { ...one.reportedRow, [field]: id } };
}
